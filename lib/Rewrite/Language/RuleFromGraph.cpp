//===- RuleFromGraph.cpp - A rule to start from ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RuleFromGraph.h"
#include "Compile/RuleOps.h"
#include "Match/RuleFunctions.h"
#include "fx/IR/Effects.h"
#include "fx/IR/Literal.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/Printer.h"
#include "fx/IR/TensorType.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

static Error cannot(const Node &Last, const Twine &Why) {
  return makeError(diag::err_rules_from, Last, Last.name(), Why.str());
}

Expected<std::vector<Node *>> fx::rewrite::nodesBetween(ArrayRef<Node *> First,
                                                        Node &Last) {
  Graph &G = Last.graph();
  Node *Begin = First.front();
  for (Node *N : First)
    if (N->isBefore(Begin))
      Begin = N;
  // What the first ones reach, and of that what the last one needs.
  DenseSet<const Node *> Reached(First.begin(), First.end()), Needed = {&Last};
  std::vector<Node *> Order;
  for (Node *N = Begin; N != G.outputNode() && N; N = N->next()) {
    bool Uses = any_of(N->operandUses(), [&](const Use &U) {
      return Reached.contains(G.node(U.Value));
    });
    if (!Uses && !Reached.contains(N))
      continue;
    Reached.insert(N);
    Order.push_back(N);
    if (N == &Last)
      break;
  }
  std::vector<Node *> Between;
  for (Node *N : reverse(Order)) {
    if (!Needed.contains(N))
      continue;
    Between.push_back(N);
    if (is_contained(First, N))
      continue;
    for (const Use &U : N->operandUses())
      Needed.insert(G.node(U.Value));
  }
  std::reverse(Between.begin(), Between.end());
  for (Node *N : First)
    if (!is_contained(Between, N))
      return cannot(Last, "it does not depend on %" + N->name());
  return Between;
}

namespace {

/// Writes the parts of the rule.
class RuleWriter {
public:
  RuleWriter(const Graph &G, ArrayRef<Node *> Nodes) : G(G), Nodes(Nodes) {
    for (const Node *N : Nodes)
      nameOf(*N);
  }

  /// For a graph whose placeholders are called as they are. With \p Matched,
  /// the writer of the pattern, this is the result, which has the constants of
  /// the pattern and gives its own values other names.
  RuleWriter(const Graph &G, ArrayRef<Node *> Nodes, const RuleWriter *Matched)
      : G(G), Nodes(Nodes), IsResult(Matched) {
    if (Matched) {
      Taken = Matched->Taken;
      Constants = Matched->Constants;
    }
    for (const Node *N : G.nodes())
      if (N->isPlaceholder()) {
        Names[N] = N->targetText().str();
        Taken.insert(Names[N]);
      }
    for (const Node *N : Nodes)
      nameOf(*N);
  }

  /// With \p Exact, operators are those of one spelling.
  Expected<std::string> write(bool Exact);
  /// The calls as lines, and \p Value, what is returned, as the last one.
  Expected<std::string> block(const Argument &Value, bool Exact);
  /// What constants without a literal have to be, as clauses.
  std::string conditions() const;
  /// Why there is no example; empty where there is one.
  const std::string &whyNoExample() const { return NoExample; }

private:
  Error writeCall(const Node &N, bool Exact, raw_ostream &OS);
  Expected<std::string> writeValue(const Argument &Value);
  std::optional<std::string> sizeOf(const Node &N);
  std::optional<std::string> termOf(const Node &N);
  bool isWrittenInside(const Node &N);
  std::string inputs();
  StringRef nameOf(const Node &N);
  /// The name of a constant that has no literal.
  Expected<std::string> nameOf(const Argument &Constant);
  std::string freshName(StringRef Wanted);

  const Graph &G;
  ArrayRef<Node *> Nodes;
  StringSet<> Taken;
  DenseMap<const Node *, std::string> Names;
  /// What is captured, in the order of the text.
  std::vector<const Node *> Captures;
  struct NamedConstant {
    std::string Name;
    std::string Text; ///< What `text` gives.
  };
  std::vector<NamedConstant> Constants;
  bool IsResult = false;
  std::string NoExample;
};

} // namespace

std::string RuleWriter::freshName(StringRef Wanted) {
  std::string Base;
  for (char C : Wanted)
    Base += isAlnum(C) ? C : '_';
  if (Base.empty() || isDigit(Base[0]))
    Base = "v" + Base;
  std::string Name = Base;
  for (unsigned I = 1; !Taken.insert(Name).second; ++I)
    Name = Base + "_" + std::to_string(I);
  return Name;
}

StringRef RuleWriter::nameOf(const Node &N) {
  auto [It, New] = Names.try_emplace(&N);
  if (!New)
    return It->second;
  std::string Name = freshName(N.name());
  if (!is_contained(Nodes, &N))
    Captures.push_back(&N);
  return Names[&N] = std::move(Name);
}

Expected<std::string> RuleWriter::nameOf(const Argument &Constant) {
  std::optional<std::string> Text = textOfConstant(Constant, G.context());
  if (!Text)
    return cannot(*Nodes.back(),
                  "it has a slice or a list of values of the graph, for which "
                  "rules have no form");
  for (const NamedConstant &Known : Constants)
    if (Known.Text == *Text)
      return Known.Name;
  if (IsResult)
    return cannot(*Nodes.back(),
                  "the constant " + *Text +
                      " has no form in rules, and the pattern has none that "
                      "is equal; call an operator that takes numbers, such as "
                      "torch.narrow in place of a slice");
  // A condition compares it with a string, which has no escapes.
  if (StringRef(*Text).contains('\\'))
    return cannot(*Nodes.back(), "the constant " + *Text +
                                     " has no form in rules, whose strings "
                                     "have no quotes and escapes");
  NoExample = "a constant of it cannot be written down";
  return Constants.emplace_back(freshName("c"), *Text).Name;
}

std::string RuleWriter::conditions() const {
  std::string Text;
  for (const NamedConstant &C : Constants)
    Text += "  where text($" + C.Name + ") == \"" + C.Text + "\"\n";
  return Text;
}

/// A size of an input as a function of the language.
std::optional<std::string> RuleWriter::sizeOf(const Node &N) {
  auto Of = [&](const Node &Call, StringRef Function, StringRef Index = "") {
    const Node *X = Call.numArgs() ? Call.arg(0).asNode() : nullptr;
    if (!X || !X->isPlaceholder())
      return std::optional<std::string>();
    std::string Text = (Function + "(%" + nameOf(*X)).str();
    return std::optional(Text + (Index.empty() ? "" : ", ") + Index.str() +
                         ")");
  };
  auto IsSize = [](const Node &Call) {
    return Call.opTarget() && Call.opTarget()->op().name() == "size";
  };
  if (attributeOf(N) == "ndim")
    return Of(N, "rank");
  if (IsSize(N) && N.numArgs() == 2 && N.arg(1).isInt())
    return Of(N, "size", std::to_string(N.arg(1).asInt()));
  const Node *From = N.isGetItem() ? N.arg(0).asNode() : nullptr;
  if (From && N.arg(1).isInt() &&
      (attributeOf(*From) == "shape" ||
       (IsSize(*From) && From->numArgs() == 1)))
    return Of(*From, "size", std::to_string(N.arg(1).asInt()));
  StringRef Name = N.opTarget() ? N.opTarget()->op().name() : StringRef();
  if (N.numArgs() == 1 && (Name == "dim" || Name == "numel"))
    return Of(N, Name == "dim" ? "rank" : Name);
  return std::nullopt;
}

/// What a result computes of sizes and numbers alone, as an expression: calls
/// would be of tensors.
std::optional<std::string> RuleWriter::termOf(const Node &N) {
  if (!IsResult)
    return std::nullopt;
  StringRef Sign = StringSwitch<StringRef>(N.targetText())
                       .Case("operator.add", " + ")
                       .Case("operator.sub", " - ")
                       .Case("operator.mul", " * ")
                       .Case("operator.truediv", " / ")
                       .Case("operator.floordiv", " // ")
                       .Default("");
  if (Sign.empty() || N.numArgs() != 2)
    return sizeOf(N);
  SmallVector<std::string, 2> Operands;
  for (const Argument &A : N.args()) {
    std::optional<std::string> Term;
    if (const Node *Operand = A.asNode())
      Term = termOf(*Operand);
    else if (A.isInt() || A.isFloat())
      Term = toText(A, G.context());
    if (!Term)
      return std::nullopt;
    Operands.push_back(std::move(*Term));
  }
  return "(" + Operands[0] + Sign.str() + Operands[1] + ")";
}

Expected<std::string> RuleWriter::writeValue(const Argument &Value) {
  switch (Value.kind()) {
  case ArgKind::None:
    return "None";
  case ArgKind::Bool:
    return Value.asBool() ? "True" : "False";
  case ArgKind::Float:
    if (std::isnan(Value.asFloat())) {
      // The literal would not be equal to itself.
      if (!IsResult)
        break;
      return "nan";
    }
    if (std::isinf(Value.asFloat()))
      return Value.asFloat() < 0 ? "-inf" : "inf";
    // The literal would be equal to 0.0.
    if (Value.asFloat() == 0 && std::signbit(Value.asFloat()) && !IsResult)
      break;
    [[fallthrough]];
  case ArgKind::Int:
  case ArgKind::DType:
  case ArgKind::Layout:
  case ArgKind::MemoryFormat: {
    return toText(Value, G.context());
  }
  case ArgKind::String:
    if (Value.str().find_first_of("\"\\\n") == StringRef::npos)
      return ("\"" + Value.str() + "\"").str();
    break;
  case ArgKind::Node: {
    const Node &N = *Value.asNode();
    if (std::optional<std::string> Term = termOf(N))
      return *Term;
    bool IsNumber =
        N.val() && (N.val()->isInt() || N.val()->isFloat() ||
                    N.val()->isBool() || N.val()->kind() == ArgKind::SymExpr);
    if (IsNumber && !is_contained(Nodes, &N)) {
      NoExample = "%" + N.name() + " is a number";
      return ("$" + nameOf(N)).str();
    }
    return ("%" + nameOf(N)).str();
  }
  case ArgKind::Tuple:
  case ArgKind::List: {
    std::string Text = "[";
    ListSeparator Comma;
    for (const Argument &Item : Value.elements()) {
      Expected<std::string> Written = writeValue(Item);
      if (!Written)
        return Written;
      Text += StringRef(Comma);
      Text += *Written;
    }
    return Text + "]";
  }
  default:
    break;
  }
  Expected<std::string> Name = nameOf(Value);
  return Name ? "$" + *Name : Expected<std::string>(Name.takeError());
}

/// The sign for a call with two arguments.
static StringRef signOf(StringRef Op) {
  return StringSwitch<StringRef>(Op)
      .Case("add", " + ")
      .Case("sub", " - ")
      .Case("mul", " * ")
      .Case("div", " / ")
      .Case("matmul", " @ ")
      .Default("");
}

/// Whether a pattern need not mention the argument.
static bool saysNothing(Context &Ctx, const BoundCall &Call, unsigned I) {
  const SchemaParam &Param = Call.schema().params()[I];
  const Argument *Given = Call.given(I);
  if (!Given)
    return true;
  if (Param.isVariadic())
    return Given->empty();
  if (!Param.HasDefault)
    return Given->isNone();
  Expected<Argument> Default = parseLiteral(Ctx, Param.Default);
  if (Default)
    return *Default == *Given;
  consumeError(Default.takeError());
  return false;
}

Error RuleWriter::writeCall(const Node &N, bool Exact, raw_ostream &OS) {
  const Node &Last = *Nodes.back();
  if (N.isCallModule())
    return cannot(Last, "%" + N.name() +
                            " calls a module; after fx-opt --lower-modules "
                            "there are the calls that it makes");
  if (!N.isCall())
    return cannot(Last, "%" + N.name() + " is not a call");
  const OpTarget *Target = N.opTarget();
  std::optional<BoundCall> Call = tryBindCall(N);
  if (!Target || !Call)
    return cannot(Last, "the signature of '" + N.targetText() + "', which %" +
                            N.name() +
                            " calls, is not known or does not fit; --schema "
                            "tells those of custom operators");
  Effects E = getEffects(N);
  if (!E.Writes.empty() || E.WritesState || E.SideEffect || E.Unknown)
    return cannot(Last,
                  "%" + N.name() +
                      " has effects; a pattern of calls that write is "
                      "written by hand, or they go with fx-opt --decompose");
  StringRef Name = Exact ? Target->name() : Target->op().name();
  if (!Exact && lookupRuleOp(Name).Op != &Target->op())
    Name = Target->name();
  SmallVector<std::string, 6> Args;
  bool ByKeyword = false;
  for (unsigned I = 0; I != Call->size(); ++I) {
    if (saysNothing(G.context(), *Call, I)) {
      ByKeyword = true;
      continue;
    }
    const SchemaParam &Param = Call->schema().params()[I];
    ByKeyword |= Param.HasDefault || I >= Call->schema().numPositional();
    Expected<std::string> Value = writeValue(*Call->given(I));
    if (!Value)
      return Value.takeError();
    std::string Text = std::move(*Value);
    if (ByKeyword && !Param.isVariadic())
      Text = (Param.Name + "=" + Text).str();
    Args.push_back(std::move(Text));
  }
  StringRef Sign = Exact || ByKeyword || Args.size() != 2
                       ? StringRef()
                       : signOf(Target->op().name());
  if (!Sign.empty())
    OS << Args[0] << Sign << Args[1];
  else
    OS << Name << '(' << join(Args, ", ") << ')';
  return Error::success();
}

/// The inputs of the example; empty where one has no type.
std::string RuleWriter::inputs() {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Comma;
  for (const Node *N : Captures) {
    TensorType T = N->tensorType();
    std::optional<SmallVector<int64_t, 6>> Sizes;
    if (T)
      Sizes = T.fixedSizes();
    if (!Sizes) {
      NoExample =
          "%" + N->name() +
          (T ? " has symbolic sizes" : " is not a tensor of known type");
      return "";
    }
    OS << Comma << Names[N] << ": " << shortName(T.dtype()) << '[';
    ListSeparator Between;
    for (int64_t Size : *Sizes)
      OS << Between << Size;
    OS << ']';
  }
  return Text;
}

/// Whether calls that use \p N have it as an expression.
bool RuleWriter::isWrittenInside(const Node &N) {
  if (termOf(N))
    return true;
  // The sizes of which one is taken.
  return IsResult && N.hasUsers() && all_of(N.users(), [&](const Node *User) {
           return User->isGetItem() && sizeOf(*User);
         });
}

Expected<std::string> RuleWriter::block(const Argument &Value, bool Exact) {
  std::string Text = "{\n";
  raw_string_ostream OS(Text);
  for (const Node *N : Nodes) {
    bool IsLast = Value.isNode() && Value.asNode() == N;
    if (!IsLast && isWrittenInside(*N))
      continue;
    OS << "    ";
    if (!IsLast)
      OS << '%' << Names[N] << " = ";
    if (Error E = writeCall(*N, Exact, OS))
      return E;
    OS << '\n';
    if (IsLast && N != Nodes.back())
      return cannot(*N, "%" + Nodes.back()->name() + " is not used");
  }
  if (!Value.isNode() || !is_contained(Nodes, Value.asNode())) {
    Expected<std::string> Written = writeValue(Value);
    if (!Written)
      return Written;
    OS << "    " << *Written << '\n';
  }
  return Text + "  }";
}

Expected<std::string> RuleWriter::write(bool Exact) {
  std::string Calls, LastCall;
  raw_string_ostream OS(Calls);
  for (const Node *N : Nodes) {
    std::string Call;
    raw_string_ostream CallOS(Call);
    if (Error E = writeCall(*N, Exact, CallOS))
      return E;
    if (N != Nodes.back())
      OS << "    %" << Names[N] << " = " << Call << '\n';
    else
      LastCall = Call;
  }
  std::string Block = "{\n" + Calls + "    " + LastCall + "\n  }";
  bool IsShort = Nodes.size() == 1;
  std::string Inputs = NoExample.empty() ? inputs() : "";
  std::string Text;
  raw_string_ostream Rule(Text);
  Rule << "fxr 1\n\n"
       << "/// The result is still what is matched: say after `with` what is "
          "better,\n/// and after `=>` what becomes of the example.\n"
       << "rule from-";
  for (char C : Nodes.back()->name())
    Rule << (isAlnum(C) ? C : '-');
  Rule << " : exact {\n  match " << (IsShort ? LastCall : Block) << '\n'
       << conditions() << "  with " << LastCall << '\n';
  if (NoExample.empty())
    Rule << "  example (" << Inputs << ") " << (IsShort ? LastCall : Block)
         << " => " << (IsShort ? LastCall : Block) << '\n';
  else
    Rule << "  // There is no example: " << NoExample << ".\n";
  Rule << "}\n";
  return Text;
}

/// Reads the rule of \p Text. Returns what is wrong; empty where it is right.
static std::string readRule(const std::string &Text, RuleSet &Set,
                            DiagnosticEngine &Diags, std::string &Why) {
  Diags.setHandler([&](const Diagnostic &D) {
    if (Why.empty())
      Why = D.Text;
  });
  auto Source = std::make_shared<SourceMgr>();
  unsigned Id = Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Text, "<rule>"), SMLoc());
  std::unique_ptr<RuleFile> File = parseRules(Source, Id, Diags);
  if (File && Set.add(std::move(File), Diags) && Set.finish(Diags))
    return "";
  return Why.empty() ? "the rule cannot be read" : Why;
}

/// Why the rule of \p Text does not match at \p Root; empty where it does.
static std::string whyNot(const std::string &Text, GraphModule &M, Graph &G,
                          Node &Root) {
  std::string Why;
  DiagnosticEngine Diags;
  RuleSet Set(M.context());
  if (std::string Wrong = readRule(Text, Set, Diags, Why); !Wrong.empty())
    return Wrong;
  RewriteOptions Options;
  Expected<std::vector<const CompiledRule *>> Rules = Set.select(Options);
  if (!Rules)
    return toString(Rules.takeError());
  return Set.whyNot(*Rules->front(), G, M, Root, Options, Diags);
}

Expected<std::string> fx::rewrite::ruleFrom(GraphModule &M, Graph &G,
                                            ArrayRef<Node *> Nodes) {
  Node &Last = *Nodes.back();
  if (Nodes.size() > MaxPatternNodes)
    return cannot(Last, "these are " + Twine(Nodes.size()) +
                            " nodes, and a pattern has at most " +
                            Twine(MaxPatternNodes));
  std::string Why;
  // One name for all spellings is the better start, where it fits.
  for (bool Exact : {false, true}) {
    Expected<std::string> Text = RuleWriter(G, Nodes).write(Exact);
    if (!Text)
      return Text;
    std::string Reason = whyNot(*Text, M, G, Last);
    if (Reason.empty())
      return Text;
    if (!Exact)
      Why = std::move(Reason);
  }
  return cannot(Last, "the pattern would not match: " + Why);
}

/// The calls of a graph that a rule is made of, and the value that it returns.
static Expected<Argument> callsOf(Graph &G, SmallVectorImpl<Node *> &Calls) {
  for (Node *N : G.nodes())
    if (!N->isPlaceholder() && !N->isOutput())
      Calls.push_back(N);
  const Node *Output = G.outputNode();
  if (Output && Output->numArgs() == 1 && !Output->arg(0).isSequence())
    return Output->arg(0);
  return createStringError("it does not return one value");
}

static Error inFunction(StringRef Which, Error E) {
  return createStringError("the " + Which + ": " + toString(std::move(E)));
}

Expected<std::string> fx::rewrite::ruleFrom(const RuleHeader &Header,
                                            GraphModule &Pattern,
                                            GraphModule &Result) {
  SmallVector<Node *, 8> Matched, Made;
  Expected<Argument> Root = callsOf(Pattern.graph(), Matched);
  if (!Root)
    return inFunction("pattern", Root.takeError());
  if (!Root->isNode() || !Root->asNode()->isCall())
    return createStringError("the pattern: it returns no call");
  Expected<Argument> Value = callsOf(Result.graph(), Made);
  if (!Value)
    return inFunction("replacement", Value.takeError());
  std::string Wrong;
  // One name for all spellings is the better rule, where it is one.
  for (bool Exact : {false, true}) {
    RuleWriter Before(Pattern.graph(), Matched, nullptr);
    Expected<std::string> Match = Before.block(*Root, Exact);
    if (!Match)
      return inFunction("pattern", Match.takeError());
    Expected<std::string> With =
        RuleWriter(Result.graph(), Made, &Before).block(*Value, Exact);
    if (!With)
      return inFunction("replacement", With.takeError());
    std::string Text = "fxr 1\n\n";
    for (const std::string &Line : Header.Page)
      Text += "/// " + Line + "\n";
    Text += "rule " + Header.Name + " : " + Header.Attributes + " {\n  match " +
            *Match + "\n" + Before.conditions();
    for (const std::string &Condition : Header.Where)
      Text += "  where " + Condition + "\n";
    Text += "  with " + *With + "\n}\n";
    RuleSet Set(Pattern.context());
    DiagnosticEngine Diags;
    std::string Why, Found = readRule(Text, Set, Diags, Why);
    if (Found.empty())
      return Text;
    if (!Exact)
      Wrong = std::move(Found);
  }
  return createStringError("the rule '" + Header.Name + "': " + Wrong);
}
