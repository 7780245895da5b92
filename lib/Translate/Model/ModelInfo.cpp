//===- ModelInfo.cpp - What is inside a model -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/ModelInfo.h"
#include "ValueText.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/Interop/SafeTensors.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

using namespace fx;
using namespace llvm;

/// Bytes of one element; 0 where elements have no whole bytes.
static uint64_t elementBytes(DType Type) {
  switch (Type) {
  case DType::Complex32:
    return 4;
  case DType::Complex128:
    return 16;
  case DType::QInt8:
  case DType::QUInt8:
  case DType::Bits8:
    return 1;
  case DType::QInt32:
    return 4;
  case DType::Bits16:
    return 2;
  default:
    std::optional<SafeType> Known = safeTypeOf(Type);
    return Known ? bitSize(*Known) / 8 : 0;
  }
}

/// How many elements a tensor of known size has.
static uint64_t elements(const TensorType &Type) {
  uint64_t Count = 1;
  for (const Argument &Size : Type.sizes())
    Count *= Size.isInt() ? uint64_t(Size.asInt()) : 0;
  return Count;
}

namespace {
/// Counts the tensors of the module tree, or of the signature where the tree
/// has none.
class StateCounter {
public:
  void add(StringRef Role, const Argument &Type) {
    StateCount &Sum = find(Role);
    ++Sum.Tensors;
    TensorType Known(Type);
    if (!Known)
      return;
    DType T = Known.dtype();
    uint64_t Count = elements(Known), Bytes = Count * elementBytes(T);
    Sum.Elements += Count;
    Sum.Bytes += Bytes;
    TypeCount &OfType = find(Sum, T);
    ++OfType.Tensors;
    OfType.Bytes += Bytes;
  }

  std::vector<StateCount> Counts;

private:
  static TypeCount &find(StateCount &Sum, DType T) {
    StringRef Name = lastName(toString(T));
    for (TypeCount &C : Sum.Types)
      if (C.Type == Name)
        return C;
    return Sum.Types.emplace_back(TypeCount{Name.str()});
  }
  StateCount &find(StringRef Role) {
    for (StateCount &C : Counts)
      if (C.Role == Role)
        return C;
    return Counts.emplace_back(StateCount{Role.str()});
  }
};
} // namespace

/// What the table of state calls \p Role.
static std::string roleName(TensorAttr::RoleKind Role, bool Persistent) {
  std::string Word = toString(Role).str();
  if (Role == TensorAttr::Object)
    return "custom " + Word;
  return Role == TensorAttr::Buffer && !Persistent ? "unsaved " + Word : Word;
}

/// The role of the state that a placeholder with \p Spec stands for;
/// std::nullopt of an input.
static std::optional<TensorAttr::RoleKind> roleOf(const InputSpec &Spec) {
  switch (Spec.Kind) {
  case InputSpec::Parameter:
    return TensorAttr::Parameter;
  case InputSpec::Buffer:
    return TensorAttr::Buffer;
  case InputSpec::TensorConstant:
    return TensorAttr::Constant;
  case InputSpec::CustomObj:
    return TensorAttr::Object;
  default:
    return std::nullopt;
  }
}

static void countState(const GraphModule &M, StateCounter &State) {
  M.forEachState([&](const TensorAttr &T, StringRef) {
    State.add(roleName(T.Role, T.Persistent), T.Type);
  });
  if (!State.Counts.empty())
    return;
  for (const Node *N : M.graph().findNodes(Opcode::Placeholder)) {
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    const Argument *Val = N->val();
    if (!Spec || !Val)
      continue;
    if (std::optional<TensorAttr::RoleKind> Role = roleOf(*Spec))
      State.add(roleName(*Role, Spec->Persistent),
                *Role == TensorAttr::Object ? Argument() : *Val);
  }
}

/// A value of the output, as far as something is known of it.
static ValueInfo outputInfo(const Context &Ctx, const Argument &Value) {
  if (const Node *N = Value.asNode())
    return {N->name(), valueText(*N, /*WithDevice=*/true), ""};
  return {valueText(Ctx, Value), "", ""};
}

static void collectOutputs(const Graph &G, std::vector<ValueInfo> &Outputs) {
  const Node *N = G.outputNode();
  if (!N || !N->numArgs())
    return;
  Argument Returned = N->arg(0);
  std::optional<SmallVector<OutputSpec, 4>> Specs = outputSpecsOf(*N);
  if (!Returned.isSequence()) {
    Outputs.push_back(outputInfo(G.context(), Returned));
    return;
  }
  for (size_t I = 0; I != Returned.size(); ++I) {
    ValueInfo Info = outputInfo(G.context(), Returned[I]);
    if (Specs && I < Specs->size())
      if (const OutputSpec &Spec = (*Specs)[I];
          Spec.Kind != OutputSpec::UserOutput) {
        Info.Role = toString(Spec.Kind).str();
        if (Spec.Target)
          Info.Role += ' ' + Spec.Target.str().str();
      }
    Outputs.push_back(std::move(Info));
  }
}

static void collectInputs(const Graph &G, std::vector<ValueInfo> &Inputs) {
  for (const Node *N : G.findNodes(Opcode::Placeholder)) {
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    if (Spec && Spec->Kind != InputSpec::UserInput &&
        Spec->Kind != InputSpec::ConstantInput)
      continue;
    ValueInfo Info{N->targetText().str(), valueText(*N, /*WithDevice=*/true),
                   ""};
    if (Spec && Spec->Kind == InputSpec::ConstantInput)
      Info.Role = "constant";
    Inputs.push_back(std::move(Info));
  }
}

static std::string rangeText(const RangeConstraint &R) {
  std::string Text = R.Text.str().str();
  if (R.Min)
    Text = std::to_string(*R.Min) + " <= " + Text;
  if (R.Max)
    Text += " <= " + std::to_string(*R.Max);
  return Text;
}

/// What a node calls; empty for what is not a call.
static std::string callName(const Node &N) {
  if (N.isCallFunction())
    return N.targetText().str();
  if (N.isCallMethod())
    return "." + N.targetText().str();
  if (!N.isCallModule())
    return "";
  const Module *Owner = N.graph().owningModule();
  const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
  if (M && M->className())
    return M->className().str().str();
  return "a module";
}

ModelInfo::ModelInfo(const GraphModule &M)
    : Name(M.name().str()), Class(M.root().className().str()),
      Weights(M.weights()) {
  if (const ExportedProgram *P = M.program()) {
    IsProgram = true;
    TorchVersion = P->TorchVersion.str();
    for (Symbol Verifier : P->Verifiers)
      Dialect += (Dialect.empty() ? "" : ", ") + Verifier.str().str();
    SchemaMajor = P->SchemaMajor;
    SchemaMinor = P->SchemaMinor;
    for (const KwArg &Opset : P->OpsetVersion)
      if (Opset.Value.isInt())
        Opsets.push_back({Opset.Name.str().str(), Opset.Value.asInt()});
    for (const RangeConstraint &R : P->Ranges)
      Ranges.push_back(rangeText(R));
    for (Symbol Guard : P->GuardsCode)
      Guards.push_back(Guard.str().str());
    for (const ModuleCall &Call : P->ModuleCalls)
      if (!Call.Path.str().empty()) {
        ++ModuleCalls;
        PreservedCalls += Call.HasSignature;
      }
  }
  collectInputs(M.graph(), Inputs);
  collectOutputs(M.graph(), Outputs);

  StringMap<uint64_t> Calls;
  MapVector<Symbol, uint64_t> Keys;
  M.root().walk([&](const Module &Sub, StringRef Path) {
    Submodules += !Path.empty();
    const Graph *G = Sub.graph();
    if (!G)
      return;
    (Path.empty() ? Nodes : NestedNodes) += G->size();
    NestedGraphs += !Path.empty();
    for (const Node *N : G->nodes()) {
      ++Opcodes[unsigned(N->op())];
      if (N->isCall())
        ++Calls[callName(*N)];
      for (const KwArg &Entry : N->meta().entries())
        if (!isProgramMetadata(Entry.Name.str()))
          ++Keys[Entry.Name];
    }
  });
  for (auto &Entry : Calls)
    Operators.push_back({Entry.getKey().str(), Entry.getValue()});
  sort(Operators, [](const NameCount &A, const NameCount &B) {
    return A.Count != B.Count ? A.Count > B.Count : A.Name < B.Name;
  });
  for (auto [Key, Count] : Keys)
    MetadataKeys.push_back({Key.str().str(), Count});

  StateCounter Counter;
  countState(M, Counter);
  State = std::move(Counter.Counts);
  Cost = CostAnalysis(M).summary();
}
