//===- Literal.h - Python literals as arguments -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads Python literals, as defaults of schemas have them, into arguments.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_LITERAL_H
#define FX_IR_LITERAL_H

#include "fx/IR/Argument.h"
#include "llvm/Support/Error.h"

namespace fx {

/// Reads a default of a schema, such as `None`, `-1`, `1e-05`, `'mean'`,
/// `[0, 1]`, `(1,)`, `torch.contiguous_format`, `inf`. A dotted name that is
/// not a dtype, layout or memory format becomes a Function. The error says at
/// which column (from 1) reading stopped.
llvm::Expected<Argument> parseLiteral(Context &Ctx, llvm::StringRef Text);

} // namespace fx

#endif // FX_IR_LITERAL_H
