//===- FXParser.cpp - Graphs of print(graph) ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXParser.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

using LineKind = FXLines::Kind;

FXParser::FXParser(Context &Ctx, StringRef Text, DiagnosticEngine &Diags,
                   const ParserOptions &Options)
    : Options(Options), Ctx(Ctx), In{Text.begin(), Text.end()}, Lines(Text),
      Out(Ctx, Lines, Diags, Options.Map), Nodes(Ctx, In, Out),
      OutputTarget(Ctx.intern("output")) {
  if (Options.Map)
    Options.Map->begin(Text);
}

bool FXParser::parse(std::vector<std::unique_ptr<GraphModule>> &Modules) {
  In.consume("\xEF\xBB\xBF");
  while (!Out.Report.hopeless()) {
    LineKind Kind = Lines.classify(In.Cur);
    if (Kind == LineKind::End)
      break;
    if (Kind == LineKind::Blank || Kind == LineKind::Comment) {
      In.Cur = Lines.nextLineBegin(In.Cur);
      continue;
    }
    if (Kind != LineKind::Header) {
      reportNoHeader(Lines.skipBlanks(In.Cur));
      // What is below may be a graph all the same.
      while (Kind != LineKind::End && Kind != LineKind::Header) {
        In.Cur = Lines.nextLineBegin(In.Cur);
        Kind = Lines.classify(In.Cur);
      }
      continue;
    }
    auto M = std::make_unique<GraphModule>(Ctx);
    const char *Word = Lines.skipBlanks(In.Cur);
    if (Out.Map)
      Out.Map->beginGraph(M->graph(), uint32_t(Modules.size()), Word);
    Out.note(SyntaxMap::Keyword, Word, Word + StringRef("graph").size());
    parseGraph(*M);
    if (Out.Map)
      Out.Map->endGraph(In.Cur);
    M->setFromOldTorch(Nodes.isOldTorch());
    Modules.push_back(std::move(M));
  }
  if (Modules.empty() && !Out.Report.numErrors())
    Out.Report.error(diag::err_no_graph, In.Cur);
  return Out.Report.numErrors() == 0;
}

/// For a text that begins with something else than a graph.
void FXParser::reportNoHeader(const char *At) {
  StringRef Word(At, skipClass(At, In.End, CC_Word) - At);
  if (Word == "fx" || Word == "module")
    Out.Report.error(diag::err_no_version, At).range(makeRange(At, Word.end()));
  else
    Out.expected("'graph():'", At);
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

void FXParser::parseGraph(GraphModule &M) {
  Lines.followHeader(In.Cur);
  Out.Builder.begin(M.graph());
  CurrentGraph = &M.graph();
  const char *P = Lines.skipBlanks(In.Cur) + StringRef("graph(").size();
  StringRef Params(P, Lines.lineEnd(P) - P);
  Params = Params.rtrim(" \t").drop_back(StringRef("):").size());
  bool HasParameters = !Params.trim().empty();
  Nodes.beginGraph(HasParameters);
  if (HasParameters)
    parseParameters(Params);
  const char *LastLine = In.Cur;
  size_t ErrorsBefore = Out.Report.numErrors();
  HasOutput = false;
  In.Cur = Lines.nextLineBegin(In.Cur);
  bool Reported = false; // One of the meaningless lines in a row is reported.
  while (!Out.Report.hopeless()) {
    const char *LineBegin = In.Cur;
    const char *First = Lines.skipBlanks(In.Cur);
    if (LLVM_LIKELY(First != In.End && *First == '%')) {
      In.Cur = First;
      LastLine = LineBegin;
      Reported = false;
      if (LLVM_UNLIKELY(!Nodes.parse(LineBegin)))
        In.Cur = Lines.nextLineBegin(LineBegin);
      continue;
    }
    switch (Lines.classify(In.Cur)) {
    case LineKind::Return:
      In.Cur = First;
      Reported = false;
      parseReturn(LineBegin);
      break;
    case LineKind::Header:
    case LineKind::End:
      Out.Builder.finish();
      if (!HasOutput && !Options.AllowNoOutput &&
          Out.Report.numErrors() == ErrorsBefore)
        reportNoOutput(LastLine);
      return;
    case LineKind::Comment:
    case LineKind::Blank:
      In.Cur = Lines.nextLineBegin(In.Cur);
      break;
    case LineKind::Node:
    case LineKind::Text:
      if (!Reported)
        Out.expected("a node, '%name : ...', or 'return'", First);
      Reported = true;
      In.Cur = Lines.nextLineBegin(In.Cur);
      break;
    }
  }
  Out.Builder.finish();
}

/// The placeholders between the brackets of a header.
void FXParser::parseParameters(StringRef Params) {
  // Types may hold commas: a comma counts outside of brackets.
  while (!Params.empty()) {
    BracketBalance Brackets;
    size_t Comma = 0;
    while (Comma != Params.size() &&
           !(Params[Comma] == ',' && Brackets.isClosed()))
      Brackets.feed(Params.substr(Comma++, 1));
    addParameter(Params.take_front(Comma).trim());
    Params = Params.drop_front(std::min(Comma + 1, Params.size()));
  }
}

/// A placeholder that only the header names: `x`, `x : torch.Tensor`.
void FXParser::addParameter(StringRef Text) {
  auto [Target, Type] = Text.split(':');
  Target = Target.rtrim();
  StringRef Name = Target.ltrim('*');
  if (!isIdentifier(Name)) {
    Out.expected("the name of a parameter", Text.begin());
    return;
  }
  GraphBuilder::Line L;
  L.Begin = In.Cur;
  L.NameBegin = Name.begin();
  L.NameEnd = Name.end();
  if (Out.Map)
    Out.Map->beginLine(Name.begin());
  Out.note(SyntaxMap::Definition, Name.begin(), Name.end());
  L.Op = Opcode::Placeholder;
  L.Target = Out.Symbols.intern(Target);
  Type = Type.trim();
  if (!Type.empty())
    L.Type = Out.Symbols.intern(Type);
  Out.Args.clear();
  Out.Builder.define(L, Out.Args);
}

/// torch.fx prints the output last, so a text without one was cut short.
void FXParser::reportNoOutput(const char *LastLine) {
  const char *At = Lines.skipBlanks(LastLine);
  Out.Report.error(diag::err_no_return, At)
      .range(makeRange(At, Lines.lineEnd(At)))
      .note(diag::note_allow_no_output, SMLoc());
}

/// Whether the text ends within the value that is returned: a container is not
/// closed, or there is no more than the beginning of a name.
bool FXParser::isCutShort(StringRef Value) {
  Value = Value.trim();
  if (Value.empty())
    return true;
  if (StringRef("([{").contains(Value.front())) {
    BracketBalance Brackets;
    Brackets.feed(Value);
    return !Brackets.isClosed();
  }
  return isIdentifier(Value) && !Out.Builder.find(Value) &&
         any_of(CurrentGraph->nodes(), [&](const Node *N) {
           return StringRef(N->name()).starts_with(Value);
         });
}

void FXParser::parseReturn(const char *LineBegin) {
  if (LLVM_UNLIKELY(Out.Map != nullptr))
    Out.Map->beginLine(LineBegin);
  Out.note(SyntaxMap::Keyword, In.Cur, In.Cur + StringRef("return").size());
  In.Cur += StringRef("return").size();
  if (In.Cur != In.End && *In.Cur == ' ')
    ++In.Cur;
  // White space after it means nothing, but at the end of a string.
  constexpr StringLiteral White = " \t\r";
  const char *Stop = Lines.lineEnd(In.Cur);
  StringRef Line = StringRef(In.Cur, Stop - In.Cur).rtrim(White);
  if (isIdentifier(Line) && Out.Builder.find(Line)) {
    Stop = Line.end();
  } else {
    Stop = Lines.findReturnEnd(In.Cur);
    StringRef Value = StringRef(In.Cur, Stop - In.Cur).rtrim(White);
    if (!Value.empty() && StringRef(")]}").contains(Value.back()) &&
        StringRef("([{").contains(Value.front()))
      Stop = Value.end();
  }
  // A value may look like that by chance, but then its line ends.
  if (Stop == In.End && !Options.AllowNoOutput &&
      isCutShort({In.Cur, size_t(Stop - In.Cur)})) {
    reportNoOutput(LineBegin);
    In.Cur = In.End;
    return;
  }
  GraphBuilder::Line L;
  L.Begin = LineBegin;
  L.NameBegin = L.NameEnd = nullptr;
  L.Op = Opcode::Output;
  L.Target = OutputTarget;
  Out.Args.clear();
  Out.Args.beginArg();
  HasOutput = true;
  Nodes.addReturned({In.Cur, size_t(Stop - In.Cur)});
  Out.Builder.define(L, Out.Args);
  In.Cur = Lines.nextLineBegin(Stop);
}
