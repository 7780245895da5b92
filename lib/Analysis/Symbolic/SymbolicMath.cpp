//===- SymbolicMath.cpp - Arithmetic with symbolic sizes ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/SymbolicMath.h"
#include "SymbolicTerms.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/FloorDivision.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <cmath>

using namespace fx;
using namespace fx::detail;
using namespace llvm;

/// What data decide counts as this large where a number is needed.
static constexpr int64_t UnknownHint = 8192;

using Term = SymbolicTable::Term;

namespace {
/// What a number is never below and never above.
struct Bounds {
  std::optional<int64_t> Low, High;
};
} // namespace

struct SymbolicMath::Impl {
  Impl(Context &Ctx, const ExportedProgram *Program)
      : Ctx(Ctx), Program(Program) {}

  Term termOf(const Argument &A);
  Argument toArgument(Term T);
  Argument textOf(Term T);
  Argument compute(Operation Op, const Argument &A, const Argument &B);
  Term compare(Operation Op, Term A, Term B);
  Term divide(Term A, Term B);
  SymbolicInfo::TypeKind typeOf(Term T) const {
    return T->IsBool    ? SymbolicInfo::Bool
           : T->IsFloat ? SymbolicInfo::Float
                        : SymbolicInfo::Int;
  }
  std::optional<int64_t> valueOf(Term T, bool Guess, unsigned Depth = 0);
  /// \p Runs are the numbers that programs run with: PyTorch takes 0 and 1
  /// where a range begins at 2.
  Bounds boundsOf(Term T, bool Runs = false, unsigned Depth = 0);
  Term differenceOf(const Argument &A, const Argument &B);
  Bounds differenceBounds(const Argument &A, const Argument &B, bool Runs);
  Term decided(Term T);
  bool isAtLeast(Term A, Term B);

  Context &Ctx;
  /// What metadata says, in the form of a program without nodes.
  std::unique_ptr<Graph> NoNodes;
  std::unique_ptr<ExportedProgram> Described;
  const ExportedProgram *Program;
  SymbolicTable Table;
  DenseMap<Symbol, Term> Terms;
  DenseMap<Term, Argument> Texts;
  DenseMap<Symbol, SymbolicInfo> New;
  /// Whether there may be new symbols, and those that no program knows.
  bool MayAdd = false;
  SmallVector<RangeConstraint, 1> Fresh;
  DenseMap<std::pair<Term, Term>, bool> Equal;
  std::array<DenseMap<std::pair<Term, Term>, Argument>, 15> Results;
};

SymbolicMath::SymbolicMath(Context &Ctx, const ExportedProgram *Program)
    : I(std::make_unique<Impl>(Ctx, Program)) {}

/// Adds what \p Symbols, the metadata of a placeholder, says to \p P.
static void describeSymbols(Context &Ctx, const Argument &Symbols,
                            ExportedProgram &P) {
  if (Symbols.kind() != ArgKind::Dict)
    return;
  ArrayRef<Argument> Entries = Symbols.elements();
  auto Limit = [](const Argument &A) {
    return A.isInt() ? std::optional(A.asInt()) : std::nullopt;
  };
  for (size_t I = 0; I + 1 < Entries.size(); I += 2) {
    const Argument &Text = Entries[I], &What = Entries[I + 1];
    if (!Text.isString() || What.kind() != ArgKind::Tuple || What.size() != 4 ||
        !What[0].isString() || !What[1].isString() || P.symbolic(Text.symbol()))
      continue;
    SymbolicInfo::TypeKind Type = What[1].str() == "float" ? SymbolicInfo::Float
                                  : What[1].str() == "bool" ? SymbolicInfo::Bool
                                                            : SymbolicInfo::Int;
    P.addSymbolic({Text.symbol(), What[0].symbol(), Type, Argument()});
    RangeConstraint Range = {Text.symbol(), Limit(What[2]), Limit(What[3])};
    if (Range.Min || Range.Max)
      P.Ranges.push_back(Range);
  }
}

SymbolicMath::SymbolicMath(const GraphModule &M)
    : SymbolicMath(M.context(), M.program()) {
  if (I->Program)
    return;
  Symbol Key = I->Ctx.intern("symbols");
  for (Node *N : M.graph().nodes()) {
    const Argument *Symbols = N->isPlaceholder() ? N->meta(Key) : nullptr;
    if (!Symbols)
      continue;
    if (!I->Described) {
      I->NoNodes = std::make_unique<Graph>(I->Ctx);
      I->Described = std::make_unique<ExportedProgram>(*I->NoNodes);
      I->Program = I->Described.get();
    }
    describeSymbols(I->Ctx, *Symbols, *I->Described);
  }
}

SymbolicMath::~SymbolicMath() = default;

Context &SymbolicMath::context() const { return I->Ctx; }

//===----------------------------------------------------------------------===//
// Arguments and terms
//===----------------------------------------------------------------------===//

Term SymbolicMath::Impl::termOf(const Argument &A) {
  if (A.isInt())
    return Table.integer(A.asInt());
  if (A.isBool())
    return Table.call(A.asBool() ? "true" : "false", {});
  if (A.isFloat())
    return Table.real(A.asFloat());
  if (A.kind() != ArgKind::SymExpr)
    return nullptr;
  auto [It, IsNew] = Terms.try_emplace(A.symbol(), nullptr);
  if (!IsNew)
    return It->second;
  Term T = nullptr;
  const SymbolicInfo *Info = Program ? Program->symbolic(A.symbol()) : nullptr;
  if (auto Made = New.find(A.symbol()); !Info && Made != New.end())
    Info = &Made->second;
  if (Info)
    if (std::optional<SymbolicExpr> E = SymbolicExpr::parse(Info->Source.str()))
      T = Table.fromExpr(*E);
  StringRef Source = Info ? Info->Source.str() : A.str();
  if (!T)
    T = Table.other(A.str(), Source, Info && Info->Type == SymbolicInfo::Float,
                    Info && Info->Type == SymbolicInfo::Bool);
  if (T) {
    // A number in a float symbol is one of its own.
    if (Info && Info->Type == SymbolicInfo::Float && !T->IsFloat)
      const_cast<SymbolicTerm *>(T)->IsFloat = true;
    Terms[A.symbol()] = T;
    Texts.try_emplace(T, A);
  }
  return T;
}

Argument SymbolicMath::Impl::textOf(Term T) {
  if (auto It = Texts.find(T); It != Texts.end())
    return It->second;
  std::string Source;
  Table.print(T, Source);
  Symbol SourceText = Ctx.intern(Source);
  Symbol Text = SourceText;
  if (std::optional<SymbolicExpr> E = SymbolicExpr::parse(Source))
    if (std::optional<std::string> Printed = E->str())
      Text = Ctx.intern(*Printed);
  // The text may mean something else in the program.
  if (const SymbolicInfo *Known = Program ? Program->symbolic(Text) : nullptr;
      Known && (Known->Source != SourceText || Known->Type != typeOf(T)))
    Text = SourceText;
  Argument Result = Argument::symExpr(Text);
  SymbolicInfo Info{Text, SourceText, typeOf(T), Argument()};
  if (Info.Type == SymbolicInfo::Int)
    if (std::optional<int64_t> Hint = valueOf(T, /*Guess=*/false))
      Info.Hint = *Hint;
  New.try_emplace(Text, Info);
  Terms.try_emplace(Text, T);
  Texts.try_emplace(T, Result);
  return Result;
}

Argument SymbolicMath::Impl::toArgument(Term T) {
  if (!T)
    return Argument::none();
  if (T->Kind == SymbolicTerm::Integer)
    return T->Value;
  if (T->Kind == SymbolicTerm::Call && T->Operands.empty() && T->IsBool)
    return T->Name == "true";
  return textOf(T);
}

//===----------------------------------------------------------------------===//
// Numbers for comparing
//===----------------------------------------------------------------------===//

std::optional<int64_t> SymbolicMath::Impl::valueOf(Term T, bool Guess,
                                                   unsigned Depth) {
  if (T->Kind == SymbolicTerm::Integer)
    return T->Value;
  if (Depth > SymbolicExpr::MaxDepth)
    return std::nullopt;
  if (T->Operands.empty()) {
    const SymbolicInfo *Info =
        Program ? Program->symbolic(Ctx.lookup(T->Name)) : nullptr;
    if (Info && Info->Hint.isInt())
      return Info->Hint.asInt();
    if (!Guess)
      return std::nullopt;
    // PyTorch takes the range into account where it compares such numbers.
    std::optional<int64_t> High = boundsOf(T).High;
    return std::min(High.value_or(UnknownHint), UnknownHint);
  }
  SmallVector<int64_t, 8> Values;
  for (Term O : T->Operands) {
    std::optional<int64_t> V = valueOf(O, Guess, Depth + 1);
    if (!V)
      return std::nullopt;
    Values.push_back(*V);
  }
  return fold(*T, Values);
}

int64_t SymbolicMath::hint(const Argument &A) {
  if (A.isInt())
    return A.asInt();
  Term T = I->termOf(A);
  return T ? I->valueOf(T, /*Guess=*/true).value_or(UnknownHint) : UnknownHint;
}

bool SymbolicMath::hasHint(const Argument &A) {
  if (A.isInt())
    return true;
  Term T = I->termOf(A);
  return T && I->valueOf(T, /*Guess=*/false);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static std::optional<int64_t> plus(std::optional<int64_t> A,
                                   std::optional<int64_t> B) {
  int64_t Sum;
  return A && B && !AddOverflow(*A, *B, Sum) ? std::optional(Sum)
                                             : std::nullopt;
}

static std::optional<int64_t> times(int64_t Factor, std::optional<int64_t> A) {
  int64_t Result;
  return A && !MulOverflow(Factor, *A, Result) ? std::optional(Result)
                                               : std::nullopt;
}

/// Where one side has no bound, the bound of the other.
static Bounds extremumOf(bool Max, Bounds A, Bounds B) {
  auto Both = [&](std::optional<int64_t> X, std::optional<int64_t> Y) {
    if (!X || !Y)
      return std::optional<int64_t>();
    return std::optional(Max ? std::max(*X, *Y) : std::min(*X, *Y));
  };
  auto One = [&](std::optional<int64_t> X, std::optional<int64_t> Y) {
    return X && Y ? Both(X, Y) : X ? X : Y;
  };
  if (Max)
    return {One(A.Low, B.Low), Both(A.High, B.High)};
  return {Both(A.Low, B.Low), One(A.High, B.High)};
}

Bounds SymbolicMath::Impl::boundsOf(Term T, bool Runs, unsigned Depth) {
  Bounds Result = {T->Lower, std::nullopt};
  if (T->Kind == SymbolicTerm::Integer)
    return {T->Value, T->Value};
  if (Depth > SymbolicExpr::MaxDepth || T->IsFloat)
    return Result;
  // Sizes are positive for torch.export, and 0 for a program that is run so.
  if (Runs && Result.Low && *Result.Low > 0)
    Result.Low = 0;
  if (T->Kind == SymbolicTerm::Symbol && Program) {
    for (const RangeConstraint &Range : Program->Ranges)
      if (Range.Text.str() == T->Name) {
        // PyTorch asks for a size only where more than 2 is the least.
        int64_t Min = Range.Min.value_or(0);
        bool IsSize = valueOf(T, /*Guess=*/false).has_value();
        bool IsAsked = !Runs || Min < 0 || Min > 2 || (!IsSize && Min != 2);
        return {Range.Min && IsAsked ? Range.Min : Result.Low, Range.Max};
      }
    return Result;
  }
  if (T->Operands.empty())
    return Result;
  bool IsMax = T->Kind == SymbolicTerm::Call && T->Name == "Max";
  bool IsMin = T->Kind == SymbolicTerm::Call && T->Name == "Min";
  if (T->Kind == SymbolicTerm::Sum || IsMax || IsMin) {
    Result = boundsOf(T->Operands[0], Runs, Depth + 1);
    for (Term O : T->Operands.drop_front()) {
      Bounds B = boundsOf(O, Runs, Depth + 1);
      Result = IsMax || IsMin
                   ? extremumOf(IsMax, Result, B)
                   : Bounds{plus(Result.Low, B.Low), plus(Result.High, B.High)};
    }
  } else if (T->Kind == SymbolicTerm::Product && T->Operands.size() == 2 &&
             T->Operands[0]->Kind == SymbolicTerm::Integer) {
    int64_t Factor = T->Operands[0]->Value;
    Bounds B = boundsOf(T->Operands[1], Runs, Depth + 1);
    if (Factor < 0)
      std::swap(B.Low, B.High);
    Result = {times(Factor, B.Low), times(Factor, B.High)};
  }
  return Result;
}

/// \p T without extrema that the ranges of symbols decide: a symbol that is
/// first an integer of its own and then a size stays in `Max(1, s0)`. PythonMod
/// is Mod, which PyTorch writes where it sees that the dividend is not
/// negative; what it sees depends on how many symbols there are.
Term SymbolicMath::Impl::decided(Term T) {
  if (!T || T->Operands.empty())
    return T;
  SmallVector<Term, 8> Operands;
  for (Term O : T->Operands)
    if (Term D = decided(O))
      Operands.push_back(D);
    else
      return nullptr;
  switch (T->Kind) {
  case SymbolicTerm::Sum:
    return Table.sum(Operands);
  case SymbolicTerm::Product:
    return Table.product(Operands);
  case SymbolicTerm::Power:
    return Table.power(Operands[0], T->Value);
  default:
    break;
  }
  if (T->Name == "PythonMod" && Operands.size() == 2 &&
      Operands[1]->isAtLeast(1))
    return Table.call("Mod", Operands);
  bool IsMax = T->Name == "Max";
  if (IsMax || T->Name == "Min") {
    // What another operand makes superfluous goes.
    for (size_t At = 0; At != Operands.size();) {
      bool Superfluous = any_of(enumerate(Operands), [&](auto Other) {
        return Other.index() != At &&
               (IsMax ? isAtLeast(Other.value(), Operands[At])
                      : isAtLeast(Operands[At], Other.value()));
      });
      if (Superfluous)
        Operands.erase(Operands.begin() + At);
      else
        ++At;
    }
    return Operands.size() == 1 ? Operands[0] : Table.call(T->Name, Operands);
  }
  return T;
}

/// Whether A >= B, as the ranges and what \p B is a factor of say.
bool SymbolicMath::Impl::isAtLeast(Term A, Term B) {
  Bounds OfA = boundsOf(A), OfB = boundsOf(B);
  if (OfA.Low && OfB.High && *OfA.Low >= *OfB.High)
    return true;
  // Sizes and strides of views are products: n and 4*n**2.
  if (A->IsFloat || B->IsFloat || !OfB.Low || *OfB.Low < 1)
    return false;
  Term Quotient = Table.exactQuotient(A, B);
  return Quotient && boundsOf(Quotient).Low.value_or(0) >= 1;
}

/// A - B, with products of sums multiplied out; null where that is not known.
Term SymbolicMath::Impl::differenceOf(const Argument &A, const Argument &B) {
  Term X = termOf(A), Y = termOf(B);
  return X && Y ? Table.expand(Table.sum({X, Table.negate(Y)})) : nullptr;
}

/// What A - B is, as the ranges say.
Bounds SymbolicMath::Impl::differenceBounds(const Argument &A,
                                            const Argument &B, bool Runs) {
  Term Difference = differenceOf(A, B);
  return Difference && !Difference->IsFloat ? boundsOf(Difference, Runs)
                                            : Bounds();
}

/// Whether a number within \p D is always less than 0, and so on.
static std::optional<bool>
decideByDifference(SymbolicMath::Operation Comparison, const Bounds &D) {
  bool Less = D.High && *D.High < 0, Greater = D.Low && *D.Low > 0;
  bool AtMost = D.High && *D.High <= 0, AtLeast = D.Low && *D.Low >= 0;
  auto Known = [](bool Yes, bool No) {
    return Yes || No ? std::optional(Yes) : std::nullopt;
  };
  switch (Comparison) {
  case SymbolicMath::Lt:
    return Known(Less, AtLeast);
  case SymbolicMath::Le:
    return Known(AtMost, Greater);
  case SymbolicMath::Gt:
    return Known(Greater, AtMost);
  case SymbolicMath::Ge:
    return Known(AtLeast, Less);
  case SymbolicMath::Eq:
    return Known(AtMost && AtLeast, Less || Greater);
  case SymbolicMath::Ne:
    return Known(Less || Greater, AtMost && AtLeast);
  default:
    llvm_unreachable("not a comparison");
  }
}

bool SymbolicMath::surely(Operation Comparison, const Argument &A,
                          const Argument &B) {
  Bounds D;
  if (hasHint(A) && hasHint(B)) {
    int64_t X = hint(A), Y = hint(B);
    D.Low = D.High = (X > Y) - (X < Y);
  } else {
    D = I->differenceBounds(A, B, /*Runs=*/false);
  }
  return decideByDifference(Comparison, D) == true;
}

std::optional<bool> SymbolicMath::decide(Operation Comparison,
                                         const Argument &A, const Argument &B) {
  return decideByDifference(Comparison,
                            I->differenceBounds(A, B, /*Runs=*/true));
}

/// The symbol of \p T if it is that, a multiple of it, or the sum of one and an
/// integer.
static Term linearSymbol(Term T) {
  auto IsInteger = [](Term O) { return O->Kind == SymbolicTerm::Integer; };
  if (T->Kind == SymbolicTerm::Symbol)
    return T->IsFloat || T->IsBool ? nullptr : T;
  if ((T->Kind != SymbolicTerm::Sum && T->Kind != SymbolicTerm::Product) ||
      T->Operands.size() != 2)
    return nullptr;
  if (IsInteger(T->Operands[0]))
    return linearSymbol(T->Operands[1]);
  return IsInteger(T->Operands[1]) ? linearSymbol(T->Operands[0]) : nullptr;
}

bool SymbolicMath::mayDiffer(const Argument &A, const Argument &B) {
  Term D = I->differenceOf(A, B);
  Term Free = D ? linearSymbol(D) : nullptr;
  // What only data determine may be anything, or one number.
  if (!Free || !I->valueOf(Free, /*Guess=*/false))
    return false;
  Bounds Range = I->boundsOf(Free);
  return !Range.Low || !Range.High || *Range.Low < *Range.High;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool SymbolicMath::equal(const Argument &A, const Argument &B) {
  if (A == B)
    return true;
  if (A.kind() != ArgKind::SymExpr && B.kind() != ArgKind::SymExpr)
    return false;
  Term X = I->termOf(A), Y = I->termOf(B);
  if (X == Y || !X || !Y)
    return X == Y && X;
  auto [It, New] = I->Equal.try_emplace({X, Y}, false);
  if (!New)
    return It->second;
  Term P = I->Table.expand(X), Q = I->Table.expand(Y);
  bool Same =
      (P && P == Q) || ((!hasHint(A) || !hasHint(B)) && surely(Eq, A, B));
  if (!Same)
    if (Term D = I->Table.expand(I->decided(X)))
      Same = D == I->Table.expand(I->decided(Y));
  I->Equal[{X, Y}] = Same;
  return Same;
}

/// A comparison; decided where the signs of the terms decide it.
Term SymbolicMath::Impl::compare(Operation Op, Term A, Term B) {
  // A float is compared with a float.
  for (Term *T : {&A, &B})
    if ((A->IsFloat || B->IsFloat) && (*T)->Kind == SymbolicTerm::Integer)
      *T = termOf(Argument(double((*T)->Value)));
  Term D = Table.expand(Table.sum({A, Table.negate(B)}));
  Term Opposite = D ? Table.negate(D) : nullptr;
  auto Known = [&](bool Value) {
    return Table.call(Value ? "true" : "false", {});
  };
  if (D && Opposite && !A->IsFloat && !B->IsFloat) {
    bool Zero = D->isInteger(0);
    switch (Op) {
    case Eq:
    case Ne:
      if (Zero || D->isAtLeast(1) || Opposite->isAtLeast(1))
        return Known(Zero == (Op == Eq));
      break;
    case Lt:
    case Ge:
      if (D->isAtLeast(0) || Opposite->isAtLeast(1))
        return Known(D->isAtLeast(0) == (Op == Ge));
      break;
    case Le:
    case Gt:
      if (Opposite->isAtLeast(0) || D->isAtLeast(1))
        return Known(Opposite->isAtLeast(0) == (Op == Le));
      break;
    default:
      break;
    }
  }
  static constexpr StringLiteral Names[] = {"Equality",          "Unequality",
                                            "StrictLessThan",    "LessThan",
                                            "StrictGreaterThan", "GreaterThan"};
  return Table.call(Names[Op - Eq], {A, B});
}

Term SymbolicMath::Impl::divide(Term A, Term B) {
  if (B->isInteger(0))
    return nullptr;
  bool Float = A->IsFloat || B->IsFloat;
  return Table.call(Float ? "FloatTrueDiv" : "IntTrueDiv", {A, B});
}

Argument SymbolicMath::Impl::compute(Operation Op, const Argument &A,
                                     const Argument &B) {
  Term X = termOf(A), Y = termOf(B);
  if (!X || !Y)
    return Argument::none();
  auto [It, IsNew] = Results[Op].try_emplace({X, Y}, Argument());
  if (!IsNew)
    return It->second;
  Term T = nullptr;
  switch (Op) {
  case Add:
    T = Table.sum({X, Y});
    break;
  case Sub:
    T = Table.sum({X, Table.negate(Y)});
    break;
  case Mul:
    T = Table.product({X, Y});
    break;
  case FloorDiv:
    T = Table.floorDiv(X, Y);
    break;
  case Mod:
    T = Table.modulo(X, Y);
    break;
  case Max:
  case Min:
    T = Table.extremum(Op == Max, X, Y);
    break;
  case Pow:
    if (X->IsFloat || Y->IsFloat)
      T = Table.call("FloatPow", {X, Y});
    else if (Y->Kind == SymbolicTerm::Integer)
      T = Table.power(X, Y->Value);
    else
      T = Table.call("PowByNatural", {X, Y});
    break;
  case TrueDiv:
    T = divide(X, Y);
    break;
  default:
    T = compare(Op, X, Y);
    break;
  }
  Argument Result = toArgument(T);
  Results[Op][{X, Y}] = Result;
  return Result;
}

/// The operations whose result is a truth value.
template <typename T>
static Argument compareNumbers(SymbolicMath::Operation Op, T A, T B) {
  switch (Op) {
  case SymbolicMath::Eq:
    return A == B;
  case SymbolicMath::Ne:
    return A != B;
  case SymbolicMath::Lt:
    return A < B;
  case SymbolicMath::Le:
    return A <= B;
  case SymbolicMath::Gt:
    return A > B;
  case SymbolicMath::Ge:
    return A >= B;
  default:
    return Argument();
  }
}

static Argument applyToInts(SymbolicMath::Operation Op, int64_t A, int64_t B) {
  int64_t R;
  switch (Op) {
  case SymbolicMath::Add:
    return AddOverflow(A, B, R) ? Argument() : Argument(R);
  case SymbolicMath::Sub:
    return SubOverflow(A, B, R) ? Argument() : Argument(R);
  case SymbolicMath::Mul:
    return MulOverflow(A, B, R) ? Argument() : Argument(R);
  case SymbolicMath::Max:
    return std::max(A, B);
  case SymbolicMath::Min:
    return std::min(A, B);
  case SymbolicMath::FloorDiv:
  case SymbolicMath::Mod: {
    if (B == 0 || (A == INT64_MIN && B == -1))
      return Argument();
    bool Down = A % B != 0 && (A % B < 0) != (B < 0);
    if (Op == SymbolicMath::FloorDiv)
      return A / B - Down;
    return Down ? A % B + B : A % B;
  }
  case SymbolicMath::TrueDiv:
    return B == 0 ? Argument() : Argument(double(A) / double(B));
  case SymbolicMath::Pow: {
    if (B < 0)
      return A == 0 ? Argument() : Argument(std::pow(double(A), double(B)));
    R = 1;
    if (A != 0 && A != 1 && A != -1 && B > 64)
      return Argument();
    for (int64_t I = 0, E = A == -1 ? B % 2 : std::min<int64_t>(B, 64); I != E;
         ++I)
      if (MulOverflow(R, A, R))
        return Argument();
    return R;
  }
  default:
    return compareNumbers(Op, A, B);
  }
}

static Argument applyToFloats(SymbolicMath::Operation Op, double A, double B) {
  switch (Op) {
  case SymbolicMath::Add:
    return A + B;
  case SymbolicMath::Sub:
    return A - B;
  case SymbolicMath::Mul:
    return A * B;
  case SymbolicMath::Max:
    return std::max(A, B);
  case SymbolicMath::Min:
    return std::min(A, B);
  case SymbolicMath::FloorDiv:
    return B == 0 ? Argument() : Argument(floorQuotient(A, B));
  case SymbolicMath::Mod:
    return B == 0 ? Argument() : Argument(floorModulo(A, B));
  case SymbolicMath::TrueDiv:
    return B == 0 ? Argument() : Argument(A / B);
  case SymbolicMath::Pow:
    return std::pow(A, B);
  default:
    return compareNumbers(Op, A, B);
  }
}

Argument SymbolicMath::apply(Operation Op, const Argument &A,
                             const Argument &B) {
  if (A.isInt() && B.isInt())
    return applyToInts(Op, A.asInt(), B.asInt());
  auto IsPlain = [](const Argument &X) {
    return X.isInt() || X.isFloat() || X.isBool();
  };
  if (IsPlain(A) && IsPlain(B)) {
    auto Int = [](const Argument &X) {
      return X.isBool() ? int64_t(X.asBool()) : X.asInt();
    };
    if (!A.isFloat() && !B.isFloat())
      return applyToInts(Op, Int(A), Int(B));
    return applyToFloats(Op, A.isFloat() ? A.asFloat() : double(Int(A)),
                         B.isFloat() ? B.asFloat() : double(Int(B)));
  }
  return I->compute(Op, A, B);
}

Argument SymbolicMath::logicalNot(const Argument &A) {
  if (A.isBool())
    return !A.asBool();
  if (A.isInt())
    return A.asInt() == 0;
  Term T = I->termOf(A);
  if (!T || !T->IsBool)
    return Argument::none();
  static constexpr std::pair<StringLiteral, StringLiteral> Opposites[] = {
      {"Equality", "Unequality"},
      {"StrictLessThan", "GreaterThan"},
      {"StrictGreaterThan", "LessThan"}};
  for (auto [X, Y] : Opposites) {
    if (T->Name == X)
      return I->toArgument(I->Table.call(Y, T->Operands));
    if (T->Name == Y)
      return I->toArgument(I->Table.call(X, T->Operands));
  }
  return I->toArgument(I->Table.call("Not", T));
}

Argument SymbolicMath::toFloat(const Argument &A) {
  if (A.isFloat())
    return A;
  if (A.isInt())
    return double(A.asInt());
  if (A.isBool())
    return double(A.asBool());
  Term T = I->termOf(A);
  if (!T)
    return Argument::none();
  return T->IsFloat ? A : I->toArgument(I->Table.call("ToFloat", T));
}

//===----------------------------------------------------------------------===//
// New symbols
//===----------------------------------------------------------------------===//

/// The first number after all that \p Prefix has in the symbols of \p Text.
static void skipNumbers(StringRef Text, StringRef Prefix, unsigned &Next) {
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isNameChar);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
    unsigned Number;
    if (Word.consume_front(Prefix) && !Word.getAsInteger(10, Number))
      Next = std::max(Next, Number + 1);
  }
}

void SymbolicMath::allowFresh(bool Allow) {
  I->MayAdd = Allow;
  I->Fresh.clear();
}

Argument SymbolicMath::fresh(bool IsFloat, std::optional<int64_t> Min,
                             std::optional<int64_t> Max) {
  if (!I->MayAdd || !I->Program || I->Described)
    return Argument::none();
  StringRef Prefix = IsFloat ? "zuf" : "u";
  unsigned Next = 0;
  for (const SymbolicInfo &Info : I->Program->symbolics())
    skipNumbers(Info.Text.str(), Prefix, Next);
  for (const RangeConstraint &Range : I->Program->Ranges)
    skipNumbers(Range.Text.str(), Prefix, Next);
  for (const RangeConstraint &Range : I->Fresh)
    skipNumbers(Range.Text.str(), Prefix, Next);
  std::string Name = (Prefix + Twine(Next)).str();
  std::string Source =
      "Symbol('" + Name + (IsFloat ? "')" : "', integer=True)");
  Symbol Text = I->Ctx.intern(Name);
  I->New[Text] = {Text, I->Ctx.intern(Source),
                  IsFloat ? SymbolicInfo::Float : SymbolicInfo::Int,
                  Argument()};
  I->Fresh.push_back({Text, Min, Max});
  return Argument::symExpr(Text);
}

void SymbolicMath::explain(const Argument &Value, ExportedProgram &Program) {
  for (const RangeConstraint &Range : I->Fresh) {
    Program.addSymbolic(I->New.lookup(Range.Text));
    Program.Ranges.push_back(Range);
  }
  I->Fresh.clear();
  if (Value.kind() == ArgKind::SymExpr) {
    if (!Program.symbolic(Value.symbol()))
      if (auto It = I->New.find(Value.symbol()); It != I->New.end())
        Program.addSymbolic(It->second);
    return;
  }
  for (const Argument &E : Value.elements())
    explain(E, Program);
}
