//===- AtenTable.h - The packed operator list -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operator overloads of include/fx/IR/aten-schemas.txt as fx-tblgen packs
// them. Private to lib/IR; everybody else asks OpRegistry.h.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_OPERATORS_ATENTABLE_H
#define FX_LIB_IR_OPERATORS_ATENTABLE_H

#include "fx/IR/OpSchema.h"

namespace fx::aten {

/// The overloads of one operator: indexes Begin to End of the list.
struct Range {
  unsigned Begin = 0;
  unsigned End = 0;
  bool empty() const { return Begin == End; }
};

/// How many overloads there are.
unsigned size();
/// `aten::add.Tensor`.
llvm::StringRef name(unsigned Index);
/// `aten::add` of an overload's name.
inline llvm::StringRef baseName(llvm::StringRef Name) {
  return Name.split('.').first;
}
/// The overloads of `aten::add`. Binary search.
Range lookup(llvm::StringRef Base);

/// One unpacked line.
struct Line {
  /// The binding letters explained in utils/generators/aten-schemas.py.
  llvm::StringRef Bindings;
  OpSchema Schema;
};

/// Unpacks and parses one overload into Memory.
Line read(unsigned Index, llvm::BumpPtrAllocator &Memory);
/// Only the binding letters of an overload, at most 8.
llvm::StringRef readBindings(unsigned Index, llvm::BumpPtrAllocator &Memory);

} // namespace fx::aten

#endif // FX_LIB_IR_OPERATORS_ATENTABLE_H
