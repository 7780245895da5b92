//===- MemoryModel.h - Runs graphs over abstract memory ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An interpreter without numbers: a tensor is a view of a cell of memory, and
// what a cell holds is the hash of how it came about. Two graphs that cannot be
// told apart from outside give equal observations: what unknown functions saw,
// what cells hold in the end, and which outputs share one.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_UNITTESTS_TRANSFORMS_MEMORYMODEL_H
#define FX_TEST_UNITTESTS_TRANSFORMS_MEMORYMODEL_H

#include "fx/IR/SideTables.h"
#include <map>
#include <random>

namespace fx::test {

class MemoryModel {
public:
  /// What can be seen from outside.
  using Observations = std::vector<uint64_t>;

  /// Runs \p G. \p InputsAlias gives all placeholders and attributes one cell.
  static Observations run(const Graph &G, bool InputsAlias) {
    MemoryModel M(InputsAlias);
    // They exist whether the graph looks at them or not.
    for (const char *Name : {"w", "v"})
      M.Attributes[Name] = M.external(Name);
    for (Node *N : G.nodes())
      M.visit(*N);
    for (uint64_t Cell : M.External)
      M.Seen.push_back(M.Cells[Cell]);
    return M.Seen;
  }

private:
  /// A view of a cell.
  struct Tensor {
    uint64_t Cell = 0;
    uint64_t Shape = 0;
  };

  explicit MemoryModel(bool InputsAlias) : InputsAlias(InputsAlias) {}

  static uint64_t mix(uint64_t A, uint64_t B) {
    uint64_t H = (A ^ B * 0x9E3779B97F4A7C15ull) * 0xD6E8FEB86659FD93ull;
    return H ^ H >> 32;
  }
  uint64_t read(const Tensor &T) const { return mix(Cells[T.Cell], T.Shape); }
  Tensor fresh(uint64_t Value) {
    Cells.push_back(Value);
    return {Cells.size() - 1, 0};
  }
  Tensor external(llvm::StringRef Name) {
    if (InputsAlias && !External.empty())
      return {External[0], llvm::hash_value(Name)};
    Tensor T = fresh(llvm::hash_value(Name));
    External.push_back(T.Cell);
    return T;
  }

  void visit(const Node &N);

  bool InputsAlias;
  uint64_t Draws = 0;
  uint64_t Mode = 0; ///< Grad mode and the like.
  std::vector<uint64_t> Cells;
  std::vector<uint64_t> External;
  std::map<std::string, Tensor> Attributes;
  NodeMap<Tensor> Values;
  Observations Seen;
};

inline void MemoryModel::visit(const Node &N) {
  llvm::StringRef Target = N.targetText();
  uint64_t Hash = llvm::hash_value(Target);
  llvm::SmallVector<Tensor, 4> Inputs;
  for (unsigned I = 0; I != N.numOperands(); ++I)
    Inputs.push_back(Values.lookup(N.operand(I)));
  auto ReadAll = [&] {
    uint64_t H = mix(Hash, N.specId());
    for (const Tensor &T : Inputs)
      H = mix(H, read(T));
    return H;
  };

  if (N.isPlaceholder()) {
    Values[&N] = external(Target);
  } else if (N.isGetAttr()) {
    Values[&N] = Attributes.at(Target.str());
  } else if (N.isOutput()) {
    for (size_t I = 0; I != Inputs.size(); ++I) {
      Seen.push_back(read(Inputs[I]));
      // Which of the earlier outputs, or inputs, it shares memory with.
      for (size_t J = 0; J != I; ++J)
        Seen.push_back(Inputs[I].Cell == Inputs[J].Cell);
      for (uint64_t Cell : External)
        Seen.push_back(Inputs[I].Cell == Cell);
    }
  } else if (Target == "t") { // a view
    Values[&N] = {Inputs[0].Cell, mix(Inputs[0].Shape, Hash)};
  } else if (Target.ends_with("_")) { // in place on the first operand
    Cells[Inputs[0].Cell] = mix(ReadAll(), Mode);
    Values[&N] = Inputs[0];
  } else if (Target == "torch.rand_like") {
    Values[&N] = fresh(mix(ReadAll(), ++Draws));
  } else if (Target == "torch._C._set_grad_enabled") {
    Mode = mix(Mode, N.specId());
    Seen.push_back(Mode);
    Values[&N] = fresh(0);
  } else if (Target == "my.unknown") {
    // Sees everything it gets, changes it, and returns the first or new memory.
    Seen.push_back(ReadAll());
    for (const Tensor &T : Inputs)
      Cells[T.Cell] = mix(Cells[T.Cell], Hash);
    Values[&N] =
        Inputs.empty() || Seen.back() % 2 ? fresh(Seen.back()) : Inputs[0];
  } else { // a pure function
    Values[&N] = fresh(mix(ReadAll(), Mode));
  }
}

/// A random graph of operators that MemoryModel knows. \p Effects of 0 to 100
/// says how many of them have effects.
inline void makeRandomGraph(Graph &G, std::mt19937 &Random, unsigned Size,
                            unsigned Effects) {
  std::vector<Node *> Values;
  for (const char *Name : {"x", "y", "z"})
    Values.push_back(G.placeholder(Name));
  auto Below = [&](size_t N) { return size_t(Random() % N); };
  // Mostly old values, so that equal calls are frequent.
  auto Pick = [&] {
    return Values[std::min(Below(Values.size()), Below(Values.size()))];
  };
  while (G.size() < Size) {
    Node *N;
    if (Below(100) < Effects) {
      switch (Below(6)) {
      case 0:
      case 1:
        N = G.callMethod("add_", {Pick(), Pick()});
        break;
      case 2:
        N = G.callFunction("torch.relu_", {Pick()});
        break;
      case 3:
        N = G.callFunction("torch.rand_like", {Pick()});
        break;
      case 4:
        N = G.callFunction("my.unknown", {Pick()});
        break;
      default:
        N = G.callFunction("torch._C._set_grad_enabled", {bool(Below(2))});
        break;
      }
    } else {
      switch (Below(8)) {
      case 0:
        N = G.callMethod("t", {Pick()});
        break;
      case 1:
        N = G.getAttr(Below(2) ? "w" : "v");
        break;
      case 2:
      case 3:
        N = G.callFunction("torch.add", {Pick(), Pick()});
        break;
      case 4:
        N = G.callFunction("torch.neg", {Pick()});
        break;
      default:
        N = G.callFunction("torch.relu", {Pick()});
        break;
      }
    }
    Values.push_back(N);
  }
  llvm::SmallVector<Argument, 4> Results;
  for (size_t I = Below(5); I-- != 0;)
    Results.push_back(Values[Below(Values.size())]);
  G.output(Argument::tuple(Results));
}

} // namespace fx::test

#endif // FX_TEST_UNITTESTS_TRANSFORMS_MEMORYMODEL_H
