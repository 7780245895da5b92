//===- FXReader.cpp - Lines of torch.fx's own print -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXReader.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

FXReader::FXReader(Context &Ctx, StringRef Text, DiagnosticEngine &Diags)
    : Ctx(Ctx), Symbols(Ctx), Report(Diags), Begin(Text.begin()), Cur(Begin),
      End(Text.end()), Builder(Symbols, Report, Begin),
      OutputTarget(Ctx.intern("output")) {}

bool FXReader::parse(std::vector<std::unique_ptr<GraphModule>> &Out) {
  Modules = &Out;
  if (StringRef(Cur, End - Cur).starts_with("\xEF\xBB\xBF"))
    Cur += 3;
  while (Cur != End && !Report.hopeless())
    parseLine();
  if (G)
    Builder.finish();
  else if (!Report.numErrors())
    Report.error(diag::err_fx_no_graph, Begin);
  return Report.numErrors() == 0;
}

//===----------------------------------------------------------------------===//
// Physical and logical lines
//===----------------------------------------------------------------------===//

static const char *skipBlanks(const char *P, const char *End) {
  while (P != End && (*P == ' ' || *P == '\t'))
    ++P;
  return P;
}

const char *FXReader::lineEnd(const char *P) const {
  const void *Newline = P == End ? nullptr : std::memchr(P, '\n', End - P);
  return Newline ? static_cast<const char *>(Newline) : End;
}

/// Whether `%name : ` stands at \p P.
bool FXReader::looksLikeNode(const char *P) const {
  if (P == End || *P != '%')
    return false;
  const char *NameEnd = skipClass(P + 1, End, CC_Name);
  return NameEnd != P + 1 &&
         StringRef(NameEnd, End - NameEnd).starts_with(" : ");
}

bool FXReader::isBoundary(const char *P, bool Blank) const {
  if (P == End)
    return true;
  const char *Text = skipBlanks(P, End);
  if (Text == End || *Text == '\n' || *Text == '\r')
    return Blank;
  StringRef Rest(Text, End - Text);
  if (*Text == '%')
    return looksLikeNode(Text);
  if (Text == P)
    return Rest.starts_with("graph(") || Rest.starts_with("//");
  return Rest.starts_with("return ") || Rest.starts_with("return\n");
}

const char *FXReader::logicalEnd(const char *LineEnd) const {
  while (!isBoundary(nextLine(LineEnd), /*Blank=*/false))
    LineEnd = lineEnd(nextLine(LineEnd));
  return LineEnd;
}

void FXReader::expected(const char *At, StringRef What) {
  const char *Stop = At;
  while (Stop != End && *Stop != '\n' && *Stop != ' ' && Stop - At < 40)
    ++Stop;
  if (Stop == At)
    Report.error(diag::err_expected_at_line_end, At, What);
  else
    Report.error(diag::err_expected, At, What).range(makeRange(At, Stop));
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static const char *trimReturn(const char *Begin, const char *LineEnd) {
  return LineEnd != Begin && LineEnd[-1] == '\r' ? LineEnd - 1 : LineEnd;
}

void FXReader::parseLine() {
  const char *LineBegin = Cur;
  const char *Stop = lineEnd(Cur);
  const char *Text = skipBlanks(Cur, Stop);
  StringRef Rest(Text, trimReturn(Text, Stop) - Text);
  Cur = Text;
  if (LLVM_LIKELY(!Rest.empty() && Rest.front() == '%' && G)) {
    GraphBuilder::Line L{};
    L.Begin = LineBegin;
    TensorMeta = Argument();
    if (!parseHead(L, Stop)) {
      Cur = nextLine(Stop);
      return;
    }
    if (L.Op == Opcode::Placeholder)
      return parsePlaceholder(L, Stop);
    if (L.Op == Opcode::GetAttr)
      return parseGetAttr(L, Stop);
    return parseCall(L, Stop);
  }
  if (Rest.empty() || (Text == LineBegin && Rest.starts_with("//"))) {
    Cur = nextLine(Stop);
    return;
  }
  if (Rest.starts_with("graph("))
    return parseHeader();
  if (!G) {
    expected(Text, "'graph():'");
    // Whatever follows belongs to a graph that has no beginning.
    while (Cur != End && !StringRef(Cur, End - Cur).starts_with("graph("))
      Cur = nextLine(lineEnd(Cur));
    return;
  }
  if (Rest == "return" || Rest.starts_with("return "))
    return parseReturn(Stop);
  expected(Text, "'%NAME : [num_users=N] = OPCODE[target=...]' or 'return'");
  Cur = nextLine(Stop);
}

void FXReader::parseHeader() {
  if (G)
    Builder.finish();
  const char *Stop = lineEnd(Cur);
  StringRef Line(Cur, trimReturn(Cur, Stop) - Cur);
  Modules->push_back(std::make_unique<GraphModule>(Ctx));
  G = &Modules->back()->graph();
  Builder.begin(*G);
  StringRef Parameters = Line.drop_front(strlen("graph("));
  size_t Close = Parameters.rfind(')');
  if (Close == StringRef::npos || !Parameters.ends_with(":"))
    expected(Line.end(), "'graph():'");
  else
    parseLegacyParameters(Parameters.take_front(Close));
  Cur = nextLine(Stop);
}

/// The first printer of torch.fx put the placeholders into the header:
/// `graph(x, y : int):`.
void FXReader::parseLegacyParameters(StringRef Parameters) {
  while (!Parameters.empty()) {
    auto [Head, Tail] = Parameters.split(", ");
    Parameters = Tail;
    StringRef Name = Head, Type;
    if (Head.contains(" : "))
      std::tie(Name, Type) = Head.split(" : ");
    Name = Name.trim();
    Name.consume_front("%");
    if (!Namespace::isIdentifier(Name)) {
      expected(Name.begin(), "the name of a parameter");
      return;
    }
    GraphBuilder::Line L{};
    L.Begin = Cur;
    L.NameBegin = Name.begin();
    L.NameEnd = Name.end();
    L.Op = Opcode::Placeholder;
    L.Target = Symbols.intern(Name);
    L.Type = Type.empty() ? Symbol() : Symbols.intern(Type);
    L.NumUsers = GraphBuilder::NoCount;
    Args.clear();
    Builder.define(L, Args);
  }
}

namespace {
struct HeadEnd {
  const char *Begin; ///< Of `[num_users=`.
  const char *End;   ///< Behind `] = `.
  uint32_t NumUsers;
};
} // namespace

/// Finds `[num_users=N] = ` in \p Text.
static bool findCount(StringRef Text, HeadEnd &Head) {
  for (size_t At = 0; (At = Text.find('[', At)) != StringRef::npos; ++At) {
    StringRef Rest = Text.substr(At + 1);
    if (!Rest.consume_front("num_users=") && !Rest.consume_front("#users=") &&
        !Rest.consume_front("uses="))
      continue;
    uint32_t Count;
    if (Rest.consumeInteger(10, Count) || !Rest.starts_with("] = "))
      continue;
    Head = {Text.begin() + At, Rest.begin() + 4, Count};
    return true;
  }
  return false;
}

bool FXReader::parseHead(GraphBuilder::Line &L, const char *LineEnd) {
  L.NameBegin = Cur + 1;
  L.NameEnd = skipClass(L.NameBegin, LineEnd, CC_Name);
  if (L.NameBegin == L.NameEnd || isClass(*L.NameBegin, CC_Digit)) {
    expected(Cur, "the name of a node");
    return false;
  }
  StringRef Rest(L.NameEnd, LineEnd - L.NameEnd);
  if (!Rest.consume_front(" : ")) {
    expected(L.NameEnd, "' : '");
    return false;
  }
  HeadEnd Head;
  if (!findCount(Rest, Head)) {
    expected(Rest.begin(), "'[num_users=N] = '");
    return false;
  }
  L.NumUsers = Head.NumUsers;
  StringRef Type(Rest.begin(), Head.Begin - Rest.begin());
  if (!Type.empty()) {
    if (Type.ends_with("\""))
      parseTensorAnnotation(Type);
    Type.consume_back(" ");
    if (!Type.empty())
      L.Type = Symbols.intern(Type);
  }
  const char *OpEnd = skipClass(Head.End, LineEnd, CC_Name);
  StringRef Word(Head.End, OpEnd - Head.End);
  std::optional<Opcode> Op = parseOpcode(Word);
  if (!Op || *Op == Opcode::Output) {
    Report.error(diag::err_fx_opcode, Head.End, Word)
        .range(makeRange(Head.End, OpEnd));
    return false;
  }
  L.Op = *Op;
  Cur = OpEnd;
  if (!StringRef(Cur, LineEnd - Cur).starts_with("[target=")) {
    expected(Cur, "'[target='");
    return false;
  }
  Cur += strlen("[target=");
  return true;
}

/// `Tensor "f32[2, 3][3, 1]cpu"`, which some dumps print in place of the type:
/// becomes the metadata `val`.
void FXReader::parseTensorAnnotation(StringRef &Type) {
  StringRef Text = Type;
  if (!Text.consume_front("Tensor \"") || !Text.consume_back("\""))
    return;
  auto Integers = [&](Argument &Result) {
    SmallVector<Argument, 8> Items;
    if (!Text.consume_front("["))
      return false;
    StringRef Inside = Text.take_until([](char C) { return C == ']'; });
    if (Inside.size() == Text.size())
      return false;
    Text = Text.drop_front(Inside.size() + 1);
    while (!Inside.empty()) {
      auto [Head, Tail] = Inside.split(", ");
      Inside = Tail;
      int64_t Number;
      Items.push_back(Head.getAsInteger(10, Number)
                          ? Argument::symExpr(Symbols.intern(Head))
                          : Argument(long(Number)));
    }
    Result = Argument::tuple(Items);
    return true;
  };
  StringRef Short = Text.take_until([](char C) { return C == '['; });
  std::optional<DType> T = parseShortDType(Short);
  if (!T)
    return;
  Text = Text.drop_front(Short.size());
  Argument Sizes, Strides, Device;
  if (!Integers(Sizes) || (Text.starts_with("[") && !Integers(Strides)))
    return;
  if (!Text.empty()) {
    if (!isDeviceText(Text))
      return;
    Device = Argument::device(Symbols.intern(Text));
  }
  TensorMeta = Argument::tensorType(*T, Sizes, Strides, Device);
  Type = StringRef();
}

void FXReader::define(GraphBuilder::Line &L) {
  Node *N = Builder.define(L, Args);
  if (LLVM_UNLIKELY(N && !TensorMeta.isNone()))
    N->setMeta("val", TensorMeta);
}

void FXReader::parseGetAttr(GraphBuilder::Line &L, const char *LineEnd) {
  const char *Stop = trimReturn(Cur, LineEnd);
  StringRef Text(Cur, Stop - Cur);
  Args.clear();
  if (Text.ends_with("]")) {
    L.Target = Symbols.intern(Text.drop_back());
    define(L);
  } else {
    expected(Stop, "']'");
  }
  Cur = nextLine(LineEnd);
}

void FXReader::parsePlaceholder(GraphBuilder::Line &L, const char *LineEnd) {
  Args.clear();
  StringRef Text(Cur, trimReturn(Cur, LineEnd) - Cur);
  size_t Default = Text.find("](default=");
  if (Default == StringRef::npos) {
    if (Text.ends_with("]")) {
      L.Target = Symbols.intern(Text.drop_back());
      define(L);
    } else {
      expected(Text.end(), "']'");
    }
    Cur = nextLine(LineEnd);
    return;
  }
  L.Target = Symbols.intern(Text.take_front(Default));
  const char *Value = Text.begin() + Default + strlen("](default=");
  // A default may span lines: it ends at the last `)` before the next node.
  LineEnd = logicalEnd(LineEnd);
  StringRef Rest = StringRef(Value, LineEnd - Value).rtrim("\r\n \t");
  if (!Rest.consume_back(")")) {
    expected(Rest.end(), "')'");
    Cur = nextLine(LineEnd);
    return;
  }
  Args.beginArg();
  addPlain(Rest);
  define(L);
  Cur = nextLine(LineEnd);
}

void FXReader::parseReturn(const char *LineEnd) {
  GraphBuilder::Line L{};
  L.Begin = Cur;
  L.Op = Opcode::Output;
  L.Target = OutputTarget;
  L.NumUsers = GraphBuilder::NoCount;
  TensorMeta = Argument();
  LineEnd = logicalEnd(LineEnd);
  const char *Value = Cur + strlen("return");
  if (Value != LineEnd && *Value == ' ')
    ++Value;
  StringRef Rest = StringRef(Value, LineEnd - Value).rtrim("\r\n");
  Args.clear();
  Args.beginArg();
  addPlain(Rest);
  define(L);
  Cur = nextLine(LineEnd);
}

/// Python's str() of a value, as returns and defaults show it: a container is
/// its repr, a node its name, anything else as in the arguments of calls.
void FXReader::addPlain(StringRef Text) {
  StringRef Bare = Text;
  if (Bare.consume_front("%") && !Namespace::isIdentifier(Bare))
    Bare = Text; // Only the first printer put `%` here.
  if (Namespace::isIdentifier(Bare)) {
    if (Node *N = Builder.find(Bare))
      return Args.addNode(N);
    if (Bare.size() != Text.size())
      return Builder.addReference(Args, Bare.begin(), Bare.end());
  }
  TargetKnown = true;
  Target = nullptr;
  Keyword = StringRef();
  Position = 0;
  bool Container = !Text.empty() &&
                   (StringRef("([{").contains(Text.front()) ||
                    Text.starts_with("slice(") || Text.starts_with("range("));
  size_t Offset = Args.Bytes.size();
  uint32_t Operand = Args.Operands.size();
  if (!Container || Text.starts_with("(")) {
    // `(1+2j)` begins like a tuple.
    if (Text.starts_with("(") && addComplex(Text))
      return;
  }
  if (!Container) {
    if (addLeaf(Text) && Namespace::isIdentifier(Text))
      Report.warning(diag::warn_fx_bare_word, Text.begin(), Text)
          .range(makeRange(Text.begin(), Text.end()));
    return;
  }
  bool Opaque = false;
  const char *Stop = readRepr(Text, Builder, Symbols, Args, Opaque);
  if (Stop != Text.end() || !printsAs(Args, Offset, Operand, Ctx, Text)) {
    Args.Bytes.truncate(Offset);
    Args.Operands.truncate(Operand);
    addString(Text);
    Opaque = true;
  }
  if (Opaque)
    Report.warning(diag::warn_fx_opaque, Text.begin())
        .range(makeRange(Text.begin(), Text.end()));
}

void FXReader::parseCall(GraphBuilder::Line &L, const char *LineEnd) {
  const char *Stop = trimReturn(Cur, LineEnd);
  StringRef Text(Cur, Stop - Cur);
  // Plain targets first; others may hold brackets themselves.
  const char *TargetEnd = skipClass(Cur, Stop, CC_Target);
  StringRef Rest(TargetEnd, Stop - TargetEnd);
  if (LLVM_UNLIKELY(!Rest.starts_with("](args = ("))) {
    size_t At = Text.find("](args = (");
    if (At == StringRef::npos) {
      expected(TargetEnd, "'](args = ('");
      Cur = nextLine(LineEnd);
      return;
    }
    TargetEnd = Text.begin() + At;
  }
  L.Target = Symbols.intern({Cur, size_t(TargetEnd - Cur)});
  const char *ArgsBegin = TargetEnd + strlen("](args = ");
  TargetSymbol = L.Target;
  TargetOp = L.Op;
  TargetKnown = false;

  Cur = ArgsBegin + 1;
  size_t Mark = Builder.unresolvedMark();
  if (LLVM_LIKELY(parseSimpleArguments(Stop) &&
                  isBoundary(nextLine(LineEnd), /*Blank=*/true))) {
    define(L);
    Cur = nextLine(LineEnd);
    return;
  }
  // The shortest text that can be a call, one line at first.
  Builder.dropUnresolved(Mark);
  const char *Last = logicalEnd(LineEnd);
  for (const char *Try = LineEnd;; Try = lineEnd(nextLine(Try))) {
    StringRef Whole(ArgsBegin, trimReturn(ArgsBegin, Try) - ArgsBegin);
    bool Plausible = isBoundary(nextLine(Try), /*Blank=*/true);
    if (Plausible && parseAmbiguousArguments(Whole)) {
      define(L);
      Cur = nextLine(Try);
      return;
    }
    if (Try == Last)
      break;
  }
  StringRef Line(ArgsBegin, Stop - ArgsBegin);
  if (!Line.contains(", kwargs = {"))
    expected(Stop, "', kwargs = {...})'");
  else
    expected(Stop, "'})'");
  Cur = nextLine(LineEnd);
}
