//===- TreeFlags.h - Trees from the command line ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_TREEFLAGS_H
#define FX_LIB_TOOLS_COMMON_TREEFLAGS_H

#include "fx/Translate/InputFile.h"
#include <string>
#include <vector>

namespace fx {

/// --module-tree: gives the module of \p In the tree that the file \p Path
/// shows. Reports to \p In.Diags; false after an error. With \p Optional a
/// module that has a tree keeps it.
bool attachModuleTree(InputFile &In, llvm::StringRef Path, bool Optional);

/// --module-class: each of \p Specs is `GLOB=CLASS(arguments)`. Modules that
/// are called at a path which GLOB matches become of that class, and are made
/// where there are none; of several that match, the last one counts.
bool applyModuleClasses(InputFile &In, llvm::ArrayRef<std::string> Specs);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_TREEFLAGS_H
