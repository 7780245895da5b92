//===- FXWords.h - What bare words of print(graph) are ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXWORDS_H
#define FX_LIB_ASMPARSER_FXWORDS_H

#include "FXOutput.h"
#include "FXSchemas.h"
#include "fx/Support/TextBuffer.h"

namespace fx::asmparser {

class FXWords {
public:
  FXWords(FXOutput &Out, FXSchemas &Schemas) : Out(Out), Schemas(Schemas) {}

  /// Adds the value that \p Word is: a typed leaf where printing that gives the
  /// same bytes, a string otherwise.
  void add(llvm::StringRef Word, const FXPlace &At);

  // These return false, adding nothing, where the word is something else.

  /// A leaf whose kind shows without a schema, but no string.
  bool addLeaf(llvm::StringRef Word);
  bool addEnum(llvm::StringRef Word);
  /// A word that only the schema gives a type, \p Kind.
  bool addBySchema(llvm::StringRef Word, SchemaKind Kind);
  bool isLeaf(llvm::StringRef Word);

private:
  bool addNumber(llvm::StringRef Word);
  bool addComplex(llvm::StringRef Word);
  bool addTorchWord(llvm::StringRef Word);

  FXOutput &Out;
  FXSchemas &Schemas;
  TextBuffer Printed; ///< For comparing with what a value prints.
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXWORDS_H
