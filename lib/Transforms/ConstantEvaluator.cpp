//===- ConstantEvaluator.cpp - Computing single nodes ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantEvaluator.h"
#include "fx/IR/Context.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/DenseMap.h"

using namespace fx;
using namespace llvm;

namespace {
/// Keeps what one node computes, with its memory.
class ResultKeeper final : public RunObserver {
public:
  explicit ResultKeeper(const Node &N) : N(N) {}
  bool sharesResults() const override { return true; }
  void after(const RunEvent &E, function_ref<RunValuePtr()> Value) override {
    if (&E.N == &N)
      Result = Value();
  }
  RunValuePtr Result;

private:
  const Node &N;
};
} // namespace

Node *fx::copyState(GraphModule &M, StringRef Path, GraphModule &Part) {
  const TensorAttr &T = *M.state(Path);
  if (!Part.state(Path)) {
    TensorAttr Copy = T;
    // The records keep their names.
    Copy.Record = M.context().intern(recordOf(T, Path));
    Part.addState(Path, Copy);
  }
  Node *N = Part.graph().getAttr(Path);
  N->setVal(T.typeWithGradient());
  return N;
}

std::unique_ptr<GraphModule> ConstantEvaluator::makePart() {
  auto Part = std::make_unique<GraphModule>(M.context());
  Part->setTreeKind(GraphModule::TreeKind::Closed);
  (void)WeightStore::of(M);
  Part->setWeightStore(M.weightStore());
  return Part;
}

Expected<RunValuePtr> ConstantEvaluator::run(GraphModule &Part, const Node &N,
                                             ArrayRef<RunValuePtr> Inputs) {
  Expected<std::unique_ptr<GraphRunner>> Runner =
      Backend.prepareRun(Part, RunOptions());
  if (!Runner)
    return Runner.takeError();
  ResultKeeper Keeper(N);
  (*Runner)->setObserver(&Keeper);
  Expected<std::vector<RunValuePtr>> Done = (*Runner)->run(Inputs);
  if (!Done)
    return Done.takeError();
  if (!Keeper.Result)
    return createStringError("it was not run");
  return Keeper.Result;
}

Expected<RunValuePtr> ConstantEvaluator::state(const Node &N) {
  std::unique_ptr<GraphModule> Part = makePart();
  Node *Copy = copyState(M, StateEditor::pathOf(N), *Part);
  Part->graph().output(Copy);
  return run(*Part, *Copy, {});
}

Expected<RunValuePtr>
ConstantEvaluator::call(const Node &N,
                        function_ref<RunValuePtr(const Node &)> Operand) {
  std::unique_ptr<GraphModule> Part = makePart();
  SmallVector<RunValuePtr, 4> Inputs;
  DenseMap<const Node *, Node *> Map;
  for (Node *O : N.allInputNodes()) {
    Map[O] =
        Part->graph().placeholder(("operand_" + Twine(Inputs.size())).str());
    Inputs.push_back(Operand(*O));
  }
  Node *Copy = Part->graph().nodeCopy(
      &N, [&](Node *O) -> Argument { return Map.lookup(O); });
  Part->graph().output(Copy);
  return run(*Part, *Copy, Inputs);
}

Expected<TensorData> ConstantEvaluator::tensorOf(const RunValue &Value) {
  Expected<StoredTensor> T = Backend.storageOf(Value);
  if (!T)
    return T.takeError();
  return TensorData::view(T->Type, T->Sizes, T->Strides, T->Offset, T->Storage,
                          T->Owner);
}
