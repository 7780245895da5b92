//===- AttributeNames.h - What attributes of modules are called -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Names that PyTorch can give to state and submodules. Models that are read
/// have the names that they have; this is for those that passes make up.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_ATTRIBUTENAMES_H
#define FX_IR_ATTRIBUTENAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

/// Whether a module can have a tensor or a module called \p Name: neither a
/// keyword of Python, nor `self`, nor what torch.fx.GraphModule has itself, as
/// `forward` and `training`; letters, digits and underscores.
bool canNameAttribute(llvm::StringRef Name);

/// \p Path with other characters than letters, digits and underscores replaced
/// by underscores, without empty parts; dots stay where \p Dots says so.
std::string attributePath(llvm::StringRef Path, bool Dots = true);

} // namespace fx

#endif // FX_IR_ATTRIBUTENAMES_H
