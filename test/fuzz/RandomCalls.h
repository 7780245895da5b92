//===- RandomCalls.h - Random calls of operators ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills a graph with inputs of random types and layouts, and with calls of
// declared operators whose arguments follow their schemas most of the time.
// Each decision takes a byte of the input; after its end they are random.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_FUZZ_RANDOMCALLS_H
#define FX_TEST_FUZZ_RANDOMCALLS_H

#include "fx/IR/Module.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/Support/xxhash.h"
#include <random>

namespace fx::test {

class RandomCalls {
public:
  RandomCalls(GraphModule &M, llvm::ArrayRef<uint8_t> Data)
      : M(M), Ctx(M.context()), Data(Data), Random(llvm::xxh3_64bits(Data)) {}

  void fill() {
    Graph &G = M.graph();
    for (unsigned I = 0, E = 1 + below(3); I != E; ++I) {
      Node *In = G.placeholder("x" + std::to_string(I));
      In->setVal(tensor());
      Nodes.push_back(In);
    }
    for (unsigned I = 0, E = 1 + below(4); I != E; ++I)
      call();
    std::vector<Argument> Returned(Nodes.begin(), Nodes.end());
    G.output(Argument::tuple(Returned));
  }

private:
  unsigned below(unsigned Bound) {
    if (Data.empty())
      return Random() % Bound;
    unsigned Value = Data.front();
    Data = Data.drop_front();
    if (Bound > 256 && !Data.empty()) {
      Value = Value << 8 | Data.front();
      Data = Data.drop_front();
    }
    return Value % Bound;
  }
  bool one(unsigned In) { return below(In) == 0; }
  template <typename T, size_t N> const T &pick(const T (&From)[N]) {
    return From[below(N)];
  }

  /// Every name of every declared operator.
  static const std::vector<const OpTarget *> &targets() {
    static const auto &All = *[] {
      auto *Targets = new std::vector<const OpTarget *>;
      forEachDeclaredOp([&](const OpInfo &Op) {
        for (const OpSpelling &S : Op.spellings())
          if (const OpTarget *T = S.Kind == TargetKind::Method
                                      ? lookupMethod(S.Name)
                                      : lookupFunction(S.Name))
            Targets->push_back(T);
      });
      return Targets;
    }();
    return All;
  }

  //===--- Inputs ---------------------------------------------------------===//

  DType dtype() {
    static constexpr DType Often[] = {
        DType::Float32, DType::Float64, DType::Int64,    DType::Int32,
        DType::Bool,    DType::Float16, DType::BFloat16, DType::Complex64};
    return one(32) ? DType(below(NumDTypes)) : pick(Often);
  }

  /// A type of any layout: dense, permuted, with gaps, expanded.
  Argument tensor() {
    static constexpr int64_t Sizes[] = {2, 3, 4, 1, 0, 5, 8};
    unsigned Rank = below(6);
    llvm::SmallVector<int64_t, 6> Dims, Strides(Rank), Order;
    for (unsigned I = 0; I != Rank; ++I) {
      Dims.push_back(pick(Sizes));
      Order.push_back(I);
    }
    if (one(3))
      std::shuffle(Order.begin(), Order.end(), Random);
    int64_t Next = 1;
    for (unsigned I = Rank; I-- > 0;) {
      unsigned D = Order[I];
      if (one(8))
        Next *= 2;
      Strides[D] = one(10) ? 0 : Next;
      Next *= std::max<int64_t>(Dims[D], 1);
    }
    auto List = [](llvm::ArrayRef<int64_t> From) {
      llvm::SmallVector<Argument, 6> Items;
      for (int64_t I : From)
        Items.push_back(Argument(long(I)));
      return Argument::tuple(Items);
    };
    return Argument::tensorType(dtype(), List(Dims), List(Strides),
                                Argument::device(Ctx, "cpu"));
  }

  //===--- Arguments ------------------------------------------------------===//

  long integer() {
    static constexpr long Extremes[] = {INT64_MIN, INT64_MAX, INT32_MAX,
                                        INT32_MIN, 1l << 32,  -(1l << 40)};
    if (one(24))
      return pick(Extremes);
    return long(below(13)) - 5;
  }

  double number() {
    static constexpr double Some[] = {0.5, 1.0,  0.0,  2.0,     -1.0,
                                      0.1, 1e30, -0.0, HUGE_VAL};
    return pick(Some);
  }

  Argument string() {
    static constexpr llvm::StringLiteral Some[] = {
        "mean", "none",    "sum",     "floor",     "trunc",
        "ij",   "reflect", "tanh",    "constant",  "ab,bc->ac",
        "",     "cpu",     "ortho",   "replicate", "circular",
        "xy",   "left",    "valid",   "same",      "linear",
        "fro",  "mean,",   "nearest", "...i->i",   "ii"};
    return Argument::string(Ctx, pick(Some));
  }

  Argument node() { return Nodes[below(Nodes.size())]; }

  /// A value of any kind.
  Argument odd() {
    switch (below(9)) {
    case 0:
      return node();
    case 1:
      return Argument();
    case 2:
      return string();
    case 3:
      return Argument(number());
    case 4:
      return Argument::list({});
    case 5:
      return Argument::tuple({node(), Argument(integer())});
    case 6:
      return Argument::symExpr(Ctx.intern("s0"));
    case 7:
      return Argument(one(2));
    default:
      return Argument(integer());
    }
  }

  Argument scalar(SchemaKind Kind) {
    switch (Kind) {
    case SchemaKind::Tensor:
      return node();
    case SchemaKind::Int:
      return Argument(integer());
    case SchemaKind::SymInt:
      return one(16) ? Argument::symExpr(Ctx.intern("s0"))
                     : Argument(integer());
    case SchemaKind::Scalar:
      return one(2)   ? Argument(integer())
             : one(8) ? Argument(one(2))
                      : Argument(number());
    case SchemaKind::Float:
      return Argument(number());
    case SchemaKind::Bool:
    case SchemaKind::SymBool:
      return Argument(one(2));
    case SchemaKind::Complex:
      return Argument::complex(number(), number());
    case SchemaKind::Str:
      return string();
    case SchemaKind::Device:
      return Argument::device(Ctx, "cpu");
    case SchemaKind::DType:
      return Argument(dtype());
    case SchemaKind::Layout:
      return Argument(Layout(below(NumLayouts)));
    case SchemaKind::MemoryFormat:
      return Argument(MemoryFormat(below(NumMemoryFormats)));
    case SchemaKind::Any:
      return one(2) ? node() : Argument(integer());
    default:
      return Argument();
    }
  }

  Argument value(const SchemaType &Type) {
    if (one(24))
      return odd();
    if (Type.Optional && one(3))
      return Argument();
    if (!Type.isList())
      return scalar(Type.Kind);
    unsigned Count = Type.FixedSize > 1 && !one(6) ? Type.FixedSize : below(5);
    llvm::SmallVector<Argument, 4> Items;
    for (unsigned I = 0; I != Count; ++I)
      Items.push_back(Type.ElementOptional && one(3) ? Argument()
                                                     : scalar(Type.Kind));
    return one(4) ? Argument::tuple(Items) : Argument::list(Items);
  }

  //===--- Calls ----------------------------------------------------------===//

  void call() {
    const OpTarget &Target = *targets()[below(targets().size())];
    llvm::SmallVector<Argument, 8> Args;
    llvm::SmallVector<KwArg, 4> Kwargs;
    llvm::ArrayRef<OpSchema> Overloads = Target.overloads();
    if (Overloads.empty()) {
      Args.push_back(node());
    } else {
      const OpSchema &Schema = Overloads[below(Overloads.size())];
      bool ByName = false;
      for (const SchemaParam &P : Schema.params()) {
        if (P.Kind == ParamKind::VarKeyword)
          continue;
        if ((P.HasDefault && one(2)) || one(64)) {
          ByName = true;
          continue;
        }
        ByName |= P.Kind == ParamKind::KeywordOnly || one(32);
        Argument Value = value(P.Type);
        if (P.Kind == ParamKind::VarPositional && Value.isSequence())
          llvm::append_range(Args, Value.elements());
        else if (ByName)
          Kwargs.push_back({Ctx.intern(P.Name), Value});
        else
          Args.push_back(Value);
      }
      if (one(64))
        Args.push_back(odd());
    }
    if (Target.isMethod() && (Args.empty() || !Args[0].isNode()))
      Args.insert(Args.begin(), node());
    Nodes.push_back(M.graph().createNode(
        Target.isMethod() ? Opcode::CallMethod : Opcode::CallFunction,
        Ctx.intern(Target.name()), Args, Kwargs));
  }

  GraphModule &M;
  Context &Ctx;
  llvm::ArrayRef<uint8_t> Data;
  std::mt19937_64 Random;
  std::vector<Node *> Nodes;
};

} // namespace fx::test

#endif // FX_TEST_FUZZ_RANDOMCALLS_H
