//===- Rewriter.cpp - Applies rules to one graph --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "Compile/RuleOps.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Rewrite/RewriteCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Rewrites for each node of the graph.
static constexpr uint64_t MaxPerNode = 16;

Rewriter::Rewriter(const Program &P, ArrayRef<const CompiledRule *> Rules,
                   Graph &G, GraphModule &M, RewriteOptions &Options,
                   DiagnosticEngine &Diags)
    : P(P), Rules(Rules), G(G), M(M), Options(Options), Diags(Diags),
      Inference(G, &M), Host(P.host(M, Options.Inference)), Shapes(P, G),
      Terms(G.context(), Inference.math()), Match(P, Shapes, Effects, Terms),
      Emit(G, Terms, M.program() != nullptr), Layouts(G),
      Budget(std::max<uint64_t>(G.size() * MaxPerNode, 4096)),
      Overloads(M.program() != nullptr) {
  Terms.setHost(Host.get());
  Terms.setPlace(this);
  if (isBroken(EngineGuard::Effects))
    Match.ignoreEffects();
  Match.record(bool(Options.Fitted));
  Emit.setInference(Inference);
  if (Options.Where && !Options.Where->matchesAll())
    Where.emplace(*Options.Where, G);
  for (const CompiledRule *R : Rules) {
    Statistics.push_back({R->Name});
    Deepest = std::max(Deepest, R->Depth);
  }
  addCandidates();
}

/// A bit for each operator that may stand at the head of a pattern.
static uint64_t bitsOf(ArrayRef<uint16_t> Heads) {
  uint64_t Bits = 0;
  for (uint16_t Head : Heads)
    Bits |= uint64_t(1) << (Head & 63);
  return Bits;
}

/// The bits that arguments of \p Call which are calls themselves ask for, from
/// \p Needs on; none where any value may stand.
static void addNeeds(const CompiledRule &R, const Pattern &Call,
                     MutableArrayRef<uint64_t> &Needs) {
  if (Call.Kind != Pattern::Call)
    return;
  for (PatternId Kid : Call.Kids) {
    if (Needs.empty())
      return;
    if (R.Patterns[Kid].Heads.empty())
      continue;
    Needs.front() = bitsOf(R.Patterns[Kid].Heads);
    Needs = Needs.drop_front();
  }
}

Rewriter::Needs Rewriter::Needs::either(const Needs &Other) const {
  auto Either = [](uint64_t A, uint64_t B) { return A && B ? A | B : 0; };
  Needs N;
  for (unsigned I = 0; I != 2; ++I) {
    N.Operands[I] = Either(Operands[I], Other.Operands[I]);
    N.Below[I] = Either(Below[I], Other.Below[I]);
  }
  return N;
}

/// What a call of \p Head needs around it to fit pattern \p Id: where it may
/// fit in several ways, what all of them need.
Rewriter::Needs Rewriter::needsOf(const CompiledRule &R, PatternId Id,
                                  uint16_t Head) {
  const Pattern &Pat = R.Patterns[Id];
  Needs N;
  if (Pat.Kind == Pattern::Guarded)
    return needsOf(R, Pat.Kids[0], Head);
  if (Pat.Kind == Pattern::Choice) {
    bool IsFirst = true;
    for (PatternId Kid : Pat.Kids) {
      ArrayRef<uint16_t> Heads = R.Patterns[Kid].Heads;
      if (!Heads.empty() && !is_contained(Heads, Head))
        continue;
      N = IsFirst ? needsOf(R, Kid, Head) : N.either(needsOf(R, Kid, Head));
      IsFirst = false;
    }
    return N;
  }
  MutableArrayRef<uint64_t> Operands(N.Operands), Below(N.Below);
  addNeeds(R, Pat, Operands);
  if (Pat.Kind == Pattern::Call)
    for (PatternId Kid : Pat.Kids)
      addNeeds(R, R.Patterns[Kid], Below);
  return N;
}

void Rewriter::addCandidates() {
  ByHead.resize(P.Numbers.size());
  LooksBelow.resize(P.Numbers.size());
  SmallVector<uint32_t, 32> Order;
  for (uint32_t I = 0; I != Rules.size(); ++I)
    Order.push_back(I);
  // Higher benefit first, then the larger pattern, then the name.
  sort(Order, [&](uint32_t A, uint32_t B) {
    auto Key = [&](uint32_t I) {
      return std::tuple(-Rules[I]->Benefit, -int(Rules[I]->NumCalls),
                        Rules[I]->Name);
    };
    return Key(A) < Key(B);
  });
  for (uint32_t I : Order) {
    const CompiledRule &R = *Rules[I];
    const Pattern &Root = R.Patterns[R.Root];
    for (uint16_t Head : Root.Heads) {
      ByHead[Head].push_back({I, needsOf(R, R.Root, Head)});
      if (ByHead[Head].back().Around.Below[0])
        LooksBelow.set(Head);
    }
  }
}

Rewriter::Surroundings Rewriter::surroundings(const Node &N, bool Below) {
  Surroundings S;
  for (const Use &U : N.operandUses()) {
    const Node &Operand = *G.node(U.Value);
    if (!Operand.isCall())
      continue;
    S.Operands |= uint64_t(1) << (Shapes.number(Operand) & 63);
    if (Below)
      S.Below |= surroundings(Operand, /*Below=*/false).Operands;
  }
  return S;
}

uint64_t Rewriter::run(bool Reverse) {
  uint64_t Before = Options.Limit;
  NodeRange Nodes = Reverse ? G.reversedNodes() : G.nodes();
  for (Node *N : Nodes) {
    if (!Options.Limit)
      break;
    if (!N->isCall())
      continue;
    if (!visit(N))
      continue;
    while (Node *Next = Worklist.pop())
      if (Options.Limit && Next->isCall())
        visit(Next);
  }
  return Before - Options.Limit;
}

/// Applies the first rule that fits at \p N.
bool Rewriter::visit(Node *N) {
  uint16_t Head = Shapes.number(*N);
  if (!Head)
    return false;
  ArrayRef<Candidate> Candidates = ByHead[Head];
  if (Candidates.empty() || (Where && !Where->matches(*N)))
    return false;
  Surroundings S = surroundings(*N, LooksBelow.test(Head));
  auto Has = [](uint64_t Bits, const uint64_t(&Needs)[2]) {
    return (!Needs[0] || Bits & Needs[0]) && (!Needs[1] || Bits & Needs[1]);
  };
  for (const Candidate &C : Candidates)
    if (Has(S.Operands, C.Around.Operands) && Has(S.Below, C.Around.Below) &&
        tryRule(C.Rule, N))
      return true;
  return false;
}

bool Rewriter::tryRule(uint32_t Index, Node *Root) {
  const CompiledRule &Rule = *Rules[Index];
  RuleStatistics &S = Statistics[Index];
  ++S.Tried;
  if (!Match.match(Rule, Root))
    return false;
  if (!checkSteps(Rule))
    return false;
  ++S.Matched;
  if (!Options.Limit || !Budget ||
      (Options.Admits && !Options.Admits(Rule.Name, *Root)))
    return false;
  if (Budget == 1)
    Diags
        .report(diag::warn_pass, *Root, "rewrite",
                "this is the last of " + Twine(MaxPerNode) +
                    " rewrites for each node; the rules may go on without end")
        .in(M.source());
  // The root may be gone afterwards.
  std::optional<DiagnosticPlace> Place;
  if (Options.Remarks)
    Place.emplace(*Root);
  std::string RootName = Options.Applied ? Root->name() : std::string();
  std::string Why;
  if (Options.Fitted)
    Options.Fitted(Match);
  if (!apply(Rule, Root, Why)) {
    // Nothing to say where nothing would change, nor when a node is visited
    // again.
    if (!Why.empty() &&
        RefusedAt.insert(uint64_t(Index) << 32 | Root->serial()).second) {
      ++S.Refused;
      if (Options.Refused)
        Options.Refused(Why);
      if (Options.Remarks)
        Diags.report(diag::remark_rules_refused, *Place, Rule.Name, Why)
            .in(M.source());
    }
    return false;
  }
  ++S.Applied;
  --Options.Limit;
  --Budget;
  if (Options.Remarks)
    Diags.report(diag::remark_rules_applied, *Place, Rule.Name).in(M.source());
  if (Options.Applied)
    Options.Applied(RootName, Rule.Name);
  return true;
}

bool Rewriter::apply(const CompiledRule &Rule, Node *Root, std::string &Why) {
  unsigned Generation = 0;
  for (Node *N : Match.nodes())
    Generation = std::max<unsigned>(Generation, Generations.lookup(N));
  if (Generation >= Options.MaxGenerations) {
    Diags.report(diag::warn_rules_generations, *Root, Rule.Name, Generation)
        .in(M.source());
    return false;
  }
  size_t Before = G.size();
  if (!prepare(Rule, Why) || !runsEqually(Rule))
    return false;
  finish(Rule);
  // What makes the graph smaller comes to an end by itself.
  if (G.size() >= Before)
    ++Generation;
  for (Node *N : Emit.created())
    Generations[N] = Generation;
  return true;
}

bool Rewriter::prepare(const CompiledRule &Rule, std::string &Why) {
  if (!Memory)
    Memory.emplace(G, Effects);
  findPlace(Rule);
  if (!checkGradients(Rule, Why) || !checkWrites(Why))
    return false;
  if (!makeResults(Rule, Why)) {
    Emit.undo();
    return false;
  }
  if (Match.roots() == ArrayRef(News)) {
    Emit.undo();
    return false;
  }
  for (ArrayRef<Node *> Nodes : {Emit.states(), Emit.created()})
    for (Node *N : Nodes)
      Memory->created(*N);
  if (!checkNewWrites(Why) || !checkStatements(Rule, Why) || !checkPlace(Why) ||
      !checkDraws(Why) || !checkUpdates(Why) || !checkGrowth(Rule, Why) ||
      !checkRoots(Rule, Why) || !checkCost(Rule, Why) || !checkSizes(Why)) {
    Emit.undo();
    return false;
  }
  return true;
}

bool Rewriter::runsEqually(const CompiledRule &Rule) {
  if (!Options.Check)
    return true;
  RewriteCheck::Sides Sides{M,    Match.nodes(), Emit.created(),  Match.roots(),
                            News, Host.get(),    Inference.math()};
  std::string Difference = Options.Check->run(Rule, Sides);
  if (Difference.empty())
    return true;
  std::unique_ptr<GraphModule> Left = Options.Check->leftSide(
      Sides, [&](GraphModule &Of) { return P.host(Of, /*Inference=*/true); });
  Options.Differs(Rule.Name, *Match.roots().front(), Difference, Left.get());
  Emit.undo();
  Options.Limit = 0;
  return false;
}

/// The result stands before the first of what it replaces, or for statements
/// before the last.
void Rewriter::findPlace(const CompiledRule &Rule) {
  Place = Match.roots().front();
  if (Rule.Statements)
    return;
  for (Node *Root : Match.roots())
    if (Root->isBefore(Place))
      Place = Root;
}

/// The rule's conditions on types and memory, for each root.
bool Rewriter::checkRoots(const CompiledRule &Rule, std::string &Why) {
  for (auto [Root, New] : zip(Match.roots(), News))
    if (Root != New &&
        (!checkType(Rule, Root, *New, Why) || !checkAliases(Root, *New, Why)))
      return false;
  return checkSharing(Why) && checkSaved(Why);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Item \p I of several results: of a list, or of what a call returns.
Node *Rewriter::itemOf(const Argument &Value, unsigned I) {
  if (Value.isSequence())
    return I < Value.size() ? Value[I].asNode() : nullptr;
  Node *Tuple = Value.asNode();
  return Tuple ? Emit.item(Tuple, I) : nullptr;
}

namespace {
/// Calls of an Emitter for the C++ part of a rule.
class EmittedResult final : public ResultBuilder {
public:
  EmittedResult(Emitter &Emit, const Node &Root) : Emit(Emit), Root(Root) {}

  /// Whether \p N can stand where the root does.
  Error check(const Node &N) const {
    bool IsBefore =
        &N.graph() == &Root.graph() && (&N == &Root || N.isBefore(&Root));
    return IsBefore
               ? Error::success()
               : createStringError("%" + N.name() + " is not made before %" +
                                   Root.name() + ", which is replaced");
  }

  Expected<Node *>
  call(StringRef Op, ArrayRef<Argument> Args,
       ArrayRef<std::pair<StringRef, Argument>> Named) override {
    OpChoice Choice = lookupRuleOp(Op);
    if (!Choice.Op)
      return createStringError("there is no operator '" + Op + "'");
    SmallVector<Argument, 6> All(Args);
    SmallVector<StringRef, 6> Names(Args.size());
    for (const auto &[Name, Value] : Named) {
      All.push_back(Value);
      Names.push_back(Name);
    }
    Error Late = Error::success();
    for (const Argument &A : All)
      A.forEachNode([&](Node *N) {
        if (!Late)
          Late = check(*N);
      });
    if (Late)
      return Late;
    std::optional<Argument> Made =
        Emit.call(*Choice.Op, Choice.Only, All, Names);
    if (!Made)
      return createStringError(Emit.reason());
    if (Root.val())
      if (Error E = Emit.inferCreated())
        return E;
    return Made->asNode();
  }

private:
  Emitter &Emit;
  const Node &Root;
};
} // namespace

bool Rewriter::makeNative(const CompiledRule &Rule, std::string &Why) {
  Node *Root = Match.roots().front();
  EmittedResult Builder(Emit, *Root);
  Expected<Node *> New = Rule.Native->rewrite(*Root, Match.native(), Builder);
  Error E = New.takeError();
  if (!E && *New)
    E = Builder.check(**New);
  if (!E) {
    News.front() = *New;
    return true;
  }
  Why = "operator: " + toString(std::move(E));
  return false;
}

bool Rewriter::makeResults(const CompiledRule &Rule, std::string &Why) {
  InsertionGuard Guard = G.insertingBefore(Place);
  // An item is spelled like the call that it is of.
  const Node *Spelled = Match.roots().front();
  while (Spelled->isGetItem() && Spelled->operand(0)->isCall())
    Spelled = Spelled->operand(0);
  const OpTarget *Target = Spelled->opTarget();
  Emit.begin(Match.bindings(),
             Overloads || (Target && Target->isOperatorOverload()));
  // Only the last statement may have a value.
  News.assign(Rule.Statements ? 1 : Match.roots().size(), nullptr);
  if (Rule.Native && !makeNative(Rule, Why))
    return false;
  for (const ResultStep &Step : Rule.Results) {
    std::optional<Argument> Value = Emit.emit(*Step.Value);
    if (!Value) {
      Why = "operator: " + Emit.reason();
      return false;
    }
    if (Step.Target != NoSlot) {
      Match.bindings()[Step.Target] = {Binding::Given, *Value};
      continue;
    }
    bool Several = Rule.Each || Step.Roots.size() > 1;
    size_t Count = Rule.Each ? News.size() : Step.Roots.size();
    for (unsigned I = 0; I != Count; ++I)
      News[Rule.Each ? I : Step.Roots[I]] =
          Several ? itemOf(*Value, I) : Value->asNode();
  }
  if (Rule.Statements && !Match.roots().front()->hasUsers())
    News.clear();
  if (is_contained(News, nullptr)) {
    Why = "operator: the result is not one value";
    return false;
  }
  if (Rule.Folds)
    Emit.dropUnused(News);
  if (Match.roots().front()->val() || Rule.Statements)
    if (Error E = Emit.inferCreated()) {
      Why = "invalid: the result cannot be computed: " + toString(std::move(E));
      return false;
    }
  for (Node *&New : News)
    New = reuse(New);
  return true;
}

/// A node of the match that is the same call as \p New, or \p New.
Node *Rewriter::reuse(Node *New) {
  if (!is_contained(Emit.created(), New) || New->hasUsers())
    return New;
  for (Node *Old : Match.nodes()) {
    if (Old->op() != New->op() || Old->targetId() != New->targetId() ||
        Old->specId() != New->specId())
      continue;
    ArrayRef<Use> A = Old->operandUses(), B = New->operandUses();
    if (!std::equal(
            A.begin(), A.end(), B.begin(), B.end(),
            [](const Use &X, const Use &Y) { return X.Value == Y.Value; }))
      continue;
    Emit.drop(New);
    return Old;
  }
  return New;
}

/// Gives new nodes their metadata.
void Rewriter::setMetadata(const CompiledRule &Rule) {
  const Node *From = Match.roots().front();
  if (Rule.MetadataFrom != NoSlot)
    if (Node *Other = Match.bindings()[Rule.MetadataFrom].Value.asNode())
      From = Other;
  for (Node *N : Emit.created()) {
    const Argument *Val = N->val();
    const Node *Of = From;
    for (const auto &[Old, Updated] : Emit.updates())
      if (Updated == N)
        Of = Old;
    // The value of a root is known better than by a rule, but for strides that
    // the rule may change.
    for (auto [Root, New] : zip(Match.roots(), News))
      if (N == New && Root->val() && !Rule.Layout)
        Val = Root->val();
    const Argument *Theirs = Of->val();
    if (Val ? Theirs && *Theirs == *Val : !Theirs) {
      N->setMeta(Of->meta());
      continue;
    }
    SmallVector<KwArg, 8> Entries;
    for (const KwArg &E : Of->meta().entries())
      if (E.Name != G.context().valKey())
        Entries.push_back(E);
    if (Val)
      Entries.push_back({G.context().valKey(), *Val});
    N->setMeta(G.context().internMeta(Entries));
  }
}

void Rewriter::finish(const CompiledRule &Rule) {
  setMetadata(Rule);
  SmallVector<Node *, 1> Roots(Match.roots());
  for (auto [Root, New] : zip(Roots, News)) {
    if (Root == New)
      continue;
    Memory->replaced(*Root, *New);
    Root->replaceAllUsesWith(New);
  }
  bool Writes = Rule.Statements || any_of(Emit.created(), [&](Node *N) {
                  return !Effects.get(*N).Writes.empty();
                });
  eraseMatched();
  for (Node *New : News)
    revisit(New, Deepest);
  // What is known of writers is of the graph as it was.
  if (Writes)
    Memory.reset();
}

void Rewriter::eraseMatched() {
  SmallVector<Node *, 8> Nodes(Match.nodes());
  sort(Nodes, [](Node *A, Node *B) { return B->isBefore(A); });
  SmallVector<Node *, 8> Operands;
  for (Node *N : Nodes) {
    if (is_contained(News, N) || N->hasUsers())
      continue;
    if (!Emit.states().empty())
      for (Node *Operand : N->allInputNodes())
        if ((Operand->isPlaceholder() || Operand->isGetAttr()) &&
            !is_contained(Operands, Operand))
          Operands.push_back(Operand);
    G.eraseNode(N);
  }
  // What the new state was made of.
  for (Node *N : Operands)
    if (!N->hasUsers())
      Host->erase(*N);
}

/// Queues what may match now: new nodes, and users as far as patterns reach.
void Rewriter::revisit(Node *New, unsigned Levels) {
  constexpr unsigned MaxUsers = 64;
  for (Node *N : Emit.created())
    Worklist.push(N);
  SmallVector<Node *, 16> Level = {New};
  Worklist.push(New);
  unsigned Count = 0;
  for (unsigned I = 0; I != Levels && Count < MaxUsers; ++I) {
    SmallVector<Node *, 16> Next;
    for (Node *N : Level)
      for (Node *User : N->users()) {
        if (++Count > MaxUsers)
          return;
        Worklist.push(User);
        Next.push_back(User);
      }
    Level = std::move(Next);
  }
}
