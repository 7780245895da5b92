//===- RulePrinter.cpp - Writes files of rewrite rules --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx::rewrite;
using namespace llvm;

/// How tightly an expression binds; larger is tighter.
static int precedence(const Expr &E) {
  switch (E.Kind) {
  case ExprKind::Conditional:
    return 0;
  case ExprKind::Logic:
    return E.Text == "or" ? 1 : 2;
  case ExprKind::Unary:
    return E.Text == "not" ? 3 : 7;
  case ExprKind::Compare:
    return 4;
  case ExprKind::Binary:
    return E.Text == "+" || E.Text == "-" ? 5 : E.Text == "**" ? 8 : 6;
  case ExprKind::As:
    return 9;
  default:
    return 10;
  }
}

static void printType(const TypePattern &T, raw_ostream &OS) {
  OS << join(T.Kinds, "|");
  if (!T.HasShape)
    return;
  OS << '[';
  ListSeparator Comma;
  for (const DimPattern &D : T.Dims) {
    OS << Comma;
    if (D.Kind == DimPattern::Rest)
      OS << "..";
    OS << (D.Kind == DimPattern::Any ? "_" : D.Text);
  }
  OS << ']';
}

static void printAt(const Expr &E, int Level, raw_ostream &OS) {
  bool Parens = precedence(E) < Level;
  if (Parens)
    OS << '(';
  printExpr(E, OS);
  if (Parens)
    OS << ')';
}

static void printOps(ArrayRef<OpName> Ops, raw_ostream &OS) {
  ListSeparator Comma;
  for (const OpName &Op : Ops) {
    OS << Comma;
    if (Op.IsSet)
      OS << '<' << Op.Text << '>';
    else
      OS << Op.Text;
  }
}

static void printList(ArrayRef<Expr *> Kids, StringRef Between,
                      raw_ostream &OS) {
  ListSeparator Separator(Between);
  for (const Expr *Kid : Kids) {
    OS << Separator;
    printExpr(*Kid, OS);
  }
}

static void printArguments(const Expr &E, size_t First, raw_ostream &OS) {
  OS << '(';
  ListSeparator Comma;
  for (size_t I = First; I != E.Kids.size(); ++I) {
    OS << Comma;
    if (!E.ArgNames[I].empty())
      OS << E.ArgNames[I] << '=';
    printExpr(*E.Kids[I], OS);
  }
  OS << ')';
}

static void printCall(const Expr &E, raw_ostream &OS) {
  if (!E.OpCapture.empty())
    OS << E.OpCapture << ':';
  if (E.Braces)
    OS << '{';
  printOps(E.Ops, OS);
  if (E.Braces)
    OS << '}';
  if (E.Optional)
    OS << '?';
  printArguments(E, 0, OS);
}

static void printComprehension(const Expr &E, raw_ostream &OS) {
  printExpr(*E.Kids[0], OS);
  OS << " for " << E.Text << " in ";
  printAt(*E.Kids[1], 1, OS);
  if (E.Kids[2]) {
    OS << " if ";
    printAt(*E.Kids[2], 1, OS);
  }
}

void fx::rewrite::printExpr(const Expr &E, raw_ostream &OS) {
  int Level = precedence(E);
  switch (E.Kind) {
  case ExprKind::Value:
    OS << '%' << E.Text << (E.Star ? "*" : "") << (E.Written ? "!" : "");
    if (E.Type) {
      OS << " : ";
      printType(*E.Type, OS);
    }
    return;
  case ExprKind::Constant:
    OS << '$' << E.Text << (E.Star ? "*" : "");
    return;
  case ExprKind::Name:
  case ExprKind::Literal:
    OS << E.Text;
    return;
  case ExprKind::Wildcard:
    OS << '_';
    return;
  case ExprKind::Rest:
    OS << "...";
    return printList(E.Kids, "", OS);
  case ExprKind::List:
    OS << '[';
    printList(E.Kids, ", ", OS);
    OS << ']';
    return;
  case ExprKind::Each:
    OS << "each ";
    return printExpr(*E.Kids[0], OS);
  case ExprKind::Call:
    return printCall(E, OS);
  case ExprKind::NAry:
    OS << E.Text << " of (";
    printList(E.Kids, ", ", OS);
    OS << ')';
    return;
  case ExprKind::Chain:
    OS << '~';
    if (!E.OpCapture.empty())
      OS << E.OpCapture << ':';
    OS << E.Text << '(';
    printList(E.Kids, "", OS);
    OS << ')';
    return;
  case ExprKind::Update:
    OS << "update ";
    printExpr(*E.Kids[0], OS);
    return printArguments(E, 1, OS);
  case ExprKind::Alternatives:
    OS << '(';
    printList(E.Kids, " | ", OS);
    OS << ')';
    return;
  case ExprKind::As:
    printAt(*E.Kids[0], Level, OS);
    OS << " as ";
    return printExpr(*E.Kids[1], OS);
  case ExprKind::Unary:
    OS << (E.Text == "not" ? "not " : "-");
    return printAt(*E.Kids[0], Level, OS);
  case ExprKind::Binary:
    printAt(*E.Kids[0], E.Text == "**" ? Level + 1 : Level, OS);
    OS << ' ' << E.Text << ' ';
    return printAt(*E.Kids[1], E.Text == "**" ? 7 : Level + 1, OS);
  case ExprKind::Compare:
    printAt(*E.Kids[0], Level + 1, OS);
    for (size_t I = 0; I != E.Signs.size(); ++I) {
      OS << ' ' << E.Signs[I] << ' ';
      printAt(*E.Kids[I + 1], Level + 1, OS);
    }
    return;
  case ExprKind::Logic:
    printAt(*E.Kids[0], Level, OS);
    OS << ' ' << E.Text << ' ';
    return printAt(*E.Kids[1], Level + 1, OS);
  case ExprKind::Conditional:
    printAt(*E.Kids[0], Level + 1, OS);
    OS << " if ";
    printAt(*E.Kids[1], Level + 1, OS);
    OS << " else ";
    return printAt(*E.Kids[2], Level, OS);
  case ExprKind::Index:
    printAt(*E.Kids[0], 10, OS);
    OS << '[';
    printExpr(*E.Kids[1], OS);
    OS << ']';
    return;
  case ExprKind::Slice:
    printAt(*E.Kids[0], 10, OS);
    OS << '[';
    if (E.Kids[1])
      printExpr(*E.Kids[1], OS);
    OS << ':';
    if (E.Kids[2])
      printExpr(*E.Kids[2], OS);
    OS << ']';
    return;
  case ExprKind::Comprehension:
    return printComprehension(E, OS);
  }
}

//===----------------------------------------------------------------------===//
// Clauses and items
//===----------------------------------------------------------------------===//

static void printComments(ArrayRef<StringRef> Comments, StringRef Indent,
                          raw_ostream &OS) {
  for (StringRef Comment : Comments)
    if (Comment.data())
      OS << Indent << "//" << Comment << '\n';
    else
      OS << '\n';
}

static void printLine(const Line &L, raw_ostream &OS) {
  if (L.Each)
    OS << "each ";
  printList(L.Results, ", ", OS);
  if (!L.Results.empty())
    OS << " = ";
  printExpr(*L.Value, OS);
}

static void printBlock(const Block &B, raw_ostream &OS) {
  if (!B.Braces) {
    ListSeparator Comma;
    for (const Line &L : B.Lines) {
      OS << Comma;
      printLine(L, OS);
    }
    return;
  }
  OS << "{\n";
  for (const Line &L : B.Lines) {
    printComments(L.Comments, "    ", OS);
    printLine(L, OS << "    ");
    OS << '\n';
  }
  printComments(B.Comments, "    ", OS);
  OS << "  }";
}

static void printExample(const Clause &C, raw_ostream &OS) {
  OS << (C.Negative ? "example no (" : "example (");
  ListSeparator Comma;
  for (const Clause::Input &I : C.Inputs) {
    OS << Comma << I.Name << (I.IsConstant ? ": const " : ": ");
    printType(I.Type, OS);
  }
  OS << ") ";
  printBlock(C.Before, OS);
  if (!C.After.Lines.empty()) {
    OS << " => ";
    printBlock(C.After, OS);
  }
  if (C.HasReason)
    OS << " \"" << C.Reason << '"';
}

static void printClause(const Clause &C, raw_ostream &OS) {
  printComments(C.Comments, "  ", OS);
  OS << "  ";
  switch (C.Kind) {
  case Clause::Match:
    printBlock(C.Body, OS << "match ");
    break;
  case Clause::With:
    OS << "with ";
    if (C.IsNative)
      OS << "native";
    else if (C.Body.Lines.empty() && !C.Body.Braces)
      OS << "nothing";
    printBlock(C.Body, OS);
    break;
  case Clause::Where:
    OS << "where ";
    printExpr(*C.Value, OS);
    if (C.HasReason)
      OS << " : \"" << C.Reason << '"';
    break;
  case Clause::Let:
    OS << "let ";
    printExpr(*C.Target, OS);
    OS << " = ";
    printExpr(*C.Value, OS);
    break;
  case Clause::Metadata:
    OS << "metadata from ";
    printExpr(*C.Value, OS);
    break;
  case Clause::Example:
    printExample(C, OS);
    break;
  }
  OS << '\n';
}

static void printAttribute(const Attribute &A, raw_ostream &OS) {
  OS << A.Name;
  if (A.Value.empty() && !A.IsQuoted)
    return;
  StringRef Quote = A.IsQuoted ? "\"" : "";
  bool Parens = A.Name == "rounding";
  OS << (Parens ? "(" : " ") << Quote << A.Value << Quote
     << (Parens ? ")" : "");
}

static void printRule(const RuleDef &R, raw_ostream &OS) {
  for (StringRef Doc : R.Docs)
    OS << "///" << Doc << '\n';
  OS << "rule " << R.Name;
  StringRef Between = " : ";
  for (const Attribute &A : R.Attributes) {
    OS << Between;
    Between = ", ";
    printAttribute(A, OS);
  }
  OS << " {\n";
  for (const Clause &C : R.Clauses)
    printClause(C, OS);
  printComments(R.Comments, "  ", OS);
  OS << "}\n";
}

static void printDefine(const Define &D, raw_ostream &OS) {
  OS << "define " << D.Name << '(';
  printList(D.Params, ", ", OS);
  OS << ") = ";
  StringRef Between = "";
  for (const Form &F : D.Forms) {
    OS << Between;
    Between = "\n    | ";
    printExpr(*F.Pattern, OS);
    if (F.Where) {
      OS << " where ";
      printExpr(*F.Where, OS);
    }
    for (const auto &[Target, Value] : F.Giving) {
      OS << " giving ";
      printExpr(*Target, OS);
      OS << " = ";
      printExpr(*Value, OS);
    }
  }
  OS << '\n';
}

void fx::rewrite::printRules(const RuleFile &File, raw_ostream &OS) {
  OS << "fxr " << RuleVersion << '\n';
  std::optional<Item::ItemKind> Last;
  for (const Item &I : File.Items) {
    // Rules stand apart, the rest in groups of a kind.
    if (I.Kind == Item::Rule || Last != I.Kind)
      OS << '\n';
    Last = I.Kind;
    printComments(I.Comments, "", OS);
    switch (I.Kind) {
    case Item::Use:
      OS << "use \"" << File.Uses[I.Index].Path << "\"\n";
      break;
    case Item::Set:
      OS << "set " << File.Sets[I.Index].Name << " = ";
      printOps(File.Sets[I.Index].Ops, OS);
      OS << '\n';
      break;
    case Item::Def:
      printDefine(File.Defines[I.Index], OS);
      break;
    case Item::Rule:
      printRule(File.Rules[I.Index], OS);
      break;
    }
  }
  if (!File.Comments.empty()) {
    OS << '\n';
    printComments(File.Comments, "", OS);
  }
}

//===----------------------------------------------------------------------===//
// The page of the rules
//===----------------------------------------------------------------------===//

static void printRuleSection(const RuleDef &R, raw_ostream &OS) {
  OS << "\n### " << R.Name << "\n\n";
  ListSeparator Comma;
  for (const Attribute &A : R.Attributes) {
    OS << Comma << '`';
    printAttribute(A, OS);
    OS << '`';
  }
  OS << ".\n";
  if (!R.Docs.empty())
    OS << '\n';
  for (StringRef Doc : R.Docs)
    OS << Doc.ltrim() << '\n';
  OS << "\n```text\n";
  for (const Clause &C : R.Clauses)
    printClause(C, OS);
  OS << "```\n";
}

void fx::rewrite::printRulesPage(const RuleFile &File, StringRef Title,
                                 raw_ostream &OS) {
  OS << "\n## " << Title << '\n';
  // What stands above the first item is about the file.
  if (!File.Items.empty() && !File.Items.front().Comments.empty()) {
    OS << '\n';
    for (StringRef Comment : File.Items.front().Comments)
      if (StringRef Text = Comment.ltrim("/ "); !Text.empty())
        OS << Text << '\n';
  }
  if (!File.Defines.empty()) {
    OS << "\n```text\n";
    for (const Define &D : File.Defines)
      printDefine(D, OS);
    OS << "```\n";
  }
  for (const RuleDef &R : File.Rules)
    printRuleSection(R, OS);
}
