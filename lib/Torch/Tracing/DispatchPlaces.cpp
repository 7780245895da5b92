//===- DispatchPlaces.cpp - Where nodes come from -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DispatchTracerImpl.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

static StringRef parentPath(StringRef Path) {
  return Path.contains('.') ? Path.rsplit('.').first : StringRef();
}

/// Whether \p Path is \p Outer or below it.
static bool isWithin(StringRef Path, StringRef Outer) {
  return Outer.empty() || Path == Outer ||
         (Path.starts_with(Outer) && Path[Outer.size()] == '.');
}

static StringRef commonPath(StringRef A, StringRef B) {
  while (!isWithin(B, A))
    A = parentPath(A);
  return A;
}

/// Containers that cannot be called.
static bool isUncalled(StringRef Class) {
  return Class == "torch.nn.ModuleList" || Class == "torch.nn.ModuleDict" ||
         Class == "torch.nn.ParameterList" || Class == "torch.nn.ParameterDict";
}

DispatchPlaces::DispatchPlaces(const TraceRoot &Root) {
  for (const TraceRoot::ModuleEntry &M : Root.Modules) {
    Classes[M.Path] = M.Class;
    if (M.Identity)
      Paths[M.Identity] = M.Path;
  }
}

void DispatchPlaces::enter(std::string Path, StringRef Class) {
  unsigned Number = NumCalls[Path]++;
  std::string Key = Number ? Path + "@" + std::to_string(Number) : Path;
  Scopes.push_back({std::move(Key), std::move(Path), Class.str()});
}

void DispatchPlaces::enter(const void *Identity) {
  auto It = Paths.find(Identity);
  // The root itself, or a module that is not in the tree: the scope around it.
  if (It == Paths.end())
    Scopes.push_back(Scopes.empty() ? Call() : Scopes.back());
  else
    enter(It->second, Classes.lookup(It->second));
}

void DispatchPlaces::enter(StringRef Name, StringRef Class) {
  std::string Path = Scopes.empty() ? std::string() : Scopes.back().Path;
  if (!Path.empty())
    Path += '.';
  enter(Path + Name.str(), Class);
}

void DispatchPlaces::noteState(const Node *N, StringRef Path) {
  Place &P = Places[N];
  P.Owner = parentPath(Path).str();
  P.OfStateOnly = true;
}

void DispatchPlaces::note(const Node *N) {
  Place P;
  P.Scope = Scopes;
  P.OfStateOnly = N->numOperands() != 0;
  for (Node *Operand : N->allInputNodes()) {
    auto It = Places.find(Operand);
    if (It == Places.end() || !It->second.OfStateOnly) {
      P.OfStateOnly = false;
      continue;
    }
    StringRef Owner = *It->second.Owner;
    P.Owner = P.Owner ? commonPath(*P.Owner, Owner).str() : Owner.str();
  }
  // An item of a result comes from where the result comes from.
  if (N->isGetItem()) {
    auto It = Places.find(N->operand(0));
    if (It == Places.end())
      return; // An item of an input.
    P = It->second;
  }
  Places[N] = std::move(P);
}

/// The innermost module that the scopes and the owner of the state show.
std::string DispatchPlaces::pathOf(const Place &P) const {
  StringRef Scope = P.Scope.empty() ? StringRef() : P.Scope.back().Path;
  if (P.Owner && isWithin(*P.Owner, Scope))
    return *P.Owner;
  return Scope.str();
}

Argument DispatchPlaces::stackOf(Context &Ctx, const Place &P,
                                 StringRef Path) const {
  SmallVector<Argument, 8> Items;
  auto Add = [&](StringRef Key, StringRef Path, StringRef Class) {
    Items.push_back(Argument::string(Ctx, Key));
    Items.push_back(Argument::tuple(
        {Argument::string(Ctx, Path), Argument::string(Ctx, Class)}));
  };
  StringRef Inner;
  for (const Call &C : P.Scope) {
    // A scope of the root, or one that stands for the scope around it.
    if (C.Path == Inner)
      continue;
    Add(C.Key, C.Path, C.Class);
    Inner = C.Path;
  }
  while (Inner != Path) {
    size_t Dot = Path.find('.', Inner.empty() ? 0 : Inner.size() + 1);
    Inner = Path.take_front(Dot);
    std::string Class = Classes.lookup(Inner);
    if (!isUncalled(Class))
      Add(Inner, Inner, Class);
  }
  return Argument::dict(Items);
}

void DispatchPlaces::writeStacks(Graph &G) const {
  // Nodes that nothing is known of are within what is around both neighbors.
  struct Step {
    Node *N;
    const Place *P;
    std::optional<std::string> Path;
  };
  std::vector<Step> Steps;
  for (Node *N : G.nodes()) {
    auto It = Places.find(N);
    if (It == Places.end())
      continue;
    const Place &P = It->second;
    bool IsKnown = P.Owner || !P.Scope.empty();
    Steps.push_back({N, &P, IsKnown ? std::optional(pathOf(P)) : std::nullopt});
  }
  std::vector<std::optional<std::string>> Next(Steps.size());
  std::optional<std::string> Known;
  for (size_t I = Steps.size(); I--;) {
    Next[I] = Known;
    if (Steps[I].Path)
      Known = Steps[I].Path;
  }
  Known.reset();
  for (size_t I = 0; I != Steps.size(); ++I) {
    Step &S = Steps[I];
    if (S.Path) {
      Known = S.Path;
    } else if (Known && Next[I]) {
      // Two calls of one module may have something of its parent in between.
      S.Path = *Known == *Next[I] ? parentPath(*Known).str()
                                  : commonPath(*Known, *Next[I]).str();
    } else {
      S.Path = "";
    }
    Argument Stack = stackOf(S.N->context(), *S.P, *S.Path);
    if (!Stack.empty())
      S.N->setMeta("nn_module_stack", Stack);
  }
}
