//===- FXArguments.h - Ordinary arguments of print(graph) -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the arguments of a call. At anything that could be part of an
// unquoted string the functions give up without a message, and the call is read
// again from the outside (FXOddArguments.h).
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXARGUMENTS_H
#define FX_LIB_ASMPARSER_FXARGUMENTS_H

#include "FXWords.h"

namespace fx::asmparser {

class FXArguments {
public:
  FXArguments(FXCursor &In, FXOutput &Out, FXSchemas &Schemas, FXWords &Words)
      : In(In), Out(Out), Builder(Out.Builder), Args(Out.Args),
        Schemas(Schemas), Words(Words) {}

  /// Reads the arguments, after `(args = (`. False where they are odd; then the
  /// cursor is somewhere in them.
  bool parse();

private:
  bool isStringAt(size_t Offset) const {
    return ArgKind(Args.Bytes[Offset]) == ArgKind::String;
  }
  bool parseKwargs();
  bool parseValue(char Close, const FXPlace &At, unsigned Depth);
  bool parseItems(ArgKind Kind, char Close, const FXPlace &At, unsigned Depth);
  bool parseEntries(const FXPlace &At, unsigned Depth);
  bool parseWord(char Close, const FXPlace &At);
  bool parseSliceOrRange(llvm::StringRef Word);
  bool parseSlicePart(bool Slice);

  FXCursor &In;
  FXOutput &Out;
  GraphBuilder &Builder;
  ArgSpecBuilder &Args;
  FXSchemas &Schemas;
  FXWords &Words;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXARGUMENTS_H
