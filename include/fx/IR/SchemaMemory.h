//===- SchemaMemory.h - What a schema says of memory ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The alias marks of a schema in one place: `(a!)` is written, `(a)` on a
/// parameter and on a result is shared. The effects of calls, and with them all
/// analyses of memory, and decompositions read the marks here.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SCHEMAMEMORY_H
#define FX_IR_SCHEMAMEMORY_H

#include "fx/IR/OpSchema.h"

namespace fx {

/// What a call does with the memory of one argument.
struct ParamMemory {
  bool Written = false;
  /// A result may share it.
  bool Shared = false;
};

ParamMemory memoryOfParam(const OpSchema &Schema, unsigned Param);

/// The parameter that the first result is a view of, or -1. It is not written.
int viewedParam(const OpSchema &Schema);

/// Whether every result is memory of its own.
bool returnsFreshMemory(const OpSchema &Schema);

} // namespace fx

#endif // FX_IR_SCHEMAMEMORY_H
