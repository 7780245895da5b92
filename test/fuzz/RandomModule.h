//===- RandomModule.h - Random modules for property tests -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes modules that hold every kind of argument, strange strings and numbers,
// types, metadata, module trees and nested graphs, from a seed.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_FUZZ_RANDOMMODULE_H
#define FX_TEST_FUZZ_RANDOMMODULE_H

#include "fx/IR/Module.h"
#include <cstring>
#include <random>
#include <string>

namespace fx::test {

class RandomModule {
public:
  RandomModule(Context &Ctx, uint64_t Seed) : Ctx(Ctx), Random(Seed) {}

  std::unique_ptr<GraphModule> module() {
    auto M = std::make_unique<GraphModule>(Ctx);
    if (one(4))
      M->setName(Ctx.intern(identifier()));
    unsigned Tree = below(3);
    if (Tree) {
      auto Root = std::make_unique<Module>(Ctx, className());
      fill(*Root, 2);
      M->setTree(std::move(Root), Tree == 1 ? GraphModule::TreeKind::Open
                                            : GraphModule::TreeKind::Closed);
    }
    if (one(4))
      M->addWeightFile(text(12));
    fill(M->graph());
    return M;
  }

  Argument value(unsigned Depth, llvm::ArrayRef<Node *> Nodes) {
    unsigned Kind = below(Depth ? 25 : 16);
    switch (Kind) {
    case 0:
      return Argument();
    case 1:
      return Argument::ellipsis();
    case 2:
      return one(2);
    case 3:
    case 4:
      return integer();
    case 5:
    case 6:
      return number();
    case 7:
      return Argument::complex(number(), number());
    case 8:
      return Argument::string(Ctx, text(16));
    case 9:
      return DType(below(NumDTypes));
    case 10:
      return Argument::device(Ctx, one(2) ? "cuda:1" : one(2) ? "cpu" : "meta");
    case 11:
      return Layout(below(NumLayouts));
    case 12:
      return MemoryFormat(below(NumMemoryFormats));
    case 13:
      return Argument::symExpr(Ctx.intern(one(2) ? "s0*2" : text(8)));
    case 14:
      return Argument::function(
          Ctx.intern(one(2) ? "torch.ops.aten.add.Tensor" : text(8)));
    case 15:
      return Argument::enumMember(
          Ctx.intern(one(2) ? "mod.Color.RED" : text(8)));
    case 16:
    case 17:
    case 18:
      if (!Nodes.empty())
        return Nodes[below(Nodes.size())];
      return integer();
    default:
      break;
    }
    llvm::SmallVector<Argument, 8> Items;
    auto Fill = [&](unsigned Count) {
      for (unsigned I = 0; I != Count; ++I)
        Items.push_back(value(Depth - 1, Nodes));
    };
    switch (Kind) {
    case 19:
      Fill(below(4));
      return Argument::tuple(Items);
    case 20:
      Fill(below(4));
      return Argument::list(Items);
    case 21: {
      for (unsigned I = 0, E = below(4); I != E; ++I) {
        Items.push_back(one(4)
                            ? integer()
                            : Argument::string(Ctx, text(6) + char('a' + I)));
        Items.push_back(value(Depth - 1, Nodes));
      }
      return Argument::dict(Items);
    }
    case 22: {
      for (unsigned I = 0, E = below(4); I != E; ++I) {
        Items.push_back(
            Argument::string(Ctx, identifier() + "_" + std::to_string(I)));
        Items.push_back(value(Depth - 1, Nodes));
      }
      return Argument::namedTuple(Ctx.intern(one(2) ? "mod.Point" : text(8)),
                                  Items);
    }
    case 23:
      Fill(3);
      return one(2) ? Argument::slice(Items[0], Items[1], Items[2])
                    : Argument::range(int(below(9)), int(below(99)), 1);
    default: {
      for (unsigned I = 0, E = below(4); I != E; ++I)
        Items.push_back(one(3) ? Argument::symExpr(Ctx.intern("s77"))
                               : Argument(int(below(100))));
      Argument Sizes = Argument::tuple(Items);
      return Argument::tensorType(
          DType(below(NumDTypes)), Sizes, one(2) ? Argument() : Sizes,
          one(2) ? Argument() : Argument::device(Ctx, "cuda:0"));
    }
    }
  }

private:
  unsigned below(uint64_t Bound) { return unsigned(Random() % Bound); }
  bool one(unsigned In) { return below(In) == 0; }

  std::string identifier() {
    static const char *const Names[] = {
        "x",     "relu",         "add_1", "a_01",   "_",   "_0",
        "sum_1", "x_4294967295", "X_y_z", "layer1", "b_7", "return_"};
    return Names[below(std::size(Names))];
  }

  std::string text(unsigned Max) {
    static const char *const Pieces[] = {
        "a",           "%x",   ", ",   "(",
        ")",           "]",    "{",    "}",
        "\"",          "'",    "\\",   "\n",
        "\t",          "\r",   "\x01", "é",
        "🎉",          "\xff", "\xc3", " ",
        "=",           ": ",   "//",   "// -----\n",
        "True",        "1e5",  "nan",  "[num_users=1]",
        "kwargs = {}", "\x7f", "fx 1", "torch.float32"};
    std::string Result;
    for (unsigned I = 0, E = below(Max); I != E; ++I)
      Result += Pieces[below(std::size(Pieces))];
    if (one(16))
      Result += '\0';
    return Result;
  }

  Argument integer() {
    switch (below(5)) {
    case 0:
      return long(INT64_MIN);
    case 1:
      return long(INT64_MAX);
    case 2:
      return Argument::integer(Ctx, one(2) ? "1180591620717411303424"
                                           : "-99999999999999999999");
    default:
      return int(below(200)) - 100;
    }
  }

  double number() {
    static const double Some[] = {0.0,           -0.0,     1.0,      0.1,  1e-5,
                                  1e16,          1e300,    5e-324,   1e22, -2.5,
                                  123456789.125, HUGE_VAL, -HUGE_VAL};
    if (one(2))
      return Some[below(std::size(Some))];
    // Any bits: NaNs with payloads and denormals too.
    uint64_t Bits = Random();
    if (one(4))
      Bits |= 0x7FF0000000000000;
    double Result;
    std::memcpy(&Result, &Bits, sizeof(Result));
    return Result;
  }

  Symbol className() {
    static const char *const Names[] = {"torch.nn.ReLU", "ReLU", "mod.Net",
                                        "parameter", "torch.nn.Conv2d"};
    return Ctx.intern(Names[below(std::size(Names))]);
  }

  void fill(Module &M, unsigned Depth) {
    std::vector<Argument> Args;
    for (unsigned I = 0, E = below(3); I != E; ++I)
      Args.push_back(value(2, {}));
    M.setArgs(std::move(Args));
    std::vector<KwArg> Kwargs;
    for (unsigned I = 0, E = below(3); I != E; ++I)
      Kwargs.push_back({Ctx.intern("k" + std::to_string(I)), value(2, {})});
    M.setKwargs(std::move(Kwargs));
    M.setTraining(one(4));
    if (one(8))
      M.setExtraText({text(6), text(6)});
    for (unsigned I = 0, E = below(3); I != E; ++I) {
      TensorAttr T;
      T.Name = Ctx.intern("t" + std::to_string(I));
      T.Role = TensorAttr::RoleKind(below(4));
      if (one(2))
        T.Type = Argument::tensorType(DType::Float32,
                                      Argument::tuple({int(below(9)), 4}),
                                      Argument(), Argument());
      T.RequiresGrad = one(2);
      T.Persistent = one(2);
      T.Pickled = one(8);
      if (one(4))
        T.Record = Ctx.intern(text(6) + "r");
      M.addTensor(T);
    }
    for (unsigned I = 0, E = below(2); I != E; ++I)
      M.setAttribute(Ctx.intern("v" + std::to_string(I)), value(2, {}));
    for (unsigned I = 0, E = Depth ? below(3) : 0; I != E; ++I) {
      auto Child = std::make_unique<Module>(Ctx, className());
      fill(*Child, Depth - 1);
      std::string Name = std::to_string(I);
      if (one(2))
        Name = (one(2) ? "a-b" : identifier()) + Name;
      Module &Added = M.addChild(Ctx.intern(Name), std::move(Child));
      if (one(4)) {
        Added.setGraph(std::make_unique<Graph>(Ctx));
        fill(*Added.graph());
      }
    }
  }

  void fill(Graph &G) {
    std::vector<Node *> Nodes;
    for (unsigned I = 0, E = below(10); I != E; ++I) {
      std::vector<Argument> Args;
      std::vector<KwArg> Kwargs;
      Opcode Op = Opcode(below(5));
      std::string Target;
      switch (Op) {
      case Opcode::Placeholder:
        Target = identifier();
        if (one(2))
          Args.push_back(value(2, {}));
        break;
      case Opcode::GetAttr:
        Target = one(2) ? "w.0.a-b" : identifier();
        break;
      default:
        Target = one(2)                       ? "torch.relu"
                 : Op == Opcode::CallFunction ? "mod." + identifier()
                                              : identifier();
        for (unsigned J = 0, F = below(4); J != F; ++J)
          Args.push_back(value(3, Nodes));
        if (Op == Opcode::CallMethod && Args.empty())
          Args.push_back(value(3, Nodes));
        for (unsigned J = 0, F = below(3); J != F; ++J)
          Kwargs.push_back(
              {Ctx.intern("k" + std::to_string(J)), value(3, Nodes)});
      }
      std::string Name = one(3) ? identifier() : "";
      Symbol Type;
      if (one(4))
        Type = Ctx.intern(one(2) ? "torch.Tensor" : text(6) + "T");
      Node *N = G.createNode(Op, Ctx.intern(Target), Args, Kwargs, Name, Type);
      if (one(4))
        N->setMeta("tag", value(2, {}));
      if (one(8))
        N->setMeta(text(4) + "k", value(2, {}));
      Nodes.push_back(N);
    }
    if (!one(6)) {
      Node *Out = G.output(value(4, Nodes));
      if (one(8))
        Out->setType("torch.Tensor");
      if (one(8))
        Out->setMeta("tag", value(2, {}));
    }
    // Edits that leave users in another order than the text would give.
    for (unsigned I = 0; I != 3 && !Nodes.empty() && one(3); ++I) {
      Node *User = Nodes[below(Nodes.size())];
      if (User->numOperands())
        User->setArgs(User->args());
    }
  }

  Context &Ctx;
  std::mt19937_64 Random;
};

} // namespace fx::test

#endif // FX_TEST_FUZZ_RANDOMMODULE_H
