//===- Node.h - One node of a graph -----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A Node (torch.fx: Node) is one operation and its value. It is 64 bytes in a
/// slab of its graph, stays where it is for as long as it lives, and is made,
/// moved and erased only through its Graph. Functions defined here in terms of
/// the graph's storage are inline in Graph.h: include that.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_NODE_H
#define FX_IR_NODE_H

#include "fx/IR/ArgSpec.h"
#include "fx/IR/Metadata.h"
#include "fx/IR/Namespace.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/iterator.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace fx {

class Graph;
struct DiagnosticPlace;
namespace detail {
class GraphStorage;
struct GraphAccess;
} // namespace detail

/// The six opcodes of torch.fx.
enum class Opcode : uint8_t {
  Placeholder,
  GetAttr,
  CallFunction,
  CallMethod,
  CallModule,
  Output,
};
constexpr unsigned NumOpcodes = 6;

/// torch.fx's spelling: `call_function`.
llvm::StringRef toString(Opcode Op);
std::optional<Opcode> parseOpcode(llvm::StringRef Text);

/// One operand of one node, in the value's list of uses. Ids of the graph; 0
/// is null. Uses of one value by one node are always neighbors in the list.
struct Use {
  uint32_t Value;
  uint32_t Next;
  uint32_t Prev;
  uint32_t Owner;
};
static_assert(sizeof(Use) == 16);

/// One step of a graph (torch.fx: Node).
class alignas(64) Node {
public:
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;

  //===--- What it is -----------------------------------------------------===//

  /// torch.fx: Node.op.
  Opcode op() const { return Opcode(Kind); }
  /// Makes it another kind of node (torch.fx: Node.op = ...). Keeps everything
  /// else; usually the target has to change with it.
  void setOp(Opcode Op);
  bool isPlaceholder() const { return op() == Opcode::Placeholder; }
  bool isGetAttr() const { return op() == Opcode::GetAttr; }
  bool isCallFunction() const { return op() == Opcode::CallFunction; }
  bool isCallMethod() const { return op() == Opcode::CallMethod; }
  bool isCallModule() const { return op() == Opcode::CallModule; }
  bool isOutput() const { return op() == Opcode::Output; }
  /// Whether it is one of the three call_ opcodes.
  bool isCall() const {
    return isCallFunction() || isCallMethod() || isCallModule();
  }
  /// Whether it is a call of operator.getitem, which takes the results of calls
  /// that have several.
  bool isGetItem() const;

  /// torch.fx: Node.target. For functions the qualified name as torch.fx
  /// prints it; `output` for the output.
  Symbol target() const;
  llvm::StringRef targetText() const { return target().str(); }
  /// Changes the target. Keeps name, arguments and users.
  void setTarget(Symbol Target);
  void setTarget(llvm::StringRef Target);

  /// The id of target(), without looking the symbol up.
  uint32_t targetId() const { return TargetId; }

  /// What the operator table knows of the target (functions and methods), or
  /// null. O(1).
  const OpTarget *opTarget() const;

  /// torch.fx: Node.name.
  std::string name() const;
  Name nameRef() const { return {NameBase, NameSuffix}; }
  void printName(llvm::raw_ostream &OS) const;
  /// Gives the node a new unique name made from \p Candidate; the old one is
  /// not released (torch.fx: Node._rename).
  void rename(llvm::StringRef Candidate);

  /// The annotation of the result (torch.fx: Node.type), as torch.fx prints it
  /// (`torch.Tensor`, `typing.Optional[int]`); null for none.
  Symbol type() const;
  void setType(Symbol Type);
  void setType(llvm::StringRef Type);

  //===--- Where it is ----------------------------------------------------===//

  /// torch.fx: Node.graph. Valid for erased nodes too, until their slot is
  /// used again.
  Graph &graph() const { return *slabHeader().Owner; }
  Context &context() const;
  /// Dense number within the graph, from 1; never print it. A new node may get
  /// the id of an erased one: NodeMap, NodeSet and NodeRef (SideTables.h) know
  /// them apart by their serial numbers.
  uint32_t id() const {
    return slabHeader().FirstId +
           uint32_t((reinterpret_cast<uintptr_t>(this) & (SlabBytes - 1)) /
                    sizeof(Node));
  }
  /// Number among all nodes that the graph ever made, from 1; starts again
  /// after four billion.
  uint32_t serial() const { return Serial; }
  /// torch.fx: Node._erased. The slot of an erased node which no iterator
  /// stands on is used again after some thousands of others: then only a
  /// NodeRef may ask this.
  bool isErased() const { return Flags & FlagErased; }
  /// Neighbors in the graph's order, null at the ends
  /// (torch.fx: Node.next, Node.prev).
  Node *next() const;
  Node *prev() const;
  /// Whether it is before \p Other in the same graph
  /// (torch.fx: Node.__lt__). O(1).
  bool isBefore(const Node *Other) const { return Order < Other->Order; }
  /// Moves \p N, of the same graph, right before this node
  /// (torch.fx: Node.prepend). O(1) amortised.
  void prepend(Node *N);
  /// Moves \p N right after this node (torch.fx: Node.append).
  void append(Node *N);
  void moveBefore(Node *N) { N->prepend(this); }
  void moveAfter(Node *N) { N->append(this); }

  /// Offset of the node's line in the text it was read from, plus 1; 0 for
  /// none. See GraphModule::source().
  uint32_t loc() const { return Loc; }
  /// Where messages about this node belong (fx/IR/NodeDiagnostic.h).
  operator DiagnosticPlace() const;
  void setLoc(uint32_t L) { Loc = L; }

  //===--- Arguments ------------------------------------------------------===//

  const ArgSpec &spec() const;
  /// The id of spec(), without looking it up.
  uint32_t specId() const { return SpecId; }
  /// The same number for all nodes of an opcode that have this target and these
  /// arguments but for the nodes among them.
  uint64_t callId() const { return uint64_t(TargetId) << 32 | SpecId; }
  unsigned numArgs() const { return spec().numArgs(); }
  unsigned numKwargs() const { return spec().numKwargs(); }
  /// Positional argument \p I (torch.fx: Node.args[I]). Free for node
  /// references and scalars; aggregates are built on every call.
  Argument arg(unsigned I) const;
  /// torch.fx: Node.args.
  llvm::SmallVector<Argument, 4> args() const;
  /// The keyword argument \p Key (torch.fx: Node.kwargs[Key]).
  std::optional<Argument> kwarg(llvm::StringRef Key) const;
  Symbol kwargName(unsigned I) const;
  Argument kwargValue(unsigned I) const;
  /// torch.fx: Node.kwargs, in insertion order.
  llvm::SmallVector<KwArg, 4> kwargs() const;

  /// torch.fx: Node.args = ...
  void setArgs(llvm::ArrayRef<Argument> Args);
  /// torch.fx: Node.kwargs = ...
  void setKwargs(llvm::ArrayRef<KwArg> Kwargs);
  void setArgsKwargs(llvm::ArrayRef<Argument> Args,
                     llvm::ArrayRef<KwArg> Kwargs);
  /// torch.fx: Node.update_arg; refused unless \p I < numArgs().
  void updateArg(unsigned I, const Argument &A);
  /// torch.fx: Node.insert_arg; refused unless \p I <= numArgs().
  void insertArg(unsigned I, const Argument &A);
  /// Adds or replaces (torch.fx: Node.update_kwarg).
  void updateKwarg(llvm::StringRef Key, const Argument &A);

  /// Operands: every node reference in args and kwargs, in order, with
  /// repetitions.
  unsigned numOperands() const { return OperandCount; }
  Node *operand(unsigned I) const;
  llvm::ArrayRef<Use> operandUses() const;
  void setOperand(unsigned I, Node *Value);
  /// De-duplicated in order of first occurrence
  /// (torch.fx: Node.all_input_nodes).
  llvm::SmallVector<Node *, 4> allInputNodes() const;
  /// Replaces \p Old by \p New inside this node's arguments
  /// (torch.fx: Node.replace_input_with). O(operands).
  void replaceInputWith(Node *Old, Node *New);

  //===--- Users ----------------------------------------------------------===//

  bool hasUsers() const { return FirstUse != 0; }
  bool hasOneUser() const;
  /// Number of distinct nodes that use the value
  /// (torch.fx: len(Node.users)). O(uses).
  unsigned numUsers() const;
  /// Distinct users in insertion order (torch.fx: Node.users). The current
  /// user may be erased or rewritten while iterating.
  class UserIterator;
  llvm::iterator_range<UserIterator> users() const;

  /// Brings the users into the order of \p Order, which holds each of them
  /// once; false, changing nothing, when it does not. O(uses).
  bool setUserOrder(llvm::ArrayRef<Node *> Order);
  /// The node that comes after this one among the users of operand \p I, or
  /// null. O(uses of it by this node).
  Node *nextUserOf(unsigned I) const;
  /// Moves this node among the users of operand \p I to right before \p
  /// Before, or to the end for null; false, changing nothing, when that is not
  /// a user. O(operands of Before).
  bool moveAmongUsersOf(unsigned I, Node *Before);

  /// Makes every user use \p New instead, but for users that \p Filter
  /// refuses and for \p New itself, so that no node comes to use itself.
  /// \p PropagateMeta copies this node's metadata to \p New, whose own must be
  /// empty. (torch.fx: Node.replace_all_uses_with.) O(uses); without a filter
  /// nothing but the uses is touched. Returns the number of uses replaced.
  unsigned replaceAllUsesWith(Node *New,
                              llvm::function_ref<bool(Node *)> Filter = nullptr,
                              bool PropagateMeta = false);
  /// The same with any value; rewrites the users' arguments, but for nodes that
  /// \p New holds.
  unsigned
  replaceAllUsesWith(const Argument &New,
                     llvm::function_ref<bool(Node *)> Filter = nullptr);

  //===--- Metadata -------------------------------------------------------===//

  /// torch.fx: Node.meta.
  const MetaDict &meta() const;
  /// torch.fx: Node.meta.get(Key).
  const Argument *meta(llvm::StringRef Key) const;
  const Argument *meta(Symbol Key) const;
  /// What is known of the value (torch.export: Node.meta["val"]): a
  /// TensorType, a number, a symbolic expression, a Tuple or List of those;
  /// null where nothing is known.
  const Argument *val() const;
  void setVal(const Argument &Val);
  /// The val as a tensor's type, or no type.
  TensorType tensorType() const;
  /// \p Value holds no node.
  void setMeta(llvm::StringRef Key, const Argument &Value);
  void setMeta(Symbol Key, const Argument &Value);
  void setMeta(const MetaDict &Dict);
  void eraseMeta(llvm::StringRef Key);
  void clearMeta() { setMetaId(0); }
  bool hasMeta() const { return MetaId != 0; }

private:
  friend class Graph;
  friend class NodeCursor;
  friend class detail::GraphStorage;
  friend struct detail::GraphAccess;
  Node() = default;

  void setMetaId(uint32_t Id);
  void refuseArg(unsigned I);
  /// The first and the last of the neighboring uses that \p UseId is among.
  std::pair<uint32_t, uint32_t> runOf(uint32_t UseId) const;

  static constexpr uintptr_t SlabBytes = 64 * 1024;
  static constexpr uint8_t FlagErased = 1;
  /// Fills slot 0 of every slab.
  struct SlabHeader {
    Graph *Owner;
    uint32_t FirstId;
  };
  const SlabHeader &slabHeader() const {
    return *reinterpret_cast<const SlabHeader *>(
        reinterpret_cast<uintptr_t>(this) & ~(SlabBytes - 1));
  }

  uint32_t PrevId;
  uint32_t NextId;
  uint32_t FirstUse;
  uint32_t LastUse;
  uint32_t TargetId;
  uint32_t NameBase;
  uint32_t NameSuffix;
  uint32_t SpecId;
  uint32_t TypeId;
  uint32_t MetaId;
  uint32_t Order;
  uint32_t Loc;
  uint32_t OperandBegin; ///< Id of the first operand's use.
  uint32_t OperandCount;
  uint8_t Kind;
  uint8_t Flags;
  uint16_t Unused;
  uint32_t Serial;
};
static_assert(sizeof(Node) == 64, "a node is one cache line");

/// A pointer to a node that becomes null when the node is erased, also when
/// another node lives in its slot by then. The graph must outlive it.
class NodeRef {
public:
  NodeRef(Node *N = nullptr) : N(N), Serial(N ? N->serial() : 0) {}
  Node *get() const {
    return N && N->serial() == Serial && !N->isErased() ? N : nullptr;
  }
  explicit operator bool() const { return get(); }

private:
  Node *N;
  uint32_t Serial;
};

} // namespace fx

#endif // FX_IR_NODE_H
