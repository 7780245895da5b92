//===- FarVariants.cpp - Programs farther from an example -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one change alone does not show: a pattern that names a constant twice
// does not fit where one of both is another, what nobody gives is never
// dropped, and two parts of a list say little about three.
//
//===----------------------------------------------------------------------===//

#include "Compile/RuleOps.h"
#include "RuleVariants.h"
#include "fx/IR/OpOverloads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What an example says
//===----------------------------------------------------------------------===//

static bool isNumber(const Expr &E) {
  double Value;
  return E.Kind == ExprKind::Literal && !E.Text.getAsDouble(Value);
}

static bool isWhole(const Expr &E) {
  int64_t Value;
  return E.Kind == ExprKind::Literal && !E.Text.getAsInteger(10, Value);
}

static double valueOf(const Expr &E) {
  double Value = 0;
  E.Text.getAsDouble(Value);
  return Value;
}

/// Calls \p Visit for each parameter that argument \p I of a call may be for.
static void forEachParam(const Expr &Call, size_t I,
                         function_ref<void(const SchemaParam &)> Visit) {
  OpChoice Op = operatorOf(Call);
  if (!Op.Op)
    return;
  StringRef Name = I < Call.ArgNames.size() ? Call.ArgNames[I] : StringRef();
  forEachOverload(*Op.Op, [&](const OpTarget &, const OpSchema &Schema) {
    ArrayRef<SchemaParam> Params = Schema.params();
    if (!Name.empty()) {
      for (const SchemaParam &P : Params)
        if (P.Name == Name)
          Visit(P);
    } else if (I < Params.size()) {
      Visit(Params[I]);
    }
  });
}

/// Whether a number there is one that elements are computed with: sizes and
/// ranges of billions take memory.
static bool isOperand(const Expr &Parent, size_t I) {
  if (Parent.Kind == ExprKind::Binary)
    return true;
  bool HasValue = any_of(Parent.Kids, [](const Expr *Kid) {
    return Kid && (Kid->Kind == ExprKind::Value || Kid->Kind == ExprKind::Call);
  });
  bool Is = false;
  if (HasValue && Parent.Kind == ExprKind::Call)
    forEachParam(Parent, I, [&](const SchemaParam &P) {
      Is |= P.Type.Kind == SchemaKind::Scalar && !P.Type.isList();
    });
  return Is;
}

static bool isListOfSizes(const Expr &Call, size_t I) {
  bool Is = false;
  forEachParam(Call, I, [&](const SchemaParam &P) {
    Is |= P.Type.isList() &&
          (P.Name.contains("size") || P.Name.contains("shape"));
  });
  return Is;
}

void RuleVariants::collectFar(const Expr &E) {
  for (auto [I, Kid] : enumerate(E.Kids)) {
    if (!Kid)
      continue;
    if (isNumber(*Kid))
      Places.push_back({Kid, &E, isOperand(E, I), false});
    if (Kid->Kind != ExprKind::List) {
      collectFar(*Kid);
      continue;
    }
    collectLists(*Kid);
    collectTrailing(*Kid);
    bool IsSize = isListOfSizes(E, I);
    for (const Expr *Item : Kid->Kids) {
      if (isNumber(*Item))
        Places.push_back({Item, Kid, false, IsSize});
      collectFar(*Item);
    }
  }
  if (E.Kind == ExprKind::Call) {
    collectEquation(E);
    collectGiven(E);
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Other than `$k` twice, `$j` and `$k` may be anything.
void RuleVariants::setAll(ArrayRef<const Place *> Of, StringRef Text) {
  FarChange New;
  for (const Place *P : Of)
    if (P->Literal->Text != Text)
      New.Parts.push_back({Change::Literal, P->Literal, 0, {}, Text});
  if (New.Parts.size() > 1)
    FarChanges.push_back(std::move(New));
}

void RuleVariants::collectRepeated() {
  std::vector<SmallVector<const Place *, 4>> Groups;
  auto Add = [&](SmallVector<const Place *, 4> Group) {
    if (Group.size() > 1 && !is_contained(Groups, Group))
      Groups.push_back(std::move(Group));
  };
  for (const Place &First : Places) {
    SmallVector<const Place *, 4> All, Siblings;
    for (const Place &P : Places) {
      if (valueOf(*P.Literal) != valueOf(*First.Literal) ||
          isWhole(*P.Literal) != isWhole(*First.Literal))
        continue;
      All.push_back(&P);
      if (P.Parent == First.Parent)
        Siblings.push_back(&P);
    }
    Add(All);
    Add(Siblings);
  }
  for (ArrayRef<const Place *> Group : Groups) {
    if (isWhole(*Group[0]->Literal)) {
      for (StringRef Text : {"0", "1", "-1", "2", "3", "0.5"})
        setAll(Group, Text);
      continue;
    }
    for (StringRef Text : {"0.0", "-1.0", "0.5", "3.0", "1e30"})
      setAll(Group, Text);
    // They are equal, and not the same.
    for (bool IsFirst : {true, false}) {
      FarChange &New = FarChanges.emplace_back();
      for (const Place *P : Group)
        New.Parts.push_back({Change::Literal,
                             P->Literal,
                             0,
                             {},
                             (P == Group[0]) == IsFirst ? "-0.0" : "0.0"});
    }
  }
}

/// Products and sums of constants that no element of the type can have, or that
/// are 0 in it.
void RuleVariants::collectLarge() {
  SmallVector<const Place *, 4> Operands;
  for (const Place &P : Places)
    if (P.IsOperand)
      Operands.push_back(&P);
  if (Operands.size() < 2 || Example.Inputs.empty())
    return;
  for (StringRef Text : {"1e25", "1e-25", "9000000000000000000"})
    setAll(Operands, Text);
  auto SetNarrow = [&](StringRef Text, StringRef Kind) {
    size_t Before = FarChanges.size();
    setAll(Operands, Text);
    if (FarChanges.size() == Before)
      return;
    FarChanges.back().Parts.push_back({Change::DType, nullptr, 0, {}, Kind});
  };
  for (StringRef Text : {"2000000000", "-2000000000"}) {
    setAll(Operands, Text);
    SetNarrow(Text, "i32");
  }
  for (StringRef Text : {"16", "128"})
    for (StringRef Kind : {"i8", "u8"})
      SetNarrow(Text, Kind);
}

static SmallVector<StringRef, 4> sizesOf(const Clause &Example) {
  SmallVector<StringRef, 4> Sizes;
  for (const Clause::Input &I : Example.Inputs)
    for (const DimPattern &D : I.Type.Dims)
      if (!is_contained(Sizes, D.Text))
        Sizes.push_back(D.Text);
  return Sizes;
}

/// What is reshaped to the sizes of the example has others elsewhere.
void RuleVariants::collectSizesOfLists() {
  // As many elements, in other dimensions.
  for (const Place &A : Places)
    for (const Place &B : Places) {
      if (!A.IsSize || A.Parent != B.Parent || A.Literal == B.Literal)
        continue;
      FarChange &New = FarChanges.emplace_back();
      New.Parts.push_back({Change::Literal, A.Literal, 0, {}, "2"});
      New.Parts.push_back({Change::Literal, B.Literal, 0, {}, "-1"});
    }
  SmallVector<StringRef, 4> Sizes = sizesOf(Example);
  for (StringRef Size : Sizes) {
    for (StringRef Other : {"1", "2", "5"}) {
      FarChange All;
      All.Parts.push_back({Change::Size, nullptr, 0, Size, Other});
      for (const Place &P : Places)
        if (P.IsSize && P.Literal->Text == Size)
          All.Parts.push_back({Change::Literal, P.Literal, 0, {}, Other});
      if (Size != Other && All.Parts.size() > 1)
        FarChanges.push_back(std::move(All));
    }
    for (const Place &P : Places) {
      if (!P.IsSize)
        continue;
      FarChange &Rest = FarChanges.emplace_back();
      Rest.Parts.push_back(
          {Change::Size, nullptr, 0, Size, Size == "2" ? "4" : "2"});
      Rest.Parts.push_back({Change::Literal, P.Literal, 0, {}, "-1"});
    }
  }
}

/// Others of the operands and of the result of `einsum`.
void RuleVariants::collectEquation(const Expr &E) {
  if (E.Kids.empty() || E.Kids[0]->Kind != ExprKind::Literal ||
      !E.Kids[0]->Text.contains("->"))
    return;
  auto [Operands, Result] = E.Kids[0]->Text.trim("\"'").split("->");
  SmallVector<StringRef, 4> Parts;
  Operands.split(Parts, ',');
  Parts.push_back(Result);
  auto Add = [&](size_t I, std::string Part) {
    if (Part == Parts[I])
      return;
    std::string Text = "\"";
    for (size_t J = 0; J != Parts.size(); ++J)
      Text += (J == 0                  ? ""
               : J + 1 == Parts.size() ? "->"
                                       : ",") +
              (I == J ? Part : Parts[J].str());
    FarChange New;
    New.Parts.push_back({Change::Literal, E.Kids[0], 0, {}, save(Text + '"')});
    FarChanges.push_back(New);
    New.Parts.push_back({Change::Square, nullptr, 0, {}, "3"});
    FarChanges.push_back(std::move(New));
  };
  for (size_t I = 0; I != Parts.size(); ++I) {
    std::string Part = Parts[I].str();
    Add(I, std::string(Part.rbegin(), Part.rend()));
    for (size_t J = 0; J + 1 < Part.size(); ++J) {
      std::string Turned = Part;
      std::swap(Turned[J], Turned[J + 1]);
      Add(I, Turned);
    }
    // What the result does not name is summed up.
    for (size_t J = 0; I + 1 == Parts.size() && J != Part.size(); ++J)
      Add(I, Part.substr(0, J) + Part.substr(J + 1));
  }
}

//===----------------------------------------------------------------------===//
// Lists and ranks
//===----------------------------------------------------------------------===//

void RuleVariants::collectLists(const Expr &E) {
  auto Add = [&](Change C) {
    FarChanges.emplace_back().Parts.push_back(std::move(C));
  };
  if (!E.Kids.empty())
    Add({Change::Shrink, &E});
  if (E.Kids.empty() || E.Kids[0]->Kind == ExprKind::Literal) {
    for (StringRef Text : {"0", "1"})
      Add({Change::Grow, &E, 0, {}, Text});
    return;
  }
  Add({Change::Grow, &E, 0});
  if (E.Kids.size() > 1)
    Add({Change::Grow, &E, unsigned(E.Kids.size() - 1)});
}

/// What a list says of the last dimensions of an input, as `layer_norm` has it,
/// also of the one before them: what has the sizes of the list gets it, too.
void RuleVariants::collectTrailing(const Expr &E) {
  auto IsListOf = [&](ArrayRef<DimPattern> Dims) {
    return equal(Dims, E.Kids, [](const DimPattern &D, const Expr *Item) {
      return D.Text == Item->Text;
    });
  };
  if (E.Kids.empty())
    return;
  for (const Clause::Input &I : Example.Inputs) {
    ArrayRef<DimPattern> Dims = I.Type.Dims;
    if (Dims.size() <= E.Kids.size() ||
        !IsListOf(Dims.take_back(E.Kids.size())))
      continue;
    StringRef Size = Dims[Dims.size() - E.Kids.size() - 1].Text;
    FarChange &New = FarChanges.emplace_back();
    New.IsUsual = true;
    New.Parts.push_back({Change::Precede, &E, 0, {}, Size});
    for (unsigned J = 0; J != Example.Inputs.size(); ++J)
      if (IsListOf(Example.Inputs[J].Type.Dims))
        New.Parts.push_back({Change::OneLead, nullptr, J, {}, Size});
  }
}

/// What has batches may come without them, alone or in sizes that are all the
/// same.
void RuleVariants::collectRanks() {
  if (Example.Inputs.size() < 2)
    return;
  constexpr unsigned MaxInputs = 3;
  SmallVector<StringRef, 4> Sizes = sizesOf(Example);
  for (unsigned I = 0; I != Example.Inputs.size(); ++I) {
    if (!Example.Inputs[I].Type.HasShape)
      continue;
    Change Square = {Change::Square, nullptr, 0, {}, "3"};
    auto Add = [&](StringRef Size, bool IsSquare) {
      FarChange &New = FarChanges.emplace_back();
      New.Parts.push_back({Change::OneLead, nullptr, I, {}, Size});
      if (IsSquare)
        New.Parts.push_back(Square);
    };
    for (StringRef Size : {"2", "same", ""})
      Add(Size, false);
    for (StringRef Size : {"3", ""})
      Add(Size, true);
    // What was a batch are the channels now, of as many as there were.
    if (Example.Inputs[I].IsConstant || I >= MaxInputs)
      continue;
    for (StringRef Size : {"2", ""})
      for (StringRef Old : Sizes)
        for (StringRef New : {"2", "3", "4", "5", "6"}) {
          Add(Size, false);
          FarChanges.back().Parts.push_back(
              {Change::Size, nullptr, 0, Old, New});
        }
  }
}

//===----------------------------------------------------------------------===//
// What is left out
//===----------------------------------------------------------------------===//

/// Arguments that have no value in the example, each of some types.
void RuleVariants::collectGiven(const Expr &E) {
  OpChoice Op = operatorOf(E);
  if (!Op.Op)
    return;
  SmallVector<std::pair<StringRef, SchemaKind>, 8> Seen;
  forEachOverload(*Op.Op, [&](const OpTarget &, const OpSchema &Schema) {
    for (auto [I, P] : enumerate(Schema.params())) {
      Change C = {Change::Give, &E, unsigned(I), P.Name};
      if (I >= E.Kids.size() ||
          (I < E.ArgNames.size() && !E.ArgNames[I].empty())) {
        const auto *Named = find(E.ArgNames, P.Name);
        C.Index = Named == E.ArgNames.end() ? E.Kids.size()
                                            : Named - E.ArgNames.begin();
      }
      // Not those that have a value.
      bool IsNone = C.Index < E.Kids.size() &&
                    E.Kids[C.Index]->Kind == ExprKind::Literal &&
                    E.Kids[C.Index]->Text == "None";
      if (IsNone ? !P.Type.Optional : C.Index < E.Kids.size() || !P.HasDefault)
        continue;
      std::pair<StringRef, SchemaKind> Key(P.Name, P.Type.Kind);
      if (is_contained(Seen, Key))
        continue;
      bool IsOther = any_of(Seen, [&](auto S) { return S.first == P.Name; });
      Seen.push_back(Key);
      ++NumGroups;
      auto Add = [&](ArrayRef<StringRef> Texts) {
        for (StringRef Text : Texts) {
          FarChange &New = FarChanges.emplace_back();
          New.Parts.push_back(C);
          New.Parts.back().Text = Text;
          New.Group = NumGroups;
        }
      };
      SchemaKind Kind = P.Type.Kind;
      if (Kind == SchemaKind::Tensor) {
        if (!P.Type.isList())
          collectOperand(C, P.Name);
      } else if (Kind == SchemaKind::Int || Kind == SchemaKind::SymInt) {
        if (P.Type.isList())
          Add({"[1]", "[0]", "[2]", "[0, 1]", "[1, 1]", "[2, 1]"});
        else if (IsNone || IsOther)
          Add({"1", "0", "2"});
      } else if (Kind == SchemaKind::Scalar || Kind == SchemaKind::Float) {
        // Others have been given alone.
        if (IsNone || IsOther)
          Add({"0.5", "2", "0"});
      }
    }
  });
}

/// A tensor of each of some shapes: of sizes of the example.
void RuleVariants::collectOperand(const Change &As, StringRef Param) {
  SmallVector<DimPattern, 4> Sizes;
  StringRef Float;
  for (const Clause::Input &I : Example.Inputs) {
    for (const DimPattern &D : I.Type.Dims)
      if (none_of(Sizes,
                  [&](const DimPattern &Has) { return Has.Text == D.Text; }))
        Sizes.push_back(D);
    if (Float.empty() && !I.Type.Kinds.empty() &&
        is_contained({"f16", "bf16", "f32", "f64"}, I.Type.Kinds[0]))
      Float = I.Type.Kinds[0];
  }
  if (Float.empty() || Sizes.empty())
    return;
  auto Add = [&](StringRef Kind, ArrayRef<DimPattern> Dims) {
    FarChange &New = FarChanges.emplace_back();
    Change &C = New.Parts.emplace_back(As);
    C.Kind = Change::Operand;
    C.Text = Kind;
    C.Dims.assign(Dims.begin(), Dims.end());
    New.Group = NumGroups;
  };
  constexpr size_t MaxSizes = 5;
  if (Sizes.size() > MaxSizes)
    Sizes.resize(MaxSizes);
  for (const DimPattern &D : Sizes)
    Add(Float, D);
  for (const DimPattern &A : Sizes)
    for (const DimPattern &B : Sizes)
      Add(Float, {A, B});
  for (const Clause::Input &I : Example.Inputs)
    if (I.Type.Dims.size() > 2)
      Add(Float, I.Type.Dims);
  if (!Param.contains("mask"))
    return;
  ++NumGroups;
  for (const DimPattern &A : Sizes)
    for (const DimPattern &B : Sizes)
      Add("bool", {A, B});
}

//===----------------------------------------------------------------------===//
// Changing
//===----------------------------------------------------------------------===//

Expr *RuleVariants::constant(StringRef Text) {
  if (!Text.consume_front("["))
    return literal(Text);
  Expr *List = File.make(ExprKind::List, Example.Loc);
  SmallVector<StringRef, 4> Items;
  Text.drop_back().split(Items, ", ");
  for (StringRef Item : Items)
    List->Kids.push_back(literal(Item));
  return List;
}

StringRef RuleVariants::unused(StringRef Name) {
  auto IsUsed = [&](StringRef Text) {
    return any_of(Example.Inputs,
                  [&](const Clause::Input &I) { return I.Name == Text; }) ||
           any_of(Example.Before.Lines, [&](const Line &L) {
             return any_of(L.Results,
                           [&](const Expr *E) { return E->Text == Text; });
           });
  };
  std::string Text = Name.str();
  while (IsUsed(Text))
    Text += '_';
  return save(Text);
}

/// The name of an input that the example does not have.
static constexpr StringLiteral NewInput = "given_too";

void RuleVariants::addInput(const Change &C, Clause &To) {
  Clause::Input &I = To.Inputs.emplace_back();
  I.Name = unused(NewInput);
  I.Loc = Example.Loc;
  I.IsConstant = any_of(Example.Inputs, [](const Clause::Input &Other) {
    return Other.IsConstant;
  });
  I.Type.Kinds = {C.Text};
  I.Type.HasShape = true;
  I.Type.Dims.assign(C.Dims.begin(), C.Dims.end());
}

/// What a change of its own makes of \p E, a copy.
Expr *RuleVariants::changeFar(const Change &C, Expr *E) {
  switch (C.Kind) {
  case Change::Give:
  case Change::Operand: {
    Expr *Value = nullptr;
    if (C.Kind == Change::Give) {
      Value = constant(C.Text);
    } else {
      Value = File.make(ExprKind::Value, Example.Loc);
      Value->Text = unused(NewInput);
    }
    if (C.Index < E->Kids.size()) {
      E->Kids[C.Index] = Value;
      return E;
    }
    E->ArgNames.resize(E->Kids.size());
    E->Kids.push_back(Value);
    E->ArgNames.push_back(C.Name);
    return E;
  }
  case Change::Grow:
    E->Kids.push_back(C.Text.empty() ? E->Kids[C.Index] : literal(C.Text));
    return E;
  case Change::Shrink:
    E->Kids.pop_back();
    return E;
  case Change::Precede:
    E->Kids.insert(E->Kids.begin(), literal(C.Text));
    return E;
  case Change::Link:
    return viewOf(C.Name, E, C.Args);
  default:
    return E;
  }
}

std::vector<RuleVariants::FarVariant> RuleVariants::makeFar() {
  if (FarChanges.empty()) {
    for (const Line &L : Example.Before.Lines)
      collectFar(*L.Value);
    collectRepeated();
    collectLarge();
    collectSizesOfLists();
    collectRanks();
  }
  std::vector<FarVariant> Variants;
  for (const FarChange &Far : FarChanges) {
    SmallVector<const Change *, 4> Parts;
    for (const Change &C : Far.Parts)
      Parts.push_back(&C);
    Variants.push_back({apply(Parts), Far.Group, Far.IsUsual});
  }
  return Variants;
}
