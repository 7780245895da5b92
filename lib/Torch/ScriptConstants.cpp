//===- ScriptConstants.cpp - Tensors that TorchScript writes --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known is computed while a model is imported, torch.zeros(3) too. When
// something traced is written to it, it is not a constant any more: a run makes
// a copy, and what the evaluator knows as the constant, or as a view of it, is
// that copy from there on. Parameters and buffers keep what a run writes; what
// the examples write to them is taken back.
//
//===----------------------------------------------------------------------===//

#include "ScriptEvaluator.h"
#include "fx/Analysis/MemoryAnalysis.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

/// Null for tensors without.
static const void *storageOf(const at::Tensor &T) {
  return T.defined() && T.has_storage() ? T.storage().unsafeGetStorageImpl()
                                        : nullptr;
}

static const void *storageOf(const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  return Known && Known->isTensor() ? storageOf(Known->toTensor()) : nullptr;
}

bool ScriptEvaluator::isWritten(const ScriptValue &V) const {
  return !Written.empty() && Written.count(storageOf(V));
}

bool ScriptEvaluator::isWrittenState(const ScriptValue &V) const {
  const void *Storage = storageOf(V);
  return Storage && (SavedState.count(Storage) || Variable.contains(Storage));
}

uint8_t ScriptEvaluator::writtenVariation(const ScriptValue &V) const {
  return variation(Written.find(storageOf(V))->second.Copy);
}

/// Whether it shows all of its storage as it lies there.
static bool showsStorage(const at::Tensor &T) {
  return T.is_contiguous() && T.storage_offset() == 0 &&
         T.nbytes() == T.storage().nbytes();
}

/// The node that \p Constant is now; made at the first call for its storage.
ScriptValue ScriptEvaluator::written(const at::Tensor &Constant) {
  WrittenConstant &Entry = Written[storageOf(Constant)];
  if (!Entry.Copy) {
    at::Tensor Whole =
        Constant.is_view() ? at::Tensor(Constant._base()) : Constant;
    if (!showsStorage(Whole)) {
      int64_t Size = Constant.storage().nbytes() / Constant.element_size();
      Whole = at::empty({0}, Constant.options())
                  .set_(Constant.storage(), 0, {Size}, {1});
    }
    // The examples go on with the original.
    auto Content = std::make_shared<at::Tensor>(Whole.clone());
    TraceTensor Kept{Content->unsafeGetTensorImpl(),
                     typeOfTensor(T.context(), *Content), Content};
    Entry.Original = Whole;
    Entry.Copy =
        record(Opcode::CallMethod, "clone", TraceArguments::of(Kept)).node();
    if (hasExamples())
      setExample(Entry.Copy, Whole, 0);
  }
  const at::Tensor &Whole = Entry.Original;
  if (Constant.scalar_type() != Whole.scalar_type())
    throw ScriptFailure{"a constant is written that is used with another type "
                        "of elements"};
  if (Constant.sizes() == Whole.sizes() &&
      Constant.strides() == Whole.strides() && Constant.storage_offset() == 0)
    return Entry.Copy;
  auto Numbers = [](c10::IntArrayRef Values) {
    std::vector<TraceValue> Items;
    for (int64_t V : Values)
      Items.push_back(long(V));
    return TraceValue::list(Items);
  };
  ScriptValue View =
      record(Opcode::CallFunction, "torch.as_strided",
             TraceArguments::of(lower(Entry.Copy), Numbers(Constant.sizes()),
                                Numbers(Constant.strides()),
                                TraceValue(long(Constant.storage_offset()))));
  if (hasExamples())
    setExample(View.node(), Constant, variation(Entry.Copy));
  return View;
}

/// A tensor that keeps what \p Constant holds by now, the same one until
/// something is written. Views of one memory stay views of one; those of state
/// show the state.
at::Tensor ScriptEvaluator::contentsNow(const at::Tensor &Constant) {
  const void *Storage = storageOf(Constant);
  if (!Storage || isState(Constant) || Constant.layout() != at::kStrided ||
      Constant.is_quantized() || Constant.is_conj() || Constant.is_neg() ||
      Constant.is_inference())
    return Constant;
  ConstantContents &Known = Contents[Storage];
  if (Known.Version != int64_t(Constant._version())) {
    int64_t Size = Constant.storage().nbytes() / Constant.element_size();
    at::Tensor Whole = at::empty({0}, Constant.options())
                           .set_(Constant.storage(), 0, {Size}, {1});
    Known = {Constant, Whole.clone(), int64_t(Constant._version()),
             DenseMap<const void *, at::Tensor>()};
  }
  at::Tensor &View = Known.Views[Constant.unsafeGetTensorImpl()];
  if (!View.defined())
    View = at::empty({0}, Constant.options())
               .set_(Known.Copy.storage(), Constant.storage_offset(),
                     Constant.sizes(), Constant.strides());
  return View;
}

/// What an operator that is recorded writes to, or makes a view of, becomes a
/// value of each run.
void ScriptEvaluator::ownWritten(jit::Node *N, Values &In) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    return;
  for (size_t I = 0; I != In.size() && I != Schema->arguments().size(); ++I) {
    const c10::AliasInfo *Alias = Schema->arguments()[I].alias_info();
    if (!Alias)
      continue;
    auto Example = example(In[I], c10::TensorType::get());
    if (!Example || !Example->isTensor() || !Example->toTensor().defined())
      continue;
    if (!Alias->isWrite()) {
      if (In[I].known() && isMadeByRuns(Example->toTensor()))
        In[I] = written(Example->toTensor());
      continue;
    }
    if (isState(Example->toTensor()))
      saveState(Example->toTensor());
    else if (In[I].known())
      In[I] = written(Example->toTensor());
  }
}

/// A copy that nobody writes or gets is as good as the constant.
void ScriptEvaluator::eraseUnusedCopies(Graph &G) {
  if (Written.empty())
    return;
  MemoryAnalysis Memory(G);
  for (auto &Entry : Written) {
    Node *Copy = Entry.second.Copy;
    if (&Copy->graph() != &G || Memory.escapes(*Copy) ||
        Memory.isEverWritten(*Copy))
      continue;
    Copy->replaceAllUsesWith(Copy->operand(0));
    G.eraseNode(Copy);
  }
}

//===----------------------------------------------------------------------===//
// State of modules
//===----------------------------------------------------------------------===//

bool ScriptEvaluator::isState(const at::Tensor &T) {
  if (StateStorages.empty())
    for (const auto &Entry : Tree.TensorAt)
      if (const auto *Impl = static_cast<const c10::TensorImpl *>(Entry.first);
          Impl->has_storage())
        StateStorages.insert(Impl->storage().unsafeGetStorageImpl());
  return StateStorages.contains(storageOf(T));
}

/// \p V was computed with while the model is imported.
void ScriptEvaluator::noteFolded(const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  if (Known && Known->isTensor() && isState(Known->toTensor()))
    FoldedState.insert(storageOf(V));
}

void ScriptEvaluator::noteCodeTensors(const c10::IValue &Constant) {
  if (Constant.isTensor())
    CodeStorages.insert(storageOf(Constant.toTensor()));
  else if (Constant.isTensorList() || Constant.isList())
    for (const c10::IValue &Item : Constant.toListRef())
      noteCodeTensors(Item);
  else if (Constant.isTuple())
    for (const c10::IValue &Item : Constant.toTupleRef().elements())
      noteCodeTensors(Item);
}

bool ScriptEvaluator::isMadeByRuns(const at::Tensor &Known) {
  const void *Storage = storageOf(Known);
  return Storage && !isState(Known) && !CodeStorages.contains(Storage);
}

void ScriptEvaluator::saveState(const at::Tensor &T) {
  if (SavedState.count(storageOf(T)))
    return;
  if (FoldedState.contains(storageOf(T))) {
    TooEarly.insert(storageOf(T));
    throw ScriptFailure{"a buffer is written after something was computed of "
                        "it alone, which is another value in each run; write "
                        "it first"};
  }
  int64_t Size = T.storage().nbytes() / T.element_size();
  at::Tensor Whole =
      at::empty({0}, T.options()).set_(T.storage(), 0, {Size}, {1});
  SavedState[storageOf(T)] = {Whole, Whole.clone()};
}

void ScriptEvaluator::restoreState() {
  for (auto &Entry : SavedState)
    Entry.second.first.copy_(Entry.second.second);
  SavedState.clear();
}
