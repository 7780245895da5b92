//===- CInterface.cpp - Running models from C and other languages ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "StateWrites.h"
#include "fx/C/fx.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Torch/CompiledModel.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <ATen/DLConvertor.h>
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

struct fx_error {
  std::string Text;
};

namespace {
/// The sizes of a leaf as arrays.
struct LeafSizes {
  std::vector<int64_t> Fixed, Least, Most;
};
} // namespace

struct fx_model {
  std::shared_ptr<const CompiledModel> Model;
  std::vector<LeafSizes> Inputs, Outputs;
};

struct fx_session {
  std::unique_ptr<ModelSession> Session;
};

struct fx_values {
  std::vector<DLManagedTensor *> Tensors;
  fx_values() = default;
  fx_values(const fx_values &) = delete;
  fx_values &operator=(const fx_values &) = delete;
  ~fx_values() {
    for (DLManagedTensor *T : Tensors)
      if (T)
        T->deleter(T);
  }
};

/// Null, or the error with what it and all exceptions say.
template <typename FnT> static fx_error *answer(FnT Fn) {
  if (Error E = catching(Fn))
    return new fx_error{toString(std::move(E))};
  return nullptr;
}

/// The error that what a function needs is null; null if nothing is.
static fx_error *refuseNull(
    std::initializer_list<std::pair<const char *, const void *>> Needed) {
  for (const auto &[Name, Pointer] : Needed)
    if (!Pointer)
      return new fx_error{std::string("the argument '") + Name + "' is null"};
  return nullptr;
}

uint32_t fx_c_version(void) { return FX_C_VERSION; }
const char *fx_error_message(const fx_error *E) {
  return E ? E->Text.c_str() : "";
}
void fx_error_free(fx_error *E) { delete E; }

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static std::vector<LeafSizes> sizesOf(ArrayRef<ModelLeaf> Leaves) {
  std::vector<LeafSizes> Result(Leaves.size());
  for (auto [Leaf, Sizes] : zip(Leaves, Result))
    for (const ModelSize &Size : Leaf.Sizes) {
      bool IsFixed = Size.Fixed >= 0;
      Sizes.Fixed.push_back(Size.Fixed);
      Sizes.Least.push_back(IsFixed ? Size.Fixed
                                    : Size.Min.value_or(INT64_MAX));
      Sizes.Most.push_back(IsFixed ? Size.Fixed : Size.Max.value_or(INT64_MAX));
    }
  return Result;
}

/// Whether the caller's structure reaches to the end of \p Member.
#define HAS_MEMBER(Options, Member)                                            \
  ((Options)->size >=                                                          \
       offsetof(fx_load_options, Member) + sizeof((Options)->Member) &&        \
   (Options)->Member)

fx_error *fx_model_load(const char *Path, const fx_load_options *Given,
                        fx_model **Model) {
  if (fx_error *E = refuseNull({{"model", Model}}))
    return E;
  *Model = nullptr;
  return answer([&]() -> Error {
    if (Given && Given->size < sizeof(Given->size))
      return createStringError("the size of the options is " +
                               Twine(Given->size) +
                               "; it must be sizeof(fx_load_options)");
    CompileOptions Options;
    if (Given && HAS_MEMBER(Given, model))
      Options.Model = Given->model;
    if (Given && HAS_MEMBER(Given, weights))
      Options.Weights.File = Given->weights;
    if (Given && HAS_MEMBER(Given, exact))
      Options.Prepare = CompileOptions::Preparation::Exact;
    auto M = CompiledModel::load(Path ? Path : "", Options);
    if (!M)
      return M.takeError();
    *Model =
        new fx_model{*M, sizesOf((*M)->inputs()), sizesOf((*M)->outputs())};
    return Error::success();
  });
}

void fx_model_free(fx_model *M) { delete M; }

static int32_t describeLeaf(ArrayRef<ModelLeaf> Leaves,
                            const std::vector<LeafSizes> &Sizes, size_t I,
                            fx_leaf *Result) {
  if (I >= Leaves.size() || !Result)
    return 0;
  const ModelLeaf &Leaf = Leaves[I];
  *Result = fx_leaf();
  Result->name = Leaf.Name.c_str();
  Result->is_optional = Leaf.IsOptional;
  if (!Leaf.Type)
    return 1;
  Result->has_type = 1;
  Result->ndim = int32_t(Sizes[I].Fixed.size());
  Result->sizes = Sizes[I].Fixed.data();
  Result->least = Sizes[I].Least.data();
  Result->most = Sizes[I].Most.data();
  Expected<DLDataType> Type = catching(
      [&] { return at::getDLDataType(at::empty({0}, *toTorch(*Leaf.Type))); });
  if (Type) {
    Result->dtype_code = Type->code;
    Result->dtype_bits = Type->bits;
  } else {
    // DLPack has no such type.
    consumeError(Type.takeError());
    Result->has_type = 0;
  }
  return 1;
}

size_t fx_model_num_inputs(const fx_model *M) {
  return M ? M->Model->inputs().size() : 0;
}
size_t fx_model_num_outputs(const fx_model *M) {
  return M ? M->Model->outputs().size() : 0;
}
int32_t fx_model_input(const fx_model *M, size_t I, fx_leaf *Leaf) {
  return M ? describeLeaf(M->Model->inputs(), M->Inputs, I, Leaf) : 0;
}
int32_t fx_model_output(const fx_model *M, size_t I, fx_leaf *Leaf) {
  return M ? describeLeaf(M->Model->outputs(), M->Outputs, I, Leaf) : 0;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What LibTorch takes without a look, and must not get; a success for what is
/// no more than unusual.
static Error checkTensor(const DLTensor &T) {
  auto Fail = [](const Twine &Text) { return createStringError(Text); };
  if (T.ndim < 0)
    return Fail("it has " + Twine(T.ndim) + " dimensions");
  if (T.ndim && !T.shape)
    return Fail("it has dimensions, and no shape");
  // LibTorch fails an assertion about itself where it was built without it.
  if (T.device.device_type == kDLOpenCL)
    return Fail("it is on a device of OpenCL; copy it to the CPU");
  bool IsEmpty = false;
  for (int32_t D = 0; D != T.ndim; ++D) {
    if (T.shape[D] < 0)
      return Fail("dimension " + Twine(D) + " is " + Twine(T.shape[D]));
    if (T.strides && T.strides[D] < 0)
      return Fail("the stride of dimension " + Twine(D) + " is " +
                  Twine(T.strides[D]) +
                  ", and LibTorch takes no negative ones; copy the tensor");
    IsEmpty |= T.shape[D] == 0;
  }
  // How many elements there are, and how far the last one is from the first.
  int64_t Count = 1, Last = 0;
  bool Overflows = false;
  for (int32_t D = T.ndim; D-- && !IsEmpty;) {
    int64_t Stride = T.strides ? T.strides[D] : Count, Distance = 0;
    Overflows |= bool(MulOverflow(T.shape[D] - 1, Stride, Distance)) ||
                 bool(AddOverflow(Last, Distance, Last)) ||
                 bool(MulOverflow(Count, T.shape[D], Count));
  }
  // The largest elements have 16 bytes.
  if (Overflows || std::max(Count, Last) > INT64_MAX / 32)
    return Fail("it has more elements than memory can hold");
  if (!IsEmpty && !T.data)
    return Fail("it has elements, and no data");
  return Error::success();
}

/// The caller's tensor, in its memory. \p Lender lives as long as the result.
static IValue borrow(const DLTensor *T, DLManagedTensor &Lender,
                     bool IsNumber) {
  if (!T)
    return IValue();
  Lender.dl_tensor = *T;
  // LibTorch 1.13 does not look at it.
  Lender.dl_tensor.data = static_cast<char *>(T->data) + T->byte_offset;
  Lender.dl_tensor.byte_offset = 0;
  Lender.manager_ctx = nullptr;
  Lender.deleter = [](DLManagedTensor *) {};
  at::Tensor Result = at::fromDLPack(&Lender);
  if (IsNumber && Result.dim() == 0)
    return IValue(Result.item());
  return Result;
}

/// A result for the caller, in memory of its own.
static DLManagedTensor *lend(const IValue &V,
                             const std::vector<IValue> &Inputs) {
  if (V.isNone())
    return nullptr;
  at::Tensor T;
  if (V.isTensor())
    T = V.toTensor();
  else if (V.isScalar())
    T = at::scalar_tensor(V.toScalar(),
                          at::TensorOptions().dtype(V.toScalar().type()));
  else
    throw std::runtime_error("a result is " + describeValue(V) +
                             ", which is not a tensor");
  if (!T.defined())
    return nullptr;
  if (any_of(Inputs, [&](const IValue &In) {
        return In.isTensor() && memoryOf(In.toTensor()) == memoryOf(T);
      }))
    T = T.clone();
  // DLPack has no marks of conjugated and negated views.
  return at::toDLPack(T.resolve_conj().resolve_neg());
}

/// What \p NumGiven inputs are for: all leaves, or all but the optional ones;
/// nothing where it is another number.
static std::vector<const ModelLeaf *> leavesOf(const CompiledModel &Model,
                                               size_t NumGiven) {
  std::vector<const ModelLeaf *> All, Needed;
  for (const ModelLeaf &Leaf : Model.inputs()) {
    All.push_back(&Leaf);
    if (!Leaf.IsOptional)
      Needed.push_back(&Leaf);
  }
  if (NumGiven == All.size())
    return All;
  return NumGiven == Needed.size() ? Needed : std::vector<const ModelLeaf *>();
}

static Error wrongNumber(const CompiledModel &Model, size_t NumGiven) {
  std::vector<std::string> Names;
  size_t NumNeeded = 0;
  for (const ModelLeaf &Leaf : Model.inputs()) {
    Names.push_back(Leaf.Name);
    NumNeeded += !Leaf.IsOptional;
  }
  return wrongInputCount(Names, NumNeeded, NumGiven, /*AllOrNeeded=*/true);
}

template <typename RunnerT>
static fx_error *run(RunnerT &Runner, const CompiledModel &Model,
                     const DLTensor *const *Given, size_t NumGiven,
                     fx_values **Outputs) {
  *Outputs = nullptr;
  return answer([&]() -> Error {
    std::vector<const ModelLeaf *> Leaves = leavesOf(Model, NumGiven);
    if (Leaves.empty() && NumGiven > Model.inputs().size() &&
        none_of(Model.inputs(), [](const ModelLeaf &Leaf) {
          return StringRef(Leaf.Name).starts_with("*");
        }))
      return wrongNumber(Model, NumGiven);
    std::vector<DLManagedTensor> Lenders(NumGiven);
    std::vector<IValue> Inputs;
    for (size_t I = 0; I != NumGiven; ++I) {
      bool HasLeaf = I < Leaves.size();
      bool IsNumber = HasLeaf && Leaves[I]->IsNumber;
      Error Wrong = Given[I] ? checkTensor(*Given[I]) : Error::success();
      if (!Wrong) {
        // LibTorch does not have every type and device.
        Expected<IValue> V =
            catching([&] { return borrow(Given[I], Lenders[I], IsNumber); });
        if (V)
          Inputs.push_back(std::move(*V));
        else
          Wrong = V.takeError();
      }
      if (Wrong)
        return makeError(diag::err_run_input, SMLoc(),
                         HasLeaf ? Leaves[I]->Name : std::to_string(I),
                         toString(std::move(Wrong)));
    }
    Expected<std::vector<IValue>> Results = Runner.runLeaves(Inputs);
    if (!Results)
      return Results.takeError();
    auto Values = std::make_unique<fx_values>();
    for (const IValue &V : *Results)
      Values->Tensors.push_back(lend(V, Inputs));
    *Outputs = Values.release();
    return Error::success();
  });
}

/// refuseNull() for a run; only no inputs at all need no array.
static fx_error *refuseNulls(const void *Runner, const char *Name,
                             const DLTensor *const *Inputs, size_t NumInputs,
                             fx_values **Outputs) {
  if (Outputs)
    *Outputs = nullptr;
  const void *Array = NumInputs ? static_cast<const void *>(Inputs) : Runner;
  return refuseNull({{Name, Runner}, {"inputs", Array}, {"outputs", Outputs}});
}

fx_error *fx_model_run(const fx_model *M, const DLTensor *const *Inputs,
                       size_t NumInputs, fx_values **Outputs) {
  if (fx_error *E = refuseNulls(M, "model", Inputs, NumInputs, Outputs))
    return E;
  return run(*M->Model, *M->Model, Inputs, NumInputs, Outputs);
}

fx_error *fx_session_new(const fx_model *M, fx_session **Session) {
  if (Session)
    *Session = nullptr;
  if (fx_error *E = refuseNull({{"model", M}, {"session", Session}}))
    return E;
  return answer([&]() -> Error {
    auto New = std::make_unique<fx_session>();
    New->Session = M->Model->newSession();
    *Session = New.release();
    return Error::success();
  });
}

fx_error *fx_session_run(fx_session *S, const DLTensor *const *Inputs,
                         size_t NumInputs, fx_values **Outputs) {
  if (fx_error *E = refuseNulls(S, "session", Inputs, NumInputs, Outputs))
    return E;
  return run(*S->Session, S->Session->model(), Inputs, NumInputs, Outputs);
}

fx_error *fx_session_reset(fx_session *S) {
  if (fx_error *E = refuseNull({{"session", S}}))
    return E;
  return answer([&]() -> Error {
    S->Session->reset();
    return Error::success();
  });
}

void fx_session_free(fx_session *S) { delete S; }

size_t fx_values_size(const fx_values *V) { return V ? V->Tensors.size() : 0; }

const DLTensor *fx_values_get(const fx_values *V, size_t I) {
  return I < fx_values_size(V) && V->Tensors[I] ? &V->Tensors[I]->dl_tensor
                                                : nullptr;
}

DLManagedTensor *fx_values_take(fx_values *V, size_t I) {
  return I < fx_values_size(V) ? std::exchange(V->Tensors[I], nullptr)
                               : nullptr;
}

void fx_values_free(fx_values *V) { delete V; }
