//===- WrittenConstants.cpp - Constants that TorchScript writes -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenConstants.h"
#include "ScriptEvaluator.h"
#include "fx/Analysis/MemoryAnalysis.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

const WrittenConstants::Entry *
WrittenConstants::find(const ScriptValue &V) const {
  const c10::IValue *Known = V.known();
  if (Entries.empty() || !Known || !Known->isTensor())
    return nullptr;
  auto It = Entries.find(ScriptState::storageOf(Known->toTensor()));
  return It == Entries.end() ? nullptr : &It->second;
}

/// Whether it shows all of its storage as it lies there.
static bool showsStorage(const at::Tensor &T) {
  return T.is_contiguous() && T.storage_offset() == 0 &&
         T.nbytes() == T.storage().nbytes();
}

ScriptValue WrittenConstants::valueOf(const at::Tensor &Constant) {
  Entry &Known = Entries[ScriptState::storageOf(Constant)];
  if (!Known.Copy) {
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
                     typeOfTensor(E.context(), *Content), Content};
    Known.Original = Whole;
    Known.Copy =
        E.record(Opcode::CallMethod, "clone", TraceArguments::of(Kept)).node();
    if (!E.examples().empty())
      E.examples().set(Known.Copy, Whole, 0);
  }
  bool HasWhole = false;
  for (auto &[Part, Value] : Known.Parts) {
    if (Part.is_same(Constant))
      return Value;
    HasWhole |= Value == Known.Copy;
  }
  const at::Tensor &Whole = Known.Original;
  if (Constant.scalar_type() != Whole.scalar_type())
    throw ScriptFailure{"a constant is written that is used with another type "
                        "of elements"};
  if (!HasWhole && Constant.sizes() == Whole.sizes() &&
      Constant.strides() == Whole.strides() && Constant.storage_offset() == 0) {
    Known.Parts.push_back({Constant, Known.Copy});
    return Known.Copy;
  }
  auto Numbers = [](c10::IntArrayRef Values) {
    std::vector<TraceValue> Items;
    for (int64_t V : Values)
      Items.push_back(long(V));
    return TraceValue::list(Items);
  };
  ScriptValue View = E.record(
      Opcode::CallFunction, "torch.as_strided",
      TraceArguments::of(E.lower(Known.Copy), Numbers(Constant.sizes()),
                         Numbers(Constant.strides()),
                         TraceValue(long(Constant.storage_offset()))));
  if (!E.examples().empty())
    E.examples().set(View.node(), Constant, E.variation(Known.Copy));
  Known.Parts.push_back({Constant, View.node()});
  return View;
}

void WrittenConstants::own(jit::Node *N, MutableArrayRef<ScriptValue> In) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    return;
  for (size_t I = 0; I != In.size() && I != Schema->arguments().size(); ++I) {
    const c10::AliasInfo *Alias = Schema->arguments()[I].alias_info();
    if (!Alias)
      continue;
    auto Example = E.example(In[I], c10::TensorType::get());
    if (!Example || !Example->isTensor() || !Example->toTensor().defined())
      continue;
    if (!Alias->isWrite()) {
      if (In[I].known() && E.state().isMadeByRuns(Example->toTensor()))
        In[I] = valueOf(Example->toTensor());
      continue;
    }
    if (E.state().isState(Example->toTensor()))
      E.state().save(Example->toTensor());
    else if (In[I].known())
      In[I] = valueOf(Example->toTensor());
  }
}

void WrittenConstants::eraseUnusedCopies(Graph &G) {
  if (Entries.empty())
    return;
  MemoryAnalysis Memory(G);
  for (auto &Known : Entries) {
    Node *Copy = Known.second.Copy;
    if (&Copy->graph() != &G || Memory.escapes(*Copy) ||
        Memory.isEverWritten(*Copy))
      continue;
    Copy->replaceAllUsesWith(Copy->operand(0));
    G.eraseNode(Copy);
  }
}
