//===- ReduceEdits.cpp - Edits that make a graph smaller ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceEdits.h"
#include "ReduceSignature.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/TensorType.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

static size_t elementsOf(TensorType Type) {
  std::optional<SmallVector<int64_t, 6>> Sizes =
      Type ? Type.fixedSizes() : std::nullopt;
  size_t Count = Sizes ? 1 : 0;
  if (Sizes)
    for (int64_t Size : *Sizes)
      Count *= size_t(std::max<int64_t>(Size, 0));
  return Count;
}

/// How many numbers \p A holds that are not plain.
static size_t numbersIn(const Argument &A) {
  if (A.isInt() || A.isFloat())
    return !isPlainNumber(A);
  size_t Count = 0;
  if (A.isSequence())
    for (const Argument &Item : A.elements())
      Count += numbersIn(Item);
  return Count;
}

/// Bytes of numbers as in `relu_1`, which only distinguish names.
static size_t numberingIn(StringRef Text) {
  size_t Count = 0;
  for (size_t At = Text.find('_'); At != StringRef::npos;
       At = Text.find('_', At + 1))
    if (size_t Digits = Text.substr(At + 1).take_while(isDigit).size())
      Count += Digits + 1;
  return Count;
}

ReduceSize fx::sizeOf(GraphModule &M, StringRef Text) {
  ReduceSize Size;
  M.forEachGraph([&](Graph &G, StringRef Path) {
    Size.Graphs += !Path.empty();
    for (const Node *N : G.nodes()) {
      // State is an input of a program and a node of a plain graph.
      Size.Nodes += !N->isOutput() && (!N->isPlaceholder() || isStateInput(*N));
      for (const Argument &A : N->args())
        Size.Numbers += numbersIn(A);
      for (const KwArg &A : N->kwargs())
        Size.Numbers += numbersIn(A.Value);
      if (Path.empty() && N->isPlaceholder() && !isStateInput(*N)) {
        ++Size.Inputs;
        Size.Elements += elementsOf(N->tensorType());
      }
    }
  });
  M.forEachState([&](TensorAttr &T, StringRef) {
    Size.Elements += elementsOf(T.tensorType());
  });
  Size.Bytes = Text.size() - numberingIn(Text);
  return Size;
}

std::unique_ptr<GraphModule> fx::withoutProgram(const GraphModule &M) {
  if (!M.program())
    return nullptr;
  auto Plain = std::make_unique<GraphModule>(M.context());
  std::unique_ptr<Module> Tree = M.root().clone();
  (void)Tree->takeGraph();
  Plain->setTree(std::move(Tree), M.treeKind());
  DenseMap<const Node *, Argument> Values;
  SmallVector<std::pair<Node *, std::string>> States;
  Argument Result = Plain->graph().graphCopy(M.graph(), Values);
  Graph &G = Plain->graph();
  G.output(Result);
  Node *AfterInputs = nullptr;
  for (Node *N : G.nodes())
    if (!N->isPlaceholder()) {
      AfterInputs = N;
      break;
    }
  InsertionGuard Point = G.insertingBefore(AfterInputs);
  // State is read from the tree: made-up values are often no variances.
  for (const auto &[Old, New] : Values) {
    Node *Input = Old->isPlaceholder() ? New.asNode() : nullptr;
    if (!Input)
      continue;
    std::string Path = StateEditor::pathOf(*Old);
    Input->eraseMeta("input_spec");
    const TensorAttr *State = Path.empty() ? nullptr : Plain->state(Path);
    if (State)
      States.push_back({Input, std::move(Path)});
  }
  // In the order of the inputs.
  llvm::sort(States, [](const auto &A, const auto &B) {
    return A.first->isBefore(B.first);
  });
  for (const auto &[Input, Path] : States) {
    Node *Get = G.getAttr(Path);
    if (const Argument *Val = Input->val())
      Get->setVal(*Val);
    Input->replaceAllUsesWith(Get);
    G.eraseNode(Input);
  }
  Plain->setWeightFiles(M.weightFiles());
  Plain->setWeightStore(M.weightStore());
  return Plain;
}

bool fx::removeDeadNodes(GraphModule &M) {
  Graph &G = M.graph();
  bool Changed = G.eliminateDeadCode();
  for (Node *N : G.nodes())
    if (N->isPlaceholder() && !N->hasUsers())
      Changed |= eraseInput(M, *N);
  return Changed;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static SmallVector<Node *> callsOf(const GraphModule &M) {
  SmallVector<Node *> Calls;
  for (Node *N : M.graph().nodes())
    if (N->isCall() || N->isGetAttr() || isStateInput(*N))
      Calls.push_back(N);
  return Calls;
}

/// The nodes that are returned, each once.
static SmallVector<Node *, 4> returned(const GraphModule &M) {
  const Node *Output = M.graph().outputNode();
  return Output ? Output->allInputNodes() : SmallVector<Node *, 4>();
}

size_t fx::numOutputs(const GraphModule &M) { return returned(M).size(); }

bool fx::dropOutputs(GraphModule &M, size_t First, size_t Count) {
  SmallVector<Node *, 4> Nodes = returned(M);
  if (First >= Nodes.size())
    return false;
  Count = std::min(Count, Nodes.size() - First);
  if (Count == Nodes.size())
    return false;
  Nodes.erase(Nodes.begin() + First, Nodes.begin() + First + Count);
  return setReturned(M, Nodes);
}

/// Returns \p N instead. What was returned goes even where it writes: it would
/// stay as dead code, and nobody would see the value.
static bool returnOnly(GraphModule &M, Node *N) {
  SmallVector<Node *, 4> Old = returned(M);
  if (!setReturned(M, N))
    return false;
  for (Node *O : Old)
    if (O != N && O->isCall())
      (void)M.graph().eraseIfUnused(O);
  return true;
}

size_t fx::numReturnable(const GraphModule &M) {
  return count_if(M.graph().nodes(), [](const Node *N) { return N->isCall(); });
}

bool fx::returnCall(GraphModule &M, size_t Index, bool KeepsWrites) {
  Graph &G = M.graph();
  for (Node *N : G.nodes()) {
    if (!N->isCall() || Index--)
      continue;
    if (!returnOnly(M, N))
      return false;
    SmallVector<Node *> Calls = callsOf(M);
    for (Node *Other : reverse(Calls))
      if (!KeepsWrites && Other->isCall())
        (void)G.eraseIfUnused(Other);
    return true;
  }
  return false;
}

bool fx::returnOperand(GraphModule &M, size_t Operand) {
  SmallVector<Node *, 4> Nodes = returned(M);
  if (Nodes.size() != 1)
    return false;
  SmallVector<Node *, 4> Operands = Nodes[0]->allInputNodes();
  return Operand < Operands.size() && returnOnly(M, Operands[Operand]);
}

//===----------------------------------------------------------------------===//
// Calls and inputs
//===----------------------------------------------------------------------===//

SmallVector<Node *> fx::inputsOf(const GraphModule &M) {
  SmallVector<Node *> Inputs;
  for (Node *N : M.graph().nodes())
    if (N->isPlaceholder())
      Inputs.push_back(N);
  return Inputs;
}

SmallVector<Node *> fx::allCallsOf(GraphModule &M) {
  SmallVector<Node *> Calls;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes())
      if (N->isCall() || N->isGetAttr())
        Calls.push_back(N);
  });
  return Calls;
}

size_t fx::numCalls(const GraphModule &M) { return callsOf(M).size(); }
size_t fx::numInputs(const GraphModule &M) { return inputsOf(M).size(); }

static ArrayRef<Node *> rangeOf(ArrayRef<Node *> Nodes, size_t First,
                                size_t Count) {
  if (First >= Nodes.size())
    return {};
  return Nodes.slice(First, std::min(Count, Nodes.size() - First));
}

/// A name for input number \p Number.
static std::string inputName(unsigned Number) {
  static constexpr StringLiteral Letters[] = {"x", "y", "z"};
  return Number < std::size(Letters) ? Letters[Number].str()
                                     : "x" + std::to_string(Number);
}

bool fx::makeInputs(GraphModule &M, size_t First, size_t Count) {
  Graph &G = M.graph();
  SmallVector<Node *> Calls = callsOf(M), Inputs = inputsOf(M);
  ArrayRef<Node *> Range = rangeOf(Calls, First, Count);
  if (Range.empty())
    return false;
  SmallPtrSet<Node *, 16> Goes(Range.begin(), Range.end());
  InsertionGuard Point =
      G.insertingAfter(Inputs.empty() ? nullptr : Inputs.back());
  if (Inputs.empty())
    G.setInsertionPoint(G.front());
  // Not the names of the calls: a command may look for these.
  StringSet<> Names;
  for (const Node *N : G.nodes()) {
    Names.insert(N->name());
    Names.insert(N->targetText());
  }
  unsigned Number = 0;
  for (Node *N : Range) {
    auto IsKept = [&](Node *User) { return !Goes.contains(User); };
    if (none_of(N->users(), IsKept))
      continue;
    while (!Names.insert(inputName(Number)).second)
      ++Number;
    if (Node *Input = addInputLike(M, *N, inputName(Number)))
      N->replaceAllUsesWith(Input, IsKept);
  }
  bool Changed = false;
  for (Node *N : reverse(Range))
    Changed |= isStateInput(*N) ? !N->hasUsers() && eraseInput(M, *N)
                                : G.eraseIfUnused(N);
  return Changed;
}

bool fx::replaceByOperand(GraphModule &M, size_t Call, size_t Operand) {
  SmallVector<Node *> Calls = allCallsOf(M);
  if (Call >= Calls.size() || !Calls[Call]->hasUsers())
    return false;
  SmallVector<Node *, 4> Operands = Calls[Call]->allInputNodes();
  if (Operand >= Operands.size())
    return false;
  Calls[Call]->replaceAllUsesWith(Operands[Operand]);
  return Calls[Call]->graph().eraseNode(Calls[Call]);
}

bool fx::dropCalls(GraphModule &M, size_t First, size_t Count) {
  SmallVector<Node *> Calls = allCallsOf(M);
  bool Changed = false;
  for (Node *N : reverse(rangeOf(Calls, First, Count)))
    Changed |= N->graph().eraseIfUnused(N);
  return Changed;
}

bool fx::returnInstead(GraphModule &M, size_t Call, size_t Operand) {
  SmallVector<Node *> Calls = allCallsOf(M);
  if (Call >= Calls.size() || Calls[Call]->hasUsers() ||
      &Calls[Call]->graph() != &M.graph())
    return false;
  SmallVector<Node *, 4> Operands = Calls[Call]->allInputNodes();
  return Operand < Operands.size() && setReturned(M, Operands[Operand]) &&
         M.graph().eraseNode(Calls[Call]);
}

bool fx::mergeInputs(GraphModule &M, size_t From, size_t To) {
  SmallVector<Node *> Inputs = inputsOf(M);
  if (From >= Inputs.size() || To >= Inputs.size() || From == To)
    return false;
  const Argument *A = Inputs[From]->val(), *B = Inputs[To]->val();
  if (bool(A) != bool(B) || (A && !(*A == *B)))
    return false;
  Inputs[From]->replaceAllUsesWith(Inputs[To]);
  return eraseInput(M, *Inputs[From]);
}

bool fx::dropArgument(GraphModule &M, size_t Call) {
  SmallVector<Node *> Calls = allCallsOf(M);
  if (Call >= Calls.size())
    return false;
  Node *N = Calls[Call];
  // Only what may be left out.
  if (!tryBindCall(*N))
    return false;
  SmallVector<KwArg, 4> Kwargs = N->kwargs();
  SmallVector<Argument, 4> Args = N->args();
  if (!Kwargs.empty())
    Kwargs.pop_back();
  else if (Args.size() > 1)
    Args.pop_back();
  else
    return false;
  N->setArgsKwargs(Args, Kwargs);
  return tryBindCall(*N).has_value();
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

bool fx::stripNodes(GraphModule &M, KeptValues Kept) {
  bool Changed = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes()) {
      bool KeepsVal = Kept == KeptValues::All ||
                      (Kept == KeptValues::OfInputs && N->isPlaceholder());
      auto IsKept = [&](StringRef Key) {
        return Key == "val" ? KeepsVal : M.program() && isProgramMetadata(Key);
      };
      SmallVector<std::string, 4> Gone;
      if (N->hasMeta())
        for (const auto &[Key, Value] : N->meta().entries())
          if (!IsKept(Key.str()))
            Gone.push_back(Key.str().str());
      for (const std::string &Key : Gone)
        N->eraseMeta(Key);
      Changed |= !Gone.empty();
      if (N->type()) {
        N->setType(Symbol());
        Changed = true;
      }
    }
  });
  return Changed;
}

size_t fx::numProgramAttributes(const GraphModule &M) {
  return M.program() ? M.program()->toAttributes().size() : 0;
}

bool fx::dropProgramAttributes(GraphModule &M, size_t First, size_t Count) {
  if (!M.program())
    return false;
  std::vector<KwArg> Kept = M.program()->toAttributes();
  if (First >= Kept.size())
    return false;
  auto Begin = Kept.begin() + First;
  Kept.erase(Begin, Begin + std::min(Count, Kept.size() - First));
  ExportedProgram &New = M.makeProgram();
  return all_of(
      Kept, [&](const KwArg &A) { return New.setAttribute(A.Name, A.Value); });
}

bool fx::renameAll(GraphModule &M) {
  for (auto [Number, N] : enumerate(inputsOf(M)))
    if (!N->targetText().starts_with("*"))
      N->setTarget(inputName(Number));
  M.graph().renameNodesToCanonical();
  return true;
}

bool fx::dropState(GraphModule &M) {
  StringSet<> Used;
  bool CallsModules = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.nodes()) {
      CallsModules |= N->isCallModule();
      Used.insert(StateEditor::pathOf(*N));
    }
  });
  if (CallsModules || M.program())
    return false;
  std::vector<std::string> Unused;
  M.forEachState([&](TensorAttr &, StringRef Path) {
    if (!Used.contains(Path))
      Unused.push_back(Path.str());
  });
  for (const std::string &Path : Unused)
    M.removeState(Path);
  bool HasState = false;
  M.forEachState([&](TensorAttr &, StringRef) { HasState = true; });
  if (!HasState) {
    M.setWeightFiles({});
    M.setWeightStore(nullptr);
  }
  return !Unused.empty();
}

bool fx::dropModules(GraphModule &M) {
  if (!M.hasTree())
    return false;
  bool NeedsTree = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.nodes())
      NeedsTree |= N->isGetAttr() || N->isCallModule();
  });
  if (NeedsTree) {
    bool Changed = dropState(M);
    return M.deleteUnusedSubmodules() != 0 || Changed;
  }
  auto Empty = std::make_unique<Module>(M.context(), Symbol());
  M.setTree(std::move(Empty), GraphModule::TreeKind::None);
  M.setWeightFiles({});
  M.setWeightStore(nullptr);
  return true;
}

bool fx::dropModule(GraphModule &M, size_t Index) {
  std::optional<std::string> Owner;
  M.forEachGraph([&](Graph &, StringRef Path) {
    if (!Path.empty() && Index-- == 0)
      Owner = Path.str();
  });
  return Owner && M.deleteUnusedSubmodules({*Owner}) != 0;
}
