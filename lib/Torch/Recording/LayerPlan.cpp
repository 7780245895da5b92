//===- LayerPlan.cpp - The layers of a graph ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunRecorder.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/ModuleExpansion.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

static StringRef shortClass(StringRef Class) {
  return Class.contains('.') ? Class.rsplit('.').second : Class;
}

/// Whether a node is state, which belongs to no call.
static bool isStateNode(const Node &N) {
  if (N.isGetAttr())
    return true;
  if (!N.isPlaceholder())
    return false;
  std::optional<InputSpec> Spec = InputSpec::of(N);
  return Spec && Spec->Kind != InputSpec::UserInput &&
         Spec->Kind != InputSpec::ConstantInput;
}

LayerPlan::LayerPlan(GraphModule &M) : M(M) {
  std::string Class =
      M.root().className() ? M.root().className().str().str() : "";
  Layers.push_back({"", shortClass(Class).str(), 0, 0});
  std::vector<std::optional<Stack>> Stacks;
  for (Node *N : M.graph().nodes()) {
    if (!N->isCall())
      continue;
    StepOf[N] = unsigned(Steps.size());
    Steps.push_back(N);
    Stacks.push_back(stackOf(*N));
  }
  inferStacks(Stacks);

  // The calls that are going on, with their keys.
  std::vector<std::pair<std::string, uint32_t>> Open;
  for (unsigned Step = 0; Step != Steps.size(); ++Step) {
    const Stack &Calling = *Stacks[Step];
    size_t Same = 0;
    while (Same < Calling.size() && Same < Open.size() &&
           Open[Same].first == Calling[Same].Key)
      ++Same;
    Open.resize(Same);
    for (; Same != Calling.size(); ++Same) {
      uint32_t Parent = Same ? Calls[Open[Same - 1].second].Layer : 0;
      Open.push_back({Calling[Same].Key, uint32_t(Calls.size())});
      Calls.push_back({layerOf(Calling[Same], Parent), Step, Step, {}, {}});
    }
    std::vector<uint32_t> Indices;
    for (auto &[Key, Call] : Open) {
      Calls[Call].Last = Step;
      Indices.push_back(Call);
    }
    Around.push_back(std::move(Indices));
  }
  findBorders();
}

/// A call that nothing is known of is part of the calls that both its
/// neighbors are part of.
void LayerPlan::inferStacks(std::vector<std::optional<Stack>> &Stacks) {
  std::vector<const Stack *> Next(Stacks.size());
  const Stack *Known = nullptr;
  for (size_t I = Stacks.size(); I--;) {
    if (Stacks[I])
      Known = &*Stacks[I];
    Next[I] = Known;
  }
  Known = nullptr;
  for (size_t I = 0; I != Stacks.size(); ++I) {
    if (!Stacks[I]) {
      Stack Common;
      if (Known && Next[I])
        for (size_t E = 0; E < Known->size() && E < Next[I]->size() &&
                           (*Known)[E].Key == (*Next[I])[E].Key;
             ++E)
          Common.push_back((*Known)[E]);
      Stacks[I] = std::move(Common);
    }
    Known = &*Stacks[I];
  }
}

/// The calls around \p N as far as it says.
std::optional<LayerPlan::Stack> LayerPlan::stackOf(const Node &N) const {
  Stack Result;
  std::optional<ModuleStack> Noted = moduleStack(N);
  if (Noted)
    for (const ModuleStackEntry &E : *Noted)
      if (!E.Path.empty())
        Result.push_back({E.Key, E.Path, E.Class});
  if (!N.isCallModule())
    return Noted ? std::optional(std::move(Result)) : std::nullopt;

  auto ClassOf = [&](StringRef Path) {
    const Module *Callee = M.submodule(Path);
    return Callee && Callee->className() ? Callee->className().str().str()
                                         : std::string();
  };
  // The call itself, which tracers note in the stack or do not.
  std::string Path = N.targetText().str();
  std::string Class = ClassOf(Path);
  if (!Result.empty() && Result.back().Path == Path) {
    if (Class.empty())
      Class = Result.back().Class;
    Result.pop_back();
  }
  if (!Noted)
    for (size_t Dot = Path.find('.'); Dot != std::string::npos;
         Dot = Path.find('.', Dot + 1)) {
      std::string Outer = Path.substr(0, Dot);
      Result.push_back({Outer, Outer, ClassOf(Outer)});
    }
  // No other node is part of the same call.
  Result.push_back({Path + "\n" + N.name(), Path, Class});
  return Result;
}

uint32_t LayerPlan::layerOf(const Entry &E, uint32_t Parent) {
  auto [It, IsNew] = LayerIndex.try_emplace(E.Path, Layers.size());
  if (IsNew)
    Layers.push_back(
        {E.Path, shortClass(E.Class).str(), Parent, Layers[Parent].Depth + 1});
  return It->second;
}

/// Finds what each call takes from outside and gives to it.
void LayerPlan::findBorders() {
  for (Call &C : Calls) {
    DenseSet<Node *> Seen;
    for (unsigned Step = C.First; Step <= C.Last; ++Step) {
      Node *N = Steps[Step];
      for (Node *Operand : N->allInputNodes()) {
        auto It = StepOf.find(Operand);
        bool IsInside = It != StepOf.end() && It->second >= C.First;
        if (!IsInside && !isStateNode(*Operand) && Seen.insert(Operand).second)
          C.Inputs.push_back(Operand);
      }
      for (Node *User : N->users()) {
        auto It = StepOf.find(User);
        if (It == StepOf.end() || It->second > C.Last) {
          C.Outputs.push_back(N);
          break;
        }
      }
    }
  }
}

ArrayRef<uint32_t> LayerPlan::callsAround(const Node &N) const {
  auto It = StepOf.find(&N);
  if (It == StepOf.end())
    return {};
  return Around[It->second];
}

/// Calls \p Fn for each tensor that the class of a module without listed
/// tensors gives it.
static void forEachClassTensor(
    GraphModule &M,
    function_ref<void(const ModuleTensorInfo &T, StringRef Path)> Fn) {
  bool IsOpen = M.treeKind() == GraphModule::TreeKind::Open;
  M.root().walk([&](Module &Owner, StringRef Path) {
    const ModuleInfo *Class = classOf(Owner);
    if (!Class || !Owner.tensors().empty())
      return;
    for (const ModuleTensorInfo &T : Class->tensors())
      if (classHasTensor(Owner, T.Name, IsOpen).value_or(false))
        Fn(T, joinModulePath(Path, T.Name));
  });
}

std::vector<std::string> torch_impl::tensorsOfClasses(GraphModule &M) {
  std::vector<std::string> Paths;
  forEachClassTensor(M, [&](const ModuleTensorInfo &, StringRef Path) {
    Paths.push_back(Path.str());
  });
  return Paths;
}

StringMap<std::vector<std::string>> torch_impl::parametersOf(GraphModule &M) {
  StringMap<std::vector<std::string>> Result;
  auto Add = [&](StringRef Path) {
    StringRef Owner = Path.contains('.') ? Path.rsplit('.').first : "";
    std::vector<std::string> &Known = Result[Owner];
    if (!is_contained(Known, Path))
      Known.push_back(Path.str());
  };
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (T.Role == TensorAttr::Parameter)
      Add(Path);
  });
  forEachClassTensor(M, [&](const ModuleTensorInfo &T, StringRef Path) {
    if (!T.IsBuffer)
      Add(Path);
  });
  // Without a tree, what is fetched is a parameter.
  if (!M.hasTree())
    for (Node *N : M.graph().findNodes(Opcode::GetAttr))
      Add(N->targetText());
  return Result;
}
