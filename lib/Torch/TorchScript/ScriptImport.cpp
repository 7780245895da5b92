//===- ScriptImport.cpp - TorchScript becomes graphs ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/ScriptImport.h"
#include "Exceptions.h"
#include "ScriptArchive.h"
#include "ScriptEvaluator.h"
#include "ScriptTensors.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/core/grad_mode.h>
#include <torch/csrc/jit/serialization/import.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// A type as torch.fx prints annotations; empty for others.
static std::string annotation(const c10::Type &Type) {
  auto Inner = [&](StringRef Name) -> std::string {
    SmallVector<std::string, 4> Parts;
    for (const c10::TypePtr &T : Type.containedTypes())
      Parts.push_back(annotation(*T));
    if (is_contained(Parts, ""))
      return {};
    return ("typing." + Name + "[" + join(Parts, ", ") + "]").str();
  };
  switch (Type.kind()) {
  case c10::TypeKind::TensorType:
    return "torch.Tensor";
  case c10::TypeKind::IntType:
    return "int";
  case c10::TypeKind::FloatType:
    return "float";
  case c10::TypeKind::BoolType:
    return "bool";
  case c10::TypeKind::StringType:
    return "str";
  case c10::TypeKind::OptionalType:
    return Inner("Optional");
  case c10::TypeKind::ListType:
    return Inner("List");
  case c10::TypeKind::DictType:
    return Inner("Dict");
  case c10::TypeKind::TupleType:
    if (!static_cast<const c10::TupleType &>(Type).schema())
      return Inner("Tuple");
    return {};
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Code of modules
//===----------------------------------------------------------------------===//

namespace {

/// The methods `forward` of a TorchScript module.
class ScriptCode : public ModuleCode {
public:
  ScriptCode(Tracer &T, const ScriptImportOptions &Options,
             ArrayRef<uint8_t> Varies, const ScriptState::StorageSet &Variable)
      : Options(Options), Varies(Varies), Evaluator(T, Tree, Variable) {}

  bool knows(const Module &M) const override {
    auto It = Tree.ScriptOf.find(&M);
    return It != Tree.ScriptOf.end() && forwardOf(It->second);
  }
  Expected<TraceSignature> signature(const Module &M) const override;
  Expected<TraceValue> run(Tracer &T, Module &M,
                           ArrayRef<TraceValue> Args) override;

  ScriptTree Tree;
  const ScriptImportOptions &Options;
  /// Sets of Variation for the examples of the root.
  ArrayRef<uint8_t> Varies;
  ScriptEvaluator Evaluator;

private:
  static jit::Function *forwardOf(const jit::Module &M) {
    if (jit::Function *F = M.type()->findMethod("forward"))
      return F;
    return M.type()->findMethod("forward__0");
  }
  /// How many parameters of the root are inputs.
  size_t numInputs(const Module &M, size_t NumParams) const {
    bool Fixed = !M.parent() && !Options.Inputs.empty();
    return Fixed ? std::min(Options.Inputs.size(), NumParams) : NumParams;
  }
};

} // namespace

Expected<TraceSignature> ScriptCode::signature(const Module &M) const {
  const jit::Module &Script = Tree.ScriptOf.find(&M)->second;
  const c10::FunctionSchema &Schema = forwardOf(Script)->getSchema();
  TraceSignature Signature;
  size_t NumParams = Schema.arguments().size() - 1;
  if (!M.parent() && Options.Inputs.size() > NumParams)
    return createStringError("forward takes " + Twine(NumParams) +
                             " inputs, and " + Twine(Options.Inputs.size()) +
                             " examples are given");
  for (size_t I = 0, E = numInputs(M, NumParams); I != E; ++I) {
    const c10::Argument &Param = Schema.arguments()[I + 1];
    TraceParam P(Param.name(), std::nullopt, annotation(*Param.type()));
    if (Param.default_value())
      if (auto Default = plainArgument(M.context(), *Param.default_value()))
        P.Default = *Default;
    Signature.Params.push_back(std::move(P));
  }
  if (!Schema.returns().empty())
    Signature.ResultType = annotation(*Schema.returns()[0].type());
  return Signature;
}

Expected<TraceValue> ScriptCode::run(Tracer &T, Module &M,
                                     ArrayRef<TraceValue> Args) {
  // No exception passes through the tracer.
  return catching([&]() -> Expected<TraceValue> {
    try {
      const jit::Module &Script = Tree.ScriptOf.find(&M)->second;
      jit::Function &Forward = *forwardOf(Script);
      const c10::FunctionSchema &Schema = Forward.getSchema();
      ScriptEvaluator::Values Values;
      Values.push_back(&M);
      for (const TraceValue &V : Args)
        Values.push_back(Evaluator.raise(V));
      if (!M.parent()) {
        std::shared_ptr<jit::Graph> Body =
            jit::toGraphFunction(Forward).graph();
        for (const TraceValue &V : Args)
          if (Node *N = V.proxy().node())
            Evaluator.noteInput(*N);
        for (size_t I = 0; I < Options.Inputs.size() && I < Args.size(); ++I) {
          // What is None is not traced: code asks whether it is. So it does
          // for flags, which are as good as not given when they are as usual.
          const c10::IValue &Input = Options.Inputs[I];
          const auto &Default = Schema.arguments()[I + 1].default_value();
          if (Input.isNone() ||
              (Input.isBool() && Default && Default->isBool() &&
               Default->toBool() == Input.toBool())) {
            Values[I + 1] = Input;
            if (Body->inputs()[I + 1]->hasUses())
              Evaluator.guardInput(Args[I], Schema.arguments()[I + 1].name(),
                                   Input);
          } else if (Node *N = Args[I].proxy().node()) {
            Evaluator.examples().set(N, Input, Varies[I]);
          }
        }
      }
      while (Values.size() < Schema.arguments().size()) {
        const c10::Argument &Param = Schema.arguments()[Values.size()];
        if (!Param.default_value())
          throw ScriptFailure{"no example is given for the input '" +
                              Param.name() + "', which has no default"};
        Values.push_back(Evaluator.raise(*Param.default_value()));
      }
      return Evaluator.lower(Evaluator.run(Forward, Values));
    } catch (const ScriptFailure &F) {
      if (Error E = T.takeError())
        return E;
      return createStringError(F.Text);
    }
  });
}

//===----------------------------------------------------------------------===//
// Importing
//===----------------------------------------------------------------------===//

namespace {
/// Goes through modules of which only the code says what they do.
class ScriptTracer : public Tracer {
public:
  bool isLeafModule(const Module &M, StringRef Path) override {
    return !Tree->Unrecovered.contains(&M) && Tracer::isLeafModule(M, Path);
  }

  const ScriptTree *Tree = nullptr;
};
} // namespace

static Expected<std::unique_ptr<GraphModule>>
importModule(Context &Ctx, const jit::Module &Script,
             ScriptImportOptions Options, ArrayRef<uint8_t> Varies,
             unsigned Depth, StringMap<ScriptConstant> &Constants,
             const ScriptState::StorageSet &Variable = {});

/// Moves the graphs of a tree, and the constants that they use, to a tree of
/// the same modules.
static void moveGraphs(Module &From, Module &To) {
  if (From.graph() && !To.graph()) {
    for (const TensorAttr &A : From.tensors())
      if (A.Role == TensorAttr::Constant && !To.tensor(A.Name.str()))
        To.addTensor(A);
    To.setGraph(From.takeGraph());
  }
  for (const auto &Child : From.children())
    if (Module *Own = To.child(Child->name().str()))
      moveGraphs(*Child, *Own);
}

/// Gives modules that are called, and of which neither the table nor Python
/// says what they do, graphs of their own where they can be traced.
static void traceLeaves(GraphModule &M, ScriptCode &Code, unsigned Depth,
                        StringMap<ScriptConstant> &Constants) {
  for (Node *N : M.graph().findNodes(Opcode::CallModule)) {
    Module *Callee = M.submodule(N->targetText());
    auto Script = Code.Tree.ScriptOf.find(Callee);
    if (!Callee || Script == Code.Tree.ScriptOf.end() || Depth == 8)
      continue;
    const ModuleInfo *Class = classOf(*Callee);
    bool HasCode =
        Callee->graph() ||
        (Class && (!Class->expansion().empty() || !Callee->args().empty()));
    if (HasCode)
      continue;
    ScriptImportOptions Options;
    SmallVector<uint8_t, 4> Varies;
    for (VaryingArgument &A : Code.Evaluator.examples().arguments(*Callee)) {
      Options.Inputs.push_back(std::move(A.Example));
      Varies.push_back(A.Varies);
    }
    StringMap<ScriptConstant> InnerConstants;
    Expected<std::unique_ptr<GraphModule>> Inner =
        importModule(M.context(), Script->second, std::move(Options), Varies,
                     Depth + 1, InnerConstants);
    if (!Inner) {
      consumeError(Inner.takeError());
      continue;
    }
    for (const auto &Entry : InnerConstants)
      Constants[joinModulePath(N->targetText(), Entry.first())] = Entry.second;
    moveGraphs((*Inner)->root(), *Callee);
  }
}

/// Fails where a module is called whose weights the tree does not have.
static Error checkForeign(const GraphModule &M, const ScriptTree &Tree) {
  for (const Node *N : M.graph().nodes()) {
    const Module *Callee =
        N->isCallModule() ? M.submodule(N->targetText()) : nullptr;
    if (Callee && !Callee->graph() && Tree.Foreign.contains(Callee))
      return createStringError(
          "the module '" + N->targetText() + "' of the class '" +
          Callee->className().str() +
          "' keeps its weights in an object of C++, which a module here "
          "cannot have; trace into it");
  }
  return Error::success();
}

static Expected<std::unique_ptr<GraphModule>>
importModule(Context &Ctx, const jit::Module &Script,
             ScriptImportOptions Options, ArrayRef<uint8_t> Varies,
             unsigned Depth, StringMap<ScriptConstant> &Constants,
             const ScriptState::StorageSet &Variable) {
  ScriptTracer Own;
  Tracer &T = Options.T ? *Options.T : Own;
  at::NoGradGuard NoGrad;
  ScriptCode Code(T, Options, Varies, Variable);
  ScriptState &State = Code.Evaluator.state();
  Own.Tree = &Code.Tree;
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  if (Error E = catching([&] { Code.Tree.build(M->root(), Script); }))
    return E;
  if (!Code.knows(M->root()))
    return createStringError("the module has no method 'forward'");
  // Something was computed of state that turns out to change.
  auto Again = [&](const ScriptState::StorageSet &Changing) {
    ScriptState::StorageSet All = Variable;
    All.insert(Changing.begin(), Changing.end());
    Constants.clear();
    return importModule(Ctx, Script, Options, Varies, Depth, Constants, All);
  };
  Expected<std::unique_ptr<GraphModule>> Traced = T.trace(std::move(M), Code);
  Error Restored = catching([&] { State.restore(); });
  if (!Traced) {
    consumeError(std::move(Restored));
    if (State.foldedTooEarly().empty())
      return Traced;
    consumeError(Traced.takeError());
    return Again(State.foldedTooEarly());
  }
  if (Restored)
    return Restored;
  Code.Evaluator.finish((*Traced)->graph());
  // What examples have decided needs not be computed any more.
  if (!Options.Inputs.empty())
    (*Traced)->graph().eliminateDeadCode();
  traceLeaves(**Traced, Code, Depth, Constants);
  if (Error E = checkForeign(**Traced, Code.Tree))
    return E;
  for (const Tracer::Constant &C : T.constants()) {
    auto Value = std::static_pointer_cast<const at::Tensor>(C.Tensor.Owner);
    Constants[C.Path] = {*Value, State.isMadeByRuns(*Value)};
  }
  if (Depth != 0)
    return Traced;
  if (Error E = catching(
          [&] { return storeTensors(**Traced, Code.Tree, Constants); }))
    return E;
  auto Changing = findChanging(**Traced, Code.Tree, State.folded());
  if (any_of(Changing, [&](const void *S) { return !Variable.contains(S); }))
    return Again(Changing);
  copyForRuns(**Traced, Constants);
  return Traced;
}

Expected<std::unique_ptr<GraphModule>>
fx::importScript(Context &Ctx, const jit::Module &Script,
                 ScriptImportOptions Options) {
  StringMap<ScriptConstant> Constants;
  SmallVector<uint8_t, 4> Varies;
  for (auto [I, Input] : enumerate(Options.Inputs)) {
    bool IsNamed = I < Options.NamedSizes.size() && Options.NamedSizes[I];
    Varies.push_back(inputVariation(Input) | (IsNamed ? V_Given : 0));
  }
  return importModule(Ctx, Script, std::move(Options), Varies, 0, Constants);
}

Expected<jit::Module> fx::loadScript(StringRef Path) {
  if (Error E = checkScriptArchive(Path))
    return E;
  return catching(
      [&] { return jit::load(Path.str(), c10::Device(c10::kCPU)); });
}

Expected<std::unique_ptr<GraphModule>>
fx::importScript(Context &Ctx, StringRef Path, ScriptImportOptions Options) {
  Expected<jit::Module> Script = loadScript(Path);
  if (!Script)
    return Script.takeError();
  return importScript(Ctx, *Script, std::move(Options));
}
