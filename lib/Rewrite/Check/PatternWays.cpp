//===- PatternWays.cpp - The ways in which a pattern may fit --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternWays.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

std::vector<PatternWay> fx::rewrite::waysOf(const CompiledRule &Rule) {
  std::vector<PatternWay> Ways;
  for (size_t I = 0; I != Rule.Patterns.size(); ++I) {
    const Pattern &Pat = Rule.Patterns[I];
    size_t Count = Pat.Kind == Pattern::Call     ? Pat.Ops.size()
                   : Pat.Kind == Pattern::Choice ? Pat.Kids.size()
                                                 : 0;
    for (size_t Way = 0; Count > 1 && Way != Count; ++Way)
      Ways.push_back({PatternId(I), unsigned(Way)});
  }
  return Ways;
}

static std::string textOf(const Expr &E) {
  std::string Text;
  raw_string_ostream OS(Text);
  printExpr(E, OS);
  return Text;
}

std::string fx::rewrite::describeWays(const CompiledRule &Rule,
                                      ArrayRef<PatternWay> Ways) {
  constexpr size_t MaxShown = 8;
  std::vector<std::string> Words;
  for (size_t I = 0; I != Ways.size(); ++I) {
    auto [Part, Way] = Ways[I];
    const Pattern &Pat = Rule.Patterns[Part];
    std::string Word;
    if (Pat.Kind == Pattern::Choice) {
      Word = "'" + textOf(*Rule.Patterns[Pat.Kids[Way]].Source) + "'";
    } else {
      const OpChoice &Op = Pat.Ops[Way];
      Word = ("'" + (Op.Only ? Op.Only->name() : Op.Op->name()) + "'").str();
      if (I + 1 == Ways.size() || Ways[I + 1].first != Part)
        Word += " of '" + textOf(*Pat.Source) + "'";
    }
    if (!is_contained(Words, Word))
      Words.push_back(Word);
  }
  std::string Text = join(ArrayRef(Words).take_front(MaxShown), ", ");
  if (Words.size() > MaxShown)
    Text += " and " + std::to_string(Words.size() - MaxShown) + " others";
  return Text;
}

//===----------------------------------------------------------------------===//
// What fitted
//===----------------------------------------------------------------------===//

PatternFit::Part PatternFit::partOf(const Argument &A, RuleHost *Host) {
  Part P;
  if (const Node *N = A.asNode()) {
    TensorType T = N->tensorType();
    if (!T || !T.fixedSizes())
      return P;
    auto Same = find_if(Values, [&](const Value &V) { return V.N == N; });
    P.Kind = Part::Input;
    P.Number = Same - Values.begin();
    if (Same == Values.end())
      Values.push_back({N, *N->val(), Host && Host->isConstant(*N)});
    return P;
  }
  if (!A.isSequence()) {
    P.Kind = Part::Constant;
    P.Value = A;
    return P;
  }
  P.Kind = Part::List;
  for (size_t I = 0; I != A.size(); ++I)
    P.Items.push_back(partOf(A[I], Host));
  return P;
}

PatternFit::PatternFit(const CompiledRule &Rule, Matcher &Match, RuleHost *Host)
    : Rule(Rule), Ctx(Match.nodes()[0]->graph().context()) {
  for (const TakenWay &T : Match.taken()) {
    Ways.insert({T.Part, T.Way});
    Taken[T.Part] = T.Way;
    if (Rule.Patterns[T.Part].Kind == Pattern::Any)
      Any[T.Part] = partOf(T.Subject, Host);
  }
  for (const Binding &B : Match.bindings()) {
    Part &P = Slots.emplace_back();
    if (B.State != Binding::Unbound)
      P = partOf(B.Value, Host);
  }
}

//===----------------------------------------------------------------------===//
// Writing a program
//===----------------------------------------------------------------------===//

namespace fx::rewrite {
/// Writes the pattern of a fit as the expressions of an example.
class PatternWriter {
public:
  PatternWriter(const PatternFit &Fit, RuleFile &File, const Clause &Example,
                const PatternWay *Other, StringRef Unknown,
                std::deque<std::string> &Texts)
      : Fit(Fit), Rule(Fit.Rule), File(File), Loc(Example.Loc), Other(Other),
        Unknown(Unknown), Texts(Texts) {}

  /// Null where it cannot be written.
  Expr *write(PatternId Id);
  std::map<PatternId, const Expr *> Chains;
  std::vector<Clause::Input> takeInputs();

private:
  StringRef save(std::string Text) {
    return Texts.emplace_back(std::move(Text));
  }
  Expr *literal(StringRef Text) {
    Expr *E = File.make(ExprKind::Literal, Loc);
    E->Text = Text;
    return E;
  }
  Expr *call(StringRef Op, ArrayRef<Expr *> Kids) {
    Expr *E = File.make(ExprKind::Call, Loc);
    E->Ops.push_back({Op, false, Loc});
    E->Kids.assign(Kids.begin(), Kids.end());
    E->ArgNames.resize(Kids.size());
    return E;
  }
  Expr *part(const PatternFit::Part &P, bool IsValue);
  Expr *writeCall(PatternId Id, const Pattern &Pat);
  Expr *writeList(const Pattern &Pat);
  bool contains(PatternId Id, PatternId Wanted) const;
  unsigned wayOf(PatternId Id) const;
  /// The input that stands for a value.
  Expr *input(unsigned Number);

  const PatternFit &Fit;
  const CompiledRule &Rule;
  RuleFile &File;
  const char *Loc;
  const PatternWay *Other;
  StringRef Unknown;
  std::deque<std::string> &Texts;
  /// The inputs that are used, by the number of the value.
  std::map<unsigned, StringRef> Used;
};
} // namespace fx::rewrite

bool PatternWriter::contains(PatternId Id, PatternId Wanted) const {
  return Id == Wanted || any_of(Rule.Patterns[Id].Kids, [&](PatternId Kid) {
           return contains(Kid, Wanted);
         });
}

unsigned PatternWriter::wayOf(PatternId Id) const {
  if (Other && Other->first == Id)
    return Other->second;
  const Pattern &Pat = Rule.Patterns[Id];
  if (Other && Pat.Kind == Pattern::Choice)
    for (unsigned I = 0; I != Pat.Kids.size(); ++I)
      if (contains(Pat.Kids[I], Other->first))
        return I;
  auto It = Fit.Taken.find(Id);
  unsigned Taken = It == Fit.Taken.end() ? 0 : It->second;
  if (!Other || Pat.Kind != Pattern::Call || Pat.Operator == NoSlot)
    return Taken;
  // Operators of one name are the same one.
  const Pattern &Changed = Rule.Patterns[Other->first];
  if (Changed.Operator == Pat.Operator)
    for (unsigned I = 0; I != Pat.Ops.size(); ++I)
      if (Pat.Ops[I].Op == Changed.Ops[Other->second].Op)
        return I;
  return Taken;
}

Expr *PatternWriter::input(unsigned Number) {
  auto [It, New] = Used.try_emplace(Number);
  if (New)
    It->second = save("x" + std::to_string(Number));
  Expr *E = File.make(ExprKind::Value, Loc);
  E->Text = It->second;
  return E;
}

Expr *PatternWriter::part(const PatternFit::Part &P, bool IsValue) {
  switch (P.Kind) {
  case PatternFit::Part::Input:
    return input(P.Number);
  case PatternFit::Part::Unknown:
    if (!IsValue)
      return literal(Unknown);
    return Fit.Values.empty() ? nullptr : input(0);
  case PatternFit::Part::Constant: {
    std::string Text = toText(P.Value, Fit.Ctx);
    return literal(save(Text));
  }
  case PatternFit::Part::List: {
    Expr *List = File.make(ExprKind::List, Loc);
    for (const PatternFit::Part &Item : P.Items)
      if (!List->Kids.emplace_back(part(Item, IsValue)))
        return nullptr;
    return List;
  }
  }
  llvm_unreachable("all kinds are listed");
}

Expr *PatternWriter::writeCall(PatternId Id, const Pattern &Pat) {
  const OpChoice &Op = Pat.Ops[wayOf(Id)];
  Expr *E = call(Op.Only ? Op.Only->name() : Op.Op->name(), {});
  for (PatternId Kid : Pat.Kids)
    if (!E->Kids.emplace_back(write(Kid)))
      return nullptr;
  if (Op.IsReversed)
    std::swap(E->Kids[0], E->Kids[1]);
  E->ArgNames.resize(E->Kids.size());
  if (Pat.Source->Kind != ExprKind::Call)
    return E;
  // `...` is not an argument.
  size_t I = 0;
  for (auto [Kid, Name] : zip(Pat.Source->Kids, Pat.Source->ArgNames))
    if (!(Kid->Kind == ExprKind::Rest && Kid->Kids.empty()) &&
        I != E->ArgNames.size())
      E->ArgNames[I++] = Name;
  return E;
}

Expr *PatternWriter::writeList(const Pattern &Pat) {
  Expr *List = File.make(ExprKind::List, Loc);
  if (Pat.IsEach)
    return nullptr;
  for (PatternId Kid : Pat.Kids) {
    Expr *E = write(Kid);
    if (!E)
      return nullptr;
    if (Pat.IsRest && Kid == Pat.Kids.back() && E->Kind == ExprKind::List)
      append_range(List->Kids, E->Kids);
    else
      List->Kids.push_back(E);
  }
  return List;
}

Expr *PatternWriter::write(PatternId Id) {
  const Pattern &Pat = Rule.Patterns[Id];
  switch (Pat.Kind) {
  case Pattern::Any: {
    auto It = Fit.Any.find(Id);
    return It == Fit.Any.end() ? literal(Unknown) : part(It->second, false);
  }
  case Pattern::Value:
    return part(Fit.Slots[Pat.SlotOf], true);
  case Pattern::Const:
    return part(Fit.Slots[Pat.SlotOf], false);
  case Pattern::Literal: {
    PatternFit::Part P;
    P.Kind = PatternFit::Part::Constant;
    P.Value = Pat.Value_;
    return part(P, false);
  }
  case Pattern::Call:
    return writeCall(Id, Pat);
  case Pattern::Choice:
    return write(Pat.Kids[wayOf(Id)]);
  case Pattern::Guarded:
    return write(Pat.Kids[0]);
  case Pattern::Chain: {
    Expr *Below = write(Pat.Kids[0]);
    Chains[Id] = Below;
    return Below;
  }
  case Pattern::List:
    return writeList(Pat);
  case Pattern::NAry: {
    Expr *All = nullptr;
    for (PatternId Kid : Pat.Kids) {
      Expr *E = write(Kid);
      if (!E)
        return nullptr;
      // A number alone is not an operand.
      All = !All ? E : call(Pat.IsProduct ? "mul" : "add", {E, All});
      if (All->Kids.size() == 2 && All->Kids[0]->Kind == ExprKind::Literal)
        std::swap(All->Kids[0], All->Kids[1]);
    }
    return All;
  }
  }
  llvm_unreachable("all kinds are listed");
}

std::vector<Clause::Input> PatternWriter::takeInputs() {
  std::vector<Clause::Input> Inputs;
  for (auto [Number, Name] : Used) {
    const PatternFit::Value &V = Fit.Values[Number];
    TensorType T(V.Type);
    Clause::Input &I = Inputs.emplace_back();
    I.Name = Name;
    I.Loc = Loc;
    I.IsConstant = V.IsConstant;
    I.Type.Kinds = {T.dtype() == DType::Bool ? "bool" : shortName(T.dtype())};
    I.Type.HasShape = true;
    // A range-based for does not keep the optional alive.
    std::optional<SmallVector<int64_t, 6>> Sizes = T.fixedSizes();
    for (int64_t Size : *Sizes) {
      DimPattern &D = I.Type.Dims.emplace_back();
      D.Kind = DimPattern::Number;
      D.Text = save(std::to_string(Size));
    }
  }
  return Inputs;
}

std::optional<Clause>
PatternFit::instantiate(RuleFile &File, const Clause &Example,
                        const PatternWay *Other, StringRef Unknown,
                        std::deque<std::string> &Texts,
                        std::map<PatternId, const Expr *> *Chains) const {
  // What writes is a statement, and what is each call a list.
  if (Rule.Statements || Rule.Each || Rule.Native)
    return std::nullopt;
  PatternWriter Writer(*this, File, Example, Other, Unknown, Texts);
  Clause New;
  New.Kind = Clause::Example;
  New.Loc = Example.Loc;
  SmallVector<PatternId, 2> Roots = {Rule.Root};
  append_range(Roots, Rule.OtherRoots);
  for (PatternId Root : Roots) {
    Line &L = New.Before.Lines.emplace_back();
    L.Loc = Example.Loc;
    if (!(L.Value = Writer.write(Root)))
      return std::nullopt;
  }
  New.Inputs = Writer.takeInputs();
  if (Chains)
    *Chains = std::move(Writer.Chains);
  return New;
}
