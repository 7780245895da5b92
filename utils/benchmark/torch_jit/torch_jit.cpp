//===- torch_jit.cpp - torch::jit on the work of fx-benchmark -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch-jit-benchmark SIZE...: prints one JSON object a line, as torch_fx.py
// does: microseconds of processor time per node, the best of two rounds after a
// warm-up.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/ir/irparser.h>
#include <torch/csrc/jit/passes/common_subexpression_elimination.h>
#include <torch/csrc/jit/passes/dead_code_elimination.h>

// What grows faster than the graph is left out beyond this.
static constexpr size_t MaxSlow = 100000;

using namespace torch::jit;
using GraphPtr = std::shared_ptr<Graph>;

static GraphPtr chain(size_t Count) {
  auto G = std::make_shared<Graph>();
  Value *X = G->addInput(), *Last = X;
  for (size_t I = 0; I != Count; ++I)
    Last = G->insertNode(G->create(aten::mul, {Last, X}))->output();
  G->registerOutput(Last);
  return G;
}

static GraphPtr pairs(size_t Count) {
  auto G = std::make_shared<Graph>();
  Value *Last = G->addInput();
  for (size_t I = 0; I != Count / 3; ++I) {
    Value *A = G->insertNode(G->create(aten::relu, {Last}))->output();
    Value *B = G->insertNode(G->create(aten::relu, {Last}))->output();
    Last = G->insertNode(G->create(aten::mul, {A, B}))->output();
  }
  G->registerOutput(Last);
  return G;
}

/// Seconds of processor time.
static double now() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
}

template <typename Setup, typename Work>
static void row(const char *Name, size_t Count, Setup Make, Work Do) {
  double Best = 1e30;
  for (int Round = 0; Round != 3; ++Round) {
    auto State = Make();
    double Begin = now();
    Do(State);
    if (Round)
      Best = std::min(Best, now() - Begin);
  }
  std::printf("{\"row\": \"%s\", \"n\": %zu, \"us\": %.6f}\n", Name, Count,
              Best / double(Count) * 1e6);
  std::fflush(stdout);
}

static void measure(size_t Count) {
  auto Chain = [=] { return chain(Count); };
  // Only the work on the kept graph is timed, not its destruction.
  row(
      "create", Count, [] { return GraphPtr(); },
      [=](GraphPtr &G) { G = chain(Count); });
  row("iterate", Count, Chain, [](GraphPtr &G) {
    size_t Sum = 0;
    for (Node *N : G->nodes())
      for (Value *V : N->inputs())
        Sum += reinterpret_cast<uintptr_t>(V);
    volatile size_t Sink = Sum;
    (void)Sink;
  });
  // Quadratic in the number of uses.
  if (Count <= MaxSlow)
    row("replace_uses", Count, Chain,
        [](GraphPtr &G) { G->inputs()[0]->replaceAllUsesWith(G->addInput()); });
  row(
      "rewrite", Count,
      [=] { // One use a value: the graph's own shape would be quadratic.
        auto G = std::make_shared<Graph>();
        Value *Last = G->addInput();
        for (size_t I = 0; I != Count; ++I)
          Last = G->insertNode(G->create(aten::relu, {Last}))->output();
        G->registerOutput(Last);
        return G;
      },
      [](GraphPtr &G) {
        for (auto It = G->nodes().begin(); It != G->nodes().end();) {
          Node *N = *It++;
          Node *New = G->create(aten::neg, {N->input(0)});
          New->insertBefore(N);
          N->output()->replaceAllUsesWith(New->output());
          N->destroy();
        }
      });
  row("print/fx", Count, Chain,
      [](GraphPtr &G) { (void)G->toString(false).size(); });
  row(
      "parse/fx", Count,
      [=] { return std::make_pair(chain(Count)->toString(false), GraphPtr()); },
      [](std::pair<std::string, GraphPtr> &State) {
        State.second = std::make_shared<Graph>();
        parseIR(State.first, State.second.get());
      });
  // Quadratic as well.
  if (Count <= MaxSlow)
    row("verify", Count, Chain, [](GraphPtr &G) { G->lint(); });
  row(
      "copy", Count, [=] { return std::make_pair(chain(Count), GraphPtr()); },
      [](std::pair<GraphPtr, GraphPtr> &State) {
        State.second = State.first->copy();
      });
  row("dce", Count, Chain, [](GraphPtr &G) { EliminateDeadCode(G); });
  row(
      "cse", Count, [=] { return pairs(Count); },
      [](GraphPtr &G) { EliminateCommonSubexpression(G); });
}

int main(int Argc, char **Argv) {
  for (int I = 1; I != Argc; ++I)
    measure(std::strtoull(Argv[I], nullptr, 10));
  return 0;
}
