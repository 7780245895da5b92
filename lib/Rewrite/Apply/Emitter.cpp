//===- Emitter.cpp - Makes the nodes of a result --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Compile/RuleOps.h"
#include "fx/IR/Literal.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

void Emitter::undo() {
  while (!Created.empty())
    G.eraseNode(Created.pop_back_val());
  while (!States.empty())
    Terms.host()->erase(*States.pop_back_val());
}

Node *Emitter::item(Node *Tuple, unsigned I) {
  Node *N = G.callFunction("operator.getitem", {Tuple, Argument(I)});
  Created.push_back(N);
  return N;
}

void Emitter::dropUnused(ArrayRef<Node *> Kept) {
  SmallVector<Node *, 8> Nodes(Created);
  for (Node *N : reverse(Nodes))
    if (!N->hasUsers() && !is_contained(Kept, N))
      drop(N);
  for (Node *N : SmallVector<Node *, 2>(States))
    if (!N->hasUsers() && !is_contained(Kept, N)) {
      States.erase(find(States, N));
      Terms.host()->erase(*N);
    }
}

Error Emitter::inferCreated() {
  for (Node *N : SmallVector<Node *, 8>(Created)) {
    if (N->val())
      continue;
    auto *Known = find_if(Remembered, [N](auto &P) { return P.first == N; });
    CallRecipe *Recipe = Known == Remembered.end() ? nullptr : Known->second;
    if (Recipe && Recipe->Meta && !N->hasMeta()) {
      N->setMeta(*Recipe->Meta);
      continue;
    }
    Expected<Argument> Val = infer(N, *Inference);
    if (Val) {
      N->setVal(*Val);
      if (Recipe)
        CallRecipes::noteValue(*Recipe, *N);
      continue;
    }
    // A statement need not have a value.
    if (N->hasUsers() || !N->isCall())
      return Val.takeError();
    Error E = Val.takeError();
    const OpTarget *Target = N->opTarget();
    if (!Target || !Target->isOperatorOverload() ||
        !all_of(Target->overloads(),
                [](const OpSchema &S) { return S.returns().empty(); }))
      return E;
    consumeError(std::move(E));
  }
  return Error::success();
}

void Emitter::drop(Node *N) {
  Created.erase(find(Created, N));
  G.eraseNode(N);
}

Expected<Argument> Emitter::inferCall(Node &N, ValueInference &Inference) {
  const OpTarget *Target = N.opTarget();
  const OpInfo *Functional = Target ? Target->op().functionalForm() : nullptr;
  // An elementwise call in place returns what it is given.
  if (Functional && Functional->isPointwise() && N.numOperands() &&
      N.operand(0)->val())
    return *N.operand(0)->val();
  return Inference.infer(N);
}

Expected<Argument> Emitter::infer(Node *N, ValueInference &Inference) {
  auto It = Operators.find(N);
  if (It == Operators.end())
    return inferCall(*N, Inference);
  // Names are not used twice: this one is nobody's.
  Node *Twin = build(It->second, "_value_of");
  Expected<Argument> Val = Inference.infer(*Twin);
  drop(Twin);
  return Val;
}

std::optional<Argument> Emitter::emit(const Term &T) {
  if (!T.IsGraph)
    return emitConstant(T);
  switch (T.Kind) {
  case Term::Ref:
    return Bindings[T.SlotOf].Value;
  case Term::Conditional: {
    if (std::optional<Argument> If = Terms.evaluate(*T.Kids[1]))
      if (If->isBool() || If->isInt())
        return emit(
            *T.Kids[(If->isBool() ? If->asBool() : If->asInt() != 0) ? 0 : 2]);
    return fail("which of two results is meant is not known");
  }
  case Term::List: {
    SmallVector<Argument, 4> Items;
    for (const Term *Kid : T.Kids) {
      std::optional<Argument> Item = emit(*Kid);
      if (!Item)
        return Item;
      if (Kid->Kind == Term::Spread && Item->isSequence())
        append_range(Items, Item->elements());
      else
        Items.push_back(*Item);
    }
    return Argument::list(Items);
  }
  case Term::Spread:
    return emit(*T.Kids[0]);
  case Term::Index: {
    std::optional<Argument> Item = Terms.evaluate(T);
    return Item ? Item : fail(Terms.reason());
  }
  case Term::Call:
    return emitCall(T);
  case Term::Update:
    return emitUpdate(T);
  case Term::Chain:
    return emitChain(T);
  case Term::Fold:
    return emitFold(T);
  case Term::Comprehension:
  case Term::Slice: {
    std::optional<Argument> Values = Terms.evaluate(T);
    return Values ? Values : fail(Terms.reason());
  }
  default:
    return fail("this cannot be computed in a graph");
  }
}

std::optional<Argument> Emitter::emitConstant(const Term &T) {
  // A node that is a number stays the node that it is.
  if (T.Kind == Term::Ref && Bindings[T.SlotOf].State == Binding::Given)
    return lower(Bindings[T.SlotOf].Value);
  std::optional<Argument> Value = Terms.evaluate(T);
  if (!Value)
    return fail(Terms.reason().empty() ? "a constant is not known"
                                       : Terms.reason());
  return lower(*Value);
}

std::optional<Argument> Emitter::emitCall(const Term &T) {
  SmallVector<Argument, 6> Args;
  for (const Term *Kid : T.Kids) {
    std::optional<Argument> Arg = emit(*Kid);
    if (!Arg)
      return Arg;
    Args.push_back(std::move(*Arg));
  }
  if (T.SlotOf == NoSlot)
    return emitKnown(T, *T.Ops[0].Op, T.Ops[0].Only, Args);
  const Argument &Name = Bindings[T.SlotOf].Value;
  const OpInfo *Op = Name.isString() ? lookupOp(Name.str()) : nullptr;
  if (!Op)
    return fail("the operator that was matched is not known");
  return emitKnown(T, *Op, nullptr, Args);
}

/// The call of \p T with \p Args, as it was made before for the same types.
std::optional<Argument> Emitter::emitKnown(const Term &T, const OpInfo &Op,
                                           const OpTarget *Only,
                                           ArrayRef<Argument> Args) {
  CallRecipe *R = Recipes.find(T, Op, UseOverloads, Args);
  if (R && (R->Meta || !R->StandsForOther)) {
    Node *N = CallRecipes::make(*R, Args, G);
    Created.push_back(N);
    Remembered.push_back({N, R});
    return Argument(N);
  }
  std::optional<Argument> Made = call(Op, Only, Args, T.ArgNames);
  if (!Made || R)
    return Made;
  Node *N = Created.back();
  R = Recipes.add(T, Op, UseOverloads, Args, *N, NameOfLast);
  if (R) {
    R->StandsForOther = Operators.contains(N);
    Remembered.push_back({N, R});
  }
  return Made;
}

/// The call that was matched, with other values of some parameters.
std::optional<Argument> Emitter::emitUpdate(const Term &T) {
  Node *Old = Bindings[T.SlotOf].Value.asNode();
  const OpTarget *Target = Old ? Old->opTarget() : nullptr;
  std::optional<BoundCall> Call = Target ? tryBindCall(*Old) : std::nullopt;
  if (!Call)
    return fail("only a call of an operator or a function is updated");
  ArrayRef<SchemaParam> Params = Call->schema().params();
  SmallVector<Argument, 8> Args;
  SmallVector<StringRef, 8> Names;
  for (unsigned I = 0; I != Call->size(); ++I) {
    bool IsUpdated = any_of(T.ArgNames, [&](StringRef Name) {
      return canonicalParam(Name) == canonicalParam(Params[I].Name);
    });
    if (!Call->isGiven(I) || IsUpdated)
      continue;
    Args.push_back(Call->value(G.context(), I));
    Names.push_back(Params[I].Name);
  }
  for (auto [Kid, Name] : zip(T.Kids, T.ArgNames)) {
    std::optional<Argument> Value = emit(*Kid);
    if (!Value)
      return Value;
    Args.push_back(std::move(*Value));
    Names.push_back(Name);
  }
  std::optional<OverloadCall> New =
      arrangeCall(*Target, Call->schema(), {Args, Names});
  if (!New)
    return fail("%" + Old->name() + " does not take these arguments");
  Node *N = build(*New);
  noteOperator(N);
  Updates.push_back({Old, N});
  return Argument(N);
}

/// Functions have the value of the operator that they stand for.
void Emitter::noteOperator(Node *N) {
  const OpTarget *Target = N->opTarget();
  if (!Target || Target->isOperatorOverload())
    return;
  std::optional<OverloadCall> Call =
      chooseOverload(G.context(), *Target, {N->args(), N->kwargs()});
  if (Call)
    Operators[N] = std::move(*Call);
}

/// The nodes of a chain once more, on another value.
std::optional<Argument> Emitter::emitChain(const Term &T) {
  std::optional<Argument> Value = emit(*T.Kids[0]);
  if (!Value || !Value->isNode())
    return Value ? fail("a chain stands on a value") : Value;
  Argument Links = Bindings[T.SlotOf].Value;
  for (size_t I = Links.isSequence() ? Links.size() : 0; I-- != 0;) {
    Node *Old = Links[I].asNode(), *Below = Old->operand(0);
    Node *N = G.nodeCopy(Old, [&](Node *Operand) {
      return Operand == Below ? *Value : Argument(Operand);
    });
    N->eraseMeta("val");
    Created.push_back(N);
    noteOperator(N);
    Value = Argument(N);
  }
  return Value;
}

std::optional<Argument> Emitter::emitFold(const Term &T) {
  std::optional<Argument> Value = emit(*T.Kids[0]);
  if (!Value || !Value->isNode())
    return Value;
  if (!Terms.host() || !Inference)
    return fail("fold: constants cannot be computed here");
  if (Error E = inferCreated())
    return fail("fold: " + toString(std::move(E)));
  Node *Of = Value->asNode();
  Expected<Node *> New = Terms.host()->fold(*Of, T.Sign == "fold64");
  if (!New)
    return fail("fold: " + toString(New.takeError()));
  if (*New != Of)
    States.push_back(*New);
  return Argument(*New);
}

//===----------------------------------------------------------------------===//
// Symbolic sizes
//===----------------------------------------------------------------------===//

Node *Emitter::makeSize(Node *Of, unsigned Dim, const Argument &Value) {
  Node *N;
  if (UseOverloads)
    N = G.callFunction("torch.ops.aten.sym_size.int", {Of, Argument(Dim)});
  else
    N = G.callMethod("size", {Of, Argument(Dim)});
  N->setVal(Value);
  Created.push_back(N);
  return N;
}

/// The dimension of \p N of which the size is \p Wanted.
static std::optional<unsigned> dimensionOf(const Node &N,
                                           const Argument &Wanted) {
  TensorType T = N.tensorType();
  if (!T)
    return std::nullopt;
  const auto *It = find(T.sizes(), Wanted);
  if (It == T.sizes().end())
    return std::nullopt;
  return It - T.sizes().begin();
}

/// The first input that has a size \p Wanted.
Node *Emitter::inputOfSize(const Argument &Wanted) {
  if (!InputsOfSizes) {
    InputsOfSizes.emplace();
    for (Node *N : G.nodes()) {
      TensorType T = N->isPlaceholder() ? N->tensorType() : TensorType();
      if (!T)
        continue;
      for (const Argument &Size : T.sizes())
        if (Size.kind() == ArgKind::SymExpr)
          InputsOfSizes->try_emplace(Size.symbol(), N);
    }
  }
  return InputsOfSizes->lookup(Wanted.symbol());
}

/// A node before the insertion point whose value is the number \p Text. What is
/// there comes first, then the size of an input: every result that needs it has
/// the same one, and keeps nothing that was matched.
Node *Emitter::findSize(Symbol Text) {
  Node *Place = G.insertionPoint();
  Argument Wanted = Argument::symExpr(Text);
  auto IsIt = [&](Node *N) {
    const Argument *Val = N->val();
    return Val && *Val == Wanted && (!Place || N->isBefore(Place));
  };
  auto FindUser = [&](Node *N) -> Node * {
    constexpr unsigned MaxUsers = 64;
    unsigned Count = 0;
    for (Node *User : N->users()) {
      if (++Count > MaxUsers)
        break;
      if (IsIt(User))
        return User;
    }
    return nullptr;
  };
  Node *Tensor = nullptr;
  for (const Binding &B : Bindings) {
    Node *N = B.Value.asNode();
    if (!N)
      continue;
    if (IsIt(N))
      return N;
    for (Node *Operand : N->allInputNodes())
      if (IsIt(Operand))
        return Operand;
    if (Node *User = FindUser(N))
      return User;
    if (!Tensor && N->isBefore(Place) && dimensionOf(*N, Wanted))
      Tensor = N;
  }
  if (Node *Input = inputOfSize(Wanted); Input && Input->isBefore(Place)) {
    if (Node *User = FindUser(Input))
      return User;
    Tensor = Input;
  }
  return Tensor ? makeSize(Tensor, *dimensionOf(*Tensor, Wanted), Wanted)
                : nullptr;
}

std::optional<Argument> Emitter::lower(const Argument &A) {
  if (A.kind() == ArgKind::SymExpr) {
    if (Node *N = findSize(A.symbol()))
      return Argument(N);
    return fail("no value at hand has the size " + A.str());
  }
  if (!A.isSequence())
    return A;
  SmallVector<Argument, 6> Items;
  for (size_t I = 0; I != A.size(); ++I) {
    std::optional<Argument> Item = lower(A[I]);
    if (!Item)
      return Item;
    Items.push_back(*Item);
  }
  return Argument::list(Items);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Node *Emitter::build(const OverloadCall &Call, StringRef Name) {
  NameOfLast = IsProgram && Name.empty() ? Call.nodeName() : Name;
  Node *N = Call.create(G, NameOfLast);
  Created.push_back(N);
  return N;
}

/// The overload that a call of a function or of an operator without its
/// overload comes to.
std::optional<OverloadCall> Emitter::overloadOf(const OpTarget &Function,
                                                ArrayRef<Argument> Args,
                                                ArrayRef<StringRef> Names) {
  SmallVector<Argument, 6> Positional;
  SmallVector<KwArg, 4> Named;
  for (auto [Value, Name] : zip(Args, Names))
    if (Name.empty())
      Positional.push_back(Value);
    else
      Named.push_back({G.context().intern(Name), Value});
  return chooseOverload(G.context(), Function, {Positional, Named});
}

std::optional<Argument> Emitter::call(const OpInfo &Op, const OpTarget *Only,
                                      ArrayRef<Argument> Args,
                                      ArrayRef<StringRef> Names) {
  std::optional<OverloadCall> Call;
  if (!Only)
    Call = chooseOverload(Op, {Args, Names});
  else if (UseOverloads && !Only->isOperatorOverload())
    Call = overloadOf(*Only, Args, Names);
  else
    for (const OpSchema &Schema : Only->overloads())
      if ((Call = arrangeCall(*Only, Schema, {Args, Names})))
        break;
  if (!Call)
    return fail("no overload of " + Op.name() + " takes these operands");
  StringRef Builder = Op.builder();
  if (UseOverloads || Only || Builder.empty())
    return Argument(build(*Call));
  // The same arguments by the names of the function.
  SmallVector<Argument, 6> Given;
  SmallVector<StringRef, 6> GivenNames;
  for (auto [Param, Value] : zip(Call->Schema->params(), Call->Values))
    if (Value && !(Value->isNone() && !Param.isRequired())) {
      Given.push_back(*Value);
      GivenNames.push_back(Param.Name);
    }
  const OpTarget *Function = Builder.consume_front(".")
                                 ? lookupMethod(Builder)
                                 : lookupFunction(Builder);
  if (Function)
    for (const OpSchema &Schema : Function->overloads())
      if (auto Arranged = arrangeCall(*Function, Schema, {Given, GivenNames})) {
        Node *N = build(*Arranged);
        Operators[N] = std::move(*Call);
        return Argument(N);
      }
  return Argument(build(*Call));
}
