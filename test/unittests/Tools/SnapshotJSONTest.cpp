//===- SnapshotJSONTest.cpp - Programs as JSON ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs of all versions become whose JSON has another part, and how
// arguments of all kinds are written.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Verifier.h"
#include "fx/Interop/ProgramJSON.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

namespace {

/// All that is made of a program: its text, what the verifier says, its JSON.
void describe(const GraphModule &M, raw_ostream &OS, bool WithJSON) {
  printModule(M, OS, PrintFormat::Native);
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) { OS << D.str() << '\n'; });
  OS << verify(M, Diags);
  if (!WithJSON)
    return;
  if (Error E = writeProgramJSON(M, OS))
    OS << toString(std::move(E));
}

std::string readJSON(StringRef JSON) {
  std::string Text;
  raw_string_ostream OS(Text);
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> M = parseProgramJSON(Ctx, JSON, "a");
  if (!M)
    return toString(M.takeError());
  describe(**M, OS, /*WithJSON=*/true);
  return Text;
}

constexpr StringLiteral Words[] = {
    "null",
    "true",
    "false",
    "-1",
    "0",
    "1",
    "2.5",
    "\"\"",
    "[]",
    "{}",
    "7",
    "[1, 2]",
    "\"x\"",
    "99",
    "{\"as_int\": 3}",
    "{\"as_none\": true}",
    "[[]]",
    "\"i0\"",
    "\"Infinity\"",
    "-Infinity",
    "\"u0\"",
    "Infinity",
    "9223372036854775807",
    "9223372036854775806",
    "\"L['self'].a\"",
    "\"L['self'],a.B\"",
    "\"L__self__a:(getattr(L['self'].b, '0').c,a.B);d:(x,y)\"",
    "\"torch._higher_order_ops.wrap.a\"",
    "{\"major\": 8, \"minor\": 1}",
    "-9223372036854775808",
    "9223372036854775805",
    "\"[1, {\\\"type\\\": \\\"builtins.tuple\\\"}]\"",
    "\"a,getattr(L['self'],b.C);x,L['self'].y-z,t;u,L['self,v\"",
    "\"getattr(getattr(L['s'].b, 'c').d, '1'),x\"",
    "\"a:(L['self'].b,c.D);e:(f\"",
    "\"zuf3\"",
    "\"u12\"",
    "\"ui1 + i2\"",
    "\"Symbol('i1', integer=True)\"",
    "{\"major\": 8}",
    "{\"minor\": 8}",
    "{\"major\": 9, \"minor\": 1}",
    "{\"major\": 0, \"minor\": 1}",
    "{\"major\": -1, \"minor\": 0}",
    "{\"major\": 1, \"minor\": 0}"};

/// What is said of \p Count programs, each with another part or a mistake in
/// its text.
void runJSON(StringRef Name, Snapshots &Snaps, StringRef JSON, unsigned Count) {
  for (unsigned First = 0; First != Count; First += 100) {
    std::string Text;
    for (unsigned N = First; N != First + 100; ++N)
      Text += readJSON(N % 8 == 7
                           ? withMistake(JSON, numberOf(Name) + N, Words)
                           : withOtherPart(JSON, numberOf(Name) + N, Words)) +
              "\n";
    Snaps.note(
        keyOf((Name + " " + Twine(First)).str(), Sample{"", JSON.str(), ""}),
        Text);
  }
}

class SnapshotOfJSON : public testing::TestWithParam<const char *> {};

TEST_P(SnapshotOfJSON, Parts) {
  const std::string Name = GetParam();
  Snapshots Snaps("files/" + Name + ".json");
  std::string JSON = readTestFile("fuzz/seeds/Program/" + Name + ".json");
  ASSERT_FALSE(JSON.empty());
  runJSON(Name, Snaps, JSON, 1000);
  std::string Text;
  for (const std::string &Changed : withEachPart(JSON, Words))
    Text += readJSON(Changed) + "\n";
  Snaps.note(keyOf(Name, Sample{"", JSON, ""}), Text);
}
INSTANTIATE_TEST_SUITE_P(All, SnapshotOfJSON,
                         testing::Values("bad_complex_infinity", "custom_ops",
                                         "dyn_derived_double", "hop_map_core",
                                         "hop_out_dtype_mul", "io_constants",
                                         "io_empty_program",
                                         "nodes-of-one-name", "torch-2.1",
                                         "torch-2.3"));

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// An argument, most often one of those that a list of one kind has.
std::string argument(Draws &D, unsigned Depth) {
  static constexpr StringLiteral Plain[] = {"None",
                                            "True",
                                            "False",
                                            "3",
                                            "-1",
                                            "0",
                                            "2.5",
                                            "-0.0",
                                            "1e300",
                                            "\"a\"",
                                            "\"\\\"\\n\"",
                                            "torch.float32",
                                            "torch.int64",
                                            "device(\"cpu\")",
                                            "device(\"cuda:1\")",
                                            "torch.strided",
                                            "torch.channels_last",
                                            "%x",
                                            "%y",
                                            "%i",
                                            "%f",
                                            "%b",
                                            "inf",
                                            "-inf",
                                            "nan",
                                            "9223372036854775807",
                                            "18446744073709551615",
                                            "complex(1.0, 2.0)",
                                            "slice(0, 1, None)",
                                            "range(0, 3, 1)",
                                            "fn(\"torch.ops.aten.mul.Tensor\")",
                                            "sym(\"s0\")",
                                            "...",
                                            "{\"a\": 1}",
                                            "1.5",
                                            "%l"};
  if (Depth == 0 || D.rarely(3))
    return D.one(Plain);
  static constexpr StringLiteral Kinds[][4] = {
      {"1", "2", "-3", "0"},
      {"1.5", "2.0", "nan", "-inf"},
      {"True", "False", "True", "False"},
      {"\"a\"", "\"b\"", "\"\"", "\"c\\\\\""},
      {"%x", "%y", "%x", "%y"},
      {"%x", "None", "%y", "None"},
      {"%i", "1", "2", "%i"},
      {"%f", "1.5", "2.0", "%f"},
      {"%b", "True", "False", "%b"},
      {"%i", "%f", "%b", "%x"},
      {"(1, 2)", "(3,)", "()", "(4, 5)"},
      {"[1, 2]", "[3]", "[]", "[4, 5]"},
      {"[1.5]", "(2.5, 1.0)", "[]", "()"},
      {"[%x, %y]", "[%x]", "[]", "(%y,)"},
      {"(1, 2.5)", "[%x, 1]", "[[1]]", "None"}};
  std::vector<std::string> Items;
  const auto &Kind = Kinds[D.number(std::size(Kinds))];
  for (unsigned I = D.number(4); I != 0; --I)
    Items.push_back(D.rarely(8) ? argument(D, Depth - 1)
                                : Kind[D.number(4)].str());
  if (D.rarely(4))
    return "(" + join(Items, ", ") + (Items.size() == 1 ? ",)" : ")");
  return "[" + join(Items, ", ") + "]";
}

/// Operators with lists, empty ones above all, which are written as the schema
/// says.
constexpr StringLiteral Calls[] = {
    "cat.default|[{0}]|",
    "index.Tensor|%x, [{0}]|",
    "sum.dim_IntList|%x, [{0}]|",
    "sum.dim_IntList|%x, {1}|keepdim: {2}",
    "add.Tensor|%x, {1}|alpha: {2}",
    "view.default|%x, [{0}]|",
    "full.default|[{0}], {1}|dtype: {2}",
    "to.dtype|%x, {1}|",
    "_foreach_add.Scalar|[{0}], {1}|",
    "einsum.default|{1}, [{0}]|path: {2}",
    "split_with_sizes.default|%x, [{0}]|",
    "stack.default|[{0}], {1}|",
    "upsample_nearest2d.vec|%x, {1}, {2}|",
    "pad.default|%x, [{0}], {1}, {2}|",
    "histogramdd.default|%x, [{0}]|range: [{1}]|",
    "clamp.default|%x, {1}, {2}|",
    "rand.default|[{0}]|device: {1}, pin_memory: {2}",
    "_to_copy.default|%x|dtype: {1}, memory_format: {2}"};

std::string program(uint32_t Seed) {
  Draws D(Seed);
  std::string Text =
      "fx 1\nmodule {\n}\nprogram {\n  schema_version = (8, 20)\n  "
      "opset_version = {\"aten\": 10}\n  torch_version = \"2.13.0\"\n  "
      "verifiers = [\"TRAINING\"]\n  range_constraints = {\"s0\": (2, None)}\n"
      "  symbolics = {\"s0\": (\"Symbol('s0', positive=True, integer=True)\", "
      "\"int\", 5)}\n  module_calls = []\n}\ngraph():\n";
  constexpr StringLiteral Inputs[] = {
      "x|tensor(torch.float32, (2, 3), (3, 1), device(\"cpu\"))",
      "y|tensor(torch.int64, (4,), (1,), device(\"cpu\"))", "i|sym(\"s0\")",
      "f|2.5", "b|True"};
  for (StringRef In : Inputs) {
    auto [Name, Val] = In.split('|');
    Text += formatv("    %{0} = placeholder[target={0}] {{input_spec: "
                    "(\"user_input\",), val: {1}}\n",
                    Name, Val);
  }
  Text += "    %l = call_function[target=torch.ops.aten.split.Tensor](args = "
          "(%x, 2), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), "
          "device(\"cpu\")),)}\n";
  for (unsigned I = 0; I != 2; ++I) {
    std::string Args, Kwargs, Target = "torch.ops.acme.op.default";
    if (!D.rarely(4)) {
      // An operator without a schema has names for its arguments.
      for (unsigned J = D.number(4) + 1; J != 0; --J)
        Kwargs += "k" + std::to_string(J) + ": " + argument(D, 2) + ", ";
      Kwargs.resize(Kwargs.size() - 2);
      if (D.rarely(32))
        Args = argument(D, 2) + ", ";
    } else {
      SmallVector<StringRef, 3> Parts;
      StringRef(Calls[D.number(std::size(Calls))]).split(Parts, '|');
      std::string List = D.rarely(3) ? "" : argument(D, 0);
      if (D.rarely(3))
        List += ", " + argument(D, 0);
      Target = "torch.ops.aten." + Parts[0].str();
      std::string One = argument(D, 1), Two = argument(D, 1);
      auto Fill = [&](StringRef Form) {
        std::string Filled = Form.str();
        for (const auto &[Hole, By] :
             {std::pair{"{0}", List}, {"{1}", One}, {"{2}", Two}})
          if (size_t At = Filled.find(Hole); At != std::string::npos)
            Filled.replace(At, 3,
                           StringRef(By).starts_with(", ") ? By.substr(2) : By);
        return Filled;
      };
      Args = Fill(Parts[1]) + ", ";
      Kwargs = Fill(Parts[2]);
    }
    Args = StringRef(Args).rtrim(" ").str();
    Text += formatv("    %c{0} = call_function[target={1}](args = ({2}), "
                    "kwargs = {{{3}}){4}\n",
                    I, Target, Args, Kwargs,
                    D.rarely(16) ? ""
                                 : " {val: tensor(torch.float32, (2, 3), (3, "
                                   "1), device(\"cpu\"))}");
  }
  return Text + "    %output = output[target=output](args = ((%c0, %c1, " +
         (D.rarely(2) ? "%i" : argument(D, 0)) +
         "),), kwargs = {}) {output_specs: ((\"user_output\",), "
         "(\"user_output\",), (\"user_output\",))}\n";
}

TEST(SnapshotArguments, Written) {
  Snapshots Snaps("files/arguments");
  unsigned NumWritten = 0;
  for (unsigned First = 0; First != 3000; First += 100) {
    std::string All, Texts;
    for (unsigned N = First; N != First + 100; ++N) {
      std::string Text = program(N);
      All += Text;
      Context Ctx;
      Expected<std::unique_ptr<GraphModule>> M = parseModule(Ctx, Text);
      if (!M) {
        Texts += toString(M.takeError()) + "\n";
        continue;
      }
      raw_string_ostream OS(Texts);
      describe(**M, OS, /*WithJSON=*/false);
      std::string JSON;
      raw_string_ostream Written(JSON);
      if (Error E = writeProgramJSON(**M, Written)) {
        Texts += toString(std::move(E)) + "\n";
        continue;
      }
      ++NumWritten;
      Texts += JSON + readJSON(JSON) + "\n";
    }
    Snaps.note(keyOf("arguments " + std::to_string(First), Sample{"", All, ""}),
               Texts);
  }
  // Others have an argument that archives cannot hold.
  EXPECT_GT(NumWritten, 500u);
}

} // namespace
