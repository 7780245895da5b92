//===- SnapshotProgramTest.cpp - What made-up programs become -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that equal numbers make equal: expressions of symbols, and writes
// through views. Also selectors and comparisons with mistakes in them.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace fx::test;
using namespace llvm;

namespace {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

constexpr StringLiteral Functions[] = {
    "Add", "Add",      "Mul",      "Mul", "FloorDiv", "Mod",     "PythonMod",
    "Max", "CleanDiv", "CeilDiv",  "Min", "Pow",      "Add",     "IntTrueDiv",
    "Mul", "FloorDiv", "FloatPow", "Add", "FloorDiv", "Equality"};
constexpr StringLiteral Conditions[] = {
    "Equality",       "Unequality",        "LessThan", "GreaterThan",
    "StrictLessThan", "StrictGreaterThan", "And",      "Or"};

/// A number, as sympy's srepr writes it.
std::string expression(Draws &D, unsigned Depth) {
  unsigned Kind = D.number(14);
  if (Depth == 0 || Kind < 2)
    return Kind % 3 == 0 ? formatv("Integer({0})", int(D.number(7)) - 2).str()
                         : formatv("Symbol('{0}{1}', {2}integer=True)",
                                   D.number(8) ? "s" : "u", D.number(3),
                                   D.number(3) ? "positive=True, " : "")
                               .str();
  if (Kind == 2 && D.number(3) == 0)
    return formatv("Piecewise(ExprCondPair({0}, {1}({2}, {3})), "
                   "ExprCondPair({4}, true))",
                   expression(D, Depth - 1), D.one(Conditions),
                   expression(D, 0), expression(D, 0),
                   expression(D, Depth - 1));
  if (Kind == 2 && D.number(3) == 0)
    return D.number(2) ? "Float('2.5', precision=53)"
                       : "ToFloat(" + expression(D, Depth - 1) + ")";
  if (Kind == 3)
    return formatv("{0}({1}, {2}, {3})",
                   D.number(2)   ? "Add"
                   : D.number(2) ? "Mul"
                                 : "Max",
                   expression(D, Depth - 1), expression(D, Depth - 1),
                   expression(D, Depth - 1));
  return D.one(Functions) + "(" + expression(D, Depth - 1) + ", " +
         expression(D, Depth - 1) + ")";
}

constexpr StringLiteral OnNumbers[] = {
    "operator.add",      "operator.sub",  "operator.mul",     "operator.mul",
    "operator.floordiv", "operator.mod",  "operator.truediv", "operator.pow",
    "operator.add",      "torch.sym_max", "torch.sym_min",    "operator.eq",
    "operator.ne",       "operator.lt",   "operator.le",      "operator.gt",
    "operator.ge",       "operator.sub"};
constexpr StringLiteral OnNumber[] = {"operator.neg", "torch.sym_float",
                                      "torch.sym_not"};
/// Calls of a tensor x, its sizes a and b, and another number n.
constexpr StringLiteral OnSizes[] = {"view.default|%x, [%n, -1]",
                                     "reshape.default|%x, [-1]",
                                     "view.default|%x, [%b, %a]",
                                     "expand.default|%x, [%n, %a, %b]",
                                     "slice.Tensor|%x, 0, %n",
                                     "slice.Tensor|%x, 0, 1, %n",
                                     "slice.Tensor|%x, 1, 0, %n, 2",
                                     "narrow.default|%x, 0, 1, %n",
                                     "cat.default|[%x, %x]",
                                     "cat.default|[%x, %x], 1",
                                     "repeat.default|%x, [2, %n]",
                                     "unfold.default|%x, 0, 2, 3",
                                     "flatten.using_ints|%x",
                                     "split.Tensor|%x, %n",
                                     "chunk.default|%x, 2",
                                     "constant_pad_nd.default|%x, [1, %n]",
                                     "as_strided.default|%x, [%n, 2], [1, %a]",
                                     "full.default|[%n, %a], 1",
                                     "arange.default|%n",
                                     "arange.start_step|0, %n, 2",
                                     "avg_pool1d.default|%x, [2], [2]",
                                     "add.Tensor|%x, %x",
                                     "mm.default|%x, %x",
                                     "t.default|%x",
                                     "unsqueeze.default|%x, 1",
                                     "sum.dim_IntList|%x, [0], True",
                                     "select.int|%x, 0, %n",
                                     "roll.default|%x, [%n], [0]",
                                     "diagonal.default|%x, %n",
                                     "upsample_nearest1d.default|%x, [%n]"};

std::string programOfSizes(uint32_t Seed) {
  Draws D(Seed);
  std::string Symbolics =
      "\"s0\": (\"Symbol('s0', positive=True, integer=True)\", \"int\", 5), "
      "\"s1\": (\"Symbol('s1', positive=True, integer=True)\", \"int\", 4), "
      "\"s2\": (\"Symbol('s2', integer=True)\", \"int\", 3)";
  for (unsigned I = 0; I != 5; ++I)
    Symbolics += formatv(", \"e{0}\": (\"{1}\", \"{2}\", {3})", I,
                         expression(D, D.number(3) + 1),
                         D.number(8) ? "int" : "float", D.number(9) + 1)
                     .str();
  std::string Text =
      formatv("fx 1\nmodule {{\n}\nprogram {{\n  schema_version = (8, 20)\n"
              "  opset_version = {{\"aten\": 10}\n  torch_version = "
              "\"2.13.0\"\n  verifiers = [\"TRAINING\"]\n  range_constraints "
              "= {{\"s0\": (2, {0}), \"s1\": ({1}, None), \"s2\": (0, None)}\n"
              "  symbolics = {{{2}}\n  module_calls = []\n}\ngraph():\n",
              D.number(50) + 2, D.number(4), Symbolics);
  auto Value = [&] {
    unsigned Kind = D.number(10);
    return Kind < 6   ? formatv("sym(\"e{0}\")", D.number(5)).str()
           : Kind < 9 ? formatv("sym(\"s{0}\")", D.number(3)).str()
                      : std::to_string(D.number(6));
  };
  std::string First = Value(), Second = Value();
  Text += formatv("    %x = placeholder[target=x] {{input_spec: "
                  "(\"user_input\",), val: tensor(torch.float32, ({0}, {1}), "
                  "({1}, 1), device(\"cpu\"))}\n",
                  First, Second);
  Text += formatv("    %n0 = placeholder[target=n0] {{input_spec: "
                  "(\"user_input\",), val: {0}}\n",
                  Value());
  for (unsigned I : {0u, 1u})
    Text += formatv("    %{0} = call_function[target=torch.ops.aten.sym_size."
                    "int](args = (%x, {1}), kwargs = {{})\n",
                    I ? "b" : "a", I);
  std::vector<std::string> Numbers = {"n0", "a", "b"};
  for (unsigned I = 1; I != 8; ++I) {
    std::string Name = "n" + std::to_string(I);
    std::string Left = "%" + Numbers[D.number(Numbers.size())];
    std::string Right = D.number(3) ? "%" + Numbers[D.number(Numbers.size())]
                                    : std::to_string(int(D.number(6)) - 1);
    bool IsOne = D.number(8) == 0;
    Text += formatv("    %{0} = call_function[target={1}](args = ({2}{3}), "
                    "kwargs = {{})\n",
                    Name, IsOne ? D.one(OnNumber) : D.one(OnNumbers), Left,
                    IsOne ? "," : ", " + Right);
    Numbers.push_back(Name);
  }
  std::string Results;
  for (unsigned I = 0; I != 4; ++I) {
    std::string Of = D.one(OnSizes), Number = Numbers[D.number(Numbers.size())];
    auto [Op, Args] = StringRef(Of).split('|');
    std::string Given;
    for (char C : Args)
      Given += C == 'n' && StringRef(Given).ends_with("%") ? Number
                                                           : std::string(1, C);
    Text += formatv("    %r{0} = call_function[target=torch.ops.aten.{1}](args "
                    "= ({2},), kwargs = {{})\n",
                    I, Op, Given);
  }
  return Text + "    %output = output[target=output](args = ((%n7, %r0),), "
                "kwargs = {}) "
                "{output_specs: ((\"user_output\",), (\"user_output\",))}\n";
}

class SnapshotOfPrograms : public testing::TestWithParam<unsigned> {};

/// What \p Count groups of programs become.
void runPrograms(StringRef Name, unsigned Part, unsigned Count,
                 function_ref<std::string(uint32_t)> Make,
                 ArrayRef<Command> Commands) {
  Snapshots Snaps("programs/" + Name.str() + "-" + std::to_string(Part));
  for (unsigned I = 0; I != Count; ++I) {
    std::vector<Sample> Samples;
    for (unsigned J = 0; J != 20; ++J)
      Samples.push_back({"in.fx", Make(10000 * Part + 20 * I + J), ""});
    Snaps.runTogether((Name + " " + Twine(I)).str(), Samples, Commands);
  }
}

TEST_P(SnapshotOfPrograms, Sizes) {
  runPrograms("sizes", GetParam(), 12, programOfSizes,
              {{"fx-opt", "--infer-values"},
               {"fx-opt", "--passes=infer-values{partial},decompose"}});
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

constexpr StringLiteral Views[] = {"slice.Tensor|{0}, 0, 1, 3",
                                   "slice.Tensor|{0}, 1, 0, 9, 2",
                                   "slice.Tensor|{0}, -1, -2",
                                   "select.int|{0}, 0, 1",
                                   "select.int|{0}, -1, 0",
                                   "t.default|{0}",
                                   "permute.default|{0}, [1, 0]",
                                   "transpose.int|{0}, 0, 1",
                                   "unsqueeze.default|{0}, 1",
                                   "squeeze.default|{0}",
                                   "view.default|{0}, [-1]",
                                   "view.default|{0}, [2, 6]",
                                   "expand.default|{0}, [2, 3, 4]",
                                   "expand.default|{0}, [3, 4]",
                                   "unfold.default|{0}, 0, 2, 1",
                                   "unfold.default|{0}, -1, 2, 2",
                                   "diagonal.default|{0}",
                                   "diagonal.default|{0}, 1",
                                   "as_strided.default|{0}, [2, 2], [1, 1]",
                                   "as_strided.default|{0}, [3, 2], [4, 1], 1",
                                   "alias.default|{0}",
                                   "detach.default|{0}",
                                   "narrow.default|{0}, 0, 1, 1",
                                   "view.dtype|{0}, torch.int32",
                                   "flatten.using_ints|{0}",
                                   "reshape.default|{0}, [4, 3]",
                                   "clone.default|{0}",
                                   "contiguous.default|{0}",
                                   "to.dtype|{0}, torch.float64",
                                   "split.Tensor|{0}, 2",
                                   "unbind.int|{0}",
                                   "chunk.default|{0}, 2, 1",
                                   "movedim.int|{0}, 0, 1",
                                   "swapaxes.default|{0}, 0, 1",
                                   "squeeze.dim|{0}, 0",
                                   "squeeze.dims|{0}, [0, -1]",
                                   "view.default|{0}, [1, 12, 1]",
                                   "view.default|{0}, [3, 1, 4]",
                                   "expand.default|{0}, [-1, 4]",
                                   "expand.default|{0}, [1, 3, 4]",
                                   "expand.default|{0}, [2, -1, -1]",
                                   "split_with_sizes.default|{0}, [1, 2]",
                                   "split_with_sizes.default|{0}, [1, 3], 1",
                                   "split.sizes|{0}, [2, 1]",
                                   "split.Tensor|{0}, 3, -1",
                                   "tensor_split.sections|{0}, 2",
                                   "unbind.int|{0}, 1",
                                   "view.dtype|{0}, torch.float64",
                                   "view.dtype|{0}, torch.int16",
                                   "view_as_complex.default|{0}",
                                   "view_as_real.default|{0}",
                                   "_reshape_alias.default|{0}, [4, 3], [3, 1]",
                                   "_unsafe_view.default|{0}, [6, 2]",
                                   "view.default|{0}, [6, 2]",
                                   "permute.default|{0}, [-1, 0]",
                                   "transpose.int|{0}, -1, -2",
                                   "mT.default|{0}",
                                   "unflatten.int|{0}, 1, [2, 2]",
                                   "_neg_view.default|{0}",
                                   "_conj.default|{0}",
                                   "diagonal.default|{0}, -1, 1, 0",
                                   "as_strided.default|{0}, [3, 4], [1, 3]",
                                   "as_strided.default|{0}, [2, 3], [1, 1], 2",
                                   "slice.Tensor|{0}, 1, 3, 0, 1",
                                   "narrow.default|{0}, -1, -2, 2"};
constexpr StringLiteral Writes[] = {
    "add_.Tensor|{0}, {1}",
    "add_.Tensor|{0}, 2",
    "mul_.Scalar|{0}, 3",
    "zero_.default|{0}",
    "fill_.Scalar|{0}, 1.5",
    "copy_.default|{0}, {1}",
    "relu_.default|{0}",
    "addcmul_.default|{0}, {1}, {1}",
    "index_put_.default|{0}, [%i], {1}",
    "masked_fill_.Scalar|{0}, %m, 0.5",
    "clamp_.default|{0}, 0, 1",
    "add.out|{1}, {1}, out={0}",
    "t_.default|{0}",
    "unsqueeze_.default|{0}, 0",
    "scatter_.value|{0}, 0, %j, 1.0",
    "index_fill_.int_Scalar|{0}, 0, %i, 2",
    "fill_diagonal_.default|{0}, 4",
    "_foreach_add_.List|[{0}, {1}], [{1}, {0}]",
    "resize_.default|{0}, [2, 2]",
    "set_.source_Tensor|{0}, {1}",
    "pow_.Scalar|{0}, 2",
    "copy_.default|{0}, %s",
    "_foreach_mul_.Scalar|[{0}, {1}], 2",
    "_foreach_addcmul_.Scalar|[{0}], [{1}], [{1}]",
    "_foreach_sqrt_.default|[{0}, {1}]",
    "_foreach_lerp_.Scalar|[{0}], [{1}], 0.5",
    "_foreach_copy_.default|[{0}], [{1}]",
    "_foreach_add_.Scalar|[], 1",
    "addmm_.default|{0}, {1}, {1}",
    "index_add_.default|{0}, 0, %i, {1}",
    "masked_scatter_.default|{0}, %m, {1}",
    "bernoulli_.float|{0}, 0.5",
    "uniform_.default|{0}",
    "squeeze_.dim|{0}, 0",
    "transpose_.default|{0}, 0, 1",
    "mul.out|{0}, {1}, out={1}",
    "pow_.Tensor|{0}, {1}",
    "eq_.Scalar|{0}, 1",
    "logical_not_.default|{0}",
    "div_.Tensor_mode|{0}, {1}, "
    "rounding_mode=\"floor\"",
    "swapaxes_.default|{0}, 0, 1",
    "cumsum_.default|{0}, 0",
    "requires_grad_.default|{0}",
    "fill_diagonal_.default|{0}, 4, True",
    "add.out|{0}, {1}"};
constexpr StringLiteral Reads[] = {"add.Tensor|{0}, {1}",
                                   "add.Tensor|{1}, {0}",
                                   "mul.Tensor|{0}, 2",
                                   "sum.default|{0}",
                                   "relu.default|{0}",
                                   "mm.default|{0}, {1}",
                                   "clone.default|{0}",
                                   "cat.default|[{0}, {1}]",
                                   "rand_like.default|{0}",
                                   "add.Tensor|{0}, {1}, alpha=2",
                                   "where.self|%m, {0}, {1}",
                                   "softmax.int|{0}, -1",
                                   "layer_norm.default|{0}, [4]",
                                   "dropout.default|{0}, 0.5, True",
                                   "gelu.default|{0}",
                                   "matmul.default|{0}, %t",
                                   "linear.default|{0}, {1}",
                                   "zeros_like.default|{0}"};

std::string programOfWrites(uint32_t Seed, bool IsProgram) {
  Draws D(Seed);
  constexpr StringLiteral Inputs[] = {
      "x|float32, (3, 4), (4, 1)", "y|float32, (3, 4), (4, 1)",
      "t|float32, (4, 3), (1, 4)", "s|float32, (), ()",
      "i|int64, (2,), (1,)",       "j|int64, (1, 2), (2, 1)",
      "m|bool, (3, 4), (4, 1)"};
  std::string Text = "fx 1\n";
  if (IsProgram)
    Text += "module {\n}\nprogram {\n  schema_version = (8, 20)\n  "
            "opset_version = {\"aten\": 10}\n  torch_version = \"2.13.0\"\n  "
            "verifiers = [\"TRAINING\"]\n  module_calls = []\n}\n";
  Text += "graph():\n";
  for (StringRef In : Inputs) {
    auto [Name, Type] = In.split('|');
    Text +=
        formatv("    %{0} = placeholder[target={0}] {{{2}val: "
                "tensor(torch.{1}, device(\"cpu\"))}\n",
                Name, Type, IsProgram ? "input_spec: (\"user_input\",), " : "");
  }
  const unsigned Count = 3 + D.number(4);
  std::vector<std::string> Tensors = {"x", "y", "x", "y", "t"};
  for (unsigned I = 0; I != Count; ++I) {
    unsigned Kind = D.number(8);
    std::string Call = Kind < 4   ? D.one(Views)
                       : Kind < 6 ? D.one(Writes)
                                  : D.one(Reads);
    auto [Op, Form] = StringRef(Call).split('|');
    std::string Args =
        formatv(Form.str().c_str(), "%" + Tensors[D.number(Tensors.size())],
                "%" + Tensors[D.number(Tensors.size())])
            .str();
    auto [Plain, Named] = StringRef(Args).rsplit(", ");
    bool HasKeyword = Named.contains('=');
    auto [Key, Value] = Named.split('=');
    Text += formatv("    %v{0} = call_function[target=torch.ops.aten.{1}](args "
                    "= ({2},), kwargs = {{{3}})\n",
                    I, Op, HasKeyword ? Plain : StringRef(Args),
                    HasKeyword ? (Key + ": " + Value).str() : "");
    std::string Name = "v" + std::to_string(I);
    if (Op.starts_with("split") || Op.starts_with("tensor_split") ||
        Op == "unbind.int" || Op == "chunk.default") {
      Text += formatv("    %{0}_0 = call_function[target=operator.getitem]("
                      "args = (%{0}, {1}), kwargs = {{})\n",
                      Name, D.rarely(12) ? 2 : D.number(2));
      Name += "_0";
    }
    Tensors.push_back(Name);
  }
  std::string Result = "%" + Tensors.back();
  if (IsProgram)
    return Text + "    %output = output[target=output](args = ((" + Result +
           ",),), kwargs = {}) {output_specs: ((\"user_output\",),)}\n";
  return Text + "    return (" + Result + ", %" + Tensors[Tensors.size() - 2] +
         ", %x)\n";
}

TEST_P(SnapshotOfPrograms, Writes) {
  runPrograms(
      "writes", GetParam(), 12,
      [](uint32_t Seed) { return programOfWrites(Seed, Seed % 2); },
      {{"fx-opt", "--passes=infer-values{partial},decompose"},
       {"fx-opt", "--passes=infer-values{partial},functional-methods,cse,dce,"
                  "decompose,cse{commute},dce,rename-nodes"},
       {"fx-opt", "--passes=cse{commute},normalize-args,dce"}});
}

INSTANTIATE_TEST_SUITE_P(All, SnapshotOfPrograms, testing::Range(0u, 12u));

//===----------------------------------------------------------------------===//
// Selectors
//===----------------------------------------------------------------------===//

constexpr StringLiteral Selectors[] = {
    "*",
    "op=call_function",
    "op!=call_function & !op=output",
    "op==call_module || op=get_attr && users>0",
    "target=torch.relu | target=torch.*",
    "target=[a-c]*",
    "target={conv,relu}",
    "target=[!a-c]*",
    "operator=relu",
    "operator!=relu & operator",
    "name=relu_1 | name=re\\\\lu*",
    "path=layer.0 | path=layer.*",
    "path",
    "!path",
    "class=ReLU & !(path=layer*)",
    "class=torch.nn.*",
    "class=*.Conv2d | class=conv2d",
    "tag=foo | tag!=foo",
    "!(tag=foo) & tag",
    "tag=b?r",
    "meta.note=3 | meta.note='a b'",
    "meta.note & meta.note!=3",
    "meta.flag=True | meta.list=[*",
    "dtype=float32 | dtype=f64",
    "dtype=torch.float32 & dtype!=bf16",
    "dtype=int64|dtype",
    "kwarg=inplace | kwarg=dim",
    "kwarg!=inplace & op=call_function",
    "users=1 | users>2",
    "users!=1 & users<=3 & users>=0 & users<4",
    "args=2 | args<1 | args>=3",
    "args<=1 & args>0 & args!=5",
    "(((op=placeholder)))",
    "!!op=output | !(name=x | name=y)",
    "name='x' | name='relu'"};

constexpr StringLiteral SelectorWords[] = {
    "&",    "|",   "!",     "(",     ")",   "=",    "!=",   "<",       ">=",
    "0",    "99",  "*",     "'",     "tag", "op",   "name", "users",   "[",
    "meta", "{a,", "dtype", "class", "-1",  "path", "&&",   "operator"};

constexpr StringLiteral Selected = R"(fx 1
module = Net {
  layer = torch.nn.Sequential {
    "0" = torch.nn.Conv2d(3, 8, kernel_size=(3, 3))
    "1" = torch.nn.ReLU()
  }
  relu = torch.nn.ReLU(inplace=True)
  w = parameter(torch.float32, (3,))
}
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (1, 3, 8, 8), (192, 64, 8, 1), device("cpu")), tag: "foo"}
    %y = placeholder[target=y] {val: tensor(torch.int64, (2,), (1,), device("cpu")), note: 3}
    %conv = call_module[target=layer.0](args = (%x,), kwargs = {}) {val: tensor(torch.float64, (1, 8, 6, 6), (288, 36, 6, 1), device("cpu")), tag: ["foo", "bar"]}
    %act = call_module[target=layer.1](args = (%conv,), kwargs = {}) {nn_module_stack: {"layer": ("layer", "torch.nn.modules.container.Sequential"), "layer.1": ("layer.1", "torch.nn.modules.activation.ReLU")}}
    %relu = call_module[target=relu](args = (%act,), kwargs = {}) {note: "a b", flag: True}
    %relu_1 = call_function[target=torch.relu](args = (%relu,), kwargs = {}) {list: [1, 2]}
    %relu_2 = call_function[target=torch.nn.functional.relu](args = (%relu_1,), kwargs = {inplace: True})
    %relu_3 = call_method[target=relu](args = (%relu_2,), kwargs = {}) {tag: "bar"}
    %sum = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%relu_3, [0]), kwargs = {}) {val: tensor(torch.bfloat16, (), (), device("cpu"))}
    %cat = call_function[target=torch.cat](args = ([%relu, %relu, %relu_1],), kwargs = {dim: 1})
    %add = call_function[target=operator.add](args = (%sum, %cat), kwargs = {}) {note: 3}
    return (%add, %y)
)";

TEST(SnapshotSelectors, Nodes) {
  Snapshots Snaps("selectors");
  std::vector<Command> Commands;
  auto Add = [&](const std::string &Selector) {
    std::string Text;
    for (char C : Selector)
      Text += C == '"' ? std::string("'") : std::string(1, C);
    Commands.push_back({"fx-opt", "--show-diagnostic-ids",
                        "--passes=tag-nodes{tag=T where=\"" + Text + "\"}"});
  };
  for (StringRef S : Selectors) {
    Add(S.str());
    for (unsigned N = 0; N != 12; ++N)
      Add(withMistake(S, numberOf(S) + N, SelectorWords));
  }
  for (auto [I, C] : enumerate(Commands))
    Snaps.run({"in.fx#" + std::to_string(I), Selected.str(), ""}, {C});
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

TEST(SnapshotDifferences, Texts) {
  constexpr StringLiteral Others[] = {"None", "1",  "\"a\"", "()",
                                      "True", "%x", "[]",    "2.5"};
  Snapshots Snaps("differences");
  std::vector<Sample> Samples = samplesOfTests(".fx");
  append_range(Samples, samplesOfTests(".pt2"));
  for (const Sample &S : Samples) {
    if (S.Folder.empty() || S.Bytes.size() > 60000)
      continue;
    StringRef File = StringRef(S.Name).rsplit('/').second;
    std::string Whole = (S.Folder + "/" + File).str();
    std::string Text = StringRef(S.Name).ends_with(".pt2")
                           ? Snaps.output({"fx-opt"}, S)
                           : S.Bytes;
    std::vector<Sample> Wrong;
    for (unsigned N = 0; N != 30; ++N)
      Wrong.push_back({"in.fx", withMistake(Text, 2 * N + 1, Others), ""});
    Snaps.runTogether(S.Name, Wrong,
                      {{"fx-opt", "--diff=" + Whole, "--show-diagnostic-ids"}});
  }
}

} // namespace
