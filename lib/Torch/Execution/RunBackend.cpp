//===- RunBackend.cpp - Running graphs for the tools ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunBackend.h"
#include "Devices.h"
#include "Exceptions.h"
#include "Handlers.h"
#include "Python/PyValue.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Torch/DispatchTracer.h"
#include "fx/Torch/Interpreter.h"
#include "fx/Torch/Recorder.h"
#include "fx/Torch/Values.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/ScalarOps.h>
#include <ATen/TensorOperators.h>
#include <cstring>
#include <torch/csrc/autograd/autograd.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

namespace {

class Value final : public RunValue {
public:
  explicit Value(IValue V) : V(std::move(V)) {}
  IValue V;
};

class Runner final : public GraphRunner {
public:
  Runner(GraphModule &M, const RunOptions &Options)
      : Interp(M, {/*Gradients=*/false, Options.Weights}) {}

  Error prepare();
  ArrayRef<RunInput> inputs() const override { return Inputs; }
  Expected<std::vector<RunValuePtr>> run(ArrayRef<RunValuePtr> Given) override;
  Expected<RunValuePtr> state(StringRef Path) override;
  void setObserver(RunObserver *Observer) override;

private:
  Interpreter Interp;
  std::vector<RunInput> Inputs;
};

} // namespace

const IValue &torch_impl::valueOf(const RunValue &V) {
  return static_cast<const Value &>(V).V;
}

static RunValuePtr wrapValue(IValue V) {
  return std::make_shared<Value>(std::move(V));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Error Runner::prepare() {
  if (Error E = Interp.prepare())
    return E;
  for (ModelInput &I : Interp.inputs())
    Inputs.push_back(std::move(I));
  return Error::success();
}

/// The leaves of containers, in order.
static void flatten(const IValue &V, std::vector<RunValuePtr> &Leaves) {
  if (isSequence(V)) {
    for (const IValue &Item : itemsOf(V))
      flatten(Item, Leaves);
    return;
  }
  if (V.isGenericDict()) {
    for (const auto &Entry : V.toGenericDict())
      flatten(Entry.value(), Leaves);
    return;
  }
  Leaves.push_back(wrapValue(V));
}

/// \p V on \p Device: inputs are made, and read from files, on the CPU.
static Expected<IValue> onDevice(const IValue &V, c10::Device Device) {
  if (Device.is_cpu() || Device.is_meta() || !V.isTensor() ||
      !V.toTensor().defined() || !V.toTensor().is_cpu())
    return V;
  return catching([&] { return IValue(V.toTensor().to(Device)); });
}

Expected<std::vector<IValue>>
torch_impl::argumentsOf(const Interpreter &I, ArrayRef<RunValuePtr> Given) {
  std::vector<ModelInput> Known = I.inputs();
  std::vector<IValue> Args;
  for (size_t Place = 0; Place != Given.size(); ++Place) {
    if (Given[Place]) {
      Expected<IValue> Value =
          onDevice(valueOf(*Given[Place]),
                   Place < Known.size()
                       ? deviceOf(Known[Place].Placeholder->tensorType())
                       : c10::kCPU);
      if (!Value)
        return makeError(diag::err_run_input, SMLoc(), Known[Place].Name,
                         toString(Value.takeError()));
      Args.push_back(std::move(*Value));
      continue;
    }
    if (Place >= Known.size() || !Known[Place].Constant)
      return makeError(diag::err_run_no_default, SMLoc(),
                       Place < Known.size() ? Known[Place].Name
                                            : std::to_string(Place));
    Expected<IValue> Default = pyConstant(*Known[Place].Constant);
    if (!Default)
      return makeError(diag::err_run_input, SMLoc(), Known[Place].Name,
                       toString(Default.takeError()));
    Args.push_back(std::move(*Default));
  }
  return Args;
}

Expected<std::vector<RunValuePtr>> Runner::run(ArrayRef<RunValuePtr> Given) {
  Expected<std::vector<IValue>> Args = argumentsOf(Interp, Given);
  if (!Args)
    return Args.takeError();
  Expected<IValue> Result = Interp.run(std::move(*Args));
  if (!Result)
    return Result.takeError();
  std::vector<RunValuePtr> Leaves;
  if (Error E = catching([&] { flatten(*Result, Leaves); }))
    return E;
  return Leaves;
}

Expected<RunValuePtr> Runner::state(StringRef Path) {
  Expected<at::Tensor> T = Interp.tensor(Path);
  if (!T)
    return T.takeError();
  return wrapValue(*T);
}

void Runner::setObserver(RunObserver *Observer) {
  if (!Observer)
    return Interp.setHooks(nullptr, nullptr);
  Interp.setHooks(
      [Observer](const RunEvent &E) { Observer->before(E); },
      [Observer](const RunEvent &E, const IValue &Result) {
        Observer->after(E, [&] {
          // Later nodes may write to the tensor.
          bool Copies = Result.isTensor() && !Observer->sharesResults();
          return wrapValue(Copies ? IValue(Result.toTensor().clone()) : Result);
        });
      });
}

Expected<std::unique_ptr<GraphRunner>>
LibTorchBackend::prepareRun(GraphModule &M, const RunOptions &Options) {
  return catching([&]() -> Expected<std::unique_ptr<GraphRunner>> {
    auto R = std::make_unique<Runner>(M, Options);
    if (Error E = R->prepare())
      return E;
    return std::unique_ptr<GraphRunner>(std::move(R));
  });
}

//===----------------------------------------------------------------------===//
// Making values
//===----------------------------------------------------------------------===//

static at::Tensor fillTensor(const ValueSpec &Spec, c10::ScalarType Type,
                             uint64_t Seed) {
  at::Generator Generator = at::detail::createCPUGenerator(Seed);
  auto Random = [&](auto Draw) {
    at::Tensor T = at::empty(Spec.Sizes, c10::ScalarType::Float);
    Draw(T);
    return T.to(Type);
  };
  auto Arg = [&](size_t I) -> c10::Scalar {
    const Argument &A = Spec.Args[I];
    return A.isInt() ? c10::Scalar(A.asInt()) : c10::Scalar(A.asFloat());
  };
  switch (Spec.Fill) {
  case ValueSpec::Randn:
    if (c10::isComplexType(Type))
      return at::randn(Spec.Sizes, Generator, at::TensorOptions().dtype(Type));
    return Random([&](at::Tensor &T) { T.normal_(0, 1, Generator); });
  case ValueSpec::Rand:
    return Random([&](at::Tensor &T) { T.uniform_(0, 1, Generator); });
  case ValueSpec::RandInt: {
    at::Tensor T = at::empty(Spec.Sizes, c10::ScalarType::Long);
    T.random_(Arg(0).toLong(), Arg(1).toLong(), Generator);
    return T.to(Type);
  }
  case ValueSpec::Zeros:
    return at::zeros(Spec.Sizes, Type);
  case ValueSpec::Ones:
    return at::ones(Spec.Sizes, Type);
  case ValueSpec::Full:
    return at::full(Spec.Sizes, Arg(0), at::TensorOptions().dtype(Type));
  default: {
    int64_t Count = 1;
    for (int64_t Size : Spec.Sizes)
      Count *= Size;
    return at::arange(Count, c10::ScalarType::Long)
        .to(Type)
        .reshape(Spec.Sizes);
  }
  }
}

/// The type that all items of a list or dictionary have.
static c10::TypePtr itemType(ArrayRef<IValue> Items) {
  if (Items.empty() || Items[0].isTensor())
    return c10::TensorType::get();
  return Items[0].type();
}

static IValue listOf(ArrayRef<IValue> Items) {
  c10::impl::GenericList List(itemType(Items));
  for (const IValue &Item : Items)
    List.push_back(Item);
  return List;
}

static Expected<IValue> makeIValue(const ValueSpec &Spec, uint64_t Seed,
                                   bool Meta);

static Expected<IValue> makeContainer(const ValueSpec &Spec, uint64_t Seed,
                                      bool Meta) {
  std::vector<IValue> Items;
  for (const ValueSpec &Item : Spec.Items) {
    // Items differ, as inputs do.
    Expected<IValue> V = makeIValue(Item, Seed + Items.size(), Meta);
    if (!V)
      return V;
    Items.push_back(std::move(*V));
  }
  if (Spec.Fill == ValueSpec::List)
    return listOf(Items);
  if (Spec.Fill == ValueSpec::Tuple)
    return c10::ivalue::Tuple::create(std::move(Items));
  std::vector<IValue> Keys;
  for (const Argument &Key : Spec.Keys) {
    Expected<IValue> V = pyConstant(Key);
    if (!V)
      return V;
    Keys.push_back(std::move(*V));
  }
  c10::TypePtr KeyType =
      Keys.empty() ? c10::TypePtr(c10::StringType::get()) : Keys[0].type();
  c10::impl::GenericDict Dict(KeyType, itemType(Items));
  for (size_t I = 0; I != Keys.size(); ++I)
    Dict.insert(Keys[I], Items[I]);
  return IValue(Dict);
}

/// \p T, which is strided, with its elements kept as \p Form says.
static Expected<IValue> inForm(const at::Tensor &T, Layout Form) {
  switch (Form) {
  case Layout::Strided:
    return T;
  case Layout::Sparse:
    return T.to_sparse();
  case Layout::SparseCsr:
    return T.to_sparse_csr();
  case Layout::SparseCsc:
    return T.to_sparse_csc();
  case Layout::Mkldnn:
    return T.to_mkldnn();
  default:
    return createStringError("values of the layout " + toString(Form) +
                             " cannot be made up");
  }
}

static Expected<IValue> makeIValue(const ValueSpec &Spec, uint64_t Seed,
                                   bool Meta) {
  if (Spec.Fill == ValueSpec::Number)
    return pyConstant(Spec.Scalar);
  if (Spec.Fill == ValueSpec::List || Spec.Fill == ValueSpec::Tuple ||
      Spec.Fill == ValueSpec::Dict)
    return makeContainer(Spec, Seed, Meta);
  std::optional<c10::ScalarType> Type = toTorch(Spec.Type);
  if (!Type)
    return createStringError("this LibTorch has no " + toString(Spec.Type));
  if (Meta)
    return at::empty(Spec.Sizes,
                     at::TensorOptions().dtype(*Type).device(c10::kMeta));
  return inForm(fillTensor(Spec, *Type, Seed), Spec.Form);
}

Expected<RunValuePtr> LibTorchBackend::makeValue(const ValueSpec &Spec,
                                                 uint64_t Seed) {
  return catching([&]() -> Expected<RunValuePtr> {
    Expected<IValue> V = makeIValue(Spec, Seed, Spec.Meta);
    if (!V)
      return V.takeError();
    return wrapValue(std::move(*V));
  });
}

RunValuePtr LibTorchBackend::makeList(ArrayRef<RunValuePtr> Items) {
  std::vector<IValue> Values;
  for (const RunValuePtr &Item : Items)
    Values.push_back(valueOf(*Item));
  return wrapValue(listOf(Values));
}

Expected<RunValuePtr> LibTorchBackend::makeTensor(const TensorBytes &Bytes) {
  return catching([&]() -> Expected<RunValuePtr> {
    std::optional<c10::ScalarType> Type = toTorch(Bytes.Type);
    if (!Type)
      return createStringError("this LibTorch has no " + toString(Bytes.Type));
    at::Tensor T = at::empty(Bytes.Sizes, at::TensorOptions().dtype(*Type));
    if (T.nbytes() != Bytes.Bytes.size())
      return createStringError("the bytes of a tensor do not fit its sizes");
    if (!Bytes.Bytes.empty())
      std::memcpy(T.data_ptr(), Bytes.Bytes.data(), Bytes.Bytes.size());
    return wrapValue(T);
  });
}

Expected<RunValuePtr> LibTorchBackend::makeTensor(const StoredTensor &S) {
  return catching([&]() -> Expected<RunValuePtr> {
    std::optional<c10::ScalarType> Type = toTorch(S.Type);
    if (!Type)
      return createStringError("this LibTorch has no " + toString(S.Type));
    // A tensor that has all of the memory, which is then looked at otherwise.
    int64_t Count = int64_t(S.Storage.size() / c10::elementSize(*Type));
    at::Tensor Memory = at::empty({Count}, at::TensorOptions().dtype(*Type));
    std::memcpy(Memory.data_ptr(), S.Storage.data(), Memory.nbytes());
    return wrapValue(Memory.as_strided(S.Sizes, S.Strides, S.Offset).detach());
  });
}

Expected<RunValuePtr> LibTorchBackend::asFloat(const RunValuePtr &Value,
                                               DType Type) {
  return catching([&]() -> Expected<RunValuePtr> {
    const IValue &V = valueOf(*Value);
    std::optional<c10::ScalarType> Wanted = toTorch(Type);
    if (!Wanted || !V.isTensor() || !V.toTensor().is_floating_point())
      return Value;
    return wrapValue(V.toTensor().to(*Wanted));
  });
}

Expected<std::optional<TensorBytes>>
LibTorchBackend::bytesOf(const RunValue &Value) {
  return catching([&]() -> Expected<std::optional<TensorBytes>> {
    const IValue &V = valueOf(Value);
    if (!V.isTensor() || !V.toTensor().defined())
      return std::nullopt;
    if (V.toTensor().is_meta())
      return createStringError("a tensor of the meta device has no elements");
    // Kernels of MKL-DNN check that autograd is below them.
    at::AutoDispatchBelowADInplaceOrView Guard;
    at::Tensor T = V.toTensor().detach();
    if (T.is_conj() || T.is_neg())
      T = T.resolve_conj().resolve_neg();
    if (T.layout() != c10::Layout::Strided)
      T = T.to_dense();
    if (T.is_quantized())
      T = T.dequantize();
    auto Kept = std::make_shared<at::Tensor>(T.cpu().contiguous());
    std::optional<DType> Type = fromTorch(Kept->scalar_type());
    if (!Type)
      return createStringError("a tensor has an unknown dtype");
    return TensorBytes{
        *Type, Kept->sizes().vec(),
        StringRef(static_cast<const char *>(Kept->data_ptr()), Kept->nbytes()),
        Kept};
  });
}

RunValuePtr LibTorchBackend::asTensor(const RunValuePtr &Value) {
  const IValue &V = valueOf(*Value);
  if (V.isInt() || V.isDouble() || V.isBool())
    return wrapValue(at::scalar_to_tensor(V.toScalar()));
  return Value;
}

/// What has no memory to write to, such as a dtype, a slice or a function, is
/// shared; IValue::deepcopy throws of it.
static IValue copyOf(const IValue &V) {
  if (V.isCapsule())
    return V;
  if (!V.isTuple())
    return V.deepcopy();
  std::vector<IValue> Items;
  for (const IValue &Item : V.toTupleRef().elements())
    Items.push_back(copyOf(Item));
  return c10::ivalue::Tuple::create(std::move(Items));
}

RunValuePtr LibTorchBackend::copyOf(const RunValuePtr &Value) {
  // Lists and dictionaries of such are shared as well.
  Expected<RunValuePtr> Copy = catching([&]() -> Expected<RunValuePtr> {
    return wrapValue(::copyOf(valueOf(*Value)));
  });
  if (Copy)
    return std::move(*Copy);
  consumeError(Copy.takeError());
  return Value;
}

/// Why the elements of \p T are not in its memory one by one; empty if they
/// are.
static std::string whyNotStored(const at::Tensor &T) {
  if (!T.defined())
    return "it is undefined";
  if (!T.device().is_cpu())
    return "it is on the device " + T.device().str();
  if (T.layout() != c10::Layout::Strided || !T.has_storage())
    return "it is not strided";
  if (T.is_quantized())
    return "it is quantized";
  if (T.is_conj() || T.is_neg())
    return "it is conjugated or negated when it is read";
  if (!fromTorch(T.scalar_type()))
    return "its dtype is unknown";
  return "";
}

Expected<StoredTensor> LibTorchBackend::storageOf(const RunValue &Value) {
  return catching([&]() -> Expected<StoredTensor> {
    const IValue &V = valueOf(Value);
    if (!V.isTensor())
      return createStringError("it is not a tensor");
    auto T = std::make_shared<at::Tensor>(V.toTensor());
    if (std::string Why = whyNotStored(*T); !Why.empty())
      return createStringError(Why);
    const c10::Storage &Memory = T->storage();
    StringRef Bytes(static_cast<const char *>(Memory.data()), Memory.nbytes());
    return StoredTensor{*fromTorch(T->scalar_type()),
                        T->sizes().vec(),
                        T->strides().vec(),
                        T->storage_offset(),
                        Bytes,
                        T};
  });
}

//===----------------------------------------------------------------------===//
// Describing
//===----------------------------------------------------------------------===//

at::Tensor torch_impl::widen(const at::Tensor &T) {
  // Kernels of MKL-DNN check that autograd is below them.
  at::AutoDispatchBelowADInplaceOrView Guard;
  at::Tensor Dense = T.is_quantized() ? T.dequantize() : T;
  if (Dense.layout() != c10::Layout::Strided)
    Dense = Dense.to_dense();
  if (c10::isComplexType(Dense.scalar_type()))
    return at::view_as_real(
        Dense.resolve_conj().to(c10::ScalarType::ComplexDouble));
  return Dense.to(c10::ScalarType::Double);
}

static std::string describeTensor(const at::Tensor &T) {
  std::string Text = describe(T);
  if (T.numel() == 0)
    return Text;
  at::Tensor Wide = widen(T);
  return Text + formatv(", from {0:f6} to {1:f6}, mean {2:f6}",
                        Wide.min().item<double>(), Wide.max().item<double>(),
                        Wide.mean().item<double>())
                    .str();
}

std::string LibTorchBackend::describe(const RunValue &Value) {
  const IValue &V = valueOf(Value);
  Expected<std::string> Text = catching([&] {
    return V.isTensor() && V.toTensor().defined() ? describeTensor(V.toTensor())
                                                  : torch_impl::describe(V);
  });
  if (Text)
    return *Text;
  consumeError(Text.takeError());
  return torch_impl::describe(V);
}

void LibTorchBackend::seed(uint64_t Seed) { at::manual_seed(Seed); }

uint64_t LibTorchBackend::randomState() {
  at::Tensor State = at::detail::getDefaultCPUGenerator().get_state();
  return xxh3_64bits(
      StringRef(static_cast<const char *>(State.data_ptr()), State.nbytes()));
}

static bool isDifferentiable(const at::Tensor &T) {
  return T.is_floating_point() || T.is_complex();
}

Expected<std::vector<RunValuePtr>>
LibTorchBackend::gradients(GraphModule &M, ArrayRef<RunValuePtr> Inputs) {
  Interpreter I(M, {/*Gradients=*/true, {/*File=*/"", /*RandomSeed=*/0}});
  Expected<std::vector<IValue>> Args = argumentsOf(I, Inputs);
  if (!Args)
    return Args.takeError();
  return catching([&]() -> Expected<std::vector<RunValuePtr>> {
    c10::AutoGradMode Guard(true);
    std::vector<at::Tensor> Leaves;
    std::vector<RunValuePtr> Gradients(Args->size());
    for (IValue &Arg : *Args)
      if (Arg.isTensor() && isDifferentiable(Arg.toTensor())) {
        Leaves.push_back(Arg.toTensor().detach().clone().requires_grad_());
        Arg = Leaves.back();
      }
    Expected<IValue> Result = I.run(*Args);
    if (!Result)
      return Result.takeError();
    at::Tensor Sum;
    Result->visit([&](const IValue &V) {
      if (!V.isTensor() || !V.toTensor().requires_grad())
        return false;
      // Weights differ, so that elements are not taken for each other.
      at::Tensor T = V.toTensor();
      if (T.is_complex())
        T = at::view_as_real(T.resolve_conj());
      at::Tensor Weights = at::arange(T.numel(), T.options());
      Weights = Weights.remainder(7).div(8).add(1).view(T.sizes());
      at::Tensor Of = (T * Weights).sum().to(c10::ScalarType::Double);
      Sum = Sum.defined() ? Sum + Of : Of;
      return false;
    });
    torch::autograd::variable_list Found(Leaves.size());
    if (Sum.defined() && !Leaves.empty())
      Found = torch::autograd::grad({Sum}, Leaves, {}, /*retain_graph=*/false,
                                    /*create_graph=*/false,
                                    /*allow_unused=*/true);
    size_t Next = 0;
    for (size_t A = 0; A != Args->size(); ++A) {
      const IValue &Arg = (*Args)[A];
      if (!Arg.isTensor() || !isDifferentiable(Arg.toTensor()))
        continue;
      at::Tensor G = Found[Next];
      if (!G.defined())
        G = at::zeros_like(Leaves[Next].detach());
      ++Next;
      Gradients[A] = wrapValue(G);
    }
    return Gradients;
  });
}

void LibTorchBackend::setThreads(unsigned N) { at::set_num_threads(int(N)); }

//===----------------------------------------------------------------------===//
// For passes
//===----------------------------------------------------------------------===//

Expected<Argument> LibTorchBackend::typeOf(Context &Ctx,
                                           const RunValue &Value) {
  return valueTypeOf(Ctx, valueOf(Value));
}

bool LibTorchBackend::shareMemory(const RunValue &A, const RunValue &B) {
  const IValue &X = valueOf(A), &Y = valueOf(B);
  if (!X.isTensor() || !Y.isTensor())
    return false;
  const at::Tensor &S = X.toTensor(), &T = Y.toTensor();
  return S.defined() && T.defined() && S.has_storage() && T.has_storage() &&
         S.numel() != 0 && S.is_alias_of(T);
}

Expected<std::unique_ptr<GraphModule>>
LibTorchBackend::traceOperators(GraphModule &M, ArrayRef<RunValuePtr> Inputs) {
  // With gradients, since operators are traced above autograd.
  Interpreter I(M, {/*Gradients=*/true, WeightSource()});
  Expected<std::vector<IValue>> Args = argumentsOf(I, Inputs);
  if (!Args)
    return Args.takeError();
  std::string Failure;
  Expected<DispatchTrace> Trace =
      traceDispatched(M.context(), TraceRoot(), *Args, [&]() -> IValue {
        Expected<IValue> Result = I.run(*Args);
        if (Result)
          return std::move(*Result);
        Failure = toString(Result.takeError());
        throw std::runtime_error(Failure);
      });
  if (!Trace)
    return Trace.takeError();
  if (!Trace->State.empty())
    return createStringError("it makes tensors that are not the result of an "
                             "operator");
  return std::move(Trace->Module);
}

Expected<Recording> LibTorchBackend::record(GraphModule &M,
                                            ArrayRef<RunValuePtr> Inputs,
                                            const RunOptions &Options,
                                            StringRef Name) {
  Interpreter I(M, {/*Gradients=*/true, Options.Weights});
  Expected<std::vector<IValue>> Args = argumentsOf(I, Inputs);
  if (!Args)
    return Args.takeError();
  RecorderOptions Record;
  Record.Name = Name.str();
  return recordRun(I, std::move(*Args), Record);
}
