//===- MoveToDevice.cpp - Computing on another device ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/GraphCalls.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/TensorType.h"
#include "fx/IR/TorchTypes.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/DenseSet.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_MOVETODEVICE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct MoveToDevice : impl::MoveToDeviceBase<MoveToDevice> {
  Expected<bool> run(GraphModule &M) override;

private:
  bool isMoved(StringRef Device) const;
  Argument moved(const Argument &A);
  bool moveArguments(Node &N);
  bool moveMethod(Node &N);
  bool moveNode(Node &N);
  static void renewValues(GraphModule &M, const DenseSet<const Node *> &Nodes);

  Argument To;
};
} // namespace

/// `cuda` stands for all of that type. Tensors of the meta device have no
/// elements to move.
bool MoveToDevice::isMoved(StringRef Device) const {
  if (Device == To.str())
    return false;
  StringRef Wanted = From.get();
  if (Wanted.empty())
    return Device != "meta";
  return Device == Wanted || Device.split(':').first == Wanted;
}

/// \p A, an argument or a value, with other devices.
Argument MoveToDevice::moved(const Argument &A) {
  if (A.kind() == ArgKind::Device)
    return isMoved(A.str()) ? To : A;
  if (TensorType Type{A})
    return Type.device().kind() == ArgKind::Device &&
                   isMoved(Type.device().str())
               ? Type.withDevice(To).value()
               : A;
  if (!A.isSequence() && A.kind() != ArgKind::Dict)
    return A;
  SmallVector<Argument, 8> Items;
  for (const Argument &Item : A.elements())
    Items.push_back(moved(Item));
  return equal(Items, A.elements())
             ? A
             : Argument::aggregate(A.kind(), A.symbol(), Items);
}

/// Whether \p N names a type of devices first, whose calls are to be cast.
static bool entersAutocast(const Node &N) {
  return N.targetText() == "torch.ops.higher_order.wrap_with_autocast" ||
         N.targetText() == "torch.amp.autocast_mode._enter_autocast";
}

bool MoveToDevice::moveArguments(Node &N) {
  SmallVector<Argument, 6> Args;
  for (const Argument &A : N.args())
    Args.push_back(moved(A));
  if (entersAutocast(N) && !Args.empty() && Args[0].isString() &&
      isMoved(Args[0].str()))
    Args[0] = Argument::string(N.context(), To.str().split(':').first);
  // In Python a name will do.
  auto IsName = [&](const Argument &A) {
    return A.isString() && isDeviceText(A.str()) && isMoved(A.str());
  };
  bool IsCast = N.isCallMethod() && N.targetText() == "to";
  if (IsCast && Args.size() > 1 && IsName(Args[1]))
    Args[1] = To;
  if (N.targetText() == "torch.device" && !Args.empty() && IsName(Args[0]))
    Args = {Argument::string(N.context(), To.str())};
  SmallVector<KwArg, 4> Kwargs;
  for (const KwArg &K : N.kwargs()) {
    bool Moves = K.Name.str() == "device" && IsName(K.Value);
    Kwargs.push_back({K.Name, Moves ? To : moved(K.Value)});
  }
  if (equal(Args, N.args()) && equal(Kwargs, N.kwargs()))
    return false;
  N.setArgsKwargs(Args, Kwargs);
  return true;
}

/// Makes `x.cuda()` `x.to(device)`.
bool MoveToDevice::moveMethod(Node &N) {
  StringRef Name = N.targetText();
  if (!N.isCallMethod() || (Name != "cuda" && Name != "cpu") || !isMoved(Name))
    return false;
  SmallVector<KwArg, 2> Kwargs;
  for (const KwArg &K : N.kwargs())
    if (K.Name.str() != "device")
      Kwargs.push_back(K);
  N.setTarget("to");
  N.setArgsKwargs({N.arg(0), To}, Kwargs);
  return true;
}

bool MoveToDevice::moveNode(Node &N) {
  bool Changed = moveMethod(N) || moveArguments(N);
  if (const Argument *Val = N.val())
    if (Argument New = moved(*Val); !(New == *Val)) {
      N.setVal(New);
      Changed = true;
    }
  return Changed;
}

/// Gives \p Nodes, and what depends on them, the values of their new device.
void MoveToDevice::renewValues(GraphModule &M,
                               const DenseSet<const Node *> &Nodes) {
  DenseSet<const Node *> Renewed;
  for (Graph *G : graphsInsideOut(M)) {
    ValueInference Inference(*G, &M);
    for (Node *N : G->nodes()) {
      if (!N->val() || N->isPlaceholder() || N->isOutput())
        continue;
      bool CallsGraph = !Renewed.empty() && !graphCallsOf(*N).empty();
      if (!Nodes.contains(N) && !CallsGraph &&
          none_of(N->allInputNodes(),
                  [&](const Node *In) { return Renewed.contains(In); }))
        continue;
      Expected<Argument> Value = Inference.infer(*N);
      if (!Value) {
        consumeError(Value.takeError());
        continue;
      }
      if (compareValues(*N->val(), *Value, Inference.math()).empty())
        continue;
      N->setVal(*Value);
      Renewed.insert(N);
    }
  }
}

Expected<bool> MoveToDevice::run(GraphModule &M) {
  StringRef Names[] = {"device", "from"}, Values[] = {Device.get(), From.get()};
  for (auto [Name, Value] : zip_equal(Names, Values))
    if (!isDeviceText(Value) && !(Name == "from" && Value.empty()))
      return makeError(diag::err_pipeline_bad_value, SMLoc(), name(), Name,
                       "'" + Value +
                           "' is not a device such as cpu, cuda or cuda:1");
  To = deviceOfTensors(M.context(), Device.get());
  unsigned State = 0, Nodes = 0;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    Argument New = moved(T.Type);
    if (New == T.Type)
      return;
    if (T.Pickled) {
      remark(SMLoc(), "'" + Path + "' stays: it is pickled with its device");
      return;
    }
    T.Type = New;
    ++State;
  });
  DenseSet<const Node *> LaidOut;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes()) {
      bool IsLaidOut = N->val() && isLaidOutByDevice(*N, *N->val());
      if (!moveNode(*N))
        continue;
      ++Nodes;
      if (IsLaidOut)
        LaidOut.insert(N);
    }
  });
  if (!LaidOut.empty())
    renewValues(M, LaidOut);
  if (State)
    M.root().noteChange(ModuleChange::State);
  NumState += State;
  NumNodes += Nodes;
  if (!State && !Nodes)
    return false;
  // They are pickled with their device.
  if (M.program() && M.program()->HasSampleInputs) {
    remark(SMLoc(), "the inputs that the program was exported with are left "
                    "out: they are on the other device");
    M.program()->HasSampleInputs = false;
    M.root().noteChange(ModuleChange::Program);
  }
  return true;
}
