//===- Engine.h - Decomposes the calls of one graph -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine makes nodes at the insertion point of a graph, as if the calls ran
// in that order: it applies rules, keeps track of what memory values live in,
// and knows which node computes which symbolic size.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_DECOMPOSITION_ENGINE_H
#define FX_LIB_DECOMPOSITION_ENGINE_H

#include "fx/Analysis/ValueInference.h"
#include "fx/Decomposition/Decomposition.h"
#include "fx/IR/SideTables.h"
#include "fx/IR/SymbolicExpr.h"
#include "fx/IR/TensorGeometry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace fx {
class GraphModule;
}

namespace fx::decomposition {

/// What is known of a tensor; no type for other values.
inline TensorValue typeOf(const Argument &A) {
  return A.isNode() ? A.asNode()->tensorType() : TensorValue();
}

/// The arguments of a node, each with another value.
struct MappedCall {
  MappedCall(const Node &N,
             llvm::function_ref<Argument(const Argument &)> Map) {
    for (const Argument &A : N.args())
      Args.push_back(Map(A));
    for (const KwArg &K : N.kwargs())
      Kwargs.push_back({K.Name, Map(K.Value)});
  }

  llvm::SmallVector<Argument, 4> Args;
  llvm::SmallVector<KwArg, 4> Kwargs;
};

/// What the engine knows of one callable.
struct TargetFacts {
  const OpTarget *Target = nullptr;
  const OpSchema *Schema = nullptr;
  Symbol Name; ///< `torch.ops.aten.add.Tensor`
  /// What nodes are called, as make_fx does: `add`.
  std::string NodeName;
  llvm::SmallVector<Argument, 8> Defaults;
  const Entry *Rule = nullptr;
  /// The parameter whose memory the result shares, or -1.
  int ViewOf = -1;
  bool Writes = false;
  bool IsView = false; ///< aten.view.default
};

/// One step from a tensor to a view of it.
struct ViewStep {
  const TargetFacts *Facts;
  llvm::SmallVector<Argument, 4> Values;
  int Item; ///< Number of the result among several; -1 for the only one.
  /// The type of what the program takes the view of; none where it is not
  /// known.
  Argument Of = Argument();

  /// The operator of ATen without its overload: `select`; empty for others.
  llvm::StringRef op() const {
    llvm::StringRef Name = Facts->Target->name();
    if (!Name.consume_front("torch.ops.aten."))
      return "";
    return Name.split('.').first;
  }
  bool is(llvm::StringRef Op) const { return op() == Op; }
  /// Its elements are not elements of what it is a view of.
  bool reinterprets() const;
  /// Its position counts from the beginning of the storage, whatever it is of.
  bool addressesStorage() const {
    return is("as_strided") && !Values[3].isNone();
  }
};

/// Whether a call that no rule is known of may return memory of its operands:
/// `y[0]`, `y.T`, functions of users, and graphs that return what they are
/// given.
bool mayShowOperands(const Node &N);

class Engine {
public:
  /// \p Keep are names of operators that are not decomposed (`silu`,
  /// `silu.default`); without \p Decompose all are kept.
  Engine(Graph &G, GraphModule &M, const llvm::StringSet<> &Keep,
         bool Functionalize, bool Decompose = true);

  Graph &graph() { return G; }
  Context &context() { return Ctx; }
  SymbolicMath &math() { return Inference.math(); }
  bool functionalizes() const { return Functionalize; }

  /// What nodes made from now on inherit: those of \p N.
  void setOrigin(const Node &N);

  /// The overload `name.overload` of aten, or `ns::name.overload`; null when
  /// there is none.
  const TargetFacts *find(llvm::StringRef Op);
  const TargetFacts &factsOf(const OpTarget &Target);

  /// \p Values by parameter.
  Argument dispatch(const TargetFacts &F,
                    llvm::MutableArrayRef<Argument> Values,
                    const Argument *KnownVal = nullptr);
  /// Makes the call as it is.
  Argument emit(const TargetFacts &F, llvm::ArrayRef<Argument> Values,
                const Argument *KnownVal = nullptr);
  /// Makes a node like \p N with other arguments, and gives its value.
  Argument emitLike(const Node &N, llvm::ArrayRef<Argument> Args,
                    llvm::ArrayRef<KwArg> Kwargs);
  Argument emitSymbolic(llvm::StringRef Function, llvm::ArrayRef<Argument> Args,
                        const Argument &Val, llvm::ArrayRef<KwArg> Kwargs = {});
  Argument getItem(const Argument &Several, unsigned I);

  /// Whether tensor \p A can be seen as one of shape \p New, in which one size
  /// may be -1, without a copy.
  bool isViewable(const Argument &A, llvm::ArrayRef<Dim> New);

  /// Whether the arguments of a kind of dropout say that nothing is dropped.
  static bool dropsNothing(llvm::ArrayRef<Argument> Values) {
    return Values[2] == Argument(false) || Values[1] == Argument(0.0);
  }

  /// \p Result, which stands for node \p N of the program, as a tensor that
  /// lies in memory as the value of \p N does: users may see its strides.
  /// \p Result itself where it does already, where a rule knows its layout, or
  /// where that value has holes or overlaps.
  Argument layOut(const Node &N, const Argument &Result);

  /// \name Symbolic sizes
  /// @{
  Dim compute(SymbolicMath::Operation Op, const Dim &A, const Dim &B);
  /// Whether the symbolic \p A is one of an integer.
  bool isInteger(const Argument &A) const;
  /// The node of an integer as a float.
  Argument toFloat(const Argument &A);
  /// `not A`, which is a bool; None where A is none.
  Argument logicalNot(const Argument &A);
  /// \p A with nodes in place of symbolic expressions: those that compute
  /// them, or new ones.
  Argument lower(const Argument &A);
  /// A node that is a number as what it is known to be; anything else as it is.
  Argument raise(const Argument &A);
  /// \p N computes \p Text.
  void noteSymbol(Symbol Text, Node *N) { Symbols.try_emplace(Text, N); }
  Node *symbolNode(Symbol Text) const { return Symbols.lookup(Text); }
  /// Sizes of \p N can be asked for.
  void noteSizes(Node *N);
  /// @}

  /// \name Memory
  /// @{
  /// What the tensor that \p A was made as is now.
  Argument current(const Argument &A);
  /// The memory of \p Target gets the contents of \p New. With \p Uniform
  /// all of these are the same, so that memory which overlaps itself may be
  /// written.
  /// \p Target takes other sizes if \p IsOutput (`out=`).
  void write(const Argument &Target, const Argument &New, bool Uniform = false,
             bool IsOutput = false);
  /// The program says that \p N, which stands for a node of it, is \p Val.
  void noteProgramVal(Node *N, const Argument &Val) { ProgramVals[N] = Val; }
  /// \p Result is what \p N, a call that stays, gives for \p Args: it may show
  /// the memory of these, in a way that is not known.
  void noteBatched(const Node &N, llvm::ArrayRef<Argument> Args,
                   const Argument &Result, bool Leaves);
  /// \p N is memory of its own, of which nobody has what it was made as a view
  /// of.
  void ownMemory(Node *N) { AliasIds[N] = 0; }
  /// Whether the contents of \p N were changed.
  bool isWritten(Node *N);
  /// Whether \p N has other sizes or strides than it was made with.
  bool isReshaped(Node *N);
  /// Whether a tensor in \p A shares memory with one in \p B.
  bool sharesMemory(const Argument &A, const Argument &B);
  /// @}

  /// The first problem, of a call that cannot be made.
  bool failed() const { return !Failure.empty(); }
  void fail(const llvm::Twine &Why) {
    if (Failure.empty())
      Failure = Why.str();
  }
  llvm::StringRef failure() const { return Failure; }
  /// The same, and forgets it.
  std::string takeFailure() { return std::exchange(Failure, {}); }
  /// \name Undoing
  /// How many nodes were made, and erasing those since then but for what
  /// computes sizes.
  /// @{
  size_t numCreated() const { return Created.size(); }
  void eraseCreated(size_t Since);
  /// @}
  /// Calls Visit(operator, reason) for those that had to stay.
  const llvm::StringMap<std::string> &refused() const { return Refused; }
  unsigned numDecomposed() const { return NumDecomposed; }

private:
  struct Storage {
    Argument Base;
    /// The `val` that the program gives it; what is written keeps its strides.
    Argument Layout;
    unsigned Generation = 0;
    /// The storages that it is part of, by calls of torch.vmap; else empty.
    llvm::SmallVector<unsigned, 2> Roots;
    /// How many tensors show it, as far as torch.vmap had it.
    unsigned Shown = 0;
    /// It is known inside torch.vmap alone.
    bool IsInner = false;
  };
  struct Alias {
    unsigned StorageId;
    unsigned Generation;
    Argument Current;
    llvm::SmallVector<ViewStep, 2> Steps;
  };

  /// How two tensors lie in memory.
  enum class Sharing { Apart, Same, Unsure };

  Argument narrowed(const Argument &Result, DType Narrow);
  Argument applyRule(const TargetFacts &F, llvm::ArrayRef<Argument> Values,
                     const Argument *KnownVal);

  /// \name Operators that write (Writes.cpp, AutoFunctionalize.cpp)
  /// @{
  Argument mutate(const TargetFacts &F, llvm::MutableArrayRef<Argument> Values,
                  const Argument *KnownVal);
  Argument functionalize(const TargetFacts &F,
                         llvm::MutableArrayRef<Argument> Values,
                         const Argument *KnownVal);
  const TargetFacts *functionalForm(const TargetFacts &F);
  const TargetFacts *elementForm(const TargetFacts &F);
  Argument callFunctional(const TargetFacts &Functional, const TargetFacts &F,
                          llvm::ArrayRef<Argument> Values);
  Argument mutateEach(const TargetFacts &F, llvm::ArrayRef<Argument> Values);
  Argument resizeInPlace(const Argument &Target, const Argument &Sizes,
                         const Argument &Format);
  Argument fillDiagonal(llvm::ArrayRef<Argument> Values);
  Argument showInstead(const Argument &Target, const Argument &Source);
  Argument reshapeInPlace(const Argument &Target, const Argument &Result);
  bool readsOtherElements(const TargetFacts &F,
                          llvm::ArrayRef<Argument> Values);
  bool readsWhatItWrites(const TargetFacts &F, llvm::ArrayRef<Argument> Values);
  Argument autoFunctionalize(const TargetFacts &F,
                             llvm::ArrayRef<Argument> Values,
                             const Argument *KnownVal);
  /// @}
  Node *finish(Node *N, const Argument *KnownVal);
  Argument resultsOf(Node *N);
  void noteView(const TargetFacts &F, llvm::ArrayRef<Argument> Values,
                const Argument &Result);
  unsigned aliasOf(Node *N);
  llvm::SmallVector<unsigned, 2> rootsOf(Node *N);
  bool isShownElsewhere(Node *N, unsigned Times);
  Argument replay(const ViewStep &Step, const Argument &Base);
  void requireSame(const ViewStep &Step, unsigned StorageId);
  void setBase(unsigned StorageId, const Argument &Base);
  bool isShownByOthers(unsigned Id) const;
  bool outlivesGraph(unsigned StorageId);
  void writeResized(unsigned Id, const Argument &New);
  Argument keepLayout(const Argument &New, const Argument &OldVal);
  Sharing sharing(Node *A, Node *B);
  bool partsLieApart(const ViewStep &Step);
  bool leadApart(const ViewStep &A, const ViewStep &B);

  /// \name Views inverted (Views.cpp)
  /// @{
  /// What \p Base holds after its view by \p Steps was written. \p Bases are
  /// what the steps begin at.
  Argument invertAll(llvm::ArrayRef<ViewStep> Steps,
                     llvm::ArrayRef<Argument> Bases, const Argument &Written);
  Argument invert(const ViewStep &Step, const Argument &Base,
                  const Argument &Written);
  bool isInvertible(const ViewStep &Step, const Argument &Base);
  bool movesElements(const ViewStep &Step, const Argument &Base);
  Argument replayPositions(llvm::ArrayRef<ViewStep> Steps,
                           const Argument &Positions);
  Argument scatter(llvm::ArrayRef<ViewStep> Steps, const Argument &Base,
                   const Argument &Written);
  llvm::SmallVector<int64_t, 6> hints(llvm::ArrayRef<Argument> Of);
  bool ofExample(const TensorValue &Type, bool (*Is)(ExtentsRef, ExtentsRef));
  bool overlaps(const TensorValue &Type);
  bool isDense(const TensorValue &Type);
  bool isContiguous(const TensorValue &Type);
  bool sameSizes(const TensorValue &A, const TensorValue &B);
  /// @}
  Argument call(llvm::StringRef Op, llvm::ArrayRef<Argument> Args);
  void fitDefault(const SchemaParam &P, Argument &Value) const;

  /// A symbolic size from its expression, None where that is not understood.
  Dim computeExpr(const SymbolicExpr &Expr, const SymbolicExpr::Node &N);
  Argument computeText(Symbol Text);

  friend class Call;

  Graph &G;
  GraphModule &M;
  Context &Ctx;
  const llvm::StringSet<> &Keep;
  bool Functionalize, Decompose;
  ValueInference Inference;
  const MetaDict *Origin = nullptr;

  llvm::DenseMap<const OpTarget *, std::unique_ptr<TargetFacts>> Facts;
  llvm::StringMap<const TargetFacts *> ByName;

  llvm::DenseMap<Symbol, Node *> Symbols;
  llvm::DenseMap<Symbol, std::pair<Node *, unsigned>> Sizes;

  std::vector<Storage> Storages;
  std::vector<Alias> Aliases;
  NodeMap<unsigned> AliasIds; ///< Index in Aliases plus 1.
  NodeMap<Argument> ProgramVals;
  NodeSet KnownLayouts; ///< Results of rules that know their layout.

  /// What a new value is that no rule gives, while one is made that replaces
  /// the contents of memory, or a call that only gets another name.
  const Argument *Fallback = nullptr;
  /// Made since a rule began, for when it fails.
  llvm::SmallVector<NodeRef, 16> Created;
  unsigned Depth = 0;
  std::string Failure;
  llvm::StringMap<std::string> Refused;
  unsigned NumDecomposed = 0;
};

} // namespace fx::decomposition

#endif // FX_LIB_DECOMPOSITION_ENGINE_H
