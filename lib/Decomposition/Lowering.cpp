//===- Lowering.cpp - Python's calls as operators -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are visited in order. Each gets an argument that stands for its value
// from then on: a node of the new calls, a number, or a container of these. The
// old nodes keep their values (`val`), which value rules need, and go at the
// end.
//
//===----------------------------------------------------------------------===//

#include "fx/Decomposition/Lowering.h"
#include "Engine.h"
#include "LoweringRules.h"
#include "fx/IR/Effects.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/Structural.h"
#include "fx/IR/SymbolicExpr.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {

class GraphLowering {
public:
  GraphLowering(GraphModule &M, const LoweringOptions &Options)
      : M(M), G(M.graph()), Options(Options), Inference(G, &M),
        E(G, M, NoNames, /*Functionalize=*/false, /*Decompose=*/false) {}

  Error run();

private:
  void splitInput(Node &Placeholder);
  Argument makeLeaves(const Argument &Val, const Twine &Name);
  void nameAgain();
  Error visit(Node &N);
  bool visitValue(Node &N);
  bool visitRule(Node &N);
  bool visitOverload(Node &N);
  Error visitTraced(Node &N);
  std::optional<OverloadCall> chooseCall(Node &N);
  Argument emit(const OverloadCall &Call, const Argument *Known);
  std::unique_ptr<GraphModule> callAlone(Node &N, unsigned Scale,
                                         SmallVectorImpl<Node *> &Operands);
  Argument splice(const GraphModule &Traced, ArrayRef<Node *> Operands);
  Error fail(const Node &N, const Twine &Why) const {
    return makeError(diag::err_lower_call, N, N.targetText(), Why);
  }
  void setResult(Node &N, const Argument &Result);

  Argument map(const Argument &A) {
    return A.mapNodes(
        [&](Node *N) { return Env.contains(N) ? Env.lookup(N) : Argument(N); });
  }
  MappedCall mapped(const Node &N) {
    return MappedCall(N, [this](const Argument &A) { return map(A); });
  }

  GraphModule &M;
  Graph &G;
  const LoweringOptions &Options;
  ValueInference Inference;
  StringSet<> NoNames;
  Engine E;
  NodeMap<Argument> Env;
  SmallVector<Node *, 0> Old;
};

} // namespace

/// Whether a tensor is in \p Val, a `val`.
static bool hasTensor(const Argument &Val) {
  if (Val.kind() == ArgKind::TensorType)
    return true;
  return Val.isAggregate() && any_of(Val.elements(), hasTensor);
}

/// Whether a symbolic size is in \p A, or in what is known of its nodes.
static bool dependsOnSizes(const Argument &A) {
  if (Node *N = A.asNode())
    return N->val() && dependsOnSizes(*N->val());
  return A.kind() == ArgKind::SymExpr ||
         (A.isAggregate() && any_of(A.elements(), dependsOnSizes));
}

/// What is known of the value that \p A stands for.
static std::optional<Argument> valOf(const Argument &A) {
  bool Known = true;
  Argument Val = A.mapNodes([&](Node *N) {
    Known &= N->val() != nullptr;
    return N->val() ? *N->val() : Argument();
  });
  return Known ? std::optional<Argument>(Val) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Argument GraphLowering::makeLeaves(const Argument &Val, const Twine &Name) {
  if (Val.kind() == ArgKind::Dict) {
    SmallVector<Argument, 8> Items(Val.elements());
    for (size_t I = 1; I < Items.size(); I += 2)
      Items[I] = makeLeaves(Items[I], Name + "_" +
                                          (Items[I - 1].isString()
                                               ? Items[I - 1].str()
                                               : StringRef(std::to_string(I))));
    return Argument::dict(Items);
  }
  if (Val.isSequence()) {
    SmallVector<Argument, 8> Items;
    for (size_t I = 0; I != Val.size(); ++I)
      Items.push_back(makeLeaves(Val[I], Name + "_" + Twine(I)));
    return Val.kind() == ArgKind::List ? Argument::list(Items)
                                       : Argument::tuple(Items);
  }
  Node *Leaf = G.placeholder(Name.str());
  Leaf->setTarget(Leaf->name());
  Leaf->setVal(Val);
  InputSpec Spec;
  if (Val.kind() != ArgKind::TensorType && Val.kind() != ArgKind::SymExpr)
    Spec.Kind = InputSpec::ConstantInput;
  Leaf->setMeta("input_spec", Spec.toArgument(G.context()));
  E.noteSizes(Leaf);
  if (Val.kind() == ArgKind::SymExpr)
    E.noteSymbol(Val.symbol(), Leaf);
  // The number is what the program is made for.
  return Spec.Kind == InputSpec::ConstantInput ? Val : Argument(Leaf);
}

void GraphLowering::splitInput(Node &N) {
  const Argument *Val = N.val();
  if (!Val)
    return;
  if (Val->isSequence() || Val->kind() == ArgKind::Dict) {
    InsertionGuard At = G.insertingBefore(&N);
    Env[&N] = makeLeaves(*Val, N.name());
    Old.push_back(&N);
    return;
  }
  E.noteSizes(&N);
  if (Val->kind() == ArgKind::SymExpr)
    E.noteSymbol(Val->symbol(), &N);
  else if (Val->kind() != ArgKind::TensorType)
    Env[&N] = *Val;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void GraphLowering::setResult(Node &N, const Argument &Result) {
  Env[&N] = Result;
  Old.push_back(&N);
  if (std::optional<Argument> Val = valOf(Result))
    N.setVal(*Val);
  if (const Argument *Val = N.val();
      Val && Val->kind() == ArgKind::SymExpr && Result.isNode())
    E.noteSymbol(Val->symbol(), Result.asNode());
}

/// Functions on numbers that programs may call.
static bool isNumberFunction(const Node &N) {
  StringRef Target = N.targetText();
  return N.isCallFunction() &&
         (Target.starts_with("torch.sym_") || Target.starts_with("math.") ||
          (Target.starts_with("operator.") && !N.isGetItem()));
}

/// What is a number, a size or a container of these needs no call, but for
/// symbolic ones.
bool GraphLowering::visitValue(Node &N) {
  const Argument *Val = N.val();
  const OpTarget *Target = N.opTarget();
  if (!Val || hasTensor(*Val) || (Target && Target->isOperatorOverload()) ||
      !getEffects(N).isRemovable())
    return false;
  Argument Known = *Val;
  if (Known.kind() == ArgKind::SymExpr && !E.symbolNode(Known.symbol()) &&
      isNumberFunction(N)) {
    MappedCall New = mapped(N);
    (void)E.emitSymbolic(N.targetText(), New.Args, Known, New.Kwargs);
  }
  setResult(N, Known);
  return true;
}

bool GraphLowering::visitRule(Node &N) {
  LoweringRule Rule = lookupLoweringRule(N);
  if (!Rule)
    return false;
  MappedCall New = mapped(N);
  LoweringCall Call(E, N, New.Args, New.Kwargs);
  std::optional<Argument> Result = Rule(Call);
  if (!Result || E.failed())
    return false;
  setResult(N, *Result);
  return true;
}

/// `torch.relu(x)`, `x.relu()` and `x + y` are operators by another name.
std::optional<OverloadCall> GraphLowering::chooseCall(Node &N) {
  const OpTarget *From = N.opTarget();
  if (!From || From->overloads().empty())
    return std::nullopt;
  SmallVector<Argument, 6> Args;
  SmallVector<KwArg, 4> Kwargs;
  for (const Argument &A : N.args())
    Args.push_back(E.lower(map(A)));
  for (const KwArg &K : N.kwargs())
    Kwargs.push_back({K.Name, E.lower(map(K.Value))});
  if (E.failed())
    return std::nullopt;
  if (From->isOperatorOverload()) {
    std::optional<BoundCall> Bound = tryBindCall(*From, {Args, Kwargs});
    if (!Bound)
      return std::nullopt;
    OverloadCall Call{From, &Bound->schema(), {}};
    for (unsigned I = 0; I != Bound->size(); ++I)
      Call.Values.push_back(Bound->isGiven(I)
                                ? std::optional<Argument>(*Bound->given(I))
                                : std::nullopt);
    return Call;
  }
  if (std::optional<OverloadCall> Call =
          chooseOverload(G.context(), *From, {Args, Kwargs}))
    return Call;
  return chooseInPlace(G.context(), *From, {Args, Kwargs});
}

Argument GraphLowering::emit(const OverloadCall &Call, const Argument *Known) {
  const TargetFacts &F = E.factsOf(*Call.Target);
  SmallVector<Argument, 8> Values;
  for (auto [Given, Default] : zip(Call.Values, F.Defaults))
    Values.push_back(Given ? *Given : Default);
  return E.dispatch(F, Values, Known);
}

bool GraphLowering::visitOverload(Node &N) {
  std::optional<OverloadCall> Call = chooseCall(N);
  if (!Call || E.failed())
    return false;
  std::optional<Argument> Known;
  // What the call returns; of Python's functions that may be less, and what
  // writes has the layout of what it writes to.
  if (const Argument *Val = N.val(); Val && !E.factsOf(*Call->Target).Writes)
    if (Val->isSequence() == Call->Schema->returnsSequence())
      Known = *Val;
  Argument Result = emit(*Call, Known ? &*Known : nullptr);
  if (E.failed())
    return false;
  // Indices that Python leaves out.
  bool IsOne = N.val() && N.val()->kind() == ArgKind::TensorType;
  if (IsOne && Result.isSequence() && !Result.empty())
    Result = Argument(Result[0]);
  setResult(N, Result);
  return true;
}

Error GraphLowering::visit(Node &N) {
  std::string Why;
  if (!N.val())
    if (Error Err = Inference.inferAndSet(N, M))
      Why = toString(std::move(Err));
  size_t NumCreated = E.numCreated();
  if (visitRule(N) || (!E.failed() && visitValue(N)))
    return Error::success();
  if (!E.failed() && visitOverload(N))
    return Error::success();
  // What was made of the call so far must not run too.
  E.eraseCreated(NumCreated);
  std::string Failure = E.takeFailure();
  if (!Failure.empty())
    Why = Failure;
  if (!Options.Trace || N.isCallModule())
    return fail(N, Why.empty() ? "there is no operator like it" : Why);
  return visitTraced(N);
}

//===----------------------------------------------------------------------===//
// Python's code, run
//===----------------------------------------------------------------------===//

/// The number that \p A is when each symbol is \p Scale times that of the
/// example, and a little more for each.
static std::optional<int64_t> exampleOf(const ExportedProgram &P,
                                        const Argument &A, unsigned Scale) {
  if (A.isInt())
    return A.asInt();
  if (A.kind() != ArgKind::SymExpr)
    return std::nullopt;
  return evaluateScaled(P, A.symbol(), Scale);
}

/// \p Val with numbers for symbols.
static std::optional<Argument> fixedVal(const ExportedProgram &P,
                                        const Argument &Val, unsigned Scale) {
  if (Val.kind() == ArgKind::SymExpr) {
    std::optional<int64_t> Number = exampleOf(P, Val, Scale);
    return Number ? std::optional<Argument>(*Number) : std::nullopt;
  }
  if (!Val.isAggregate())
    return Val;
  SmallVector<Argument, 8> Items;
  for (const Argument &Item : Val.elements()) {
    std::optional<Argument> Fixed = fixedVal(P, Item, Scale);
    if (!Fixed)
      return std::nullopt;
    Items.push_back(*Fixed);
  }
  return Argument::aggregate(Val.kind(), Val.symbol(), Items);
}

/// A module with \p N alone, whose tensors are placeholders. Null where a size
/// has no example.
std::unique_ptr<GraphModule>
GraphLowering::callAlone(Node &N, unsigned Scale,
                         SmallVectorImpl<Node *> &Operands) {
  auto Alone = std::make_unique<GraphModule>(G.context());
  Graph &To = Alone->graph();
  NodeMap<Argument> Inputs;
  bool Good = true;
  auto Import = [&](const Argument &A) {
    return map(A).mapNodes([&](Node *Operand) -> Argument {
      if (Inputs.contains(Operand))
        return Inputs.lookup(Operand);
      std::optional<Argument> Val =
          Operand->val() ? fixedVal(*M.program(), *Operand->val(), Scale)
                         : std::nullopt;
      Good &= Val.has_value();
      if (!Val)
        return Argument();
      // A number is what it is in the example.
      if (Val->kind() != ArgKind::TensorType)
        return Inputs[Operand] = *Val;
      Node *Input = To.placeholder("a" + std::to_string(Operands.size()));
      Input->setVal(*Val);
      Operands.push_back(Operand);
      return Inputs[Operand] = Argument(Input);
    });
  };
  SmallVector<Argument, 6> Args;
  SmallVector<KwArg, 4> Kwargs;
  auto Fix = [&](const Argument &A) {
    Argument Imported = Import(A);
    if (Imported.containsNode())
      return Imported;
    std::optional<Argument> Fixed = fixedVal(*M.program(), Imported, Scale);
    Good &= Fixed.has_value();
    return Fixed ? *Fixed : Argument();
  };
  for (const Argument &A : N.args())
    Args.push_back(Fix(A));
  for (const KwArg &K : N.kwargs())
    Kwargs.push_back({K.Name, Fix(K.Value)});
  if (!Good)
    return nullptr;
  To.output(To.createNode(N.op(), N.target(), Args, Kwargs));
  return Alone;
}

Argument GraphLowering::splice(const GraphModule &Traced,
                               ArrayRef<Node *> Operands) {
  NodeMap<Argument> New;
  auto Map = [&](const Argument &A) {
    return A.mapNodes([&](Node *N) { return New.lookup(N); });
  };
  Argument Result;
  size_t NumInputs = 0;
  for (Node *N : const_cast<GraphModule &>(Traced).graph().nodes()) {
    if (N->isPlaceholder()) {
      New[N] = Argument(Operands[NumInputs++]);
    } else if (N->isOutput()) {
      Result = Map(N->arg(0));
    } else if (N->isGetItem() && Map(N->arg(0)).isSequence()) {
      New[N] = Map(N->arg(0))[N->arg(1).asInt()];
    } else {
      const OpTarget *Target = N->opTarget();
      std::optional<BoundCall> Bound = Target && Target->isOperatorOverload()
                                           ? tryBindCall(*N)
                                           : std::nullopt;
      if (!Bound) {
        E.fail("it needs '" + N->targetText() + "'");
        return Argument();
      }
      const TargetFacts &F = E.factsOf(*Target);
      SmallVector<Argument, 8> Values;
      for (unsigned I = 0; I != Bound->size(); ++I)
        Values.push_back(Bound->isGiven(I) ? Map(*Bound->given(I))
                                           : F.Defaults[I]);
      New[N] = E.dispatch(F, Values, N->val());
    }
    if (E.failed())
      return Argument();
  }
  return Result;
}

Error GraphLowering::visitTraced(Node &N) {
  SmallVector<Node *, 6> Operands;
  std::vector<std::unique_ptr<GraphModule>> Traces;
  bool IsDynamic = any_of(
      N.args(), [&](const Argument &A) { return dependsOnSizes(map(A)); });
  for (const KwArg &K : N.kwargs())
    IsDynamic |= dependsOnSizes(map(K.Value));
  for (unsigned Scale = 1; Scale <= (IsDynamic ? NumExamples : 1); ++Scale) {
    Operands.clear();
    std::unique_ptr<GraphModule> Alone = callAlone(N, Scale, Operands);
    if (!Alone)
      return fail(N, "the type of an operand is not known");
    Expected<std::unique_ptr<GraphModule>> Traced = Options.Trace(*Alone);
    if (!Traced)
      return fail(N, toString(Traced.takeError()));
    Traces.push_back(std::move(*Traced));
  }
  // Python code that looks at sizes does what it does for an example.
  if (IsDynamic && !mergeTraces(E, *M.program(), Traces))
    return fail(N, "it calls other operators for other sizes; give its "
                   "operands fixed sizes");
  Argument Result = splice(*Traces.front(), Operands);
  if (E.failed())
    return fail(N, E.takeFailure());
  setResult(N, Result);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// Calls get the names that they would have if the old ones had never been.
void GraphLowering::nameAgain() {
  SmallVector<std::pair<Node *, Symbol>, 0> Wanted;
  for (Node *N : G.nodes())
    if (N->isCall()) {
      Wanted.push_back({N, G.context().symbol(N->nameRef().Base)});
      N->rename("renamed");
    }
  G.names() = Namespace(G.context());
  for (Node *N : G.nodes())
    if (!N->isCall())
      G.names().claim(N->nameRef());
  for (auto &[N, Base] : Wanted)
    N->rename(Base.str());
}

Error GraphLowering::run() {
  SmallVector<Node *, 0> Nodes(G.nodes().begin(), G.nodes().end());
  for (Node *N : Nodes)
    if (N->isPlaceholder())
      splitInput(*N);
  for (Node *N : Nodes) {
    if (N->isPlaceholder())
      continue;
    InsertionGuard At = G.insertingBefore(N);
    E.setOrigin(*N);
    if (N->isOutput()) {
      if (N->numArgs())
        N->updateArg(0, E.lower(map(N->arg(0))));
    } else if (Error Err = visit(*N)) {
      return Err;
    }
    if (E.failed())
      return fail(*N, E.takeFailure());
  }
  for (Node *N : reverse(Old))
    G.eraseIfUnused(N);
  G.eliminateDeadCode();
  nameAgain();
  return Error::success();
}

Error fx::lowerToOperators(GraphModule &M, const LoweringOptions &Options) {
  return GraphLowering(M, Options).run();
}
