//===- SnapshotRegionTest.cpp - Operators that call graphs ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What made-up programs with higher-order operators become: regions of autocast
// and without gradients, loops, conditions, products of another dtype.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace fx::test;
using namespace llvm;

namespace {

/// Of tensors of 4 x 4, which give such tensors; then others.
constexpr StringLiteral Same[] = {"mm.default|{0}, {1}",
                                  "add.Tensor|{0}, {1}",
                                  "linear.default|{0}, {1}",
                                  "relu.default|{0}",
                                  "softmax.int|{0}, -1",
                                  "exp.default|{0}",
                                  "mul.Tensor|{0}, 2",
                                  "matmul.default|{0}, {1}",
                                  "layer_norm.default|{0}, [4]",
                                  "detach.default|{0}",
                                  "addcmul.default|{0}, {1}, {0}",
                                  "t.default|{0}"};
constexpr StringLiteral Other[] = {
    "sum.default|{0}",        "mse_loss.default|{0}, {1}",
    "cat.default|[{0}, {1}]", "to.dtype|{0}, torch.float64",
    "argmax.default|{0}",     "unbind.int|{0}",
    "prod.default|{0}",       "norm.Scalar|{0}"};

class Program {
public:
  explicit Program(uint32_t Seed) : D(Seed) {}

  std::string text() {
    std::string Graph;
    for (StringRef In : {"x", "y", "w"})
      Graph += formatv("    %{0} = placeholder[target={0}] {{input_spec: "
                       "(\"user_input\",), val: {1}}\n",
                       In, type(In == "w"));
    Graph += "    %i = placeholder[target=i] {input_spec: (\"user_input\",), "
             "val: tensor(torch.int64, (), (), device(\"cpu\"))}\n"
             "    %p = placeholder[target=p] {input_spec: (\"user_input\",), "
             "val: tensor(torch.bool, (), (), device(\"cpu\"))}\n"
             "    %sum = call_function[target=torch.ops.aten.add.Tensor](args "
             "= (%x, %w), kwargs = {}) {val: " +
             type(true) + "}\n";
    for (unsigned I = 0; I != 3; ++I)
      Graph += call(I);
    return "fx 1\nmodule {\n" + Modules +
           "}\nprogram {\n  schema_version = (8, 20)\n  opset_version = "
           "{\"aten\": 10}\n  torch_version = \"2.13.0\"\n  verifiers = "
           "[\"TRAINING\"]\n  module_calls = []\n}\ngraph():\n" +
           Graph +
           "    %output = output[target=output](args = ((%r0, %r1, %r2),), "
           "kwargs = {}) {output_specs: ((\"user_output\",), "
           "(\"user_output\",), (\"user_output\",))}\n";
  }

private:
  std::string type(bool WithGrad) {
    std::string DType = D.rarely(200)   ? "float64"
                        : D.rarely(200) ? "bfloat16"
                        : D.rarely(200) ? "int64"
                                        : "float32";
    std::string Sizes = D.rarely(150)   ? "(2, 4), (4, 1)"
                        : D.rarely(200) ? "(4,), (1,)"
                        : D.rarely(200) ? "(), ()"
                                        : "(4, 4), (4, 1)";
    return formatv("tensor(torch.{0}, {1}, device(\"cpu\"){2})", DType, Sizes,
                   WithGrad && DType != "int64" ? ", requires_grad=True" : "");
  }

  /// A submodule whose graph takes \p Count tensors, after one integer if
  /// \p HasCounter. Of the one at \p Sliced it takes the rows.
  std::string region(unsigned Count, bool HasCounter, bool GivesFlag,
                     unsigned Depth = 1, int Sliced = -1) {
    std::string Name = "submod_" + std::to_string(NumRegions++);
    std::string Body, Nested;
    std::vector<std::string> Values;
    if (HasCounter)
      Body +=
          "        %k = placeholder[target=k] {val: tensor(torch.int64, (), "
          "(), device(\"cpu\"))}\n";
    for (unsigned I = 0; I != Count; ++I) {
      std::string Arg = "a" + std::to_string(I);
      Body += formatv("        %{0} = placeholder[target={0}]{1}\n", Arg,
                      D.rarely(150) ? std::string()
                      : int(I) == Sliced
                          ? " {val: tensor(torch.float32, (4,), (1,), "
                            "device(\"cpu\"))}"
                          : " {val: " + type(false) + "}");
      if (int(I) != Sliced)
        Values.push_back("%" + Arg);
    }
    if (Values.empty())
      Values.push_back("%k");
    for (unsigned I = D.number(4) + 1; I != 0; --I) {
      bool IsSame = !D.rarely(5);
      const std::string Call = IsSame ? D.one(Same) : D.one(Other);
      auto [Op, Form] = StringRef(Call).split('|');
      std::string Result = "v" + std::to_string(I);
      Body +=
          formatv("        %{0} = call_function[target=torch.ops.aten.{1}]("
                  "args = ({2},), kwargs = {{}){3}\n",
                  Result, Op,
                  formatv(Form.str().c_str(), Values[D.number(Values.size())],
                          Values[D.number(Values.size())])
                      .str(),
                  IsSame && D.rarely(3) ? " {val: " + type(false) + "}"
                                        : std::string());
      if (IsSame || D.rarely(60))
        Values.push_back("%" + Result);
    }
    if (Sliced >= 0) {
      Body += formatv("        %z = call_function[target=torch.ops.aten.add."
                      "Tensor](args = ({0}, %a{1}), kwargs = {{})\n",
                      Values.back(), Sliced);
      Values.push_back("%z");
    }
    if (Depth && D.rarely(6)) {
      std::string Inner = region(1, false, false, Depth - 1);
      Body += formatv("        %{0} = get_attr[target={0}]\n"
                      "        %h = call_function[target=torch.ops.higher_order"
                      ".wrap_with_set_grad_enabled](args = (False, %{0}, {1}), "
                      "kwargs = {{})\n"
                      "        %h0 = call_function[target=operator.getitem]("
                      "args = (%h, 0), kwargs = {{})\n",
                      Inner, Values.back());
      size_t At = Modules.find("  " + Inner + " = ");
      Nested = Modules.substr(At);
      Modules.resize(At);
      Values.push_back("%h0");
    }
    if (GivesFlag)
      Body +=
          "        %t = call_function[target=torch.ops.aten.lt.Scalar](args "
          "= (%k, 3), kwargs = {})\n        return %t\n";
    else if (HasCounter)
      Body += "        %n = call_function[target=torch.ops.aten.add.Tensor]("
              "args = (%k, 1), kwargs = {})\n        return (%n, " +
              Values.back() + ")\n";
    else if (D.rarely(4))
      Body +=
          "        return (" + Values.back() + ", " + Values.front() + ")\n";
    else
      Body += "        return " +
              (D.rarely(40) ? Values.back() : "(" + Values.back() + ",)") +
              "\n";
    Modules += "  " + Name + " = torch.fx.graph_module.GraphModule {\n" +
               Nested + "    graph():\n" + Body + "  }\n";
    return Name;
  }

  std::string call(unsigned I) {
    static constexpr StringLiteral Tensors[] = {"%x", "%y", "%w", "%sum"};
    std::string Result, Args, Target;
    auto Region = [&](unsigned Count, bool HasCounter = false,
                      bool GivesFlag = false, int Sliced = -1) {
      std::string Name = region(Count, HasCounter, GivesFlag, 1, Sliced);
      Result += formatv("    %{0} = get_attr[target={0}]\n", Name);
      return "%" + Name;
    };
    auto List = [&](unsigned Count) {
      std::vector<std::string> Items;
      for (unsigned J = 0; J != Count; ++J)
        Items.push_back(D.one(Tensors));
      return join(Items, ", ");
    };
    unsigned Count = D.number(3) + 1;
    // Now and then one more or less is passed.
    unsigned Given = D.rarely(60)   ? Count - 1
                     : D.rarely(60) ? Count + 1
                                    : Count;
    bool IsTuple = true;
    switch (D.number(8)) {
    case 0:
    case 1: {
      static constexpr StringLiteral Modes[] = {
          "\"cpu\", torch.bfloat16, True, False",
          "\"cpu\", None, True, True",
          "\"cpu\", torch.float16, False, False",
          "\"cpu\", torch.float16, True, None",
          "\"cpu\", torch.float16, True, True, 1",
          "\"cuda\", torch.float16, True, False",
          "\"cpu\", torch.float32, True, False"};
      Target = "wrap_with_autocast";
      Args = D.one(Modes) + ", " + Region(Count) + ", " + List(Given);
      break;
    }
    case 2:
      Target = "wrap_with_set_grad_enabled";
      Args = (D.rarely(3) ? "True, " : "False, ") + Region(Count) + ", " +
             List(Given);
      break;
    case 3: {
      Target = "cond";
      std::string Then = Region(Count), Else = Region(Count);
      Args = "%p, " + Then + ", " + Else + ", [" + List(Given) + "]";
      break;
    }
    case 4: {
      Target = "while_loop";
      std::string Test = Region(1, true, true), Body = Region(1, true);
      Args = Test + ", " + Body + ", [%i, " + List(1) + "], []";
      break;
    }
    case 5:
      Target = "scan";
      Args = Region(2, false, false, 1) + ", [" + List(1) + "], [" +
             List(D.rarely(20) ? 0 : 1) + "], []";
      break;
    case 6:
      Target = "map_impl";
      Args =
          Region(2, false, false, 0) + ", [" + List(1) + "], [" + List(1) + "]";
      break;
    default: {
      static constexpr StringLiteral Right[] = {
          "fn(\"torch.ops.aten.mm.default\"), torch.int32",
          "fn(\"torch.ops.aten.mm.default\"), torch.float64",
          "fn(\"torch.ops.aten.mul.Tensor\"), torch.int32",
          "fn(\"torch.ops.aten.add.Tensor\"), torch.float32"};
      static constexpr StringLiteral Wrong[] = {
          "fn(\"torch.ops.aten.sum.default\"), torch.float32",
          "fn(\"torch.ops.acme.op.default\"), torch.float32",
          "fn(\"torch.ops.aten.mm.default\"), None", "1, torch.int32"};
      Target = "out_dtype";
      Args = (D.rarely(20) ? D.one(Wrong) : D.one(Right)) + ", " +
             List(D.rarely(20) ? D.number(3) + 1 : 2);
      IsTuple = false;
    }
    }
    Result += formatv("    %c{0} = call_function[target=torch.ops.higher_order."
                      "{1}](args = ({2}), kwargs = {{})\n",
                      I, Target, StringRef(Args).rtrim(", "));
    if (!IsTuple)
      return Result + formatv("    %r{0} = call_function[target=torch.ops.aten."
                              "relu.default](args = (%c{0},), kwargs = {{})\n",
                              I)
                          .str();
    return Result + formatv("    %r{0} = call_function[target=operator.getitem]"
                            "(args = (%c{0}, {1}), kwargs = {{})\n",
                            I, D.rarely(40) ? 1 : 0)
                        .str();
  }

  Draws D;
  std::string Modules;
  unsigned NumRegions = 0;
};

class SnapshotOfRegions : public testing::TestWithParam<unsigned> {};

TEST_P(SnapshotOfRegions, Programs) {
  Snapshots Snaps("programs/regions-" + std::to_string(GetParam()));
  for (unsigned I = 0; I != 15; ++I) {
    std::vector<Sample> Samples;
    for (unsigned J = 0; J != 20; ++J)
      Samples.push_back(
          {"in.fx", Program(1000 * GetParam() + 20 * I + J).text(), ""});
    Snaps.runTogether(
        "regions " + std::to_string(I), Samples,
        {{"fx-opt", "--infer-values", "--show-diagnostic-ids"},
         {"fx-opt", "--passes=infer-values{replace,partial},decompose"},
         {"fx-opt", "--passes=cse,dce,inline-module{modules=* recursive},"
                    "normalize-args,rename-nodes"}});
  }
}
INSTANTIATE_TEST_SUITE_P(All, SnapshotOfRegions, testing::Range(0u, 4u));

} // namespace
