//===- NativeParser.cpp - Files of native text ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParser.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

NativeParser::NativeParser(Context &Ctx, StringRef Text,
                           DiagnosticEngine &Diags, SyntaxMap *Map)
    : Ctx(Ctx), In(Ctx, Text, Diags, Map),
      Builder(In.Symbols, In.Report, Text.begin(), /*HasQuotes=*/true, Map),
      Values(Ctx, In, Builder), Nodes(Ctx, In, Builder, Values),
      Trees(Ctx, In, Values, Nodes) {
  if (Map)
    Map->begin(Text);
}

bool NativeParser::parse(std::vector<std::unique_ptr<GraphModule>> &Out) {
  Modules = &Out;
  if (!parseHeader())
    return false;
  bool Lost = false;
  while (In.nextLine() && !In.Report.hopeless()) {
    // What follows a mistake and is not a beginning of anything belongs to it.
    bool IsItem = In.atItem();
    if (!IsItem && !Lost)
      In.expected("'module', 'weights', 'program', 'torch' or 'graph():'");
    Lost = !IsItem || !parseItem();
    if (Lost)
      In.skipLine();
  }
  if (Pending && !Lost)
    In.Report.error(diag::err_module_without_graph, In.End);
  if (Pending && In.Map)
    In.Map->forgetModule(index());
  return In.Report.numErrors() == 0;
}

/// The first line, `fx 1`.
bool NativeParser::parseHeader() {
  In.consumeText("\xEF\xBB\xBF");
  if (!In.nextLine() || !In.peekWord("fx")) {
    In.Report.error(diag::err_no_version, In.Cur);
    return false;
  }
  return parseVersion();
}

bool NativeParser::parseVersion() {
  In.consumeKeyword("fx");
  In.skipBlanks();
  const char *Digits = In.Cur;
  In.Cur = skipClass(In.Cur, In.End, CC_Digit);
  StringRef Text(Digits, In.Cur - Digits);
  unsigned Version;
  if (Text.empty())
    return In.expected("a number, the version of the text");
  if (Text.getAsInteger(10, Version) || Version > NativeVersion) {
    In.Report.error(diag::err_newer_version, Digits, Text, NativeVersion)
        .range(makeRange(Digits, In.Cur));
    return false;
  }
  return In.expectLineEnd();
}

GraphModule &NativeParser::pending() {
  if (!Pending)
    Pending = std::make_unique<GraphModule>(Ctx);
  return *Pending;
}

/// What can stand outside of modules and graphs; at its first word, which
/// In.atItem() knows.
bool NativeParser::parseItem() {
  // Files can be joined: each may bring its version.
  if (In.peekWord("fx"))
    return parseVersion();
  if (In.peekWord("module"))
    return parseModuleHeader();
  if (In.consumeKeyword("weights")) {
    StringRef File;
    if (!In.isNext('"'))
      return In.expected("a file name in double quotes");
    const char *FileBegin = In.Cur;
    if (!In.parseString(File))
      return false;
    In.note(SyntaxMap::String, FileBegin);
    pending().addWeightFile(File);
    return In.expectLineEnd();
  }
  if (In.consumeKeyword("torch")) {
    In.skipBlanks();
    bool Old = In.consumeKeyword("1");
    if (!Old && !In.consumeKeyword("2"))
      return In.expected("'1' or '2', the version of PyTorch");
    pending().setFromOldTorch(Old);
    return In.expectLineEnd();
  }
  if (In.peekWord("program"))
    return parseProgram();
  bool Good = Nodes.parseGraph(pending().graph(), index(), /*Nested=*/false);
  Good &= finishProgram();
  Modules->push_back(std::move(Pending));
  return Good;
}

/// `program {` and lines `NAME = VALUE`. They are kept until the graph whose
/// nodes they name is there.
bool NativeParser::parseProgram() {
  const char *At = In.Cur;
  In.consumeKeyword("program");
  if (ProgramAt) {
    In.Report.error(diag::err_second_program, At);
    return false;
  }
  if (!In.expect('{') || !In.expectLineEnd())
    return false;
  ProgramAt = At;
  while (In.nextLine() && !In.Report.hopeless()) {
    if (In.consume('}'))
      return In.expectLineEnd();
    ProgramAttribute A;
    A.At = In.Cur;
    if (In.parseKey(A.Name) && In.expect('=') &&
        Values.parseConstant(A.Value) && In.expectLineEnd())
      ProgramAttributes.push_back(std::move(A));
    else
      In.skipLine();
  }
  return In.expected("'}'");
}

/// Makes the module whose graph was read an exported program, if it is one.
bool NativeParser::finishProgram() {
  if (!ProgramAt)
    return true;
  ExportedProgram &Program = pending().makeProgram();
  bool Good = true;
  for (const ProgramAttribute &A : ProgramAttributes) {
    if (Program.setAttribute(A.Name, A.Value))
      continue;
    In.Report.error(diag::err_bad_program_attribute, A.At, A.Name)
        .range(makeRange(A.At, A.At + A.Name.str().size()));
    Good = false;
  }
  ProgramAt = nullptr;
  ProgramAttributes.clear();
  return Good;
}

/// `module NAME = CLASS(...) open training {`.
bool NativeParser::parseModuleHeader() {
  const char *At = In.Cur;
  In.consumeKeyword("module");
  if (Pending && (Pending->name() || Pending->hasTree())) {
    In.Report.error(diag::err_module_without_graph, At);
    Pending.reset();
    if (In.Map)
      In.Map->forgetModule(index());
  }
  GraphModule &M = pending();
  In.skipBlanks();
  const char *NameBegin = In.Cur, *NameEnd = In.Cur;
  if (!In.atEnd() && (*In.Cur == '"' || isClass(*In.Cur, CC_NameStart))) {
    Symbol Name;
    NameBegin = In.Cur;
    if (!In.parseKey(Name, SyntaxMap::Member))
      return false;
    NameEnd = In.Cur;
    M.setName(Name);
  }
  if (In.consume('=') && !Trees.parseClass(M.root()))
    return false;
  auto Kind = GraphModule::TreeKind::Closed;
  if (In.consumeKeyword("open"))
    Kind = GraphModule::TreeKind::Open;
  else if (In.consumeKeyword("loose"))
    Kind = GraphModule::TreeKind::None;
  else if (!In.isNext('{'))
    return In.expectLineEnd();
  if (!In.expect('{'))
    return false;
  M.setTreeKind(Kind);
  if (!In.expectLineEnd())
    return false;
  if (In.Map)
    In.Map->beginMember(At, NameBegin, NameEnd, index());
  bool Good = Trees.parseTree(M.root(), index());
  while (In.Map && In.Map->hasOpenMember())
    In.Map->endMember(In.Cur);
  return Good;
}
