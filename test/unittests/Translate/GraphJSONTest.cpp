//===- GraphJSONTest.cpp - Graphs as JSON and back ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/GraphJSON.h"
#include "../../fuzz/RandomModule.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Structural.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

namespace {

using Modules = std::vector<std::unique_ptr<GraphModule>>;

std::string write(llvm::ArrayRef<const GraphModule *> List) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeGraphJSON(List, OS);
  return Text;
}

/// The message of the error; empty for none.
std::string read(Context &Ctx, StringRef Text, Modules &List) {
  return toString(readGraphJSON(Ctx, Text, "a.json", List));
}

std::string read(StringRef Text) {
  Context Ctx;
  Modules List;
  return read(Ctx, Text, List);
}

/// A graph around \p Node, which may name %x.
std::string withNode(StringRef Node) {
  return (R"({"format": "fx-graph", "version": 1, "modules": [{"root": {)"
          R"("nodes": [{"name": "x", "op": "placeholder", "target": "x"}, )" +
          Node + "]}}]}")
      .str();
}

/// The same around an argument.
std::string withArgument(StringRef Value) {
  return withNode(
      (R"({"name": "y", "op": "call_function", "target": "f", "args": [)" +
       Value + "]}")
          .str());
}

TEST(GraphJSONTest, RandomModulesComeBack) {
  for (unsigned Block = 0; Block != 20; ++Block) {
    Context Ctx;
    for (unsigned I = 0; I != 50; ++I) {
      uint64_t Seed = Block * 50 + I;
      std::unique_ptr<GraphModule> A = test::RandomModule(Ctx, Seed).module(),
                                   B = test::RandomModule(Ctx, ~Seed).module();
      std::string Text = write({A.get(), B.get()});
      Modules Read;
      ASSERT_EQ(read(Ctx, Text, Read), "") << "seed " << Seed << "\n" << Text;
      ASSERT_EQ(Read.size(), 2u);
      for (const auto &[Old, New] : {std::pair(A.get(), Read[0].get()),
                                     std::pair(B.get(), Read[1].get())}) {
        auto Difference = findDifference(*Old, *New);
        ASSERT_FALSE(Difference)
            << "seed " << Seed << ": " << Difference->Text << "\n"
            << Text;
      }
      ASSERT_EQ(write({Read[0].get(), Read[1].get()}), Text);
    }
  }
}

TEST(GraphJSONTest, KeepsTextsThatAreNoUTF8) {
  Context Ctx;
  GraphModule M(Ctx);
  M.setTreeKind(GraphModule::TreeKind::Closed);
  M.setWeightFiles({"a.pt2", "b\xff.safetensors"});
  Symbol Bytes = Ctx.intern("\xff\x80"), Plain = Ctx.intern("plain");
  M.root().setAttribute(Bytes, Argument::string(Bytes));
  M.root().setExtraText({"\xfe", "line"});
  Node *N = M.graph().placeholder("x");
  N->setMeta(Bytes, Argument::dict({Argument::string(Bytes), 1}));
  N->setMeta(Plain, 2);
  Modules Read;
  std::string Text = write({&M});
  ASSERT_EQ(read(Ctx, Text, Read), "") << Text;
  EXPECT_EQ(write({Read[0].get()}), Text);
  EXPECT_FALSE(findDifference(M, *Read[0]));
  EXPECT_EQ(Read[0]->weightFiles(), M.weightFiles());
}

TEST(GraphJSONTest, MembersStandInAnyOrder) {
  EXPECT_EQ(read(R"({"modules": [{"program": {"schema_version": {"tuple": )"
                 R"([8, 20]}}, "root": {"children": [{"class": "C", "name": )"
                 R"("c"}], "nodes": [{"target": "x", "op": "placeholder", )"
                 R"("name": "x"}]}}], "version": 1, "format": "fx-graph"})"),
            "");
}

TEST(GraphJSONTest, NamesWhatIsWrong) {
  const std::pair<std::string, const char *> Cases[] = {
      {"", "cannot read: this is not JSON of fx-translate, which starts with "},
      {"[]", "cannot read: this is not JSON of fx-translate, which starts "},
      {R"({"format": "fx-graph"})", "the whole: 'version' is missing (byte 0)"},
      {R"({"format": "onnx"})",
       "format: this is not JSON of fx-translate: its format is 'onnx', not "
       "'fx-graph' (byte 11)"},
      {R"({"version": 2})",
       "version: this is version 2, and 1 is the one that is known (byte 12)"},
      {R"({"modules": [{}]})", "modules[0]: 'root' is missing (byte 13)"},
      {R"({"modules": [{"root": {"name": 1}}]})",
       "modules[0].root.name: expected a string, found a number (byte 31)"},
      {R"({"modules": [{"root": {"nose": 1}}]})",
       "modules[0].root.nose: there is no member 'nose' here (byte 31)"},
      {R"({"modules": [{"root": {}, "root": {}}]})",
       "modules[0].root: 'root' comes twice (byte 34)"},
      {R"({"modules": [{"tree": "shut"}]})",
       "modules[0].tree: 'shut' is not a kind of a tree (byte 22)"},
      {R"({"modules": [{"root": {}, "program": {"metadata": 1}}]})",
       "modules[0].program.metadata: no value for 'metadata' of a program "
       "(byte 50)"},
      {withNode("{}"), "modules[0].root.nodes[1]: 'name' is missing"},
      {withNode(R"({"name": "1x"})"),
       "modules[0].root.nodes[1].name: '1x' cannot name a node"},
      {withNode(R"({"name": "x", "op": "placeholder", "target": "x"})"),
       "modules[0].root.nodes[1]: there is a node 'x' already"},
      {withNode(R"({"name": "y", "op": "call"})"),
       "modules[0].root.nodes[1].op: there is no opcode 'call'"},
      {withNode(R"({"name": "y", "op": "output", "target": "output", "args": )"
                R"([], "users": ["x"]})"),
       "modules[0].root.nodes[1].users: these are not the users of 'y'; "
       "without them, they are in order"},
      {withNode(R"({"name": "y", "op": "placeholder", "target": "y", )"
                R"("meta": {"a": {"node": "x"}}})"),
       "modules[0].root.nodes[1].meta.a.node: a node is not allowed here"},
      {withNode(R"({"name": "y", "op": "placeholder", "target": "y", )"
                R"("kwargs": {"a": 1, "a": 2}})"),
       "modules[0].root.nodes[1].kwargs.a: 'a' comes twice"},
      {withArgument(R"({"node": "z"})"),
       "modules[0].root.nodes[1].args[0].node: there is no node 'z' before "
       "this one"},
      {withArgument("1.5"), "modules[0].root.nodes[1].args[0]: "},
      {withArgument("100000000000000000000"),
       "modules[0].root.nodes[1].args[0]: "},
      {withArgument("{}"),
       "modules[0].root.nodes[1].args[0]: an object of no kind"},
      {withArgument(R"({"flaot": 1})"),
       "modules[0].root.nodes[1].args[0]: there is no kind 'flaot' of values"},
      {withArgument(R"({"float": 1.0, "int": "1"})"),
       "modules[0].root.nodes[1].args[0].int: a value has one kind, and no "
       "member 'int'"},
      {withArgument(R"({"float": "1"})"),
       "modules[0].root.nodes[1].args[0].float: '1' is not a float"},
      {withArgument(R"({"int": "1x"})"),
       "modules[0].root.nodes[1].args[0].int: expected the digits of an "
       "integer"},
      {withArgument(R"({"bytes": "abc"})"),
       "modules[0].root.nodes[1].args[0].bytes: expected hexadecimal digits"},
      {withArgument(R"({"complex": [1.0]})"),
       "modules[0].root.nodes[1].args[0].complex: expected two numbers"},
      {withArgument(R"({"slice": [1, 2]})"),
       "modules[0].root.nodes[1].args[0].slice: expected three values"},
      {withArgument(R"({"dict": [[1]]})"),
       "modules[0].root.nodes[1].args[0].dict[0]: expected a key and a value"},
      {withArgument(R"({"dict": [[{"node": "x"}, 1]]})"),
       "modules[0].root.nodes[1].args[0].dict[0]: a key holds a node"},
      {withArgument(R"({"namedtuple": {"class": "C", "fields": [[1, 2]]}})"),
       "modules[0].root.nodes[1].args[0].namedtuple.fields[0]: the name of a "
       "field is not a string"},
      {withArgument(R"({"dtype": "float"})"),
       "modules[0].root.nodes[1].args[0].dtype: 'float' is not a dtype"},
      {withArgument(R"({"tensor": {"dtype": "torch.float32", "sizes": "2"}})"),
       "modules[0].root.nodes[1].args[0].tensor.sizes: "},
      {withArgument(
           R"({"tensor": {"dtype": "torch.float32", "sizes": [null]}})"),
       "modules[0].root.nodes[1].args[0].tensor: no type of tensors"},
      {withArgument(std::string(500, '[') + std::string(500, ']')),
       "modules[0].root.nodes[1].args[0][0]"},
      {R"({"modules": [{"root": {"tensors": [{"name": "a", "role": "weight"}]}}]})",
       "modules[0].root.tensors[0].role: 'weight' is not a role of a tensor"},
      {R"({"modules": [{"root": {"children": [{"class": "C"}]}}]})",
       "modules[0].root.children[0]: 'name' is missing"},
  };
  for (const auto &[Text, Message] : Cases)
    EXPECT_TRUE(StringRef(read(Text)).starts_with(Message)) << Text << "\n"
                                                            << read(Text);
}

TEST(GraphJSONTest, SurvivesDamage) {
  Context Ctx;
  std::string Text = write({test::RandomModule(Ctx, 7).module().get()});
  // Cut off anywhere it is an error, and any other byte may make it one.
  for (size_t I = 0; I + 2 < Text.size(); ++I) {
    EXPECT_NE(read(StringRef(Text).take_front(I)), "") << I;
    std::string Other = Text;
    for (char C : {'{', '"', '9', ','}) {
      Other[I] = C;
      (void)read(Other);
    }
  }
}

TEST(GraphJSONTest, DeepTreesAreRefused) {
  std::string Open, Close;
  for (unsigned I = 0; I != 300; ++I) {
    Open += R"({"name": "a", "children": [)";
    Close += "]}";
  }
  std::string Message =
      read(R"({"modules": [{"root": )" + Open + Close + "}]}");
  EXPECT_NE(Message.find("modules are nested too deep"), std::string::npos)
      << Message;
}

} // namespace
