//===- AtenCalls.h - Python's functions as operators ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_ATENCALLS_H
#define FX_LIB_TRANSFORMS_ATENCALLS_H

namespace fx {

class Node;

/// Makes `torch.ops.aten.add.Tensor(x, y)` of `torch.add(x, y)`, `x.add(y)` or
/// `x + y`, where the operator table says that they are one operator and where
/// an overload takes the arguments: those of other names by what they mean.
/// Returns whether it changed.
bool makeAtenCall(Node &N);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_ATENCALLS_H
