//===- Recipes.cpp - Four passes to copy from -----------------------------===//

#include "fx/Analysis/CostAnalysis.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/IR/Effects.h"
#include "fx/IR/Ops.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Transforms/Outlining.h"
#include <cmath>

using namespace fx;

namespace {

#include "Passes.h.inc"
#define GEN_PASS_DEF_USESILU
#define GEN_PASS_DEF_QUANTIZEINPUTS
#define GEN_PASS_DEF_OUTLINERANGE
#define GEN_PASS_DEF_COUNTFLOPS
#include "PassBases.h.inc"

/// Whether X is known to be a tensor of floats: sigmoid and fake quantization
/// take others too, or give floats for them, and what replaces them does not.
bool isFloat(const Node &X) {
  TensorType Type = X.tensorType();
  return Type && isFloatType(Type.dtype());
}

struct UseSilu : impl::UseSiluBase<UseSilu> {
  llvm::Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    // Branches and loops have graphs of their own.
    M.forEachGraph([&](Graph &G, llvm::StringRef) { Changed |= replace(G); });
    return Changed;
  }

  bool replace(Graph &G) {
    // The analysis knows the graph as it is now: find all, and edit then.
    MemoryAnalysis Memory(G);
    llvm::SmallVector<std::pair<Node *, Node *>> Found;
    for (ops::Mul Mul : G.findNodes<ops::Mul>())
      if (Node *Sigmoid = findSigmoid(Mul, Memory))
        Found.push_back({Mul.node(), Sigmoid});
    for (auto [Mul, Sigmoid] : Found) {
      InsertionGuard At = G.insertingBefore(Mul);
      Node *Silu = G.callFunction<ops::Silu>(ops::Sigmoid(Sigmoid).input());
      Mul->replaceAllUsesWith(Silu, nullptr, /*PropagateMeta=*/true);
      G.eraseNode(Mul);
      if (!Sigmoid->hasUsers())
        G.eraseNode(Sigmoid);
      ++NumReplaced;
    }
    return !Found.empty();
  }

  /// The sigmoid if Mul is x * sigmoid(x); null otherwise.
  static Node *findSigmoid(ops::Mul Mul, MemoryAnalysis &Memory) {
    Node *X = Mul.input().asNode(), *Sigmoid = Mul.other().asNode();
    if (X && llvm::isa<ops::Sigmoid>(X))
      std::swap(X, Sigmoid);
    // Numbers are not nodes, and a call with effects (`sigmoid_`) stays.
    if (!X || !Sigmoid || !llvm::isa<ops::Sigmoid>(Sigmoid) ||
        ops::Sigmoid(Sigmoid).input().asNode() != X || hasEffects(*Mul) ||
        hasEffects(*Sigmoid) || !isFloat(*X))
      return nullptr;
    // The sigmoid is of what x held then; the silu would be of what x holds
    // when the product is computed.
    if (Memory.writerBetween(*X, *Sigmoid, *Mul) ||
        Memory.writerBetween(*Sigmoid, *Sigmoid, *Mul))
      return nullptr;
    return Sigmoid;
  }
};

struct QuantizeInputs : impl::QuantizeInputsBase<QuantizeInputs> {
  llvm::Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    M.forEachGraph([&](Graph &G, llvm::StringRef) {
      Changed |= quantize<ops::Linear>(G);
      Changed |= quantize<ops::Conv1d>(G);
      Changed |= quantize<ops::Conv2d>(G);
    });
    return Changed;
  }

  template <typename OpT> bool quantize(Graph &G) {
    bool Changed = false;
    for (OpT Layer : G.findNodes<OpT>()) {
      Node *X = Layer.input().asNode();
      // So that a second run changes nothing.
      if (!X || llvm::isa<ops::FakeQuantizePerTensorAffine>(X) || !isFloat(*X))
        continue;
      // The layer reads x right after the new call, so no write is between.
      InsertionGuard At = G.insertingBefore(Layer);
      Node *Rounded = G.callFunction<ops::FakeQuantizePerTensorAffine>(
          X, Scale.get(), 0, -128, 127);
      Layer->replaceInputWith(X, Rounded);
      Changed = true;
    }
    return Changed;
  }
};

struct OutlineRange : impl::OutlineRangeBase<OutlineRange> {
  llvm::Expected<bool> run(GraphModule &M) override {
    Graph &G = M.graph();
    Node *First = G.findByName(From.get()), *Last = G.findByName(To.get());
    if (!First || !Last)
      return error(DiagnosticPlace(), "there is no node '" +
                                          (First ? To.get() : From.get()) +
                                          "'");
    if (Last->isBefore(First))
      return error(DiagnosticPlace(),
                   "'" + To.get() + "' is before '" + From.get() + "'");
    Partition Parts(G, /*NumTags=*/1, [&](const Node &N) -> uint32_t {
      return N.isBefore(First) || Last->isBefore(&N) ? Partition::None : 0;
    });
    OutlineOptions Options;
    Options.NameOf = [&](size_t) { return Path.get(); };
    Options.Kept = [&](size_t, const std::string &Why) { remark(*First, Why); };
    return outlineParts(M, Parts, Options).Outlined != 0;
  }
};

struct CountFlops : impl::CountFlopsBase<CountFlops> {
  llvm::Expected<bool> run(GraphModule &M) override {
    CostAnalysis Cost(M);
    std::map<std::string, double> FlopsOf;
    M.forEachGraph([&](Graph &G, llvm::StringRef) {
      for (Node *N : G.nodes())
        // One operator has one name, however its calls are spelled. It is null
        // for what is not known, and for what is not a call of a function or
        // method.
        if (const OpTarget *Target = N->opTarget())
          if (double Flops = Cost.flops(*N))
            FlopsOf[Target->op().name().str()] += Flops;
    });
    for (const auto &[Op, Flops] : FlopsOf)
      remark(DiagnosticPlace(), // about no node: about the file
             Op + ": " +
                 (std::isnan(Flops) ? "not known"
                                    : std::to_string(int64_t(Flops))));
    return false; // nothing changed
  }
};

} // namespace

FX_PASS_PLUGIN("recipes", "1.0",
               [](PluginHost &Host) { registerRecipesPasses(Host.passes()); })
