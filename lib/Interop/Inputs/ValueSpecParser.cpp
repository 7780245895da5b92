//===- ValueSpecParser.cpp - Inputs of models on the command line ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/ValueSpecParser.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/SymbolicExpr.h"
#include "fx/Interop/NumPyFile.h"
#include "fx/Interop/TorchSave.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cmath>

using namespace fx;
using namespace llvm;

namespace {

class SpecParser {
public:
  SpecParser(StringRef Text, Context &Ctx) : Text(Text), Ctx(Ctx) {}
  Expected<NamedValueSpec> run();

private:
  Error fail(const Twine &What) const {
    return makeError(diag::err_input_spec, SMLoc(), Text, What)
        .note(diag::note_input_spec, SMLoc());
  }
  Error parseValue(StringRef Value, ValueSpec &Spec, unsigned Depth);
  Error parseContainer(StringRef Value, ValueSpec &Spec, unsigned Depth);
  Error parseFunction(StringRef Name, StringRef Args, ValueSpec &Spec);
  Error parseTyped(StringRef Type, StringRef Sizes, StringRef Fill,
                   ValueSpec &Spec);
  Error parseFill(StringRef Fill, ValueSpec &Spec);
  Error parseSizes(StringRef List, ValueSpec &Spec);
  Error parseNamedSize(StringRef Item, ValueSpec &Spec);
  Expected<std::vector<Argument>> parseNumbers(StringRef List);
  Error checkNumbers(ValueSpec &Spec) const;
  bool parseScalar(StringRef Value, ValueSpec &Spec);
  /// The text up to the first \p Mark that no bracket and no string encloses.
  Expected<StringRef> takeUntil(StringRef &Rest, char Mark) const;

  StringRef Text;
  Context &Ctx;
};

} // namespace

static std::optional<ValueSpec::FillKind> fillOf(StringRef Name) {
  return StringSwitch<std::optional<ValueSpec::FillKind>>(Name)
      .Case("randn", ValueSpec::Randn)
      .Case("rand", ValueSpec::Rand)
      .Case("zeros", ValueSpec::Zeros)
      .Case("ones", ValueSpec::Ones)
      .Case("arange", ValueSpec::Arange)
      .Default(std::nullopt);
}

/// Most elements that an input may have.
static constexpr double MaxElements = double(uint64_t(1) << 34);

static bool isName(StringRef Text) {
  return !Text.empty() && !isDigit(Text.front()) && all_of(Text, [](char C) {
    return isNameChar(C) || C == '*' || !isASCII(C);
  });
}

/// `x`, and what is inside nested inputs: `batch['ids']`, `xs[0]`, `xs.0`.
static bool isPlace(StringRef Text) {
  StringRef Base = Text.take_until([](char C) { return C == '[' || C == '.'; });
  if (!isName(Base))
    return false;
  if (Base.size() == Text.size())
    return true;
  // A type with sizes, and a file.
  if (parseDTypeName(Base) || Text.contains('/'))
    return false;
  return all_of(Text.drop_front(Base.size()), [](char C) {
    return isAlnum(C) || !isASCII(C) || StringRef("_[].'\"").contains(C);
  });
}

/// What a size without an example is, where its limits allow that.
static constexpr int64_t UsualExample = 4;

/// `batch`, `batch:8`, `batch:1..64` or `batch:8:1..64`.
Error SpecParser::parseNamedSize(StringRef Item, ValueSpec &Spec) {
  auto [Name, Rest] = Item.split(':');
  ValueSpec::NamedSize Named{unsigned(Spec.Sizes.size()), Name.trim().str()};
  int64_t Example = UsualExample;
  auto Read = [](StringRef Text, int64_t &Number) {
    return !Text.trim().getAsInteger(10, Number) && Number >= 0;
  };
  while (!Rest.empty()) {
    auto [Part, More] = Rest.split(':');
    size_t Dots = Part.find("..");
    int64_t Min = 0, Max = 0;
    if (Dots == StringRef::npos) {
      if (Named.HasExample || !Read(Part, Example))
        return fail("'" + Item +
                    "' is not a size; there are batch, batch:8, "
                    "batch:1..64 and batch:8:1..64");
      Named.HasExample = true;
    } else {
      StringRef Upper = Part.drop_front(Dots + 2).trim();
      if (!Read(Part.take_front(Dots), Min) ||
          (!Upper.empty() && (!Read(Upper, Max) || Max < Min)))
        return fail("'" + Part +
                    "' is not a range of sizes, as 1..64 and 2.. "
                    "are");
      Named.Min = Min;
      if (!Upper.empty())
        Named.Max = Max;
    }
    Rest = More;
  }
  if (!Named.HasExample) {
    Example = std::max(Example, Named.Min.value_or(0));
    Example = std::min(Example, Named.Max.value_or(Example));
  }
  if (Example < Named.Min.value_or(0) ||
      Example > Named.Max.value_or(INT64_MAX))
    return fail("the example of '" + Item + "' is not in its range");
  Spec.Sizes.push_back(Example);
  Spec.Named.push_back(std::move(Named));
  return Error::success();
}

Error SpecParser::parseSizes(StringRef List, ValueSpec &Spec) {
  // Without the sizes of 0, whose products must not overflow either.
  double Count = 1;
  if (List.trim().empty())
    return Error::success();
  for (StringRef Item : split(List, ',')) {
    int64_t Size;
    Item = Item.trim();
    // What others write for a size that is not fixed: here each has a name.
    if (is_contained({"None", "none", "-1", "?", "*"}, Item))
      return fail("'" + Item +
                  "' is not a size; one that may change has a name, such as "
                  "'batch' in f32[batch,3]");
    StringRef Type = Item;
    Type.consume_front("dtype=");
    if (parseDTypeName(Type) && (Type != Item || any_of(Type, isDigit)))
      return fail("'" + Item + "' is a dtype, which stands before the sizes: " +
                  Type + "[2,3]=randn");
    if (isName(Item.split(':').first.trim())) {
      if (Error E = parseNamedSize(Item, Spec))
        return E;
    } else if (Item.getAsInteger(10, Size) || Size < 0) {
      return fail("'" + Item + "' is not a size");
    } else {
      Spec.Sizes.push_back(Size);
    }
    Count *= std::max(double(Spec.Sizes.back()), 1.0);
  }
  if (Count > MaxElements)
    return fail("it has more than 2**34 elements");
  return Error::success();
}

/// An integer or a float; None where \p Text is neither.
static Argument numberOf(StringRef Text) {
  int64_t Integer;
  double Real;
  if (!Text.getAsInteger(10, Integer))
    return Argument(Integer);
  return Text.getAsDouble(Real) ? Argument::none() : Argument(Real);
}

Expected<std::vector<Argument>> SpecParser::parseNumbers(StringRef List) {
  std::vector<Argument> Numbers;
  for (StringRef Item : split(List, ',')) {
    Numbers.push_back(numberOf(Item.trim()));
    if (Numbers.back().isNone())
      return fail("'" + Item.trim() + "' is not a number");
  }
  return Numbers;
}

/// The least and the greatest of the integers of a type; those of 64 bits for
/// other types.
static std::pair<int64_t, int64_t> limitsOf(DType T) {
  switch (T) {
  case DType::Bool:
    return {0, 1};
  case DType::UInt8:
    return {0, UINT8_MAX};
  case DType::Int8:
    return {INT8_MIN, INT8_MAX};
  case DType::UInt16:
    return {0, UINT16_MAX};
  case DType::Int16:
    return {INT16_MIN, INT16_MAX};
  case DType::UInt32:
    return {0, UINT32_MAX};
  case DType::Int32:
    return {INT32_MIN, INT32_MAX};
  case DType::UInt64:
    return {0, INT64_MAX};
  default:
    return {INT64_MIN, INT64_MAX};
  }
}

/// Numbers of integers, and limits of random ones, are integers that the type
/// has. Whatever is not 0 is true.
Error SpecParser::checkNumbers(ValueSpec &Spec) const {
  bool IsRandom = Spec.Fill == ValueSpec::RandInt;
  if (!IsRandom && (isFloatType(Spec.Type) || isComplexType(Spec.Type)))
    return Error::success();
  if (!IsRandom && Spec.Type == DType::Bool) {
    Argument &Number = Spec.Args[0];
    Number = Argument(
        int64_t(Number.isInt() ? Number.asInt() != 0 : Number.asFloat() != 0));
    return Error::success();
  }
  for (Argument &Number : Spec.Args) {
    // `1e3` is one.
    if (!Number.isFloat())
      continue;
    double Real = Number.asFloat();
    if (!(Real >= -0x1p63 && Real < 0x1p63) || std::trunc(Real) != Real)
      return fail("its numbers must be integers of 64 bits");
    Number = Argument(int64_t(Real));
  }
  if (IsRandom && Spec.Args[0].asInt() >= Spec.Args[1].asInt())
    return fail("randint needs LOW < HIGH");
  auto [Least, Greatest] = limitsOf(Spec.Type);
  for (const Argument &Number : Spec.Args) {
    // The second limit is not among the numbers.
    bool IsEnd = IsRandom && &Number == &Spec.Args[1];
    int64_t Last = Number.asInt() - (IsEnd && Number.asInt() != INT64_MIN);
    if (Last < Least || Last > Greatest)
      return fail("the numbers of " + toString(Spec.Type) + " are from " +
                  Twine(Least) + " to " + Twine(Greatest));
  }
  return Error::success();
}

Error SpecParser::parseFill(StringRef Fill, ValueSpec &Spec) {
  Fill = Fill.trim();
  if (std::optional<ValueSpec::FillKind> Kind = fillOf(Fill)) {
    Spec.Fill = *Kind;
    return Error::success();
  }
  if (Argument Number = numberOf(Fill); !Number.isNone()) {
    Spec.Fill = ValueSpec::Full;
    Spec.Args = {Number};
    return checkNumbers(Spec);
  }
  auto [Name, Rest] = Fill.split('(');
  if ((Name != "randint" && Name != "full") || !Rest.consume_back(")"))
    return fail(
        "'" + Fill +
        "' is not a way to fill a tensor; there are randn, rand, zeros, "
        "ones, arange, a number, full(NUMBER) and randint(LOW, HIGH)");
  Expected<std::vector<Argument>> Args = parseNumbers(Rest);
  if (!Args)
    return Args.takeError();
  bool IsRandom = Name == "randint";
  if (IsRandom && Args->size() == 1)
    Args->insert(Args->begin(), Argument(0));
  if (Args->size() != (IsRandom ? 2 : 1))
    return fail("'" + Name + "' takes " + (IsRandom ? "two numbers" : "one"));
  Spec.Fill = IsRandom ? ValueSpec::RandInt : ValueSpec::Full;
  Spec.Args = std::move(*Args);
  return checkNumbers(Spec);
}

Error SpecParser::parseTyped(StringRef Type, StringRef Sizes, StringRef Fill,
                             ValueSpec &Spec) {
  std::optional<DType> T = parseDTypeName(Type);
  if (!T)
    return fail("'" + Type + "' is not a dtype");
  Spec.Type = *T;
  if (Error E = parseSizes(Sizes, Spec))
    return E;
  if (!Fill.empty())
    return parseFill(Fill, Spec);
  if (!isFloatType(*T) && !isComplexType(*T)) {
    Spec.Fill = ValueSpec::RandInt;
    Spec.Args = {Argument(0), Argument(2)};
  }
  return Error::success();
}

Error SpecParser::parseFunction(StringRef Name, StringRef Args,
                                ValueSpec &Spec) {
  std::optional<ValueSpec::FillKind> Kind = fillOf(Name);
  if (Name == "randint" || Name == "full")
    return fail("'" + Name + "' needs a type before it: " +
                (Name == "full" ? "f32[2,3]=1.5" : "int64[2,3]=randint(0,9)"));
  if (!Kind)
    return fail("there is no function '" + Name +
                "'; there are randn, rand, zeros, ones and arange");
  Spec.Fill = *Kind;
  if (*Kind == ValueSpec::Arange)
    Spec.Type = DType::Int64;
  return parseSizes(Args, Spec);
}

bool SpecParser::parseScalar(StringRef Value, ValueSpec &Spec) {
  Spec.Fill = ValueSpec::Number;
  int64_t Integer;
  double Real;
  if (Value == "None" || Value == "none")
    Spec.Scalar = Argument::none();
  else if (Value == "True" || Value == "true")
    Spec.Scalar = Argument(true);
  else if (Value == "False" || Value == "false")
    Spec.Scalar = Argument(false);
  else if (!Value.getAsInteger(10, Integer))
    Spec.Scalar = Argument(Integer);
  else if (!Value.getAsDouble(Real))
    Spec.Scalar = Argument(Real);
  else if (Value.size() >= 2 &&
           (Value.front() == '"' || Value.front() == '\'') &&
           Value.find(Value.front(), 1) == Value.size() - 1)
    Spec.Scalar = Argument::string(Ctx, Value.drop_front().drop_back());
  else
    return false;
  return true;
}

Expected<StringRef> SpecParser::takeUntil(StringRef &Rest, char Mark) const {
  std::string Open;
  for (size_t I = 0; I != Rest.size(); ++I) {
    char C = Rest[I];
    if (C == '"' || C == '\'') {
      I = Rest.find(C, I + 1);
      if (I == StringRef::npos)
        return fail("a string is never closed");
    } else if (StringRef("([{").contains(C)) {
      Open += C == '(' ? ')' : C == '[' ? ']' : '}';
    } else if (!Open.empty() && C == Open.back()) {
      Open.pop_back();
    } else if (C == Mark && Open.empty()) {
      StringRef Part = Rest.take_front(I);
      Rest = Rest.drop_front(I + 1);
      return Part;
    }
  }
  if (!Open.empty())
    return fail("the '" + Twine(Open.back()) + "' is missing");
  StringRef Part = Rest;
  Rest = StringRef();
  return Part;
}

Error SpecParser::parseContainer(StringRef Value, ValueSpec &Spec,
                                 unsigned Depth) {
  if (Depth == 32)
    return fail("it is nested too deep");
  char First = Value.front();
  Spec.Fill = First == '['   ? ValueSpec::List
              : First == '(' ? ValueSpec::Tuple
                             : ValueSpec::Dict;
  char Close = First == '[' ? ']' : First == '(' ? ')' : '}';
  StringRef Rest = Value.drop_front();
  if (!Rest.consume_back(StringRef(&Close, 1)))
    return fail("the '" + Twine(Close) + "' is missing");
  while (!Rest.trim().empty()) {
    Expected<StringRef> Item = takeUntil(Rest, ',');
    if (!Item)
      return Item.takeError();
    StringRef Of = *Item;
    if (Spec.Fill == ValueSpec::Dict) {
      Expected<StringRef> Key = takeUntil(Of, ':');
      if (!Key)
        return Key.takeError();
      ValueSpec KeySpec;
      if (!parseScalar(Key->trim(), KeySpec))
        return fail("'" + Key->trim() + "' is not a key of a dictionary");
      Spec.Keys.push_back(KeySpec.Scalar);
    }
    Spec.Items.emplace_back();
    if (Error E = parseValue(Of, Spec.Items.back(), Depth + 1))
      return E;
  }
  return Error::success();
}

Error SpecParser::parseValue(StringRef Value, ValueSpec &Spec, unsigned Depth) {
  Value = Value.trim();
  if (Value.empty())
    return fail("it is empty");
  if (parseScalar(Value, Spec))
    return Error::success();
  Spec = ValueSpec();
  if (StringRef("[({").contains(Value.front()))
    return parseContainer(Value, Spec, Depth);
  size_t Bracket = Value.find('['), Parenthesis = Value.find('(');
  if (Bracket < Parenthesis) {
    auto [Type, Rest] = Value.split('[');
    auto [Sizes, Fill] = Rest.split(']');
    if (Sizes.size() == Rest.size())
      return fail("the ']' is missing");
    Fill = Fill.trim();
    if (!Fill.empty() && !Fill.consume_front("="))
      return fail("expected '=' after ']'");
    return parseTyped(Type.trim(), Sizes, Fill, Spec);
  }
  if (Parenthesis != StringRef::npos) {
    auto [Name, Args] = Value.split('(');
    if (!Args.consume_back(")")) {
      size_t Close = Args.rfind(')');
      if (Close == StringRef::npos)
        return fail("the ')' is missing");
      return fail("'" + Args.substr(Close + 1).trim() +
                  "' after the ')' is not understood");
    }
    return parseFunction(Name.trim(), Args, Spec);
  }
  // A file of a kind that does not hold inputs.
  if (sys::fs::exists(Value))
    return fail("inputs are in .safetensors, .npy, .npz and .pt files");
  return fail("'" + Value + "' is neither a tensor nor a number nor a file");
}

Expected<NamedValueSpec> SpecParser::run() {
  NamedValueSpec Result;
  auto [Name, Value] = Text.split('=');
  bool Named = Value.size() && isPlace(Name.trim());
  if (Named)
    Result.Name = Name.trim().str();
  StringRef Of = (Named ? Value : Text).trim();
  if (Of.ends_with(".safetensors") || isNumPyName(Of) || isTorchSaveName(Of))
    Result.File = Of.str();
  else if (Error E = parseValue(Of, Result.Value, 0))
    return E;
  return Result;
}

Expected<NamedValueSpec> fx::parseValueSpec(StringRef Text, Context &Ctx) {
  return SpecParser(Text, Ctx).run();
}

/// Calls \p Fn for \p Spec and what is in it.
static void forEachSpec(ValueSpec &Spec, function_ref<void(ValueSpec &)> Fn) {
  Fn(Spec);
  for (ValueSpec &Item : Spec.Items)
    forEachSpec(Item, Fn);
}

Expected<std::vector<NamedValueSpec>>
fx::parseValueSpecs(ArrayRef<std::string> Texts, Context &Ctx) {
  std::vector<NamedValueSpec> Specs;
  StringMap<int64_t> Examples;
  for (const std::string &Text : Texts) {
    Expected<NamedValueSpec> Spec = parseValueSpec(Text, Ctx);
    if (!Spec)
      return Spec.takeError();
    std::string Twice;
    forEachSpec(Spec->Value, [&](ValueSpec &Of) {
      for (const ValueSpec::NamedSize &Named : Of.Named) {
        if (!Named.HasExample)
          continue;
        int64_t Size = Of.Sizes[Named.Dim];
        auto [It, IsNew] = Examples.try_emplace(Named.Name, Size);
        if (!IsNew && It->second != Size)
          Twice = Named.Name;
      }
    });
    if (!Twice.empty())
      return makeError(diag::err_input_spec, SMLoc(), Text,
                       "the size '" + Twice + "' has another example before");
    Specs.push_back(std::move(*Spec));
  }
  for (NamedValueSpec &Spec : Specs)
    forEachSpec(Spec.Value, [&](ValueSpec &Of) {
      for (const ValueSpec::NamedSize &Named : Of.Named) {
        auto It = Examples.try_emplace(Named.Name, Of.Sizes[Named.Dim]).first;
        Of.Sizes[Named.Dim] = It->second;
      }
    });
  return Specs;
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

namespace {
/// Gives symbols values that the program allows.
class SizeChooser {
public:
  SizeChooser(const GraphModule &M, ExampleSizes Sizes)
      : Program(M.program()), Sizes(Sizes) {}

  std::optional<int64_t> valueOf(const Argument &Size) const {
    if (Size.isInt())
      return Size.asInt();
    if (!Program || Size.kind() != ArgKind::SymExpr)
      return std::nullopt;
    const SymbolicInfo *Info = Program->symbolic(Size.symbol());
    if (!Info)
      return std::nullopt;
    if (Info->Hint.isInt() && Sizes == ExampleSizes::AsExported)
      return Info->Hint.asInt();
    std::optional<SymbolicExpr> Expr = SymbolicExpr::parse(Info->Source.str());
    if (!Expr)
      return std::nullopt;
    return Expr->evaluate([&](StringRef Symbol) { return valueOf(Symbol); });
  }

private:
  std::optional<int64_t> valueOf(StringRef Symbol) const {
    std::optional<int64_t> Hint = hintOf(Symbol);
    if (!Hint || Sizes == ExampleSizes::AsExported)
      return Hint;
    int64_t Other = Sizes == ExampleSizes::OneMore ? *Hint + 1 : *Hint * 2;
    for (const RangeConstraint &Range : Program->Ranges)
      if (Range.Text == Symbol)
        return Range.Max ? std::min(Other, *Range.Max) : Other;
    return Other;
  }

  /// What the program was exported with, else the least that is allowed.
  std::optional<int64_t> hintOf(StringRef Symbol) const {
    for (const SymbolicInfo &Info : Program->symbolics())
      if (Info.Text == Symbol && Info.Hint.isInt())
        return Info.Hint.asInt();
    for (const RangeConstraint &Range : Program->Ranges)
      if (Range.Text == Symbol)
        return std::max<int64_t>(Range.Min.value_or(2), 2);
    return std::nullopt;
  }

  const ExportedProgram *Program;
  ExampleSizes Sizes;
};
} // namespace

std::optional<ValueSpec> fx::defaultInput(const GraphModule &M,
                                          const Node &Placeholder,
                                          ExampleSizes Sizes) {
  const Argument *Val = Placeholder.val();
  if (!Val)
    return std::nullopt;
  SizeChooser Chooser(M, Sizes);
  ValueSpec Spec;
  if (Val->kind() != ArgKind::TensorType) {
    Spec.Fill = ValueSpec::Number;
    Spec.Scalar = *Val;
    if (Val->kind() == ArgKind::SymExpr) {
      std::optional<int64_t> Value = Chooser.valueOf(*Val);
      if (!Value)
        return std::nullopt;
      Spec.Scalar = Argument(*Value);
    }
    return Spec;
  }
  ArrayRef<Argument> Facts = Val->elements();
  Spec.Type = Facts[0].asDType();
  Spec.Form = TensorType(*Val).layout();
  for (const Argument &Size : Facts[1].elements()) {
    std::optional<int64_t> Value = Chooser.valueOf(Size);
    if (!Value)
      return std::nullopt;
    Spec.Sizes.push_back(*Value);
  }
  if (!isFloatType(Spec.Type) && !isComplexType(Spec.Type)) {
    Spec.Fill = ValueSpec::RandInt;
    Spec.Args = {Argument(0), Argument(2)};
  }
  return Spec;
}
