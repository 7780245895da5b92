//===- RuleReader.cpp - Items and clauses of rule files -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleReader.h"
#include "fx/Rewrite/RuleParser.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

std::unique_ptr<RuleFile>
fx::rewrite::parseRules(std::shared_ptr<SourceMgr> Source, unsigned BufferId,
                        DiagnosticEngine &Diags, bool Examples) {
  auto File = std::make_unique<RuleFile>();
  File->Source = std::move(Source);
  StringRef Text = File->Source->getMemoryBuffer(BufferId)->getBuffer();
  if (Text.size() > MaxRuleFileBytes) {
    Diags.report(diag::err_rules_limit, SMLoc::getFromPointer(Text.begin()),
                 MaxRuleFileBytes, "bytes in a file of rules");
    return nullptr;
  }
  // Lines of such a file, an archive for one, are no help.
  if (Text.take_front(512).contains('\0')) {
    Diags.report(diag::err_rules_not_text, SMLoc())
        .file(File->Source->getMemoryBuffer(BufferId)->getBufferIdentifier());
    return nullptr;
  }
  if (!RuleReader(*File, Text, Diags, Examples).read())
    return nullptr;
  return File;
}

void RuleFile::forEachUsed(function_ref<void(RuleFile &)> Visit) {
  SmallVector<RuleFile *, 4> Files = {this};
  for (size_t I = 0; I != Files.size(); ++I) {
    Visit(*Files[I]);
    for (const UsedFile &U : Files[I]->Uses)
      if (U.File && !is_contained(Files, U.File))
        Files.push_back(U.File);
  }
}

/// What \p Of has of that name in \p File or one that it uses.
template <typename T>
static T *findNamed(RuleFile &File, std::vector<T> RuleFile::*Of,
                    StringRef Name) {
  T *Found = nullptr;
  File.forEachUsed([&](RuleFile &Used) {
    for (T &Item : Used.*Of)
      if (!Found && Item.Name == Name)
        Found = &Item;
  });
  return Found;
}

Define *RuleFile::findDefine(StringRef Name) {
  return findNamed(*this, &RuleFile::Defines, Name);
}
SetDef *RuleFile::findSet(StringRef Name) {
  return findNamed(*this, &RuleFile::Sets, Name);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void RuleReader::advance() {
  LastEnd = Tok.End_;
  Tok = Lex.next(Brackets != 0);
  Failed |= Tok.Kind == Token::Bad;
}

bool RuleReader::consume(StringRef Sign) {
  if (!Tok.is(Sign))
    return false;
  advance();
  return true;
}

bool RuleReader::consumeWord(StringRef Word) {
  if (!Tok.isWord(Word))
    return false;
  advance();
  return true;
}

bool RuleReader::expected(StringRef What) {
  Failed = true;
  // What the lexer could not read is reported.
  if (Tok.Kind != Token::Bad)
    report(diag::err_expected, Tok.Begin, What);
  return false;
}

bool RuleReader::expect(StringRef Sign) {
  return consume(Sign) || expected(("'" + Sign + "'").str());
}

bool RuleReader::expectClose(StringRef Sign, const char *Begin) {
  if (Tok.is(Sign)) {
    close();
    return true;
  }
  --Brackets;
  if (Tok.Kind != Token::End)
    return expected(("',' or '" + Sign + "'").str());
  Failed = true;
  report(diag::err_rules_unclosed, Begin, StringRef(Begin, 1));
  return false;
}

bool RuleReader::expectLineEnd() {
  if (Tok.Kind == Token::NewLine) {
    advance();
    return true;
  }
  if (Tok.Kind == Token::End || Tok.is("}"))
    return true;
  return expected(
      Tok.is("=") ? "the end of a line; '==' compares"
      : Tok.is("=>")
          ? "the end of a line; 'with' begins the next one, and '=>' is for "
            "examples"
          : "the end of a line");
}

void RuleReader::recover(unsigned Depth) {
  Brackets = 0;
  while (Tok.Kind != Token::End) {
    if (Tok.is("{"))
      ++Blocks;
    if (Tok.is("}")) {
      if (Blocks <= Depth)
        return;
      --Blocks;
    }
    bool LineEnd = Tok.Kind == Token::NewLine;
    advance();
    if (LineEnd && Blocks <= Depth)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

bool RuleReader::read() {
  advance();
  if (!readVersion())
    return false;
  while (Tok.Kind != Token::End && !Diags.tooManyErrors())
    readItem();
  File.Comments = Lex.takeComments();
  while (!File.Comments.empty() && !File.Comments.back().data())
    File.Comments.pop_back();
  return !Failed;
}

bool RuleReader::readVersion() {
  while (Tok.Kind == Token::NewLine)
    advance();
  const char *Begin = Tok.Begin;
  unsigned Version = 0;
  bool Good = consumeWord("fxr") && Tok.Kind == Token::Number &&
              !Tok.Text.getAsInteger(10, Version) && Version != 0;
  if (!Good) {
    report(diag::err_rules_version, Begin);
    return false;
  }
  if (Version > RuleVersion) {
    report(diag::err_rules_newer, Tok.Begin, Version, RuleVersion);
    return false;
  }
  advance();
  return expectLineEnd();
}

void RuleReader::readItem() {
  if (Tok.Kind == Token::NewLine)
    return advance();
  Item I;
  std::vector<StringRef> Docs;
  if (Tok.isWord("rule"))
    Docs = Lex.takeDocs();
  I.Comments = Lex.takeComments();
  bool Good;
  if (Tok.isWord("use"))
    Good = readUse(I);
  else if (Tok.isWord("set"))
    Good = readSet(I);
  else if (Tok.isWord("define"))
    Good = readDefine(I);
  else if (Tok.isWord("rule"))
    Good = readRule(I, std::move(Docs));
  else
    Good = expected("'rule', 'define', 'set' or 'use'");
  if (Good && expectLineEnd()) {
    File.Items.push_back(std::move(I));
    return;
  }
  Blocks = 0;
  if (Tok.is("}"))
    advance();
  recover(0);
  // Until a line that can begin an item, so that one mistake is one message.
  while (Tok.Kind != Token::End && !Tok.isWord("use") && !Tok.isWord("set") &&
         !Tok.isWord("define") && !Tok.isWord("rule")) {
    if (Tok.is("}"))
      advance();
    recover(0);
  }
  Blocks = 0;
}

bool RuleReader::readUse(Item &I) {
  UsedFile U;
  advance();
  if (Tok.Kind != Token::String)
    return expected("the path of a file in quotes");
  U.Path = Tok.Text;
  U.Loc = Tok.Begin;
  advance();
  I.Kind = Item::Use;
  I.Index = File.Uses.size();
  File.Uses.push_back(U);
  return true;
}

bool RuleReader::readSet(Item &I) {
  advance();
  if (Tok.Kind != Token::Name)
    return expected("the name of a set of operators");
  SetDef S;
  S.Name = Tok.Text;
  S.Loc = Tok.Begin;
  advance();
  if (!expect("="))
    return false;
  if (!readOps(S.Ops, ""))
    return false;
  I.Kind = Item::Set;
  I.Index = File.Sets.size();
  File.Sets.push_back(std::move(S));
  return true;
}

bool RuleReader::readOps(SmallVectorImpl<OpName> &Ops, StringRef Close) {
  do {
    if (Tok.Kind != Token::Name)
      return expected("the name of an operator");
    Ops.push_back({Tok.Text, false, Tok.Begin});
    advance();
  } while (consume(","));
  return Close.empty() || Tok.is(Close) ||
         expected(("',' or '" + Close + "'").str());
}

bool RuleReader::readDefine(Item &I) {
  advance();
  if (Tok.Kind != Token::Name)
    return expected("the name of a definition");
  Define D;
  D.Name = Tok.Text;
  D.Loc = Tok.Begin;
  advance();
  const char *Begin = Tok.Begin;
  if (!Tok.is("("))
    return expected("'('");
  open();
  while (!Tok.is(")")) {
    if (Tok.Kind != Token::Value && Tok.Kind != Token::Constant)
      return expected("a parameter such as '%x' or '$k'");
    D.Params.push_back(readCapture());
    if (!consume(","))
      break;
  }
  if (!expectClose(")", Begin) || !expect("="))
    return false;
  do {
    if (!readForm(D.Forms.emplace_back()))
      return false;
  } while (consume("|"));
  I.Kind = Item::Def;
  I.Index = File.Defines.size();
  File.Defines.push_back(std::move(D));
  return true;
}

bool RuleReader::readForm(Form &F) {
  if (!(F.Pattern = readExpr()))
    return false;
  SaveAndRestore Constants(InConstants, true);
  if (consumeWord("where") && !(F.Where = readOr()))
    return false;
  while (consumeWord("giving")) {
    if (Tok.Kind != Token::Constant)
      return expected("a constant such as '$k'");
    Expr *Target = readCapture();
    Expr *Value = expect("=") ? readExpr() : nullptr;
    if (!Value)
      return false;
    F.Giving.push_back({Target, Value});
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

bool RuleReader::readRule(Item &I, std::vector<StringRef> Docs) {
  RuleDef R;
  R.Docs = std::move(Docs);
  // A name may have hyphens, which is known only here.
  LastEnd = Tok.End_;
  Tok = Lex.asRuleName(Lex.next(false));
  if (Tok.Kind != Token::Name)
    return expected("the name of a rule");
  R.Name = Tok.Text;
  R.Loc = Tok.Begin;
  advance();
  if (consume(":") && !readAttributes(R))
    return false;
  const char *Begin = Tok.Begin;
  if (!expect("{"))
    return false;
  Blocks = 1;
  readBody(R, Begin);
  Blocks = 0;
  if (!consume("}"))
    return false;
  if (File.Rules.size() == MaxRules) {
    report(diag::err_rules_limit, R.Loc, MaxRules, "rules in a file");
    Failed = true;
    return false;
  }
  I.Kind = Item::Rule;
  I.Index = File.Rules.size();
  File.Rules.push_back(std::move(R));
  return true;
}

bool RuleReader::readAttributes(RuleDef &R) {
  do {
    // `cpu-exact`
    Tok = Tok.Kind == Token::Name ? Lex.asRuleName(Tok) : Tok;
    if (Tok.Kind != Token::Name)
      return expected("an attribute of the rule");
    Attribute A = {Tok.Text, {}, Tok.Begin};
    advance();
    bool Parens = Tok.is("(") && A.Name == "rounding";
    if (Parens)
      advance();
    bool TakesName = A.Name == "phase";
    if (Tok.Kind == Token::Number || Tok.Kind == Token::String ||
        (TakesName && Tok.Kind == Token::Name)) {
      A.Value = Tok.Text;
      A.IsQuoted = Tok.Kind == Token::String;
      advance();
    }
    if (Parens && !expect(")"))
      return false;
    if (A.Name == "benefit" && A.Value.empty() && !A.IsQuoted)
      return expected("a number of at least 0 after 'benefit'");
    R.Attributes.push_back(A);
  } while (consume(","));
  return true;
}

void RuleReader::readBody(RuleDef &R, const char *Begin) {
  while (Tok.Kind != Token::End && !Tok.is("}")) {
    if (Tok.Kind == Token::NewLine) {
      advance();
      continue;
    }
    if (!Examples && Tok.isWord("example")) {
      Lex.skipClause();
      advance();
    } else if (!readClause(R) || !expectLineEnd()) {
      recover(1);
    }
  }
  R.Comments = Lex.takeComments();
  if (Tok.Kind == Token::End) {
    report(diag::err_rules_unclosed, Begin, "{");
    Failed = true;
  }
}

bool RuleReader::readClause(RuleDef &R) {
  Clause C;
  C.Comments = Lex.takeComments();
  C.Loc = Tok.Begin;
  if (consumeWord("match")) {
    C.Kind = Clause::Match;
    if (!readBlock(C.Body, C.Kind))
      return false;
  } else if (consumeWord("with")) {
    C.Kind = Clause::With;
    C.IsNative = Tok.isWord("native") && Lex.peek(Tok.End_) == 0;
    if (C.IsNative)
      advance();
    else if (!consumeWord("nothing") && !readBlock(C.Body, C.Kind))
      return false;
  } else if (consumeWord("where")) {
    C.Kind = Clause::Where;
    SaveAndRestore Constants(InConstants, true);
    if (!(C.Value = readExpr()) || (consume(":") && !readReason(C)))
      return false;
  } else if (consumeWord("let")) {
    C.Kind = Clause::Let;
    SaveAndRestore Constants(InConstants, true);
    if (Tok.Kind != Token::Constant)
      return expected("a constant such as '$k'");
    C.Target = readCapture();
    if (!expect("=") || !(C.Value = readExpr()))
      return false;
  } else if (consumeWord("metadata")) {
    C.Kind = Clause::Metadata;
    if (!consumeWord("from"))
      return expected("'from'");
    if (Tok.Kind != Token::Value)
      return expected("a value such as '%x'");
    C.Value = readCapture();
  } else if (consumeWord("example")) {
    C.Kind = Clause::Example;
    if (!readExample(C))
      return false;
  } else {
    return expected("'match', 'where', 'let', 'with', 'metadata' or 'example'");
  }
  R.Clauses.push_back(std::move(C));
  return true;
}

bool RuleReader::readReason(Clause &C) {
  if (Tok.Kind != Token::String)
    return expected("a reason in quotes");
  C.Reason = Tok.Text;
  C.HasReason = true;
  advance();
  return true;
}

bool RuleReader::readBlock(Block &B, Clause::ClauseKind Kind) {
  // `with {` may be a block, or a choice of operators: a block ends its line.
  const char *Begin = Tok.Begin;
  if (!Tok.is("{") || Lex.peek(Tok.End_) != 0)
    return readLine(B, Kind);
  B.Braces = true;
  B.Loc = Begin;
  ++Blocks;
  advance();
  while (Tok.Kind != Token::End && !Tok.is("}")) {
    if (Tok.Kind == Token::NewLine) {
      advance();
      continue;
    }
    std::vector<StringRef> Comments = Lex.takeComments();
    if (!readLine(B, Kind))
      return false;
    B.Lines.back().Comments = std::move(Comments);
    if (!expectLineEnd())
      return false;
  }
  B.Comments = Lex.takeComments();
  if (Tok.Kind == Token::End) {
    report(diag::err_rules_unclosed, Begin, "{");
    Failed = true;
    return false;
  }
  --Blocks;
  advance();
  return true;
}

bool RuleReader::readLine(Block &B, Clause::ClauseKind Kind) {
  Line L;
  L.Loc = Tok.Begin;
  L.Each = Kind == Clause::Match && consumeWord("each");
  if (Kind == Clause::With && Tok.isWord("update") &&
      Lex.peek(Tok.End_) == '%') {
    if (!(L.Value = readUpdate()))
      return false;
    B.Lines.push_back(std::move(L));
    return true;
  }
  if (!(L.Value = readExpr()))
    return false;
  if (Tok.is(",") || Tok.is("=")) {
    L.Results.push_back(L.Value);
    while (consume(",")) {
      bool IsName = Tok.Kind == Token::Value;
      if (!IsName && !Tok.isWord("_"))
        return expected("a value such as '%x'");
      L.Results.push_back(IsName ? readCapture() : readExpr());
    }
    // Items that a pattern does not name are `_`.
    bool MayBeUnnamed = Kind == Clause::Match && L.Results.size() > 1 &&
                        any_of(L.Results, [](const Expr *E) {
                          return E->Kind == ExprKind::Value;
                        });
    for (const Expr *E : L.Results)
      if (E->Kind != ExprKind::Value &&
          (!MayBeUnnamed || E->Kind != ExprKind::Wildcard)) {
        report(diag::err_expected, E->Loc, "a value such as '%x'");
        Failed = true;
        return false;
      }
    if (!expect("=") || !(L.Value = readExpr()))
      return false;
  }
  B.Lines.push_back(std::move(L));
  return true;
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

bool RuleReader::readExample(Clause &C) {
  C.Negative = consumeWord("no");
  if (!readInputs(C))
    return false;
  if (!readProgram(C.Before) || (consume("=>") && !readProgram(C.After)))
    return false;
  return Tok.Kind != Token::String || readReason(C);
}

/// A block, or results with commas between.
bool RuleReader::readProgram(Block &B) {
  if (Tok.is("{") && Lex.peek(Tok.End_) == 0)
    return readBlock(B, Clause::Example);
  do {
    Line &L = B.Lines.emplace_back();
    L.Loc = Tok.Begin;
    if (!(L.Value = readExpr()))
      return false;
  } while (consume(","));
  return true;
}

bool RuleReader::readInputs(Clause &C) {
  const char *Begin = Tok.Begin;
  if (!Tok.is("("))
    return expected("the inputs of the example, as in '(x: f32[2, 3])'");
  open();
  while (!Tok.is(")")) {
    if (Tok.Kind != Token::Name)
      return expected("the name of an input");
    Clause::Input I = {Tok.Text, {}, Tok.Begin};
    advance();
    if (!expect(":"))
      return false;
    I.IsConstant = consumeWord("const");
    if (!readType(I.Type))
      return false;
    C.Inputs.push_back(std::move(I));
    if (!consume(","))
      break;
  }
  return expectClose(")", Begin);
}
