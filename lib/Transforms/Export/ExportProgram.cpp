//===- ExportProgram.cpp - Plain graphs become exported programs ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/ExportProgram.h"
#include "ExportedSizes.h"
#include "Inlining/InlinedMetadata.h"
#include "fx/Analysis/ModulePattern.h"
#include "fx/Analysis/SymbolicMath.h"
#include "fx/AsmParser/TreeSpec.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Graph.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/RecurrentModules.h"
#include "fx/IR/SideTables.h"
#include "fx/Interop/UnlistedState.h"
#include "fx/Support/JSONText.h"
#include "fx/Transforms/ModuleInlining.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

namespace {

class Exporter {
public:
  Exporter(GraphModule &M, const ExportOptions &Options,
           DiagnosticEngine &Diags)
      : M(M), G(M.graph()), Options(Options), Diags(Diags), Unlisted(M) {}

  Error run();

private:
  Error inlineCalls();
  void beginProgram();
  Argument withStrides(const Argument &Val);
  Error typeInputs();
  Error exposeState();
  void orderState();
  void nameModules();
  Error finishOutput();

  GraphModule &M;
  Graph &G;
  const ExportOptions &Options;
  DiagnosticEngine &Diags;
  UnlistedState Unlisted;
  ExportedProgram *Program = nullptr;
  /// How the positional inputs nest, and what they are called.
  TreeSpec Inputs{"builtins.tuple", "\"null\"", {}};
  std::vector<Symbol> Names;
};

} // namespace

static std::string quoted(StringRef Text) {
  TextBuffer Buffer;
  writeJSONString(Buffer, Text);
  return Buffer.text().str();
}

/// A dictionary with the keys of \p Dict, which archives keep as text in text;
/// nothing where one is neither a string nor a number.
static std::optional<TreeSpec> dictionary(const Argument &Dict) {
  TreeSpec Spec{"builtins.dict", "", {}};
  std::string Keys = "[";
  for (size_t I = 0; I < Dict.elements().size(); I += 2) {
    const Argument &Key = Dict.elements()[I];
    if (!Key.isString() && !Key.isInt())
      return std::nullopt;
    Keys += I ? ", " : "";
    Keys += Key.isString() ? quoted(Key.str()) : std::to_string(Key.asInt());
  }
  Spec.Context = quoted(Keys + "]");
  return Spec;
}

static bool isLeaf(const Argument &A) {
  return A.isNode() || A.isNone() || A.isInt() || A.isFloat() || A.isBool() ||
         A.isString() || A.kind() == ArgKind::TensorType ||
         A.kind() == ArgKind::SymExpr;
}

/// How the values in \p A nest; its leaves go to \p Leaves. Nothing where
/// there is anything that programs do not have.
static std::optional<TreeSpec> flatten(const Argument &A,
                                       SmallVectorImpl<Argument> &Leaves) {
  if (isLeaf(A)) {
    Leaves.push_back(A);
    return TreeSpec();
  }
  SmallVector<Argument, 4> Items;
  std::optional<TreeSpec> Spec;
  if (A.kind() == ArgKind::Dict) {
    Spec = dictionary(A);
    for (size_t I = 1; I < A.elements().size(); I += 2)
      Items.push_back(A.elements()[I]);
  } else if (A.kind() == ArgKind::Tuple || A.kind() == ArgKind::List) {
    bool IsList = A.kind() == ArgKind::List;
    Spec = {IsList ? "builtins.list" : "builtins.tuple", "\"null\"", {}};
    append_range(Items, A.elements());
  }
  for (const Argument &Item : Items) {
    std::optional<TreeSpec> Of = Spec ? flatten(Item, Leaves) : std::nullopt;
    if (!Of)
      return std::nullopt;
    Spec->Children.push_back(std::move(*Of));
  }
  return Spec;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// What formulas of batch norms leave out: that they count their runs, as
/// state dictionaries show.
static void countBatches(GraphModule &M, Node &Call) {
  const Module *Callee = M.submodule(Call.targetText());
  std::string Counter = (Call.targetText() + ".num_batches_tracked").str();
  if (!Callee || !Callee->isTraining() || !M.state(Counter) ||
      !Callee->className().str().contains("BatchNorm"))
    return;
  Graph &G = Call.graph();
  InsertionGuard At = G.insertingBefore(&Call);
  G.callMethod("add_", {Argument(G.getAttr(Counter)), Argument(1)});
}

/// Makes the call of an LSTM or the like one of a function, which lowering runs
/// for what it is in operators.
static bool expandRecurrent(GraphModule &M, Node &Call) {
  const Module *Callee = M.submodule(Call.targetText());
  SmallVector<Argument, 4> Args(Call.args());
  SmallVector<KwArg, 4> Kwargs(Call.kwargs());
  Expansion Made;
  InsertionGuard At = Call.graph().insertingBefore(&Call);
  if (!Callee ||
      !expandRecurrentModule(Call.graph(), *Callee, Call.targetText(),
                             {Args, Kwargs}, Made))
    return false;
  Node *Function = Made.Result.asNode();
  Function->setMeta(M.context().internMeta(callFacts(Call.meta().entries())));
  Function->setLoc(Call.loc());
  Call.replaceAllUsesWith(Function);
  Call.graph().eraseNode(&Call);
  return true;
}

/// Why \p Call of a module cannot become nodes.
static std::string whyNotInlined(const GraphModule &M, const Node &Call) {
  const Module *Callee = M.submodule(Call.targetText());
  const ModuleInfo *Class = Callee ? classOf(*Callee) : nullptr;
  if (!M.hasTree())
    return "the graph has no module tree, which --module-tree=FILE reads";
  if (!Class || Class->whyNoExpansion().empty())
    return "nothing says what this module computes";
  return (Class->name() + " has no formula: " + Class->whyNoExpansion()).str();
}

/// Modules become their graphs and formulas, one level after the other.
Error Exporter::inlineCalls() {
  ModulePattern All = cantFail(ModulePattern::parse("path:*"));
  InlineModulesOptions Inlining;
  Inlining.Modules = All;
  Inlining.KeepModules = true;
  Inlining.KeepUnknown = true;
  while (true) {
    SmallVector<Node *, 16> Calls;
    for (Node *N : G.nodes())
      if (N->isCallModule())
        Calls.push_back(N);
    if (Calls.empty())
      return Error::success();
    for (Node *N : Calls)
      countBatches(M, *N);
    bool Any = false;
    erase_if(Calls, [&](Node *N) {
      bool IsExpanded = expandRecurrent(M, *N);
      Any |= IsExpanded;
      return IsExpanded;
    });
    if ((!Calls.empty() && inlineModules(M, Inlining, Diags).Calls) || Any)
      continue;
    Node &First = *Calls.front();
    return makeError(diag::err_lower_call, First, First.targetText(),
                     whyNotInlined(M, First));
  }
}

void Exporter::beginProgram() {
  Context &Ctx = M.context();
  Program = &M.makeProgram();
  // What ATen's operators are numbered by in PyTorch 2.
  Program->OpsetVersion.push_back({Ctx.intern("aten"), Argument(10)});
  Program->TorchVersion = Ctx.intern("2.13.0");
  Program->Verifiers.push_back(Ctx.intern("TRAINING"));
  Program->HasSampleInputs = false;
  for (const ExportDimension &D : Options.Dimensions) {
    std::string Source =
        ("Symbol('" + D.Text.str() + "', positive=True, integer=True)").str();
    Program->addSymbolic(
        {D.Text, Ctx.intern(Source), SymbolicInfo::Int, Argument(D.Example)});
    Program->Ranges.push_back({D.Text, D.Min.value_or(0), D.Max});
  }
}

/// The names of inputs that \p G has.
static std::string inputNames(const Graph &G) {
  std::string Result;
  for (const Node *N : G.nodes())
    if (N->isPlaceholder())
      Result += (Result.empty() ? "" : ", ") + N->targetText().str();
  return Result;
}

/// \p Val, where tensors without known strides are contiguous.
Argument Exporter::withStrides(const Argument &Val) {
  SmallVector<Argument, 8> Items;
  TensorType Type(Val);
  if (Type && !Type.hasStrides()) {
    SymbolicMath Math(M.context(), Program);
    Argument Stride = 1;
    for (const Argument &Size : reverse(Type.sizes())) {
      Items.insert(Items.begin(), Stride);
      Stride = Math.mul(Stride, Math.max(Size, Argument(1)));
      Math.explain(Stride, *Program);
    }
    return Type.withStrides(Argument::tuple(Items)).value();
  }
  if (!Val.isSequence() && Val.kind() != ArgKind::Dict)
    return Val;
  for (const Argument &Item : Val.elements())
    Items.push_back(withStrides(Item));
  return Argument::aggregate(Val.kind(), Val.symbol(), Items);
}

/// Gives each placeholder its type, and drops those that are their default.
Error Exporter::typeInputs() {
  Context &Ctx = M.context();
  SmallVector<Node *, 8> Placeholders;
  for (Node *N : G.nodes())
    if (N->isPlaceholder())
      Placeholders.push_back(N);
  for (const auto &Given : Options.Inputs)
    if (none_of(Placeholders,
                [&](Node *N) { return N->targetText() == Given.getKey(); }))
      return makeError(diag::err_run_input, SMLoc(), Given.getKey(),
                       "the model has no such input; its inputs are " +
                           inputNames(G));
  for (Node *N : Placeholders) {
    StringRef Target = N->targetText();
    if (auto Given = Options.Inputs.find(Target); Given != Options.Inputs.end())
      N->setVal(Given->second);
    if (!N->val()) {
      // Variable arguments that nobody gives are none.
      if (N->numArgs() != 0)
        N->replaceAllUsesWith(N->arg(0));
      if (!G.eraseIfUnused(N))
        return makeError(diag::err_export_input, *N, Target);
      continue;
    }
    N->setVal(withStrides(*N->val()));
    SmallVector<Argument, 4> Leaves;
    std::optional<TreeSpec> Spec = flatten(*N->val(), Leaves);
    if (!Spec || Target.starts_with("**"))
      return makeError(diag::err_export_input, *N, Target);
    Names.push_back(Ctx.intern(Target.ltrim('*')));
    if (Target.starts_with("*") && Spec->isSequence())
      append_range(Inputs.Children, Spec->Children);
    else
      Inputs.Children.push_back(std::move(*Spec));
    InputSpec Kind;
    bool IsValue = N->val()->kind() == ArgKind::TensorType ||
                   N->val()->kind() == ArgKind::SymExpr ||
                   N->val()->isAggregate();
    Kind.Kind = IsValue ? InputSpec::UserInput : InputSpec::ConstantInput;
    N->setMeta("input_spec", Kind.toArgument(Ctx));
    N->setArgs({});
    N->setTarget(N->name());
    N->setType(Symbol());
  }
  return Error::success();
}

/// What a table of an archive says of a tensor: everything.
static void completeType(Context &Ctx, TensorAttr &T) {
  TensorType Type = T.tensorType();
  if (!Type)
    return;
  Argument Device =
      Type.device().isNone() ? Argument::device(Ctx, "cpu") : Type.device();
  Argument Strides = Type.value().elements()[2];
  if (!Type.hasStrides())
    if (auto Fixed = Type.fixedStrides()) {
      SmallVector<Argument, 6> Items(Fixed->begin(), Fixed->end());
      Strides = Argument::tuple(Items);
    }
  T.Type = Argument::tensorType(Type.dtype(), Type.value().elements()[1],
                                Strides, Device, Type.requiresGrad(),
                                Type.offset(), Type.layout());
}

/// Leaves state alone in the tree: modules of a program have no classes, no
/// arguments and no graphs.
void Exporter::orderState() {
  std::vector<std::pair<std::string, TensorAttr>> State;
  StringSet<> Used;
  for (Node *N : G.nodes())
    if (N->isGetAttr())
      Used.insert(N->targetText());
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    // PyTorch keeps what a module registered, whether it is used or not.
    bool Registered =
        T.Role == TensorAttr::Parameter || T.Role == TensorAttr::Buffer;
    if (!Registered && !Used.contains(Path))
      return;
    if (!T.Record)
      T.Record = M.context().intern(Path);
    completeType(M.context(), T);
    State.push_back({Path.str(), T});
  });
  M.setTree(std::make_unique<Module>(M.context(), Symbol()),
            GraphModule::TreeKind::Closed);
  for (auto &[Path, T] : State)
    M.addState(Path, T);
}

/// Parameters, buffers and constants are placeholders, in that order.
Error Exporter::exposeState() {
  SmallVector<Node *, 16> Fetches;
  for (Node *N : G.nodes()) {
    if (!N->isGetAttr())
      continue;
    Fetches.push_back(N);
    // What nodes fetch of modules whose class says nothing of tensors.
    Expected<TensorAttr *> T =
        Unlisted.list(N->targetText(), /*IsBuffer=*/false);
    if (!T)
      return T.takeError();
  }
  orderState();
  StateEditor State(M);
  for (TensorAttr::RoleKind Role :
       {TensorAttr::Parameter, TensorAttr::Buffer, TensorAttr::Constant}) {
    std::vector<std::string> Paths;
    M.forEachState([&](TensorAttr &T, StringRef Path) {
      if (T.Role == Role)
        Paths.push_back(Path.str());
    });
    for (const std::string &Path : Paths)
      (void)State.addPlaceholder(Path);
  }
  for (Node *N : Fetches) {
    Node *Placeholder = State.find(N->targetText());
    if (!Placeholder)
      return makeError(diag::err_export_state, *N, N->targetText());
    N->replaceAllUsesWith(Placeholder);
    G.eraseIfUnused(N);
  }
  return Error::success();
}

Error Exporter::finishOutput() {
  Context &Ctx = M.context();
  Node *Output = G.outputNode();
  SmallVector<Argument, 4> Leaves;
  Argument Returned = Output && Output->numArgs() ? Output->arg(0) : Argument();
  if (!Output)
    Output = G.output(Argument());
  std::optional<TreeSpec> Spec = flatten(Returned, Leaves);
  if (!Spec)
    return makeError(diag::err_export_output, *Output);
  Output->setArgs({Argument::tuple(Leaves)});
  Output->setType(Symbol());
  setOutputSpecs(*Output, SmallVector<OutputSpec, 4>(Leaves.size()));

  ModuleCall Root;
  Root.Path = Ctx.intern("");
  Root.HasSignature = true;
  TreeSpec All{"builtins.tuple", "\"null\"", {}};
  All.Children.push_back(std::move(Inputs));
  All.Children.push_back(*dictionary(Argument::dict({})));
  Root.InSpec = Ctx.intern(All.str());
  Root.OutSpec = Ctx.intern(Spec->str());
  Root.ArgNames = std::move(Names);
  Program->ModuleCalls.push_back(std::move(Root));
  Program->noteModuleCalls();
  return Error::success();
}

/// Archives keep metadata as strings; the path of modules has a form of its
/// own.
void Exporter::nameModules() {
  Context &Ctx = M.context();
  for (Node *N : G.nodes()) {
    const Argument *Stack = N->meta("nn_module_stack");
    if (!Stack || Stack->kind() != ArgKind::Dict)
      continue;
    std::string Text = "L__self__,,torch.nn.Module";
    ArrayRef<Argument> Entries = Stack->elements();
    for (size_t I = 1; I < Entries.size(); I += 2) {
      const Argument &Of = Entries[I];
      if (!Of.isSequence() || Of.size() != 2 || !Of[0].isString() ||
          !Of[1].isString())
        continue;
      std::string Key = Of[0].str().str();
      std::replace(Key.begin(), Key.end(), '.', '_');
      Text += ";L__self___" + Key + "," + Of[0].str().str() + "," +
              Of[1].str().str();
    }
    N->setMeta("nn_module_stack", Argument::string(Ctx, Text));
  }
}

Error Exporter::run() {
  if (Error E = Unlisted.listModules())
    return E;
  if (Error E = inlineCalls())
    return E;
  beginProgram();
  if (Error E = typeInputs())
    return E;
  if (Error E = exposeState())
    return E;
  if (Error E = lowerToOperators(M, Options.Lowering))
    return E;
  if (Error E = finishOutput())
    return E;
  nameModules();
  return checkExportedSizes(M, Options.Dimensions);
}

Error fx::exportProgram(GraphModule &M, const ExportOptions &Options,
                        DiagnosticEngine &Diags) {
  return Exporter(M, Options, Diags).run();
}
