//===- NativeParser.h - The reader of native text ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A descent over the bytes of the buffer, without a token in between: one pass,
// nothing allocated per node but the node. The grammar is that of
// docs/LangRef.md; functions that read a part of it return false after they
// have reported what is wrong, and the caller goes on at the next line.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_NATIVEPARSER_H
#define FX_LIB_ASMPARSER_NATIVEPARSER_H

#include "GraphBuilder.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/SmallString.h"

namespace fx::asmparser {

/// The newest version of native text.
constexpr unsigned NativeVersion = 1;
/// Deepest nesting of modules in a header.
constexpr unsigned MaxModuleDepth = 200;

class NativeParser {
public:
  /// \p Map is filled, or null.
  NativeParser(Context &Ctx, llvm::StringRef Text, DiagnosticEngine &Diags,
               SyntaxMap *Map = nullptr);

  /// Reads the whole text. False when errors were reported.
  bool parse(std::vector<std::unique_ptr<GraphModule>> &Out);

private:
  //===--- Characters (NativeParser.cpp) ----------------------------------===//

  bool atEnd() const { return Cur == End; }
  bool atLineEnd() const {
    return Cur == End || *Cur == '\n' || (*Cur == '\r' && isCarriageReturn());
  }
  bool isCarriageReturn() const { return Cur + 1 == End || Cur[1] == '\n'; }
  void skipBlanks() {
    while (Cur != End && (*Cur == ' ' || *Cur == '\t'))
      ++Cur;
  }
  /// To the beginning of the next line.
  void skipLine();
  /// To the next line that is neither empty nor a comment, after its
  /// indentation. False at the end of the text.
  bool nextLine();
  /// Steps over \p C, and blanks before it.
  bool consume(char C) {
    skipBlanks();
    if (Cur == End || *Cur != C)
      return false;
    ++Cur;
    return true;
  }
  /// Steps over \p Text where it stands, without looking for blanks.
  template <size_t N> bool consumeText(const char (&Text)[N]) {
    if (size_t(End - Cur) < N - 1 || std::memcmp(Cur, Text, N - 1) != 0)
      return false;
    Cur += N - 1;
    return true;
  }
  /// Steps over a word of exactly this text, and blanks before it.
  bool consumeWord(llvm::StringRef Word);
  /// Whether a word of exactly this text comes next.
  bool peekWord(llvm::StringRef Word) const;
  /// The same of a word that begins or ends something; the map has it.
  bool consumeKeyword(llvm::StringRef Word);
  void note(SyntaxMap::KindType Kind, const char *From) {
    if (LLVM_UNLIKELY(Map != nullptr))
      Map->add(Kind, From, Cur);
  }
  bool expect(char C);
  bool expectLineEnd();
  bool expected(llvm::StringRef What);
  /// What is at Cur, for messages.
  const char *tokenEnd() const;
  bool isNext(char C) {
    skipBlanks();
    return Cur != End && *Cur == C;
  }

  //===--- Values (NativeValues.cpp) --------------------------------------===//

  /// Reads a value into *B. \p Depth is the nesting around it.
  bool parseValue(unsigned Depth);
  bool parseReference();
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
  /// A string in quotes; the result lives until the next one is read.
  bool parseString(llvm::StringRef &Text);
  bool parseEscapes(const char *Begin, llvm::StringRef &Text);
  /// A key of kwargs, metadata or a constructor: a name or a string.
  bool parseKey(Symbol &Key, SyntaxMap::KindType Kind = SyntaxMap::Key);

  //===--- Nodes (NativeNodes.cpp) ----------------------------------------===//

  bool parseGraph(Graph &G, bool Nested);
  bool parseNode(const char *LineBegin);
  bool parseNodeLine(GraphBuilder::Line &L);
  bool parseHead(GraphBuilder::Line &L, std::vector<llvm::StringRef> &Users);
  bool parseType(Symbol &Type);
  bool parseCounts(GraphBuilder::Line &L, std::vector<llvm::StringRef> &Users);
  bool parseUserList(std::vector<llvm::StringRef> &Users);
  bool parseOperation(GraphBuilder::Line &L);
  bool parseTarget(Symbol &Target);
  bool parseArguments(Opcode Op);
  bool parseKwargs();
  bool parseMeta(uint32_t &Meta);
  bool parseReturn(const char *LineBegin);

  //===--- Modules (NativeModules.cpp) ------------------------------------===//

  bool parseHeader();
  bool parseVersion();
  bool atItem() const;
  bool parseItem();
  bool parseProgram();
  bool finishProgram();
  bool parseModuleHeader();
  bool parseMembers(Module &Root);
  bool parseMember(std::vector<Module *> &Open);
  bool parseMemberLine(std::vector<Module *> &Open);
  bool parseNestedGraph(Module &M);
  bool parseChild(std::vector<Module *> &Open, Symbol Name);
  bool parseClass(Module &M);
  bool parseClassName(Symbol &Name);
  bool parseConstructor(Module &M);
  bool parseConstructorItem(Module &M, std::vector<Argument> &Positional,
                            std::vector<KwArg> &Keywords);
  bool parseTensor(Module &M, Symbol Name, TensorAttr::RoleKind Role);
  bool parseTensorType(Argument &Type);
  bool parseTensorOption(TensorAttr &T);
  /// A value that holds no node.
  bool parseConstant(Argument &Value);
  GraphModule &pending();

  Context &Ctx;
  SyntaxMap *Map;
  SymbolCache Symbols;
  Reporter Report;
  const char *Begin, *Cur, *End;
  GraphBuilder Builder;
  /// Where values go: Args for nodes, Constants for everything else.
  ArgSpecBuilder *B;
  ArgSpecBuilder Args, Constants;
  llvm::SmallString<128> Scratch;
  Symbol OutputTarget;
  /// What an exported program has besides its graph, which comes after it.
  struct ProgramAttribute {
    const char *At;
    Symbol Name;
    Argument Value;
  };
  std::vector<ProgramAttribute> ProgramAttributes;
  const char *ProgramAt = nullptr;
  /// The module whose graph comes next, once something of it was read.
  std::unique_ptr<GraphModule> Pending;
  std::vector<std::unique_ptr<GraphModule>> *Modules = nullptr;
  /// The last metadata that was read and its text: neighbors often share it.
  llvm::StringRef LastMetaText;
  uint32_t LastMeta = 0;
  /// Its tokens in the map.
  size_t LastMetaTokens = 0, LastMetaTokensEnd = 0;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_NATIVEPARSER_H
