//===- CheckPrograms.cpp - The programs of a check ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckPrograms.h"
#include "RuleChecker.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/TensorGeometry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

std::string fx::rewrite::describeProgram(const Clause &C) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Comma;
  OS << '(';
  for (const Clause::Input &I : C.Inputs) {
    OS << Comma << I.Name << (I.IsConstant ? ": const " : ": ")
       << I.Type.Kinds[0] << '[';
    ListSeparator Between;
    for (const DimPattern &D : I.Type.Dims)
      OS << Between << D.Text;
    OS << ']';
  }
  OS << ") ";
  ListSeparator Between(C.Before.Braces ? "; " : ", ");
  for (const Line &L : C.Before.Lines) {
    OS << Between;
    if (!L.Results.empty())
      OS << '%' << L.Results[0]->Text << " = ";
    printExpr(*L.Value, OS);
  }
  return Text;
}

bool fx::rewrite::hasLargeInput(const Clause &C) {
  return any_of(C.Inputs, [](const Clause::Input &I) {
    Extents Sizes(I.Type.Dims.size());
    for (auto [Size, D] : zip_equal(Sizes, I.Type.Dims))
      if (D.Text.getAsInteger(10, Size))
        return false;
    std::optional<uint64_t> Count = elementCount(Sizes);
    return !Count || *Count > MaxElements;
  });
}

bool fx::rewrite::isLarge(const Node &N) {
  TensorType T = N.tensorType();
  return T && T.hasMoreElements(MaxElements);
}

size_t fx::rewrite::elementCountOf(const TensorType &T) {
  return *elementCount(*T.fixedSizes());
}

int64_t fx::rewrite::leastSize(ArrayRef<TensorType> Types) {
  int64_t Least = 0;
  bool HasIndex = false;
  for (const TensorType &T : Types) {
    HasIndex |= mayBeIndex(T.dtype());
    SmallVector<int64_t, 6> Sizes = *T.fixedSizes();
    for (int64_t Size : Sizes)
      if (Size > 0)
        Least = Least ? std::min(Least, Size) : Size;
  }
  return HasIndex ? Least : 0;
}

void fx::rewrite::addOddIndices(const GraphModule &M, int64_t Bound,
                                SmallVectorImpl<int64_t> &Indices) {
  auto Add = [&](const Argument &A) {
    if (A.isInt() && (A.asInt() < 0 || A.asInt() >= Bound) &&
        !is_contained(Indices, A.asInt()))
      Indices.push_back(A.asInt());
  };
  for (Node *N : M.graph().nodes()) {
    if (!N->isCall())
      continue;
    for (const Argument &A : N->args())
      Add(A);
    if (std::optional<BoundCall> Call = tryBindCall(*N))
      for (StringRef Param : {"ignore_index", "padding_idx"})
        Add(Call->value(M.context(), Param));
  }
}

void fx::rewrite::keepLimitsOf(GraphModule &Double, DType T) {
  Context &Ctx = Double.context();
  double Largest = largestNumberOf(T);
  std::pair<StringRef, double> Limits[] = {
      {"posinf", Largest}, {"neginf", -Largest}, {"eps", epsilonOf(T)}};
  for (Node *N : Double.graph().nodes()) {
    const OpTarget *Target = N->opTarget();
    if (!Target || !is_contained({"nan_to_num", "nan_to_num_", "rms_norm",
                                  "_fused_rms_norm"},
                                 Target->op().name()))
      continue;
    std::optional<BoundCall> Call = tryBindCall(*N);
    if (!Call)
      continue;
    SmallVector<Argument, 4> Args;
    for (unsigned I = 0; I != Call->size(); ++I) {
      Argument A = Call->value(Ctx, I);
      for (auto [Param, Limit] : Limits)
        if (A.isNone() && Call->schema().params()[I].Name == Param)
          A = Limit;
      Args.push_back(A);
    }
    N->setArgsKwargs(Args, {});
  }
}

SmallVector<TensorType, 4> fx::rewrite::inputTypes(const GraphModule &M) {
  SmallVector<TensorType, 4> Types;
  for (Node *N : M.graph().nodes())
    if (N->op() == Opcode::Placeholder)
      Types.push_back(N->tensorType());
  return Types;
}

double fx::rewrite::coarsestOf(const GraphModule &M) {
  double Coarsest = 0;
  for (Node *N : M.graph().nodes())
    if (TensorType T = N->isCall() ? N->tensorType() : TensorType())
      Coarsest = std::max(Coarsest, epsilonOf(T.dtype()));
  return Coarsest;
}

static void addNew(SmallVectorImpl<double> &To, ArrayRef<double> Numbers) {
  for (double Number : Numbers)
    if (!is_contained(To, Number))
      To.push_back(Number);
}

void fx::rewrite::forEachLiteral(const Expr &E,
                                 function_ref<void(StringRef)> Visit) {
  if (E.Kind == ExprKind::Literal)
    Visit(E.Text);
  for (const Expr *Kid : E.Kids)
    if (Kid)
      forEachLiteral(*Kid, Visit);
}

static void forEachNumber(const Expr &E, function_ref<void(double)> Visit) {
  forEachLiteral(E, [&](StringRef Text) {
    double Value;
    if (!Text.getAsDouble(Value) && std::abs(Value) < 1e6)
      Visit(Value);
  });
}

SmallVector<double, 32> fx::rewrite::numbersNear(const Clause &C,
                                                 Exactness Class) {
  SmallVector<double, 32> Near;
  for (const Line &L : C.Before.Lines)
    forEachNumber(*L.Value, [&](double Value) {
      addNew(Near, {Value, -Value, std::floor(Value), std::ceil(Value),
                    Value + 1, Value - 1, Value + 0.5, Value - 0.5});
    });
  if (Class == Exactness::Finite)
    erase_if(Near, [](double Value) {
      return Value != 0 && (std::abs(Value) < 0.05 || std::abs(Value) > 30);
    });
  return Near;
}

SmallVector<double, 32> fx::rewrite::cornersOf(const Clause &C) {
  // Its own come first: inputs may have few elements.
  SmallVector<double, 32> Corners = {0.0};
  for (double Sign : {1, -1})
    for (const Line &L : C.Before.Lines)
      forEachNumber(*L.Value,
                    [&](double Value) { addNew(Corners, Sign * Value); });
  Corners.push_back(-0.0);
  addNew(Corners, {1, -1, 0.5, 2, -2, 3, -3});
  return Corners;
}

unsigned fx::rewrite::roundsNear(size_t NumNear, ArrayRef<TensorType> Types) {
  size_t Least = NumNear;
  for (const TensorType &T : Types)
    if (size_t Count = elementCountOf(T); Count != 0)
      Least = std::min(Least, Count);
  return NumNear == 0 ? 0 : std::min<size_t>((NumNear + Least - 1) / Least, 8);
}

Expected<RunValuePtr> fx::rewrite::makeInput(TorchBackend &Torch,
                                             const TensorType &T,
                                             StringRef Elements) {
  TensorBytes Bytes;
  Bytes.Type = T.dtype();
  SmallVector<int64_t, 6> Sizes = *T.fixedSizes();
  Bytes.Sizes.assign(Sizes.begin(), Sizes.end());
  Bytes.Bytes = Elements;
  return Torch.makeTensor(Bytes);
}

bool fx::rewrite::readsOutside(const GraphModule &M) {
  return any_of(M.graph().nodes(), [](const Node *N) {
    const OpTarget *Target = N->opTarget();
    StringRef Name = Target ? Target->op().name() : "";
    // Where rows are taken, 32 bits of an index are read as 64.
    auto IsShort = [](Node *Operand) {
      TensorType T = Operand->tensorType();
      return T && T.dtype() == DType::Int32;
    };
    if (Name.starts_with("gather") || Name.starts_with("scatter"))
      return any_of(N->allInputNodes(), IsShort);
    if (!Name.contains("scaled_dot_product") || N->numOperands() < 3)
      return false;
    auto KeysOf = [&](unsigned I) {
      TensorType T = N->operand(I) ? N->operand(I)->tensorType() : TensorType();
      return T && T.rank() >= 2 ? T.sizes()[T.rank() - 2] : Argument();
    };
    return KeysOf(1) != KeysOf(2);
  });
}

StringRef fx::rewrite::kindOfRefusal(StringRef Why) {
  static constexpr StringLiteral Kinds[] = {
      "invalid: ", "overwritten: ", "lost: "};
  // The reason for one result, or for one of several.
  if (Why.starts_with("type: ") && Why.contains(" its sizes are "))
    return "type: ";
  if (Why.contains("there is no rule for the value"))
    return "";
  for (StringRef Kind : Kinds)
    if (Why.starts_with(Kind))
      return Kind;
  return "";
}
