//===- Module.h - Module tree and GraphModule -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A GraphModule (torch.fx: GraphModule) is a graph together with the tree of
/// modules that its get_attr and call_module targets name. A module of the tree
/// knows its class and constructor arguments, its tensors by name and type
/// (never their bytes), other attributes, and, where it is a GraphModule
/// itself, a graph of its own.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULE_H
#define FX_IR_MODULE_H

#include "fx/IR/Argument.h"
#include "fx/IR/Graph.h"
#include "fx/Support/SourceText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <vector>

namespace fx {

class ExportedProgram;
class GraphModule;
class WeightStore;

/// A parameter, buffer or constant of a module.
struct TensorAttr {
  enum RoleKind : uint8_t {
    Parameter,
    Buffer,
    Constant, ///< A tensor that is neither, an attribute of a module.
    Object,   ///< A constant that is not a tensor, which only PyTorch can read.
  };
  Symbol Name;
  RoleKind Role = Parameter;
  /// A TensorType with the known facts, or None. Strides and offset count in
  /// the record, which may hold more than this tensor.
  Argument Type;
  bool RequiresGrad = true; ///< For parameters alone.
  bool Persistent = true;   ///< Whether a buffer is saved.
  /// The record is not raw bytes but a pickle, as of subclasses of tensors.
  bool Pickled = false;
  /// Name of the tensor's record in the weight file where that is not its
  /// path. Tensors with the same record share memory: they are tied, or views.
  Symbol Record;

  bool isTensor() const { return Role != Object; }
  /// The same as a tensor's type, or no type.
  TensorType tensorType() const { return TensorType(Type); }
  /// Type with RequiresGrad, which is not part of it: what tables of archives
  /// and values of placeholders have.
  Argument typeWithGradient() const;
  /// Whether training may want a gradient: a parameter, also one that is frozen
  /// now, or another tensor that asks for one.
  bool mayHaveGradient() const;
};

/// The words for the roles, in the order of the enumeration: `parameter`,
/// `buffer`, `constant` and `object`. Texts and JSON have them.
llvm::ArrayRef<llvm::StringLiteral> roleWords();
llvm::StringRef toString(TensorAttr::RoleKind Role);
/// The role of such a word; std::nullopt for another one.
std::optional<TensorAttr::RoleKind> parseRole(llvm::StringRef Word);

/// What of a module changed.
enum class ModuleChange : uint8_t {
  Class,      ///< Class, arguments, extra text or mode.
  Children,   ///< A submodule came or went.
  Code,       ///< It has another graph, or none.
  State,      ///< Parameters, buffers, constants, objects.
  Attributes, ///< Other attributes.
  Program,    ///< What torch.export says about a root.
};

/// Is notified of changes of a tree of modules, after they were made. Code that
/// changes a TensorAttr, or a member of ExportedProgram, in place calls
/// Module::noteChange(). Edits of graphs are heard by GraphListeners.
class ModuleListener {
public:
  virtual ~ModuleListener();
  virtual void moduleChanged(Module &M, ModuleChange What) = 0;
};

/// One module of a tree (torch.nn.Module as far as graphs need it).
class Module {
public:
  Module(Context &Ctx, Symbol ClassName) : Ctx(Ctx), ClassName(ClassName) {}
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  Context &context() const { return Ctx; }

  /// Class as it was written: qualified (`torch.nn.ReLU`) in native text, bare
  /// (`ReLU`) in what print(module) shows; null for an unknown class.
  Symbol className() const { return ClassName; }
  void setClassName(Symbol Name) {
    ClassName = Name;
    noteChange(ModuleChange::Class);
  }
  /// Constructor arguments that were written.
  llvm::ArrayRef<Argument> args() const { return Args; }
  llvm::ArrayRef<KwArg> kwargs() const { return Kwargs; }
  void setArgs(std::vector<Argument> A) {
    Args = std::move(A);
    noteChange(ModuleChange::Class);
  }
  void setKwargs(std::vector<KwArg> K) {
    Kwargs = std::move(K);
    noteChange(ModuleChange::Class);
  }
  /// Text of a printed module that is not a list of arguments (a free
  /// extra_repr), kept line by line.
  llvm::ArrayRef<std::string> extraText() const { return Extra; }
  void setExtraText(std::vector<std::string> Lines) {
    Extra = std::move(Lines);
    noteChange(ModuleChange::Class);
  }

  /// torch.nn.Module.training.
  bool isTraining() const { return Training; }
  void setTraining(bool T) {
    Training = T;
    noteChange(ModuleChange::Class);
  }

  Module *parent() const { return Parent; }
  /// Name in the parent; null for a root.
  Symbol name() const { return Name; }
  /// Dotted path from the root; empty for the root.
  std::string path() const;

  /// Children in order (torch.nn.Module.named_children).
  llvm::ArrayRef<std::unique_ptr<Module>> children() const { return Children; }
  /// The child \p Name, or null. O(1).
  Module *child(llvm::StringRef Name) const;
  /// Adds a child; an old one of that name is replaced in its place.
  Module &addChild(Symbol Name, std::unique_ptr<Module> Child);
  void removeChild(llvm::StringRef Name);
  /// Removes the children for which \p Goes is true. O(children).
  void removeChildren(llvm::function_ref<bool(const Module &Child)> Goes);

  /// \name Tensors, in the order in which they were added. Names must not be
  /// changed. Adding and removing invalidates pointers and references.
  /// @{
  llvm::ArrayRef<TensorAttr> tensors() const { return Tensors; }
  llvm::MutableArrayRef<TensorAttr> tensors() { return Tensors; }
  /// The tensor \p Name, or null. O(1).
  TensorAttr *tensor(llvm::StringRef Name);
  const TensorAttr *tensor(llvm::StringRef Name) const;
  /// An old one of that name is replaced in its place. O(1).
  TensorAttr &addTensor(TensorAttr T);
  /// \name O(tensors)
  /// @{
  void removeTensor(llvm::StringRef Name);
  void removeTensors(llvm::function_ref<bool(const TensorAttr &T)> Goes);
  /// @}
  /// @}

  /// \name Attributes that are neither tensors nor modules. Getting and setting
  /// is O(1), removing linear. Pointers are valid until one is set or removed.
  /// @{
  llvm::ArrayRef<KwArg> attributes() const { return Attributes; }
  const Argument *attribute(llvm::StringRef Name) const;
  void setAttribute(Symbol Name, Argument Value);
  void removeAttribute(llvm::StringRef Name);
  /// @}

  /// Whether dotted \p Path names a module, a tensor or another attribute below
  /// this module.
  bool hasAttribute(llvm::StringRef Path) const;

  /// The module's own graph, or null.
  Graph *graph() const { return Code.get(); }
  /// At the root of an exported program, what remains is a plain graph.
  void setGraph(std::unique_ptr<Graph> G);
  std::unique_ptr<Graph> takeGraph() {
    std::unique_ptr<Graph> Taken = std::move(Code);
    noteChange(ModuleChange::Code);
    return Taken;
  }

  /// The module at dotted \p Path below this one, this one for an empty path,
  /// or null (torch.nn.Module.get_submodule). O(path).
  Module *lookup(llvm::StringRef Path);
  const Module *lookup(llvm::StringRef Path) const {
    return const_cast<Module *>(this)->lookup(Path);
  }
  /// Adds \p Child at \p Path with empty modules on the way
  /// (torch.fx: GraphModule.add_submodule).
  Module &addSubmodule(llvm::StringRef Path, std::unique_ptr<Module> Child);
  /// torch.fx: GraphModule.delete_submodule. False if there is none.
  bool deleteSubmodule(llvm::StringRef Path);

  /// Calls \p Fn for this module and all below, parents first, with their
  /// paths. Not recursive.
  void walk(llvm::function_ref<void(Module &, llvm::StringRef Path)> Fn);
  void
  walk(llvm::function_ref<void(const Module &, llvm::StringRef Path)> Fn) const;

  /// A deep copy, graphs included, without listeners.
  std::unique_ptr<Module> clone() const;

  /// \name Listening, at the root of a tree
  /// @{
  void addListener(ModuleListener *L) { Listeners.push_back(L); }
  void removeListener(ModuleListener *L);
  /// Tells the listeners of the root. O(depth).
  void noteChange(ModuleChange What) {
    Module *Root = this;
    while (Root->Parent)
      Root = Root->Parent;
    for (size_t I = 0; I < Root->Listeners.size(); ++I)
      Root->Listeners[I]->moduleChanged(*this, What);
  }
  /// @}

private:
  /// Finds entries of a list by name: with a table once there are more than a
  /// few.
  class NameIndex {
  public:
    /// The place of the entry \p Name, or the number of entries.
    template <typename List>
    size_t find(const List &Entries, Symbol Name) const;
    /// To be called after an entry was added at the end.
    template <typename List> void noteAdded(const List &Entries);
    /// To be called after entries went.
    template <typename List> void rebuild(const List &Entries);

  private:
    static constexpr size_t MaxUnindexed = 16;
    llvm::DenseMap<Symbol, size_t> Places;
  };
  static Symbol nameOf(const std::unique_ptr<Module> &Child) {
    return Child->Name;
  }
  template <typename Entry> static Symbol nameOf(const Entry &E) {
    return E.Name;
  }
  template <typename List>
  size_t findByText(const List &Entries, const NameIndex &Index,
                    llvm::StringRef Name) const;

  Context &Ctx;
  Symbol ClassName;
  Symbol Name;
  Module *Parent = nullptr;
  bool Training = false;
  std::vector<Argument> Args;
  std::vector<KwArg> Kwargs;
  std::vector<std::string> Extra;
  std::vector<std::unique_ptr<Module>> Children;
  std::vector<TensorAttr> Tensors;
  std::vector<KwArg> Attributes;
  NameIndex ChildIndex, TensorIndex, AttributeIndex;
  std::unique_ptr<Graph> Code;
  friend class GraphModule;
  llvm::SmallVector<ModuleListener *, 0> Listeners;
};

/// What a dotted path names in a tree.
struct AttributeRef {
  Module *Owner = nullptr; ///< The module that holds it; null: nothing found.
  Module *Sub = nullptr;   ///< It is a submodule, ...
  TensorAttr *Tensor = nullptr;    ///< ... a tensor ...
  const Argument *Value = nullptr; ///< ... or another attribute.
  explicit operator bool() const { return Sub || Tensor || Value; }
};

/// A root module with a graph, and where they came from.
class GraphModule {
public:
  /// How much a module tree says.
  enum class TreeKind : uint8_t {
    None,   ///< There is no tree: targets are not checked.
    Open,   ///< From print(module): attributes and arguments may be hidden.
    Closed, ///< From native text or an archive: the tree is complete.
  };

  /// An empty graph without a tree.
  explicit GraphModule(Context &Ctx);
  ~GraphModule();

  Context &context() const { return Ctx; }
  /// Name in the file; null for the usual single module.
  Symbol name() const { return Name; }
  void setName(Symbol N) { Name = N; }

  Graph &graph() { return *Root->graph(); }
  const Graph &graph() const { return *Root->graph(); }
  /// The root of the tree; its graph() is this module's graph.
  Module &root() { return *Root; }
  const Module &root() const { return *Root; }
  /// Makes \p Tree the root() in place of the old one, keeping its listeners,
  /// and the graph unless \p Tree has one; then program() is null.
  void setTree(std::unique_ptr<Module> Tree, TreeKind Kind);
  TreeKind treeKind() const { return Tree; }
  void setTreeKind(TreeKind K) { Tree = K; }
  bool hasTree() const { return Tree != TreeKind::None; }

  /// The module a call_module target names, or null.
  Module *submodule(llvm::StringRef Path) { return Root->lookup(Path); }
  const Module *submodule(llvm::StringRef Path) const {
    return const_cast<Module &>(*Root).lookup(Path);
  }
  /// What a get_attr target names.
  AttributeRef attribute(llvm::StringRef Path);

  /// Removes submodules without users (torch.fx:
  /// GraphModule.delete_all_unused_submodules). What a graph in use names
  /// stays, with its parents, and with everything below it if it has no graph.
  /// In use are this module's graph and those of modules that stay. Returns how
  /// many were removed, not counting those below them. O(nodes + modules).
  unsigned deleteUnusedSubmodules();
  /// The same among those at \p Paths and below; graphs elsewhere are in use.
  unsigned deleteUnusedSubmodules(llvm::ArrayRef<std::string> Paths);

  /// Calls \p Fn for this graph and every graph of the tree, root first.
  void forEachGraph(llvm::function_ref<void(Graph &, llvm::StringRef Path)> Fn);

  /// \name State: the parameters, buffers, constants and objects of the tree.
  /// A dotted path names them; what a program calls so that it can be no path
  /// of the tree (`a..b`, or `a.b` beside a tensor `a`) is a member of the root
  /// with the whole name.
  /// @{

  /// The state that \p Path names, or null. O(path).
  TensorAttr *state(llvm::StringRef Path);
  const TensorAttr *state(llvm::StringRef Path) const {
    return const_cast<GraphModule *>(this)->state(Path);
  }
  /// Adds \p T, whose name is taken from \p Path, with empty modules on the way
  /// where that can be a path, and replaces one of that name. Null if a module
  /// has the name.
  TensorAttr *addState(llvm::StringRef Path, TensorAttr T);
  /// Removes what \p Path names, and modules on the way that are empty then.
  /// False if there is none.
  bool removeState(llvm::StringRef Path);
  /// Calls \p Fn for all state, parents first.
  void
  forEachState(llvm::function_ref<void(TensorAttr &, llvm::StringRef Path)> Fn);
  void forEachState(
      llvm::function_ref<void(const TensorAttr &, llvm::StringRef)> Fn) const;
  /// \p Path as PyTorch can read it (see AttributeNames.h), or that with the
  /// first of `_1`, `_2`, ... that nothing in the tree is called.
  std::string freeStatePath(llvm::StringRef Path) const;
  /// @}

  /// What torch.export adds; null for a plain graph, as one is that
  /// Module::setGraph has put in the place of a program's.
  ExportedProgram *program() const {
    const Graph *G = Root->graph();
    return G ? G->ownProgram() : nullptr;
  }
  /// Makes this an exported program, empty at first.
  ExportedProgram &makeProgram();

  /// Files that hold the tensors' bytes, as written in the text. A record is in
  /// the first one that has it.
  llvm::ArrayRef<std::string> weightFiles() const { return Weights; }
  void setWeightFiles(std::vector<std::string> Files) {
    Weights = std::move(Files);
  }
  void addWeightFile(llvm::StringRef File) { Weights.push_back(File.str()); }
  /// The first of them; empty: there is none.
  llvm::StringRef weights() const {
    return Weights.empty() ? llvm::StringRef() : llvm::StringRef(Weights[0]);
  }
  /// The bytes of records (fx/Interop/WeightStore.h), or null. Clones share it.
  const std::shared_ptr<WeightStore> &weightStore() const { return Store; }
  void setWeightStore(std::shared_ptr<WeightStore> S) { Store = std::move(S); }

  /// The text that locations of nodes refer to.
  const SourceText &source() const { return Source; }
  void setSource(SourceText From) { Source = std::move(From); }

  /// Whether the text this was read from was printed by PyTorch 1, whose
  /// generated code differs (`[#users=1]`, `[uses=1]`).
  bool isFromOldTorch() const { return OldTorch; }
  void setFromOldTorch(bool Old) { OldTorch = Old; }

  std::unique_ptr<GraphModule> clone() const;

private:
  Context &Ctx;
  Symbol Name;
  std::unique_ptr<Module> Root;
  TreeKind Tree = TreeKind::None;
  /// Listens to the root's graph.
  std::unique_ptr<ExportedProgram> Program;
  std::vector<std::string> Weights;
  std::shared_ptr<WeightStore> Store;
  SourceText Source;
  bool OldTorch = false;
};

} // namespace fx

#endif // FX_IR_MODULE_H
