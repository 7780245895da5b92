//===- ModuleInlining.h - Calls of modules become their nodes ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Replaces calls of modules by the nodes that compute what the modules do.
/// ModuleInliner inlines single call_module nodes; inlineModules() inlines all
/// that a filter admits, and calls of graphs by
/// torch.ops.higher_order.invoke_subgraph, which programs have in their place.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_MODULEINLINING_H
#define FX_TRANSFORMS_MODULEINLINING_H

#include "fx/Analysis/ModulePattern.h"
#include "fx/Analysis/OpenTree.h"
#include "fx/IR/Module.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/SetVector.h"
#include <functional>
#include <optional>

namespace fx {

class DiagnosticEngine;
class ModuleInfo;

/// Replaces calls of modules by what the modules do. That is the graph of the
/// module if it has one; else the formula of its class (ModuleInfo.h); else,
/// for a torch.nn.Sequential, a call of each child. The new nodes are those
/// that a call under torch.fx.proxy.GraphAppendingTracer would record.
class ModuleInliner {
public:
  /// The default limit of nodes.
  static constexpr size_t DefaultMaxNodes = 20000000;

  struct Options {
    /// Whether modules are in training mode; unset: as the tree says.
    std::optional<bool> Training;
    /// Whether to inline the module at a path from the root, null when the tree
    /// does not have it, where a module that is being inlined calls it. Unset:
    /// such calls stay.
    std::function<bool(llvm::StringRef, const Module *)> InlineInner;
    /// Most nodes that one inliner makes, but for those of the last call;
    /// calls of graphs that call graphs can ask for any number.
    size_t MaxNodes = DefaultMaxNodes;
  };

  /// \p M must not lose modules while the inliner is in use.
  ModuleInliner(GraphModule &M, Options O) : M(M), Opts(std::move(O)) {}

  /// Whether something says what \p Callee, null for a module that is not in
  /// the tree, does. Arguments may still not fit.
  static bool canInline(const Module *Callee);

  /// Replaces \p Call, a call_module node of a graph of the module, and erases
  /// it. Its metadata goes to all new nodes, but for what describes the value
  /// (`val` and the like), which goes to the node that computes it, as its type
  /// does; nodes of a module's own graph keep what they have themselves. Fails,
  /// leaving the graph as it was, when canInline is false, when arguments do
  /// not fit the module or the module does not fit its class, and when the
  /// limit is reached.
  llvm::Error inlineCall(Node &Call);

  /// Removes from the tree those modules that were inlined, and those below
  /// them, that no graph that runs names any more (torch.fx:
  /// GraphModule.delete_all_unused_submodules, for these modules alone).
  /// Returns how many subtrees went. The inliner is of no use afterwards.
  unsigned removeUncalled();

  /// Number of calls that were inlined.
  size_t numInlined() const { return NumInlined; }
  /// A constructor argument that a formula asked for and the tree hides.
  struct HiddenUse {
    const ModuleInfo *Class;
    HiddenArgument Argument;
  };
  /// Each pair of argument and value once, in the order in which they were
  /// asked for.
  llvm::ArrayRef<HiddenUse> hiddenArguments() const { return Hidden; }

private:
  friend class ModuleExpander;
  GraphModule &M;
  Options Opts;
  size_t NumInlined = 0;
  size_t NumNodes = 0;
  llvm::SetVector<llvm::StringRef> InlinedPaths;
  std::vector<HiddenUse> Hidden;
  std::optional<OpenTreeEvidence> Evidence;
};

/// What inlineModules does.
struct InlineModulesOptions {
  /// The modules whose calls are inlined.
  llvm::ArrayRef<ModulePattern> Modules;
  /// As ModuleInliner::Options::Training.
  std::optional<bool> Training;
  /// Inline what inlined modules call, too, whatever it is.
  bool Recursive = false;
  /// Keep modules in the tree that are not called any more.
  bool KeepModules = false;
  /// Leave calls alone whose effects are not known.
  bool KeepUnknown = false;
  /// As ModuleInliner::Options::MaxNodes.
  size_t MaxNodes = ModuleInliner::DefaultMaxNodes;
  /// Whether a call may be inlined; unset: all.
  std::function<bool(const Node &Call, llvm::StringRef Class)> Admits;
  /// Called with the name of each call that was inlined.
  std::function<void(llvm::StringRef Call, llvm::StringRef Class)> Inlined;
};

/// How much inlineModules did.
struct InlineModulesResult {
  size_t Calls = 0;   ///< Calls inlined.
  size_t Removed = 0; ///< Subtrees removed from the module tree.
};

/// Inlines calls in every graph of the tree. Warns about names that pick
/// nothing and about hidden arguments; reports each call that cannot be inlined
/// as an error (one for each unknown class) and goes on with the others. O(new
/// nodes + calls) and, per name, O(modules).
InlineModulesResult inlineModules(GraphModule &M,
                                  const InlineModulesOptions &Options,
                                  DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_TRANSFORMS_MODULEINLINING_H
