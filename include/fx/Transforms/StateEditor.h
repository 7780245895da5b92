//===- StateEditor.h - Editing weights from a pass --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Parameters, buffers and constants of a graph with its module tree: those of
/// an exported program, which its placeholders name, and those that get_attr
/// nodes of a torch.fx graph fetch. An edit keeps node, signature, module tree
/// and bytes in step. To fold a factor into a weight that only one call uses:
/// \code{.txt}
///   StateEditor State(M);
///   if (!State.isConstant(*Weight) || !Weight->hasOneUser())
///     return false;
///   Expected<TensorData> Data = State.read(*Weight);
///   if (!Data)
///     return Data.takeError();
///   if (Error E = State.replace(*Weight, Data->map([&](double W) {
///         return W * Factor;
///       })))
///     return std::move(E);
/// \endcode
/// Bytes are read when somebody asks for them, and written with the module.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_STATEEDITOR_H
#define FX_TRANSFORMS_STATEEDITOR_H

#include "fx/IR/ExportedProgram.h"
#include "fx/Interop/WeightStore.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace fx {

class WholeModules;

/// Adds, changes and removes state of one module.
class StateEditor {
public:
  /// \p M outlives this. O(nodes).
  explicit StateEditor(GraphModule &M);

  /// The dotted name of the state that is the value of \p N; empty for other
  /// values.
  static std::string pathOf(const Node &N);
  /// Whether the state at \p Path is of a module of which a program keeps the
  /// signature. Where nothing else is left of the module,
  /// torch.export.unflatten makes it of its state.
  static bool isOfPreserved(const GraphModule &M, llvm::StringRef Path);
  /// Whether PyTorch's state dictionary of the program has a key for \p T.
  static bool isInStateDict(const TensorAttr &T);
  /// The first node of the root graph with the state at \p Path, or null.
  Node *find(llvm::StringRef Path) const { return Nodes.lookup(Path); }

  /// Whether nothing in the module writes to the state that \p N is, nor to
  /// state that shares memory with it, by an operator or by an output of the
  /// signature; one that is its gradient says that somebody else will. What
  /// the tables do not know may write; graphs that operators call are looked
  /// at. The first question is O(nodes + uses); later answers are those of
  /// then.
  bool isConstant(const Node &N) { return isConstant(pathOf(N)); }
  bool isConstant(llvm::StringRef Path);
  /// Whether an output of the graph may share memory with it, likewise.
  bool isReturned(llvm::StringRef Path);
  /// Whether it is the same in every run: constant, and not returned to callers
  /// who may write to it.
  bool isFixed(llvm::StringRef Path) {
    return isConstant(Path) && !isReturned(Path);
  }
  /// Whether a graph may look at more of its memory than its elements, or at
  /// where they begin, likewise: what replaces it then has the same storage.
  bool hasStorageUses(llvm::StringRef Path);
  /// Whether other state has the same record: tied weights, views.
  bool isShared(llvm::StringRef Path) const;

  /// Its elements. Errors: those of readState().
  llvm::Expected<TensorData> read(const Node &N) const;
  /// Gives the state other elements, sizes or type; everything that is the
  /// value of N changes. Contiguous data is laid out as the state was, if the
  /// sizes are the same and its elements did not overlap; see writeState().
  /// State that shared its record keeps the old elements. Errors: those of
  /// writeState().
  llvm::Error replace(Node &N, const TensorData &Data);

  /// \name New state: a placeholder among those of its kind, or, in a graph
  /// that is not an exported program, a get_attr at the insertion point. It has
  /// strides, offset and storage of \p Data. A path that is taken gets the
  /// first of `_1`, `_2`, ... Errors: those of WeightStore::add.
  /// @{
  llvm::Expected<Node *> addParameter(llvm::StringRef Path,
                                      const TensorData &Data,
                                      bool RequiresGrad = true);
  llvm::Expected<Node *> addBuffer(llvm::StringRef Path, const TensorData &Data,
                                   bool Persistent = true);
  llvm::Expected<Node *> addConstant(llvm::StringRef Path,
                                     const TensorData &Data);
  /// State of the role of \p Kind, on its device.
  llvm::Expected<Node *> addLike(llvm::StringRef Path, const TensorData &Data,
                                 const TensorAttr &Kind);
  /// @}

  /// A placeholder of a program for the state at \p Path, which has none; null
  /// where there is no such state.
  Node *addPlaceholder(llvm::StringRef Path);

  /// Erases \p N, a value without users, and its state unless other nodes name
  /// it. False, changing nothing, if it has users or is not state.
  bool erase(Node &N);

  /// Makes state another kind of it, where it is named too: a parameter a
  /// constant, a buffer one that is not saved. Its elements stay where they
  /// are.
  void setRole(llvm::StringRef Path, TensorAttr::RoleKind Role,
               bool Persistent = true) {
    setRoles(Path.str(), Role, Persistent);
  }
  /// The same for several, in O(nodes + paths) for the usual order of inputs.
  void setRoles(llvm::ArrayRef<std::string> Paths, TensorAttr::RoleKind Role,
                bool Persistent = true);

private:
  struct Use {
    bool Written = false, Returned = false, LooksAtStorage = false;
    void add(Use O) {
      Written |= O.Written;
      Returned |= O.Returned;
      LooksAtStorage |= O.LooksAtStorage;
    }
  };
  llvm::Expected<Node *> add(llvm::StringRef Path, const TensorData &Data,
                             TensorAttr T);
  void forEachNode(llvm::StringRef Path,
                   llvm::function_ref<void(Node &)> Fn) const;
  bool isOfWholeModule(llvm::StringRef Path);
  Node *addPlaceholder(llvm::StringRef Path, const TensorAttr &T);
  void findUses();
  Use followUses(Node &N, class EffectCache &Effects);
  std::optional<Use> useByGraphs(const Node &Call, const Node &Value);
  Use useOfInput(Node &Placeholder);
  void findUsesOfCall(Node &Call, class EffectCache &Effects);
  void noteUse(const TensorAttr &T, llvm::StringRef Path, Use U);
  const Use &useOf(llvm::StringRef Path);

  GraphModule &M;
  llvm::StringMap<Node *> Nodes;
  /// The placeholders of a program for each state; mostly one.
  llvm::StringMap<llvm::SmallVector<Node *, 1>> Inputs;
  /// Modules that are there as a whole, of a program: no pass adds or erases
  /// some there.
  std::shared_ptr<const WholeModules> Wholes;
  bool KnowsUses = false;
  /// Uses of each memory.
  llvm::StringMap<Use> Uses;
  /// Uses of placeholders of graphs that operators call.
  llvm::DenseMap<const Node *, Use> UsesOfInputs;
};

} // namespace fx

#endif // FX_TRANSFORMS_STATEEDITOR_H
