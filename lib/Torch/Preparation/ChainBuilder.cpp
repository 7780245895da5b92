//===- ChainBuilder.cpp - One call for several small operators ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds calls that follow each other and that a chain can compute (see
// KernelChain.h): of contiguous float32 tensors that differ in their last
// dimension only, none of which is large. Nodes between them that use none of
// their values, and that write nothing, stay before the chain.
//
//===----------------------------------------------------------------------===//

#include "KernelChain.h"
#include "PreparedGraph.h"
#include "fx/IR/Effects.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/VmapCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace fx::torch_impl::chain;
using namespace llvm;

namespace {

/// A call as a step whose places are not known yet.
struct Member {
  Node *N = nullptr;
  Step S;
  /// Values of rows; Y may be null.
  Node *X = nullptr, *Y = nullptr;
  /// Constants: those of a linear layer or normalization, or the row Y.
  at::Tensor Weights, Bias, Row;
};

class ChainBuilder {
public:
  explicit ChainBuilder(PreparedGraph &P) : P(P), G(P.graph()) {}
  Error run();

private:
  Expected<std::optional<Member>> asMember(Node *N);
  Expected<bool> takeLinear(Member &M, const BoundCall &Call, bool IsAddmm);
  Expected<bool> takeNorm(Member &M, const BoundCall &Call);
  Expected<bool> takeBinary(Member &M, const BoundCall &Call);
  bool takeUnary(Member &M, const BoundCall &Call);
  Expected<at::Tensor> vectorOf(const Argument &A, int64_t Width);
  bool fits(const Member &M) const;
  void add(Member M);
  void finish();
  void emit();

  PreparedGraph &P;
  Graph &G;
  /// What is collected now, and the leading sizes that its values have.
  SmallVector<Member, 8> Chain;
  DenseSet<const Node *> Values;
  std::vector<Argument> Rows;
};

} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Rows of float32 that follow each other in memory: all sizes but the last;
/// nothing for other values. \p Width is the last size.
static std::optional<std::vector<Argument>> rowsOf(const Node *N,
                                                   int64_t &Width) {
  if (!isFloat32(N) || N->tensorType().rank() == 0)
    return std::nullopt;
  TensorType Type = N->tensorType();
  const Argument &Last = Type.sizes().back();
  if (!Last.isInt() || Last.asInt() <= 0 || !hasContiguousStrides(Type))
    return std::nullopt;
  Width = Last.asInt();
  ArrayRef<Argument> Leading = Type.sizes().drop_back();
  return std::vector<Argument>(Leading.begin(), Leading.end());
}

static bool takeNumber(const Argument &A, double &Number) {
  if (A.isFloat())
    Number = A.asFloat();
  else if (A.isInt())
    Number = double(A.asInt());
  else
    return false;
  return true;
}

/// The constant row of \p Width numbers that \p A is; undefined if it is none.
Expected<at::Tensor> ChainBuilder::vectorOf(const Argument &A, int64_t Width) {
  const Node *N = A.asNode();
  if (!N || !P.isConstant(N))
    return at::Tensor();
  Expected<at::Tensor> T = P.floats(N);
  if (!T || !T->defined())
    return T;
  if (T->dim() != 1 || T->size(0) != Width)
    return at::Tensor();
  return T->contiguous();
}

/// The kind of an operator of one operand, or nothing.
static std::optional<Op> unaryOf(StringRef Name) {
  return StringSwitch<std::optional<Op>>(Name)
      .Case("relu", Op::ReLU)
      .Case("gelu", Op::GELU)
      .Case("silu", Op::SiLU)
      .Case("sigmoid", Op::Sigmoid)
      .Case("tanh", Op::Tanh)
      .Case("exp", Op::Exp)
      .Case("neg", Op::Neg)
      .Cases("hardtanh", "relu6", Op::HardTanh)
      .Case("leaky_relu", Op::LeakyReLU)
      .Case("hardswish", Op::HardSwish)
      .Case("hardsigmoid", Op::HardSigmoid)
      .Cases("softmax", "_softmax", Op::Softmax)
      .Default(std::nullopt);
}

bool ChainBuilder::takeUnary(Member &M, const BoundCall &Call) {
  StringRef Name = operatorOf(M.N);
  Context &Ctx = G.context();
  M.S.Kind = *unaryOf(Name);
  M.X = Call.value(Ctx, Call.schema().params().front().Name).asNode();
  switch (M.S.Kind) {
  case Op::GELU: {
    Argument Kind = Call.value(Ctx, "approximate");
    if (!Kind.isString())
      return false;
    if (Kind.str() == "tanh")
      M.S.Kind = Op::GELUTanh;
    return true;
  }
  case Op::HardTanh:
    M.S.F1 = 6;
    return Name == "relu6" || (takeNumber(Call.value(Ctx, "min_val"), M.S.F0) &&
                               takeNumber(Call.value(Ctx, "max_val"), M.S.F1));
  case Op::LeakyReLU:
    return takeNumber(Call.value(Ctx, "negative_slope"), M.S.F0);
  case Op::Softmax: {
    Argument Dim = Call.value(Ctx, "dim");
    int64_t Rank = int64_t(M.N->tensorType().rank());
    bool Plain = Name == "softmax"
                     ? Call.value(Ctx, "dtype").isNone()
                     : Call.value(Ctx, "half_to_float") == Argument(false);
    return Plain && (Dim == Argument(-1) || Dim == Argument(Rank - 1));
  }
  default:
    return true;
  }
}

Expected<bool> ChainBuilder::takeLinear(Member &M, const BoundCall &Call,
                                        bool IsAddmm) {
  Context &Ctx = G.context();
  M.S.Kind = Op::Linear;
  M.X = Call.value(Ctx, IsAddmm ? "mat1" : "input").asNode();
  Argument Bias = Call.value(Ctx, IsAddmm ? "self" : "bias");
  const Node *Weight = Call.value(Ctx, IsAddmm ? "mat2" : "weight").asNode();
  if (!Weight || !P.isConstant(Weight) ||
      (IsAddmm && (!(Call.value(Ctx, "beta") == Argument(1)) ||
                   !(Call.value(Ctx, "alpha") == Argument(1)))))
    return false;
  Expected<at::Tensor> W = P.floats(Weight);
  if (!W)
    return W.takeError();
  if (!W->defined() || W->dim() != 2)
    return false;
  // One row for each number of the operand.
  at::Tensor Columns = IsAddmm ? *W : W->t();
  if (Columns.size(1) != M.S.Width)
    return false;
  M.S.Inner = Columns.size(0);
  M.Weights = Columns;
  if (Bias.isNone())
    return true;
  Expected<at::Tensor> B = vectorOf(Bias, M.S.Width);
  if (!B)
    return B.takeError();
  M.Bias = *B;
  return M.Bias.defined();
}

Expected<bool> ChainBuilder::takeNorm(Member &M, const BoundCall &Call) {
  Context &Ctx = G.context();
  M.S.Kind = Op::Norm;
  M.X = Call.value(Ctx, "input").asNode();
  Argument Shape = Call.value(Ctx, "normalized_shape");
  if (!Shape.isSequence() || Shape.elements().size() != 1 ||
      !(Shape.elements()[0] == Argument(M.S.Width)) ||
      !takeNumber(Call.value(Ctx, "eps"), M.S.F0))
    return false;
  for (auto [Name, T] :
       {std::pair("weight", &M.Weights), std::pair("bias", &M.Bias)}) {
    Argument A = Call.value(Ctx, Name);
    if (A.isNone())
      continue;
    Expected<at::Tensor> Given = vectorOf(A, M.S.Width);
    if (!Given)
      return Given.takeError();
    if (!(*T = *Given).defined())
      return false;
  }
  return true;
}

Expected<bool> ChainBuilder::takeBinary(Member &M, const BoundCall &Call) {
  Context &Ctx = G.context();
  StringRef Name = operatorOf(M.N);
  M.S.Kind = StringSwitch<Op>(Name)
                 .Case("add", Op::Add)
                 .Case("sub", Op::Sub)
                 .Case("mul", Op::Mul)
                 .Default(Op::Div);
  if (Name == "div" && Call.schema().findParam("rounding_mode"))
    return false;
  if ((Name == "add" || Name == "sub") &&
      !takeNumber(Call.value(Ctx, "alpha"), M.S.F1))
    return false;
  Argument X = Call.value(Ctx, "self"), Y = Call.value(Ctx, "other");
  // A constant row may stand on the left of what is commutative.
  if ((Name == "add" || Name == "mul") && M.S.F1 == 1 && X.asNode() &&
      P.isConstant(X.asNode()))
    std::swap(X, Y);
  M.X = X.asNode();
  if (takeNumber(Y, M.S.F0))
    return true;
  Expected<at::Tensor> Row = vectorOf(Y, M.S.Width);
  if (!Row)
    return Row.takeError();
  if ((M.Row = *Row).defined())
    return true;
  M.Y = Y.asNode();
  return M.Y != nullptr;
}

/// \p N as a member of a chain, or nothing.
Expected<std::optional<Member>> ChainBuilder::asMember(Node *N) {
  StringRef Name = operatorOf(N);
  enum {
    None,
    Linear,
    Addmm,
    Norm,
    Binary,
    Unary
  } Kind = unaryOf(Name) ? Unary
                         : StringSwitch<decltype(Kind)>(Name)
                               .Case("linear", Linear)
                               .Case("addmm", Addmm)
                               .Case("layer_norm", Norm)
                               .Cases("add", "sub", "mul", "div", Binary)
                               .Default(None);
  Member M;
  M.N = N;
  if (Kind == None || !rowsOf(N, M.S.Width))
    return std::nullopt;
  std::optional<BoundCall> Call = tryBindCall(*N);
  if (!Call)
    return std::nullopt;
  Expected<bool> Taken = false;
  switch (Kind) {
  case None:
    break;
  case Linear:
  case Addmm:
    Taken = takeLinear(M, *Call, Kind == Addmm);
    break;
  case Norm:
    Taken = takeNorm(M, *Call);
    break;
  case Binary:
    Taken = takeBinary(M, *Call);
    break;
  case Unary:
    Taken = takeUnary(M, *Call);
    break;
  }
  if (!Taken)
    return Taken.takeError();
  if (!*Taken || !M.X)
    return std::nullopt;
  // Operands are rows of the same number, and of the width of the result but
  // for linear layers.
  for (Node *Operand : {M.X, M.Y}) {
    int64_t Width = 0;
    if (!Operand)
      continue;
    auto Leading = rowsOf(Operand, Width);
    int64_t Wanted = M.S.Kind == Op::Linear ? M.S.Inner : M.S.Width;
    if (!Leading || Width != Wanted ||
        ArrayRef(*Leading) != N->tensorType().sizes().drop_back())
      return std::nullopt;
  }
  // Where the number of rows is known, small ones alone pay.
  int64_t Count = 1;
  for (const Argument &Size : N->tensorType().sizes().drop_back())
    Count *= Size.isInt() ? Size.asInt() : 1;
  if (Count <= 0 || workOf(M.S) > MostWork / Count)
    return std::nullopt;
  return M;
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

bool ChainBuilder::fits(const Member &M) const {
  return Chain.empty() ||
         ArrayRef(Rows) == M.N->tensorType().sizes().drop_back();
}

void ChainBuilder::add(Member M) {
  if (Chain.empty()) {
    ArrayRef<Argument> Leading = M.N->tensorType().sizes().drop_back();
    Rows.assign(Leading.begin(), Leading.end());
  }
  Values.insert(M.N);
  Chain.push_back(std::move(M));
}

void ChainBuilder::finish() {
  if (Chain.size() > 1)
    emit();
  Chain.clear();
  Values.clear();
}

namespace {
/// Gives values places in the scratch memory.
class Columns {
public:
  int64_t take(int64_t Width) {
    for (auto &[Begin, Size, Free] : Blocks)
      if (Free && Size == Width) {
        Free = false;
        return Begin;
      }
    Blocks.push_back({End, Width, false});
    return std::exchange(End, End + Width);
  }
  void free(int64_t Column) {
    for (auto &[Begin, Size, Free] : Blocks)
      Free |= Begin == Column;
  }

private:
  struct Block {
    int64_t Begin, Size;
    bool Free;
  };
  SmallVector<Block, 4> Blocks;
  int64_t End = 0;
};
} // namespace

/// Replaces the collected calls by one.
void ChainBuilder::emit() {
  SmallVector<Node *, 4> Inputs, Outputs;
  DenseMap<const Node *, Place> Places;
  DenseMap<const Node *, const Node *> LastUser;
  for (const Member &M : Chain)
    for (Node *Operand : {M.X, M.Y})
      if (Operand)
        LastUser[Operand] = M.N;
  std::vector<at::Tensor> Constants;
  int64_t NumConstants = 0;
  auto Constant = [&](const at::Tensor &T) {
    if (!T.defined())
      return Place();
    Constants.push_back(T.reshape({-1}));
    return Place{Place::Weight,
                 std::exchange(NumConstants, NumConstants + T.numel())};
  };
  auto Operand = [&](Node *N) {
    auto [It, New] = Places.try_emplace(N);
    if (New) {
      It->second = {Place::Input, int64_t(Inputs.size())};
      Inputs.push_back(N);
    }
    return It->second;
  };
  Columns Scratch;
  std::vector<Step> Steps;
  for (Member &M : Chain) {
    Step S = M.S;
    S.X = Operand(M.X);
    if (M.Y)
      S.Y = Operand(M.Y);
    S.Weights = Constant(M.Weights);
    S.Bias = Constant(M.Bias);
    if (M.Row.defined())
      S.Y = Constant(M.Row);
    // A linear layer reads all of a row for each number of its result.
    auto Release = [&] {
      for (Node *N : {M.X, M.Y})
        if (N && LastUser[N] == M.N && Places[N].Space == Place::Scratch)
          Scratch.free(Places[N].Index);
    };
    if (S.Kind != Op::Linear)
      Release();
    bool IsOutput = any_of(
        M.N->users(), [&](const Node *User) { return !Values.contains(User); });
    if (IsOutput) {
      S.Result = {Place::Output, int64_t(Outputs.size())};
      Outputs.push_back(M.N);
    } else {
      S.Result = {Place::Scratch, Scratch.take(S.Width)};
    }
    if (S.Kind == Op::Linear)
      Release();
    Places[M.N] = S.Result;
    Steps.push_back(S);
  }
  at::Tensor Weights =
      Constants.empty() ? at::empty({0}, at::kFloat) : at::cat(Constants);
  InsertionGuard At = G.insertingAfter(Chain.back().N);
  SmallVector<Argument, 4> Given(Inputs.begin(), Inputs.end());
  Node *Call = G.callFunction("torch.ops.fx_opt.chain.default",
                              {Argument::list(Given), P.addTensor(Weights),
                               P.addTensor(encode(Steps))});
  for (auto [I, Old] : enumerate(Outputs)) {
    Node *New =
        G.callFunction("operator.getitem", {Call, int64_t(I)}, {}, Old->name());
    New->setVal(*Old->val());
    Old->replaceAllUsesWith(
        New, [&](const Node *User) { return !Values.contains(User); });
  }
  for (const Member &M : reverse(Chain))
    G.eraseNode(M.N);
}

/// Whether what comes after \p N may not be computed before it, or \p N not
/// before what is collected.
static bool isBarrier(const Node *N) {
  if (N->isOutput())
    return true;
  if (N->isPlaceholder() || N->isGetAttr())
    return false;
  Effects E = getEffects(*N);
  return E.Unknown || E.SideEffect || E.WritesState || !E.Writes.empty();
}

Error ChainBuilder::run() {
  // PyTorch has no rule for a chain of values with a dimension that is not
  // seen.
  vmap::Nesting Vmap(G.context());
  for (Node *N : G.nodes()) {
    if (Vmap.isInside(*N)) {
      finish();
      continue;
    }
    Expected<std::optional<Member>> M = asMember(N);
    if (!M)
      return M.takeError();
    if (*M) {
      if (!fits(**M))
        finish();
      add(std::move(**M));
      continue;
    }
    bool UsesChain = any_of(N->allInputNodes(), [&](const Node *Operand) {
      return Values.contains(Operand);
    });
    if (UsesChain || isBarrier(N))
      finish();
  }
  finish();
  return Error::success();
}

Error torch_impl::chainSmallOperators(PreparedGraph &P) {
  registerOperator();
  return ChainBuilder(P).run();
}
