//===- OpRegistryTest.cpp - Operators and their names -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpRegistry.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace fx;
using llvm::StringRef;

namespace {

std::string overloads(const OpTarget *Target) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const OpSchema &Schema : Target->overloads()) {
    OS << (Text.empty() ? "" : "\n");
    Schema.print(OS);
  }
  return Text;
}

TEST(OpRegistry, OneOperatorHasManyNames) {
  const OpTarget *Torch = lookupFunction("torch.relu");
  ASSERT_TRUE(Torch);
  const OpInfo &Relu = Torch->op();
  EXPECT_EQ(Relu.name(), "relu");
  EXPECT_EQ(&lookupFunction("torch.nn.functional.relu")->op(), &Relu);
  EXPECT_EQ(&lookupFunction("torch.ops.aten.relu.default")->op(), &Relu);
  EXPECT_EQ(&lookupMethod("relu")->op(), &Relu);
  EXPECT_EQ(lookupOp("relu"), &Relu);
  EXPECT_EQ(Relu.builder(), "torch.relu");
  EXPECT_TRUE(Relu.isPointwise());
  EXPECT_FALSE(Relu.isCommutative());
  EXPECT_TRUE(lookupOp("add")->isCommutative());
  EXPECT_FALSE(lookupOp("sub")->isCommutative());
  EXPECT_FALSE(lookupOp("mm")->isPointwise());
  EXPECT_EQ(lookupFunction("torch.relu"), Torch) << "made once";
}

/// What no file declares has the names that PyTorch's bindings give it.
TEST(OpRegistry, ListedOperatorsHaveBuilders) {
  struct Case {
    StringRef Op, Builder;
  };
  for (const Case &C : {
           Case{"_conj_copy", "torch._conj_copy"},
           Case{"_cast_Char", "torch._cast_Char"},
           Case{"_aminmax", "torch._aminmax"},
           Case{"fft_hfft2", "torch._C._fft.fft_hfft2"},
           Case{"special_airy_ai", "torch._C._special.special_airy_ai"},
           Case{"linalg_ldl_solve", "torch._C._linalg.linalg_ldl_solve"},
           Case{"coalesce", ".coalesce"},
       }) {
    const OpTarget *Overload =
        lookupFunction(("torch.ops.aten." + C.Op + ".default").str());
    ASSERT_TRUE(Overload) << C.Op.str();
    const OpInfo &Op = Overload->op();
    EXPECT_EQ(Op.builder(), C.Builder);
    EXPECT_EQ(Op.builderFunction(), C.Builder.front() == '.' ? "" : C.Builder);
    EXPECT_EQ(&(C.Builder.front() == '.' ? lookupMethod(C.Builder.drop_front())
                                         : lookupFunction(C.Builder))
                   ->op(),
              &Op);
  }
}

TEST(OpRegistry, InPlaceAndOutAreOperatorsOfTheirOwn) {
  const OpInfo &InPlace = lookupMethod("relu_")->op();
  EXPECT_EQ(InPlace.name(), "relu_");
  EXPECT_EQ(InPlace.functionalForm(), lookupOp("relu"));
  EXPECT_EQ(lookupOp("relu_"), &InPlace);
  const OpTarget *Out = lookupFunction("torch.ops.aten.add.out");
  EXPECT_EQ(Out->op().name(), "add.out");
  EXPECT_TRUE(Out->isOperatorOverload());
  EXPECT_TRUE(Out->overloads()[0].isMutable());
  EXPECT_EQ(lookupOp("add.out"), &Out->op());
}

TEST(OpRegistry, PythonsSignaturesFollowFromTheList) {
  EXPECT_EQ(overloads(lookupFunction("torch.relu")),
            "(Tensor input) -> Tensor");
  EXPECT_EQ(overloads(lookupFunction("torch.nn.functional.relu")),
            "(Tensor input, bool inplace=False) -> Tensor");
  EXPECT_EQ(overloads(lookupFunction("torch.zeros")),
            "(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, "
            "Device? device=None, bool? pin_memory=None, bool "
            "requires_grad=False, Tensor(o!)? out=None) -> Tensor");
  EXPECT_EQ(overloads(lookupFunction("torch.max")),
            "(Tensor input, *, Tensor(o!)? out=None) -> Tensor\n"
            "(Tensor input, int dim, bool keepdim=False, *, Tensor(o!)[]? "
            "out=None) -> (Tensor values, Tensor indices)\n"
            "(Tensor input, Tensor other, *, Tensor(o!)? out=None) -> Tensor");
  EXPECT_EQ(overloads(lookupMethod("add_")),
            "(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)\n"
            "(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
  EXPECT_EQ(overloads(lookupFunction("torch._C._linalg.linalg_inv")),
            "(Tensor A, *, Tensor(o!)? out=None) -> Tensor");
  EXPECT_EQ(lookupFunction("torch.linalg.inv")->op().name(), "inverse");
}

TEST(OpRegistry, PacketsHaveEveryOverload) {
  const OpTarget *Packet = lookupFunction("torch.ops.aten.add");
  ASSERT_TRUE(Packet);
  EXPECT_FALSE(Packet->isOperatorOverload());
  EXPECT_GT(Packet->overloads().size(), 2u);
}

TEST(OpRegistry, UnknownNamesAreUnknown) {
  for (StringRef Name :
       {"", "relu", "torch.", "torch.nope", "torch.ops.", "torch.ops.aten",
        "torch.ops.aten.relu.nope", "torch.ops.aten.nope.default",
        "my.module.f", "torch.ops.aten.relu.default.x", "torch.view"})
    EXPECT_FALSE(lookupFunction(Name)) << Name.str();
  EXPECT_FALSE(lookupMethod("nope"));
  EXPECT_FALSE(lookupMethod("conv2d"));
  EXPECT_FALSE(lookupOp("nope"));
  EXPECT_FALSE(lookupOp("nope.out"));
}

/// Every name of every declared operator finds that operator, and every
/// signature can be read.
TEST(OpRegistry, SpellingsLeadBack) {
  unsigned Names = 0;
  llvm::StringSet<> OpNames;
  forEachDeclaredOp([&](const OpInfo &Op) {
    EXPECT_TRUE(OpNames.insert(Op.name()).second);
    EXPECT_EQ(lookupOp(Op.name()), &Op);
    EXPECT_FALSE(Op.spellings().empty()) << Op.name().str();
    for (const OpSpelling &Spelling : Op.spellings()) {
      ++Names;
      const OpTarget *Target = Spelling.Kind == TargetKind::Method
                                   ? lookupMethod(Spelling.Name)
                                   : lookupFunction(Spelling.Name);
      ASSERT_TRUE(Target) << Spelling.Name.str();
      EXPECT_EQ(&Target->op(), &Op) << Spelling.Name.str();
      EXPECT_FALSE(Target->overloads().empty()) << Spelling.Name.str();
      EXPECT_EQ(Target->name(), Spelling.Name);
    }
  });
  EXPECT_GT(OpNames.size(), 900u);
  EXPECT_GT(Names, 2500u);
}

TEST(OpRegistry, LookupIsThreadSafe) {
  std::vector<std::thread> Threads;
  std::vector<const OpTarget *> Found(8);
  for (unsigned I = 0; I != 8; ++I)
    Threads.emplace_back([&Found, I] {
      for (StringRef Name : {"torch.hypot", "torch.copysign", "torch.lgamma"}) {
        Found[I] = lookupFunction(Name);
        (void)Found[I]->overloads().size();
        (void)Found[I]->op().spellings().size();
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  for (const OpTarget *Target : Found)
    EXPECT_EQ(Target, Found[0]);
}

TEST(EffectRule, ReadsText) {
  llvm::Expected<EffectRule> Rule = parseEffectRule("writes x if not training");
  ASSERT_TRUE(bool(Rule));
  EXPECT_EQ(Rule->Kind, EffectRule::Writes);
  EXPECT_EQ(Rule->When, EffectRule::IfFalse);
  EXPECT_EQ(Rule->Param, "x");
  EXPECT_EQ(Rule->Condition, "training");
  auto Error = [](StringRef Text) {
    return llvm::toString(parseEffectRule(Text).takeError());
  };
  EXPECT_EQ(Error("eats x"), "effect 'eats x': expected writes, aliases, "
                             "random, side-effect or opaque");
  EXPECT_EQ(Error("writes"),
            "effect 'writes': expected a parameter after 'writes'");
  EXPECT_EQ(Error("random when x"), "effect 'random when x': expected 'if'");
  EXPECT_EQ(Error("random if"),
            "effect 'random if': expected a parameter after 'if'");
  EXPECT_EQ(Error("random if x y"), "effect 'random if x y': unexpected 'y'");
}

// What a plugin's generated table looks like.
namespace plugin {
constexpr char Strings[] = "\0my_op\0torch.ops.my.op.default\0(Tensor x) -> "
                           "Tensor\0relu\0views\0none\0";
constexpr uint32_t Texts[] = {31, 0};
constexpr OpTableData::Op Ops[] = {{1, 0, 7, 1, 0, 0, 0, 0}};
constexpr OpTableData::Op Clashing[] = {{52, 0, 7, 1, 0, 0, 0, 0}};
constexpr OpTableData::Spelling Functions[] = {{7, 0, 0, 1, 0}};
constexpr OpTableData::Member Members[] = {{1, 57}};
constexpr OpTableData::Member Strange[] = {{52, 63}};
const OpTableData Table = {Strings, Texts, Ops, Functions, {}, {}, {}, Members};
const OpTableData StrangeTable = {Strings, Texts, {}, {}, {}, {}, {}, Strange};
const OpTableData ClashingTable = {Strings, Texts, Clashing, {}, {}, {}};
} // namespace plugin

TEST(OpRegistry, PluginsAddOperators) {
  EXPECT_FALSE(lookupFunction("torch.ops.my.op.default"));
  EXPECT_FALSE(bool(registerOps(plugin::Table)));
  const OpTarget *Target = lookupFunction("torch.ops.my.op.default");
  ASSERT_TRUE(Target);
  EXPECT_EQ(Target->op().name(), "my_op");
  EXPECT_TRUE(Target->isOperatorOverload());
  EXPECT_TRUE(Target->op().isIn(OpSet::Views));
  EXPECT_FALSE(Target->op().isIn(OpSet::Casts));
  EXPECT_EQ(overloads(Target), "(Tensor x) -> Tensor");
  EXPECT_EQ(llvm::toString(registerOps(plugin::Table)),
            "the table is registered already");
  EXPECT_EQ(llvm::toString(registerOps(plugin::ClashingTable)),
            "operator 'relu' is declared already");
  EXPECT_EQ(llvm::toString(registerOps(plugin::StrangeTable)),
            "there is no set of operators 'none'");
}

TEST(OpRegistry, SetsHaveDeclaredAndListedOperators) {
  EXPECT_EQ(lookupOpSet("casts"), OpSet::Casts);
  EXPECT_FALSE(lookupOpSet("Casts"));
  EXPECT_TRUE(lookupFunction("torch.ops.aten._to_copy.default")
                  ->op()
                  .isIn(OpSet::Casts));
  llvm::SmallVector<StringRef, 16> Names;
  forEachMember(OpSet::Casts,
                [&](const OpInfo &Op) { Names.push_back(Op.name()); });
  EXPECT_TRUE(llvm::is_sorted(Names));
  EXPECT_TRUE(llvm::is_contained(Names, "to"));
}

} // namespace
