//===- CpuPreparation.cpp - Graphs for the operators of oneDNN ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuPreparation.h"
#include "PreparedGraph.h"
#include "fx/IR/Effects.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpView.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <ATen/core/dispatch/Dispatcher.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Operators that not each LibTorch has
//===----------------------------------------------------------------------===//

namespace {
/// An operator of this schema, or none.
class OptionalOperator {
public:
  OptionalOperator(const char *Name, const char *Overload, StringRef Params) {
    auto Found = c10::Dispatcher::singleton().findSchema({Name, Overload});
    if (!Found || !Found->hasKernelForDispatchKey(c10::DispatchKey::CPU))
      return;
    std::string Names;
    for (const c10::Argument &A : Found->schema().arguments())
      (Names += Names.empty() ? "" : " ") += A.name();
    if (Names == Params)
      Op = *Found;
  }
  explicit operator bool() const { return Op.has_value(); }
  at::Tensor operator()(torch::jit::Stack Args) const {
    Op->callBoxed(Args);
    return Args.back().toTensor();
  }

private:
  std::optional<c10::OperatorHandle> Op;
};

struct Operators {
  OptionalOperator Conv = {
      "mkldnn::_convolution_pointwise", "",
      "X W B padding stride dilation groups attr scalars algorithm"};
  OptionalOperator ConvBinary = {
      "mkldnn::_convolution_pointwise", "binary",
      "X other W B padding stride dilation groups binary_attr alpha "
      "unary_attr unary_scalars unary_algorithm"};
  OptionalOperator ConvOnto = {
      "mkldnn::_convolution_pointwise_", "binary",
      "other X W B padding stride dilation groups binary_attr alpha "
      "unary_attr unary_scalars unary_algorithm"};
  OptionalOperator PackConv = {
      "mkldnn::_reorder_convolution_weight", "",
      "self padding stride dilation groups input_size"};
  OptionalOperator Linear = {"mkl::_mkl_linear", "",
                             "X MKL_W ORI_W B batch_size"};
  OptionalOperator PackLinear = {"mkl::_mkl_reorder_linear_weight", "",
                                 "X batch_size"};

  bool hasConv() const { return Conv && PackConv; }
  bool hasLinear() const {
    return Linear && PackLinear && at::globalContext().hasMKL();
  }
};

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// What a call of a convolution says.
struct ConvCall {
  Node *Input = nullptr, *Weight = nullptr, *Bias = nullptr;
  SmallVector<int64_t, 2> Padding, Stride, Dilation;
  int64_t Groups = 1;
};

/// What comes after a convolution, as oneDNN calls it.
struct Activation {
  StringRef Name = "none";
  SmallVector<Argument, 2> Scalars;
  StringRef Algorithm;
};

class Preparer {
public:
  Preparer(PreparedGraph &P, bool Finite)
      : P(P), G(P.graph()), Ctx(G.context()), Finite(Finite) {}

  Error run();

private:
  bool replaceWrites(Node *N);
  void writeInPlace(Node *N);
  bool writesToValues() const;
  Error prepareConvs();
  Error prepareConv(Node *N);
  Error prepareLinear(Node *N);
  std::optional<ConvCall> asConv(const Node *N);
  std::optional<Activation> asActivation(const Node *N);
  Expected<Node *> foldNorm(Node *Conv, at::Tensor &Weight, at::Tensor &Bias);
  Node *otherAddend(const Node *Add, const Node *Conv) const;
  bool isLastUse(Node *Value, ArrayRef<Node *> Chain) const;
  Argument inChannelsLast(Node *Input);
  void replace(Node *Old, Node *New);

  PreparedGraph &P;
  Graph &G;
  Context &Ctx;
  bool Finite; ///< NaN need not stay NaN.
  Operators Ops;
  /// Convolutions of oneDNN, whose results have their channels last.
  DenseSet<Node *> Prepared;
};
} // namespace

/// The integers of a list of one or two, as two.
static bool takePair(const Argument &A, SmallVectorImpl<int64_t> &Pair) {
  if (A.isInt()) {
    Pair.assign(2, A.asInt());
    return true;
  }
  if (!A.isSequence() || A.elements().empty() || A.elements().size() > 2)
    return false;
  for (const Argument &Item : A.elements()) {
    if (!Item.isInt())
      return false;
    Pair.push_back(Item.asInt());
  }
  if (Pair.size() == 1)
    Pair.push_back(Pair.front());
  return true;
}

static Argument listOf(ArrayRef<int64_t> Values) {
  SmallVector<Argument, 4> Items(Values.begin(), Values.end());
  return Argument::list(Items);
}

/// Sizes as numbers, where all are.
static std::optional<std::vector<int64_t>> sizesOf(const Node *N) {
  std::vector<int64_t> Sizes;
  for (const Argument &Size : N->tensorType().sizes()) {
    if (!Size.isInt())
      return std::nullopt;
    Sizes.push_back(Size.asInt());
  }
  return Sizes;
}

void Preparer::replace(Node *Old, Node *New) {
  if (const Argument *Val = Old->val())
    New->setVal(*Val);
  Old->replaceAllUsesWith(New);
  G.eraseNode(Old);
}

/// oneDNN's kernels of these may make a number of NaN.
static bool hidesNaN(StringRef Activation) {
  return Activation == "relu" || Activation == "hardtanh" ||
         Activation == "hardsigmoid";
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Makes `relu_(x)` and `add_(x, y)` of a value that nothing else has
/// `relu(x)` and `add(x, y)`.
bool Preparer::replaceWrites(Node *N) {
  StringRef Name = operatorOf(N);
  if (!Name.consume_back("_") || !N->numArgs())
    return false;
  Node *Written = N->arg(0).asNode();
  if (!Written || !Written->hasOneUser() || N->numKwargs() ||
      !isFloat32(Written))
    return false;
  // A sum of another type would be cast to that of the memory.
  for (const Use &U : N->operandUses())
    if (!isFloat32(G.node(U.Value)))
      return false;
  // What made it has made memory of its own.
  StringRef Maker = operatorOf(Written);
  if (Maker != "conv2d" && Maker != "convolution" && Maker != "batch_norm" &&
      Maker != "add" && Maker != "relu" && Maker != "hardtanh")
    return false;
  if (!StringSwitch<bool>(Name)
           .Cases("relu", "relu6", "hardtanh", "silu", "hardswish", "sigmoid",
                  "tanh", "leaky_relu", "add", "clamp", true)
           .Default(false))
    return false;
  StringRef Text = N->targetText();
  size_t At = Text.find(("." + Name + "_.").str());
  if (At == StringRef::npos)
    return false;
  std::string Target =
      (Text.take_front(At) + "." + Name + Text.drop_front(At + Name.size() + 2))
          .str();
  InsertionGuard Guard = G.insertingBefore(N);
  SmallVector<Argument, 4> Args;
  for (const Argument &A : N->args())
    Args.push_back(A);
  replace(N, G.callFunction(Target, Args));
  return true;
}

/// An activation that is not fused needs no memory where nothing else reads the
/// convolution.
void Preparer::writeInPlace(Node *N) {
  StringRef Name = operatorOf(N);
  Node *Conv = N->numArgs() ? N->arg(0).asNode() : nullptr;
  if (!hidesNaN(Name) || !Conv || !Prepared.contains(Conv) ||
      !Conv->hasOneUser())
    return;
  InsertionGuard At = G.insertingBefore(N);
  replace(N, G.callFunction(("torch.ops.aten." + Name + "_.default").str(),
                            N->args(), {}, N->name()));
}

/// Whether \p N writes to memory, state of the module or not.
static bool writes(const Node *N) {
  if (N->isPlaceholder() || N->isOutput() || N->isGetAttr())
    return false;
  Effects E = getEffects(*N);
  return E.Unknown || E.WritesState || !E.Writes.empty();
}

/// Whether values that the graph computes are written to, as far as is known:
/// what is written to has to stay the memory that others see.
bool Preparer::writesToValues() const {
  return any_of(G.nodes(), [](const Node *N) {
    return writes(N) && (getEffects(*N).Unknown ||
                         any_of(getEffects(*N).Writes, [](const Node *Written) {
                           return StateEditor::pathOf(*Written).empty();
                         }));
  });
}

/// Whether \p First may be computed where \p Last is: no memory is written
/// between them.
static bool canMove(const Node *First, const Node *Last) {
  for (const Node *N = First; N != Last; N = N->next())
    if (writes(N))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

std::optional<ConvCall> Preparer::asConv(const Node *N) {
  StringRef Name = operatorOf(N);
  if (Name != "conv2d" && Name != "convolution")
    return std::nullopt;
  std::optional<BoundCall> Call = tryBindCall(*N);
  if (!Call || (Name == "convolution" &&
                !(Call->value(Ctx, "transposed") == Argument(false))))
    return std::nullopt;
  ConvCall C;
  C.Input = Call->value(Ctx, "input").asNode();
  C.Weight = Call->value(Ctx, "weight").asNode();
  C.Bias = Call->value(Ctx, "bias").asNode();
  Argument Groups = Call->value(Ctx, "groups");
  // Padding may be a word.
  if (!takePair(Call->value(Ctx, "padding"), C.Padding) ||
      !takePair(Call->value(Ctx, "stride"), C.Stride) ||
      !takePair(Call->value(Ctx, "dilation"), C.Dilation) || !Groups.isInt())
    return std::nullopt;
  C.Groups = Groups.asInt();
  if (!isFloat32(C.Input, 4) || !isFloat32(N, 4) || !P.isConstant(C.Weight) ||
      (!Call->value(Ctx, "bias").isNone() && !P.isConstant(C.Bias)))
    return std::nullopt;
  return C;
}

/// Folds a normalization that alone uses \p Conv into the weight and bias.
/// Returns what stands for the result: the normalization, or \p Conv.
Expected<Node *> Preparer::foldNorm(Node *Conv, at::Tensor &Weight,
                                    at::Tensor &Bias) {
  if (!Conv->hasOneUser())
    return Conv;
  Node *Norm = *Conv->users().begin();
  if (operatorOf(Norm) != "batch_norm" || !canMove(Conv, Norm))
    return Conv;
  std::optional<BoundCall> Call = tryBindCall(*Norm);
  if (!Call || !(Call->value(Ctx, "training") == Argument(false)) ||
      Call->value(Ctx, "input").asNode() != Conv)
    return Conv;
  Argument Epsilon = Call->value(Ctx, "eps");
  static constexpr StringLiteral Names[] = {"running_mean", "running_var",
                                            "weight", "bias"};
  at::Tensor Tensors[4];
  for (auto [Name, T] : zip(Names, Tensors)) {
    Argument A = Call->value(Ctx, Name);
    if (A.isNone() && (Name == "weight" || Name == "bias"))
      continue;
    if (!P.isConstant(A.asNode()))
      return Conv;
    Expected<at::Tensor> Value = P.floats(A.asNode());
    if (!Value)
      return Value.takeError();
    if (!Value->defined())
      return Conv;
    T = Value->to(at::kDouble);
  }
  if (!Epsilon.isFloat())
    return Conv;
  at::Tensor Factor = at::rsqrt(at::add(Tensors[1], Epsilon.asFloat()));
  if (Tensors[2].defined())
    Factor = at::mul(Factor, Tensors[2]);
  at::Tensor Shift = at::neg(Tensors[0]);
  if (Bias.defined())
    Shift = at::add(Shift, Bias.to(at::kDouble));
  Shift = at::mul(Shift, Factor);
  if (Tensors[3].defined())
    Shift = at::add(Shift, Tensors[3]);
  at::Tensor NewWeight = Weight.to(at::kDouble)
                             .mul_(at::reshape(Factor, {-1, 1, 1, 1}))
                             .to(at::kFloat);
  at::Tensor NewBias = Shift.to(at::kFloat);
  if (!at::isfinite(NewWeight).all().item<bool>() ||
      !at::isfinite(NewBias).all().item<bool>())
    return Conv;
  Weight = NewWeight;
  Bias = NewBias;
  return Norm;
}

std::optional<Activation> Preparer::asActivation(const Node *N) {
  Activation A;
  A.Name = StringSwitch<StringRef>(operatorOf(N))
               .Case("relu", "relu")
               .Cases("hardtanh", "clamp", "relu6", "hardtanh")
               .Case("sigmoid", "sigmoid")
               .Case("tanh", "tanh")
               .Case("hardswish", "hardswish")
               .Case("hardsigmoid", "hardsigmoid")
               .Case("silu", "swish")
               .Case("gelu", "gelu")
               .Case("leaky_relu", "leaky_relu")
               .Default("");
  std::optional<BoundCall> Call =
      A.Name.empty() ? std::nullopt : tryBindCall(*N);
  if (!Call || (!Finite && hidesNaN(A.Name)))
    return std::nullopt;
  auto Take = [&](StringRef Param) {
    Argument V = Call->value(Ctx, Param);
    A.Scalars.push_back(V);
    return V.isFloat() || V.isInt();
  };
  if (operatorOf(N) == "relu6")
    A.Scalars = {Argument(0.0), Argument(6.0)};
  else if (A.Name == "hardtanh" &&
           !(operatorOf(N) == "clamp" ? Take("min") && Take("max")
                                      : Take("min_val") && Take("max_val")))
    return std::nullopt;
  if (A.Name == "leaky_relu" && !Take("negative_slope"))
    return std::nullopt;
  if (A.Name == "gelu") {
    Argument Kind = Call->value(Ctx, "approximate");
    if (!Kind.isString())
      return std::nullopt;
    A.Algorithm = Kind.str();
  }
  return A;
}

/// What \p Add adds to \p Conv; null if it does something else.
Node *Preparer::otherAddend(const Node *Add, const Node *Conv) const {
  if (operatorOf(Add) != "add" || Add->numArgs() != 2 || Add->numKwargs())
    return nullptr;
  Node *A = Add->arg(0).asNode(), *B = Add->arg(1).asNode();
  Node *Other = A == Conv ? B : A;
  if (!A || !B || A == B || !isFloat32(Other, 4) ||
      Other->tensorType().sizes() != Conv->tensorType().sizes())
    return nullptr;
  return Other;
}

/// Whether \p Value is memory of a convolution that only convolutions before
/// the end of \p Chain have read.
bool Preparer::isLastUse(Node *Value, ArrayRef<Node *> Chain) const {
  return Prepared.contains(Value) && Value->isCallFunction() &&
         Value->targetText().starts_with("torch.ops.mkldnn.") &&
         all_of(Value->users(), [&](Node *User) {
           return is_contained(Chain, User) ||
                  (Prepared.contains(User) && User->isBefore(Chain.back()));
         });
}

Argument Preparer::inChannelsLast(Node *Input) {
  if (Prepared.contains(Input))
    return Input;
  Node *Last = G.callFunction(
      "torch.ops.aten.contiguous.default", {Input},
      {{Ctx.intern("memory_format"), MemoryFormat::ChannelsLast}});
  Last->setVal(*Input->val());
  Prepared.insert(Last);
  return Last;
}

Error Preparer::prepareConv(Node *N) {
  std::optional<ConvCall> C = asConv(N);
  if (!C)
    return Error::success();
  Expected<at::Tensor> Weight = P.floats(C->Weight);
  if (!Weight)
    return Weight.takeError();
  at::Tensor Bias;
  if (C->Bias) {
    Expected<at::Tensor> Given = P.floats(C->Bias);
    if (!Given)
      return Given.takeError();
    if (!(Bias = *Given).defined())
      return Error::success();
  }
  if (!Weight->defined() || Weight->dim() != 4 || Weight->numel() == 0)
    return Error::success();
  Expected<Node *> Normalized = foldNorm(N, *Weight, Bias);
  if (!Normalized)
    return Normalized.takeError();

  // What follows goes along as long as nothing else uses the value before it.
  SmallVector<Node *, 4> Chain = {N};
  if (*Normalized != N)
    Chain.push_back(*Normalized);
  auto Next = [&]() -> Node * {
    if (!Chain.back()->hasOneUser())
      return nullptr;
    Node *User = *Chain.back()->users().begin();
    return canMove(N, User) ? User : nullptr;
  };
  Activation Act;
  Node *Other = nullptr;
  if (Node *User = Next()) {
    if (std::optional<Activation> A = asActivation(User)) {
      Act = *A;
      Chain.push_back(User);
    } else if ((Other = Ops.ConvBinary ? otherAddend(User, Chain.back())
                                       : nullptr)) {
      Chain.push_back(User);
      if (Node *Last = Next(); Last && Finite && operatorOf(Last) == "relu") {
        Act.Name = "relu";
        Chain.push_back(Last);
      }
    }
  }

  Node *Last = Chain.back();
  InsertionGuard At = G.insertingBefore(Last);
  std::optional<std::vector<int64_t>> Sizes = sizesOf(C->Input);
  at::Tensor Packed = Ops.PackConv(
      {Weight->contiguous(), IValue(ArrayRef<int64_t>(C->Padding).vec()),
       IValue(ArrayRef<int64_t>(C->Stride).vec()),
       IValue(ArrayRef<int64_t>(C->Dilation).vec()), C->Groups,
       Sizes ? IValue(*Sizes) : IValue()});
  P.dropPages(C->Weight);
  Argument W = P.addTensor(Packed);
  Argument B = Bias.defined() ? Argument(P.addTensor(Bias.contiguous()))
                              : Argument::none();
  Argument X = inChannelsLast(C->Input);
  SmallVector<Argument, 14> Args = {X,
                                    W,
                                    B,
                                    listOf(C->Padding),
                                    listOf(C->Stride),
                                    listOf(C->Dilation),
                                    C->Groups};
  auto Word = [&](StringRef Text) { return Argument::string(Ctx, Text); };
  StringRef Target = "torch.ops.mkldnn._convolution_pointwise.default";
  if (!Other) {
    Args.append(
        {Word(Act.Name), Argument::list(Act.Scalars), Word(Act.Algorithm)});
  } else {
    Args.append({Word("add"), Argument(1.0),
                 Act.Name == "none" ? Argument::none() : Word(Act.Name),
                 Argument::list({}), Argument::none()});
    // A result that nothing needs any more becomes that of the sum.
    bool IsFree =
        Ops.ConvOnto && Other != X.asNode() && isLastUse(Other, Chain);
    Target = IsFree ? "torch.ops.mkldnn._convolution_pointwise_.binary"
                    : "torch.ops.mkldnn._convolution_pointwise.binary";
    Args.insert(IsFree ? Args.begin() : Args.begin() + 1, Other);
  }
  Node *New = G.callFunction(Target, Args, {}, Last->name());
  Prepared.insert(New);
  replace(Last, New);
  Chain.pop_back();
  for (Node *Old : reverse(Chain))
    G.eraseNode(Old);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Linear layers
//===----------------------------------------------------------------------===//

/// Below this many multiplications packing gains nothing.
static constexpr int64_t LeastWork = 1 << 20;

Error Preparer::prepareLinear(Node *N) {
  StringRef Name = operatorOf(N);
  bool IsProduct = Name == "addmm";
  if (Name != "linear" && !IsProduct)
    return Error::success();
  std::optional<BoundCall> Call = tryBindCall(*N);
  if (!Call)
    return Error::success();
  Node *Input = Call->value(Ctx, IsProduct ? "mat1" : "input").asNode();
  Node *Weight = Call->value(Ctx, IsProduct ? "mat2" : "weight").asNode();
  Argument Bias = Call->value(Ctx, IsProduct ? "self" : "bias");
  if (!isFloat32(Input) || !isFloat32(N) || !P.isConstant(Weight) ||
      (!Bias.isNone() && (!isFloat32(Bias.asNode(), 1))))
    return Error::success();
  if (IsProduct && (!(Call->value(Ctx, "beta") == Argument(1)) ||
                    !(Call->value(Ctx, "alpha") == Argument(1))))
    return Error::success();
  Expected<at::Tensor> Values = P.floats(Weight);
  if (!Values)
    return Values.takeError();
  if (!Values->defined() || Values->dim() != 2)
    return Error::success();
  at::Tensor W = IsProduct ? Values->t() : *Values;
  // Weights are packed for one number of rows.
  std::optional<std::vector<int64_t>> Sizes = sizesOf(Input);
  if (!Sizes || Sizes->empty() || Sizes->back() != W.size(1))
    return Error::success();
  int64_t Rows = 1;
  for (int64_t Size : ArrayRef<int64_t>(*Sizes).drop_back())
    Rows *= Size;
  // The bias of a product may be broadcast.
  if (Rows < 2 || Rows * W.numel() < LeastWork ||
      (IsProduct &&
       !(Bias.asNode()->tensorType().sizes()[0] == Argument(W.size(0)))))
    return Error::success();

  InsertionGuard At = G.insertingBefore(N);
  Argument Packed = P.addTensor(Ops.PackLinear({W.contiguous(), Rows}));
  P.dropPages(Weight);
  // Runs of another number of rows would take it.
  Argument Original = IsProduct ? Argument(P.addTensor(W)) : Argument(Weight);
  replace(N,
          G.callFunction("torch.ops.mkl._mkl_linear.default",
                         {Input, Packed, Original, Bias, Rows}, {}, N->name()));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

Error Preparer::prepareConvs() {
  if (!Ops.hasConv() || !at::globalContext().userEnabledMkldnn() ||
      none_of(G.nodes(), [&](Node *N) { return asConv(N).has_value(); }))
    return Error::success();
  for (Node *N : G.nodes())
    replaceWrites(N);
  if (writesToValues() || dependsOnStorage(G))
    return Error::success();
  for (Node *N : G.nodes())
    if (Error E = prepareConv(N))
      return E;
  restoreLayouts(G, Prepared);
  for (Node *N : G.nodes())
    writeInPlace(N);
  return Error::success();
}

Error Preparer::run() {
  if (Error E = prepareConvs())
    return E;
  if (Error E = foldScales(P))
    return E;
  if (Ops.hasLinear())
    for (Node *N : G.nodes())
      if (Error E = prepareLinear(N))
        return E;
  return Error::success();
}

Error torch_impl::prepareForCPU(GraphModule &M, TensorStore &Store,
                                bool Finite) {
  if (!M.program())
    return Error::success();
  PreparedGraph P(M, Store);
  if (Error E = Preparer(P, Finite).run())
    return E;
  if (Error E = chainSmallOperators(P))
    return E;
  activateInPlace(M.graph());
  return Error::success();
}
