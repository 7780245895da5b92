//===- StorageUses.cpp - Who looks at the memory of tensors ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageUses.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

bool fx::looksAtStorage(const Node &Call) {
  if (Call.isOutput())
    return false;
  // Graphs that are called may do so.
  if (!Call.isCallFunction() && !Call.isCallMethod())
    return true;
  const OpTarget *Target = Call.opTarget();
  if (!Target)
    return true;
  StringRef Name = Target->name();
  if (Name.consume_front("torch.ops."))
    if (!Name.starts_with("aten.") && !Name.starts_with("prims."))
      return true;
  return StringSwitch<bool>(Target->op().name())
      .Cases("as_strided", "as_strided_", "as_strided_copy",
             "as_strided_scatter", true)
      .Cases("storage", "untyped_storage", "storage_offset", "data_ptr", true)
      .Cases("is_set_to", "set_", "resize_", "resize_as_", true)
      .Default(false);
}

bool fx::hasStorageUses(Node &N, EffectCache &Effects) {
  SmallVector<Node *, 8> Work = {&N};
  SmallPtrSet<Node *, 8> Seen = {&N};
  while (!Work.empty()) {
    Node *Value = Work.pop_back_val();
    for (Node *User : Value->users()) {
      if (looksAtStorage(*User))
        return true;
      const EffectSummary &S = Effects.get(*User);
      auto IsValue = [&](uint32_t I) { return User->operand(I) == Value; };
      if (any_of(S.Aliases, IsValue) && Seen.insert(User).second)
        Work.push_back(User);
    }
  }
  return false;
}
