//===- NativeModules.h - Module trees in native text ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_NATIVEMODULES_H
#define FX_LIB_ASMPARSER_NATIVEMODULES_H

#include "NativeNodes.h"
#include "fx/IR/Module.h"

namespace fx::asmparser {

/// Deepest nesting of modules in a header.
constexpr unsigned MaxModuleDepth = 200;

class NativeModules {
public:
  NativeModules(Context &Ctx, NativeLexer &In, NativeValues &Values,
                NativeNodes &Nodes)
      : Ctx(Ctx), In(In), Values(Values), Nodes(Nodes) {}

  /// Reads the lines between the braces of the header of module \p Number, and
  /// all braces inside. Recovers at every line.
  bool parseTree(Module &Root, uint32_t Number);
  /// Reads `torch.nn.Conv2d(3, 64, bias=False) training`.
  bool parseClass(Module &M);

private:
  bool parseMember(std::vector<Module *> &Open);
  bool parseMemberLine(std::vector<Module *> &Open);
  bool parseNestedGraph(Module &M);
  bool parseChild(std::vector<Module *> &Open, Symbol Name);
  bool parseClassName(Symbol &Name);
  bool parseConstructor(Module &M);
  bool parseConstructorItem(Module &M, std::vector<Argument> &Positional,
                            std::vector<KwArg> &Keywords);
  bool parseTensor(Module &M, Symbol Name, TensorAttr::RoleKind Role);
  bool parseTensorType(Argument &Type);
  bool parseTensorOption(TensorAttr &T);

  Context &Ctx;
  NativeLexer &In;
  NativeValues &Values;
  NativeNodes &Nodes;
  uint32_t Index = 0; ///< Number of the module among those of the text.
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_NATIVEMODULES_H
