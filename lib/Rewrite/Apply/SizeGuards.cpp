//===- SizeGuards.cpp - Results for sizes of 0 and 1 ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dynamic size may be 0 when the program runs, and some operators refuse
// that: reshape cannot tell what -1 stands for, amax has nothing to choose
// from. The value rules know it of sizes that are numbers, so both sides are
// inferred for such numbers.
//
//===----------------------------------------------------------------------===//

#include "CutSide.h"
#include "Rewriter.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/SmallSet.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Whether \p N may fail for some sizes of operands of the same types.
static bool asksForSizes(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return false;
  const OpInfo &Op = Target->op();
  if (Op.isPointwise())
    return false;
  constexpr StringLiteral Others[] = {
      "permute",  "transpose", "t",      "mT",    "unsqueeze",
      "sym_size", "clone",     "detach", "alias", "contiguous",
      "to",       "_to_copy",  "full",   "zeros", "getitem"};
  return !is_contained(Others, Op.name());
}

namespace {
/// What symbols stand for: that of the example, but for one.
struct Trial {
  StringRef Name;
  int64_t Value;
};
} // namespace

static std::optional<SymbolicExpr> parse(const ExportedProgram &P,
                                         Symbol Text) {
  const SymbolicInfo *Info = P.symbolic(Text);
  if (!Info || Info->Type != SymbolicInfo::Int)
    return std::nullopt;
  return SymbolicExpr::parse(Info->Source.str());
}

/// Adds the symbols of \p Value to \p Names.
static void addSymbols(const ExportedProgram &P, const Argument &Value,
                       SmallSet<StringRef, 4> &Names) {
  if (Value.kind() == ArgKind::SymExpr) {
    if (std::optional<SymbolicExpr> E = parse(P, Value.symbol()))
      for (const SymbolicExpr::Node &N : E->nodes())
        if (N.Kind == SymbolicExpr::Symbol)
          Names.insert(N.Text);
    return;
  }
  if (Value.isAggregate())
    for (const Argument &Item : Value.elements())
      addSymbols(P, Item, Names);
}

/// \p Value with numbers for symbols.
static std::optional<Argument> valueAt(ExportedProgram &P, Context &Ctx,
                                       const Argument &Value, const Trial &At) {
  if (Value.kind() == ArgKind::SymExpr) {
    std::optional<SymbolicExpr> E = parse(P, Value.symbol());
    if (!E)
      return std::nullopt;
    std::optional<int64_t> Number =
        E->evaluate([&](StringRef Name) -> std::optional<int64_t> {
          if (Name == At.Name)
            return At.Value;
          const SymbolicInfo *Info = P.symbolic(Ctx.lookup(Name));
          return Info && Info->Hint.isInt() ? std::optional(Info->Hint.asInt())
                                            : std::nullopt;
        });
    return Number ? std::optional(Argument(*Number)) : std::nullopt;
  }
  if (!Value.isAggregate())
    return Value;
  SmallVector<Argument, 8> Items;
  for (const Argument &Item : Value.elements()) {
    std::optional<Argument> Number = valueAt(P, Ctx, Item, At);
    if (!Number)
      return std::nullopt;
    Items.push_back(*Number);
  }
  return Argument::aggregate(Value.kind(), Value.symbol(), Items);
}

/// What a program may be run with: 0 and 1 also where the range begins at 2,
/// as PyTorch has it.
static bool mayBe(const ExportedProgram &P, StringRef Name, int64_t Value) {
  for (const RangeConstraint &Range : P.Ranges)
    if (Range.Text.str() == Name)
      return (!Range.Min || *Range.Min == 2 || *Range.Min <= Value) &&
             (!Range.Max || Value <= *Range.Max);
  return true;
}

/// What \p Inside and \p Results need from elsewhere, as far as its value is
/// known: state has none in programs.
static SmallVector<Node *, 8> inputsOf(ArrayRef<Node *> Inside,
                                       ArrayRef<Node *> Results) {
  SmallVector<Node *, 8> Inputs;
  auto Add = [&](Node *N) {
    if (N->val() && !is_contained(Inside, N) && !is_contained(Inputs, N))
      Inputs.push_back(N);
  };
  for (Node *N : Inside)
    for (Node *Operand : N->allInputNodes())
      Add(Operand);
  for (Node *N : Results)
    Add(N);
  return Inputs;
}

/// The first failure when values of \p Side are inferred.
static Error inferSide(CutSide &Side) {
  Graph &G = Side.M->graph();
  ValueInference Inference(G, Side.M.get());
  for (Node *N : G.nodes()) {
    if (N->isPlaceholder() || N->isOutput())
      continue;
    Expected<Argument> Value = Inference.infer(*N);
    if (!Value)
      return Value.takeError();
    N->setVal(*Value);
  }
  return Error::success();
}

bool Rewriter::checkSizes(std::string &Why) {
  ExportedProgram *Program = M.program();
  if (!Program ||
      none_of(Emit.created(), [](const Node *N) { return asksForSizes(*N); }))
    return true;
  SmallVector<Node *, 1> Roots(Match.roots());
  SmallVector<Node *, 8> OfLeft = inputsOf(Match.nodes(), Roots),
                         OfRight = inputsOf(Emit.created(), News);
  SmallSet<StringRef, 4> Names;
  for (ArrayRef<Node *> Inputs : {ArrayRef(OfLeft), ArrayRef(OfRight)})
    for (const Node *N : Inputs)
      addSymbols(*Program, *N->val(), Names);
  if (Names.empty())
    return true;

  for (StringRef Name : Names)
    for (int64_t Value : {0, 1}) {
      if (!mayBe(*Program, Name, Value))
        continue;
      Trial At{Name, Value};
      auto MakeInput = [&](GraphModule &Of, Node *N) {
        Node *Input = Of.graph().placeholder(N->name());
        if (std::optional<Argument> Val =
                valueAt(*Program, G.context(), *N->val(), At))
          Input->setVal(*Val);
        return Input;
      };
      CutSide Left = cutSide(M, Match.nodes(), Roots, OfLeft, MakeInput);
      if (Error E = inferSide(Left)) {
        consumeError(std::move(E));
        continue;
      }
      CutSide Right = cutSide(M, Emit.created(), News, OfRight, MakeInput);
      if (Error E = inferSide(Right)) {
        Why = ("sizes: where " + Name + " is " + Twine(Value) +
               " the result fails: " + toString(std::move(E)))
                  .str();
        return false;
      }
    }
  return true;
}
