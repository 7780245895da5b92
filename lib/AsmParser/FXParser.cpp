//===- FXParser.cpp - Lines of print(graph) -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXParser.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

FXParser::FXParser(Context &Ctx, StringRef Text, DiagnosticEngine &Diags,
                   const ParserOptions &Options)
    : Options(Options), Map(Options.Map), Ctx(Ctx), Symbols(Ctx), Report(Diags),
      Begin(Text.begin()), Cur(Begin), End(Text.end()),
      Builder(Symbols, Report, Begin, /*HasQuotes=*/false, Map),
      OutputTarget(Ctx.intern("output")) {
  if (Map)
    Map->begin(Text);
}

bool FXParser::parse(std::vector<std::unique_ptr<GraphModule>> &Out) {
  consumeText("\xEF\xBB\xBF");
  while (!Report.hopeless()) {
    LineKind Kind = classifyLine(Cur);
    if (Kind == LineKind::End)
      break;
    if (Kind == LineKind::Blank || Kind == LineKind::Comment) {
      Cur = nextLineBegin(Cur);
      continue;
    }
    if (Kind != LineKind::Header) {
      reportNoHeader(skipBlanks(Cur));
      // What is below may be a graph all the same.
      while (Kind != LineKind::End && Kind != LineKind::Header) {
        Cur = nextLineBegin(Cur);
        Kind = classifyLine(Cur);
      }
      continue;
    }
    auto M = std::make_unique<GraphModule>(Ctx);
    OldTorch = false;
    if (Map)
      Map->beginGraph(M->graph(), uint32_t(Out.size()), skipBlanks(Cur));
    note(SyntaxMap::Keyword, skipBlanks(Cur), skipBlanks(Cur) + 5);
    parseGraph(*M);
    if (Map)
      Map->endGraph(Cur);
    M->setFromOldTorch(OldTorch);
    Out.push_back(std::move(M));
  }
  if (Out.empty() && !Report.numErrors())
    Report.error(diag::err_no_graph, Cur);
  return Report.numErrors() == 0;
}

/// For a text that begins with something else than a graph.
void FXParser::reportNoHeader(const char *At) {
  StringRef Word(At, skipClass(At, End, CC_Word) - At);
  if (Word == "fx" || Word == "module")
    Report.error(diag::err_no_version, At).range(makeRange(At, Word.end()));
  else
    expected("'graph():'", At);
}

bool FXParser::expected(StringRef What, const char *At) {
  const char *Stop = lineEnd(At);
  if (At == Stop) {
    Report.error(diag::err_expected_at_line_end, At, What);
    return false;
  }
  const char *Token = skipClass(*At == '%' ? At + 1 : At, Stop, CC_Word);
  Report.error(diag::err_expected, At, What)
      .range(makeRange(At, std::max(Token, At + 1)));
  return false;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// The end of the line that \p P is in, without the characters that end it.
const char *FXParser::lineEnd(const char *P) const {
  const void *Newline = P == End ? nullptr : std::memchr(P, '\n', End - P);
  if (!Newline)
    return End;
  const char *Stop = static_cast<const char *>(Newline);
  return CarriageReturns && Stop != P && Stop[-1] == '\r' ? Stop - 1 : Stop;
}

const char *FXParser::nextLineBegin(const char *P) const {
  const void *Newline = P == End ? nullptr : std::memchr(P, '\n', End - P);
  return Newline ? static_cast<const char *>(Newline) + 1 : End;
}

/// `graph():`, and for the oldest versions `graph(x, y):`.
bool FXParser::isHeaderLine(const char *P) const {
  StringRef Line(P, lineEnd(P) - P);
  return Line.starts_with("graph(") && Line.rtrim(" \t\r").ends_with("):");
}

/// `%name : ... [num_users=1] = ...`
bool FXParser::isNodeLine(const char *P) const {
  const char *Stop = lineEnd(P);
  const char *Name = P + 1;
  P = skipClass(Name, Stop, CC_Name);
  StringRef Rest(P, Stop - P);
  if (P == Name || !Rest.starts_with(" : "))
    return false;
  for (StringRef Word : {"users=", "uses="}) {
    size_t At = 0;
    while ((At = Rest.find(Word, At)) != StringRef::npos) {
      At += Word.size();
      StringRef Behind = Rest.drop_front(At).ltrim("0123456789");
      if (Behind.starts_with("] = "))
        return true;
    }
  }
  return false;
}

FXParser::LineKind FXParser::classifyLine(const char *P) const {
  P = skipBlanks(P);
  if (P == End)
    return LineKind::End;
  switch (*P) {
  case '\n':
    return LineKind::Blank;
  case '\r':
    return P + 1 == End || P[1] == '\n' ? LineKind::Blank : LineKind::Text;
  case '%':
    return isNodeLine(P) ? LineKind::Node : LineKind::Text;
  case '/':
    return End - P >= 2 && P[1] == '/' ? LineKind::Comment : LineKind::Text;
  case 'g':
    return isHeaderLine(P) ? LineKind::Header : LineKind::Text;
  case 'r': {
    StringRef Line(P, lineEnd(P) - P);
    return Line.starts_with("return ") || Line == "return" ? LineKind::Return
                                                           : LineKind::Text;
  }
  default:
    return LineKind::Text;
  }
}

const char *FXParser::findNodeEnd(const char *P, bool Call) const {
  // Where the text could end although a line that is none of the graph's
  // follows.
  const char *Fallback = nullptr;
  while (true) {
    const char *Stop = lineEnd(P);
    bool Complete = Call ? Stop - P >= 2 && Stop[-1] == ')' && Stop[-2] == '}'
                         : Stop != P && (Stop[-1] == ']' || Stop[-1] == ')');
    P = nextLineBegin(P);
    LineKind Next = classifyLine(P);
    if (Complete) {
      if (Next != LineKind::Text)
        return Stop;
      if (!Fallback)
        Fallback = Stop;
    }
    // A string may hold a line that says `return x`, or `//`; one that holds
    // the line of a node is less likely than a mistake.
    if (Next == LineKind::Node || Next == LineKind::Header ||
        Next == LineKind::End)
      return Fallback;
  }
}

namespace {
/// Follows brackets outside of quotes through a text.
class Balance {
public:
  void feed(StringRef Text) {
    for (char C : Text) {
      if (Escaped)
        Escaped = false;
      else if (Quote) {
        Escaped = C == '\\';
        if (C == Quote)
          Quote = 0;
      } else if (C == '\'' || C == '"')
        Quote = C;
      else if (C == '(' || C == '[' || C == '{')
        ++Depth;
      else if (C == ')' || C == ']' || C == '}')
        --Depth;
    }
  }
  bool isClosed() const { return Depth <= 0; }

private:
  int64_t Depth = 0;
  char Quote = 0;
  bool Escaped = false;
};
} // namespace

const char *FXParser::findReturnEnd(const char *P) {
  const char *FirstStop = lineEnd(P);
  StringRef FirstLine(P, FirstStop - P);
  if (Namespace::isIdentifier(FirstLine) && Builder.find(FirstLine))
    return FirstStop;
  // A container goes on until it is closed: the print of a tensor has several
  // lines. A string may have any, but does not end the text with empty ones.
  bool Container = P != FirstStop && (*P == '(' || *P == '[' || *P == '{');
  Balance Brackets;
  Brackets.feed(FirstLine);
  const char *Stop = FirstStop;
  const char *BlankUntil = P;
  while (!Container || !Brackets.isClosed()) {
    P = nextLineBegin(P);
    LineKind Next = classifyLine(P);
    if (Next == LineKind::Node || Next == LineKind::Header ||
        Next == LineKind::Return || Next == LineKind::End)
      return Container ? FirstStop : Stop;
    if (!Container && Next == LineKind::Comment)
      return Stop;
    if (!Container && Next == LineKind::Blank && P >= BlankUntil) {
      BlankUntil = P;
      while (classifyLine(BlankUntil) == LineKind::Blank)
        BlankUntil = nextLineBegin(BlankUntil);
      if (classifyLine(BlankUntil) != LineKind::Text)
        return Stop;
    }
    Stop = lineEnd(P);
    if (Container)
      Brackets.feed({P, size_t(Stop - P)});
  }
  return Stop;
}

bool FXParser::consumeLineEnd() {
  if (LLVM_UNLIKELY(Cur == End))
    return true;
  if (LLVM_UNLIKELY(*Cur == '\r') && Cur + 1 != End && Cur[1] == '\n')
    ++Cur;
  if (*Cur != '\n')
    return false;
  // The usual next line costs nothing; any other one may be part of a string.
  const char *P = skipBlanks(Cur + 1);
  if (LLVM_LIKELY(P != End && *P == '%') ||
      classifyLine(Cur + 1) != LineKind::Text) {
    ++Cur;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

bool FXParser::parseGraph(GraphModule &M) {
  const char *HeaderEnd = nextLineBegin(Cur);
  CarriageReturns =
      HeaderEnd - Cur >= 2 && HeaderEnd[-1] == '\n' && HeaderEnd[-2] == '\r';
  Builder.begin(M.graph());
  CurrentGraph = &M.graph();
  const char *P = skipBlanks(Cur) + StringRef("graph(").size();
  StringRef Params(P, lineEnd(P) - P);
  Params = Params.rtrim(" \t").drop_back(StringRef("):").size());
  HasParameters = !Params.trim().empty();
  // Types may hold commas: a comma counts outside of brackets.
  while (HasParameters && !Params.empty()) {
    Balance Brackets;
    size_t Comma = 0;
    while (Comma != Params.size() &&
           !(Params[Comma] == ',' && Brackets.isClosed()))
      Brackets.feed(Params.substr(Comma++, 1));
    addParameter(Params.take_front(Comma).trim());
    Params = Params.drop_front(std::min(Comma + 1, Params.size()));
  }
  const char *LastLine = Cur;
  size_t ErrorsBefore = Report.numErrors();
  HasOutput = false;
  Cur = HeaderEnd;
  bool Reported = false; // Of lines in a row that say nothing, one is shown.
  while (!Report.hopeless()) {
    const char *LineBegin = Cur;
    const char *First = skipBlanks(Cur);
    if (LLVM_LIKELY(First != End && *First == '%')) {
      Cur = First;
      LastLine = LineBegin;
      Reported = false;
      if (LLVM_UNLIKELY(!parseNode(LineBegin)))
        Cur = nextLineBegin(LineBegin);
      continue;
    }
    switch (classifyLine(Cur)) {
    case LineKind::Return:
      Cur = First;
      Reported = false;
      parseReturn(LineBegin);
      break;
    case LineKind::Header:
    case LineKind::End:
      Builder.finish();
      if (!HasOutput && !Options.AllowNoOutput &&
          Report.numErrors() == ErrorsBefore)
        reportNoOutput(LastLine);
      return true;
    case LineKind::Comment:
    case LineKind::Blank:
      Cur = nextLineBegin(Cur);
      break;
    case LineKind::Node:
    case LineKind::Text:
      if (!Reported)
        expected("a node, '%name : ...', or 'return'", First);
      Reported = true;
      Cur = nextLineBegin(Cur);
      break;
    }
  }
  Builder.finish();
  return true;
}

/// A placeholder that only the header names: `x`, `x : torch.Tensor`.
void FXParser::addParameter(StringRef Text) {
  auto [Target, Type] = Text.split(':');
  Target = Target.rtrim();
  StringRef Name = Target.ltrim('*');
  if (!Namespace::isIdentifier(Name)) {
    expected("the name of a parameter", Text.begin());
    return;
  }
  GraphBuilder::Line L;
  L.Begin = Cur;
  L.NameBegin = Name.begin();
  L.NameEnd = Name.end();
  if (Map)
    Map->beginLine(Name.begin());
  note(SyntaxMap::Definition, Name.begin(), Name.end());
  L.Op = Opcode::Placeholder;
  L.Target = Symbols.intern(Target);
  Type = Type.trim();
  if (!Type.empty())
    L.Type = Symbols.intern(Type);
  Args.clear();
  define(L);
}

/// torch.fx prints the output last, so a text without one was cut short.
void FXParser::reportNoOutput(const char *LastLine) {
  const char *At = skipBlanks(LastLine);
  Report.error(diag::err_no_return, At)
      .range(makeRange(At, lineEnd(At)))
      .note(diag::note_allow_no_output, SMLoc());
}

void FXParser::define(const GraphBuilder::Line &L) {
  Node *N = Builder.define(L, Args);
  if (LLVM_UNLIKELY(Val.has_value())) {
    if (N)
      N->setVal(*Val);
    Val.reset();
  }
}

/// Whether the text ends within the value that is returned: a container is not
/// closed, or there is no more than the beginning of a name.
bool FXParser::isCutShort(StringRef Value) {
  Value = Value.trim();
  if (Value.empty())
    return true;
  if (StringRef("([{").contains(Value.front())) {
    Balance Brackets;
    Brackets.feed(Value);
    return !Brackets.isClosed();
  }
  return Namespace::isIdentifier(Value) && !Builder.find(Value) &&
         any_of(CurrentGraph->nodes(), [&](const Node *N) {
           return StringRef(N->name()).starts_with(Value);
         });
}

bool FXParser::parseReturn(const char *LineBegin) {
  if (LLVM_UNLIKELY(Map != nullptr))
    Map->beginLine(LineBegin);
  note(SyntaxMap::Keyword, Cur, Cur + StringRef("return").size());
  Cur += StringRef("return").size();
  if (Cur != End && *Cur == ' ')
    ++Cur;
  const char *Stop = findReturnEnd(Cur);
  // A value may look like that by chance, but then its line ends.
  if (Stop == End && !Options.AllowNoOutput &&
      isCutShort({Cur, size_t(Stop - Cur)})) {
    reportNoOutput(LineBegin);
    Cur = End;
    return false;
  }
  GraphBuilder::Line L;
  L.Begin = LineBegin;
  L.NameBegin = L.NameEnd = nullptr;
  L.Op = Opcode::Output;
  L.Target = OutputTarget;
  Args.clear();
  Args.beginArg();
  HasOutput = true;
  addPrinted({Cur, size_t(Stop - Cur)}, /*IsReturn=*/true);
  define(L);
  Cur = nextLineBegin(Stop);
  return true;
}
