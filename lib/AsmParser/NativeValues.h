//===- NativeValues.h - Values in native text -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_NATIVEVALUES_H
#define FX_LIB_ASMPARSER_NATIVEVALUES_H

#include "GraphBuilder.h"
#include "NativeLexer.h"

namespace fx::asmparser {

class NativeValues {
public:
  NativeValues(Context &Ctx, NativeLexer &In, GraphBuilder &Builder)
      : Ctx(Ctx), In(In), Builder(Builder) {}

  /// The arguments of the node that is read.
  ArgSpecBuilder &args() { return Args; }
  /// Reads a value into args(). \p Depth is the nesting around it.
  bool parseValue(unsigned Depth = 0);
  /// Reads a reference to a node, at its percent sign, into args().
  bool parseReference();
  /// Reads a value that holds no node.
  bool parseConstant(Argument &Value);

private:
  bool parseNumber();
  bool parseLongNumber(const char *Begin);
  bool parseWord(unsigned Depth);
  bool parseTyped(llvm::StringRef Word, unsigned Depth);
  bool parseNamedTuple(unsigned Depth);
  bool parseFixed(ArgKind Kind, unsigned Count, unsigned Depth);
  bool parseTensorValue(unsigned Depth);
  bool parseNaN();
  bool parseComplex();
  bool parseFloat();
  /// `("text")` after a word.
  bool parseTextCall(ArgKind Kind);
  bool parseSequence(ArgKind Kind, char Close, unsigned Depth);
  bool parseDict(unsigned Depth);
  bool checkDepth(unsigned Depth, const char *At);
  /// Checks that a TensorType at \p Offset of *B has elements of the right
  /// kinds.
  bool checkTensorType(size_t Offset, const char *At);

  Context &Ctx;
  NativeLexer &In;
  GraphBuilder &Builder;
  /// Where values go: Args for nodes, Constants for everything else.
  ArgSpecBuilder *B = &Args;
  ArgSpecBuilder Args, Constants;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_NATIVEVALUES_H
