//===- NodeSelector.cpp - Picks nodes -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/NodeSelector.h"
#include "SelectorParser.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Module.h"
#include "fx/IR/NearestNode.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/PassRegistry.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

StringRef NodeSelector::text() const { return D->Text; }

bool NodeSelector::matchesAll() const {
  return all_of(D->Terms, [](const Term &T) { return T.K == Key::Any; }) &&
         none_of(D->Steps, [](Step S) { return S.Kind == Step::Negate; });
}

bool NodeSelector::matches(const Node &N, const GraphModule &) const {
  return NodeMatcher(*this, N.graph()).matches(N);
}

bool fx::matchesDType(const GlobPattern &Glob, DType T) {
  StringRef Qualified = toString(T), Name = Qualified;
  Name.consume_front("torch.");
  return Glob.match(Qualified) || Glob.match(Name) || Glob.match(shortName(T));
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

NodeMatcher::NodeMatcher(const NodeSelector &S, const Graph &G)
    : S(S), Owner(G.owningModule()), Cache(S.terms().size()) {}

bool NodeMatcher::matches(const Node &N) {
  ArrayRef<NodeSelector::Step> Steps = S.steps();
  bool Outcome = false;
  for (size_t I = 0; I != Steps.size(); ++I) {
    NodeSelector::Step Step = Steps[I];
    switch (Step.Kind) {
    case NodeSelector::Step::Test:
      Outcome = test(Step.Index, N);
      break;
    case NodeSelector::Step::Negate:
      Outcome = !Outcome;
      break;
    case NodeSelector::Step::SkipIfFalse:
      if (!Outcome)
        I = Step.Index - 1;
      break;
    case NodeSelector::Step::SkipIfTrue:
      if (Outcome)
        I = Step.Index - 1;
      break;
    }
  }
  return Outcome;
}

/// A number that all nodes have in common for which \p T has one outcome, or
/// std::nullopt when there is none worth remembering.
static std::optional<uint64_t> sharedKey(const NodeSelector::Term &T,
                                         const Node &N) {
  using Key = NodeSelector::Key;
  constexpr uint64_t IsTarget = uint64_t(1) << 63;
  uint64_t Target = IsTarget | uint64_t(unsigned(N.op())) << 32 | N.targetId();
  switch (T.K) {
  case Key::Target:
  case Key::Operator:
    return Target;
  case Key::Tag:
  case Key::Meta:
  case Key::DType:
    return N.hasMeta() ? N.meta().id() : 0;
  case Key::Path:
    return N.meta("nn_module_stack") ? N.meta().id() : Target;
  case Key::Class:
    if (!N.isCallModule() && N.hasMeta())
      return N.meta().id();
    // The class of a module that is called is what the tree says, if it does.
    return N.hasMeta() ? std::nullopt : std::optional(Target);
  case Key::Kwarg:
    return N.specId();
  default:
    return std::nullopt;
  }
}

bool NodeMatcher::test(uint32_t TermIndex, const Node &N) {
  const NodeSelector::Term &T = S.terms()[TermIndex];
  std::optional<uint64_t> Key = sharedKey(T, N);
  if (!Key)
    return evaluate(T, N);
  auto [It, New] = Cache[TermIndex].try_emplace(*Key);
  if (New)
    It->second = evaluate(T, N);
  return It->second;
}

static bool compare(NodeSelector::Relation R, uint64_t A, uint64_t B) {
  switch (R) {
  case NodeSelector::Relation::Known:
    return true;
  case NodeSelector::Relation::Equal:
    return A == B;
  case NodeSelector::Relation::NotEqual:
    return A != B;
  case NodeSelector::Relation::Less:
    return A < B;
  case NodeSelector::Relation::LessEqual:
    return A <= B;
  case NodeSelector::Relation::Greater:
    return A > B;
  case NodeSelector::Relation::GreaterEqual:
    return A >= B;
  }
  llvm_unreachable("all relations are listed");
}

/// Whether \p Glob matches \p Value, or an element if it is a list of texts.
static bool matchesMeta(const GlobPattern &Glob, const Argument &Value,
                        bool AnyElement, const Context &Ctx) {
  if (Value.isString())
    return Glob.match(Value.str());
  if (AnyElement && Value.isSequence())
    return any_of(Value.elements(), [&](const Argument &E) {
      return matchesMeta(Glob, E, false, Ctx);
    });
  SmallString<64> Text;
  raw_svector_ostream OS(Text);
  printArgument(Value, Ctx, OS, PrintFormat::FX);
  return Glob.match(Text);
}

/// Calls \p Fn for the element type of every tensor that \p Val describes.
template <typename Callback>
static void forEachDType(const Argument &Val, Callback Fn) {
  if (TensorType T{Val})
    return Fn(T.dtype());
  if (Val.isSequence())
    for (const Argument &E : Val.elements())
      forEachDType(E, Fn);
}

bool NodeMatcher::matchesClass(const NodeSelector::Term &T,
                               const Node &N) const {
  auto Is = [&](StringRef Class) {
    if (Class.empty())
      return false;
    if (!T.Class)
      return true;
    return T.Class->matches(Class) == (T.R == NodeSelector::Relation::Equal);
  };
  if (N.isCallModule() && Owner)
    if (const Module *M = Owner->lookup(N.targetText()); M && M->className())
      return Is(M->className().str());
  std::optional<ModuleStack> Stack = moduleStack(N);
  if (!Stack || Stack->empty())
    return false;
  if (!Stack->back().Class.empty() || !Owner)
    return Is(Stack->back().Class);
  const Module *Root = Owner;
  while (Root->parent())
    Root = Root->parent();
  const Module *M = Root->lookup(Stack->back().Path);
  return M && Is(M->className().str());
}

bool NodeMatcher::evaluate(const NodeSelector::Term &T, const Node &N) const {
  using Key = NodeSelector::Key;
  bool WantEqual = T.R == NodeSelector::Relation::Equal;
  auto Is = [&](StringRef Text) {
    return !T.Glob || T.Glob->match(Text) == WantEqual;
  };
  const Context &Ctx = N.context();
  switch (T.K) {
  case Key::Any:
    return true;
  case Key::Op:
    return bool(T.Opcodes >> unsigned(N.op()) & 1) == WantEqual;
  case Key::Target:
    return Is(N.targetText());
  case Key::Operator: {
    const OpTarget *Op = N.opTarget();
    return Op && Is(Op->op().name());
  }
  case Key::Name: {
    SmallString<32> Text;
    raw_svector_ostream OS(Text);
    N.printName(OS);
    return Is(Text);
  }
  case Key::Path: {
    std::optional<std::string> Path = modulePath(N);
    return Path && Is(*Path);
  }
  case Key::Class:
    return matchesClass(T, N);
  case Key::Tag:
  case Key::Meta: {
    const Argument *Value = T.K == Key::Tag ? N.meta("tag") : N.meta(T.MetaKey);
    if (!Value || !T.Glob)
      return Value;
    return matchesMeta(*T.Glob, *Value, T.K == Key::Tag, Ctx) == WantEqual;
  }
  case Key::DType: {
    bool Known = false, Found = false;
    if (const Argument *Val = N.val())
      forEachDType(*Val, [&](DType D) {
        Known = true;
        Found |= T.Glob && matchesDType(*T.Glob, D);
      });
    return Known && (!T.Glob || Found == WantEqual);
  }
  case Key::Kwarg: {
    bool Found = false;
    for (unsigned I = 0, E = N.numKwargs(); I != E; ++I)
      Found |= T.Glob->match(N.kwargName(I).str());
    return Found == WantEqual;
  }
  case Key::Users:
    return compare(T.R, N.numUsers(), T.Number);
  case Key::Args:
    return compare(T.R, N.numArgs(), T.Number);
  }
  llvm_unreachable("all keys are listed");
}

bool fx::selectsAny(const NodeSelector &S, GraphModule &M) {
  bool Any = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    NodeMatcher Matcher(S, G);
    Any =
        Any || any_of(G.nodes(), [&](Node *N) { return Matcher.matches(*N); });
  });
  return Any;
}

std::string fx::noSuchNode(const Graph &G, StringRef Name) {
  std::string Near = nearestNode(G, Name);
  return ("there is no node '" + Name + "'" +
          (Near.empty() ? "" : "; did you mean '" + Near + "'?"))
      .str();
}
