//===- RuleFunctions.cpp - What conditions and constants call -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleFunctions.h"
#include "Compile/RuleOps.h"
#include "NativeParts.h"
#include "Terms.h"
#include "fx/Analysis/EinsumEquation.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/FormulaArith.h"
#include "fx/IR/OpSets.h"
#include "fx/IR/Printer.h"
#include "fx/IR/TensorGeometry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

static constexpr FunctionInfo Table[] = {
    {"rank", FunctionId::Rank, 1, 1, true},
    {"shape", FunctionId::Shape, 1, 1, true},
    {"size", FunctionId::Size, 2, 2, true},
    {"numel", FunctionId::Numel, 1, 1, true},
    {"strides", FunctionId::Strides, 1, 1, true},
    {"dtype", FunctionId::DTypeOf, 1, 1, true},
    {"device", FunctionId::DeviceOf, 1, 1, true},
    {"users", FunctionId::Users, 1, 1, true},
    {"returned", FunctionId::Returned, 1, 1, true},
    {"given", FunctionId::Given, 1, 1, true},
    {"same_type", FunctionId::SameType, 2, 2, true},
    {"expands_to", FunctionId::ExpandsTo, 2, 2, false},
    {"lossless", FunctionId::Lossless, 2, 2, false},
    {"is_float", FunctionId::IsFloat, 1, 1, true},
    {"is_int", FunctionId::IsInt, 1, 1, true},
    {"is_bool", FunctionId::IsBool, 1, 1, true},
    {"is_complex", FunctionId::IsComplex, 1, 1, true},
    {"is_contiguous", FunctionId::Contiguous, 1, 1, true},
    {"near", FunctionId::Near, 2, 3, false},
    {"negative_zero", FunctionId::NegativeZero, 1, 1, false},
    {"wrap", FunctionId::Wrap, 2, 2, false},
    {"swap", FunctionId::Swap, 3, 3, false},
    {"inverse", FunctionId::Inverse, 1, 1, false},
    {"range", FunctionId::Range, 1, 2, false},
    {"len", FunctionId::Len, 1, 1, true},
    {"prod", FunctionId::Prod, 1, 1, false},
    {"sum", FunctionId::Sum, 1, 1, false},
    {"min", FunctionId::Min, 1, 8, false},
    {"max", FunctionId::Max, 1, 8, false},
    {"abs", FunctionId::Abs, 1, 1, false},
    {"sorted", FunctionId::Sorted, 1, 1, false},
    {"all", FunctionId::All, 1, 1, false},
    {"any", FunctionId::Any, 1, 1, false},
    {"zip", FunctionId::Zip, 2, 2, false},
    {"mod", FunctionId::Mod, 2, 2, false},
    {"const", FunctionId::ConstOf, 1, 16, true},
    {"value", FunctionId::ValueOf, 1, 1, true},
    {"open_rows", FunctionId::OpenRows, 1, 2, true},
    {"offset", FunctionId::Offset, 1, 1, true},
    {"is_dense", FunctionId::Dense, 1, 1, true},
    {"broadcast", FunctionId::Broadcast, 2, 2, false},
    {"dead", FunctionId::DeadMemory, 1, 1, true},
    {"fresh", FunctionId::FreshMemory, 1, 1, true},
    {"last_use", FunctionId::LastUse, 1, 1, true},
    {"count", FunctionId::Count, 1, 1, true},
    {"name", FunctionId::NameOf, 1, 1, false},
    {"text", FunctionId::TextOf, 1, 1, false},
    {"equation", FunctionId::EquationOf, 1, 1, false},
};
static_assert(std::size(Table) == NumFunctions);

const FunctionInfo *fx::rewrite::lookupFunctionInfo(StringRef Name) {
  const FunctionInfo *It =
      find_if(Table, [&](const FunctionInfo &F) { return F.Name == Name; });
  if (It != std::end(Table))
    return It;
  const NativeFunction *Native = findNativeFunction(Name);
  return Native ? &Native->Info : nullptr;
}

StringRef fx::rewrite::functionName(FunctionId Id) {
  return Table[unsigned(Id)].Name;
}

using Result = std::optional<Argument>;

//===----------------------------------------------------------------------===//
// Types of values
//===----------------------------------------------------------------------===//

static Result sizeOf(TermEvaluator &E, const TensorType &T,
                     const Argument &Dim) {
  std::optional<int64_t> I = E.integer(Dim);
  if (!I)
    return std::nullopt;
  int64_t Rank = T.rank(), At = *I < 0 ? *I + Rank : *I;
  if (At < 0 || At >= Rank)
    return E.unknown("there is no dimension " + Twine(*I));
  return T.sizes()[At];
}

static Result product(TermEvaluator &E, ArrayRef<Argument> Items,
                      StringRef Sign) {
  Argument Value(Sign == "*" ? 1 : 0);
  for (const Argument &Item : Items) {
    Result Next = E.compute(Sign, Value, Item);
    if (!Next)
      return Next;
    Value = *Next;
  }
  return Value;
}

/// Whether a value or a dtype is of one kind.
static Result isKind(TermEvaluator &E, FunctionId Id, const Argument &A) {
  std::optional<DType> T;
  if (A.kind() == ArgKind::DType)
    T = A.asDType();
  else if (std::optional<TensorType> Type = E.tensor(A))
    T = Type->dtype();
  if (!T)
    return std::nullopt;
  bool Float = isFloatType(*T), Complex = isComplexType(*T);
  bool Bool = *T == DType::Bool;
  switch (Id) {
  case FunctionId::IsFloat:
    return Argument(Float && !Complex);
  case FunctionId::IsComplex:
    return Argument(Complex);
  case FunctionId::IsBool:
    return Argument(Bool);
  default:
    return Argument(!Float && !Complex && !Bool);
  }
}

/// Whether each value of \p From is one of \p To.
static Result lossless(TermEvaluator &E, const Argument &From,
                       const Argument &To) {
  if (From.kind() != ArgKind::DType || To.kind() != ArgKind::DType)
    return E.unknown("'lossless' takes two dtypes");
  struct Range {
    int Mantissa, Exponent; ///< Bits; of integers those of the number.
    bool Signed;
  };
  auto RangeOf = [](DType T) -> std::optional<Range> {
    switch (T) {
    case DType::Bool:
      return Range{1, 0, false};
    case DType::UInt8:
      return Range{8, 0, false};
    case DType::Int8:
      return Range{7, 0, true};
    case DType::Int16:
      return Range{15, 0, true};
    case DType::Int32:
      return Range{31, 0, true};
    case DType::Int64:
      return Range{63, 0, true};
    case DType::Float16:
      return Range{11, 5, true};
    case DType::BFloat16:
      return Range{8, 8, true};
    case DType::Float32:
      return Range{24, 8, true};
    case DType::Float64:
      return Range{53, 11, true};
    default:
      return std::nullopt;
    }
  };
  std::optional<Range> A = RangeOf(From.asDType()), B = RangeOf(To.asDType());
  if (From == To)
    return Argument(true);
  if (!A || !B)
    return Argument(false);
  // Integers up to 2 ** 15 fit the exponents of all floating-point types.
  return Argument(A->Mantissa <= B->Mantissa && A->Exponent <= B->Exponent &&
                  A->Signed <= B->Signed &&
                  (A->Mantissa < 16 || B->Exponent != 5));
}

/// Whether the sizes \p From broadcast to \p To.
static Result expandsTo(TermEvaluator &E, const Argument &From,
                        const Argument &To) {
  if (!From.isSequence() || !To.isSequence())
    return E.unknown("'expands_to' takes two lists of sizes");
  if (From.size() > To.size())
    return Argument(false);
  bool Unknown = false;
  for (size_t I = 0; I != From.size(); ++I) {
    const Argument &Size = From[From.size() - 1 - I];
    std::optional<bool> Same = E.equal(Size, To[To.size() - 1 - I]);
    if (Same == true)
      continue;
    std::optional<bool> One = E.equal(Size, Argument(1));
    if (One == true)
      continue;
    if (Same == false && One == false)
      return Argument(false);
    Unknown = true;
  }
  return Unknown ? std::nullopt : Result(Argument(true));
}

/// The sizes of two lists of sizes that are broadcast against each other.
static Result broadcastSizes(TermEvaluator &E, const Argument &A,
                             const Argument &B) {
  if (!A.isSequence() || !B.isSequence())
    return E.unknown("'broadcast' takes two lists of sizes");
  const Argument &Long = A.size() < B.size() ? B : A;
  const Argument &Short = A.size() < B.size() ? A : B;
  SmallVector<Argument, 6> Sizes(Long.elements());
  for (size_t I = 0; I != Short.size(); ++I) {
    Argument &Size = Sizes[Sizes.size() - 1 - I];
    const Argument &Other = Short[Short.size() - 1 - I];
    if (E.equal(Other, Argument(1)) == true || E.equal(Size, Other) == true)
      continue;
    if (E.equal(Size, Argument(1)) != true)
      return E.unknown("sizes do not broadcast, or it is not known");
    Size = Other;
  }
  return Argument::list(Sizes);
}

static Result contiguous(TermEvaluator &E, const TensorType &T) {
  if (!T.hasStrides())
    return E.unknown("strides are not known");
  Argument Expected(1);
  for (size_t I = T.rank(); I-- != 0;) {
    std::optional<bool> One = E.equal(T.sizes()[I], Argument(1));
    if (One != true) {
      std::optional<bool> Same = E.equal(T.strides()[I], Expected);
      if (Same != true)
        return Same ? Result(Argument(false)) : std::nullopt;
    }
    Result Next = E.compute("*", Expected, T.sizes()[I]);
    if (!Next)
      return Next;
    Expected = *Next;
  }
  return Argument(true);
}

/// The attention that \p N is a view of. Its strides are those of the kernel
/// that PyTorch takes, which a program can change; the value of the node has
/// those of one kernel.
static const Node *attentionBelow(const Node *N) {
  while (const OpTarget *Target = N ? N->opTarget() : nullptr) {
    if (Target->op().name() == "scaled_dot_product_attention")
      return N;
    if (!Target->op().isIn(OpSet::Strided) || N->numOperands() == 0)
      return nullptr;
    N = N->operand(0);
  }
  return nullptr;
}

/// Whether what \p N does depends on the strides of its operand.
static bool asksForLayout(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return (Target && Target->op().name() == "contiguous") ||
         N.kwarg("memory_format");
}

/// Whether types differ, where that is seen without compareValues, which says
/// in which words they do.
static bool differAtOnce(TermEvaluator &E, const TensorType &A,
                         const TensorType &B) {
  return A.dtype() != B.dtype() || A.rank() != B.rank() ||
         !all_of(llvm::zip(A.sizes(), B.sizes()), [&](auto Dims) {
           return E.math().equal(std::get<0>(Dims), std::get<1>(Dims));
         });
}

static Result sameType(TermEvaluator &E, const Argument &A, const Argument &B) {
  std::optional<TensorType> TA = E.tensor(A), TB = E.tensor(B);
  if (!TA || !TB)
    return std::nullopt;
  if (differAtOnce(E, *TA, *TB))
    return Argument(false);
  if (const Node *N = B.asNode(); N && asksForLayout(*N))
    if (const Node *From = attentionBelow(A.asNode()))
      return E.unknown("the strides of %" + From->name() +
                       " depend on the kernel that PyTorch takes");
  return Argument(compareValues(TA->value(), TB->value(), E.math()).empty() &&
                  TA->offset() == TB->offset());
}

/// The number of results of a call.
static Result count(TermEvaluator &E, const Argument &A) {
  Node *N = A.asNode();
  const Argument *Val = N ? N->val() : nullptr;
  if (Val && Val->isSequence())
    return Argument(int64_t(Val->size()));
  return E.unknown(N ? "how many results %" + N->name() +
                           " has is not known; run infer-values before"
                     : "a constant has no results");
}

//===----------------------------------------------------------------------===//
// Constants of the graph
//===----------------------------------------------------------------------===//

/// What is not known to be constant is not known not to be.
static Result isConst(TermEvaluator &E, ArrayRef<Argument> Values) {
  for (const Argument &A : Values) {
    if (A.isSequence()) {
      if (!isConst(E, A.elements()))
        return std::nullopt;
      continue;
    }
    Node *N = A.asNode();
    if (N && !(E.host() && E.host()->isConstant(*N)))
      return E.unknown("%" + N->name() +
                       " is not known to be constant; parameters are with "
                       "'inference'");
  }
  return Argument(true);
}

/// The elements of a constant of at most 64 KiB.
static std::optional<std::vector<double>> elementsOf(TermEvaluator &E,
                                                     const Argument &A) {
  constexpr int64_t MaxElements = (64 << 10) / sizeof(double);
  if (!isConst(E, A) || !A.isNode())
    return std::nullopt;
  std::optional<TensorType> T = E.tensor(A);
  if (!T)
    return std::nullopt;
  Result Count = product(E, T->sizes(), "*");
  if (!Count || !Count->isInt() || Count->asInt() > MaxElements) {
    E.unknown("a constant is too large for its elements to be looked at");
    return std::nullopt;
  }
  Expected<std::vector<double>> Elements = E.host()->elements(*A.asNode());
  if (Elements)
    return std::move(*Elements);
  E.unknown(toString(Elements.takeError()));
  return std::nullopt;
}

static Result value(TermEvaluator &E, const Argument &A) {
  std::optional<std::vector<double>> Elements = elementsOf(E, A);
  if (!Elements)
    return std::nullopt;
  bool IsReal = isFloatType(A.asNode()->tensorType().dtype());
  SmallVector<Argument, 8> Items;
  for (double Element : *Elements) {
    // Integers come as doubles, which have 53 bits.
    if (!IsReal && std::fabs(Element) >= 0x1p53)
      return E.unknown("an integer of a constant is too large");
    Items.push_back(IsReal ? Argument(Element) : Argument(int64_t(Element)));
  }
  bool IsNumber = A.asNode()->tensorType().rank() == 0;
  return IsNumber ? Items[0] : Argument::list(Items);
}

/// Whether each row of a mask leaves something to look at: what is added is not
/// -inf all along, or a truth value is \p Open somewhere.
static Result openRows(TermEvaluator &E, const Argument &A, bool Open) {
  std::optional<std::vector<double>> Elements = elementsOf(E, A);
  if (!Elements)
    return std::nullopt;
  TensorType T = A.asNode()->tensorType();
  bool IsChoice = T.dtype() == DType::Bool;
  auto IsOpen = [&](double Element) {
    return IsChoice ? bool(Element) == Open
                    : Element > -std::numeric_limits<double>::infinity();
  };
  size_t Row = T.rank() ? T.sizes().back().asInt() : 1;
  for (size_t I = 0; I < Elements->size(); I += Row)
    if (none_of(ArrayRef(*Elements).slice(I, Row), IsOpen))
      return Argument(false);
  return Argument(true);
}

static Result users(const Argument &A) {
  Node *N = A.asNode();
  return Argument(int64_t(N ? N->numUsers() : 0));
}

static Result returned(const Argument &A) {
  Node *N = A.asNode();
  return Argument(
      N && any_of(N->users(), [](Node *User) { return User->isOutput(); }));
}

static Result callOnValue(TermEvaluator &E, FunctionId Id,
                          ArrayRef<Argument> Args) {
  switch (Id) {
  case FunctionId::Users:
    return users(Args[0]);
  case FunctionId::Returned:
    return returned(Args[0]);
  case FunctionId::SameType:
    return sameType(E, Args[0], Args[1]);
  case FunctionId::Count:
    return count(E, Args[0]);
  case FunctionId::ConstOf:
    return isConst(E, Args);
  case FunctionId::DeadMemory:
  case FunctionId::FreshMemory:
  case FunctionId::LastUse: {
    Node *N = Args[0].asNode();
    if (!N || !E.place())
      return E.unknown("how the memory of a constant is used is not known");
    return Argument(Id == FunctionId::DeadMemory    ? E.place()->isDead(*N)
                    : Id == FunctionId::FreshMemory ? E.place()->isFresh(*N)
                                                    : E.place()->isLastUse(*N));
  }
  case FunctionId::ValueOf:
    return value(E, Args[0]);
  case FunctionId::OpenRows:
    return openRows(E, Args[0],
                    Args.size() < 2 || !Args[1].isBool() || Args[1].asBool());
  case FunctionId::IsFloat:
  case FunctionId::IsInt:
  case FunctionId::IsBool:
  case FunctionId::IsComplex:
    return isKind(E, Id, Args[0]);
  default:
    break;
  }
  std::optional<TensorType> T = E.tensor(Args[0]);
  if (!T)
    return std::nullopt;
  switch (Id) {
  case FunctionId::Rank:
    return Argument(int64_t(T->rank()));
  case FunctionId::Shape:
    return Argument::list(T->sizes());
  case FunctionId::Size:
    return sizeOf(E, *T, Args[1]);
  case FunctionId::Numel:
    return product(E, T->sizes(), "*");
  case FunctionId::Strides:
    if (!T->hasStrides())
      return E.unknown("strides are not known");
    return Argument::list(T->strides());
  case FunctionId::DTypeOf:
    return Argument(T->dtype());
  case FunctionId::DeviceOf:
    if (T->device().isNone())
      return E.unknown("its device is not known");
    return T->device();
  case FunctionId::Offset:
    return T->offset();
  case FunctionId::Dense: {
    auto Sizes = T->fixedSizes(), Strides = T->fixedStrides();
    if (!Sizes || !Strides || !T->hasStrides())
      return E.unknown("sizes or strides are not known");
    return Argument(fx::isDense(*Sizes, *Strides));
  }
  default:
    return contiguous(E, *T);
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static std::optional<double> real(const Argument &A) {
  if (A.isFloat())
    return A.asFloat();
  if (A.isInt())
    return double(A.asInt());
  return std::nullopt;
}

std::optional<std::string> fx::rewrite::textOfConstant(const Argument &A,
                                                       const Context &Ctx) {
  if (A.containsNode())
    return std::nullopt;
  std::string Text = toText(A, Ctx);
  // The strings of a rule are between the other quotes.
  std::replace(Text.begin(), Text.end(), '"', '\'');
  return Text;
}

/// \p Of, if there is one, is the type that is computed in.
static Result near(TermEvaluator &E, const Argument &A, const Argument &B,
                   const Argument *Of) {
  std::optional<double> X = real(A), Y = real(B);
  if (!X || !Y)
    return E.unknown("'near' takes two numbers");
  bool IsDouble =
      Of && Of->kind() == ArgKind::DType && Of->asDType() == DType::Float64;
  double Apart = IsDouble ? 1e-15 : 1e-6;
  return Argument(std::abs(*X - *Y) <= Apart * std::abs(*Y));
}

/// Dimensions counted from 0.
static Result wrap(TermEvaluator &E, const Argument &Dims,
                   const Argument &Rank) {
  std::optional<int64_t> N = E.integer(Rank);
  if (!N)
    return std::nullopt;
  auto One = [&](const Argument &D) -> Result {
    std::optional<int64_t> I = E.integer(D);
    if (!I)
      return std::nullopt;
    if (*I < -*N || *I >= *N)
      return E.unknown("there is no dimension " + Twine(*I));
    return Argument(*I < 0 ? *I + *N : *I);
  };
  if (!Dims.isSequence())
    return One(Dims);
  SmallVector<Argument, 6> Items;
  for (size_t I = 0; I != Dims.size(); ++I) {
    Result D = One(Dims[I]);
    if (!D)
      return D;
    Items.push_back(*D);
  }
  return Argument::list(Items);
}

static Result swapItems(TermEvaluator &E, ArrayRef<Argument> Args) {
  Argument Size(int64_t(Args[0].size()));
  Result A = wrap(E, Args[1], Size), B = wrap(E, Args[2], Size);
  if (!Args[0].isSequence() || !A || !B)
    return E.unknown("'swap' takes a list and two positions");
  SmallVector<Argument, 6> Items;
  for (size_t I = 0; I != Args[0].size(); ++I)
    Items.push_back(Args[0][I]);
  std::swap(Items[A->asInt()], Items[B->asInt()]);
  return Argument::list(Items);
}

/// The integers of a list.
static std::optional<SmallVector<int64_t, 6>> integers(TermEvaluator &E,
                                                       const Argument &A) {
  if (!A.isSequence()) {
    E.unknown("a list of integers is not known");
    return std::nullopt;
  }
  SmallVector<int64_t, 6> Items;
  for (size_t I = 0; I != A.size(); ++I) {
    std::optional<int64_t> Item = E.integer(A[I]);
    if (!Item)
      return std::nullopt;
    Items.push_back(*Item);
  }
  return Items;
}

static Argument listOf(ArrayRef<int64_t> Items) {
  return Argument::list(SmallVector<Argument, 6>(Items.begin(), Items.end()));
}

static Result inverse(TermEvaluator &E, const Argument &A) {
  std::optional<SmallVector<int64_t, 6>> Items = integers(E, A);
  if (!Items)
    return std::nullopt;
  SmallVector<int64_t, 6> Inverse(Items->size(), -1);
  for (size_t I = 0; I != Items->size(); ++I) {
    int64_t At = (*Items)[I];
    if (At < 0 || At >= int64_t(Items->size()) || Inverse[At] != -1)
      return E.unknown("'inverse' takes a permutation");
    Inverse[At] = I;
  }
  return listOf(Inverse);
}

static Result range(TermEvaluator &E, ArrayRef<Argument> Args) {
  std::optional<int64_t> First =
      Args.size() == 2 ? E.integer(Args[0]) : std::optional<int64_t>(0);
  std::optional<int64_t> Last = E.integer(Args.back());
  if (!First || !Last)
    return std::nullopt;
  int64_t Length;
  if (SubOverflow(*Last, *First, Length) || Length > 4096)
    return E.unknown("'range' is too long");
  SmallVector<int64_t, 6> Items;
  for (int64_t I = *First; I < *Last; ++I)
    Items.push_back(I);
  return listOf(Items);
}

static Result extreme(TermEvaluator &E, FunctionId Id,
                      ArrayRef<Argument> Args) {
  if (Args.size() == 1 && Args[0].isSequence())
    Args = Args[0].elements();
  if (Args.empty())
    return E.unknown("an empty list has no extreme");
  Argument Best = Args[0];
  for (const Argument &Next : Args.drop_front()) {
    std::optional<bool> Better =
        E.compare(Id == FunctionId::Min ? "<" : ">", Next, Best);
    if (!Better)
      return std::nullopt;
    if (*Better)
      Best = Next;
  }
  return Best;
}

/// `all` and `any`.
static Result quantify(TermEvaluator &E, FunctionId Id, const Argument &A) {
  if (!A.isSequence())
    return E.unknown("'" + functionName(Id) + "' takes a list");
  bool Decides = Id == FunctionId::Any;
  for (size_t I = 0; I != A.size(); ++I) {
    Expected<bool> Holds = formula::truth(A[I]);
    if (!Holds)
      return E.unknown(toString(Holds.takeError()));
    if (*Holds == Decides)
      return Argument(Decides);
  }
  return Argument(!Decides);
}

static Result zip(TermEvaluator &E, const Argument &A, const Argument &B) {
  if (!A.isSequence() || !B.isSequence())
    return E.unknown("'zip' takes two lists");
  SmallVector<Argument, 6> Items;
  for (size_t I = 0; I != std::min(A.size(), B.size()); ++I)
    Items.push_back(Argument::list({A[I], B[I]}));
  return Argument::list(Items);
}

/// \p Equation with the letters a, b, c and so on in the order in which they
/// are met.
static std::string canonicalText(const EinsumEquation &Equation) {
  SmallVector<unsigned, 8> Met;
  std::string Text;
  // Without an arrow the result has `...`, even if it stands for nothing.
  bool HasDots = any_of(Equation.operands(), [](ArrayRef<unsigned> Labels) {
    return is_contained(Labels, EinsumEquation::Dots);
  });
  auto Append = [&](ArrayRef<unsigned> Labels) {
    for (unsigned Label : Labels) {
      if (Label == EinsumEquation::Dots) {
        Text += HasDots ? "..." : "";
        continue;
      }
      size_t At = find(Met, Label) - Met.begin();
      if (At == Met.size())
        Met.push_back(Label);
      Text += At < 26 ? char('a' + At) : char('A' + At - 26);
    }
  };
  ListSeparator Comma(",");
  for (ArrayRef<unsigned> Operand : Equation.operands()) {
    Text += StringRef(Comma);
    Append(Operand);
  }
  Text += "->";
  Append(Equation.output());
  return Text;
}

Result fx::rewrite::callFunction(TermEvaluator &E, FunctionId Id,
                                 ArrayRef<Argument> Args) {
  if (const NativeFunction *Native = nativeFunction(Id)) {
    Outcome Value = Native->Function(Args);
    return Value ? *Value : Result(E.unknown(Value.why()));
  }
  const Argument &A = Args[0];
  switch (Id) {
  case FunctionId::ExpandsTo:
    return expandsTo(E, A, Args[1]);
  case FunctionId::Lossless:
    return lossless(E, A, Args[1]);
  case FunctionId::Broadcast:
    return broadcastSizes(E, A, Args[1]);
  case FunctionId::Near:
    return near(E, A, Args[1], Args.size() > 2 ? &Args[2] : nullptr);
  case FunctionId::NegativeZero:
    return Argument(A.isFloat() && A.asFloat() == 0 &&
                    std::signbit(A.asFloat()));
  case FunctionId::Wrap:
    return wrap(E, A, Args[1]);
  case FunctionId::Swap:
    return swapItems(E, Args);
  case FunctionId::Inverse:
    return inverse(E, A);
  case FunctionId::Range:
    return range(E, Args);
  case FunctionId::Len:
    if (!A.isSequence())
      return E.unknown("'len' takes a list");
    return Argument(int64_t(A.size()));
  case FunctionId::Prod:
  case FunctionId::Sum:
    if (!A.isSequence())
      return E.unknown("'" + functionName(Id) + "' takes a list");
    return product(E, A.elements(), Id == FunctionId::Prod ? "*" : "+");
  case FunctionId::Min:
  case FunctionId::Max:
    return extreme(E, Id, Args);
  case FunctionId::Abs: {
    Expected<Argument> Value = formula::foldHelper(E.context(), "abs", A);
    if (Value)
      return *Value;
    return E.unknown(toString(Value.takeError()));
  }
  case FunctionId::Sorted: {
    std::optional<SmallVector<int64_t, 6>> Items = integers(E, A);
    if (!Items)
      return std::nullopt;
    sort(*Items);
    return listOf(*Items);
  }
  case FunctionId::All:
  case FunctionId::Any:
    return quantify(E, Id, A);
  case FunctionId::Zip:
    return zip(E, A, Args[1]);
  case FunctionId::Mod:
    return E.compute("%", A, Args[1]);
  case FunctionId::NameOf:
    return A;
  case FunctionId::TextOf: {
    std::optional<std::string> Text = textOfConstant(A, E.context());
    if (!Text)
      return E.unknown("'text' takes a constant without values of the graph");
    return Argument::string(E.context(), *Text);
  }
  case FunctionId::EquationOf: {
    std::optional<EinsumEquation> Equation;
    if (A.isString())
      Equation = EinsumEquation::parse(A.str());
    if (!Equation)
      return E.unknown("'equation' takes an equation of einsum");
    return Argument::string(E.context(), canonicalText(*Equation));
  }
  default:
    return callOnValue(E, Id, Args);
  }
}
