//===- RewriteMemory.cpp - Memory while a graph is rewritten --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteMemory.h"
#include "Compile/RuleOps.h"
#include "fx/Analysis/GraphCalls.h"
#include "fx/IR/InPlaceViews.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Whether a call writes to `out=` or the like, which it may resize.
static bool writesOut(const Node &N, const OpTarget &Target) {
  for (unsigned I = 0, E = N.numKwargs(); I != E; ++I)
    if (N.kwargName(I).str() == "out")
      return true;
  return Target.isOperatorOverload() &&
         any_of(Target.overloads(),
                [](const OpSchema &Schema) { return Schema.writesOut(); });
}

static bool reshapes(const Node &N);

/// Whether the graphs that a call runs do so.
static bool reshapesNested(const Node &N) {
  const Module *Owner = N.graph().owningModule();
  for (unsigned I = 0; Owner && I != N.numOperands(); ++I) {
    const Node &Operand = *N.operand(I);
    const Module *Sub =
        Operand.isGetAttr() ? Owner->lookup(Operand.targetText()) : nullptr;
    if (Sub && Sub->graph() &&
        any_of(Sub->graph()->nodes(), [](const Node *Nested) {
          return Nested->isCall() && reshapes(*Nested);
        }))
      return true;
  }
  return false;
}

/// Whether a call is known to change the sizes or strides of what it writes.
static bool reshapesByName(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (Target && writesOut(N, *Target))
    return true;
  StringRef Op = Target ? Target->op().name() : N.targetText();
  return Op == "set_data" || changesSizesInPlace(Op);
}

/// Whether a writer may do so.
static bool reshapes(const Node &N) {
  return !N.opTarget() || reshapesByName(N) || reshapesNested(N);
}

/// Whether another graph of the tree that \p G is in does so: what \p G takes
/// and returns is the same tensor there.
static bool isReshapedOutside(const Graph &G) {
  Module *Root = G.owningModule();
  // The callers of a root are not ours.
  if (!Root || !Root->parent())
    return false;
  while (Root->parent())
    Root = Root->parent();
  bool Found = false;
  Root->walk([&](Module &M, StringRef) {
    Found |= M.graph() && M.graph() != &G &&
             any_of(M.graph()->nodes(), [](const Node *N) {
               return N->isCall() && reshapesByName(*N);
             });
  });
  return Found;
}

/// Whether a call sees more of the storage of an operand than its elements.
static bool readsByPlace(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return StringSwitch<bool>(Target ? Target->op().name() : N.targetText())
      .Cases("as_strided", "as_strided_", "as_strided_copy",
             "as_strided_scatter", true)
      .Cases("storage_offset", "storage", "untyped_storage", "data_ptr", true)
      .Default(false);
}

RewriteMemory::RewriteMemory(Graph &G, EffectCache &Effects)
    : Effects(Effects), Memory(G), NextGroup(G.idBound()) {
  if (!Memory.hasWriters())
    return;
  for (Node *N : G.nodes()) {
    if (!Memory.isWriter(*N))
      continue;
    MemoryAnalysis::WriteSet Set = Memory.writes(*N);
    Writer W = {N, {}, Set.Global, reshapes(*N)};
    W.Groups.append(Set.Groups.begin(), Set.Groups.end());
    for (uint32_t Group : W.Groups)
      LastWriter[Group] = N;
    Writers.push_back(std::move(W));
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

uint32_t RewriteMemory::find(uint32_t Group) {
  for (auto It = Parent.find(Group); It != Parent.end();
       It = Parent.find(Group))
    Group = It->second;
  return Group;
}

void RewriteMemory::join(uint32_t A, uint32_t B) {
  A = find(A);
  B = find(B);
  if (A == B)
    return;
  Parent[B] = A;
  const Node *Last = LastWriter.lookup(B);
  const Node *&Mine = LastWriter[A];
  if (Last && (!Mine || Mine->isBefore(Last)))
    Mine = Last;
}

uint32_t RewriteMemory::group(const Node &N) {
  return find(isNew(N) ? News.lookup(&N) : Memory.group(N));
}

void RewriteMemory::created(const Node &N) {
  if (HasPlaceReaders && readsByPlace(N))
    HasPlaceReaders = true;
  uint32_t &Group = News[&N];
  Group = NextGroup++;
  if (Writers.empty())
    return;
  const EffectSummary &E = Effects.get(N);
  if (E.Unknown || E.SharesState)
    join(Memory.externalGroup(), Group);
  for (uint32_t I : E.Aliases)
    join(group(*N.operand(I)), News.lookup(&N));
}

void RewriteMemory::replaced(const Node &Old, const Node &New) {
  if (!Writers.empty())
    join(group(New), group(Old));
  if (!escapes(Old))
    return;
  anyBase(New, [&](const Node &Base) {
    Escaping.insert(&Base);
    return false;
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

const Node *RewriteMemory::writerBetween(const Node &Value, const Node &From,
                                         const Node &To,
                                         ArrayRef<Node *> Ignored) {
  if (Writers.empty())
    return nullptr;
  auto It = partition_point(Writers, [&](const Writer &W) {
    return W.N == &From || W.N->isBefore(&From);
  });
  if (It == Writers.end() || !It->N->isBefore(&To))
    return nullptr;
  uint32_t Group = group(Value);
  for (; It != Writers.end() && It->N->isBefore(&To); ++It)
    if (!is_contained(Ignored, It->N) &&
        (It->Global ||
         any_of(It->Groups, [&](uint32_t W) { return find(W) == Group; })))
      return It->N;
  return nullptr;
}

/// The call of \p G that turns gradients on or off for it; null when there is
/// none.
static const Node *findGradientRegion(const Graph &G) {
  Module *Root = G.owningModule();
  if (!Root || !Root->parent())
    return nullptr;
  while (Root->parent())
    Root = Root->parent();
  const Node *Found = nullptr;
  Root->walk([&](Module &M, StringRef) {
    if (!M.graph() || M.graph() == &G)
      return;
    for (const Node *N : M.graph()->nodes())
      if (N->isCall() &&
          N->targetText().ends_with("wrap_with_set_grad_enabled") &&
          any_of(graphCallsOf(*N),
                 [&](const GraphCall &Call) { return Call.Body == &G; }))
        Found = N;
  });
  return Found;
}

const Node *RewriteMemory::gradientSwitchBetween(const Node &From,
                                                 const Node &To) {
  if (From.isPlaceholder()) {
    if (!Region)
      Region = findGradientRegion(From.graph());
    if (*Region)
      return *Region;
  }
  return switchBetween("grad_enabled", From, To);
}

const Node *RewriteMemory::inferenceSwitchBetween(const Node &From,
                                                  const Node &To) {
  return switchBetween("inference_mode", From, To);
}

/// The first call between two nodes that changes what the word in its name
/// says.
const Node *RewriteMemory::switchBetween(StringRef Word, const Node &From,
                                         const Node &To) {
  for (const Writer &W : Writers)
    if (W.Global && From.isBefore(W.N) && W.N->isBefore(&To) &&
        W.N->targetText().contains(Word))
      return W.N;
  return nullptr;
}

const Node *RewriteMemory::writerAfter(const Node &Value, const Node &Place) {
  if (Writers.empty())
    return nullptr;
  const Node *Last = LastWriter.lookup(group(Value));
  return Last && Place.isBefore(Last) ? Last : nullptr;
}

bool RewriteMemory::isReshapedInPlace(const Node &Value) {
  if (!ReshapedOutside)
    ReshapedOutside = isReshapedOutside(Value.graph());
  if (*ReshapedOutside && leavesGraph(Value))
    return true;
  if (Writers.empty() || !LastWriter.lookup(group(Value)))
    return false;
  uint32_t Group = group(Value);
  return any_of(Writers, [&](const Writer &W) {
    return W.Reshapes &&
           any_of(W.Groups, [&](uint32_t G) { return find(G) == Group; });
  });
}

bool RewriteMemory::isReadByPlace(const Node &Value) {
  if (!HasPlaceReaders)
    HasPlaceReaders = any_of(Value.graph().nodes(), [](const Node *N) {
      return N->isCall() && readsByPlace(*N);
    });
  if (!*HasPlaceReaders)
    return false;
  constexpr size_t MaxViews = 256;
  SmallVector<const Node *, 8> Worklist = {&Value};
  SmallPtrSet<const Node *, 8> Seen = {&Value};
  while (!Worklist.empty()) {
    const Node *View = Worklist.pop_back_val();
    for (Node *User : View->users()) {
      if (Seen.size() > MaxViews || readsByPlace(*User))
        return true;
      if (is_contained(aliasedOperands(*User), View) &&
          Seen.insert(User).second)
        Worklist.push_back(User);
    }
  }
  return false;
}

namespace {
/// What a call does whose result may share memory with its operand.
enum class Sharing : uint8_t {
  View,        ///< It shares memory.
  ViewIfItCan, ///< Strides decide, as for reshape.
  Unknown,     ///< Something else decides.
  Copy         ///< It does not.
};
} // namespace

static StringRef operatorOf(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return Target ? Target->op().name() : N.targetText();
}

static Sharing sharingOf(const Node &N) {
  StringRef Name = operatorOf(N);
  if (N.isCallModule()) {
    const Module *Owner = N.graph().owningModule();
    const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
    StringRef Class = M && M->className() ? M->className().str() : StringRef();
    // Others that share are Identity, Unflatten, and Dropout that does nothing.
    return Class == "Flatten" || Class.ends_with(".Flatten")
               ? Sharing::ViewIfItCan
               : Sharing::View;
  }
  const OpTarget *Target = N.opTarget();
  if (N.isGetItem() || (Target && Target->op().isIn(OpSet::Sharing)))
    return Sharing::View;
  const Node *Operand = N.numOperands() ? N.operand(0) : nullptr;
  TensorType From = Operand ? Operand->tensorType() : TensorType();
  TensorType To = N.tensorType();
  // `x.T` and its like, as torch.fx traces them.
  if (To && !attributeOf(N).empty())
    return Sharing::View;
  if (is_contained({"reshape", "reshape_as", "flatten", "ravel"}, Name))
    // One to the same sizes is a view of any tensor.
    return From && To && From.sizes() == To.sizes() ? Sharing::View
                                                    : Sharing::ViewIfItCan;
  if (Name == "contiguous")
    return Sharing::ViewIfItCan;
  // Those to other layouts are not known here.
  bool IsCast = Name == "to" || Name == "type" || Name == "type_as" ||
                (Name.starts_with("to_") && !Name.starts_with("to_dense") &&
                 !Name.starts_with("to_sparse") && Name != "to_mkldnn");
  if (!From || !To || !IsCast)
    return Sharing::Unknown;
  if (From.dtype() != To.dtype() || From.device() != To.device())
    return Sharing::Copy;
  // `copy=True` is a copy of the same type.
  bool HasFlags = N.numKwargs() != 0 || any_of(N.args(), [](const Argument &A) {
                    return A.isBool() && A.asBool();
                  });
  return !HasFlags && From.strides() == To.strides() ? Sharing::View
                                                     : Sharing::Unknown;
}

SmallVector<Node *, 4> RewriteMemory::aliasedOperands(const Node &N) {
  SmallVector<Node *, 4> Operands;
  const EffectSummary &E = Effects.get(N);
  if (!E.Unknown && !E.Aliases.empty() && sharingOf(N) == Sharing::Copy)
    return Operands;
  for (uint32_t I : E.Aliases)
    Operands.push_back(N.operand(I));
  if (E.Unknown)
    for (unsigned I = 0; I != N.numOperands(); ++I)
      Operands.push_back(N.operand(I));
  return Operands;
}

bool RewriteMemory::anyBase(const Node &N,
                            function_ref<bool(const Node &)> Visit) {
  constexpr size_t MaxBases = 256;
  SmallVector<const Node *, 8> Worklist = {&N};
  SmallPtrSet<const Node *, 8> Seen = {&N};
  while (!Worklist.empty()) {
    const Node *Base = Worklist.pop_back_val();
    if (Visit(*Base) || Seen.size() > MaxBases)
      return true;
    if (!Base->isCall())
      continue;
    for (Node *Operand : aliasedOperands(*Base))
      if (Seen.insert(Operand).second)
        Worklist.push_back(Operand);
  }
  return false;
}

bool RewriteMemory::comesFromOutside(const Node &Base) {
  if (Base.isPlaceholder() || Base.isGetAttr())
    return true;
  const EffectSummary &E = Effects.get(Base);
  return E.Unknown || E.SharesState;
}

bool RewriteMemory::leavesGraph(const Node &Value) {
  return anyBase(Value, [&](const Node &Base) {
    return escapes(Base) || comesFromOutside(Base);
  });
}

bool RewriteMemory::isSeenBeside(const Node &Value,
                                 ArrayRef<const Node *> Inside) {
  SmallVector<const Node *, 8> Bases;
  if (anyBase(Value, [&](const Node &Base) {
        Bases.push_back(&Base);
        return comesFromOutside(Base);
      }))
    return true;
  return any_of(Bases, [&](const Node *Base) {
    return any_of(Base->users(), [&](Node *User) {
      return !is_contained(Inside, User) && !is_contained(Bases, User) &&
             (User->isOutput() || is_contained(aliasedOperands(*User), Base));
    });
  });
}

void RewriteMemory::walkAliases(const Node &Root, ArrayRef<const Node *> Inside,
                                function_ref<void(const Node &)> Visit) {
  SmallVector<const Node *, 8> Worklist = {&Root};
  SmallPtrSet<const Node *, 8> Seen = {&Root};
  while (!Worklist.empty()) {
    const Node *N = Worklist.pop_back_val();
    Visit(*N);
    if (!is_contained(Inside, N))
      continue;
    for (Node *Operand : aliasedOperands(*N))
      if (Seen.insert(Operand).second)
        Worklist.push_back(Operand);
  }
}

SmallVector<const Node *, 4>
RewriteMemory::aliases(const Node &Root, ArrayRef<const Node *> Inside) {
  SmallVector<const Node *, 4> Found;
  walkAliases(Root, Inside, [&](const Node &N) {
    if (!is_contained(Inside, &N))
      Found.push_back(&N);
  });
  return Found;
}

SmallVector<const Node *, 4>
RewriteMemory::sharers(const Node &Root, ArrayRef<const Node *> Inside) {
  SmallVector<const Node *, 4> Found;
  SmallVector<const Node *, 4> Tuples;
  walkAliases(Root, Inside, [&](const Node &N) {
    Found.push_back(&N);
    if (const Node *Tuple = N.isGetItem() ? N.operand(0) : nullptr)
      if (Tuple->isCall() && !Tuple->tensorType() && isBase(*Tuple))
        Tuples.push_back(Tuple);
  });
  erase_if(Found, [&](const Node *N) { return is_contained(Tuples, N); });
  return Found;
}

std::optional<unsigned>
RewriteMemory::numMayCopy(const Node &Root, ArrayRef<const Node *> Inside) {
  std::optional<unsigned> Count = 0;
  walkAliases(Root, Inside, [&](const Node &N) {
    if (!is_contained(Inside, &N) || aliasedOperands(N).empty())
      return;
    Sharing How = sharingOf(N);
    if (How == Sharing::Unknown)
      Count.reset();
    else if (Count && How == Sharing::ViewIfItCan)
      ++*Count;
  });
  return Count;
}
