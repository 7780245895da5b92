//===- TestDamage.cpp - Passes that break invariants ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a text cannot say and a pass with a mistake can do: each option breaks
// one invariant of docs/LangRef.md in one way.
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphAccess.h"
#include "fx/IR/Module.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"

using namespace fx;
using fx::detail::GraphAccess;

namespace {
#include "TestDamage.h.inc"
#define GEN_PASS_DEF_DAMAGENODES
#define GEN_PASS_DEF_DAMAGEUSES
#define GEN_PASS_DEF_DAMAGEMETADATA
#define GEN_PASS_DEF_DAMAGEVALUE
#define GEN_PASS_DEF_DAMAGEARGUMENTS
#define GEN_PASS_DEF_DAMAGETREE
#include "TestDamage.cpp.inc"

/// `x`, `add = x + x`, `relu(add)`, output.
struct SoundGraph {
  explicit SoundGraph(GraphModule &Module)
      : G(Module.graph()), Ctx(G.context()), X(G.front()), Add(X->next()),
        Relu(Add->next()), Out(Relu->next()) {}
  Use &operand(Node *N, unsigned I = 0) {
    return GraphAccess::use(G, GraphAccess::operandBegin(*N) + I);
  }

  Graph &G;
  Context &Ctx;
  Node *X, *Add, *Relu, *Out;
};

struct DamageNodes : impl::DamageNodesBase<DamageNodes> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    SoundGraph S(Module);
    switch (How.get()) {
    case HowKind::LinkOut:
      GraphAccess::next(*S.Add) = 12345;
      break;
    case HowKind::Erased:
      GraphAccess::flags(*S.Add) = 1;
      break;
    case HowKind::Neighbors:
      GraphAccess::prev(*S.Relu) = S.X->id();
      break;
    case HowKind::More:
      --GraphAccess::numNodes(S.G);
      break;
    case HowKind::Fewer:
      ++GraphAccess::numNodes(S.G);
      break;
    case HowKind::End:
      GraphAccess::lastNode(S.G) = S.Relu->id();
      break;
    case HowKind::Order:
      std::swap(GraphAccess::order(*S.Add), GraphAccess::order(*S.Relu));
      break;
    case HowKind::NameTaken:
      GraphAccess::nameBase(*S.Relu) = S.Ctx.intern("x").id();
      break;
    case HowKind::NameIllegal:
      GraphAccess::nameBase(*S.Relu) = S.Ctx.intern("1 x").id();
      break;
    case HowKind::NoTarget:
      GraphAccess::target(*S.X) = 0;
      break;
    }
    return true;
  }
};

struct DamageUses : impl::DamageUsesBase<DamageUses> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    SoundGraph S(Module);
    switch (How.get()) {
    case HowKind::OperandCount:
      GraphAccess::spec(*S.Relu) = ArgSpec::plainId(2);
      break;
    case HowKind::OperandMemory:
      GraphAccess::operandBegin(*S.Relu) = 100000;
      break;
    case HowKind::OperandOwner:
      S.operand(S.Relu).Owner = S.Add->id();
      break;
    case HowKind::OperandValue:
      S.operand(S.Relu).Value = 999;
      break;
    case HowKind::LinkOut:
      GraphAccess::firstUse(*S.X) = 100000;
      break;
    case HowKind::Neighbors:
      S.operand(S.Add, 1).Prev = 0;
      break;
    case HowKind::OtherValue:
      S.operand(S.Relu).Value = S.X->id();
      break;
    case HowKind::ErasedUser:
      eraseButKeepUse(S);
      break;
    case HowKind::NoOperand:
      GraphAccess::operandCount(*S.Relu) = 0;
      GraphAccess::spec(*S.Relu) = ArgSpec::plainId(0);
      break;
    case HowKind::Unlisted:
      GraphAccess::firstUse(*S.Add) = GraphAccess::lastUse(*S.Add) = 0;
      break;
    case HowKind::End:
      GraphAccess::lastUse(*S.X) = GraphAccess::operandBegin(*S.Add);
      break;
    case HowKind::Apart:
      separateUses(S);
      break;
    }
    return true;
  }

private:
  /// A user goes, but its use stays where it was.
  static void eraseButKeepUse(SoundGraph &S) {
    Node *User = S.G.callFunction("torch.neg", {S.Relu});
    uint32_t Id = GraphAccess::operandBegin(*User);
    Use Old = GraphAccess::use(S.G, Id);
    S.G.eraseNode(User);
    // Another operand takes part in the count, so that there are as many uses
    // as operands.
    GraphAccess::use(S.G, Id) = Old;
    GraphAccess::use(S.G, GraphAccess::lastUse(*S.Relu)).Next = Id;
    GraphAccess::lastUse(*S.Relu) = Id;
    GraphAccess::firstUse(*S.Add) = GraphAccess::lastUse(*S.Add) = 0;
  }
  /// The uses of x by add, add, sub become those by add, sub, add.
  static void separateUses(SoundGraph &S) {
    Node *Sub = S.G.callFunction("operator.sub", {S.X, 1});
    uint32_t A = GraphAccess::operandBegin(*S.Add), B = A + 1,
             C = GraphAccess::operandBegin(*Sub);
    GraphAccess::use(S.G, A).Next = C;
    GraphAccess::use(S.G, C).Prev = A;
    GraphAccess::use(S.G, C).Next = B;
    GraphAccess::use(S.G, B).Prev = C;
    GraphAccess::use(S.G, B).Next = 0;
    GraphAccess::lastUse(*S.X) = B;
  }
};

struct DamageArguments : impl::DamageArgumentsBase<DamageArguments> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    SoundGraph S(Module);
    S.Relu->setTarget("my.function");
    auto SetKwargs = [&](Symbol First, Symbol Second) {
      S.Relu->setKwargs({{First, true}, {Second, false}});
    };
    if (How.get() == HowKind::OtherGraph) {
      Graph Other(S.Ctx);
      S.Relu->setArgs({Other.placeholder("y")});
    } else if (How.get() == HowKind::KeywordTwice) {
      SetKwargs(S.Ctx.intern("inplace"), S.Ctx.intern("inplace"));
    } else if (How.get() == HowKind::KeywordUnnamed) {
      SetKwargs(S.Ctx.intern("inplace"), Symbol());
    } else {
      S.Relu->setArgs({malformed(S)});
    }
    return true;
  }

private:
  Argument malformed(SoundGraph &S) const {
    Argument None;
    switch (How.get()) {
    case HowKind::OtherGraph:
    case HowKind::KeywordTwice:
    case HowKind::KeywordUnnamed:
      return None;
    case HowKind::Erased: {
      Node *Erased = S.G.callFunction("torch.relu", {S.X});
      S.G.eraseNode(Erased);
      return Erased;
    }
    case HowKind::Slice:
      return Argument::aggregate(ArgKind::Slice, {}, {1});
    case HowKind::ComplexParts:
      return Argument::aggregate(ArgKind::Complex, {}, {1.0});
    case HowKind::ComplexKind:
      return Argument::aggregate(ArgKind::Complex, {}, {1.0, 2});
    case HowKind::Dict:
      return Argument::aggregate(ArgKind::Dict, {}, {1});
    case HowKind::DictKey:
      return Argument::aggregate(ArgKind::Dict, {}, {Argument(S.Add), 1});
    case HowKind::FieldName:
      return Argument::aggregate(ArgKind::NamedTuple, S.Ctx.intern("NT"),
                                 {1, 2});
    case HowKind::TensorTypeParts:
      return Argument::aggregate(ArgKind::TensorType, {}, {1});
    case HowKind::TensorTypeKind:
      return Argument::aggregate(ArgKind::TensorType, {},
                                 {1, None, None, None});
    case HowKind::Deep: {
      Argument Deep = 1;
      for (unsigned I = 0; I <= MaxArgumentDepth; ++I)
        Deep = Argument::list(Deep);
      return Deep;
    }
    }
    return None;
  }
};

struct DamageTree : impl::DamageTreeBase<DamageTree> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    SoundGraph S(Module);
    fx::Module &Layer = *Module.submodule("layer");
    Symbol Weight = S.Ctx.intern("weight");
    Argument InTuple = Argument::tuple(Argument(S.X));
    switch (How.get()) {
    case HowKind::NameTwice:
      Layer.setAttribute(Weight, 1);
      break;
    case HowKind::NameEmpty:
      Layer.setAttribute(S.Ctx.intern(""), 1);
      break;
    case HowKind::NodeInArgs:
      Layer.setArgs({S.X});
      break;
    case HowKind::NodeInKwargs:
      Layer.setKwargs({{S.Ctx.intern("bias"), S.X}});
      break;
    case HowKind::NodeInAttribute:
      Layer.setAttribute(S.Ctx.intern("scale"), InTuple);
      break;
    case HowKind::NodeInType:
      Layer.addTensor({.Name = S.Ctx.intern("bias"), .Type = InTuple});
      break;
    case HowKind::NodeInMetadata:
      GraphAccess::meta(*S.Relu) =
          S.Ctx.internMeta({{S.Ctx.intern("tag"), InTuple}}).id();
      break;
    }
    return true;
  }
};

struct DamageMetadata : impl::DamageMetadataBase<DamageMetadata> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    for (Node *N : Module.graph().nodes())
      if (N->isCallFunction()) {
        N->setMeta("nn_module_stack", Argument::string(Module.context(), "hu"));
        return true;
      }
    return false;
  }
};

struct DamageValue : impl::DamageValueBase<DamageValue> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    for (Node *N : Module.graph().nodes())
      if (N->isCallFunction()) {
        N->setMeta("val", 3);
        return true;
      }
    return false;
  }
};
} // namespace

FX_PASS_PLUGIN("test-damage", "1.0", [](PluginHost &Host) {
  registerTestDamagePasses(Host.passes());
})
