//===- FXOddArguments.h - Odd arguments of print(graph) ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments among which there are strings with blanks, commas, brackets or line
// breaks. The end of the call is known, so the text is taken apart from the
// outside: kwargs from the end, then the pieces of each container. Whatever is
// not a value of another kind is a string, so nothing here can fail; a string
// that could have been something else is reported once.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXODDARGUMENTS_H
#define FX_LIB_ASMPARSER_FXODDARGUMENTS_H

#include "FXPieces.h"
#include "FXRepr.h"

namespace fx::asmparser {

class FXOddArguments {
public:
  FXOddArguments(FXOutput &Out, FXSchemas &Schemas, FXWords &Words,
                 FXRepr &Repr)
      : Out(Out), Args(Out.Args), Schemas(Schemas), Words(Words), Repr(Repr),
        Pieces(Out, Schemas, Words) {}

  /// Reads \p Text, all from after `(args = (` up to the `})` of the call.
  bool parse(llvm::StringRef Text);

private:
  bool addArgs(llvm::StringRef Inner);
  bool addKwargs(llvm::StringRef Inner);
  void addValue(llvm::StringRef Text, const FXPlace &At, unsigned Depth);
  bool addContainer(llvm::StringRef Text, const FXPlace &At, unsigned Depth);
  bool addDict(llvm::StringRef Inner, const FXPlace &At, unsigned Depth);
  void addKey(llvm::StringRef Text, unsigned Depth);
  bool addObject(llvm::StringRef Text);
  void addString(llvm::StringRef Text, const FXPlace &At);

  FXOutput &Out;
  ArgSpecBuilder &Args;
  FXSchemas &Schemas;
  FXWords &Words;
  FXRepr &Repr;
  FXPieces Pieces;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXODDARGUMENTS_H
