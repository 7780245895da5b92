//===- ModuleStack.h - Which module a node comes from -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Tracers note in the metadata `nn_module_stack` which modules were being
/// called when they made a node, outermost first. It comes in three forms, and
/// all of them are understood:
/// \code{.txt}
///   {"layer1@1": ("layer1", "torch.nn.Sequential"), ...}   torch.fx 2, export
///   {"layer1": "torch.nn.Sequential", ...}                 torch.fx 1
///   "key,layer1,torch.nn.Sequential;..."                   archives
/// \endcode
/// Paths are from the root of the program, dotted; TorchDynamo's spelling
/// (`L['self'].layer1[0]`) is put into that form.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_MODULESTACK_H
#define FX_ANALYSIS_MODULESTACK_H

#include "fx/IR/Graph.h"
#include <optional>
#include <string>

namespace fx {

class GraphModule;

/// One call of a module that was going on.
struct ModuleStackEntry {
  /// Distinguishes calls: the second call of `inner` is `inner@1`.
  std::string Key;
  /// Dotted path; empty for the root.
  std::string Path;
  /// Qualified class; empty when it is not known.
  std::string Class;

  friend bool operator==(const ModuleStackEntry &,
                         const ModuleStackEntry &) = default;
};

using ModuleStack = llvm::SmallVector<ModuleStackEntry, 6>;

/// The calls that \p Meta, a value of `nn_module_stack`, shows; outermost
/// first. std::nullopt when it has none of the known forms.
std::optional<ModuleStack> parseModuleStack(const Argument &Meta);

/// The stack in the metadata of \p N, or std::nullopt.
std::optional<ModuleStack> moduleStack(const Node &N);

/// Whether torch.export has made \p Stack up for a node that is of no module,
/// such as one that asks for a size.
bool isMadeUp(const ModuleStack &Stack);

/// The first \p Size entries of \p Stack, a value of `nn_module_stack`.
Argument takeModuleStack(Context &Ctx, const Argument &Stack, size_t Size);

/// What the stacks in the metadata of \p Nodes have in common, outermost first,
/// as metadata of the form of the first one: the stack of a node that stands
/// for all of them. Those without a stack of a known form do not count, nor
/// those with one that is made up where there are others;
/// std::nullopt where no other is left.
std::optional<Argument> commonModuleStack(llvm::ArrayRef<Node *> Nodes);

/// The path of the module that \p N comes from: the innermost module of its
/// stack; without one the target of a call_module, which for nested graphs
/// is below the path of the module that the graph belongs to;
/// std::nullopt for everything else.
std::optional<std::string> modulePath(const Node &N);

/// `net.py:12` of the innermost frame of `stack_trace` that is not PyTorch's
/// own, or else of the innermost one; empty where there is none.
std::string sourceLine(const Node &N);

/// Writes `Node relu is from module layer1.0.relu` for each node, `?` for a
/// module that is not known. The graphs of submodules follow, each below a line
/// `=== path`.
void printModulePaths(const GraphModule &M, llvm::raw_ostream &OS);

/// `layer1.0` for `L['self'].layer1[0]` and `layer1.0`; empty for the root.
std::string normalizeModulePath(llvm::StringRef Path);

/// Path of what \p Relative names in the graph of a module at \p Base.
std::string joinModulePath(llvm::StringRef Base, llvm::StringRef Relative);

} // namespace fx

#endif // FX_ANALYSIS_MODULESTACK_H
