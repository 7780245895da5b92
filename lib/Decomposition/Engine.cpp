//===- Engine.cpp - Decomposes the calls of one graph ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "Helpers.h"
#include "Registry.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Literal.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/SchemaMemory.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// Rules call each other, but not so deeply.
static constexpr unsigned MaxRuleDepth = 40;

Engine::Engine(Graph &G, GraphModule &M, const StringSet<> &Keep,
               bool Functionalize, bool Decompose)
    : G(G), M(M), Ctx(G.context()), Keep(Keep), Functionalize(Functionalize),
      Decompose(Decompose), Inference(G, &M) {}

void Engine::setOrigin(const Node &N) {
  SmallVector<KwArg, 8> Entries;
  for (const KwArg &Entry : N.meta().entries())
    if (!isProgramMetadata(Entry.Name.str()))
      Entries.push_back(Entry);
  Origin = &Ctx.internMeta(Entries);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

const TargetFacts &Engine::factsOf(const OpTarget &Target) {
  std::unique_ptr<TargetFacts> &Slot = Facts[&Target];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<TargetFacts>();
  TargetFacts &F = *Slot;
  F.Target = &Target;
  F.Schema = &Target.overloads().front();
  F.Name = Ctx.intern(Target.name());
  ArrayRef<SchemaParam> Params = F.Schema->params();
  for (const SchemaParam &P : Params) {
    Argument Default;
    if (P.HasDefault) {
      Expected<Argument> Parsed = parseLiteral(Ctx, P.Default);
      if (Parsed)
        Default = *Parsed;
      else
        consumeError(Parsed.takeError());
      fitDefault(P, Default);
    }
    F.Defaults.push_back(Default);
    F.Writes |= P.Type.Written;
  }
  F.ViewOf = viewedParam(*F.Schema);
  StringRef Name = Target.name();
  F.IsView = Name == "torch.ops.aten.view.default";
  if (Name.consume_front("torch.ops.")) {
    auto [Package, Rest] = Name.split('.');
    auto [Op, Overload] = Rest.split('.');
    std::string Qualified =
        Package == "aten" ? Op.str() : (Package + "::" + Op).str();
    std::string Full = Qualified + "." + Overload.str();
    F.NodeName = Namespace::candidateFor(Op, TargetNaming::Path);
    // A rule for all overloads computes; it writes no output arguments.
    if (Decompose && !Keep.contains(Qualified) && !Keep.contains(Full))
      F.Rule = lookupRule(Full, F.Schema->writesOut() ? Full : Qualified);
  }
  return F;
}

const TargetFacts *Engine::find(StringRef Op) {
  auto [It, IsNew] = ByName.try_emplace(Op, nullptr);
  if (!IsNew)
    return It->second;
  auto [Package, Rest] = Op.split("::");
  if (Rest.empty())
    std::swap(Package, Rest);
  SmallString<64> Name("torch.ops.");
  Name += Package.empty() ? "aten" : Package;
  Name += '.';
  Name += Rest;
  if (!Rest.contains('.'))
    Name += ".default";
  const OpTarget *Target = lookupFunction(Name);
  if (Target && !Target->overloads().empty())
    It->second = &factsOf(*Target);
  return It->second;
}

/// Brings a value into the form that the dispatcher gives it, so that it can be
/// compared with a default: lists, floats, and what `y.dtype` is.
void Engine::fitDefault(const SchemaParam &P, Argument &Value) const {
  if (const Node *N = Value.asNode(); N && !attributeOf(*N).empty())
    if (const Node *Of = N->arg(0).asNode())
      if (auto Constant = constantAttribute(Of->tensorType(), attributeOf(*N)))
        Value = *Constant;
  if (const Node *N = Value.asNode();
      N && N->val() && N->val()->kind() == ArgKind::DType)
    Value = *N->val();
  const SchemaType &Type = P.Type;
  if (Type.ListDepth == 1) {
    if (Value.kind() == ArgKind::Tuple)
      Value = Argument::list(Value.elements());
    else if (Type.FixedSize &&
             (Value.isInt() || Value.isFloat() || Value.isBool()))
      Value = Argument::list(SmallVector<Argument, 4>(Type.FixedSize, Value));
    return;
  }
  if (Type.Kind == SchemaKind::Float && Value.isInt())
    Value = Argument(double(Value.asInt()));
}

Argument Engine::dispatch(const TargetFacts &F,
                          MutableArrayRef<Argument> Values,
                          const Argument *KnownVal) {
  if (failed())
    return Argument();
  for (size_t I = 0; I != Values.size(); ++I)
    fitDefault(F.Schema->params()[I], Values[I]);
  if (F.Writes && Functionalize)
    return mutate(F, Values, KnownVal);
  if (F.Rule)
    return applyRule(F, Values, KnownVal);
  return emit(F, Values, KnownVal);
}

/// Whether PyTorch computes in float32 what has the type \p T.
static bool isNarrow(DType T) {
  return T == DType::Float16 || T == DType::BFloat16;
}

static std::optional<DType> dtypeOf(const Argument &A) {
  TensorValue Type = typeOf(A);
  return Type ? std::optional(Type.dtype()) : std::nullopt;
}

static bool isNotStrided(const Argument &A) {
  TensorValue Type = typeOf(A);
  return Type && Type.layout() != Layout::Strided;
}

void Engine::eraseCreated(size_t Since) {
  // Sizes that were computed may be known to others by now; they go as dead
  // code if they are not wanted.
  DenseSet<Node *> Known;
  for (auto &[Text, N] : Symbols)
    Known.insert(N);
  while (Created.size() > Since) {
    Node *N = Created.pop_back_val().get();
    if (N && !Known.contains(N))
      G.eraseIfUnused(N);
  }
}

/// \p Result, of a rule that computes in float32, in the type \p Narrow of its
/// operands.
Argument Engine::narrowed(const Argument &Result, DType Narrow) {
  if (Result.isSequence()) {
    SmallVector<Argument, 4> Parts;
    for (const Argument &Part : Result.elements())
      Parts.push_back(narrowed(Part, Narrow));
    return Result.kind() == ArgKind::Tuple ? Argument::tuple(Parts)
                                           : Argument::list(Parts);
  }
  return dtypeOf(Result) == DType::Float32 ? call("_to_copy", {Result, Narrow})
                                           : Result;
}

Argument Engine::applyRule(const TargetFacts &F, ArrayRef<Argument> Values,
                           const Argument *KnownVal) {
  if (Depth == MaxRuleDepth) {
    fail("rules for '" + F.Name.str() + "' call each other without end");
    return Argument();
  }
  size_t FirstCreated = Created.size();
  unsigned DecomposedBefore = NumDecomposed;
  SmallVector<Argument, 8> Given(Values);
  std::optional<DType> Narrow;
  ++Depth;
  if (F.Rule->Flags & InFloat32) {
    Promotion Types;
    for (const Argument &A : Given)
      if (TensorValue Type = typeOf(A))
        Types.add(Type);
    // Where an operand has more bits, so has the result.
    if (std::optional<DType> T = Types.result(); T && isNarrow(*T))
      Narrow = T;
    std::optional<DType> Common = Narrow ? DType::Float32 : Types.result();
    // One step after the other would round some operands to fewer bits.
    if (Common && isFloatType(*Common))
      for (Argument &A : Given)
        if (std::optional<DType> T = dtypeOf(A);
            T && isFloatType(*T) && *T != *Common)
          A = call("_to_copy", {A, *Common});
  }
  // No rule of values says what becomes of elements that lie otherwise, as of a
  // sparse tensor: a call that just gets another name keeps its value.
  bool Renames = KnownVal && Depth == 1 && any_of(Given, isNotStrided);
  Call C(*this, *F.Schema, Given, KnownVal);
  SaveAndRestore Known(Fallback, Renames ? KnownVal : Fallback);
  Argument Result = F.Rule->Fn(C);
  if (Renames && !C.failed() &&
      !(Result.isNode() && Created.size() == FirstCreated + 1))
    C.fail("an operand is not strided");
  // The number of elements that are found has a symbol, which others know.
  if (Node *Found = Result.asNode();
      Found && !C.failed() && KnownVal && Depth == 1 &&
      F.Name.str() == "torch.ops.aten.argwhere.default") {
    Found->setVal(*KnownVal);
    noteSizes(Found);
  }
  if (Narrow && !C.failed())
    Result = narrowed(Result, *Narrow);
  --Depth;
  if (!C.failed()) {
    if ((F.Rule->Flags & KnowsLayout) && !C.isKept() && Result.isNode())
      KnownLayouts.insert(Result.asNode());
    if (!C.isKept())
      ++NumDecomposed;
    if (Depth == 0)
      Created.clear();
    return Result;
  }
  // What rules made of calls that this one made goes, too.
  eraseCreated(FirstCreated);
  NumDecomposed = DecomposedBefore;
  if (F.Writes && Functionalize) {
    SmallVector<Argument, 8> Plain(Values);
    return functionalize(F, Plain, KnownVal);
  }
  if (!C.isKept())
    Refused.try_emplace(F.Name.str(), C.reason());
  return emit(F, Values, KnownVal);
}

//===----------------------------------------------------------------------===//
// Making nodes
//===----------------------------------------------------------------------===//

Argument Engine::call(StringRef Op, ArrayRef<Argument> Args) {
  const TargetFacts *F = find(Op);
  if (!F) {
    fail("there is no operator 'aten." + Op + "'");
    return Argument();
  }
  SmallVector<Argument, 8> Values(F->Defaults);
  for (size_t I = 0; I != Args.size() && I != Values.size(); ++I)
    Values[I] = Args[I];
  return dispatch(*F, Values);
}

/// Whether \p A is the default, as the dispatcher compares them.
static bool isDefault(const Argument &A, const Argument &Default) {
  if (A == Default)
    return true;
  // A list of any length against a default of the length of the type.
  if (A.kind() == ArgKind::List && Default.kind() == ArgKind::List &&
      !A.empty() && !Default.empty())
    return A.size() == Default.size() && A.elements() == Default.elements();
  return false;
}

/// Whether a tensor of these sizes and strides can be seen in another shape.
static bool isViewable(ArrayRef<int64_t> Sizes, ArrayRef<int64_t> Strides,
                       ArrayRef<int64_t> New) {
  if (is_contained(Sizes, 0))
    return true;
  if (Sizes.empty())
    return true;
  int64_t ViewDim = int64_t(New.size()) - 1;
  int64_t BaseStride = Strides.back(), Old = 1, Seen = 1;
  for (size_t D = Sizes.size(); D-- > 0;) {
    int64_t End;
    if (MulOverflow(Old, Sizes[D], Old) || MulOverflow(Old, BaseStride, End))
      return false;
    // The end of a chunk of memory without holes.
    if (D != 0 && (Sizes[D - 1] == 1 || Strides[D - 1] == End))
      continue;
    while (ViewDim >= 0 && (Seen < Old || New[ViewDim] == 1))
      if (MulOverflow(Seen, New[ViewDim--], Seen))
        return false;
    if (Seen != Old)
      return false;
    if (D != 0) {
      BaseStride = Strides[D - 1];
      Old = Seen = 1;
    }
  }
  return ViewDim == -1;
}

bool Engine::isViewable(const Argument &A, ArrayRef<Dim> New) {
  TensorValue Type = typeOf(A);
  if (!Type || Type.strides().size() != Type.rank())
    return true;
  auto Hints = [&](DimsRef Of) {
    SmallVector<int64_t, 6> Result;
    for (const Dim &D : Of)
      Result.push_back(math().hint(raise(D)));
    return Result;
  };
  SmallVector<int64_t, 6> Sizes = Hints(Type.sizes()), Wanted = Hints(New);
  int64_t All = 1, Others = 1;
  for (int64_t Size : Sizes)
    if (MulOverflow(All, Size, All))
      return true;
  for (int64_t Size : Wanted)
    if (Size != -1 && MulOverflow(Others, Size, Others))
      return true;
  if (Others > 0)
    std::replace(Wanted.begin(), Wanted.end(), int64_t(-1), All / Others);
  return ::isViewable(Sizes, Hints(Type.strides()), Wanted);
}

Argument Engine::emit(const TargetFacts &F, ArrayRef<Argument> Values,
                      const Argument *KnownVal) {
  if (failed())
    return Argument();
  // What is made in another way than before can have another layout, which
  // torch.export's own decomposition does not survive. The result counts as a
  // view all the same: what is written to it is written to what it shows.
  SmallVector<Argument, 2> Copied;
  ArrayRef<Argument> Shown = Values;
  if (F.IsView && !isViewable(Values[0], Values[1].elements())) {
    Copied.assign(
        {call("clone", {Values[0], MemoryFormat::Contiguous}), Values[1]});
    Values = Copied;
  }
  // The dispatcher leaves out what is the default: at the end of the positional
  // arguments, and any keyword.
  ArrayRef<SchemaParam> Params = F.Schema->params();
  SmallVector<Argument, 8> Args;
  SmallVector<KwArg, 4> Kwargs;
  size_t NumPositional = 0, NumGiven = 0;
  for (size_t I = 0; I != Params.size(); ++I) {
    if (Params[I].Kind == ParamKind::KeywordOnly) {
      if (!Params[I].HasDefault || !isDefault(Values[I], F.Defaults[I]))
        Kwargs.push_back({Ctx.intern(Params[I].Name), lower(Values[I])});
      continue;
    }
    ++NumPositional;
    if (!Params[I].HasDefault || !isDefault(Values[I], F.Defaults[I]))
      NumGiven = NumPositional;
  }
  for (size_t I = 0; I != NumGiven; ++I)
    Args.push_back(lower(Values[I]));
  if (failed())
    return Argument();
  Node *New = G.callFunction(F.Name, Args, Kwargs, F.NodeName);
  if (F.Schema->returns().empty() && !KnownVal) {
    Created.push_back(New);
    if (Origin)
      New->setMeta(*Origin);
    return Argument(New);
  }
  Argument Result = resultsOf(finish(New, KnownVal));
  if (F.ViewOf >= 0)
    noteView(F, Shown, Result);
  return Result;
}

Argument Engine::emitLike(const Node &N, ArrayRef<Argument> Args,
                          ArrayRef<KwArg> Kwargs) {
  // The operator's name, as for those that are known.
  StringRef Op = N.targetText();
  std::string Name;
  if (N.isCallFunction() && Op.consume_front("torch.ops.") &&
      Op.count('.') == 2)
    Name = Namespace::candidateFor(Op.split('.').second.split('.').first,
                                   TargetNaming::Path);
  Node *New = G.createNode(N.op(), N.target(), Args, Kwargs, Name);
  New->setType(N.type());
  const Argument *Val = N.val();
  if (!Val) {
    // It returns nothing, or nothing is known.
    Created.push_back(New);
    if (Origin)
      New->setMeta(*Origin);
    return Argument(New);
  }
  return resultsOf(finish(New, Val));
}

Argument Engine::emitSymbolic(StringRef Function, ArrayRef<Argument> Args,
                              const Argument &Val, ArrayRef<KwArg> Kwargs) {
  SmallVector<Argument, 4> Lowered;
  SmallVector<KwArg, 2> LoweredKwargs;
  for (const Argument &A : Args)
    Lowered.push_back(lower(A));
  for (const KwArg &K : Kwargs)
    LoweredKwargs.push_back({K.Name, lower(K.Value)});
  Node *N = finish(G.callFunction(Function, Lowered, LoweredKwargs), &Val);
  if (Val.kind() == ArgKind::SymExpr)
    noteSymbol(Val.symbol(), N);
  return Argument(N);
}

/// Gives a new node its metadata.
Node *Engine::finish(Node *N, const Argument *KnownVal) {
  Created.push_back(N);
  if (Origin)
    N->setMeta(*Origin);
  // What is written may have lost its holes, which its views then do, too.
  bool IsOld = KnownVal && any_of(N->operandUses(), [&](const Use &U) {
                 return isWritten(G.node(U.Value));
               });
  if (IsOld) {
    // What it is called keeps the symbols that others know.
    N->setVal(*KnownVal);
    if (Error E = Inference.inferAndSet(*N, M)) {
      consumeError(std::move(E));
    }
  } else if (KnownVal) {
    N->setVal(*KnownVal);
  } else if (Error E = Inference.inferAndSet(*N, M)) {
    std::string Why = toString(std::move(E));
    if (Fallback)
      N->setVal(*Fallback);
    else if (M.program())
      fail("the value of new node '" + N->name() + "' is not known: " + Why);
  }
  noteSizes(N);
  return N;
}

/// One node, or a tuple of nodes for several results.
Argument Engine::resultsOf(Node *N) {
  const Argument *Val = N->val();
  if (!Val || !Val->isSequence())
    return Argument(N);
  SmallVector<Argument, 4> Items;
  for (size_t I = 0; I != Val->size(); ++I) {
    const Argument &Item = (*Val)[I];
    Items.push_back(Item.isNone() ? Argument() : getItem(Argument(N), I));
  }
  return Val->kind() == ArgKind::List ? Argument::list(Items)
                                      : Argument::tuple(Items);
}

Argument Engine::getItem(const Argument &Several, unsigned I) {
  if (Several.isSequence())
    return I < Several.size() ? Several[I] : Argument();
  Node *Of = Several.asNode();
  if (!Of)
    return Argument();
  const Argument *Val = Of->val();
  std::optional<Argument> Item;
  if (Val && Val->isSequence() && I < Val->size())
    Item = (*Val)[I];
  Argument Pair[] = {Argument(Of), Argument(int64_t(I))};
  Node *N =
      finish(G.callFunction("operator.getitem", Pair), Item ? &*Item : nullptr);
  if (Item && Item->kind() == ArgKind::SymExpr)
    noteSymbol(Item->symbol(), N);
  return Item && Item->isSequence() ? resultsOf(N) : Argument(N);
}

//===----------------------------------------------------------------------===//
// Symbolic sizes
//===----------------------------------------------------------------------===//

void Engine::noteSizes(Node *N) {
  TensorValue Type = N->tensorType();
  if (!Type)
    return;
  for (size_t I = 0; I != Type.rank(); ++I)
    if (Type.sizes()[I].kind() == ArgKind::SymExpr)
      Sizes.try_emplace(Type.sizes()[I].symbol(), N, I);
}

Argument Engine::raise(const Argument &A) {
  if (Node *N = A.asNode()) {
    const Argument *Val = N->val();
    if (Val && (Val->kind() == ArgKind::SymExpr || Val->isInt()))
      return *Val;
  }
  return A;
}

Argument Engine::lower(const Argument &A) {
  if (A.kind() == ArgKind::SymExpr) {
    if (Node *N = symbolNode(A.symbol()))
      return Argument(N);
    auto It = Sizes.find(A.symbol());
    if (It == Sizes.end())
      return computeText(A.symbol());
    Argument Pair[] = {Argument(It->second.first),
                       Argument(int64_t(It->second.second))};
    return emitSymbolic("torch.ops.aten.sym_size.int", Pair, A);
  }
  if (!A.isAggregate() || A.kind() == ArgKind::Complex)
    return A;
  SmallVector<Argument, 8> Items;
  bool Changed = false;
  for (const Argument &Item : A.elements()) {
    Items.push_back(lower(Item));
    Changed |= !(Items.back() == Item);
  }
  return Changed ? Argument::aggregate(A.kind(), A.symbol(), Items) : A;
}

static StringRef functionFor(SymbolicMath::Operation Op) {
  switch (Op) {
  case SymbolicMath::Add:
    return "operator.add";
  case SymbolicMath::Sub:
    return "operator.sub";
  case SymbolicMath::Mul:
    return "operator.mul";
  case SymbolicMath::FloorDiv:
    return "operator.floordiv";
  case SymbolicMath::Mod:
    return "operator.mod";
  case SymbolicMath::Max:
    return "torch.sym_max";
  case SymbolicMath::Min:
    return "torch.sym_min";
  case SymbolicMath::Pow:
    return "operator.pow";
  case SymbolicMath::TrueDiv:
    return "operator.truediv";
  case SymbolicMath::Eq:
    return "operator.eq";
  case SymbolicMath::Ne:
    return "operator.ne";
  case SymbolicMath::Lt:
    return "operator.lt";
  case SymbolicMath::Le:
    return "operator.le";
  case SymbolicMath::Gt:
    return "operator.gt";
  case SymbolicMath::Ge:
    return "operator.ge";
  }
  llvm_unreachable("unknown operation");
}

Dim Engine::compute(SymbolicMath::Operation Op, const Dim &A, const Dim &B) {
  Dim Result = math().apply(Op, A, B);
  if (Result.kind() != ArgKind::SymExpr)
    return Result;
  if (Result == A || Result == B || symbolNode(Result.symbol()))
    return Result;
  if (ExportedProgram *Program = M.program())
    math().explain(Result, *Program);
  emitSymbolic(functionFor(Op), {A, B}, Result);
  return Result;
}
