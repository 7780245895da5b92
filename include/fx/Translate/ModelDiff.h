//===- ModelDiff.h - In what two models differ ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// All differences of two versions of a model, node by node. Nodes are paired
/// by Alignment.h, so that a node that was added does not make the rest differ.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_MODELDIFF_H
#define FX_TRANSLATE_MODELDIFF_H

#include "fx/Analysis/Alignment.h"
#include "fx/Translate/ModelInfo.h"
#include "fx/Translate/Overlay.h"
#include <functional>
#include <memory>
#include <optional>

namespace fx {

/// What counts as a difference.
struct ModelDiffOptions {
  bool Names = true;    ///< Names of nodes.
  bool Metadata = true; ///< Metadata but for values.
  bool Types = true;    ///< Types of values, and annotations.
  bool Order = true;    ///< Nodes that moved, but for the order of inputs.
  bool Users = true;    ///< The order of the users of a value.
  bool State = true;    ///< Parameters, buffers and constants.
  /// Whether the state at a path has the same bytes in both; empty: bytes do
  /// not count.
  std::function<llvm::Expected<bool>(llvm::StringRef Path)> SameBytes;
  /// Whether changes of a node count; empty: of all.
  std::function<bool(const Node &N)> Only;
};

/// One thing in which two nodes of a pair differ.
struct FactChange {
  enum FactKind : uint8_t {
    Argument,
    Target,      ///< Another spelling or overload of the operator.
    Constructor, ///< The constructor of the module that is called.
    Value,       ///< The type of the value.
    Annotation,
    /// \name Of less weight
    /// @{
    Follows, ///< An argument is what took the place of a node that is gone.
    Renamed,
    Metadata,
    Users,
    /// @}
  };
  FactKind Kind;
  /// The parameter or the key; else in words.
  std::string Name;
  /// Texts; empty where there is nothing.
  std::string Before, After;
  /// The same with operators for names of nodes: what equal changes at several
  /// places have in common.
  std::string Pattern;

  bool isMinor() const { return Kind >= Follows; }
};

/// A node that is gone, or new, or one pair.
struct NodeDifference {
  const Node *Before = nullptr, *After = nullptr;
  /// How many pairs that are in order come before.
  size_t Place = 0;
  bool Moved = false;
  std::vector<FactChange> Facts;

  const Node &node() const { return After ? *After : *Before; }
  /// Whether nothing of weight changed.
  bool isMinor() const;
};

/// The graphs of modules at one path.
struct GraphDiff {
  std::string Path; ///< Empty for the root.
  /// Null where one model alone has a graph there.
  const Graph *Before = nullptr, *After = nullptr;
  Alignment Pairs; ///< If there are two.
  /// In the order of the second graph, with what is gone where it was.
  std::vector<NodeDifference> Changes;
};

/// A parameter, a buffer or a constant.
struct StateChange {
  std::string Path;
  /// `parameter f32[64]`; empty where there is none.
  std::string Before, After;
  bool OtherBytes = false;
};

/// How two models differ.
struct ModelDiff {
  ModelInfo Before, After;
  std::vector<GraphDiff> Graphs;
  std::vector<StateChange> State;
  /// Of the program: ranges, guards, dialect, how inputs and outputs nest; and
  /// of the module tree.
  std::vector<FactChange> Program;
  /// How far values of nodes were apart in a run of the two, if there was one.
  std::optional<std::vector<ValueDistance>> Values;
  /// How many nodes are gone, new, changed and moved.
  size_t Gone = 0, New = 0, Changed = 0, Moved = 0;
  /// How many parameters, buffers and constants of both have bytes that were
  /// not compared.
  size_t UncomparedState = 0;
  /// ModelDiffOptions::Only was there.
  bool IsOfSome = false;

  bool isSame() const;
};

/// Compares \p A with \p B, which may be of two contexts and must not change
/// as long as the result is used. Errors: those of \p Options.SameBytes.
llvm::Expected<ModelDiff> diffModels(const GraphModule &A, const GraphModule &B,
                                     const ModelDiffOptions &Options = {});

/// How a difference is written.
struct DiffTextOptions {
  /// What the two are called.
  std::string Before, After;
  /// Each change, also equal ones in equal modules and those of less weight.
  bool All = false;
  /// The head alone.
  bool HeadOnly = false;
  bool Colors = false;
};

/// Writes lines for people: numbers of the whole, then the changes by module.
void printModelDiff(const ModelDiff &D, llvm::raw_ostream &OS,
                    const DiffTextOptions &Options);
/// Writes lines of nodes as a unified diff with three lines of context.
void printUnifiedDiff(const ModelDiff &D, llvm::raw_ostream &OS,
                      const DiffTextOptions &Options);
/// Writes an object with all of it; see docs/Diff.md.
void writeModelDiff(const ModelDiff &D, llvm::json::OStream &J,
                    const DiffTextOptions &Options);

/// Writes \p Modules as text that is made to be compared line by line: nothing
/// in a line depends on other lines, on files or on places in them. Weights
/// are 16 digits of a hash of their bytes.
llvm::Error writeDiffText(llvm::ArrayRef<const GraphModule *> Modules,
                          llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_TRANSLATE_MODELDIFF_H
