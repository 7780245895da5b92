//===- FXParser.h - The reader of print(graph) ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what any version of torch.fx prints. Strings have no quotes there and
// may hold anything, so a line is read in one of two ways: straight on, as long
// as nothing is odd about it; or, from a piece of text whose end is known, by
// taking it apart from the outside. Both give the same where the first one
// works. Whatever the reading, printing it gives the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXPARSER_H
#define FX_LIB_ASMPARSER_FXPARSER_H

#include "GraphBuilder.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/TextBuffer.h"

namespace fx::asmparser {

/// Which brackets of a text belong together, by brackets alone.
class BracketMap {
public:
  void build(llvm::StringRef NewText);
  /// The place in \p Part, a piece of the text, of the bracket that closes the
  /// one it begins with; npos when there is none in it.
  size_t findClose(llvm::StringRef Part) const {
    uint32_t Close = Closes[Part.begin() - Text.begin()];
    size_t At = size_t(Close) - (Part.begin() - Text.begin());
    return Close != None && At < Part.size() ? At : llvm::StringRef::npos;
  }

private:
  static constexpr uint32_t None = ~0u;
  llvm::StringRef Text;
  std::vector<uint32_t> Closes;
};

class FXParser {
public:
  FXParser(Context &Ctx, llvm::StringRef Text, DiagnosticEngine &Diags,
           const ParserOptions &Options);

  /// Reads the whole text. False when errors were reported.
  bool parse(std::vector<std::unique_ptr<GraphModule>> &Out);

private:
  //===--- Lines (FXParser.cpp) -------------------------------------------===//

  /// What the line at some place is.
  enum class LineKind { Node, Return, Header, Comment, Blank, Text, End };
  LineKind classifyLine(const char *P) const;
  bool isNodeLine(const char *P) const;
  bool isHeaderLine(const char *P) const;
  const char *lineEnd(const char *P) const;
  const char *nextLineBegin(const char *P) const;
  const char *skipBlanks(const char *P) const {
    while (P != End && (*P == ' ' || *P == '\t'))
      ++P;
    return P;
  }
  /// The end of the text that belongs to the call, or the other node, whose
  /// line \p P is in; null when it stops in the middle.
  const char *findNodeEnd(const char *P, bool Call) const;
  const char *findReturnEnd(const char *P);
  template <size_t N> bool consumeText(const char (&Text)[N]) {
    if (size_t(End - Cur) < N - 1 || std::memcmp(Cur, Text, N - 1) != 0)
      return false;
    Cur += N - 1;
    return true;
  }
  void reportNoHeader(const char *At);
  void reportNoOutput(const char *LastLine);
  bool isCutShort(llvm::StringRef Value);
  bool expected(llvm::StringRef What, const char *At);
  bool parseGraph(GraphModule &M);
  bool parseHeaderLine(GraphBuilder::Line &L);
  void addParameter(llvm::StringRef Text);
  bool parseNode(const char *LineBegin);
  bool parseNodeLine(GraphBuilder::Line &L);
  bool parseHead(GraphBuilder::Line &L);
  bool parseTypedHead(GraphBuilder::Line &L);
  bool parseTensorAnnotation(llvm::StringRef Text);
  bool parseShape(llvm::StringRef &Text, Argument &Shape);
  bool parseOpcode(GraphBuilder::Line &L);
  bool finishSimpleNode(GraphBuilder::Line &L);
  bool finishCall(GraphBuilder::Line &L);
  bool finishOddCall(GraphBuilder::Line &L, const char *AfterOpcode);
  bool parseReturn(const char *LineBegin);
  void define(const GraphBuilder::Line &L);
  /// Whether what follows a complete node is a new line, and steps to it.
  bool consumeLineEnd();

  //===--- Straight on (FXValues.cpp) -------------------------------------===//

  /// A place among the arguments of the current call: what the operator's
  /// schema says about it decides how a word is read.
  struct Place {
    uint32_t Index = 0;
    Symbol Keyword;
  };
  bool parseArguments();
  bool parseKwargs();
  bool parseValue(char Close, const Place &At, unsigned Depth);
  bool parseItems(ArgKind Kind, char Close, const Place &At, unsigned Depth);
  bool parseEntries(const Place &At, unsigned Depth);
  bool parseWord(char Close, const Place &At);
  bool isStringAt(size_t Offset) const {
    return ArgKind(Args.Bytes[Offset]) == ArgKind::String;
  }
  bool parseSliceOrRange(llvm::StringRef Word);
  bool parseSlicePart(bool Slice);

  //===--- Words (FXWords.cpp) --------------------------------------------===//

  /// What is known of the target of a call.
  struct TargetInfo {
    const OpTarget *Op = nullptr;
    bool TakesText = false; ///< Some parameter is a `str`.
    bool IsGetItem = false; ///< It is operator.getitem.
  };
  const TargetInfo &targetInfo();
  /// The kind of value that every overload wants at \p At; Any when they do not
  /// agree or nothing is known.
  SchemaKind kindAt(const Place &At);
  /// Whether the current target wants a text at \p At.
  bool wantsText(const Place &At) {
    const TargetInfo &Info = targetInfo();
    return (Info.TakesText && kindAt(At) == SchemaKind::Str) ||
           (Info.IsGetItem && isTextKey(At));
  }
  /// Whether the argument at \p At is the key of a `Dict[str, ...]`.
  bool isTextKey(const Place &At) const;
  /// Adds the value that \p Word is: a typed leaf where printing that gives the
  /// same bytes, a string otherwise.
  void addWord(llvm::StringRef Word, const Place &At);
  /// The same but for strings, which make it return false.
  bool addLeaf(llvm::StringRef Word);
  bool addNumber(llvm::StringRef Word);
  bool addComplex(llvm::StringRef Word);
  bool addEnum(llvm::StringRef Word);
  bool addTorchWord(llvm::StringRef Word);
  bool addBySchema(llvm::StringRef Word, SchemaKind Kind);
  void addString(llvm::StringRef Text);

  //===--- From the outside (FXText.cpp) ----------------------------------===//

  bool parseOddArguments(llvm::StringRef Text);
  bool addOddArgs(llvm::StringRef Inner);
  bool addOddKwargs(llvm::StringRef Inner);
  void addOddValue(llvm::StringRef Text, const Place &At, unsigned Depth);
  bool addOddContainer(llvm::StringRef Text, const Place &At, unsigned Depth);
  void addOddKey(llvm::StringRef Text, unsigned Depth);
  bool addOddDict(llvm::StringRef Inner, const Place &At, unsigned Depth);
  bool isObject(llvm::StringRef Text) const;
  bool addObject(llvm::StringRef Text);
  void addOddString(llvm::StringRef Text, const Place &At);
  bool isKeyword(llvm::StringRef Name) const;
  bool isBareString(llvm::StringRef Text);
  bool canHoldText(const Place &At, llvm::StringRef Text);
  size_t countSurplus(size_t NumArgs);
  using Pieces = llvm::SmallVector<llvm::StringRef, 8>;
  void joinProse(Pieces &Items);
  void reportNeighbours(const Pieces &Items, Place At, bool InList);
  void splitItems(llvm::StringRef Inner, bool Keywords, Pieces &Out);

  //===--- Python's repr (FXRepr.cpp) -------------------------------------===//

  /// Adds the value whose str() is \p Text: a placeholder's default, or what is
  /// returned.
  void addPrinted(llvm::StringRef Text, bool IsReturn);
  /// Adds the value whose repr() is \p Text; false, adding nothing, when that
  /// is no repr, or holds a node and must not.
  bool tryRepr(llvm::StringRef Text, unsigned Depth, bool Nodes);

  // These take a value off the front of Text. A part that is not understood
  // becomes text that prints the same.
  void addRepr(llvm::StringRef &Text, unsigned Depth);
  bool addReprValue(llvm::StringRef &Text, unsigned Depth);
  bool addReprItems(llvm::StringRef &Text, ArgKind Kind, char Close,
                    unsigned Depth);
  bool addReprDict(llvm::StringRef &Text, unsigned Depth);
  bool addReprWord(llvm::StringRef &Text, unsigned Depth);
  bool addReprCall(llvm::StringRef Word, llvm::StringRef &Text, unsigned Depth);
  bool addReprFields(llvm::StringRef Class, llvm::StringRef &Text,
                     unsigned Depth);
  bool addReprString(llvm::StringRef &Text);
  bool addReprOperator(llvm::StringRef &Text);
  bool addReprDevice(llvm::StringRef &Text);
  void addOpaque(llvm::StringRef &Text);
  struct Mark {
    size_t Bytes, Operands, Unresolved, Tokens;
  };
  Mark mark() const {
    return {Args.Bytes.size(), Args.Operands.size(), Builder.unresolvedMark(),
            Map ? Map->mark() : 0};
  }
  void rollBack(const Mark &M) {
    Args.Bytes.resize(M.Bytes);
    Args.Operands.resize(M.Operands);
    Builder.dropUnresolved(M.Unresolved);
    if (Map)
      Map->rollBack(M.Tokens);
  }

  void note(SyntaxMap::KindType Kind, const char *From, const char *To) {
    if (LLVM_UNLIKELY(Map != nullptr))
      Map->add(Kind, From, To);
  }

  ParserOptions Options;
  SyntaxMap *Map;
  Context &Ctx;
  SymbolCache Symbols;
  Reporter Report;
  const char *Begin, *Cur, *End;
  GraphBuilder Builder;
  ArgSpecBuilder Args;
  Symbol OutputTarget;
  bool OldTorch = false;
  bool HasOutput = false;
  /// The lines end in `\r\n`.
  bool CarriageReturns = false;
  bool HasParameters = false;  ///< The header named the placeholders.
  std::optional<Argument> Val; ///< From a type with tensor metadata.
  Opcode CurrentOp = Opcode::CallFunction;
  Symbol CurrentTarget;
  llvm::DenseMap<uint64_t, TargetInfo> Targets;
  const Graph *CurrentGraph = nullptr;
  /// What is known of CurrentTarget; null before the first question.
  const TargetInfo *Current = nullptr;
  BracketMap Brackets;
  TextBuffer Printed; ///< For comparing with what a value prints.
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXPARSER_H
