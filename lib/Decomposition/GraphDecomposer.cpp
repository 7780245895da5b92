//===- GraphDecomposer.cpp - Programs of core operators -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "Inlining.h"
#include "LoweringRules.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/Decomposition/Decompose.h"
#include "fx/IR/Effects.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/SchemaMemory.h"
#include "fx/IR/TorchTypes.h"
#include "fx/IR/VmapCalls.h"
#include <set>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {

/// Runs a graph on the engine: a new node for every old one, or several.
class GraphDecomposer {
public:
  /// Writes become values with \p Functionalize.
  GraphDecomposer(Graph &G, GraphModule &M, const DecomposeOptions &Options,
                  bool Functionalize)
      : G(G), M(M), Options(Options), IsRoot(&G == &M.graph()),
        E(G, M, Options.Keep, Functionalize) {}

  Error run(DecomposeResult &Result);
  /// Whether there is anything to decompose, or any write.
  bool hasWork();

private:
  void begin();
  void beginNames();
  void claimNames();
  Error visit(Node &N);
  Error visitOperator(Node &N, const OpTarget &Target);
  void visitOther(Node &N);
  bool visitVmapResult(Node &N);
  Argument withDType(const Argument &Known, const Argument &Result);
  Argument freshly(const Node &N, const TargetFacts &F,
                   ArrayRef<Argument> Values, const Argument &Result);
  bool visitSymbolic(Node &N);
  void visitGetItem(Node &N);
  bool visitLowered(Node &N, LoweringRule Rule);
  Error finishOutput(Node &Output);
  Error requireApart(const Node &Written);
  void keepInPlace(Node &N);
  void mapModuleCalls();
  void eraseOld();

  Argument map(const Argument &A) {
    Argument Mapped = A.mapNodes(
        [&](Node *N) { return Env.contains(N) ? Env.lookup(N) : Argument(N); });
    return E.current(Mapped);
  }
  MappedCall mapped(const Node &N) {
    return MappedCall(N, [this](const Argument &A) { return map(A); });
  }
  /// What \p N was called.
  std::string nameOf(const Node &N) const {
    Name Known = OldNames.lookup(&N);
    return Known ? Known.str(G.context()) : N.name();
  }
  Error failure(const Node &N) const {
    return makeError(diag::err_decompose, N, nameOf(N), E.failure());
  }

  Graph &G;
  GraphModule &M;
  const DecomposeOptions &Options;
  bool IsRoot;
  Engine E;
  NodeMap<Argument> Env;
  /// What the nodes of the program were called.
  NodeMap<Name> OldNames;
  /// How many calls of vmap are around the node that is visited.
  unsigned VmapDepth = 0;
  SmallVector<Node *, 0> Old;
  bool Changed = false;
  /// Whether any call writes memory.
  bool HasWrites = false;
};

} // namespace

/// The operator whose rule is applied: `aten.silu`.
static StringRef ruleOf(const Node &N) {
  StringRef Op = N.targetText();
  Op.consume_front("torch.ops.");
  return Op.substr(0, Op.find('.', Op.find('.') + 1));
}

/// `x[i] = y`, as TorchDynamo traces it.
static bool isAssignment(const Node &N) {
  return N.isCallFunction() && N.targetText() == "operator.setitem";
}

/// The operator of ATen or of a library that \p N calls; null for functions and
/// methods of Python.
static const OpTarget *operatorOf(const Node &N) {
  const OpTarget *Target = N.isCallFunction() ? N.opTarget() : nullptr;
  bool Is =
      Target && Target->isOperatorOverload() && !Target->overloads().empty();
  return Is ? Target : nullptr;
}

bool GraphDecomposer::hasWork() {
  for (Node *N : G.nodes()) {
    if (!N->isCallFunction())
      continue;
    if (isAssignment(*N) && E.functionalizes())
      return true;
    if (const OpTarget *Target = operatorOf(*N)) {
      const TargetFacts &F = E.factsOf(*Target);
      if (F.Rule || (F.Writes && E.functionalizes()))
        return true;
    }
  }
  return false;
}

Error GraphDecomposer::run(DecomposeResult &Result) {
  if (!Options.Selects)
    beginNames();
  // What nobody asks for is not worth a rule, nor a refusal.
  Changed |= G.eliminateDeadCode();
  begin();
  if (Options.Done && (Changed || !Options.Selects))
    Options.Done(nullptr, "", "begins");
  // Functions with inplace=True stay as they are, and write.
  HasWrites = any_of(G.nodes(), [&](Node *N) {
    if (const OpTarget *Target = operatorOf(*N))
      return E.factsOf(*Target).Writes;
    return isAssignment(*N) || (N->isCall() && !getEffects(*N).Writes.empty());
  });
  Node *Output = G.outputNode();
  SmallVector<Node *, 0> Nodes(G.nodes().begin(), G.nodes().end());
  for (Node *N : Nodes) {
    if (!N->isCall() || N->isErased())
      continue;
    InsertionGuard At = G.insertingBefore(N);
    E.setOrigin(*N);
    unsigned Before = E.numDecomposed();
    if (Error Err = visit(*N))
      return Err;
    if (E.failed())
      return failure(*N);
    bool IsDecomposed = E.numDecomposed() != Before;
    // What is not selected stays where it is.
    if (Options.Done && (IsDecomposed || !Options.Selects))
      Options.Done(N, nameOf(*N), IsDecomposed ? ruleOf(*N) : "copied");
  }
  if (Output) {
    InsertionGuard At = G.insertingBefore(Output);
    E.setOrigin(*Output);
    if (Error Err = finishOutput(*Output))
      return Err;
    if (E.failed())
      return failure(*Output);
  }
  if (IsRoot)
    mapModuleCalls();
  Changed |= E.numDecomposed() != 0;
  eraseOld();
  Changed |= G.eliminateDeadCode();
  if (!Options.Selects)
    claimNames();
  if (Options.Done)
    Options.Done(nullptr, "", "outputs");
  Result.Changed |= Changed;
  Result.NumDecomposed += E.numDecomposed();
  for (const auto &[Name, Why] : E.refused())
    Result.Refused.try_emplace(Name.str(), Why);
  return Error::success();
}

/// Whether \p N is a number that the program computes with.
static bool isSymbolicTarget(StringRef Target) {
  return Target.starts_with("torch.sym_") ||
         Target.starts_with("torch.ops.aten.sym_") ||
         (Target.starts_with("operator.") && Target != "operator.getitem") ||
         Target.starts_with("math.");
}

/// Frees the names of what is replaced for what replaces it.
void GraphDecomposer::beginNames() {
  claimNames();
  for (Node *N : G.nodes())
    if (N->isCall()) {
      OldNames[N] = N->nameRef();
      N->rename("replaced");
    }
  G.names() = Namespace(G.context());
  for (Node *N : G.nodes())
    if (!N->isCall())
      G.names().claim(N->nameRef());
}

/// Makes the names that nodes have the only ones that are taken.
void GraphDecomposer::claimNames() {
  G.names() = Namespace(G.context());
  for (Node *N : G.nodes())
    G.names().claim(N->nameRef());
}

void GraphDecomposer::begin() {
  Node *First = nullptr;
  for (Node *N : G.nodes())
    if (!N->isPlaceholder()) {
      First = N;
      break;
    }
  if (!First)
    return;
  InsertionGuard At = G.insertingBefore(First);
  E.setOrigin(*First);
  SmallVector<std::pair<Symbol, Argument>, 8> Asked;
  for (Node *N : G.nodes()) {
    if (N == First)
      break;
    E.noteSizes(N);
    if (const Argument *Val = N->val())
      if (Val->kind() == ArgKind::SymExpr)
        E.noteSymbol(Val->symbol(), N);
  }
  if (Options.Selects)
    return;
  // The sizes of inputs are at the front, each once.
  for (Node *N = G.front(); N && N->isPlaceholder(); N = N->next()) {
    if (TensorValue Type = N->tensorType())
      for (const Dim &D : Type.sizes())
        if (D.kind() == ArgKind::SymExpr)
          E.lower(D);
  }
}

Error GraphDecomposer::visit(Node &N) {
  if (Options.Selects && (!N.isCallFunction() || !Options.Selects(N))) {
    keepInPlace(N);
    return Error::success();
  }
  if (!N.isCallFunction()) {
    visitOther(N);
    return Error::success();
  }
  // Inside vmap tensors have a dimension that no value shows.
  if (N.targetText() == vmap::Begin)
    ++VmapDepth;
  else if (N.targetText() == vmap::End && VmapDepth)
    --VmapDepth;
  if (N.isGetItem()) {
    visitGetItem(N);
    return Error::success();
  }
  if ((isAssignment(N) && visitLowered(N, lowerSetItem)) ||
      (!attributeOf(N).empty() && N.tensorType() &&
       visitLowered(N, lowerGetAttr)))
    return Error::success();
  if (isSymbolicTarget(N.targetText()) && visitSymbolic(N))
    return Error::success();
  const OpTarget *Target = operatorOf(N);
  // Random numbers that are not used are drawn as before: what they would be
  // decomposed into may draw others, and is dead but for that.
  bool OnlyDraws = Target && !N.hasUsers() && !E.factsOf(*Target).Writes &&
                   getEffects(N).Random;
  if (N.targetText() == vmap::Leave && visitVmapResult(N))
    return Error::success();
  bool IsRefused = Target && Options.Admits && E.factsOf(*Target).Rule &&
                   !E.factsOf(*Target).Writes &&
                   !Options.Admits(N, nameOf(N), ruleOf(N));
  if (Target && !VmapDepth && !OnlyDraws && !IsRefused)
    return visitOperator(N, *Target);
  visitOther(N);
  return Error::success();
}

/// Whether the new value is what the old one was, for its users. Of several
/// results, some are for kernels alone, and other kernels have them in other
/// sizes.
static std::string compare(const Argument &Old, const Argument &New,
                           SymbolicMath &Math, bool IsPart = false) {
  if (Old.isSequence() && New.isSequence() && Old.size() == New.size()) {
    std::string Why;
    for (size_t I = 0; I != Old.size() && Why.empty(); ++I)
      Why = compare(Old[I], New[I], Math, /*IsPart=*/true);
    return Why;
  }
  TensorValue Was(Old), Is = typeOf(New);
  if (!Was)
    return "";
  if (!Is)
    return New.isNode() ? "" : "no tensor";
  if (Was.dtype() != Is.dtype())
    return ("dtype " + toString(Is.dtype()) + ", not " + toString(Was.dtype()))
        .str();
  if (IsPart)
    return "";
  bool Same = Was.rank() == Is.rank();
  for (size_t I = 0; Same && I != Was.rank(); ++I)
    Same = Math.equal(Was.sizes()[I], Is.sizes()[I]) ||
           Math.hint(Was.sizes()[I]) == Math.hint(Is.sizes()[I]);
  return Same ? "" : "other sizes";
}

/// Sums of small integers are made as int64, and operands of two types as the
/// wider one; PyTorch converts the result where the operator has one of its
/// own.
Argument GraphDecomposer::withDType(const Argument &Known,
                                    const Argument &Result) {
  if (Known.isSequence() && Result.isSequence() &&
      Known.size() == Result.size()) {
    SmallVector<Argument, 4> Parts;
    for (size_t I = 0; I != Known.size(); ++I)
      Parts.push_back(withDType(Known[I], Result[I]));
    return Result.kind() == ArgKind::Tuple ? Argument::tuple(Parts)
                                           : Argument::list(Parts);
  }
  TensorValue Was(Known), Is = typeOf(Result);
  if (!Was || !Is)
    return Result;
  DType Wanted = Was.dtype(), Have = Is.dtype();
  bool SameKind = isIntegral(Wanted, /*IncludingBool=*/true)
                      ? isIntegral(Have, /*IncludingBool=*/true)
                      : isFloatType(Wanted) && isFloatType(Have);
  if (Wanted == Have || !SameKind)
    return Result;
  const TargetFacts &Copy = *E.find("_to_copy");
  SmallVector<Argument, 8> Values(Copy.Defaults);
  Values[0] = Result;
  Values[1] = Wanted;
  return E.dispatch(Copy, Values);
}

Error GraphDecomposer::visitOperator(Node &N, const OpTarget &Target) {
  Expected<BoundCall> Bound = bindCall(N);
  if (!Bound)
    return Bound.takeError();
  const TargetFacts &F = E.factsOf(Target);
  SmallVector<Argument, 8> Values;
  for (unsigned I = 0; I != Bound->size(); ++I)
    Values.push_back(Bound->isGiven(I) ? map(*Bound->given(I)) : F.Defaults[I]);
  const Argument *Val = N.val();
  Argument Known = Val ? *Val : Argument();
  Argument Result = E.dispatch(F, Values, Val ? &Known : nullptr);
  if (E.failed())
    return Error::success();
  if (Val && !F.Writes) {
    Result = withDType(Known, Result);
    if (std::string Why = compare(Known, Result, E.math()); !Why.empty())
      E.fail("what it is decomposed into has " + Why);
    else if (F.ViewOf < 0 && returnsFreshMemory(*F.Schema))
      Result = E.layOut(N, Result);
    if (Known.kind() == ArgKind::SymExpr && Result.isNode())
      E.noteSymbol(Known.symbol(), Result.asNode());
  }
  Result = freshly(N, F, Values, Result);
  if (HasWrites && Val && Result.isNode() && !F.Writes && F.ViewOf < 0)
    E.noteProgramVal(Result.asNode(), Known);
  Env[&N] = Result;
  Old.push_back(&N);
  return Error::success();
}

/// A result that is memory of its own may have been decomposed into what it is
/// computed from, which is not the same where memory is written.
Argument GraphDecomposer::freshly(const Node &N, const TargetFacts &F,
                                  ArrayRef<Argument> Values,
                                  const Argument &Result) {
  if (!HasWrites || F.Writes || !returnsFreshMemory(*F.Schema))
    return Result;
  // The copy that PyTorch makes of it is no matter where nothing is written.
  if (N.targetText() == "torch.ops.aten.dropout.default" &&
      Engine::dropsNothing(Values))
    return Values[0];
  SmallVector<Argument, 8> Operands(Values);
  if (!E.sharesMemory(Result, Argument::list(Operands))) {
    // stack, say, is a view of what cat makes.
    if (Result.isNode() && getEffects(N).Aliases.empty())
      E.ownMemory(Result.asNode());
    return Result;
  }
  Effects Known = getEffects(N);
  if (Known.Unknown || !Known.Aliases.empty())
    return Result;
  return Result.mapNodes([&](Node *Part) {
    if (!E.sharesMemory(Argument(Part), Argument::list(Operands)))
      return Argument(Part);
    SmallVector<Argument, 2> Given = {Argument(Part), Argument()};
    return E.dispatch(*E.find("clone"), Given);
  });
}

bool GraphDecomposer::visitSymbolic(Node &N) {
  const Argument *Val = N.val();
  if (!Val)
    return false;
  if (Val->isInt()) {
    Env[&N] = *Val;
  } else if (Val->kind() != ArgKind::SymExpr) {
    return false;
  } else if (Node *Known = E.symbolNode(Val->symbol())) {
    Env[&N] = Argument(Known);
  } else {
    MappedCall New = mapped(N);
    Argument Copy = *Val;
    Env[&N] = E.emitSymbolic(N.targetText(), New.Args, Copy, New.Kwargs);
  }
  Old.push_back(&N);
  return true;
}

/// Whether an integer without dimensions is in \p Index: Python selects what
/// its number says, which is a view, and index.Tensor copies.
static bool selectsByTensor(const Argument &Index) {
  if (Index.kind() == ArgKind::Tuple)
    return any_of(Index.elements(), selectsByTensor);
  TensorType Type = typeOf(Index);
  return Type && Type.rank() == 0 && isIntegral(Type.dtype(), false) &&
         Type.dtype() != DType::UInt8;
}

void GraphDecomposer::visitGetItem(Node &N) {
  Argument Several = N.numArgs() == 2 ? map(N.arg(0)) : Argument();
  if (N.numArgs() == 2 && N.arg(1).isInt() && Several.isSequence()) {
    int64_t I = N.arg(1).asInt();
    if (I < 0)
      I += Several.size();
    if (I >= 0 && size_t(I) < Several.size()) {
      Env[&N] = Several[I];
      Old.push_back(&N);
      return;
    }
  }
  // A copy stands for the view only where nobody writes.
  bool KeepsView = HasWrites && N.numArgs() == 2 && selectsByTensor(N.arg(1));
  if (KeepsView || !visitLowered(N, lowerGetItem))
    visitOther(N);
}

/// What only Python spells: `x[i]`, `x[i] = y`, `x.T` and `x.sort().values`.
bool GraphDecomposer::visitLowered(Node &N, LoweringRule Rule) {
  MappedCall New = mapped(N);
  if (New.Args.empty() || (!typeOf(New.Args[0]) && !New.Args[0].isSequence()))
    return false;
  size_t NumCreated = E.numCreated();
  LoweringCall Call(E, N, New.Args, New.Kwargs);
  std::optional<Argument> Result = Rule(Call);
  if (!Result && !E.failed()) {
    E.eraseCreated(NumCreated);
    return false;
  }
  Env[&N] = Result.value_or(Argument());
  Old.push_back(&N);
  return true;
}

/// What no rule is known of is called with the new operands.
void GraphDecomposer::visitOther(Node &N) {
  MappedCall New = mapped(N);
  Env[&N] = E.emitLike(N, New.Args, New.Kwargs);
  Old.push_back(&N);
  bool Leaves = N.targetText() == vmap::Leave;
  if (VmapDepth || Leaves || mayShowOperands(N))
    E.noteBatched(N, New.Args, Env[&N], Leaves || !VmapDepth);
}

/// What torch.vmap gives back as it got it is the operand, as for PyTorch.
bool GraphDecomposer::visitVmapResult(Node &N) {
  Node *Inside = N.numArgs() == 4 ? N.arg(0).asNode() : nullptr;
  if (!Inside || Inside->targetText() != vmap::Enter || Inside->numArgs() != 3)
    return false;
  TensorValue Type = N.tensorType();
  bool SameLevel = Inside->arg(2) == N.arg(1);
  if (!SameLevel || !Inside->arg(1).isInt() || !N.arg(3).isInt() || !Type)
    return false;
  int64_t Rank = Type.rank();
  int64_t From = Inside->arg(1).asInt(), To = N.arg(3).asInt();
  if ((From < 0 ? From + Rank : From) != (To < 0 ? To + Rank : To))
    return false;
  Env[&N] = map(Inside->arg(0));
  Old.push_back(&N);
  return true;
}

void GraphDecomposer::keepInPlace(Node &N) {
  MappedCall New = mapped(N);
  auto HasValue = [](const KwArg &A, const KwArg &B) {
    return A.Value == B.Value;
  };
  if (!equal(New.Args, N.args()) || !equal(New.Kwargs, N.kwargs(), HasValue))
    N.setArgsKwargs(New.Args, New.Kwargs);
  E.noteSizes(&N);
  if (const Argument *Val = N.val())
    if (Val->kind() == ArgKind::SymExpr)
      E.noteSymbol(Val->symbol(), &N);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// What says that the input \p Spec names was written.
static std::optional<OutputSpec> mutationOf(const InputSpec &Spec,
                                            const Node &Placeholder) {
  switch (Spec.Kind) {
  case InputSpec::Buffer:
    return OutputSpec{OutputSpec::BufferMutation, Spec.Target};
  case InputSpec::Parameter:
    return OutputSpec{OutputSpec::ParameterMutation, Spec.Target};
  case InputSpec::UserInput:
    return OutputSpec{OutputSpec::UserInputMutation, Placeholder.target()};
  default:
    return std::nullopt;
  }
}

/// The state that \p Placeholder stands for; null for inputs.
static const TensorAttr *stateOf(const GraphModule &M,
                                 const Node &Placeholder) {
  std::optional<InputSpec> Spec = InputSpec::of(Placeholder);
  if (!Spec ||
      !(Spec->Kind == InputSpec::Parameter || Spec->Kind == InputSpec::Buffer ||
        Spec->Kind == InputSpec::TensorConstant))
    return nullptr;
  return M.state(Spec->Target.str());
}

/// Whether two tensors of one record may share bytes: neither ends before the
/// other begins.
static bool mayShareBytes(const TensorAttr &A, const TensorAttr &B) {
  auto Range = [](const TensorAttr &T) -> std::pair<int64_t, int64_t> {
    TensorType Type = T.tensorType();
    auto Sizes = Type.fixedSizes(), Strides = Type.fixedStrides();
    std::optional<int64_t> Offset = Type.fixedOffset();
    if (!Sizes || !Strides || !Offset)
      return {0, INT64_MAX};
    int64_t Last = *Offset;
    for (auto [Size, Stride] : zip(*Sizes, *Strides)) {
      if (Size == 0)
        return {0, 0};
      Last += (Size - 1) * Stride;
    }
    int64_t Bytes = itemSize(Type.dtype());
    return {*Offset * Bytes, (Last + 1) * Bytes};
  };
  auto [BeginA, EndA] = Range(A);
  auto [BeginB, EndB] = Range(B);
  return BeginA < EndB && BeginB < EndA;
}

/// State that is written must not be part of other state that is used: each is
/// a value of its own here.
Error GraphDecomposer::requireApart(const Node &Written) {
  const TensorAttr *State = stateOf(M, Written);
  auto RecordOf = [](const TensorAttr &T, const Node &Placeholder) {
    return T.Record ? T.Record : InputSpec::of(Placeholder)->Target;
  };
  for (Node *N = G.front(); State && N && N->isPlaceholder(); N = N->next()) {
    const TensorAttr *Other =
        N != &Written && N->hasUsers() ? stateOf(M, *N) : nullptr;
    if (Other && Other != State &&
        RecordOf(*Other, *N) == RecordOf(*State, Written) &&
        mayShareBytes(*State, *Other))
      return makeError(diag::err_decompose, Written, Written.name(),
                       "it is written, and shares memory with '" + N->name() +
                           "'");
  }
  return Error::success();
}

Error GraphDecomposer::finishOutput(Node &Output) {
  SmallVector<Argument, 8> Results;
  Argument Returned = Output.numArgs() ? map(Output.arg(0)) : Argument();
  bool IsProgram = IsRoot && M.program() && Returned.isSequence();
  for (Node *N : G.nodes())
    if (N->isPlaceholder() && E.isReshaped(N))
      return makeError(diag::err_decompose, *N, N->name(),
                       "its sizes or strides are changed in place, which no "
                       "output can say");
  if (!IsProgram) {
    for (Node *N : G.nodes())
      if ((N->isPlaceholder() || N->isGetAttr()) && E.isWritten(N) &&
          !(E.current(Argument(N)) == Argument(N)))
        return makeError(diag::err_decompose_written, *N, N->name());
    if (Output.numArgs())
      Output.setArgs({Returned});
    return Error::success();
  }
  SmallVector<OutputSpec, 4> AllSpecs =
      outputSpecsOf(Output).value_or(SmallVector<OutputSpec, 4>());
  Results.append(Returned.elements().begin(), Returned.elements().end());
  AllSpecs.resize(Results.size());
  // After the mutations that there are, in front of the results.
  size_t At = 0;
  while (At != AllSpecs.size() && !AllSpecs[At].isUser())
    ++At;
  for (Node *N = G.front(); N && N->isPlaceholder(); N = N->next()) {
    if (!E.isWritten(N))
      continue;
    Argument Now = E.current(Argument(N));
    if (Now == Argument(N))
      continue;
    if (Error Err = requireApart(*N))
      return Err;
    std::optional<InputSpec> Input = InputSpec::of(*N);
    std::optional<OutputSpec> Mutation;
    if (Input)
      Mutation = mutationOf(*Input, *N);
    if (!Mutation)
      return makeError(diag::err_decompose_written, *N, N->name());
    auto *Known = find(AllSpecs, *Mutation);
    if (Known != AllSpecs.end()) {
      Results[Known - AllSpecs.begin()] = Now;
      continue;
    }
    Results.insert(Results.begin() + At, Now);
    AllSpecs.insert(AllSpecs.begin() + At, *Mutation);
    ++At;
  }
  Output.setArgs({Argument::aggregate(Returned.kind(), Symbol(), Results)});
  setOutputSpecs(Output, AllSpecs);
  return Error::success();
}

void GraphDecomposer::mapModuleCalls() {
  ExportedProgram *Program = M.program();
  if (!Program)
    return;
  for (ModuleCall &Call : Program->ModuleCalls) {
    bool Fits = true;
    for (std::vector<Argument> *Values : {&Call.Inputs, &Call.Outputs})
      for (Argument &A : *Values) {
        A = map(A);
        Fits &= !A.isSequence();
      }
    if (!Fits) {
      Call.HasSignature = false;
      Call.Inputs.clear();
      Call.Outputs.clear();
    }
  }
  Program->noteModuleCalls();
}

void GraphDecomposer::eraseOld() {
  for (Node *N : reverse(Old))
    G.eraseIfUnused(N);
}

/// An operator that \p G calls and that may write any argument, whatever its
/// name; empty if there is none.
static std::string unknownOperator(const Graph &G) {
  for (Node *N : G.nodes()) {
    StringRef Name = N->targetText();
    if (!N->isCallFunction() || !Name.starts_with("torch.ops.") ||
        Name.starts_with("torch.ops.higher_order.") || !getEffects(*N).Unknown)
      continue;
    const OpTarget *Target = N->opTarget();
    if (!Target || Target->overloads().empty())
      return Name.str();
  }
  return "";
}

Expected<DecomposeResult> fx::decompose(GraphModule &M,
                                        const DecomposeOptions &Options) {
  DecomposeResult Result;
  auto CollectGraphs = [&] {
    SmallVector<Graph *, 4> Graphs;
    M.forEachGraph([&](Graph &G, StringRef) { Graphs.push_back(&G); });
    return Graphs;
  };
  SmallVector<Graph *, 4> Graphs = CollectGraphs();
  bool Inlined = false;
  if (!Options.Selects) {
    std::set<std::string> Regions;
    for (Graph *G : Graphs)
      Inlined |= inlineModes(*G, M, Regions);
    // Graphs that were put in the place of their calls go.
    if (Inlined) {
      for (Graph *G : Graphs)
        G->eliminateDeadCode();
      SmallVector<std::string, 4> Paths;
      for (const auto &Path : Regions)
        Paths.push_back(Path);
      M.deleteUnusedSubmodules(Paths);
      Graphs = CollectGraphs();
      Result.Changed = true;
    }
  }
  std::string Unknown;
  if (!Options.Selects && M.program())
    for (Graph *G : Graphs)
      if (Unknown = unknownOperator(*G); !Unknown.empty())
        break;
  if (!Unknown.empty())
    Result.Refused.try_emplace(
        Unknown, "it is not known what they write, so the program keeps its "
                 "writes and its dialect; give the schema with --schema");
  bool Functionalize = !Options.Selects && Unknown.empty();
  // A program that is decomposed already stays as it is, names and all.
  Symbol Aten = M.graph().context().intern("ATEN");
  std::vector<Symbol> Dialect = {Aten};
  ExportedProgram *Program = M.program();
  // PyTorch takes the calls around vmap for dead code there.
  bool HasVmap = any_of(Graphs, [](Graph *G) {
    return any_of(G->nodes(),
                  [](Node *N) { return N->targetText() == vmap::Begin; });
  });
  bool Fresh =
      Program && Program->Verifiers != Dialect && !HasVmap && Unknown.empty();
  for (Graph *G : Graphs) {
    GraphDecomposer D(*G, M, Options, Functionalize);
    if (!Fresh && !Inlined && !D.hasWork())
      continue;
    if (Error Err = D.run(Result))
      return Err;
  }
  if (Options.Selects)
    return Result;
  if (Fresh) {
    Program->Verifiers = Dialect;
    Result.Changed = true;
  }
  return Result;
}
