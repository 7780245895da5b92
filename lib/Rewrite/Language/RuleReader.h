//===- RuleReader.h - The parser of rule files ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent with one token of lookahead, bounded by MaxRuleNesting.
// Functions that read a part return null or false after they have reported what
// is wrong; the reader goes on with the next clause.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULEREADER_H
#define FX_LIB_REWRITE_RULEREADER_H

#include "RuleLexer.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Rewrite/RuleSyntax.h"

namespace fx::rewrite {

class RuleReader {
public:
  /// Without \p Examples those of rules are skipped.
  RuleReader(RuleFile &File, llvm::StringRef Text, DiagnosticEngine &Diags,
             bool Examples)
      : File(File), Diags(Diags), Lex(Text, Diags), Examples(Examples) {}

  /// False when errors were reported.
  bool read();

private:
  //===--- Tokens ---------------------------------------------------------===//

  void advance();
  void open() {
    ++Brackets;
    advance();
  }
  /// The token after the closing bracket counts line ends again.
  void close() {
    --Brackets;
    advance();
  }
  bool consume(llvm::StringRef Sign);
  bool consumeWord(llvm::StringRef Word);
  bool expected(llvm::StringRef What);
  bool expect(llvm::StringRef Sign);
  /// Reads the closing \p Sign of the bracket that began at \p Begin.
  bool expectClose(llvm::StringRef Sign, const char *Begin);
  template <typename... Ts>
  DiagnosticBuilder report(diag::ID Id, const char *At, const Ts &...Args) {
    return Diags.report(Id, llvm::SMLoc::getFromPointer(At), Args...);
  }

  //===--- Items and clauses (RuleReader.cpp) -----------------------------===//

  bool readVersion();
  void readItem();
  bool readUse(Item &I);
  bool readSet(Item &I);
  bool readDefine(Item &I);
  bool readForm(Form &F);
  bool readRule(Item &I, std::vector<llvm::StringRef> Docs);
  bool readAttributes(RuleDef &R);
  void readBody(RuleDef &R, const char *Begin);
  bool readClause(RuleDef &R);
  bool readBlock(Block &B, Clause::ClauseKind Kind);
  bool readLine(Block &B, Clause::ClauseKind Kind);
  bool readExample(Clause &C);
  bool readProgram(Block &B);
  bool readInputs(Clause &C);
  bool readReason(Clause &C);
  bool expectLineEnd();
  /// To the next line at which \p Depth blocks are open.
  void recover(unsigned Depth);

  //===--- Expressions (RuleExpressions.cpp) ------------------------------===//

  Expr *readExpr();
  Expr *readOr();
  Expr *readAnd();
  Expr *readNot();
  Expr *readCompare();
  Expr *readSum();
  Expr *readProduct();
  Expr *readUnary();
  Expr *readPostfix();
  Expr *readIndex(Expr *Of);
  Expr *readPrimary();
  Expr *readCapture();
  Expr *readParens();
  Expr *readList();
  Expr *readRest();
  Expr *readName();
  Expr *readNAry(const char *Begin, llvm::StringRef Word);
  Expr *readChain();
  Expr *readUpdate();
  /// The operators and arguments of a call that begins at \p Begin.
  Expr *readCall(const char *Begin, llvm::StringRef Capture);
  bool readOperators(Expr &Call);
  bool readOperator(Expr &Call);
  bool readArguments(Expr &Call);
  Expr *readComprehension(Expr *Value);
  bool readOps(llvm::SmallVectorImpl<OpName> &Ops, llvm::StringRef Close);
  bool readType(TypePattern &Type);
  bool readDims(TypePattern &Type);
  Expr *binary(ExprKind Kind, llvm::StringRef Sign, Expr *A, Expr *B);
  Expr *finish(Expr *E) {
    E->End = LastEnd;
    return E;
  }

  RuleFile &File;
  DiagnosticEngine &Diags;
  RuleLexer Lex;
  Token Tok;
  const char *LastEnd = nullptr;
  unsigned Brackets = 0; ///< Open ones, in which line ends do not count.
  unsigned Depth = 0;    ///< Depth of nested expressions.
  unsigned Blocks = 0;   ///< Open braces of rules and of match and with.
  /// In conditions and constants, where a colon belongs to a slice.
  bool InConstants = false;
  bool Examples;
  bool Failed = false;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULEREADER_H
