//===- RunTypes.cpp - Types of values from a run --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "Execution/RunBackend.h"
#include "RunRecorder.h"
#include "Tracing/DispatchMode.h"
#include "fx/Torch/Values.h"
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/zeros.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

/// \p V with \p Fn of each tensor in it.
template <typename Callback>
static IValue mapTensors(const IValue &V, Callback Fn) {
  if (V.isTensor())
    return V.toTensor().defined() ? IValue(Fn(V.toTensor())) : V;
  if (V.isTuple()) {
    std::vector<IValue> Items;
    for (const IValue &Item : V.toTupleRef().elements())
      Items.push_back(mapTensors(Item, Fn));
    return c10::ivalue::Tuple::create(std::move(Items));
  }
  if (V.isList()) {
    c10::impl::GenericList Items(V.toList().elementType());
    for (const IValue &Item : V.toListRef())
      Items.push_back(mapTensors(Item, Fn));
    return IValue(std::move(Items));
  }
  return V;
}

static at::Tensor likeOn(const at::Tensor &T, c10::DeviceType Device) {
  if (T.device().type() == Device || T.layout() != c10::Layout::Strided)
    return T;
  at::Tensor Result =
      at::empty_strided(T.sizes(), T.strides(), T.options().device(Device));
  if (Device != c10::DeviceType::Meta)
    Result.zero_();
  return Result;
}

static IValue toMeta(const IValue &V) {
  return mapTensors(
      V, [](const at::Tensor &T) { return likeOn(T, c10::DeviceType::Meta); });
}

namespace {

/// Lets operators compute sizes alone; what this LibTorch cannot compute so is
/// computed on zeros.
class MetaListener final : public DispatchListener {
public:
  void call(const c10::OperatorHandle &Op, torch::jit::Stack *Stack) override {
    const c10::FunctionSchema &S = Op.schema();
    size_t Base = Stack->size() - S.arguments().size();
    std::vector<IValue> Args(Stack->begin() + ptrdiff_t(Base), Stack->end());
    try {
      Op.callBoxed(Stack);
      return;
    } catch (const c10::Error &) {
      if (readsElements(S) || bytesOf(Args) > MaxZeros)
        throw;
    }
    Stack->resize(Base);
    for (const IValue &V : Args)
      Stack->push_back(mapTensors(V, [](const at::Tensor &T) {
        return likeOn(T, c10::DeviceType::CPU);
      }));
    Op.callBoxed(Stack);
    for (size_t I = 0; I != S.returns().size(); ++I) {
      IValue &Result = (*Stack)[Base + I];
      const IValue *Written = writtenArgument(S, I, Args);
      Result = Written ? *Written : toMeta(Result);
    }
  }

private:
  /// Operands that are larger are not made.
  static constexpr uint64_t MaxZeros = uint64_t(1) << 30;

  static uint64_t bytesOf(const std::vector<IValue> &Args) {
    uint64_t Bytes = 0;
    for (const IValue &V : Args)
      mapTensors(V, [&](const at::Tensor &T) {
        Bytes += uint64_t(T.numel()) * T.element_size();
        return T;
      });
    return Bytes;
  }

  /// The argument that result \p I is, of a call that writes to it.
  static const IValue *writtenArgument(const c10::FunctionSchema &S, size_t I,
                                       const std::vector<IValue> &Args) {
    const c10::AliasInfo *Result = S.returns()[I].alias_info();
    if (!Result || !Result->isWrite())
      return nullptr;
    for (size_t A = 0; A != Args.size(); ++A) {
      const c10::AliasInfo *Param = S.arguments()[A].alias_info();
      if (Param && Param->isWrite() &&
          Param->beforeSets() == Result->beforeSets())
        return &Args[A];
    }
    return nullptr;
  }
};

} // namespace

/// The same type on the CPU, where the tensors would be.
static Argument onCPU(Context &Ctx, const Argument &Type) {
  if (Type.kind() != ArgKind::TensorType) {
    if (!Type.isSequence())
      return Type;
    SmallVector<Argument, 8> Items;
    for (const Argument &Item : Type.elements())
      Items.push_back(onCPU(Ctx, Item));
    return Argument::aggregate(Type.kind(), Type.symbol(), Items);
  }
  SmallVector<Argument, 8> Facts(Type.elements().begin(),
                                 Type.elements().end());
  Facts[3] = Argument::device(Ctx, "cpu");
  return Argument::aggregate(ArgKind::TensorType, Type.symbol(), Facts);
}

/// Tensors of the meta device in place of all state.
static Error useMetaState(GraphModule &M, Interpreter &I) {
  Error Failed = Error::success();
  auto Use = [&](StringRef Path) {
    if (Failed)
      return;
    Expected<at::Tensor> T = I.tensor(Path);
    if (!T)
      Failed = T.takeError();
    else
      I.setTensor(Path, likeOn(*T, c10::DeviceType::Meta));
  };
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (!T.isTensor())
      return;
    // Known sizes make it unnecessary to read anything.
    TensorType Known = T.tensorType();
    auto Sizes = Known.fixedSizes();
    std::optional<c10::ScalarType> Type;
    if (Known)
      Type = toTorch(Known.dtype());
    if (!Type || !Sizes)
      return Use(Path);
    I.setTensor(Path, at::zeros(c10::IntArrayRef(Sizes->data(), Sizes->size()),
                                c10::TensorOptions(*Type).device(c10::kMeta)));
  });
  for (const std::string &Path : tensorsOfClasses(M))
    Use(Path);
  return Failed;
}

Expected<std::vector<NodeValueType>>
LibTorchBackend::propagateShapes(GraphModule &M, ArrayRef<RunValuePtr> Inputs,
                                 const RunOptions &Options, bool Meta) {
  return catching([&]() -> Expected<std::vector<NodeValueType>> {
    InterpreterOptions Run = {/*Gradients=*/false, Options.Weights};
    Interpreter I(M, Run);
    Expected<std::vector<IValue>> Args = argumentsOf(I, Inputs);
    if (!Args)
      return Args.takeError();
    if (Meta) {
      if (Error E = useMetaState(M, I))
        return E;
      for (IValue &V : *Args)
        V = toMeta(V);
    }
    std::vector<NodeValueType> Types;
    I.setHooks(nullptr, [&](const RunEvent &E, const IValue &Result) {
      if (E.Inner || E.N.isOutput())
        return;
      Expected<Argument> Type = valueTypeOf(M.context(), Result);
      // What is not a value of graphs, as a slice, has no type.
      if (!Type)
        return consumeError(Type.takeError());
      Graph &G = E.N.graph();
      Types.push_back(
          {G.node(E.N.id()), Meta ? onCPU(M.context(), *Type) : *Type});
    });
    MetaListener Listener;
    std::optional<DispatchMode> Mode;
    if (Meta)
      Mode.emplace(Listener);
    Expected<IValue> Result = I.run(std::move(*Args));
    Mode.reset();
    I.setHooks(nullptr, nullptr);
    if (!Result)
      return Result.takeError();
    return Types;
  });
}
