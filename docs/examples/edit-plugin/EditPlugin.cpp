//===- EditPlugin.cpp - Edits of exported programs ------------------------===//

#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Transforms/SignatureEditor.h"
#include "fx/Transforms/StateEditor.h"

using namespace fx;

namespace {

#include "Passes.h.inc"
#define GEN_PASS_DEF_TANHGELU
#define GEN_PASS_DEF_INSERTRELU
#define GEN_PASS_DEF_FOLDSCALE
#define GEN_PASS_DEF_DROPOUTPUT
#include "PassBases.h.inc"

/// A call whose result has the type and the origin of \p Like.
Node *call(Graph &G, llvm::StringRef Target, llvm::ArrayRef<Argument> Args,
           const Node *Like) {
  Node *N = G.callFunction(Target, Args);
  N->setMeta(Like->meta());
  // That is the name of the other call in the archive.
  N->eraseMeta("serialized_name");
  return N;
}

struct TanhGelu : impl::TanhGeluBase<TanhGelu> {
  llvm::Expected<bool> run(GraphModule &M) override {
    Graph &G = M.graph();
    bool Changed = false;
    for (Node *Gelu :
         G.findNodes(Opcode::CallFunction, "torch.ops.aten.gelu.default")) {
      InsertionGuard At = G.insertingBefore(Gelu);
      Argument X = Gelu->arg(0);
      auto Mul = [&](Argument A, Argument B) {
        return call(G, "torch.ops.aten.mul.Tensor", {A, B}, Gelu);
      };
      auto Add = [&](Argument A, Argument B) {
        return call(G, "torch.ops.aten.add.Tensor", {A, B}, Gelu);
      };
      Node *Cube = Mul(Mul(X, X), X);
      Node *Inner = Mul(Add(X, Mul(Cube, 0.044715)), 0.7978845608028654);
      Node *Tanh = call(G, "torch.ops.aten.tanh.default", {Inner}, Gelu);
      Gelu->replaceAllUsesWith(Mul(Mul(X, 0.5), Add(Tanh, 1.0)));
      G.eraseNode(Gelu);
      Changed = true;
    }
    return Changed;
  }
};

struct InsertRelu : impl::InsertReluBase<InsertRelu> {
  llvm::Expected<bool> run(GraphModule &M) override {
    Graph &G = M.graph();
    bool Changed = false;
    for (Node *N : G.findNodes(Opcode::CallFunction, After.get())) {
      InsertionGuard At = G.insertingAfter(N);
      Node *Relu = call(G, "torch.ops.aten.relu.default", {N}, N);
      N->replaceAllUsesWith(Relu); // all but the ReLU itself
      Changed = true;
    }
    return Changed;
  }
};

struct FoldScale : impl::FoldScaleBase<FoldScale> {
  llvm::Expected<bool> run(GraphModule &M) override {
    Graph &G = M.graph();
    StateEditor State(M);
    bool Changed = false;
    for (Node *Mul :
         G.findNodes(Opcode::CallFunction, "torch.ops.aten.mul.Tensor")) {
      Node *Linear = Mul->arg(0).asNode();
      Argument Factor = Mul->arg(1);
      if (!Linear || !Linear->hasOneUser() || !Factor.isFloat() ||
          Linear->targetText() != "torch.ops.aten.linear.default")
        continue;
      // Weight, and bias if there is one.
      llvm::SmallVector<Node *, 2> Weights;
      for (unsigned I = 1; I < Linear->numArgs(); ++I)
        if (Node *N = Linear->arg(I).asNode())
          Weights.push_back(N);
      auto MayChange = [&](Node *N) {
        return N->hasOneUser() && State.isConstant(*N);
      };
      if (!llvm::all_of(Weights, MayChange))
        continue;
      for (Node *N : Weights) {
        llvm::Expected<TensorData> Data = State.read(*N);
        if (!Data)
          return Data.takeError();
        TensorData Scaled =
            Data->map([&](double W) { return W * Factor.asFloat(); });
        if (llvm::Error E = State.replace(*N, Scaled))
          return E;
      }
      Mul->replaceAllUsesWith(Linear);
      G.eraseNode(Mul);
      ++NumFolded;
      Changed = true;
    }
    return Changed;
  }
};

struct DropOutput : impl::DropOutputBase<DropOutput> {
  llvm::Expected<bool> run(GraphModule &M) override {
    if (!M.program())
      return false;
    if (llvm::Error E = SignatureEditor(M).removeUserOutput(Index.get()))
      return E;
    M.graph().eliminateDeadCode();
    return true;
  }
};

} // namespace

FX_PASS_PLUGIN("edit", "1.0",
               [](PluginHost &Host) { registerEditPasses(Host.passes()); })
