//===- FXReader.h - The reader of torch.fx's own print ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads print(graph) of every version of torch.fx. That print does not quote
// strings, so a line can have several readings. Lines whose strings hold
// nothing that could be structure are read in one go (FXArguments.cpp); all
// others are split in several ways, of which the likeliest is taken and, where
// a doubt remains, a warning says so (FXAmbiguity.cpp). Every reading prints
// the same bytes, because leaves keep their text.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXREADER_H
#define FX_LIB_ASMPARSER_FXREADER_H

#include "GraphBuilder.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpSchema.h"

namespace fx::asmparser {

/// One value of an ambiguous line.
struct TextItem {
  enum ItemKind : uint8_t { Leaf, Reference, Tuple, List, Dict };
  ItemKind Kind = Leaf;
  llvm::StringRef Text; ///< All of it; the name alone of a Reference.
  std::vector<TextItem> Items;
  std::vector<llvm::StringRef> Keys; ///< Of a Dict, one for each item.
};

class FXReader {
public:
  FXReader(Context &Ctx, llvm::StringRef Text, DiagnosticEngine &Diags);
  /// Reads all graphs; false when something was wrong.
  bool parse(std::vector<std::unique_ptr<GraphModule>> &Out);

private:
  //===--- Lines (FXReader.cpp) -------------------------------------------===//

  void parseHeader();
  void parseLegacyParameters(llvm::StringRef Parameters);
  void parseLine();
  /// `%name : TYPE [num_users=N] = `; Cur is behind it afterwards.
  bool parseHead(GraphBuilder::Line &L, const char *LineEnd);
  void parseTensorAnnotation(llvm::StringRef &Type);
  void parsePlaceholder(GraphBuilder::Line &L, const char *LineEnd);
  void parseGetAttr(GraphBuilder::Line &L, const char *LineEnd);
  void parseCall(GraphBuilder::Line &L, const char *LineEnd);
  void parseReturn(const char *LineEnd);
  void define(GraphBuilder::Line &L);
  void addPlain(llvm::StringRef Text);
  /// The end of the physical line that \p P is in.
  const char *lineEnd(const char *P) const;
  /// Where the line after the one that ends at \p P begins.
  const char *nextLine(const char *P) const { return P == End ? End : P + 1; }
  /// Whether a new line of the graph, and not the rest of a string, begins at
  /// \p P. Blank lines count when \p Blank.
  bool isBoundary(const char *P, bool Blank) const;
  /// The last line end before the next boundary.
  const char *logicalEnd(const char *LineEnd) const;
  void expected(const char *At, llvm::StringRef What);
  bool looksLikeNode(const char *P) const;

  //===--- Arguments of one reading (FXArguments.cpp) ---------------------===//

  /// `args = (...), kwargs = {...})` from Cur up to \p LineEnd. False: there
  /// may be several readings, nothing was kept.
  bool parseSimpleArguments(const char *LineEnd);
  bool parseSimpleItem(unsigned Depth);
  bool parseSimpleSequence(ArgKind Kind, char Close, unsigned Depth);
  bool parseSimpleDict(unsigned Depth);
  bool parseSimpleLeaf();
  /// `slice(...)` or `range(...)`, where Python's repr stands.
  bool parseRepr(const char *Stop);

  /// Adds a bare word to Args: what it says where it says that exactly, a
  /// string otherwise. Returns whether it became a string.
  bool addLeaf(llvm::StringRef Text);
  bool addNumber(llvm::StringRef Text);
  bool addComplex(llvm::StringRef Text);
  bool addTorchConstant(llvm::StringRef Text);
  void addString(llvm::StringRef Text);

  /// What the schema of the current target wants at the current argument.
  struct Wanted {
    SchemaKind Kind = SchemaKind::Any;
    /// It is the schema of an operator overload, which is the only one.
    bool Exact = false;
  };
  Wanted wanted() const;
  bool targetTakesStrings();

  //===--- Lines with several readings (FXAmbiguity.cpp) ------------------===//

  /// The same as parseSimpleArguments for any text; \p Text begins with the
  /// `(` of args. False: this is not a call.
  bool parseAmbiguousArguments(llvm::StringRef Text);
  void addItem(const TextItem &Item);
  void joinByCount(std::vector<TextItem> &Items) const;
  bool isDoubtful(const std::vector<TextItem> &Items, bool TopLevel) const;
  bool isString(const TextItem &Item) const;

  Context &Ctx;
  SymbolCache Symbols;
  Reporter Report;
  const char *Begin, *Cur, *End;
  GraphBuilder Builder;
  ArgSpecBuilder Args;
  Graph *G = nullptr;
  std::vector<std::unique_ptr<GraphModule>> *Modules = nullptr;
  Symbol OutputTarget;
  /// Metadata `val` from an annotation of the current line.
  Argument TensorMeta;

  /// The call that is being read, for wanted().
  const OpTarget *Target = nullptr;
  bool TargetKnown = false; ///< Whether Target was looked up.
  Symbol TargetSymbol;
  Opcode TargetOp = Opcode::Output;
  unsigned Position = 0;   ///< Of the current positional argument ...
  llvm::StringRef Keyword; ///< ... or its keyword.
  llvm::DenseMap<uint64_t, bool> TakesStrings;
};

/// The value that Python's repr shows from \p Text on, added to \p B with
/// references through \p Builder. What is not understood becomes a symbolic
/// expression with its text, and \p Opaque is set. Returns the end, or null
/// when nothing there can be a value.
const char *readRepr(llvm::StringRef Text, GraphBuilder &Builder,
                     SymbolCache &Symbols, ArgSpecBuilder &B, bool &Opaque);

/// Whether Python's str() of the only value in \p B is \p Text.
bool printsAs(const ArgSpecBuilder &B, size_t Offset, uint32_t Operand,
              const Context &Ctx, llvm::StringRef Text);

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXREADER_H
