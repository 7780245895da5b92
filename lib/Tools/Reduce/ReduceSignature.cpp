//===- ReduceSignature.cpp - Edits of what a program takes and returns ----===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceSignature.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Transforms/SignatureEditor.h"
#include "fx/Transforms/StateEditor.h"

using namespace fx;
using namespace llvm;

/// Whether a program can take or return \p N: nested graphs and tuples are
/// neither.
static bool isPlainValue(const Node &N) {
  const Argument *Val = N.val();
  return Val && !Val->isNone() && !Val->isSequence();
}

static bool failed(Error E) { return errorToBool(std::move(E)); }

/// Leaves out what is written to state and inputs, but for \p Nodes.
static void dropWrites(GraphModule &M, ArrayRef<Node *> Nodes) {
  Node *Output = M.graph().outputNode();
  auto Specs = outputSpecsOf(*Output);
  if (!Specs || !Output->numArgs() || !Output->arg(0).isSequence())
    return;
  std::vector<Argument> Old = Output->arg(0).elements().vec(), Values;
  SmallVector<OutputSpec, 4> Kept;
  if (Old.size() != Specs->size())
    return;
  for (size_t I = 0; I != Old.size(); ++I) {
    if (!(*Specs)[I].isUser() &&
        !(Old[I].isNode() && is_contained(Nodes, Old[I].asNode())))
      continue;
    Values.push_back(Old[I]);
    Kept.push_back((*Specs)[I]);
  }
  if (Values.size() == Specs->size())
    return;
  Output->updateArg(0, Argument::tuple(Values));
  setOutputSpecs(*Output, Kept);
}

static bool setProgramOutputs(GraphModule &M, ArrayRef<Node *> Nodes) {
  if (!all_of(Nodes, [](const Node *N) { return isPlainValue(*N); }))
    return false;
  dropWrites(M, Nodes);
  SignatureEditor Signature(M);
  std::vector<Argument> Old = Signature.userOutputs();
  auto IsReturned = [&](Node *N) {
    return any_of(M.graph().outputNode()->allInputNodes(),
                  [&](Node *Other) { return Other == N; });
  };
  for (Node *N : Nodes)
    if (!IsReturned(N) && failed(Signature.addUserOutput(*N)))
      return false;
  // From the last, so that numbers stay.
  for (size_t I = Old.size(); I--;)
    if (!Old[I].isNode() || !is_contained(Nodes, Old[I].asNode()))
      if (failed(Signature.removeUserOutput(I)))
        return false;
  return true;
}

bool fx::setReturned(GraphModule &M, ArrayRef<Node *> Nodes) {
  Node *Output = M.graph().outputNode();
  if (!Output)
    return false;
  if (M.program())
    return setProgramOutputs(M, Nodes);
  if (Nodes.size() == 1) {
    Output->setArgs({Argument(Nodes[0])});
    return true;
  }
  SmallVector<Argument, 4> Items(Nodes.begin(), Nodes.end());
  Output->setArgs({Argument::tuple(Items)});
  return true;
}

bool fx::isStateInput(const Node &N) {
  return N.isPlaceholder() && !StateEditor::pathOf(N).empty();
}

bool fx::eraseInput(GraphModule &M, Node &N) {
  if (M.program() && !isStateInput(N))
    return !failed(SignatureEditor(M).removeUserInput(N));
  return M.graph().eraseIfUnused(&N);
}

Node *fx::addInputLike(GraphModule &M, const Node &N, StringRef Name) {
  if (!M.program()) {
    Node *Input = M.graph().placeholder(Name);
    if (const Argument *Val = N.val())
      Input->setVal(*Val);
    return Input;
  }
  if (!isPlainValue(N))
    return nullptr;
  Expected<Node *> Input = SignatureEditor(M).addUserInput(Name, *N.val());
  if (Input)
    return *Input;
  consumeError(Input.takeError());
  return nullptr;
}

void fx::forgetInputTypes(GraphModule &M) {
  if (!M.program())
    return;
  M.program()->GuardsCode.clear();
  M.program()->HasSampleInputs = false;
}
