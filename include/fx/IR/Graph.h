//===- Graph.h - An ordered list of nodes -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A Graph (torch.fx: Graph) owns its nodes and keeps them in order. Node
/// pointers stay valid until the node is erased; iteration survives inserting
/// and erasing. Nothing here recurses on the depth of the graph.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_GRAPH_H
#define FX_IR_GRAPH_H

#include "fx/IR/Context.h"
#include "fx/IR/GraphStorage.h"
#include "fx/IR/Namespace.h"
#include "fx/IR/NodeRange.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace fx {

class ExportedProgram;
class Module;

/// What of a node changed.
enum class NodeChange : uint8_t {
  /// Args and kwargs as a whole: the node has become the last user of each of
  /// its operands.
  Arguments,
  /// Some operands, one by one; what else the arguments hold stayed.
  Operands,
  Opcode,
  Target,
  Name,
  Type,
  /// Where it is in the graph's order.
  Place,
};

/// Is notified of changes of a graph, after each; nodeErased alone is called
/// before the node is erased. A listener may edit the graph, and add and remove
/// listeners; it and the others are notified of those edits too. It must not
/// erase the node of the notification, nor give a user to a node that is about
/// to be erased.
class GraphListener {
public:
  virtual ~GraphListener();
  /// torch.fx: _register_create_node_hook.
  virtual void nodeCreated(Node &) {}
  /// The node has no users; it is gone after the call
  /// (torch.fx: _register_erase_node_hook).
  virtual void nodeErased(Node &) {}
  /// \p Count uses of \p Old are now uses of \p New: all but those by \p New
  /// itself, or those by the users \p Chosen where a filter chose some
  /// (torch.fx: _register_replace_node_hook).
  virtual void usesReplaced(Node & /*Old*/, Node & /*New*/, unsigned /*Count*/,
                            llvm::ArrayRef<Node *> /*Chosen*/) {}
  /// Whether nodeChanged is called for each user of a value whose uses are
  /// replaced, before usesReplaced is. That makes replacing slower. The answer
  /// stays the same.
  virtual bool hearsUsers() const { return false; }
  virtual void nodeChanged(Node &, NodeChange) {}
  /// The node has other metadata.
  virtual void metaChanged(Node &) {}
  /// Node::setUserOrder or moveAmongUsersOf changed the order of the users.
  virtual void usersReordered(Node &) {}
  /// The graph is being destroyed. nodeErased is not called for its nodes; the
  /// listener is unregistered.
  virtual void graphDestroyed(Graph &) {}
};

/// Sets a graph's insertion point back when it dies. Guards mostly die in
/// reverse order; one that dies before a later one leaves the point where it
/// is, and the later one sets it back in its place.
class InsertionGuard {
public:
  InsertionGuard(InsertionGuard &&O);
  InsertionGuard(const InsertionGuard &) = delete;
  InsertionGuard &operator=(const InsertionGuard &) = delete;
  ~InsertionGuard();

private:
  friend class Graph;
  InsertionGuard(Graph &G);
  Graph *G;
  Node *Saved;
  bool SavedIsBehind;
  InsertionGuard *Outer;
};

/// A list of nodes, in the order in which they run (torch.fx: Graph).
class Graph {
public:
  /// \p Owner is the module this graph is the code of
  /// (torch.fx: Graph.owning_module), or null.
  explicit Graph(Context &Ctx, Module *Owner = nullptr);
  ~Graph();
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  Context &context() const { return *Ctx; }
  Module *owningModule() const { return Owner; }
  void setOwningModule(Module *M) { Owner = M; }
  /// The exported program that this graph belongs to, as its graph or as one
  /// that an operator of higher order calls; null for others. O(depth).
  ExportedProgram *program() const;
  /// The exported program whose root graph this is, or null.
  ExportedProgram *ownProgram() const { return Program; }

  //===--- Nodes ----------------------------------------------------------===//

  /// torch.fx: Graph.nodes.
  NodeRange nodes() const { return NodeRange(*this, false); }
  /// torch.fx: reversed(Graph.nodes).
  NodeRange reversedNodes() const { return NodeRange(*this, true); }
  size_t size() const { return NumNodes; }
  bool empty() const { return NumNodes == 0; }
  Node *front() const { return node(FirstNode); }
  Node *back() const { return node(LastNode); }
  /// Null for 0; for an erased node, that one until a new one takes its slot.
  Node *node(uint32_t Id) const { return Store.node(Id); }
  /// One more than the greatest id ever used: the size of dense side tables.
  uint32_t idBound() const { return Store.idBound(); }
  /// The last node if it is an output, else the last output there is, else
  /// null (torch.fx: Graph.output_node, which asserts). O(1) in the first
  /// case, O(nodes) otherwise.
  Node *outputNode() const;
  /// Nodes with this opcode, and target where one is given, in order
  /// (torch.fx: Graph.find_nodes). Answered from an index that is built by the
  /// first question: O(k log k) for k hits.
  FoundNodes findNodes(Opcode Op, Symbol Target = {}) const;
  FoundNodes findNodes(Opcode Op, llvm::StringRef Target) const;
  /// Calls of any spelling of one operator: `findNodes<ops::Relu>()`.
  template <typename OpT> FoundNodes findNodes() const {
    return findCalls(OpT::info());
  }
  FoundNodes findCalls(const class OpInfo &Op) const;
  /// The node of that name, or null. O(1) after the first question.
  Node *findByName(llvm::StringRef Name) const;

  //===--- Creating -------------------------------------------------------===//

  /// Makes a node at the insertion point (torch.fx: Graph.create_node). Its
  /// name comes from \p Name, or from the target when that is empty. A node
  /// of another graph, or an erased one, must not occur in the arguments: None
  /// replaces it, and the verifier reports it.
  Node *createNode(Opcode Op, Symbol Target, llvm::ArrayRef<Argument> Args = {},
                   llvm::ArrayRef<KwArg> Kwargs = {}, llvm::StringRef Name = {},
                   Symbol Type = {});
  /// torch.fx: Graph.placeholder. \p Target may begin with `*` or `**`.
  Node *placeholder(llvm::StringRef Target,
                    std::optional<Argument> Default = std::nullopt,
                    llvm::StringRef Type = {});
  /// torch.fx: Graph.get_attr.
  Node *getAttr(llvm::StringRef Path, llvm::StringRef Type = {});
  /// torch.fx: Graph.call_function.
  Node *callFunction(llvm::StringRef Target, llvm::ArrayRef<Argument> Args = {},
                     llvm::ArrayRef<KwArg> Kwargs = {},
                     llvm::StringRef Name = {});
  Node *callFunction(Symbol Target, llvm::ArrayRef<Argument> Args = {},
                     llvm::ArrayRef<KwArg> Kwargs = {},
                     llvm::StringRef Name = {}) {
    return createNode(Opcode::CallFunction, Target, Args, Kwargs, Name);
  }
  /// torch.fx: Graph.call_method; \p Args[0] is the receiver.
  Node *callMethod(llvm::StringRef Method, llvm::ArrayRef<Argument> Args = {},
                   llvm::ArrayRef<KwArg> Kwargs = {},
                   llvm::StringRef Name = {});
  /// torch.fx: Graph.call_module.
  Node *callModule(llvm::StringRef Path, llvm::ArrayRef<Argument> Args = {},
                   llvm::ArrayRef<KwArg> Kwargs = {},
                   llvm::StringRef Name = {});
  /// torch.fx: Graph.output.
  Node *output(const Argument &Result, llvm::StringRef Type = {});
  /// The fast path of typed builders: positional operands only.
  Node *createPlain(Opcode Op, Symbol Target, llvm::ArrayRef<Node *> Operands);
  /// `callFunction<ops::Mul>(A, B)`: the operator's main function spelling, or
  /// an overload in an exported program.
  template <typename OpT, typename... ArgTs>
  Node *callFunction(ArgTs &&...Args) {
    return OpT::create(*this, std::forward<ArgTs>(Args)...);
  }
  /// Makes a node with exactly this name, which must be free: for readers.
  /// Takes spec and operands as they are in \p B.
  Node *createNamed(Opcode Op, Symbol Target, const ArgSpecBuilder &B, Name N,
                    Symbol Type);
  /// The same with the id of a spec of the context, and as many operands as it
  /// has holes.
  Node *createNamed(Opcode Op, Symbol Target, uint32_t Spec,
                    llvm::ArrayRef<Node *> Operands, Name N, Symbol Type) {
    return create(Op, Target.id(), Spec, Operands, N, Type.id());
  }
  /// Gives \p N the arguments that a spec of the context makes of \p Operands.
  void assignSpec(Node *N, uint32_t Spec, llvm::ArrayRef<Node *> Operands);
  /// Gives \p N exactly this name, which no other node may have in the end.
  void assignName(Node *N, Name New);
  /// The names of this graph.
  Namespace &names() { return Names; }
  /// Gives every node the name that it would have in a new graph,
  /// in order and without names given, and forgets all other names (torch.fx:
  /// rename_nodes_to_canonical). Returns whether any name changed.
  bool renameNodesToCanonical();

  /// Copies \p N, which may be of another graph and context, mapping node
  /// references with \p Transform (identity for null: same graph only). Name,
  /// type and metadata come along (torch.fx: Graph.node_copy).
  Node *nodeCopy(const Node *N,
                 llvm::function_ref<Argument(Node *)> Transform = nullptr);
  /// Copies the nodes of \p G, which may be of another context or this graph
  /// itself, up to its output to the insertion point. Nodes that \p Values
  /// already maps are not copied. Returns what the output returns, mapped; None
  /// without an output (torch.fx: Graph.graph_copy).
  Argument graphCopy(const Graph &G,
                     llvm::DenseMap<const Node *, Argument> &Values,
                     Node **OutputNode = nullptr);
  /// A deep copy with the same names, types and metadata
  /// (torch.fx: Graph.__deepcopy__). O(nodes), at memory speed.
  std::unique_ptr<Graph> clone(Module *NewOwner = nullptr) const;

  //===--- The insertion point --------------------------------------------===//

  /// New nodes go right before \p N, in the order in which they are made,
  /// until the guard dies (torch.fx: Graph.inserting_before). Null: the front.
  /// The point moves with \p N; where \p N is erased it is before the node
  /// that followed.
  [[nodiscard]] InsertionGuard insertingBefore(Node *N);
  /// New nodes go after \p N, in the order in which they are made; torch.fx's
  /// Graph.inserting_after reverses them. Null: the end. A node that was erased
  /// is a mistake, as for eraseNode(): the point is the end then.
  [[nodiscard]] InsertionGuard insertingAfter(Node *N);
  /// New nodes go right before \p Before from now on; null: to the end, where
  /// insertingBefore() means the front.
  void setInsertionPoint(Node *Before) { setPoint(Before, false); }
  Node *insertionPoint() const { return InsertBefore; }

  //===--- Erasing --------------------------------------------------------===//

  /// Erases \p N and returns true; changes nothing and returns false when it
  /// has users, is of another graph or was erased before: a mistake, which the
  /// pass manager reports as an error of the pass (torch.fx: Graph.erase_node,
  /// which raises). Pointers to it stay those of an erased node, which edits
  /// refuse, until thousands of others are erased. O(operands + iterators that
  /// live).
  bool eraseNode(Node *N);
  /// The same for a node that may have users: it then stays, which is not
  /// a mistake. Returns whether \p N was erased.
  bool eraseIfUnused(Node *N) { return !N->hasUsers() && eraseNode(N); }
  /// Why eraseNode would refuse, or success.
  llvm::Error checkErasable(const Node *N) const;
  /// Why an edit was refused for the first time since the last question; empty
  /// if none was. Besides eraseNode these are edits whose place or argument
  /// there is not, and nodes that are null, erased, or of another graph.
  std::string takeRefusal() { return std::exchange(Refusal, {}); }
  /// Notes that an edit is not made.
  void refuse(const llvm::Twine &Why);
  /// Whether \p N is no node that this graph has: then \p Edit, as in `cannot
  /// use`, is refused.
  bool refuses(llvm::StringRef Edit, const Node *N);
  /// Erases nodes that have neither users nor effects, and returns whether any
  /// was erased (torch.fx: Graph.eliminate_dead_code). \p IsImpure decides
  /// about effects; by default the effect oracle. O(nodes + uses).
  bool
  eliminateDeadCode(llvm::function_ref<bool(const Node &)> IsImpure = nullptr);
  /// Checks what torch.fx's Graph.lint checks, and the links of the data
  /// structure; see Verifier.h for the numbered invariants.
  llvm::Error lint() const;

  //===--- Listening ------------------------------------------------------===//

  void addListener(GraphListener *L) {
    Listeners.push_back(L);
    UsersAreHeard |= L->hearsUsers();
  }
  void removeListener(GraphListener *L);

  //===--- For the verifier, hashes and printers --------------------------===//

  const Use &use(uint32_t Id) const { return Store.use(Id); }
  /// Nodes whose arguments named a node of another graph or an erased one.
  llvm::ArrayRef<uint32_t> nodesWithForeignOperands() const { return Foreign; }
  /// Bytes of memory that nodes and uses take.
  size_t memoryUsage() const { return Store.memoryUsage(); }

private:
  friend class ExportedProgram;
  friend class Node;
  friend class NodeCursor;
  friend class InsertionGuard;
  friend struct detail::GraphAccess;

  Node *create(Opcode Op, uint32_t Target, uint32_t Spec,
               llvm::ArrayRef<Node *> Operands, Name N, uint32_t Type);
  Node *importNode(const Node *N,
                   llvm::function_ref<Argument(Node *)> Transform);
  Node *copyPlainly(const Node *N,
                    const llvm::DenseMap<const Node *, Argument> &Values);
  Name nameFor(Opcode Op, Symbol Target, llvm::StringRef Given);
  uint32_t internSpec(const ArgSpecBuilder &B);
  void linkBefore(Node *N, Node *Before);
  void unlink(Node *N);
  void assignOrder(Node *N);
  void renumber(Node *Around);
  void attachOperands(Node *N, llvm::ArrayRef<Node *> Operands);
  void detachOperands(Node *N);
  void appendUse(uint32_t UseId, Node *Value);
  void insertUse(uint32_t UseId, Node *Value, Node *Owner);
  void removeUse(uint32_t UseId);
  bool sanitizeOperands(ArgSpecBuilder &B);
  void noteForeign(Node *N);
  void setPoint(Node *Before, bool Behind) {
    InsertBefore = Before;
    InsertBehind = Behind;
  }
  void leaveInsertionPoints(const Node *N, bool Erased);
  bool leaveCursors(const Node *N, bool Erased);
  void leftErased(Node *N) const;
  /// Calls \p Tell for every listener; they may come and go meanwhile.
  template <typename Callback> void notify(Callback Tell) {
    if (LLVM_LIKELY(Listeners.empty()))
      return;
    ++ActiveNotifications;
    for (size_t I = 0, E = Listeners.size(); I != E; ++I)
      if (GraphListener *L = Listeners[I])
        Tell(*L);
    if (--ActiveNotifications == 0 && LLVM_UNLIKELY(ListenersLeft))
      forgetLeft();
  }
  /// Drops the nulls from the list of listeners.
  void forgetLeft();
  void notifyChanged(Node &N, NodeChange What);
  void notifyUser(Node &User);
  void indexNode(Node *N);
  void buildIndex() const;

  Context *Ctx;
  Module *Owner;
  /// The exported program whose root graph this is; null otherwise.
  ExportedProgram *Program = nullptr;
  mutable detail::GraphStorage Store;
  uint32_t FirstNode = 0;
  uint32_t LastNode = 0;
  size_t NumNodes = 0;
  /// What was refused first; see takeRefusal.
  std::string Refusal;
  Node *InsertBefore = nullptr;
  /// Whether the point was given by the node before it: then it stays where it
  /// is when InsertBefore is moved.
  bool InsertBehind = false;
  InsertionGuard *Guards = nullptr;
  Namespace Names;
  /// Null in place of listeners that were removed during a notification.
  llvm::SmallVector<GraphListener *, 2> Listeners;
  unsigned ActiveNotifications = 0;
  /// Whether there are such nulls.
  bool ListenersLeft = false;
  /// Whether a listener asked for users whose operands are replaced.
  bool UsersAreHeard = false;
  llvm::SmallVector<uint32_t, 0> Foreign;
  uint32_t LastSerial = 0;
  mutable NodeCursor *Cursors = nullptr;

  /// Answers findNodes and findByName; absent until the first question.
  struct Index;
  mutable std::unique_ptr<Index> Idx;

  /// Direct-mapped, from a hash of a spec to its id.
  struct SpecCacheEntry {
    uint64_t Hash;
    uint32_t Id;
  };
  static constexpr size_t SpecCacheSize = 256;
  std::unique_ptr<std::array<SpecCacheEntry, SpecCacheSize>> SpecCache;
};

//===----------------------------------------------------------------------===//
// Inline functions of Node, NodeCursor, NodeRange
//===----------------------------------------------------------------------===//

inline Context &Node::context() const { return graph().context(); }
inline Symbol Node::target() const { return context().symbol(TargetId); }
inline void Node::setMetaId(uint32_t Id) {
  if (MetaId == Id)
    return;
  MetaId = Id;
  graph().notify([this](GraphListener &L) { L.metaChanged(*this); });
}
inline void Node::setMeta(const MetaDict &Dict) { setMetaId(Dict.id()); }
inline Symbol Node::type() const { return context().symbol(TypeId); }
inline const ArgSpec &Node::spec() const { return context().spec(SpecId); }
inline Node *Node::next() const { return graph().node(NextId); }
inline Node *Node::prev() const { return graph().node(PrevId); }
inline Node *Node::operand(unsigned I) const {
  Graph &G = graph();
  return G.node(G.use(OperandBegin + I).Value);
}
inline llvm::ArrayRef<Use> Node::operandUses() const {
  if (!OperandCount)
    return {};
  return {&graph().use(OperandBegin), OperandCount};
}
inline const MetaDict &Node::meta() const { return context().meta(MetaId); }
inline const Argument *Node::meta(Symbol Key) const {
  return MetaId ? meta().lookup(Key) : nullptr;
}
inline const Argument *Node::meta(llvm::StringRef Key) const {
  return MetaId ? meta().lookup(Key) : nullptr;
}
inline const Argument *Node::val() const { return meta(context().valKey()); }
inline TensorType Node::tensorType() const {
  const Argument *Val = val();
  return Val ? TensorType(*Val) : TensorType();
}
inline void Node::setVal(const Argument &Val) {
  setMeta(context().valKey(), Val);
}
inline bool Node::isGetItem() const {
  return isCallFunction() && TargetId == context().getItem().id();
}
inline const OpTarget *Node::opTarget() const {
  if (isCallFunction())
    return context().functionOp(target());
  return isCallMethod() ? context().methodOp(target()) : nullptr;
}

/// Steps over the uses of one value, a user at a time.
class Node::UserIterator
    : public llvm::iterator_facade_base<UserIterator, std::forward_iterator_tag,
                                        Node *, std::ptrdiff_t, Node **,
                                        Node *> {
public:
  UserIterator(const Graph *G, uint32_t UseId) : G(G), Cur(UseId) { advance(); }
  Node *operator*() const { return G->node(Owner); }
  UserIterator &operator++() {
    Cur = NextUse;
    advance();
    return *this;
  }
  bool operator==(const UserIterator &O) const { return Cur == O.Cur; }

private:
  void advance() {
    if (!Cur)
      return;
    Owner = G->use(Cur).Owner;
    NextUse = Cur;
    do
      NextUse = G->use(NextUse).Next;
    while (NextUse && G->use(NextUse).Owner == Owner);
  }
  const Graph *G;
  uint32_t Cur;
  uint32_t NextUse = 0;
  uint32_t Owner = 0;
};

inline llvm::iterator_range<Node::UserIterator> Node::users() const {
  return {UserIterator(&graph(), FirstUse), UserIterator(&graph(), 0)};
}
inline bool Node::hasOneUser() const {
  UserIterator I(&graph(), FirstUse), E(&graph(), 0);
  return I != E && ++I == E;
}

inline void NodeCursor::advance() {
  Node *Next =
      Cur->isErased() ? Resume : G->node(Reverse ? Cur->PrevId : Cur->NextId);
  moveTo(Next);
}
inline void NodeCursor::moveTo(Node *N) {
  Node *Left = std::exchange(Cur, N);
  if (LLVM_LIKELY(!Left->isErased()))
    return;
  Resume = nullptr;
  G->leftErased(Left);
}
inline NodeRange::iterator NodeRange::begin() const {
  return iterator(*G, Reverse ? G->back() : G->front(), Reverse);
}

} // namespace fx

#endif // FX_IR_GRAPH_H
