//===- ModulePattern.h - Names that pick modules ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What the option `modules=` takes:
///
///   relu, ReLU, torch.nn.ReLU   modules of that class, in any case of letters;
///                               the module at that path if nothing knows such
///                               a class
///   layer1.*.relu, *            modules whose path fits the glob
///   path:relu                   modules whose path fits, never a class
///   class:Conv*                 modules whose class fits, never a path
///   leaf                        modules without a graph of their own
///
/// A glob is `*` (any characters, dots included), `?`, `[abc]`, `{relu,gelu}`,
/// `\` before a character that stands for itself.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_MODULEPATTERN_H
#define FX_ANALYSIS_MODULEPATTERN_H

#include "fx/Analysis/ClassPattern.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace fx {

class DiagnosticEngine;

/// One name. Immutable.
class ModulePattern {
public:
  /// Fails when the glob is malformed.
  static llvm::Expected<ModulePattern> parse(llvm::StringRef Text);

  llvm::StringRef text() const { return Text; }
  bool matchesPath(llvm::StringRef Path) const;
  /// Whether a module of the class \p Class, as its tree writes it, is picked.
  bool matchesClass(llvm::StringRef Class) const;
  /// Whether it is the name of a class of the module table, in the tree or not.
  bool isKnownClass() const;
  /// `leaf`.
  bool matchesLeaves() const { return Leaves; }

private:
  ModulePattern() = default;
  std::string Text;
  std::optional<ClassPattern> Class;
  std::shared_ptr<const std::string> PathText;
  std::optional<llvm::GlobPattern> Path;
  bool Leaves = false;
  /// A plain name with dots, which a bare class fits only if it is known to be
  /// called so: `layer1.0.relu` is a path.
  bool Dotted = false;
};

/// Answers which modules of one graph module a list of names picks.
class ModuleSelection {
public:
  ModuleSelection(llvm::ArrayRef<ModulePattern> Patterns, const GraphModule &M);

  /// Whether the module at \p Path from the root is picked; \p Sub is it, or
  /// null when the tree does not have it.
  bool contains(llvm::StringRef Path, const Module *Sub);

  /// Warns about each name that picked none of the modules that contains() was
  /// asked about, with what there is; `leaf` may pick none.
  void reportUnused(DiagnosticEngine &Diags) const;

private:
  struct Name {
    const ModulePattern *Pattern;
    /// The tree has a module of this class, so that the name is not a path.
    bool IsClass = false;
    bool Used = false;
  };
  const GraphModule &M;
  llvm::SmallVector<Name, 4> Names;
  llvm::StringMap<bool> Known;
  /// Classes and paths of what contains() was asked about, for messages.
  llvm::StringMap<unsigned> ClassCounts;
};

/// Reads several names. Fails at the first that is malformed.
llvm::Expected<std::vector<ModulePattern>>
parseModulePatterns(llvm::ArrayRef<std::string> Texts);

} // namespace fx

#endif // FX_ANALYSIS_MODULEPATTERN_H
