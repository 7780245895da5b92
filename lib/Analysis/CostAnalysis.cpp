//===- CostAnalysis.cpp - Operations and bytes of a graph -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/CostAnalysis.h"
#include "Modules/ModuleBody.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/EffectCache.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/SideTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cmath>

using namespace fx;
using namespace llvm;

/// Graphs that call graphs.
static constexpr unsigned MaxDepth = 64;

CostAnalysis::CostAnalysis(const GraphModule &M) : M(M), Math(M) {}

double CostAnalysis::size(const Argument &Size) {
  if (Size.isInt())
    return double(Size.asInt());
  return Math.hasHint(Size) ? double(Math.hint(Size)) : NAN;
}

double CostAnalysis::elements(const TensorType &T) {
  double Count = 1;
  for (const Argument &Size : T.sizes())
    Count *= size(Size);
  return Count;
}

/// What is known of the value of \p N, by torch.export or by ShapeProp.
static const Argument *valueOf(const Node &N) {
  const Argument *Val = N.val();
  return Val ? Val : N.meta("tensor_meta");
}

static TensorType typeOf(const Node &N) {
  const Argument *Val = valueOf(N);
  return Val ? TensorType(*Val) : TensorType();
}

/// The type of what is handed to a call; no type for what is not a tensor.
static TensorType typeOf(const Argument &A) {
  const Node *N = A.asNode();
  return N ? typeOf(*N) : TensorType();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {
enum class CostKind : uint8_t {
  None,
  Product,      ///< The product of the first two arguments.
  AddedProduct, ///< The product of the second and the third.
  AddedBatch,   ///< Likewise, summed over the batch.
  Convolution,
  Transposed,
  AnyConvolution, ///< An argument says which.
  Attention,
  Einsum,
  Unknown
};
} // namespace

static CostKind kindOf(StringRef Op) {
  return StringSwitch<CostKind>(Op)
      .Cases("mm", "bmm", "matmul", "linear", "mv", CostKind::Product)
      .Cases("dot", "vdot", "inner", "_int_mm", "_scaled_mm", CostKind::Product)
      .Cases("addmm", "baddbmm", "addmv", CostKind::AddedProduct)
      .Case("addbmm", CostKind::AddedBatch)
      .Cases("conv1d", "conv2d", "conv3d", CostKind::Convolution)
      .Cases("conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
             CostKind::Transposed)
      .Cases("convolution", "_convolution", CostKind::AnyConvolution)
      .Cases("scaled_dot_product_attention",
             "_scaled_dot_product_flash_attention_for_cpu",
             "_scaled_dot_product_flash_attention",
             "_scaled_dot_product_efficient_attention",
             "_scaled_dot_product_cudnn_attention", CostKind::Attention)
      .Case("einsum", CostKind::Einsum)
      .Cases("lstm", "gru", "rnn_tanh", "rnn_relu", CostKind::Unknown)
      .Cases("lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell",
             CostKind::Unknown)
      .Cases("multi_head_attention_forward", "_native_multi_head_attention",
             "_transformer_encoder_layer_fwd", "bilinear", CostKind::Unknown)
      .Cases("chain_matmul", "linalg_multi_dot", "tensordot", "cdist",
             CostKind::Unknown)
      .Cases("convolution_backward", "_grouped_mm", "_weight_int8pack_mm",
             "_weight_int4pack_mm", CostKind::Unknown)
      .Default(CostKind::None);
}

/// Whether \p N calls an operator of a library that is not PyTorch's, or one
/// that runs graphs.
static bool isForeign(const Node &N) {
  StringRef Name = N.targetText();
  if (!N.isCallFunction() || !Name.consume_front("torch.ops."))
    return false;
  return !is_contained({"aten", "prims", "_operator"}, Name.split('.').first);
}

double CostAnalysis::productFlops(const Node &N, const Argument &Left) {
  TensorType A = typeOf(Left), Result = typeOf(N);
  if (!A || !Result)
    return NAN;
  // A number times a tensor, which is what linear() allows.
  double Inner = A.rank() ? size(A.sizes().back()) : 1;
  return 2 * elements(Result) * Inner;
}

double CostAnalysis::convolutionFlops(const Node &N, const Argument &Input,
                                      const Argument &Weight,
                                      bool IsTransposed) {
  TensorType X = typeOf(Input), W = typeOf(Weight), Y = typeOf(N);
  if (!X || !W || !Y || W.rank() < 2)
    return NAN;
  // Each weight meets each place of the result, or of the input.
  const TensorType &Places = IsTransposed ? X : Y;
  size_t Spatial = W.rank() - 2;
  if (Places.rank() < Spatial + 1)
    return NAN;
  double Count = Places.rank() == Spatial + 2 ? size(Places.sizes()[0]) : 1;
  for (const Argument &Size : Places.sizes().take_back(Spatial))
    Count *= size(Size);
  return 2 * Count * elements(W);
}

double CostAnalysis::attentionFlops(const Argument &Query, const Argument &Key,
                                    const Argument &Value) {
  TensorType Q = typeOf(Query), K = typeOf(Key), V = typeOf(Value);
  if (!Q || !K || !V || Q.rank() < 2 || K.rank() < 2 || V.rank() < 2)
    return NAN;
  // Scores, and what they weigh. Heads of keys may be shared.
  double Scores = elements(Q) * size(K.sizes()[K.rank() - 2]);
  double Rows = elements(Q) / size(Q.sizes().back());
  return 2 * Scores +
         2 * Rows * size(K.sizes()[K.rank() - 2]) * size(V.sizes().back());
}

/// Of two operands, whose products are summed over something; others are made
/// in steps that are not known here.
double CostAnalysis::einsumFlops(const Argument &Equation,
                                 ArrayRef<Argument> Operands) {
  if (!Equation.isString() || Operands.size() != 2)
    return NAN;
  std::string Text;
  for (char C : Equation.str())
    if (C != ' ')
      Text += C;
  auto [Inputs, Output] = StringRef(Text).split("->");
  auto [Left, Right] = Inputs.split(',');
  bool IsPlain = StringRef(Text).contains("->") && all_of(Left, isAlpha) &&
                 all_of(Right, isAlpha) && all_of(Output, isAlpha);
  TensorType A = typeOf(Operands[0]), B = typeOf(Operands[1]);
  if (!IsPlain || !A || !B || A.rank() != Left.size() ||
      B.rank() != Right.size())
    return NAN;
  double Count = 1;
  bool IsSummed = false;
  for (auto [I, Label] : enumerate(Left)) {
    // What only one operand has is summed before.
    if (!Right.contains(Label) && !Output.contains(Label))
      continue;
    IsSummed |= Right.contains(Label) && !Output.contains(Label);
    Count *= size(A.sizes()[I]);
  }
  for (auto [I, Label] : enumerate(Right))
    if (!Left.contains(Label) && Output.contains(Label))
      Count *= size(B.sizes()[I]);
  return IsSummed ? 2 * Count : 0;
}

/// The sum over the nodes of the module that a call calls.
double CostAnalysis::moduleFlops(const Node &N) {
  // The graph of a module is summed up where it is called.
  const Module *Owner = N.graph().owningModule();
  const Module *Callee = Owner ? Owner->lookup(N.targetText()) : nullptr;
  if (!Callee || Callee->graph() || Level == MaxDepth)
    return NAN;
  SaveAndRestore Deeper(Level, Level + 1);
  Expected<ModuleBody> Body = bodyOfCall(N, M);
  if (!Body) {
    consumeError(Body.takeError());
    return NAN;
  }
  ValueInference Inference(*Body->Nodes, &M);
  double Sum = 0;
  for (Node *Inner : Body->Nodes->nodes()) {
    if (!Inner->val() && (Inner->isGetAttr() || Inner->isCall())) {
      Expected<Argument> Value = Inference.infer(*Inner);
      if (!Value)
        consumeError(Value.takeError());
      else if (!Value->isNone())
        Inner->setVal(*Value);
    }
    Sum += flops(*Inner);
  }
  return Sum;
}

double CostAnalysis::flops(const Node &N) {
  if (!N.isCall())
    return 0;
  if (N.isCallModule())
    return moduleFlops(N);
  const OpTarget *Target = N.opTarget();
  if (!Target || isForeign(N))
    return NAN;
  CostKind Kind = kindOf(Target->op().name());
  if (Kind == CostKind::None)
    return 0;
  std::optional<BoundCall> Call =
      Kind == CostKind::Unknown ? std::nullopt : tryBindCall(N);
  if (!Call || Call->size() < 2)
    return NAN;
  auto Arg = [&](unsigned I) { return Call->value(M.context(), I); };
  switch (Kind) {
  case CostKind::Product:
    return productFlops(N, Arg(0));
  case CostKind::AddedProduct:
    return productFlops(N, Arg(1));
  case CostKind::AddedBatch: {
    TensorType Batch = typeOf(Arg(1));
    return Batch && Batch.rank()
               ? productFlops(N, Arg(1)) * size(Batch.sizes()[0])
               : NAN;
  }
  case CostKind::Convolution:
    return convolutionFlops(N, Arg(0), Arg(1), false);
  case CostKind::Transposed:
    return convolutionFlops(N, Arg(0), Arg(1), true);
  case CostKind::AnyConvolution: {
    Argument Is = Call->value(M.context(), "transposed");
    return convolutionFlops(N, Arg(0), Arg(1), Is.isBool() && Is.asBool());
  }
  case CostKind::Attention:
    return Call->size() < 3 ? NAN : attentionFlops(Arg(0), Arg(1), Arg(2));
  case CostKind::Einsum: {
    Argument Operands = Arg(1);
    return Operands.isSequence() ? einsumFlops(Arg(0), Operands.elements())
                                 : NAN;
  }
  case CostKind::None:
  case CostKind::Unknown:
    break;
  }
  llvm_unreachable("handled above");
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

double CostAnalysis::bytes(const Argument &Val) {
  if (TensorType T{Val})
    return itemSize(T.dtype()) * elements(T);
  if (!Val.isSequence() || Val.size() == 0)
    return NAN;
  double Sum = 0;
  for (const Argument &Item : Val.elements())
    Sum += bytes(Item);
  return Sum;
}

double CostAnalysis::bytesMoved(const Node &N) {
  double Moved = valueBytes(&N).front();
  // What writes in place returns what it has written; a view moves nothing.
  if (Moved == 0 && !Effects.get(N).Writes.empty())
    Moved = bytes(*valueOf(N));
  if (!(Moved > 0))
    return 0;
  for (const Use &U : N.operandUses()) {
    const Argument *Val = valueOf(*N.graph().node(U.Value));
    double Read = Val ? bytes(*Val) : NAN;
    Moved += std::isnan(Read) ? 0 : Read;
  }
  return Moved;
}

std::vector<double> CostAnalysis::valueBytes(ArrayRef<const Node *> Nodes) {
  std::vector<double> Bytes;
  for (const Node *N : Nodes) {
    const Argument *Val = valueOf(*N);
    double Known = Val && !N->isOutput() ? bytes(*Val) : NAN;
    bool IsView = !N->isPlaceholder() && !N->isOutput() && !N->isGetAttr() &&
                  (!Effects.get(*N).Aliases.empty() || N->isGetItem());
    Bytes.push_back(IsView && !std::isnan(Known) ? 0 : Known);
  }
  return Bytes;
}

std::vector<double> CostAnalysis::liveBytes(ArrayRef<const Node *> Nodes,
                                            ArrayRef<double> Bytes) {
  // A view keeps the memory of what it looks at.
  NodeMap<uint32_t> Last, Number;
  EffectCache Effects;
  for (uint32_t I = 0; I != Nodes.size(); ++I)
    Number[Nodes[I]] = Last[Nodes[I]] = I;
  std::vector<uint32_t> End(Nodes.size());
  for (uint32_t I = Nodes.size(); I-- > 0;) {
    const Node *N = Nodes[I];
    End[I] = I;
    if (N->isPlaceholder() || N->isGetAttr())
      End[I] = Nodes.size();
    for (const Node *User : N->users()) {
      if (!Number.contains(User))
        continue;
      uint32_t U = Number.lookup(User);
      bool Views = U > I && Bytes[U] == 0 && !User->isOutput();
      End[I] = std::max(End[I], Views ? End[U] : U);
    }
  }
  std::vector<double> Live(Nodes.size(), NAN), Change(Nodes.size() + 1, 0);
  double Now = 0;
  bool IsKnown = false;
  for (uint32_t I = 0; I != Nodes.size(); ++I) {
    if (!std::isnan(Bytes[I])) {
      IsKnown = true;
      Now += Bytes[I];
      if (End[I] < Nodes.size())
        Change[End[I] + 1] += Bytes[I];
    }
    Now -= Change[I];
    if (IsKnown)
      Live[I] = Now;
  }
  return Live;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The graphs that \p N runs once each: those of a module, or of what wraps
/// one. Nothing for other calls.
static SmallVector<const Graph *, 1> calledGraphs(const Node &N) {
  const Module *Owner = N.graph().owningModule();
  SmallVector<const Graph *, 1> Graphs;
  auto Add = [&](StringRef Path) {
    const Module *Callee = Owner ? Owner->lookup(Path) : nullptr;
    if (Callee && Callee->graph())
      Graphs.push_back(Callee->graph());
  };
  if (N.isCallModule())
    Add(N.targetText());
  StringRef Name = N.targetText();
  if (!N.isCallFunction() || !Name.consume_front("torch.ops.higher_order.") ||
      !(Name.starts_with("wrap") || Name == "invoke_subgraph"))
    return Graphs;
  for (const Use &U : N.operandUses()) {
    const Node &Operand = *N.graph().node(U.Value);
    if (Operand.isGetAttr())
      Add(Operand.targetText());
  }
  return Graphs;
}

/// Adds what a call of a graph costs; the peak is that of the caller.
static void addCalled(CostSummary &Sum, const CostSummary &Called) {
  Sum.FLOPs += Called.FLOPs;
  Sum.Counted += Called.Counted;
  Sum.Bytes += Called.Bytes;
  Sum.Typed += Called.Typed;
  Sum.Untyped += Called.Untyped;
  for (const auto &[Name, Count] : Called.Unknown)
    Sum.Unknown[Name] += Count;
}

std::vector<double> CostAnalysis::aliveAfter(ArrayRef<const Node *> Nodes) {
  std::vector<double> Owned = valueBytes(Nodes);
  for (auto [N, Count] : zip(Nodes, Owned))
    if (N->isPlaceholder() || N->isGetAttr())
      Count = 0;
  return liveBytes(Nodes, Owned);
}

CostSummary CostAnalysis::summary(const Graph &G, unsigned Depth) {
  // A graph that many nodes call is looked at once.
  if (auto Known = Summaries.find(&G); Known != Summaries.end())
    return Known->second;
  CostSummary Sum;
  std::vector<const Node *> Nodes(G.nodes().begin(), G.nodes().end());
  for (auto [N, Alive] : zip(Nodes, aliveAfter(Nodes))) {
    if (Alive > Sum.PeakBytes)
      Sum.PeakBytes = Alive;
    if (!N->isCall())
      continue;
    SmallVector<const Graph *, 1> Called = calledGraphs(*N);
    for (const Graph *Callee : Called) {
      if (Depth == MaxDepth)
        break;
      CostSummary Inner = summary(*Callee, Depth + 1);
      addCalled(Sum, Inner);
      double Peak = Inner.PeakBytes + (std::isnan(Alive) ? 0 : Alive);
      Sum.PeakBytes = std::max(Sum.PeakBytes, Peak);
    }
    if (!Called.empty())
      continue;
    ++(valueOf(*N) ? Sum.Typed : Sum.Untyped);
    double FLOPs = flops(*N);
    if (std::isnan(FLOPs))
      ++Sum.Unknown[N->targetText().str()];
    else
      Sum.FLOPs += FLOPs;
    Sum.Counted += FLOPs > 0;
    Sum.Bytes += bytesMoved(*N);
  }
  return Summaries[&G] = std::move(Sum);
}

CostSummary CostAnalysis::summary() { return summary(M.graph(), 0); }

void CostAnalysis::visitCalls(
    const Graph &G, unsigned Depth, double AliveOutside, uint64_t &Budget,
    function_ref<void(const Node &, const CallCost &)> Fn) {
  std::vector<const Node *> Nodes(G.nodes().begin(), G.nodes().end());
  for (auto [N, Own] : zip(Nodes, aliveAfter(Nodes))) {
    if (!N->isCall() || !Budget)
      continue;
    --Budget;
    double Alive = AliveOutside + (std::isnan(Own) ? 0 : Own);
    SmallVector<const Graph *, 1> Called = calledGraphs(*N);
    for (const Graph *Callee : Called)
      if (Depth != MaxDepth)
        visitCalls(*Callee, Depth + 1, Alive, Budget, Fn);
    if (Called.empty())
      Fn(*N, {flops(*N), bytesMoved(*N), Alive});
  }
}

void CostAnalysis::forEachCall(
    function_ref<void(const Node &, const CallCost &)> Fn) {
  uint64_t Budget = 1 << 22;
  visitCalls(M.graph(), 0, 0, Budget, Fn);
}
