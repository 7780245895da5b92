//===- OpDerive.h - Python signatures from the operator list ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_OPERATORS_OPDERIVE_H
#define FX_LIB_IR_OPERATORS_OPDERIVE_H

#include "AtenTable.h"
#include "llvm/ADT/SmallVector.h"

namespace fx {

/// The overloads of the Python function that binds an operator: `self` is
/// called `input`, an out overload becomes a keyword `out`, and who takes a
/// dtype, layout, device and pin_memory takes `requires_grad` too.
void deriveFunction(aten::Range Overloads, llvm::BumpPtrAllocator &Memory,
                    llvm::SmallVectorImpl<OpSchema> &Result);

/// The overloads of the method of Tensor that binds an operator: `self` comes
/// first. Overloads that do not take a tensor as `self` are left out.
void deriveMethod(aten::Range Overloads, llvm::BumpPtrAllocator &Memory,
                  llvm::SmallVectorImpl<OpSchema> &Result);

/// What follows the name of a module in the qualified name of an operator's
/// binding, e.g. `linalg_inv` in `torch._C._linalg.linalg_inv`, with the letter
/// of the binding; or no letter.
struct PythonBinding {
  char Letter = 0;
  std::string Base; ///< aten::linalg_inv
};
PythonBinding splitPythonName(llvm::StringRef Qualified);

/// The qualified names under which torch.fx prints the functions that the
/// binding letters stand for.
void pythonFunctionNames(llvm::StringRef Base, llvm::StringRef Bindings,
                         llvm::SmallVectorImpl<std::string> &Names);

} // namespace fx

#endif // FX_LIB_IR_OPERATORS_OPDERIVE_H
