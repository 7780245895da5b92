//===- RewriteCheck.cpp - Rewrites run while they are made ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RewriteCheck.h"
#include "Check/RuleChecker.h"
#include "CutSide.h"
#include "fx/Analysis/SymbolicMath.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Sides with more elements in their operands than this are run once.
static constexpr uint64_t ManyElements = 1 << 16;
/// Those with more are not run.
static constexpr uint64_t MaxElements = uint64_t(1) << 28;
/// Sets of random values for the others.
static constexpr unsigned NumRounds = 6;

/// What a rewrite gets from the rest of the graph.
struct RewriteCheck::Capture {
  Node *N = nullptr;
  /// Sizes, strides and offset of a tensor, as numbers.
  bool IsTensor = false;
  DType Type = DType::Float32;
  SmallVector<int64_t, 6> Sizes, Strides;
  int64_t Offset = 0;
  uint64_t StorageSize = 0;
  /// The elements of a constant, in the order of its memory.
  std::optional<std::vector<double>> Elements;
  /// Anything that is not a tensor: a number.
  Argument Number;
};

RewriteCheck::RewriteCheck(TorchBackend &Torch, uint64_t PerRule)
    : Torch(Torch), PerRule(PerRule) {}
RewriteCheck::~RewriteCheck() = default;

void RewriteCheck::setValue(const Node &N, RunValuePtr Value) {
  Values[&N] = std::move(Value);
  HasValues = true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The numbers of \p Items, symbols by example.
static std::optional<SmallVector<int64_t, 6>>
numbersOf(ArrayRef<Argument> Items, SymbolicMath &Math) {
  SmallVector<int64_t, 6> Numbers;
  for (const Argument &Item : Items) {
    if (!Item.isInt() && !Math.hasHint(Item))
      return std::nullopt;
    Numbers.push_back(Math.hint(Item));
  }
  return Numbers;
}

static SmallVector<int64_t, 6> contiguousStrides(ArrayRef<int64_t> Sizes) {
  SmallVector<int64_t, 6> Strides(Sizes.size(), 1);
  for (size_t I = Sizes.size(); I-- > 1;)
    Strides[I - 1] = Strides[I] * std::max<int64_t>(Sizes[I], 1);
  return Strides;
}

/// Elements in row-major order, brought to where they lie in memory.
static std::vector<double> inMemory(ArrayRef<double> Elements,
                                    ArrayRef<int64_t> Sizes,
                                    ArrayRef<int64_t> Strides,
                                    uint64_t StorageSize) {
  std::vector<double> Storage(StorageSize);
  SmallVector<int64_t, 6> At(Sizes.size());
  for (double Value : Elements) {
    int64_t Place = 0;
    for (size_t D = 0; D != At.size(); ++D)
      Place += At[D] * Strides[D];
    Storage[Place] = Value;
    for (size_t D = Sizes.size(); D-- != 0;) {
      if (++At[D] != Sizes[D])
        break;
      At[D] = 0;
    }
  }
  return Storage;
}

/// Why \p N cannot be given; empty where \p C says how.
std::string RewriteCheck::describe(const Sides &S, Node &N, Capture &C) {
  C.N = &N;
  const Argument *Val = N.val();
  if (!Val)
    return "the type of %" + N.name() + " is not known";
  TensorType T(*Val);
  if (!T) {
    C.Number = *Val;
    if (Val->kind() == ArgKind::SymExpr && S.Math.hasHint(*Val))
      C.Number = Argument(S.Math.hint(*Val));
    if (C.Number.isInt() || C.Number.isFloat() || C.Number.isBool())
      return "";
    return "%" + N.name() + " is neither a tensor nor a number";
  }
  if (!T.isStrided() || !T.isOnCPU())
    return "%" + N.name() + " is not a strided tensor of the CPU";
  std::optional<SmallVector<int64_t, 6>> Sizes = numbersOf(T.sizes(), S.Math);
  std::optional<SmallVector<int64_t, 6>> Strides =
      numbersOf(T.strides(), S.Math);
  if (!Sizes || !Strides)
    return "the sizes of %" + N.name() + " depend on data";
  C.IsTensor = true;
  C.Type = T.dtype();
  C.Sizes = *Sizes;
  C.Strides = T.hasStrides() ? *Strides : contiguousStrides(*Sizes);
  uint64_t Last = 0, Count = 1;
  for (auto [Size, Stride] : zip(C.Sizes, C.Strides)) {
    Last = SaturatingAdd(Last, SaturatingMultiply<uint64_t>(
                                   std::max<int64_t>(Size - 1, 0), Stride));
    Count = SaturatingMultiply<uint64_t>(Count, Size);
  }
  C.StorageSize = Count ? SaturatingAdd<uint64_t>(Last, 1) : 0;
  if (std::max(C.StorageSize, Count) > MaxElements)
    return "%" + N.name() + " is too large";
  if (!S.Host || !S.Host->isConstant(N))
    return "";
  Expected<std::vector<double>> Elements = S.Host->elements(N);
  if (!Elements)
    return toString(Elements.takeError());
  if (Elements->size() != Count)
    return "the elements of %" + N.name() + " are not known";
  C.Elements = inMemory(*Elements, C.Sizes, C.Strides, C.StorageSize);
  return "";
}

std::string RewriteCheck::findCaptures(const Sides &S,
                                       std::vector<Capture> &Captures) {
  SmallPtrSet<const Node *, 16> Inside;
  for (ArrayRef<Node *> Nodes : {S.Matched, S.Created})
    Inside.insert(Nodes.begin(), Nodes.end());
  SmallPtrSet<const Node *, 16> Seen;
  uint64_t Total = 0;
  bool CallsModules =
      any_of(S.Matched, [](Node *N) { return N->isCallModule(); });
  auto Add = [&](Node *N) -> std::string {
    // Maybe of a module that is called: the state itself, not a value for it.
    bool IsPart = N->isGetAttr() && (CallsModules || !N->val());
    if (Inside.contains(N) || IsPart || !Seen.insert(N).second)
      return "";
    std::string Why = describe(S, *N, Captures.emplace_back());
    Total += Captures.back().StorageSize;
    return Why;
  };
  for (ArrayRef<Node *> Nodes : {S.Matched, S.Created})
    for (Node *N : Nodes)
      for (Node *Operand : N->allInputNodes())
        if (std::string Why = Add(Operand); !Why.empty())
          return Why;
  for (Node *N : S.News)
    if (std::string Why = Add(N); !Why.empty())
      return Why;
  return Total > MaxElements ? "its operands are too large" : "";
}

static Node *makePlaceholder(GraphModule &M, Node *N) {
  Node *Copy = M.graph().placeholder(N->name());
  if (const Argument *Val = N->val())
    Copy->setVal(*Val);
  return Copy;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static ValueRange rangeOf(const CompiledRule &Rule) {
  switch (Rule.Class) {
  case Exactness::Finite:
    return ValueRange::Tame;
  case Exactness::Rounding:
    return ValueRange::Narrow;
  default:
    return ValueRange::All;
  }
}

/// Numbers as the bytes of elements.
static std::string bytesOf(DType T, ArrayRef<double> Numbers) {
  std::string Doubles(reinterpret_cast<const char *>(Numbers.data()),
                      Numbers.size() * sizeof(double));
  if (epsilonOf(T) != 0)
    return convertValues(Doubles, DType::Float64, T);
  std::string Bytes;
  for (double Number : Numbers) {
    int64_t Whole = Number;
    for (unsigned I = 0; I != itemSize(T); ++I)
      Bytes.push_back(char(Whole >> (8 * I)));
  }
  return Bytes;
}

Expected<std::vector<RunValuePtr>>
RewriteCheck::makeValues(const CompiledRule &Rule, ArrayRef<Capture> Captures,
                         unsigned Round) {
  bool AreReal = all_of(Captures, [&](const Capture &C) {
    return C.Elements || Values.lookup(C.N);
  });
  uint64_t Seed = xxh3_64bits(Rule.Name) + Round * 64;
  std::vector<RunValuePtr> Made;
  for (const Capture &C : Captures) {
    StoredTensor T;
    std::string Bytes;
    if (AreReal && !C.Elements) {
      const RunValuePtr &Value = Values.find(C.N)->second;
      Expected<StoredTensor> Stored = Torch.storageOf(*Value);
      if (!Stored) {
        consumeError(Stored.takeError());
        Made.push_back(Value);
        continue;
      }
      T = std::move(*Stored);
    } else if (!C.IsTensor) {
      ValueSpec Spec;
      Spec.Fill = ValueSpec::Number;
      Spec.Scalar = C.Number;
      Expected<RunValuePtr> Value = Torch.makeValue(Spec, 0);
      if (!Value)
        return Value.takeError();
      Made.push_back(*Value);
      continue;
    } else {
      T.Type = C.Type;
      T.Sizes.assign(C.Sizes.begin(), C.Sizes.end());
      T.Strides.assign(C.Strides.begin(), C.Strides.end());
      // The last round is for what must not be negative, as indices.
      Bytes = C.Elements ? bytesOf(C.Type, *C.Elements)
              : Round == NumRounds && !epsilonOf(C.Type)
                  ? std::string(C.StorageSize * itemSize(C.Type), '\0')
                  : checkValues(C.Type, C.StorageSize, Round, rangeOf(Rule),
                                Seed + Made.size());
      T.Storage = Bytes;
    }
    Expected<RunValuePtr> Value = Torch.makeTensor(T);
    if (!Value)
      return Value.takeError();
    Made.push_back(*Value);
  }
  return Made;
}

namespace {
/// Takes the values of the nodes that a rewrite made, for later ones.
class ValueTaker final : public RunObserver {
public:
  ValueTaker(RewriteCheck &Check, const CutSide &Side)
      : Check(Check), Side(Side) {}
  void after(const RunEvent &E, function_ref<RunValuePtr()> Value) override {
    auto It = Side.Originals.find(E.N.name());
    if (!E.Inner && E.Path.empty() && It != Side.Originals.end())
      Check.setValue(*It->second, Value());
  }

private:
  RewriteCheck &Check;
  const CutSide &Side;
};
} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Runs a side; what it leaves in its inputs is compared too.
static CheckedRun runSide(TorchBackend &Torch, Context &Ctx,
                          GraphRunner &Runner, ArrayRef<RunValuePtr> Given) {
  CheckedRun Run = runCheck(Torch, Ctx, Runner, Given);
  for (const RunValuePtr &Value : Given)
    if (Run.Failure.empty())
      Run.Results.push_back(takeCheckedTensor(Torch, Ctx, *Value, Run.Failure));
  return Run;
}

/// What stands in the place of the match: what was made, and calls of the match
/// that stay, with what they need.
static SmallVector<Node *, 8> nodesAfter(const RewriteCheck::Sides &S) {
  SmallVector<Node *, 8> Nodes(S.Created), Work(S.Created);
  Work.append(S.News.begin(), S.News.end());
  while (!Work.empty()) {
    Node *N = Work.pop_back_val();
    if (is_contained(S.Matched, N) && !is_contained(Nodes, N))
      Nodes.push_back(N);
    for (Node *Operand : N->allInputNodes())
      if (is_contained(S.Matched, Operand) && !is_contained(Nodes, Operand))
        Work.push_back(Operand);
  }
  return Nodes;
}

/// What \p Left gives in float64, where every type inside is another.
CheckedRun RewriteCheck::runExactly(Context &Ctx, GraphRunner &Runner,
                                    std::vector<RunValuePtr> Given) {
  for (RunValuePtr &Value : Given)
    if (Expected<RunValuePtr> Wide = Torch.asFloat(Value, DType::Float64))
      Value = *Wide;
    else
      consumeError(Wide.takeError());
  ScaleObserver Observer(Torch);
  Runner.setObserver(&Observer);
  CheckedRun Run = runSide(Torch, Ctx, Runner, Given);
  Run.Scale = Observer.scale();
  Runner.setObserver(nullptr);
  return Run;
}

std::string RewriteCheck::runSides(const CompiledRule &Rule, const Sides &S,
                                   std::string &Why) {
  std::vector<Capture> Captures;
  if (Why = findCaptures(S, Captures); !Why.empty())
    return "";
  SmallVector<Node *, 8> Inputs;
  double Epsilon = 0;
  uint64_t Total = 0;
  for (const Capture &C : Captures) {
    Inputs.push_back(C.N);
    Epsilon = std::max(Epsilon, C.IsTensor ? epsilonOf(C.Type) : 0.0);
    Total += C.StorageSize;
  }
  CutSide Left = cutSide(S.M, S.Matched, S.Roots, Inputs, makePlaceholder);
  CutSide Right = cutSide(S.M, nodesAfter(S), S.News, Inputs, makePlaceholder);
  std::string Failure;
  std::unique_ptr<GraphRunner> Exactly,
      Before = prepareCheck(Torch, *Left.M, Why);
  if (!Before)
    return "";
  std::unique_ptr<GraphRunner> After = prepareCheck(Torch, *Right.M, Failure);
  if (!After)
    return "the result cannot be run: " + Failure;
  CutSide Double;
  bool IsRounded =
      Rule.Class == Exactness::Rounding || Rule.Class == Exactness::Finite;
  // State of modules is not converted.
  if (IsRounded &&
      none_of(S.Matched, [](Node *N) { return N->isCallModule(); })) {
    Double = cutSide(S.M, S.Matched, S.Roots, Inputs, makePlaceholder);
    for (Node *N : Double.M->graph().nodes())
      N->eraseMeta("val");
    Exactly = prepareCheck(Torch, *Double.M, Failure);
  }
  Context &Ctx = S.M.context();
  bool Ran = false;
  unsigned Rounds = Total > ManyElements || HasValues ? 1 : NumRounds;
  ValueTaker Taker(*this, Right);
  // What cannot be run, for example with indices out of range, is run on other
  // values.
  for (unsigned Round = 0; Round <= NumRounds && !(Ran && Round >= Rounds);
       ++Round) {
    auto Make = [&] { return makeValues(Rule, Captures, Round); };
    Expected<std::vector<RunValuePtr>> Given = Make();
    if (!Given) {
      Why = toString(Given.takeError());
      return "";
    }
    ScaleObserver LeftScale(Torch);
    Before->setObserver(&LeftScale);
    CheckedRun L = runSide(Torch, Ctx, *Before, *Given);
    Before->setObserver(nullptr);
    if (!L.Failure.empty()) {
      Why = L.Failure;
      continue;
    }
    Ran = true;
    L.Epsilon = Epsilon;
    L.Scale = LeftScale.scale();
    After->setObserver(HasValues ? &Taker : nullptr);
    // Writes are made to values of its own.
    CheckedRun R = runSide(Torch, Ctx, *After, cantFail(Make()));
    CheckedRun E = Exactly ? runExactly(Ctx, *Exactly, cantFail(Make())) : L;
    std::string Difference =
        compareRuns(Rule, L, R, IsRounded ? &E : nullptr,
                    {/*Strides=*/!Rule.Layout, /*Memory=*/false});
    if (!Difference.empty())
      return Difference;
  }
  if (Ran)
    Why.clear();
  return "";
}

std::string RewriteCheck::run(const CompiledRule &Rule, const Sides &S) {
  // The memory of nodes that are gone may be that of new ones.
  for (Node *N : S.Created)
    Values.erase(N);
  if (Seen[Rule.Name]++ >= PerRule)
    return "";
  std::string Why, Difference = runSides(Rule, S, Why);
  if (Why.empty()) {
    ++NumChecked;
    return Difference;
  }
  Unchecked &U = Missed[Rule.Name.str()];
  if (!U.Count++)
    U.Why = Why;
  return "";
}

std::unique_ptr<GraphModule> RewriteCheck::leftSide(
    const Sides &S,
    function_ref<std::unique_ptr<RuleHost>(GraphModule &)> HostOf) {
  std::vector<Capture> Captures;
  if (!findCaptures(S, Captures).empty())
    return nullptr;
  SmallVector<Node *, 8> Inputs;
  for (const Capture &C : Captures)
    Inputs.push_back(C.N);
  auto MakeInput = [&](GraphModule &M, Node *N) {
    const Capture &C =
        *find_if(Captures, [&](const Capture &C) { return C.N == N; });
    if (!C.Elements) {
      // A copy, so that a result may be the operand itself.
      Node *Input = makePlaceholder(M, N);
      return C.IsTensor ? M.graph().callFunction("torch.ops.aten.clone.default",
                                                 {Argument(Input)})
                        : Input;
    }
    std::unique_ptr<RuleHost> Host = HostOf(M);
    Expected<std::vector<double>> Elements = S.Host->elements(*N);
    Expected<Node *> State = Elements
                                 ? Host->addState(N->name(), C.Type, C.Sizes,
                                                  bytesOf(C.Type, *Elements))
                                 : Elements.takeError();
    if (State)
      return *State;
    consumeError(State.takeError());
    return makePlaceholder(M, N);
  };
  return cutSide(S.M, S.Matched, S.Roots, Inputs, MakeInput).M;
}
