//===- RandomRules.h - Random graphs and rules that fit them ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills a graph with calls of which most have the same type, views and writes
// among them, and makes rules whose patterns are parts of it and whose results
// are anything. Each decision takes a byte of the input; after its end they are
// random.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_FUZZ_RANDOMRULES_H
#define FX_TEST_FUZZ_RANDOMRULES_H

#include "fx/IR/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <random>

namespace fx::test {

class RandomRules {
public:
  RandomRules(GraphModule &M, llvm::ArrayRef<uint8_t> Data)
      : M(M), Ctx(M.context()), Data(Data), Random(llvm::xxh3_64bits(Data)) {}

  /// Inputs, calls without values, and an output of some of them.
  void fill() {
    Graph &G = M.graph();
    for (unsigned I = 0, E = 1 + below(3); I != E; ++I) {
      Nodes.push_back(G.placeholder("x" + std::to_string(I)));
      Nodes.back()->setVal(tensor());
    }
    for (unsigned I = 0, E = 2 + below(16); I != E; ++I)
      call();
    std::vector<Argument> Returned;
    for (Node *N : Nodes)
      if (N == Nodes.back() || one(3))
        Returned.push_back(N);
    G.output(Argument::tuple(Returned));
  }

  /// A file of rules.
  std::string rules() {
    std::string Text = "fxr 1\n";
    for (unsigned I = 0, E = 1 + below(3); I != E; ++I)
      Text += rule(I);
    return Text;
  }

private:
  unsigned below(unsigned Bound) {
    if (Data.empty())
      return Random() % Bound;
    unsigned Value = Data.front();
    Data = Data.drop_front();
    return Value % Bound;
  }
  bool one(unsigned In) { return below(In) == 0; }
  template <typename T, size_t N> const T &pick(const T (&From)[N]) {
    return From[below(N)];
  }
  Node *node() { return Nodes[below(Nodes.size())]; }

  //===--- Graphs ---------------------------------------------------------===//

  Argument tensor() {
    auto List = [](std::initializer_list<int> Items) {
      llvm::SmallVector<Argument, 2> Result;
      for (int I : Items)
        Result.push_back(I);
      return Argument::tuple(Result);
    };
    Argument Strides = one(5)   ? List({1, 4})
                       : one(8) ? List({0, 1})
                                : List({4, 1});
    return Argument::tensorType(one(6) ? DType::Int64 : DType::Float32,
                                List({4, 4}), Strides,
                                Argument::device(Ctx, "cpu"));
  }

  void call() {
    static constexpr llvm::StringLiteral Unary[] = {
        "relu",  "neg",        "abs",    "sigmoid", "exp",  "clone",
        "relu_", "contiguous", "detach", "alias",   "neg_", "rand_like",
        "t",     "t",          "square", "square"};
    static constexpr llvm::StringLiteral Binary[] = {
        "add.Tensor",  "mul.Tensor", "sub.Tensor", "maximum.default",
        "add_.Tensor", "mm.default", "mul_.Tensor"};
    Graph &G = M.graph();
    std::string Target = "torch.ops.aten.";
    llvm::SmallVector<Argument, 4> Args = {node()};
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
      Target += (pick(Unary) + ".default").str();
      break;
    case 3:
    case 4:
    case 5:
      Target += pick(Binary);
      Args.push_back(one(4) ? Argument(int(below(3))) : Argument(node()));
      if (!Args.back().isNode() && !llvm::StringRef(Target).contains("Tensor"))
        Args.back() = node();
      break;
    case 6:
      Target += "transpose.int";
      Args.append({Argument(int(below(3)) - 1), Argument(int(below(2)))});
      break;
    default:
      Target += "split.Tensor";
      Args.append({Argument(2), Argument(0)});
      Node *Split = G.callFunction(Target, Args);
      llvm::SmallVector<Argument, 2> Halves;
      for (int I : {1, 0}) {
        Nodes.push_back(G.callFunction("operator.getitem", {Split, I}));
        Halves.push_back(Nodes.back());
      }
      Nodes.push_back(G.callFunction("torch.ops.aten.cat.default",
                                     {Argument::list(Halves)}));
      return;
    }
    Nodes.push_back(G.callFunction(Target, Args));
  }

  //===--- Rules ----------------------------------------------------------===//

  std::string rule(unsigned Index) {
    Variables.clear();
    Numbers = 0;
    std::string Pattern = pattern(node(), 3);
    if (Pattern.front() == '%')
      return {};
    std::string Text = "rule r" + std::to_string(Index) + " : exact";
    if (one(4))
      Text += ", benefit " + std::to_string(below(4));
    if (one(4))
      Text += ", shared";
    if (one(6))
      Text += ", layout";
    if (one(6))
      Text += ", phase recognise";
    Text += " {\n  match " + Pattern + "\n  with " + result(3) + "\n}\n";
    return Text;
  }

  /// What fits \p N, and may fit other nodes.
  std::string pattern(Node *N, unsigned Depth) {
    auto Known = Variables.find(N);
    if (Known != Variables.end())
      return Known->second;
    llvm::StringRef Target = N->targetText();
    if (!Depth || (Depth < 3 && one(4)) || !N->isCall() ||
        !Target.consume_front("torch.ops.aten.") ||
        Target.starts_with("rand_like")) // A rule may drop what it names.
      return variable(N);
    llvm::StringRef Name = Target.split('.').first;
    std::string Text = (one(3) ? Target : Name).str() + "(";
    llvm::ListSeparator Comma;
    for (unsigned I = 0; I != N->numArgs(); ++I) {
      Text += llvm::StringRef(Comma);
      Text += argument(N->arg(I), Depth);
    }
    return Text + ")";
  }

  std::string argument(const Argument &A, unsigned Depth) {
    if (Node *Operand = A.asNode())
      return pattern(Operand, Depth - 1);
    if (A.isSequence()) {
      std::string Text = "[";
      llvm::ListSeparator Comma;
      for (const Argument &Item : A.elements())
        Text += (llvm::StringRef(Comma) + argument(Item, Depth)).str();
      return Text + "]";
    }
    if (A.isInt() && one(2))
      return std::to_string(A.asInt());
    return one(3) ? "_" : "$k" + std::to_string(Numbers++);
  }

  std::string variable(Node *N) {
    std::string Name = "%v" + std::to_string(Variables.size());
    Variables.emplace(N, Name);
    return Name;
  }

  std::string result(unsigned Depth) {
    static constexpr llvm::StringLiteral Calls[] = {
        "relu(A)",   "neg(A)",
        "t(A)",      "A + B",
        "A * B",     "clone(A)",
        "detach(A)", "transpose(A, 0, 1)",
        "A - B",     "contiguous(A)",
        "mm(A, B)",  "cat([A, B], 0)",
        "relu_(A)",  "expand(A, [4, 4])",
        "A * 2",     "sum(A)"};
    if (!Depth || one(3)) {
      if (Variables.empty())
        return "1.0";
      auto It = Variables.begin();
      std::advance(It, below(Variables.size()));
      return It->second;
    }
    std::string Text;
    for (char C : pick(Calls)) {
      if (C != 'A' && C != 'B')
        Text += C;
      else
        Text += result(Depth - 1);
    }
    return "(" + Text + ")";
  }

  GraphModule &M;
  Context &Ctx;
  llvm::ArrayRef<uint8_t> Data;
  std::mt19937_64 Random;
  std::vector<Node *> Nodes;
  std::map<Node *, std::string> Variables;
  unsigned Numbers = 0;
};

} // namespace fx::test

#endif // FX_TEST_FUZZ_RANDOMRULES_H
