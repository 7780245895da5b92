//===- RuleVariants.cpp - Programs near an example ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleVariants.h"
#include "CheckPrograms.h"
#include "Compile/RuleOps.h"
#include "fx/IR/OpOverloads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

static constexpr StringLiteral DTypes[] = {"f32", "f64", "f16", "bf16", "i64",
                                           "i32", "i8",  "u8",  "bool", "c64"};

/// Integers that conditions and results of \p Rule name, and those beside them.
static SmallVector<int64_t, 16> integersOf(const RuleDef &Rule) {
  constexpr size_t Most = 12;
  SmallVector<int64_t, 16> Integers;
  auto Add = [&](StringRef Text) {
    int64_t Whole;
    if (!Text.getAsInteger(10, Whole))
      for (int64_t I : {Whole, Whole + 1, Whole - 1})
        if (!is_contained(Integers, I))
          Integers.push_back(I);
  };
  for (const Clause &C : Rule.Clauses) {
    if (C.Value)
      forEachLiteral(*C.Value, Add);
    if (C.Kind == Clause::With)
      for (const Line &L : C.Body.Lines)
        forEachLiteral(*L.Value, Add);
  }
  if (Integers.size() > Most)
    Integers.truncate(Most);
  return Integers;
}

RuleVariants::RuleVariants(RuleFile &File, const RuleDef &Rule,
                           const Clause &Example, uint64_t Seed)
    : File(File), Example(Example), Random(Seed), OfRule(integersOf(Rule)) {
  for (const Line &L : Example.Before.Lines)
    collect(*L.Value);
  collectInputs();
  collectShapes();
}

StringRef RuleVariants::save(std::string Text) {
  return Texts.emplace_back(std::move(Text));
}

//===----------------------------------------------------------------------===//
// What may be changed
//===----------------------------------------------------------------------===//

void RuleVariants::collect(const Expr &E) {
  if (E.Kind == ExprKind::Literal)
    collectLiteral(E);
  if (E.Kind == ExprKind::List)
    for (unsigned I = 0; I + 1 < E.Kids.size(); ++I)
      Changes.push_back({Change::Swap, &E, I});
  if (E.Kind == ExprKind::Call)
    collectArguments(E);
  for (const Expr *Kid : E.Kids)
    if (Kid)
      collect(*Kid);
}

/// What operators take as strings, by what they mean.
static constexpr const char *Words[][6] = {
    {"\"floor\"", "\"trunc\""},
    {"\"none\"", "\"tanh\""},
    {"\"none\"", "\"mean\"", "\"sum\""},
    {"\"sum\"", "\"prod\"", "\"mean\"", "\"amax\"", "\"amin\""},
    {"\"constant\"", "\"reflect\"", "\"replicate\"", "\"circular\""},
    {"\"ortho\"", "\"forward\"", "\"backward\""},
    {"\"left\"", "\"right\""},
    {"\"valid\"", "\"same\""},
    {"\"ij\"", "\"xy\""},
    {"\"linear\"", "\"lower\"", "\"higher\"", "\"midpoint\"", "\"nearest\""},
    {"\"nearest\"", "\"bilinear\"", "\"bicubic\"", "\"area\"",
     "\"nearest-exact\"", "\"linear\""},
    {"\"zeros\"", "\"border\"", "\"reflection\""},
    {"\"fro\"", "\"nuc\""}};

/// Calls \p Visit for the words that may stand for \p Like, or for all where
/// that is empty.
static void forEachWord(StringRef Like, function_ref<void(StringRef)> Visit) {
  for (const auto &Set : Words) {
    auto IsLike = [&](const char *Word) { return Word && Like == Word; };
    if (Like.empty() || any_of(Set, IsLike))
      for (const char *Word : Set)
        if (Word)
          Visit(Word);
  }
}

void RuleVariants::collectLiteral(const Expr &E) {
  auto Add = [&](const Twine &Text) {
    StringRef Saved = save(Text.str());
    if (Saved != E.Text)
      Changes.push_back({Change::Literal, &E, 0, {}, Saved});
  };
  if (E.Text == "True" || E.Text == "False")
    return Add(E.Text == "True" ? "False" : "True");
  if (E.Text.starts_with("torch.")) {
    for (StringRef T : {"torch.float16", "torch.bfloat16", "torch.float32",
                        "torch.float64", "torch.int32", "torch.int64",
                        "torch.int8", "torch.uint8", "torch.bool"})
      Add(T);
    return;
  }
  forEachWord(E.Text, [&](StringRef Word) { Add(Word); });
  double Value;
  if (E.Text.getAsDouble(Value))
    return;
  int64_t Whole;
  if (!E.Text.getAsInteger(10, Whole)) {
    for (int64_t I : {0l, 1l, -1l, 2l, -2l, 3l, 5l, 100000l})
      Add(Twine(I));
    // A number need not be whole.
    for (StringRef Fraction : {"0.5", "-1.5"})
      Add(Fraction);
    for (int64_t I : OfRule)
      Add(Twine(I));
    Add(Twine(Whole) + ".5");
    Add(Twine(Whole + 1));
    Add(Twine(-Whole));
    Add(E.Text + ".0");
    return;
  }
  for (StringRef Text : {"0.0", "-0.0", "1.0", "-1.0", "0.5", "2.0", "3.0",
                         "-3.5", "1e-30", "1e30", "2", "0"})
    Add(Text);
  Add(Twine(std::to_string(-Value)));
}

void RuleVariants::collectArguments(const Expr &E) {
  OpChoice Op = operatorOf(E);
  if (!Op.Op)
    return;
  SmallVector<StringRef, 8> Seen(E.ArgNames.begin(), E.ArgNames.end());
  forEachOverload(*Op.Op, [&](const OpTarget &, const OpSchema &Schema) {
    ArrayRef<SchemaParam> Params = Schema.params();
    for (size_t I = 0; I != Params.size(); ++I) {
      const SchemaParam &P = Params[I];
      if (!P.HasDefault || I < E.Kids.size() || is_contained(Seen, P.Name))
        continue;
      Seen.push_back(P.Name);
      auto Add = [&](StringRef Text) {
        if (Text != P.Default)
          Changes.push_back({Change::Argument, &E, 0, P.Name, Text});
      };
      switch (P.Type.Kind) {
      case SchemaKind::Bool:
        Add("True");
        Add("False");
        break;
      case SchemaKind::Int:
      case SchemaKind::SymInt:
        Add("0");
        Add("1");
        Add("2");
        break;
      case SchemaKind::Scalar:
      case SchemaKind::Float:
        Add("0");
        Add("1");
        Add("2");
        Add("0.5");
        break;
      case SchemaKind::DType:
        Add("torch.float64");
        Add("torch.float16");
        break;
      case SchemaKind::Str:
        forEachWord(P.Default.starts_with("\"") ? P.Default
                    : P.Name == "rounding_mode" ? "\"floor\""
                                                : "",
                    Add);
        break;
      default:
        break;
      }
    }
  });
}

void RuleVariants::collectInputs() {
  SmallVector<StringRef, 4> Sizes;
  for (unsigned I = 0; I != Example.Inputs.size(); ++I) {
    const TypePattern &T = Example.Inputs[I].Type;
    for (StringRef Kind : DTypes) {
      if (T.Kinds.empty() || Kind == T.Kinds[0])
        continue;
      if (I == 0)
        Changes.push_back({Change::DType, nullptr, I, {}, Kind});
      if (Example.Inputs.size() > 1)
        Changes.push_back({Change::OneDType, nullptr, I, {}, Kind});
    }
    for (const DimPattern &D : T.Dims)
      if (!is_contained(Sizes, D.Text))
        Sizes.push_back(D.Text);
    if (T.Dims.size() >= 2)
      Changes.push_back({Change::Transpose, nullptr, I});
    if (!T.Dims.empty())
      Changes.push_back({Change::Step, nullptr, I});
  }
  for (StringRef Size : Sizes)
    for (StringRef Other : {"0", "1", "3", "8"})
      if (Size != Other)
        Changes.push_back({Change::Size, nullptr, 0, Size, Other});
}

/// What is broadcast in another way may still have the sizes of the result, as
/// where all sizes are equal: each input also gets the last sizes of each other
/// one, and ones for them.
void RuleVariants::collectShapes() {
  DimPattern One;
  One.Kind = DimPattern::Number;
  One.Text = "1";
  ArrayRef<Clause::Input> Inputs = Example.Inputs;
  auto IsRepeated = [&](StringRef Size) {
    unsigned Times = 0;
    for (const Clause::Input &I : Inputs)
      Times += count_if(I.Type.Dims,
                        [&](const DimPattern &D) { return D.Text == Size; });
    return Times > 1;
  };
  std::set<std::pair<unsigned, StringRef>> Columns;
  for (unsigned I = 0; I != Inputs.size(); ++I) {
    const TypePattern &T = Inputs[I].Type;
    SmallVector<SmallVector<DimPattern, 4>, 8> Seen = {T.Dims};
    auto Add = [&](ArrayRef<DimPattern> Dims) {
      auto IsSame = [&](ArrayRef<DimPattern> Other) {
        return equal(Dims, Other, [](const DimPattern &A, const DimPattern &B) {
          return A.Text == B.Text;
        });
      };
      if (!T.HasShape || any_of(Seen, IsSame))
        return;
      Seen.emplace_back(Dims);
      Changes.push_back({Change::Shape, nullptr, I, {}, {}, Seen.back()});
    };
    // Sizes that are equal in the example need not be.
    for (size_t Place = 0; Place != T.Dims.size(); ++Place) {
      StringRef Size = T.Dims[Place].Text, Other = Size == "7" ? "6" : "7";
      if (!IsRepeated(Size))
        continue;
      SmallVector<DimPattern, 4> Apart(T.Dims);
      Apart[Place].Text = Other;
      Add(Apart);
      unsigned FromEnd = T.Dims.size() - Place;
      if (Columns.insert({FromEnd, Size}).second)
        Changes.push_back({Change::Column, nullptr, FromEnd, Size, Other});
    }
    for (unsigned J = 0; J != Inputs.size(); ++J) {
      ArrayRef<DimPattern> Dims = Inputs[J].Type.Dims;
      if (J == I || Inputs.size() > 6)
        continue;
      for (size_t Kept = Dims.size() + 1; Kept-- != 0;) {
        Add(Dims.take_back(Kept));
        // A column, and a row, of a matrix.
        for (size_t Place = 0; Place != Kept; ++Place) {
          SmallVector<DimPattern, 4> Thin(Dims.take_back(Kept));
          Thin[Place] = One;
          Add(Thin);
        }
      }
    }
  }
  bool HasSizes = any_of(
      Inputs, [](const Clause::Input &I) { return I.Type.Dims.size() >= 2; });
  if (HasSizes)
    Changes.push_back({Change::Square, nullptr, 0, {}, "3"});
  // Other ranks: dimension 0 of a vector is its last one, too.
  if (none_of(Inputs, [](const Clause::Input &I) { return I.Type.HasShape; }))
    return;
  for (StringRef Size : {"2", "same"}) {
    Changes.push_back({Change::Lead, nullptr, 0, {}, Size});
    Changes.push_back({Change::Trail, nullptr, 0, {}, Size});
  }
  Changes.push_back({Change::Lead, nullptr, 0, {}, ""});
}

//===----------------------------------------------------------------------===//
// Changing
//===----------------------------------------------------------------------===//

Expr *RuleVariants::literal(StringRef Text) {
  Expr *E = File.make(ExprKind::Literal, Example.Loc);
  E->Text = Text;
  return E;
}

Expr *RuleVariants::viewOf(StringRef Op, Expr *Of, ArrayRef<StringRef> Args) {
  Expr *E = File.make(ExprKind::Call, Of->Loc);
  E->Ops.push_back({Op, false, Of->Loc});
  E->Kids.push_back(Of);
  for (StringRef Arg : Args)
    E->Kids.push_back(constant(Arg));
  E->ArgNames.resize(E->Kids.size());
  return E;
}

Expr *RuleVariants::copy(const Expr &E, ArrayRef<const Change *> Applied) {
  Expr *New = File.make(E.Kind, E.Loc);
  *New = E;
  for (Expr *&Kid : New->Kids)
    if (Kid)
      Kid = copy(*Kid, Applied);
  for (const Change *C : Applied) {
    if (C->At == &E && C->Kind == Change::Literal)
      New->Text = C->Text;
    if (C->At == &E && C->Kind == Change::Operator)
      New->Ops[0].Text = C->Name;
    if (C->At == &E && C->Kind == Change::Swap)
      std::swap(New->Kids[C->Index], New->Kids[C->Index + 1]);
    if (C->At == &E && C->Kind == Change::Argument) {
      New->Kids.push_back(literal(C->Text));
      New->ArgNames.resize(New->Kids.size() - 1);
      New->ArgNames.push_back(C->Name);
    }
    if (C->At == &E)
      New = changeFar(*C, New);
    bool IsView = C->Kind == Change::Transpose || C->Kind == Change::Step;
    if (!IsView || E.Kind != ExprKind::Value ||
        E.Text != Example.Inputs[C->Index].Name)
      continue;
    if (C->Kind == Change::Transpose)
      New = viewOf("transpose", New, {"0", "-1"});
    else
      New = viewOf("slice", New, {"-1", "0", "9223372036854775807", "2"});
  }
  return New;
}

/// Puts a dimension of \p Size, or of that of its neighbor, before the first or
/// after the last one; without a size the first one goes.
static void changeRank(TypePattern &T, bool AtFront, StringRef Size) {
  if (Size.empty()) {
    if (!T.Dims.empty())
      T.Dims.erase(T.Dims.begin());
    return;
  }
  DimPattern New;
  New.Kind = DimPattern::Number;
  New.Text = Size;
  if (Size == "same")
    New.Text = T.Dims.empty() ? "2"
               : AtFront      ? T.Dims.front().Text
                              : T.Dims.back().Text;
  T.Dims.insert(AtFront ? T.Dims.begin() : T.Dims.end(), New);
}

Clause RuleVariants::apply(ArrayRef<const Change *> Applied) {
  Clause New = Example;
  for (Line &L : New.Before.Lines)
    L.Value = copy(*L.Value, Applied);
  StringRef First =
      Example.Inputs.empty() || Example.Inputs[0].Type.Kinds.empty()
          ? StringRef()
          : Example.Inputs[0].Type.Kinds[0];
  for (const Change *C : Applied) {
    if (C->Kind == Change::Operand)
      addInput(*C, New);
    for (unsigned I = 0; I != New.Inputs.size(); ++I) {
      TypePattern &T = New.Inputs[I].Type;
      if (T.Kinds.empty())
        continue;
      if ((C->Kind == Change::DType && T.Kinds[0] == First) ||
          (C->Kind == Change::OneDType && C->Index == I))
        T.Kinds[0] = C->Text;
      if (C->Kind == Change::Shape && C->Index == I)
        T.Dims = C->Dims;
      if (C->Kind == Change::Square)
        for (DimPattern &D : T.Dims)
          if (D.Text != "1")
            D.Text = C->Text;
      if (T.HasShape && (C->Kind == Change::Lead || C->Kind == Change::Trail))
        changeRank(T, C->Kind == Change::Lead, C->Text);
      if (C->Kind == Change::OneLead && C->Index == I && T.HasShape)
        changeRank(T, /*AtFront=*/true, C->Text);
      if (C->Kind == Change::Column && T.HasShape &&
          T.Dims.size() >= C->Index &&
          T.Dims.end()[-int(C->Index)].Text == C->Name)
        T.Dims.end()[-int(C->Index)].Text = C->Text;
      if (C->Kind == Change::Size)
        for (DimPattern &D : T.Dims)
          if (D.Text == C->Name)
            D.Text = C->Text;
      // A number has no dimension to change; what is done to it is not a
      // program.
      if (T.Dims.empty())
        continue;
      if (C->Kind == Change::Transpose && C->Index == I)
        std::swap(T.Dims.front(), T.Dims.back());
      int64_t Size;
      if (C->Kind == Change::Step && C->Index == I &&
          !T.Dims.back().Text.getAsInteger(10, Size))
        T.Dims.back().Text = save(std::to_string(2 * Size));
    }
  }
  return New;
}

bool RuleVariants::isUnusual(const Clause &C) const {
  bool OtherRanks = true, Empty = false;
  for (auto [Old, New] : zip(Example.Inputs, C.Inputs)) {
    OtherRanks &=
        !Old.Type.HasShape || Old.Type.Dims.size() != New.Type.Dims.size();
    Empty |= any_of(New.Type.Dims,
                    [](const DimPattern &D) { return D.Text == "0"; });
  }
  return OtherRanks || Empty;
}

/// Whether literals of the one say other types than those of the other.
static bool haveOtherTypes(const Expr &Old, const Expr &New) {
  if (Old.Kind == ExprKind::Literal && New.Kind == ExprKind::Literal &&
      Old.Text != New.Text) {
    int64_t Whole;
    double Value;
    bool WasWhole = !Old.Text.getAsInteger(10, Whole);
    bool IsWhole = !New.Text.getAsInteger(10, Whole);
    return New.Text.starts_with("torch.") ||
           (WasWhole && !IsWhole && !New.Text.getAsDouble(Value));
  }
  for (auto [OldKid, NewKid] : zip(Old.Kids, New.Kids))
    if (OldKid && NewKid && haveOtherTypes(*OldKid, *NewKid))
      return true;
  return false;
}

bool RuleVariants::hasOtherTypes(const Clause &C) const {
  for (auto [Old, New] : zip(Example.Inputs, C.Inputs))
    if (Old.Type.Kinds != New.Type.Kinds)
      return true;
  for (auto [Old, New] : zip(Example.Before.Lines, C.Before.Lines))
    if (haveOtherTypes(*Old.Value, *New.Value))
      return true;
  return false;
}

std::vector<Clause> RuleVariants::makeForGradients() {
  std::vector<Clause> Variants;
  auto IsTried = [&](const Change &C) {
    if (C.Kind == Change::Argument)
      return true;
    int64_t Whole;
    return C.Kind == Change::Literal &&
           (is_contained({"True", "False", "0.5", "2.0"}, C.Text) ||
            (!C.Text.getAsInteger(10, Whole) && is_contained(OfRule, Whole)));
  };
  for (const Change &C : Changes)
    if (IsTried(C))
      Variants.push_back(apply({&C}));
  return Variants;
}

std::vector<Clause> RuleVariants::make(unsigned NumRandom, bool Numbers) {
  std::vector<Clause> Variants = {apply({})};
  auto IsTried = [&](const Change &C) {
    return Numbers || (C.Kind != Change::Literal && C.Kind != Change::Argument);
  };
  for (const Change &C : Changes)
    if (IsTried(C))
      Variants.push_back(apply({&C}));
  // Sizes that fit by accident, also in another dimension, are equal ones.
  auto IsSquare = [](const Change &C) { return C.Kind == Change::Square; };
  if (auto Square = find_if(Changes, IsSquare); Square != Changes.end())
    for (const Change &C : Changes)
      if (C.Kind == Change::Shape || (C.Kind == Change::Literal && Numbers))
        Variants.push_back(apply({&C, &*Square}));
  // A type that is written out may follow that of the inputs.
  for (const Change &C : Changes)
    if (std::optional<DType> T = dtypeOfKind(C.Text);
        T && C.Kind == Change::DType && Numbers)
      for (const Change &Other : Changes)
        if (Other.Kind == Change::Literal && Other.Text == toString(*T))
          Variants.push_back(apply({&C, &Other}));
  // Where types are mixed, the order in which they are promoted may count.
  static constexpr StringLiteral Mixed[][2] = {{"f16", "i32"}, {"i64", "f16"}};
  for (const Change &C : Changes)
    for (const Change &Other : Changes)
      if (C.Kind == Change::OneDType && Other.Kind == Change::OneDType &&
          C.Index < Other.Index &&
          any_of(
              Mixed,
              [&](const auto &Pair) {
                return Pair[0] == C.Text && Pair[1] == Other.Text;
              }))
        Variants.push_back(apply({&C, &Other}));
  if (Changes.size() < 2)
    return Variants;
  for (unsigned I = 0; I != NumRandom; ++I) {
    SmallVector<const Change *, 3> Mixture;
    for (unsigned Count = 2 + Random() % 2; Count != 0; --Count)
      Mixture.push_back(&Changes[Random() % Changes.size()]);
    Variants.push_back(apply(Mixture));
  }
  return Variants;
}

static void findCalls(const Expr &E, ArrayRef<const OpInfo *> Of,
                      SmallVectorImpl<const Expr *> &Calls) {
  if (const OpInfo *Op = operatorOf(E).Op; Op && is_contained(Of, Op))
    Calls.push_back(&E);
  for (const Expr *Kid : E.Kids)
    if (Kid)
      findCalls(*Kid, Of, Calls);
}

SmallVector<const Expr *, 4>
RuleVariants::callsOf(ArrayRef<const OpInfo *> Of) const {
  SmallVector<const Expr *, 4> Calls;
  for (const Line &L : Example.Before.Lines)
    findCalls(*L.Value, Of, Calls);
  return Calls;
}

std::vector<Clause> RuleVariants::exchangeOperator(ArrayRef<const OpInfo *> Old,
                                                   StringRef New) {
  std::vector<Clause> Variants;
  for (const Expr *Call : callsOf(Old)) {
    Change C = {Change::Operator, Call, 0, New};
    Variants.push_back(apply({&C}));
  }
  return Variants;
}

Clause RuleVariants::inDouble(const Clause &C) {
  Clause New = C;
  for (Clause::Input &I : New.Inputs)
    if (!I.Type.Kinds.empty() &&
        is_contained({"f16", "bf16", "f32"}, I.Type.Kinds[0]))
      I.Type.Kinds[0] = "f64";
    else if (!I.Type.Kinds.empty() && I.Type.Kinds[0] == "c64")
      I.Type.Kinds[0] = "c128";
  return New;
}
