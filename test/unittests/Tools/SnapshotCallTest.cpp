//===- SnapshotCallTest.cpp - What calls of operators become --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values and decompositions of all calls of
// test/Analysis/Inputs/values-2.13.txt and test/Numerics/Inputs/more-calls.txt:
// as they stand, with symbols for sizes, with mistakes, and with a tensor of
// another type, rank, size or layout.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"
#include <map>

using namespace fx::test;
using namespace llvm;

namespace {

struct Input {
  std::string DType;
  SmallVector<int64_t, 4> Sizes, Strides;
  std::string Offset;
};

struct Call {
  std::string Op, Args, Kwargs;
};

struct Table {
  StringMap<Input> Inputs;
  std::vector<Call> Calls;
};

SmallVector<int64_t, 4> numbersOf(StringRef Text) {
  SmallVector<int64_t, 4> Result;
  for (StringRef Part : split(Text.trim("()"), ',')) {
    int64_t N;
    if (!Part.trim().getAsInteger(10, N))
      Result.push_back(N);
  }
  return Result;
}

SmallVector<int64_t, 4> contiguous(ArrayRef<int64_t> Sizes) {
  SmallVector<int64_t, 4> Strides(Sizes.size(), 1);
  for (size_t I = Sizes.size(); I > 1; --I)
    Strides[I - 2] = Strides[I - 1] * std::max<int64_t>(1, Sizes[I - 1]);
  return Strides;
}

/// `x0 ~float32,(2,3),(3,1)~` or `c0|abs.default|%x0||~...~`.
void readLine(StringRef Line, Table &T) {
  SmallVector<StringRef, 5> Parts;
  Line.split(Parts, '|');
  if (Parts.size() == 5) {
    T.Calls.push_back({Parts[1].str(), Parts[2].str(), Parts[3].str()});
    return;
  }
  static const Regex Form("^(x[0-9]+) ~([a-z0-9]+),(\\([0-9,]*\\)),"
                          "(\\([0-9,]*\\))(@([0-9]+))?~$");
  SmallVector<StringRef, 7> Match;
  if (Form.match(Line, &Match))
    T.Inputs[Match[1]] = {Match[2].str(), numbersOf(Match[3]),
                          numbersOf(Match[4]), Match[6].str()};
}

/// `add.Tensor|f[2,3],f[3]|alpha: 2`.
void readShortLine(StringRef Line, Table &T) {
  SmallVector<StringRef, 3> Parts;
  Line.split(Parts, '|');
  if (Parts.size() != 3)
    return;
  static const Regex Form("(^|[^a-z0-9])([fdibcsquao])\\[([0-9,]*)\\]('*)");
  std::string Args;
  StringRef Rest = Parts[1];
  SmallVector<StringRef, 5> Match;
  while (Form.match(Rest, &Match)) {
    size_t At = Match[0].data() - Rest.data();
    char Kind = Match[2].front();
    std::string Name = "y" + std::to_string(T.Inputs.size());
    SmallVector<int64_t, 4> Sizes = numbersOf(Match[3]);
    T.Inputs[Name] = {Kind == 'd'                  ? "float64"
                      : Kind == 'i' || Kind == 'o' ? "int64"
                      : Kind == 'b'                ? "bool"
                      : Kind == 'c'                ? "complex64"
                                                   : "float32",
                      Sizes, contiguous(Sizes), ""};
    Args += (Rest.take_front(At) + Match[1] + "%" + Name).str();
    Rest = Rest.drop_front(At + Match[0].size());
  }
  T.Calls.push_back({Parts[0].str(), Args + Rest.str(), Parts[2].str()});
}

const Table &table() {
  static const Table Whole = [] {
    Table T;
    std::string Values = readTestFile("Analysis/Inputs/values-2.13.txt");
    for (StringRef Line : split(Values, '\n'))
      readLine(Line, T);
    std::string More = readTestFile("Numerics/Inputs/more-calls.txt");
    for (StringRef Line : split(More, '\n'))
      if (!Line.starts_with("#"))
        readShortLine(Line, T);
    return T;
  }();
  return Whole;
}

enum class Sizes { Numbers, Symbols, FirstSymbol };

std::string tupleOf(ArrayRef<std::string> Parts) {
  return "(" + join(Parts, ", ") + (Parts.size() == 1 ? ",)" : ")");
}

std::string inputText(StringRef Name, const Input &In, Sizes Kind) {
  std::vector<std::string> Dims, Strides;
  std::map<int64_t, std::string> Symbol;
  size_t Rank = In.Sizes.size();
  bool Named = false;
  for (int64_t N : In.Sizes) {
    bool IsSymbol = N > 1 && (Kind == Sizes::Symbols ||
                              (Kind == Sizes::FirstSymbol && !Named));
    Named |= IsSymbol;
    Dims.push_back(IsSymbol ? "s" + std::to_string(N) : std::to_string(N));
  }
  // A stride that is the product of sizes is that of their symbols.
  for (size_t D = 0; D != Rank; ++D) {
    int64_t Product = 1;
    std::vector<std::string> Factors;
    for (size_t I = 0; I != Rank; ++I)
      if (std::pair(In.Strides[I], -int64_t(I)) <
          std::pair(In.Strides[D], -int64_t(D))) {
        Product *= In.Sizes[I];
        if (In.Sizes[I] != 1)
          Factors.push_back(Dims[I]);
      }
    bool IsProduct = Named && Product == In.Strides[D] && !Factors.empty();
    llvm::sort(Factors);
    Strides.push_back(IsProduct ? join(Factors, "*")
                                : std::to_string(In.Strides[D]));
  }
  for (std::vector<std::string> *Texts : {&Dims, &Strides})
    for (std::string &Text : *Texts)
      if (StringRef(Text).contains('s'))
        Text = "sym(\"" + Text + "\")";
  return ("    %" + Name + " = placeholder[target=" + Name +
          "] {val: tensor(torch." + In.DType + ", " + tupleOf(Dims) + ", " +
          tupleOf(Strides) + ", device(\"cpu\")" +
          (In.Offset.empty() ? "" : ", offset=" + In.Offset) + ")}\n")
      .str();
}

std::vector<StringRef> inputsOf(const Call &C) {
  static const Regex Name("%([xy][0-9]+)");
  std::vector<StringRef> Used;
  SmallVector<StringRef, 2> Match;
  for (StringRef Rest = C.Args; Name.match(Rest, &Match);
       Rest = Rest.drop_front(Match[0].end() - Rest.begin()))
    if (!is_contained(Used, Match[1]))
      Used.push_back(Match[1]);
  return Used;
}

/// \p Others: inputs that are not what the table says.
std::string program(const Call &C, Sizes Kind,
                    const StringMap<Input> &Others = {}) {
  std::string Text = "fx 1\ngraph():\n";
  for (StringRef Name : inputsOf(C)) {
    auto It = Others.find(Name);
    Text += inputText(
        Name, It != Others.end() ? It->second : table().Inputs.lookup(Name),
        Kind);
  }
  return Text + "    %c = call_function[target=torch.ops.aten." + C.Op +
         "](args = (" + C.Args + (C.Args.empty() ? "" : ",") + "), kwargs = {" +
         C.Kwargs + "})\n    return %c\n";
}

constexpr StringLiteral Words[] = {"None",
                                   "True",
                                   "False",
                                   "-1",
                                   "0",
                                   "1",
                                   "2.5",
                                   "2",
                                   "()",
                                   "[]",
                                   "3",
                                   "-2",
                                   "[0]",
                                   "[1, -1]",
                                   "\"a\"",
                                   "[-2]",
                                   "torch.float16",
                                   "torch.int64",
                                   "7",
                                   "(2, 2)"};

/// \p In with another type, or another dimension or layout.
Input otherInput(Input In, Draws &Draw) {
  static constexpr StringLiteral Types[] = {
      "float64", "float32", "float16", "bfloat16",  "int64",
      "int32",   "uint8",   "bool",    "complex64", "int8"};
  size_t Rank = In.Sizes.size(), At = Rank ? Draw.number(Rank) : 0;
  // Of a tensor without dimensions, its type or one dimension more.
  switch (Draw.number(Rank ? 9 : 2)) {
  case 0:
    In.DType = Draw.one(Types);
    break;
  case 1:
    In.Sizes.insert(In.Sizes.begin() + At, Draw.one({1, 2}));
    In.Strides = contiguous(In.Sizes);
    break;
  case 2:
    In.Sizes.erase(In.Sizes.begin() + At);
    In.Strides.erase(In.Strides.begin() + At);
    break;
  case 3:
  case 4:
    In.Sizes[At] = Draw.one({0, 1, In.Sizes[At] + 1, 2 * In.Sizes[At]});
    In.Strides = contiguous(In.Sizes);
    break;
  case 5:
    std::reverse(In.Sizes.begin(), In.Sizes.end());
    std::reverse(In.Strides.begin(), In.Strides.end());
    break;
  case 6:
    In.Strides[At] = Draw.one({0, 2 * In.Strides[At]});
    break;
  case 7:
    In.Offset = "2";
    break;
  case 8:
    // The sizes stay, and lie in memory in another order.
    std::reverse(In.Sizes.begin(), In.Sizes.end());
    In.Strides = contiguous(In.Sizes);
    std::reverse(In.Sizes.begin(), In.Sizes.end());
    std::reverse(In.Strides.begin(), In.Strides.end());
    break;
  }
  return In;
}

constexpr unsigned NumParts = 40;

class SnapshotOfCalls : public testing::TestWithParam<unsigned> {};

/// What one operator's calls become: as they are, with symbols, with mistakes,
/// with other inputs.
void runOperator(Snapshots &Snaps, StringRef Op, ArrayRef<Call> Calls) {
  const std::vector<Command> Commands = {
      {"fx-opt", "--infer-values"},
      {"fx-opt", "--passes=infer-values{partial},decompose"}};
  std::vector<Sample> Plain, Symbolic, Mistaken, Other;
  auto Add = [](std::vector<Sample> &To, const Call &C, Sizes Kind) {
    To.push_back({"in.fx", program(C, Kind), ""});
  };
  uint32_t Number = numberOf(Op), NumberOfInput = Number;
  // Of few calls, more mistakes each.
  const unsigned Count = std::max<size_t>(4, 48 / Calls.size());
  for (const Call &C : Calls) {
    Add(Plain, C, Sizes::Numbers);
    Add(Symbolic, C, Sizes::Symbols);
    Add(Symbolic, C, Sizes::FirstSymbol);
    Call Wrong = C;
    for (unsigned N = 0; N != Count; ++N) {
      Wrong.Args = withMistake(C.Args, ++Number, Words);
      Add(Mistaken, Wrong, N % 4 == 3 ? Sizes::Symbols : Sizes::Numbers);
    }
    Wrong = C;
    for (unsigned N = 0; N != Count / 2 && !C.Kwargs.empty(); ++N) {
      Wrong.Kwargs = withMistake(C.Kwargs, ++Number, Words);
      Add(Mistaken, Wrong, Sizes::Numbers);
    }
    std::vector<StringRef> Inputs = inputsOf(C);
    Draws Draw(++NumberOfInput);
    for (unsigned N = 0; N != 2 * Count && !Inputs.empty(); ++N) {
      StringRef Name = Inputs[Draw.number(Inputs.size())];
      StringMap<Input> Others;
      Others[Name] = otherInput(table().Inputs.lookup(Name), Draw);
      Other.push_back(
          {"in.fx",
           program(C, Draw.rarely(4) ? Sizes::Symbols : Sizes::Numbers, Others),
           ""});
    }
  }
  Snaps.runTogether(Op, Plain, Commands);
  Snaps.runTogether((Op + " symbols").str(), Symbolic, Commands);
  Snaps.runTogether((Op + " mistakes").str(), Mistaken, Commands);
  Snaps.runTogether((Op + " inputs").str(), Other, Commands);
}

TEST_P(SnapshotOfCalls, Operators) {
  std::map<std::string, std::vector<Call>> ByName;
  for (const Call &C : table().Calls)
    if (numberOf(C.Op) % NumParts == GetParam())
      ByName[C.Op].push_back(C);
  Snapshots Snaps("calls/" + std::to_string(GetParam()));
  for (const auto &[Op, Calls] : ByName)
    runOperator(Snaps, Op, Calls);
}
INSTANTIATE_TEST_SUITE_P(All, SnapshotOfCalls, testing::Range(0u, NumParts));

} // namespace
