//===- ModuleExpansion.h - What a call of a module computes -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Applies the formula of a module's class (ModuleInfo.h) to one call: the
/// nodes that torch.fx's tracer would have recorded had the module been no
/// leaf. Inlining, running, shapes and effects all go through here.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULEEXPANSION_H
#define FX_IR_MODULEEXPANSION_H

#include "fx/IR/Module.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/OpBinding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace fx {

/// How a call is expanded.
struct ExpansionOptions {
  /// Whether the module is in training mode; unset: as the module says.
  std::optional<bool> Training;
  /// PyTorch 1 printed the graph: some classes are recorded differently there
  /// (GraphModule::isFromOldTorch).
  bool OldTorch = false;
  /// The tree came from print(module): a constructor argument that the print
  /// never shows gets its default, and Expansion::Hidden says so.
  bool OpenTree = false;
  /// Values that such arguments are known to have instead of their defaults.
  llvm::ArrayRef<KwArg> Assumed;
  /// Makes the call of a submodule that the formula calls, by its path from the
  /// owner of the graph, and appends new nodes. Unset: a call_module node.
  std::function<llvm::Expected<Argument>(
      llvm::StringRef Path, llvm::ArrayRef<Argument> Args,
      llvm::ArrayRef<KwArg> Kwargs, llvm::SmallVectorImpl<Node *> &Created)>
      CallSubmodule;
};

/// A constructor argument that a formula asked for and an open tree does not
/// show.
struct HiddenArgument {
  llvm::StringRef Name;
  /// The value that was used: ExpansionOptions::Assumed, or the default.
  Argument Value;
  bool IsAssumed = false;
};

/// What an expansion made.
struct Expansion {
  /// The value of the call: mostly a node, a tuple for some classes, the
  /// input for Identity.
  Argument Result;
  /// New nodes in order.
  llvm::SmallVector<Node *, 4> Created;
  /// The arguments that the tree did not show, each once.
  llvm::SmallVector<HiddenArgument, 2> Hidden;
};

/// Expands a call of Callee, whose path from the owner of G is Path, with the
/// arguments Call, at the insertion point of G. Fails, leaving the graph as it
/// was, when the class has no formula, when arguments do not fit constructor
/// or forward function, when an open tree hides an argument that has no
/// default, and when the formula depends on the values of nodes.
llvm::Expected<Expansion> expandModule(Graph &G, const Module &Callee,
                                       const ModuleInfo &Class,
                                       llvm::StringRef Path,
                                       const CallArgs &Call,
                                       const ExpansionOptions &Options = {});

/// A call of a module, to look at what it makes in a graph of its own.
struct CallInside {
  /// Adds a placeholder to \p Scratch for each of the nodes that \p Call uses.
  CallInside(Graph &Scratch, const Node &Call);
  CallArgs args() const { return {Args, Kwargs}; }

  /// In the order of Node::allInputNodes().
  llvm::SmallVector<Node *, 4> Inputs;
  llvm::SmallVector<Argument, 4> Args;
  llvm::SmallVector<KwArg, 4> Kwargs;
};

/// The class of a module by its name, or null.
const ModuleInfo *classOf(const Module &M);

/// The constructor arguments of M by parameter. Fails when they do not fit.
llvm::Expected<BoundCall>
bindConstructor(const Module &M, const ModuleInfo &Class, bool OpenTree);

/// Whether the class of M says that M has a tensor called Name, for example
/// `bias` of Linear(4, 3): for trees that do not list tensors. Unset when the
/// class, or whether it has the tensor, is not known.
std::optional<bool> classHasTensor(const Module &M, llvm::StringRef Name,
                                   bool OpenTree);

/// Copies the nodes of \p Body, the graph of the module at \p Path from the
/// owner of \p G, to the insertion point of \p G, with \p Inputs in the place
/// of its placeholders. Targets of modules and attributes get the path in
/// front. Calls \p Visit, where there is one, for each new node in order.
/// Returns what the body returns; std::nullopt, changing nothing, where inputs
/// are missing.
std::optional<Argument>
copyBody(Graph &G, const Graph &Body, llvm::StringRef Path,
         llvm::ArrayRef<Argument> Inputs,
         llvm::function_ref<void(Node &)> Visit = nullptr);

/// Gives every user of Call the value instead, which may be a tuple: then
/// `operator.getitem(call, 0)` becomes the element itself. Erases those
/// getitem nodes but not Call.
void replaceCallWith(Node &Call, const Argument &Value);

} // namespace fx

#endif // FX_IR_MODULEEXPANSION_H
