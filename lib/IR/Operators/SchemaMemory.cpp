//===- SchemaMemory.cpp - What a schema says of memory --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SchemaMemory.h"

using namespace fx;

ParamMemory fx::memoryOfParam(const OpSchema &Schema, unsigned Param) {
  const SchemaType &Type = Schema.params()[Param].Type;
  if (!Type.AliasSet)
    return {};
  // In-place and out forms return what they write.
  if (Type.Written)
    return {/*Written=*/true, /*Shared=*/true};
  for (const SchemaReturn &Return : Schema.returns())
    if (Return.Type.AliasSet == Type.AliasSet || Return.Type.AliasSet == '*')
      return {/*Written=*/false, /*Shared=*/true};
  return {};
}

int fx::viewedParam(const OpSchema &Schema) {
  if (Schema.returns().empty())
    return -1;
  const SchemaType &Type = Schema.returns().front().Type;
  if (!Type.AliasSet || Type.Written)
    return -1;
  for (unsigned I = 0; I != Schema.params().size(); ++I) {
    const SchemaType &Param = Schema.params()[I].Type;
    if (!Param.Written && Param.AliasSet == Type.AliasSet)
      return I;
  }
  return -1;
}

bool fx::returnsFreshMemory(const OpSchema &Schema) {
  for (const SchemaReturn &Return : Schema.returns())
    if (Return.Type.AliasSet)
      return false;
  return true;
}
