//===- Plan.cpp - A graph made ready to run -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "Weights/TensorStore.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/RecurrentModules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

ValueKind torch_impl::kindOf(const IValue &V) {
  if (V.isTensor())
    return V.toTensor().defined() && V.toTensor().dim() == 0 ? 2 : 1;
  if (V.isInt())
    return 3;
  if (V.isDouble())
    return 4;
  if (V.isBool())
    return 5;
  if (V.isNone())
    return 6;
  if (V.isList())
    return 7;
  if (V.isTuple())
    return 8;
  if (V.isString())
    return 9;
  if (V.isDevice())
    return 10;
  if (const PyValue *Object = asPyValue(V))
    return ValueKind(32 + Object->Kind);
  return 11;
}

namespace fx::torch_impl {

/// Compiles graphs, module by module: a call of a module makes a plan of its
/// own, whose graph waits in a list.
class PlanBuilder {
public:
  PlanBuilder(GraphModule &M, TensorStore &Store, bool KeepDead)
      : M(M), Store(Store), KeepDead(KeepDead),
        Set(std::make_unique<PlanSet>()) {}

  Expected<std::unique_ptr<PlanSet>> run();

private:
  Plan &addPlan(const Graph &G, StringRef Path);
  Error compile(Plan &P);
  Error compileNode(Plan &P, const Node &N, Instruction &I);
  Error compileCall(Plan &P, const Node &N, Instruction &I);
  Error compileModule(Plan &P, const Node &N, Instruction &I);
  Error compileAttribute(Plan &P, const Node &N, Instruction &I);
  Error compileArguments(Plan &P, const Node &N, Instruction &I);
  Expected<ValueTemplate> makeTemplate(Plan &P, const Argument &A);
  Expected<Plan *> planOfModule(Plan &P, const Node &N, Module &Callee,
                                StringRef Path);
  Expected<Plan *> expand(Plan &P, const Node &N, Module &Callee,
                          const ModuleInfo &Class, StringRef Path);
  void findLastUses(Plan &P);

  GraphModule &M;
  TensorStore &Store;
  bool KeepDead;
  std::unique_ptr<PlanSet> Set;
  /// Modules with graphs of their own.
  DenseMap<const Graph *, Plan *> OfGraph;
  std::vector<Plan *> Waiting;
};

} // namespace fx::torch_impl

/// \p Path below \p Base.
static std::string joinPath(StringRef Base, StringRef Path) {
  if (Base.empty() || Path.empty())
    return (Base + Path).str();
  return (Base + "." + Path).str();
}

Plan &PlanBuilder::addPlan(const Graph &G, StringRef Path) {
  auto P = std::make_unique<Plan>();
  P->G = &G;
  P->Path = Path.str();
  P->Index = uint32_t(Set->Plans.size());
  Waiting.push_back(P.get());
  Set->Plans.push_back(std::move(P));
  return *Set->Plans.back();
}

Expected<std::unique_ptr<PlanSet>> PlanBuilder::run() {
  addPlan(M.graph(), "");
  while (!Waiting.empty()) {
    Plan *P = Waiting.back();
    Waiting.pop_back();
    if (Error E = compile(*P))
      return E;
  }
  return std::move(Set);
}

Error PlanBuilder::compile(Plan &P) {
  P.SlotOf.assign(P.graph().idBound(), 0);
  P.Instructions.reserve(P.graph().size());
  for (const Node *N : P.graph().nodes()) {
    P.SlotOf[N->id()] = P.NumSlots++;
    Instruction I;
    I.N = N;
    I.Result = P.SlotOf[N->id()];
    if (Error E = compileNode(P, *N, I))
      return E;
    if (I.Kind == Instruction::Input)
      P.Inputs.push_back(uint32_t(P.Instructions.size()));
    P.Instructions.push_back(std::move(I));
    // What follows is not run.
    if (N->isOutput())
      break;
  }
  if (!KeepDead)
    findLastUses(P);
  return Error::success();
}

Error PlanBuilder::compileNode(Plan &P, const Node &N, Instruction &I) {
  switch (N.op()) {
  case Opcode::Placeholder:
    I.Kind = Instruction::Input;
    break;
  case Opcode::Output:
    I.Kind = Instruction::Output;
    break;
  case Opcode::GetAttr:
    I.Kind = Instruction::Attribute;
    return compileAttribute(P, N, I);
  case Opcode::CallModule:
    I.Kind = Instruction::ModuleCall;
    if (Error E = compileModule(P, N, I))
      return E;
    break;
  case Opcode::CallFunction:
  case Opcode::CallMethod:
    if (Error E = compileCall(P, N, I))
      return E;
    break;
  }
  return compileArguments(P, N, I);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Expected<ValueTemplate> PlanBuilder::makeTemplate(Plan &P, const Argument &A) {
  ValueTemplate T;
  if (const Node *N = A.asNode()) {
    T.Kind = ValueTemplate::Slot;
    T.Place = P.SlotOf[N->id()];
    return T;
  }
  if (!A.containsNode()) {
    Expected<IValue> Value = pyConstant(A);
    if (!Value)
      return Value.takeError();
    T.Value = std::move(*Value);
    return T;
  }
  T.Kind = ValueTemplate::Aggregate;
  T.Shape = A;
  // Readers limit how deep arguments nest.
  for (const Argument &Element : A.elements()) {
    Expected<ValueTemplate> Item = makeTemplate(P, Element);
    if (!Item)
      return Item;
    T.Items.push_back(std::move(*Item));
  }
  return T;
}

Error PlanBuilder::compileArguments(Plan &P, const Node &N, Instruction &I) {
  auto Fail = [&](Error E) -> Error {
    return makeError(diag::err_run_argument, N, N, toString(std::move(E)));
  };
  for (const Argument &A : N.args()) {
    Expected<ValueTemplate> T = makeTemplate(P, A);
    if (!T)
      return Fail(T.takeError());
    I.Args.push_back(std::move(*T));
  }
  for (const KwArg &K : N.kwargs()) {
    Expected<ValueTemplate> T = makeTemplate(P, K.Value);
    if (!T)
      return Fail(T.takeError());
    I.Kwargs.push_back({K.Name, std::move(*T)});
  }
  I.IsItem = I.Kind == Instruction::Call && I.Kwargs.empty() && N.isGetItem() &&
             I.Args.size() == 2 && I.Args[0].Kind == ValueTemplate::Slot &&
             I.Args[1].Kind == ValueTemplate::Constant &&
             I.Args[1].Value.isInt() && I.Args[1].Value.toInt() >= 0;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// The operator that \p N, a call of an operator of higher order, is to call,
/// if LibTorch does not have it; else empty.
static std::string missingOperand(const Node &N) {
  if (!N.targetText().starts_with("torch.ops.higher_order."))
    return "";
  for (const Argument &A : N.args())
    if (A.kind() == ArgKind::Function) {
      std::string Name = A.str().str();
      if (!StringRef(Name).starts_with("torch."))
        Name = "torch.ops." + Name;
      if (!StringRef(Name).starts_with("torch.ops.higher_order.") &&
          StringRef(Name).starts_with("torch.ops.") &&
          !lookupCallable(Name, /*IsMethod=*/false))
        return Name;
    }
  return "";
}

Error PlanBuilder::compileCall(Plan &, const Node &N, Instruction &I) {
  I.Target = lookupCallable(N.targetText(), N.isCallMethod());
  std::string Missing = I.Target ? missingOperand(N) : N.targetText().str();
  if (Missing.empty())
    return Error::success();
  StringRef Name = Missing;
  DiagnosticBuilder B =
      makeError(diag::err_run_unknown_target, N,
                N.isCallMethod() ? "method" : "function", Name, TORCH_VERSION);
  if (Name.starts_with("torch.ops.") && !Name.starts_with("torch.ops.aten."))
    B.note(diag::note_torch_library, SMLoc());
  return B;
}

Error PlanBuilder::compileAttribute(Plan &P, const Node &N, Instruction &I) {
  std::string Path = joinPath(P.path(), N.targetText());
  AttributeRef Ref = M.attribute(Path);
  if (Ref.Sub) {
    auto Object = c10::make_intrusive<PyValue>(PyValue::Graph);
    Object->Text = Path;
    if (Ref.Sub->graph()) {
      Expected<Plan *> Inner = planOfModule(P, N, *Ref.Sub, Path);
      if (!Inner)
        return Inner.takeError();
      I.Inner = *Inner;
      Object->Data = *Inner;
    }
    I.Value = wrap(std::move(Object));
    return Error::success();
  }
  if (Ref.Value) {
    Expected<IValue> Value = pyConstant(*Ref.Value);
    if (!Value)
      return makeError(diag::err_run_argument, N, N,
                       toString(Value.takeError()));
    I.Value = std::move(*Value);
    return Error::success();
  }
  Expected<const at::Tensor *> T = Store.tensor(Path);
  if (!T)
    return T.takeError();
  I.Tensor = *T;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// A class whose steps depend on the input: an operator does it all.
static bool expandRecurrent(Graph &G, const Module &Callee, StringRef Path,
                            const CallArgs &Call, Expansion &Result) {
  return expandRecurrentModule(G, Callee, Path, Call, Result);
}

/// The graph of one call: placeholders for its inputs, then what the class
/// says.
Expected<Plan *> PlanBuilder::expand(Plan &P, const Node &N, Module &Callee,
                                     const ModuleInfo &Class, StringRef Path) {
  auto Fail = [&](Error E) -> Error {
    return makeError(diag::err_run_module, N, Path, Callee.className(),
                     toString(std::move(E)));
  };
  auto G = std::make_unique<Graph>(M.context(), &M.root());
  DenseMap<const Node *, Node *> Inputs;
  auto Map = [&](Node *Old) -> Argument {
    Node *&New = Inputs[Old];
    if (!New)
      New = G->placeholder(Old->name());
    return New;
  };
  SmallVector<Argument, 4> Args;
  for (const Argument &A : N.args())
    Args.push_back(A.mapNodes(Map));
  SmallVector<KwArg, 4> Kwargs;
  for (const KwArg &K : N.kwargs())
    Kwargs.push_back({K.Name, K.Value.mapNodes(Map)});
  Expansion Result;
  if (!expandRecurrent(*G, Callee, Path, {Args, Kwargs}, Result)) {
    ExpansionOptions Options;
    Options.OldTorch = M.isFromOldTorch();
    Options.OpenTree = M.treeKind() == GraphModule::TreeKind::Open;
    Expected<Expansion> Expanded =
        expandModule(*G, Callee, Class, Path, {Args, Kwargs}, Options);
    if (!Expanded)
      return Fail(Expanded.takeError());
    Result = std::move(*Expanded);
  }
  G->output(Result.Result);
  Plan &Inner = addPlan(*G, "");
  Inner.Expanded = std::move(G);
  return &Inner;
}

Expected<Plan *> PlanBuilder::planOfModule(Plan &P, const Node &N,
                                           Module &Callee, StringRef Path) {
  if (Callee.graph()) {
    Plan *&Known = OfGraph[Callee.graph()];
    if (!Known)
      Known = &addPlan(*Callee.graph(), Path);
    return Known;
  }
  const ModuleInfo *Class = classOf(Callee);
  if (!Class)
    return makeError(diag::err_run_module, N, Path,
                     Callee.className() ? Callee.className().str()
                                        : StringRef("(unknown)"),
                     "the class has no formula and the module no graph");
  return expand(P, N, Callee, *Class, Path);
}

Error PlanBuilder::compileModule(Plan &P, const Node &N, Instruction &I) {
  std::string Path = joinPath(P.path(), N.targetText());
  Module *Callee = M.submodule(Path);
  if (!Callee) {
    auto B = makeError(diag::err_run_no_module, N, Path);
    if (!M.hasTree())
      B.note(diag::note_run_no_tree, SMLoc());
    return B;
  }
  Expected<Plan *> Inner = planOfModule(P, N, *Callee, Path);
  if (!Inner)
    return Inner.takeError();
  I.Inner = *Inner;
  if (I.Inner->isExpansion())
    for (const Node *Operand : N.allInputNodes())
      I.InnerInputs.push_back(P.SlotOf[Operand->id()]);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Last uses
//===----------------------------------------------------------------------===//

void PlanBuilder::findLastUses(Plan &P) {
  std::vector<bool> Seen(P.NumSlots);
  for (Instruction &I : reverse(P.Instructions)) {
    // The result has no users.
    if (!Seen[I.Result] && I.Kind != Instruction::Output)
      I.Dead.push_back(I.Result);
    for (const Use &U : I.N->operandUses()) {
      uint32_t Slot = P.SlotOf[U.Value];
      if (Seen[Slot])
        continue;
      Seen[Slot] = true;
      I.Dead.push_back(Slot);
    }
  }
}

Expected<std::unique_ptr<PlanSet>>
PlanSet::create(GraphModule &M, TensorStore &Store, bool KeepDead) {
  return PlanBuilder(M, Store, KeepDead).run();
}
