//===- InputSpec.cpp - Inputs written as text -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/InputSpec.h"
#include "Exceptions.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

namespace {

/// Reads from the front of the text. Throws std::string.
class SpecReader {
public:
  explicit SpecReader(StringRef Text) : Whole(Text), Rest(Text) {}
  c10::IValue readAll();

private:
  c10::IValue value(unsigned Depth);
  c10::IValue container(unsigned Depth);
  c10::IValue tensor(StringRef Word);
  c10::IValue contents(std::vector<int64_t> Sizes, c10::ScalarType Type,
                       bool HasSizes);
  c10::IValue scalar(StringRef Word);
  std::vector<double> numbers(char Close);

  StringRef word() {
    Rest = Rest.ltrim();
    StringRef Word = Rest.take_while([](char C) {
      return isAlnum(C) || C == '_' || C == '.' || C == '-' || C == '+';
    });
    Rest = Rest.drop_front(Word.size());
    return Word;
  }
  bool take(char C) {
    Rest = Rest.ltrim();
    return Rest.consume_front(StringRef(&C, 1));
  }
  void expect(char C) {
    if (!take(C))
      fail(std::string("expected '") + C + "'");
  }
  [[noreturn]] void fail(const std::string &What) const {
    throw std::string("input '" + Whole.str() + "': " + What + " at column " +
                      std::to_string(Whole.size() - Rest.size() + 1));
  }

  StringRef Whole;
  StringRef Rest;
  /// Every tensor draws from a generator of its own, so that an input does not
  /// depend on the others.
  static constexpr uint64_t Seed = 0;
};

} // namespace

std::vector<double> SpecReader::numbers(char Close) {
  std::vector<double> Result;
  while (!take(Close)) {
    if (!Result.empty())
      expect(',');
    StringRef Word = word();
    double Number;
    if (Word.getAsDouble(Number))
      fail("expected a number");
    Result.push_back(Number);
  }
  return Result;
}

static std::vector<int64_t> toSizes(const std::vector<double> &Numbers) {
  std::vector<int64_t> Sizes;
  for (double N : Numbers) {
    if (!(N >= 0 && N < 4503599627370496.0) || N != double(int64_t(N)))
      throw std::string("a size must be a whole number, and not negative");
    Sizes.push_back(int64_t(N));
  }
  return Sizes;
}

c10::IValue SpecReader::contents(std::vector<int64_t> Sizes,
                                 c10::ScalarType Type, bool HasSizes) {
  StringRef Word = word();
  std::vector<double> Numbers;
  if (take('('))
    Numbers = numbers(')');
  bool TakesSizes = !HasSizes && Word != "randint" && Word != "full";
  if (TakesSizes)
    Sizes = toSizes(Numbers);
  at::TensorOptions Options(Type);
  at::Generator Random = at::detail::createCPUGenerator(Seed);
  bool IsFloat = c10::isFloatingType(Type) || c10::isComplexType(Type);
  // Types without a kernel of their own are converted to.
  at::TensorOptions Drawn(IsFloat && !c10::isComplexType(Type) ? at::kFloat
                                                               : Type);
  if (Word == "ones")
    return at::ones(Sizes, Options);
  if (Word == "zeros")
    return at::zeros(Sizes, Options);
  if (Word == "randn")
    return at::randn(Sizes, Random, IsFloat ? Drawn : at::TensorOptions())
        .to(Type);
  if (Word == "rand")
    return at::rand(Sizes, Random, IsFloat ? Drawn : at::TensorOptions())
        .to(Type);
  if (Word == "arange") {
    int64_t Count = 1;
    for (int64_t Size : Sizes)
      Count *= Size;
    return at::arange(Count, at::TensorOptions(at::kDouble))
        .to(Type)
        .reshape(Sizes);
  }
  if (Word == "randint" && Numbers.size() == 2 && HasSizes)
    return at::randint(int64_t(Numbers[0]), int64_t(Numbers[1]), Sizes, Random,
                       at::TensorOptions(at::kLong))
        .to(Type);
  if (Word == "full" && Numbers.size() == 1 && HasSizes)
    return at::full(Sizes, Numbers[0], Options);
  if (HasSizes && Numbers.empty()) {
    double Number;
    if (!Word.getAsDouble(Number))
      return at::full(Sizes, Number, Options);
  }
  fail("expected ones, zeros, rand, randn, arange, randint(LOW,HIGH) or "
       "full(VALUE)");
}

c10::IValue SpecReader::scalar(StringRef Word) {
  if (Word == "none" || Word == "None")
    return c10::IValue();
  if (Word == "true" || Word == "True")
    return true;
  if (Word == "false" || Word == "False")
    return false;
  int64_t Integer;
  if (!Word.getAsInteger(10, Integer))
    return Integer;
  double Number;
  if (!Word.getAsDouble(Number))
    return Number;
  Rest = StringRef(Word.data(), Whole.end() - Word.data());
  fail("expected a tensor such as randn(1,3) or f32[1,3]=ones, a number, a "
       "string, a list, a tuple or a dictionary");
}

c10::IValue SpecReader::tensor(StringRef Word) {
  if (take('[')) {
    std::optional<DType> Type = parseShortDType(Word);
    if (!Type)
      Type = parseDTypeOrAlias(("torch." + Word).str());
    std::optional<c10::ScalarType> Scalar =
        Type ? toTorch(*Type) : std::nullopt;
    if (!Scalar)
      fail("'" + Word.str() + "' is no dtype");
    std::vector<int64_t> Sizes = toSizes(numbers(']'));
    if (take('='))
      return contents(std::move(Sizes), *Scalar, /*HasSizes=*/true);
    Rest = "zeros";
    if (c10::isFloatingType(*Scalar))
      Rest = "randn";
    return contents(std::move(Sizes), *Scalar, /*HasSizes=*/true);
  }
  Rest = StringRef(Word.data(), Whole.end() - Word.data());
  return contents({}, at::kFloat, /*HasSizes=*/false);
}

c10::IValue SpecReader::container(unsigned Depth) {
  bool IsList = take('['), IsDict = !IsList && take('{');
  if (!IsList && !IsDict)
    expect('(');
  char Close = IsList ? ']' : IsDict ? '}' : ')';
  std::vector<c10::IValue> Keys, Items;
  while (!take(Close)) {
    if (!Items.empty()) {
      expect(',');
      if (take(Close))
        break;
    }
    if (IsDict) {
      Keys.push_back(value(Depth));
      expect(':');
    }
    Items.push_back(value(Depth));
  }
  c10::TypePtr Type =
      Items.empty() ? c10::TypePtr(c10::TensorType::get()) : Items[0].type();
  if (!Items.empty() && Items[0].isTensor())
    Type = c10::TensorType::get();
  if (IsList) {
    c10::impl::GenericList List(Type);
    for (c10::IValue &Item : Items)
      List.push_back(std::move(Item));
    return List;
  }
  if (!IsDict)
    return c10::ivalue::Tuple::create(std::move(Items));
  c10::impl::GenericDict Dict(
      Keys.empty() ? c10::TypePtr(c10::StringType::get()) : Keys[0].type(),
      Type);
  for (size_t I = 0; I != Keys.size(); ++I)
    Dict.insert(Keys[I], Items[I]);
  return Dict;
}

c10::IValue SpecReader::value(unsigned Depth) {
  if (Depth == 32)
    fail("this is nested too deep");
  Rest = Rest.ltrim();
  if (Rest.starts_with("[") || Rest.starts_with("(") || Rest.starts_with("{"))
    return container(Depth + 1);
  if (Rest.starts_with("\"") || Rest.starts_with("'")) {
    char Quote = Rest.front();
    size_t End = Rest.find(Quote, 1);
    if (End == StringRef::npos)
      fail("this string is never closed");
    std::string Text = Rest.slice(1, End).str();
    Rest = Rest.drop_front(End + 1);
    return Text;
  }
  StringRef Word = word();
  if (Rest.starts_with("[") || Rest.starts_with("("))
    return tensor(Word);
  return scalar(Word);
}

c10::IValue SpecReader::readAll() {
  c10::IValue Result = value(0);
  if (!Rest.trim().empty())
    fail("unexpected text");
  return Result;
}

Expected<c10::IValue> fx::parseInputSpec(StringRef Text) {
  return catching([&]() -> Expected<c10::IValue> {
    try {
      return SpecReader(Text).readAll();
    } catch (const std::string &What) {
      return createStringError(What);
    }
  });
}
