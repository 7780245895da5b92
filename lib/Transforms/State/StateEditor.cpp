//===- StateEditor.cpp - Editing weights from a pass ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/StateEditor.h"
#include "StatePatterns.h"
#include "StorageUses.h"
#include "fx/Analysis/GraphCalls.h"
#include "fx/IR/EffectCache.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isState(InputSpec::SpecKind Kind) {
  return Kind == InputSpec::Parameter || Kind == InputSpec::Buffer ||
         Kind == InputSpec::TensorConstant || Kind == InputSpec::CustomObj;
}

std::string StateEditor::pathOf(const Node &N) {
  if (N.isPlaceholder()) {
    std::optional<InputSpec> Spec = InputSpec::of(N);
    return Spec && isState(Spec->Kind) ? Spec->Target.str().str() : "";
  }
  if (!N.isGetAttr())
    return "";
  const Module *Owner = N.graph().owningModule();
  std::string Path = Owner ? Owner->path() : "";
  if (!Path.empty())
    Path += '.';
  return Path + N.targetText().str();
}

StateEditor::StateEditor(GraphModule &M) : M(M) {
  for (Node *N : M.graph().nodes())
    if (std::string Path = pathOf(*N); !Path.empty() && M.state(Path)) {
      Nodes.try_emplace(Path, N);
      if (N->isPlaceholder())
        Inputs[Path].push_back(N);
    }
}

/// Calls \p Fn for the nodes of all graphs that name the state at \p Path.
void StateEditor::forEachNode(StringRef Path,
                              function_ref<void(Node &)> Fn) const {
  // A pass may have erased some by itself, and others have their slots then.
  if (auto It = Inputs.find(Path); It != Inputs.end())
    for (Node *N : It->second)
      if (!N->isErased() && pathOf(*N) == Path)
        Fn(*N);
  M.forEachGraph([&](Graph &G, StringRef Owner) {
    StringRef Name = Path;
    if (!Owner.empty() &&
        (!Name.consume_front(Owner) || !Name.consume_front(".")))
      return;
    for (Node *N : G.findNodes(Opcode::GetAttr, Name))
      Fn(*N);
  });
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Where a call may use a value besides what it gives to the graphs that it
/// calls: the condition of `cond` is only read.
static bool givesElsewhere(const Node &Call, const Node &Value,
                           ArrayRef<GraphCall> Graphs) {
  unsigned Given = 0, Used = 0;
  for (const GraphCall::Operand &O : Graphs.front().Operands)
    Given += O.value() == &Value;
  for (const fx::Use &U : Call.operandUses())
    Used += Call.graph().node(U.Value) == &Value;
  bool IsCondition = Graphs.size() == 2 && Graphs.front().GraphArg == 1 &&
                     Call.arg(0).asNode() == &Value;
  return Used != Given + IsCondition;
}

/// What the graphs that \p Call calls do with \p Value; unset where they are
/// not known. Returned says that the result may share its memory.
std::optional<StateEditor::Use> StateEditor::useByGraphs(const Node &Call,
                                                         const Node &Value) {
  SmallVector<GraphCall, 2> Graphs = graphCallsOf(Call);
  if (Graphs.empty() || givesElsewhere(Call, Value, Graphs))
    return std::nullopt;
  Use U;
  bool WritesAny = false, IsLoop = false;
  for (const GraphCall &G : Graphs) {
    if (!G.Body)
      return std::nullopt;
    FoundNodes Taken = G.Body->findNodes(Opcode::Placeholder);
    if (size_t(std::distance(Taken.begin(), Taken.end())) != G.Operands.size())
      return std::nullopt;
    IsLoop |= G.IsLoop;
    for (auto [I, Placeholder] : enumerate(Taken)) {
      bool IsValue = G.Operands[I].value() == &Value;
      if (!IsValue && !G.IsLoop)
        continue;
      Use Inside = useOfInput(*Placeholder);
      WritesAny |= Inside.Written;
      if (IsValue)
        U.add(Inside);
    }
  }
  // What a turn of a loop returns is any input of the next.
  U.Written |= IsLoop && U.Returned && WritesAny;
  return U;
}

/// The use of an input of a graph that is called, which no call decides.
StateEditor::Use StateEditor::useOfInput(Node &Placeholder) {
  auto It = UsesOfInputs.find(&Placeholder);
  if (It == UsesOfInputs.end()) {
    EffectCache Effects;
    Use U = followUses(Placeholder, Effects);
    It = UsesOfInputs.try_emplace(&Placeholder, U).first;
  }
  return It->second;
}

/// Follows the value of \p N to all that may share its memory.
StateEditor::Use StateEditor::followUses(Node &N, EffectCache &Effects) {
  Use U;
  SmallVector<Node *, 8> Work = {&N};
  SmallPtrSet<Node *, 8> Seen = {&N};
  while (!Work.empty()) {
    Node *Value = Work.pop_back_val();
    for (Node *User : Value->users()) {
      if (User->isOutput()) {
        U.Returned = true;
        continue;
      }
      if (std::optional<Use> Inside = useByGraphs(*User, *Value)) {
        U.Written |= Inside->Written;
        U.LooksAtStorage |= Inside->LooksAtStorage;
        if (Inside->Returned && Seen.insert(User).second)
          Work.push_back(User);
        continue;
      }
      U.LooksAtStorage |= looksAtStorage(*User);
      const EffectSummary &S = Effects.get(*User);
      auto IsValue = [&](uint32_t I) { return User->operand(I) == Value; };
      U.Written |= S.Unknown || any_of(S.Writes, IsValue);
      if (any_of(S.Aliases, IsValue) && Seen.insert(User).second)
        Work.push_back(User);
      if (!S.Writes.empty() && mayCapture(*User))
        for (uint32_t I : S.Writes)
          if (Node *Into = User->operand(I); Seen.insert(Into).second)
            Work.push_back(Into);
    }
  }
  return U;
}

void StateEditor::noteUse(const TensorAttr &T, StringRef Path, Use U) {
  Uses[memoryOf(M, T, Path)].add(U);
}

/// A module may write the state that it has, or return it to who writes it.
void StateEditor::findUsesOfCall(Node &Call, EffectCache &Effects) {
  const Module *Owner = Call.graph().owningModule();
  const Module *Callee = Owner ? Owner->lookup(Call.targetText()) : nullptr;
  const EffectSummary &S = Effects.get(Call);
  if (!Callee || (!S.Unknown && !S.WritesState && !S.SharesState))
    return;
  Use U;
  U.Written = S.Unknown || S.WritesState;
  if (S.SharesState) {
    U.add(followUses(Call, Effects));
  }
  Callee->walk([&](const Module &Sub, StringRef) {
    std::string Prefix = Sub.path();
    if (!Prefix.empty())
      Prefix += '.';
    for (const TensorAttr &T : Sub.tensors())
      noteUse(T, Prefix + T.Name.str().str(), U);
  });
}

void StateEditor::findUses() {
  KnowsUses = true;
  UsesOfInputs.clear();
  M.forEachGraph([&](Graph &G, StringRef) {
    EffectCache Effects;
    for (Node *N : G.nodes())
      if (N->isCallModule())
        findUsesOfCall(*N, Effects);
      else if (std::string Path = pathOf(*N); !Path.empty())
        if (const TensorAttr *T = M.state(Path))
          noteUse(*T, Path, followUses(*N, Effects));
  });
  const Node *Output = M.graph().outputNode();
  auto Specs = Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!M.program() || !Specs)
    return;
  for (const OutputSpec &Spec : *Specs) {
    if (!Spec.isStateMutation() && Spec.Kind != OutputSpec::GradientToParameter)
      continue;
    StringRef Path = Spec.Target.str();
    if (const TensorAttr *T = M.state(Path))
      noteUse(*T, Path, {/*Written=*/true});
  }
}

const StateEditor::Use &StateEditor::useOf(StringRef Path) {
  if (!KnowsUses)
    findUses();
  const TensorAttr *T = M.state(Path);
  static constexpr Use Unknown = {true, true, true};
  return T ? Uses[memoryOf(M, *T, Path)] : Unknown;
}

bool StateEditor::isConstant(StringRef Path) { return !useOf(Path).Written; }

bool StateEditor::isReturned(StringRef Path) { return useOf(Path).Returned; }

bool StateEditor::hasStorageUses(StringRef Path) {
  return useOf(Path).LooksAtStorage;
}

bool StateEditor::isShared(StringRef Path) const {
  const TensorAttr *T = M.state(Path);
  if (!T)
    return false;
  std::string Memory = memoryOf(M, *T, Path);
  unsigned Count = 0;
  M.forEachState([&](TensorAttr &O, StringRef Other) {
    Count += memoryOf(M, O, Other) == Memory;
  });
  return Count > 1;
}

//===----------------------------------------------------------------------===//
// Reading and replacing
//===----------------------------------------------------------------------===//

Expected<TensorData> StateEditor::read(const Node &N) const {
  return readState(M, pathOf(N));
}

Error StateEditor::replace(Node &N, const TensorData &Data) {
  std::string Path = pathOf(N);
  if (Error E = writeState(M, Path, Data))
    return E;
  const TensorAttr &T = *M.state(Path);
  forEachNode(Path, [&](Node &Other) {
    if (M.program() || Other.val())
      Other.setVal(T.typeWithGradient());
  });
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Adding and erasing
//===----------------------------------------------------------------------===//

static InputSpec::SpecKind specKindOf(TensorAttr::RoleKind Role) {
  switch (Role) {
  case TensorAttr::Parameter:
    return InputSpec::Parameter;
  case TensorAttr::Buffer:
    return InputSpec::Buffer;
  case TensorAttr::Constant:
    return InputSpec::TensorConstant;
  case TensorAttr::Object:
    return InputSpec::CustomObj;
  }
  llvm_unreachable("unknown role");
}

/// The order in which torch.export puts inputs: tokens, parameters, buffers,
/// constants, objects, then those of the user.
static unsigned rankOf(InputSpec::SpecKind Kind) {
  switch (Kind) {
  case InputSpec::Token:
    return 0;
  case InputSpec::Parameter:
    return 1;
  case InputSpec::Buffer:
    return 2;
  case InputSpec::TensorConstant:
    return 3;
  case InputSpec::CustomObj:
    return 4;
  default:
    return 5;
  }
}

static StringRef prefixOf(TensorAttr::RoleKind Role) {
  switch (Role) {
  case TensorAttr::Parameter:
    return "p_";
  case TensorAttr::Buffer:
    return "b_";
  case TensorAttr::Constant:
    return "c_";
  case TensorAttr::Object:
    return "obj_";
  }
  llvm_unreachable("unknown role");
}

/// Whether an input of \p Rank goes before \p N.
static bool isLater(const Node &N, unsigned Rank) {
  std::optional<InputSpec> Spec =
      N.isPlaceholder() ? InputSpec::of(N) : std::nullopt;
  return !Spec || rankOf(Spec->Kind) > Rank;
}

/// The first placeholder of a later kind, before which one of \p Rank goes.
static Node *placeFor(Graph &G, unsigned Rank) {
  for (Node *N : G.nodes())
    if (isLater(*N, Rank))
      return N;
  return nullptr;
}

Node *StateEditor::addPlaceholder(StringRef Path, const TensorAttr &T) {
  Graph &G = M.graph();
  InputSpec Spec;
  Spec.Kind = specKindOf(T.Role);
  Spec.Target = M.context().intern(Path);
  Spec.Persistent = T.Persistent;
  std::string Name = (prefixOf(T.Role) + Path).str();
  for (char &C : Name)
    if (!isAlnum(C))
      C = '_';
  Node *Before = placeFor(G, rankOf(Spec.Kind));
  // With null, guards would insert at the front.
  std::optional<InsertionGuard> At;
  if (Before)
    At.emplace(G.insertingBefore(Before));
  Node *N = G.placeholder(Name);
  // Archives have one name for both.
  N->setTarget(N->name());
  N->setMeta("input_spec", Spec.toArgument(M.context()));
  N->setVal(T.typeWithGradient());
  Inputs[Path].push_back(N);
  return N;
}

Node *StateEditor::addPlaceholder(StringRef Path) {
  const TensorAttr *T = M.state(Path);
  return T ? Nodes[Path] = addPlaceholder(Path, *T) : nullptr;
}

Expected<Node *> StateEditor::add(StringRef Path, const TensorData &Data,
                                  TensorAttr T) {
  std::string Free = M.freeStatePath(Path);
  Expected<std::string> Record =
      WeightStore::of(M).add(Free, Data.storage().str());
  if (!Record)
    return Record.takeError();
  T.Record = M.context().intern(*Record);
  T.Type = Data.type(M.context(), T.tensorType().device());
  TensorAttr *Added = M.addState(Free, T);
  if (!Added)
    return makeError(diag::err_state_missing, SMLoc(), Free);
  Node *N;
  if (M.program()) {
    N = addPlaceholder(Free, *Added);
  } else {
    N = M.graph().getAttr(Free);
  }
  Nodes[Free] = N;
  return N;
}

Expected<Node *> StateEditor::addParameter(StringRef Path,
                                           const TensorData &Data,
                                           bool RequiresGrad) {
  TensorAttr T;
  T.Role = TensorAttr::Parameter;
  T.RequiresGrad = RequiresGrad && isFloatType(Data.dtype());
  return add(Path, Data, T);
}

Expected<Node *> StateEditor::addBuffer(StringRef Path, const TensorData &Data,
                                        bool Persistent) {
  TensorAttr T;
  T.Role = TensorAttr::Buffer;
  T.Persistent = Persistent;
  return add(Path, Data, T);
}

Expected<Node *> StateEditor::addConstant(StringRef Path,
                                          const TensorData &Data) {
  TensorAttr T;
  T.Role = TensorAttr::Constant;
  return add(Path, Data, T);
}

Expected<Node *> StateEditor::addLike(StringRef Path, const TensorData &Data,
                                      const TensorAttr &Kind) {
  TensorAttr T;
  T.Role = Kind.Role;
  T.Type = Kind.Type;
  T.RequiresGrad = Kind.RequiresGrad && isFloatType(Data.dtype());
  T.Persistent = Kind.Persistent;
  return add(Path, Data, T);
}

bool StateEditor::isInStateDict(const TensorAttr &T) {
  return T.Role == TensorAttr::Parameter ||
         (T.Role == TensorAttr::Buffer && T.Persistent);
}

bool StateEditor::isOfPreserved(const GraphModule &M, StringRef Path) {
  return M.program() &&
         any_of(M.program()->ModuleCalls, [&](const ModuleCall &C) {
           StringRef Rest = Path;
           return C.HasSignature && Rest.consume_front(C.Path.str()) &&
                  Rest.starts_with(".");
         });
}

bool StateEditor::erase(Node &N) {
  std::string Path = pathOf(N);
  if (Path.empty() || N.hasUsers() || isOfPreserved(M, Path))
    return false;
  bool IsNamed = false;
  Node *Other = nullptr; // One of the root graph that find() may give.
  forEachNode(Path, [&](Node &O) {
    if (&O == &N)
      return;
    IsNamed = true;
    if (!Other && &O.graph() == &M.graph())
      Other = &O;
  });
  bool IsInput = N.isPlaceholder();
  if (!M.graph().eraseIfUnused(&N))
    return false;
  if (IsInput)
    llvm::erase(Inputs[Path], &N);
  if (auto It = Nodes.find(Path); It != Nodes.end() && It->second == &N) {
    if (Other)
      It->second = Other;
    else
      Nodes.erase(It);
  }
  // A module without a graph has its state whether nodes name it or not.
  if (!IsNamed && !isOfWholeModule(Path))
    M.removeState(Path);
  return true;
}

bool StateEditor::isOfWholeModule(StringRef Path) {
  if (!M.program())
    return WholeModules(M).cover(Path);
  if (!Wholes)
    Wholes = std::make_shared<const WholeModules>(M);
  return Wholes->cover(Path);
}

void StateEditor::setRoles(ArrayRef<std::string> Paths,
                           TensorAttr::RoleKind Role, bool Persistent) {
  InputSpec Spec;
  Spec.Kind = specKindOf(Role);
  Spec.Persistent = Persistent;
  unsigned Rank = rankOf(Spec.Kind);
  Node *Before = nullptr;
  for (const std::string &Path : Paths) {
    TensorAttr *T = M.state(Path);
    if (!T || (T->Role == Role && T->Persistent == Persistent))
      continue;
    T->Role = Role;
    T->Persistent = Persistent;
    // That is a parameter's alone.
    if (Role != TensorAttr::Parameter)
      T->RequiresGrad = true;
    M.root().noteChange(ModuleChange::State);
    Node *N = M.program() ? find(Path) : nullptr;
    if (!N)
      continue;
    Spec.Target = M.context().intern(Path);
    N->setMeta("input_spec", Spec.toArgument(M.context()));
    N->setVal(T->typeWithGradient());
    if (!Before || !isLater(*Before, Rank))
      Before = placeFor(M.graph(), Rank);
    if (Before && Before != N)
      N->moveBefore(Before);
  }
}
