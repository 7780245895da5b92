//===- NodeText.h - What a picture says of a node ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_NODETEXT_H
#define FX_LIB_TRANSLATE_NODETEXT_H

#include "fx/IR/Module.h"
#include <string>

namespace fx {

/// The module whose graph a get_attr node or a call of a module names, or null.
const Module *nestedGraph(const Node &N);

/// Whether \p N is a parameter, a buffer, a constant or an object that the
/// model holds.
bool isState(const Node &N);
/// The dotted name of that.
llvm::StringRef stateName(const Node &N);

/// The arguments that are not nodes, without keywords that say the usual. No
/// more are added after some 48 characters.
std::string constantArguments(const Node &N);

/// What print(module) shows in parentheses.
std::string constructorText(const Module &M);

} // namespace fx

#endif // FX_LIB_TRANSLATE_NODETEXT_H
