//===- Reducer.cpp - Makes a failing program smaller ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "Bisect/PipelineChild.h"
#include "fx/IR/Printer.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Pass/PassManager.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <deque>

using namespace fx;
using namespace llvm;

bool Reducer::outOfTime() const {
  std::chrono::duration<double> Passed =
      std::chrono::steady_clock::now() - Options.Begin;
  return !IsFinishing && Options.MaxTime && Passed.count() > Options.MaxTime;
}

/// Whether that is the failure that is looked for.
bool Reducer::fails(StringRef Found) {
  if (!Options.AnyFailure)
    return Found == Signature;
  if (!Found.empty())
    Signature = Found.str();
  return !Found.empty();
}

void Reducer::setBest(Candidate C, std::string Text) {
  Best = std::move(C);
  Size = sizeOf(*Best.M, Text);
  BestText = std::move(Text);
}

//===----------------------------------------------------------------------===//
// Trying
//===----------------------------------------------------------------------===//

/// Whether \p N is a call whose results a getitem selects from.
static bool returnsSeveral(const Node &N) {
  const Argument *Val = N.val();
  return N.isCall() && !N.isGetItem() && Val && Val->isSequence();
}

/// Whether archives have a form for \p N and for what takes its value.
static bool isUsedAsWritten(const Node &N) {
  const Argument *Val = N.val();
  auto Is = [&](function_ref<bool(const Node &)> Fits) {
    return all_of(N.users(), [&](const Node *User) { return Fits(*User); });
  };
  // One that was left where its operand became something else.
  if (N.isGetItem() && N.numOperands())
    if (const Node *Of = N.operand(0); Of && !returnsSeveral(*Of))
      return false;
  if (N.isGetAttr() && !Val)
    return Is([](const Node &User) { return !User.isOutput(); });
  if (N.isCall() && (!Val || Val->kind() == ArgKind::Tuple))
    return Is([&](const Node &User) { return Val && User.isGetItem(); });
  return true;
}

/// Gives a program the values that it needs to be written, and says whether it
/// can be.
static bool completeForArchive(GraphModule &M) {
  if (errorToBool(completeChangedProgram(M)))
    return false;
  bool All = true;
  M.forEachGraph([&](Graph &G, StringRef) {
    All &= all_of(G.nodes(), [](const Node *N) { return isUsedAsWritten(*N); });
  });
  return All;
}

/// Whether an edited candidate is worth asking about.
bool Reducer::prepare(Candidate &C, std::string &Text, bool MustBeSmaller) {
  if (RemovesDead)
    removeDeadNodes(*C.M);
  if (RenamesAll)
    renameAll(*C.M);
  if (Options.KeepProgram && C.M->program() && !completeForArchive(*C.M))
    return false;
  Text = C.text();
  if (MustBeSmaller && !(sizeOf(*C.M, Text) < Size))
    return false;
  if (!Seen.insert(xxh3_64bits(Text)).second)
    return false;
  return firstInvalidity(*C.M, Context.Odd).first.empty();
}

/// Tries one edit.
bool Reducer::tryOnce(function_ref<bool(Candidate &)> E, bool MustBeSmaller) {
  Candidate C = Best.clone();
  std::string Text;
  if (outOfTime() || !E(C) || !prepare(C, Text, MustBeSmaller))
    return false;
  ++Tries;
  Tried.advance();
  if (!fails(Oracle.signatureOf(C)))
    return false;
  setBest(std::move(C), std::move(Text));
  return true;
}

/// Tries edits \p From to \p To of the best candidate until one succeeds, and
/// returns which; none if none does. Several are tried at once, but the first
/// that succeeds is taken, and what comes after it is as if it had not been.
std::optional<size_t> Reducer::tryFirst(size_t From, size_t To, Edit E) {
  struct Running {
    size_t Index;
    Candidate C;
    std::string Text;
    std::unique_ptr<ReduceOracle::Trial> Trial;
  };
  size_t Width = Oracle.isParallel() ? Options.Jobs : 1;
  std::deque<Running> Queue;
  size_t Next = From;
  while (!outOfTime()) {
    while (Next != To && Queue.size() < Width) {
      Running R{Next++, Best.clone(), {}, nullptr};
      if (!E(R.C, R.Index) || !prepare(R.C, R.Text, /*MustBeSmaller=*/true))
        continue;
      Queue.push_back(std::move(R));
      Queue.back().Trial = Oracle.start(Queue.back().C);
    }
    if (Queue.empty())
      return std::nullopt;
    Running &First = Queue.front();
    ++Tries;
    Tried.advance();
    bool Fails = fails(First.Trial->finish());
    First.Trial.reset();
    if (Fails) {
      size_t Index = First.Index;
      // Others were started in vain; they may come again.
      for (Running &R : drop_begin(Queue)) {
        R.Trial.reset();
        Seen.erase(xxh3_64bits(R.Text));
      }
      setBest(std::move(First.C), std::move(First.Text));
      return Index;
    }
    Queue.pop_front();
  }
  return std::nullopt;
}

/// Tries an edit at each place, once.
bool Reducer::tryEach(function_ref<size_t()> Count, Edit E) {
  bool Any = false;
  size_t Index = 0;
  while (Index < Count() && !outOfTime()) {
    std::optional<size_t> Found = tryFirst(Index, Count(), E);
    if (!Found)
      break;
    Any = true;
    Index = *Found;
  }
  return Any;
}

/// Tries an edit of ranges of places: halves, quarters, and so on.
bool Reducer::tryRanges(function_ref<size_t()> Count,
                        function_ref<bool(Candidate &, size_t, size_t)> E) {
  bool Any = false;
  for (size_t Length = bit_ceil(std::max<size_t>(Count(), 1)); Length;
       Length /= 2)
    for (size_t Begin = 0; Begin < Count() && !outOfTime();) {
      size_t NumRanges = (Count() - Begin + Length - 1) / Length;
      std::optional<size_t> Found =
          tryFirst(0, NumRanges, [&](Candidate &C, size_t I) {
            return E(C, Begin + I * Length, Length);
          });
      Any |= Found.has_value();
      // After a success the next range has moved to that place.
      Begin += Found.value_or(NumRanges) * Length;
    }
  return Any;
}

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

bool Reducer::hasGivenInputs() const {
  const RunInputSource &Given = Context.Config.Numerics.Inputs;
  return Oracle.runsModels() && (!Given.Specs.empty() || !Given.File.empty());
}

/// Types for inputs that nodes become, and a plain graph.
void Reducer::prepareTypes() {
  auto MakePlain = [](Candidate &C) {
    C.M = withoutProgram(*C.M);
    return true;
  };
  auto AddTypes = [&](Candidate &C) { return Oracle.addTypes(C); };
  // Not all values show a failure.
  auto WithSeeds = [&](function_ref<bool(Candidate &)> E) {
    uint64_t Count = Oracle.runsModels() ? NumSeeds : 1;
    for (uint64_t Seed = 0; Seed != Count; ++Seed)
      if (tryOnce(
              [&](Candidate &C) {
                C.Seed = Seed;
                return E(C);
              },
              /*MustBeSmaller=*/false))
        return true;
    return false;
  };
  // Symbolic sizes say nothing without the program, so both at once.
  bool IsProgram = !Options.KeepProgram && Best.M->program();
  if (IsProgram &&
      WithSeeds([&](Candidate &C) { return AddTypes(C) && MakePlain(C); }))
    return;
  // It may take the values that were given.
  auto AddTypesOfGiven = [&](Candidate &C) {
    return hasGivenInputs() && Oracle.addTypes(C, /*KeepsInputs=*/true);
  };
  if (IsProgram &&
      tryOnce([&](Candidate &C) { return AddTypesOfGiven(C) && MakePlain(C); },
              /*MustBeSmaller=*/false))
    return;
  if (IsProgram)
    tryOnce(MakePlain, /*MustBeSmaller=*/false);
  if (WithSeeds(AddTypes) || tryOnce(AddTypesOfGiven, /*MustBeSmaller=*/false))
    return;
  tryOnce([](Candidate &C) { return addMissingValues(*C.M); },
          /*MustBeSmaller=*/false);
}

/// Weights of no file.
void Reducer::prepareWeights() {
  for (uint64_t I = 0; I != NumSeeds && Oracle.runsModels(); ++I)
    if (tryOnce(
            [&](Candidate &C) {
              if (C.M->weightFiles().empty() && !C.M->weightStore())
                return false;
              C.RandomWeights = true;
              C.Seed += I;
              C.M->setWeightFiles({});
              C.M->setWeightStore(nullptr);
              return true;
            },
            /*MustBeSmaller=*/false))
      return;
}

/// One of the nested graphs alone: what fails may be inside it.
bool Reducer::reduceGraphs() {
  if (Options.KeepProgram)
    return false;
  bool Any = false;
  while (tryFirst(0, Size.Graphs, [](Candidate &C, size_t I) {
    C.M = nestedGraph(*C.M, I);
    return C.M != nullptr;
  }))
    Any = true;
  return Any;
}

/// What fails may be inside such a graph and outside of it.
bool Reducer::inlineGraphs() {
  auto Count = [&] { return numGraphCalls(*Best.M); };
  bool Any = tryEach(
      Count, [](Candidate &C, size_t I) { return inlineGraph(*C.M, I); });
  Any |= tryEach(Count,
                 [](Candidate &C, size_t I) { return callSameGraph(*C.M, I); });
  Any |=
      tryEach([&] { return numGraphInputs(*Best.M); },
              [](Candidate &C, size_t I) { return dropGraphInput(*C.M, I); });
  return Any;
}

/// The earliest call that will do, as if that were monotone but for those of
/// side branches, which have neighbors on the trunk. What is near the inputs is
/// tried first: that makes small candidates, which cost little.
bool Reducer::returnEarliest(bool KeepsWrites) {
  constexpr size_t NumNeighbors = 4;
  auto Size = [&] { return numReturnable(*Best.M); };
  auto TryAt = [&](size_t At, size_t End) {
    return tryFirst(At, std::min(At + NumNeighbors, End),
                    [&](Candidate &C, size_t I) {
                      return returnCall(*C.M, I, KeepsWrites);
                    })
        .has_value();
  };
  bool Any = false;
  size_t Low = 0, High = Size();
  for (size_t At = 0; At < High && !Any && !outOfTime();
       At = std::max(2 * At, NumNeighbors)) {
    Any = TryAt(At, High);
    if (Any)
      High = std::min(At, Size());
    else
      Low = At + NumNeighbors;
  }
  while (Low < High && !outOfTime()) {
    size_t Middle = Low + (High - Low) / 2;
    if (TryAt(Middle, High)) {
      Any = true;
      High = std::min(Middle, Size());
    } else {
      Low = Middle + NumNeighbors;
    }
  }
  return Any;
}

bool Reducer::reduceOutputs() {
  bool Any = tryRanges([&] { return numOutputs(*Best.M); },
                       [](Candidate &C, size_t First, size_t Count) {
                         return dropOutputs(*C.M, First, Count);
                       });
  // What fails may be a write that nothing reads, so these go first and may
  // stay then. Where there are none, nothing is tried twice.
  for (bool KeepsWrites : {false, true})
    Any |= returnEarliest(KeepsWrites);
  // A long way is searched again, not walked.
  unsigned Steps = 0;
  while (tryFirst(
      0, 8, [](Candidate &C, size_t I) { return returnOperand(*C.M, I); })) {
    Any = true;
    if (++Steps % 16 == 0)
      returnEarliest(/*KeepsWrites=*/true);
  }
  return Any;
}

/// Most operands that are tried; others are not like what they are operands of.
static constexpr size_t MaxOperands = 4;

bool Reducer::reduceCalls() {
  bool Any = tryRanges([&] { return numCalls(*Best.M); },
                       [](Candidate &C, size_t First, size_t Length) {
                         return makeInputs(*C.M, First, Length);
                       });
  // Values that were given are those of inputs of these names.
  if (hasGivenInputs() && !Best.TypedInputs)
    Any |= tryRanges([&] { return numCalls(*Best.M); },
                     [](Candidate &C, size_t First, size_t Length) {
                       C.TypedInputs = true;
                       return makeInputs(*C.M, First, Length);
                     });
  if (!RemovesDead || Size.Nodes > 1)
    Any |= tryRanges([&] { return allCallsOf(*Best.M).size(); },
                     [](Candidate &C, size_t First, size_t Length) {
                       return dropCalls(*C.M, First, Length);
                     });
  // What such a call checks may be returned in its place.
  Any |= tryEach([&] { return allCallsOf(*Best.M).size() * MaxOperands; },
                 [](Candidate &C, size_t I) {
                   return returnInstead(*C.M, I / MaxOperands, I % MaxOperands);
                 });
  return Any;
}

bool Reducer::reduceOperands() {
  return tryEach([&] { return allCallsOf(*Best.M).size() * MaxOperands; },
                 [](Candidate &C, size_t I) {
                   return replaceByOperand(*C.M, I / MaxOperands,
                                           I % MaxOperands);
                 });
}

bool Reducer::reduceInputs() {
  bool Any = false;
  // Each into the first of its type.
  for (size_t To = 0; To < numInputs(*Best.M); ++To)
    Any |= tryEach([&] { return numInputs(*Best.M); },
                   [&](Candidate &C, size_t From) {
                     return From > To && mergeInputs(*C.M, From, To);
                   });
  return Any;
}

bool Reducer::reduceArguments() {
  bool Any =
      tryEach([&] { return allCallsOf(*Best.M).size(); },
              [](Candidate &C, size_t I) { return dropArgument(*C.M, I); });
  while (tryFirst(0, numSimplerArguments(*Best.M), [](Candidate &C, size_t I) {
    return simplifyArgument(*C.M, I);
  }))
    Any = true;
  return Any;
}

bool Reducer::reduceTargets() {
  return tryEach([&] { return allCallsOf(*Best.M).size() * 2; },
                 [](Candidate &C, size_t I) {
                   return simplifyTarget(*C.M, I / 2, I % 2);
                 });
}

bool Reducer::reduceSizes() {
  bool Any = false;
  for (int64_t From : sizesOfInputs(*Best.M))
    for (int64_t To = 1; To < From; To *= 2)
      if (tryOnce([&](Candidate &C) { return changeSize(*C.M, From, To); })) {
        Any = true;
        break;
      }
  return Any;
}

bool Reducer::runStrategy(StringRef Name, bool (Reducer::*Strategy)()) {
  size_t Before = Tries;
  ReduceSize Old = Size;
  bool Changed = (this->*Strategy)();
  if (Options.Table && Tries != Before)
    errs() << formatv("  {0,-10} {1,5} tries  {2} -> {3} nodes, {4} -> {5} "
                      "inputs, {6} -> {7} bytes\n",
                      Name, Tries - Before, Old.Nodes, Size.Nodes, Old.Inputs,
                      Size.Inputs, Old.Bytes, Size.Bytes);
  if (Changed && OnImproved)
    OnImproved(Best);
  return Changed;
}

bool Reducer::reduceRounds() {
  bool Any = false;
  for (bool Changed = true; Changed && !outOfTime(); Any |= Changed) {
    Changed = runStrategy("passes", &Reducer::reducePasses);
    Changed |= runStrategy("before", &Reducer::startBeforePass);
    Changed |= runStrategy("graphs", &Reducer::reduceGraphs);
    Changed |= runStrategy("inline", &Reducer::inlineGraphs);
    Changed |= runStrategy("outputs", &Reducer::reduceOutputs);
    Changed |= runStrategy("modules", &Reducer::reduceModules);
    Changed |= runStrategy("calls", &Reducer::reduceCalls);
    Changed |= runStrategy("modules", &Reducer::reduceModules);
    Changed |= runStrategy("operands", &Reducer::reduceOperands);
    Changed |= runStrategy("inputs", &Reducer::reduceInputs);
    Changed |= runStrategy("arguments", &Reducer::reduceArguments);
    Changed |= runStrategy("targets", &Reducer::reduceTargets);
    Changed |= runStrategy("sizes", &Reducer::reduceSizes);
    Changed |= runStrategy("program", &Reducer::reduceProgram);
    Changed |= runStrategy("text", &Reducer::reduceText);
  }
  return Any;
}

void Reducer::run(Candidate Start, StringRef Failure) {
  Signature = Failure.str();
  std::string Text = Start.text();
  setBest(std::move(Start), std::move(Text));
  RemovesDead = false;
  prepareStart();
  // If what fails is dead code, it stays.
  RemovesDead = !removeDeadNodes(*Best.clone().M) ||
                tryOnce([](Candidate &C) { return removeDeadNodes(*C.M); });
  // Checks of values, which nothing uses.
  tryOnce([](Candidate &C) {
    return dropCalls(*C.M, 0, std::numeric_limits<size_t>::max());
  });
  // Values that are known let nodes become inputs, so they go last; without
  // them other things can go, and then they may be of use again.
  std::optional<Candidate> Smallest;
  ReduceSize SmallestSize;
  while (true) {
    reduceRounds();
    bool Changed = runStrategy("values", &Reducer::reduceValues);
    if (Smallest && !(Size < SmallestSize)) {
      std::string Old = Smallest->text();
      setBest(std::move(*Smallest), std::move(Old));
      break;
    }
    if (!Changed || !reduceRounds())
      break;
    Smallest = Best.clone();
    SmallestSize = Size;
    if (!addValues())
      break;
  }
  runStrategy("rules", &Reducer::reduceRules);
  finish();
}
