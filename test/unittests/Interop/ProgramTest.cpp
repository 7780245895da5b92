//===- ProgramTest.cpp - Exported programs from and to JSON ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Structural.h"
#include "fx/IR/Verifier.h"
#include "fx/Support/JSONReader.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

namespace {
class Programs : public testing::TestWithParam<std::string> {};

std::string toText(const GraphModule &M, PrintFormat Format) {
  std::string Text;
  raw_string_ostream OS(Text);
  printModule(M, OS, Format);
  return Text;
}

std::unique_ptr<GraphModule> fromText(Context &Ctx, StringRef Text) {
  auto SM = std::make_shared<SourceMgr>();
  unsigned Id =
      SM->AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
  DiagnosticEngine Diags(SM.get());
  std::vector<std::unique_ptr<GraphModule>> Modules;
  EXPECT_TRUE(parseModules(Ctx, SM, Id, Diags, Modules));
  return Modules.size() == 1 ? std::move(Modules[0]) : nullptr;
}
} // namespace

TEST_P(Programs, ComeBackByteForByte) {
  for (const std::string &JSON : programsOf(GetParam())) {
    Context Ctx;
    std::string Source = JSON;
    std::unique_ptr<GraphModule> M =
        cantFail(parseProgramJSON(Ctx, Source, "model"));
    // Nothing of the text is needed any more.
    std::fill(Source.begin(), Source.end(), '?');
    DiagnosticEngine Diags;
    EXPECT_TRUE(verify(*M, Diags));
    EXPECT_EQ(toJSON(*M), JSON);
    // A copy is the same, and needs nothing of the first.
    std::unique_ptr<GraphModule> Copy = M->clone();
    M.reset();
    EXPECT_EQ(toJSON(*Copy), JSON);
  }
}

TEST_P(Programs, ComeBackThroughNativeText) {
  for (const std::string &JSON : programsOf(GetParam())) {
    Context Ctx;
    std::unique_ptr<GraphModule> M =
        cantFail(parseProgramJSON(Ctx, JSON, "model"));
    std::string Text = toText(*M, PrintFormat::Native);
    Context Other;
    std::unique_ptr<GraphModule> Read = fromText(Other, Text);
    ASSERT_TRUE(Read);
    EXPECT_EQ(toText(*Read, PrintFormat::Native), Text);
    EXPECT_EQ(toJSON(*Read), JSON);
    std::optional<StructuralDifference> Difference = findDifference(*M, *Read);
    EXPECT_FALSE(Difference) << Difference->Text;
    M->program()->GuardsCode.push_back(Ctx.intern("True"));
    EXPECT_TRUE(findDifference(*M, *Read));
  }
}

TEST_P(Programs, PrintAsTorchExportLoadsThem) {
  std::string Path =
      inputPath(StringRef(GetParam()).drop_back(4).str() + ".loaded.txt");
  if (!sys::fs::exists(Path))
    GTEST_SKIP() << "PyTorch cannot load it";
  Context Ctx;
  std::string JSON = programsOf(GetParam()).front();
  std::unique_ptr<GraphModule> M =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  EXPECT_EQ(toText(*M, PrintFormat::FX), readFile(Path));
}

// The text of a program may be cut anywhere.
TEST_P(Programs, AreRefusedWhenTheyEndEarly) {
  std::string JSON = programsOf(GetParam()).front();
  size_t Step = std::max<size_t>(JSON.size() / 400, 1);
  for (size_t Length = 0; Length < JSON.size(); Length += Step) {
    Context Ctx;
    // A copy of its own, so that a sanitizer sees reads behind the end.
    std::vector<char> Cut(JSON.begin(), JSON.begin() + Length);
    Expected<std::unique_ptr<GraphModule>> M =
        parseProgramJSON(Ctx, StringRef(Cut.data(), Cut.size()), "model");
    EXPECT_FALSE(M);
    consumeError(M.takeError());
  }
}

/// Where the values of a text begin and end, keys left out.
static std::vector<std::pair<size_t, size_t>> valuesOf(StringRef JSON) {
  std::vector<std::pair<size_t, size_t>> Values;
  for (size_t I = 0; I < JSON.size(); ++I) {
    char Before = I ? JSON[I - 1] : ' ';
    if (!is_contained({' ', '[', '{'}, Before) ||
        is_contained({' ', ']', '}'}, JSON[I]))
      continue;
    JSONReader R(JSON.drop_front(I));
    StringRef Raw;
    if (R.skipValue(Raw) && !JSON.drop_front(I + Raw.size()).starts_with(":"))
      Values.push_back({I, Raw.size()});
  }
  return Values;
}

// Any value may be of another type.
TEST_P(Programs, SayWhereAValueIsWrong) {
  std::string JSON = programsOf(GetParam()).front();
  std::vector<std::pair<size_t, size_t>> Values = valuesOf(JSON);
  size_t Step = std::max<size_t>(Values.size() / 60, 1);
  for (size_t I = 0; I < Values.size(); I += Step)
    for (StringRef Other : {"null", "true", "-1", "9223372036854775807",
                            "1e999", "\"x\"", "[]", "{}", "[{\"a\": [1]}]"}) {
      auto [Begin, Size] = Values[I];
      std::string Edited =
          JSON.substr(0, Begin) + Other.str() + JSON.substr(Begin + Size);
      Context Ctx;
      Expected<std::unique_ptr<GraphModule>> M =
          parseProgramJSON(Ctx, Edited, "models/model.json");
      if (!M) {
        std::string Text = llvm::toString(M.takeError());
        EXPECT_TRUE(StringRef(Text).contains(" (byte ")) << Text;
        continue;
      }
      // What is taken can be looked at.
      DiagnosticEngine Diags;
      Diags.setHandler([](const Diagnostic &) {});
      (void)verify(**M, Diags);
      (void)toText(**M, PrintFormat::Native);
    }
}

INSTANTIATE_TEST_SUITE_P(Inputs, Programs, testing::ValuesIn(programFiles()),
                         [](const auto &Info) {
                           return StringRef(Info.param).drop_back(4).str();
                         });

//===----------------------------------------------------------------------===//
// One at a time
//===----------------------------------------------------------------------===//

namespace {
/// Replaces \p From where it occurs first, which it does.
void replaceIn(std::string &JSON, StringRef From, StringRef To) {
  size_t At = JSON.find(From);
  ASSERT_NE(At, std::string::npos) << From.str();
  JSON.replace(At, From.size(), To.data(), To.size());
}

/// Reads \p JSON after \p From, which occurs, was replaced by \p To.
Expected<std::unique_ptr<GraphModule>>
readEdited(Context &Ctx, std::string JSON, StringRef From, StringRef To) {
  replaceIn(JSON, From, To);
  return parseProgramJSON(Ctx, JSON, "models/model.json");
}

std::string errorOf(StringRef File, StringRef From, StringRef To) {
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> M =
      readEdited(Ctx, programsOf(File).front(), From, To);
  return M ? "no error" : toString(M.takeError());
}
} // namespace

TEST(Program, ErrorsNameThePath) {
  StringRef File = "mlp_minimal.pt2";
  EXPECT_NE(errorOf(File, "\"dtype\": 7", "\"dtype\": 99")
                .find("graph_module.graph.tensor_values.p_weight.dtype: "
                      "unknown dtype 99 (byte "),
            std::string::npos);
  EXPECT_NE(errorOf(File, "\"kind\": 1", "\"kind\": \"1\"")
                .find("graph_module.graph.nodes[0].inputs[0].kind: expected an "
                      "integer, found a string"),
            std::string::npos);
  EXPECT_NE(errorOf(File, "\"as_tensor\": {\"name\": \"p_weight\"}}, \"kind\"",
                    "\"as_tensor\": {\"name\": \"q\"}}, \"kind\"")
                .find("'q' is not defined here"),
            std::string::npos);
  EXPECT_NE(errorOf(File, "\"as_tensor\"", "\"as_thing\"")
                .find("'as_thing' cannot be an input of a graph"),
            std::string::npos);
  EXPECT_NE(errorOf(File, "\"target\"", "\"goal\"").find("'target' is missing"),
            std::string::npos);
  EXPECT_NE(errorOf(File, "\"parameter\"", "\"grammar\"")
                .find("unknown kind of an input, 'grammar'"),
            std::string::npos);
}

TEST(Program, ListsHaveCommasBetween) {
  std::string JSON = programsOf("mlp_minimal.pt2").front();
  replaceIn(JSON, "\"metadata\": {}, \"treespec_namedtuple_fields\": {}",
            "\"metadata\": {\"a\": \"1\", \"b\": \"2\"}, "
            "\"treespec_namedtuple_fields\": {\"P\": {\"field_names\": "
            "[\"x\", \"y\"]}, \"Q\": {\"field_names\": []}}");
  replaceIn(JSON, "\"range_constraints\": {}",
            "\"range_constraints\": {\"s0\": {\"min_val\": 2, "
            "\"max_val\": null}, \"s1\": {\"min_val\": null, "
            "\"max_val\": 3}}");
  replaceIn(JSON, "\"opset_version\": {", "\"opset_version\": {\"my\": 3, ");
  replaceIn(JSON, "\"guards_code\": []", "\"guards_code\": [\"a\", \"b\"]");
  Context Ctx;
  EXPECT_EQ(toJSON(*cantFail(parseProgramJSON(Ctx, JSON, "model"))), JSON);
}

TEST(Program, OldBoundsMayBeInfinite) {
  std::string Old = programsOf("old/torch-2.3.1.shapes.pt2").front();
  auto Read = [&](StringRef Bound) -> std::string {
    Context Ctx;
    Expected<std::unique_ptr<GraphModule>> M =
        readEdited(Ctx, Old, "\"max_val\": 100", "\"max_val\": " + Bound.str());
    if (!M)
      return toString(M.takeError());
    std::optional<int64_t> Max = (*M)->program()->Ranges.back().Max;
    return Max ? std::to_string(*Max) : "none";
  };
  EXPECT_EQ(Read("100"), "100");
  EXPECT_EQ(Read("-3"), "-3");
  EXPECT_EQ(Read("9223372036854775805"), "9223372036854775805");
  for (StringRef Bound :
       {"null", "Infinity", "-Infinity", "\"Infinity\"", "\"-Infinity\"",
        "9223372036854775806", "9223372036854775807", "-9223372036854775808"})
    EXPECT_EQ(Read(Bound), "none") << Bound.str();
  std::string Where = "range_constraints.s1.max_val: expected ";
  for (auto [Bound, Why] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"NaN", "an integer or infinity (byte"},
           {"1.5", "an integer, found a float (byte"},
           {"\"x\"", "a float, found another string (byte"},
           {"[]", "a float, found an array (byte"}})
    EXPECT_EQ(Read(Bound).find(Where + Why), 0u) << Read(Bound);
}

TEST(Program, MembersComeInAnyOrder) {
  std::string JSON = programsOf("hop_cond.pt2").front();
  Context Ctx;
  std::unique_ptr<GraphModule> Want =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  std::string Reversed = reverseMembers(JSON);
  Expected<std::unique_ptr<GraphModule>> M =
      parseProgramJSON(Ctx, Reversed, "model");
  ASSERT_TRUE(!!M) << toString(M.takeError());
  EXPECT_EQ(toText(**M, PrintFormat::FX), toText(*Want, PrintFormat::FX));
  EXPECT_EQ(toJSON(**M), Reversed);
}

TEST(Program, OddSpellingsLiveAsLongAsTheirValues) {
  std::string JSON = programsOf("state_input_mutation.pt2").front();
  replaceIn(JSON, "\"kind\": 1}", "\"kind\": null, \"new\": {\"a/b~\": [{}]}}");
  replaceIn(JSON, "\"requires_grad\": false,",
            "\"requires_grad\": false, \"\": 1,");
  replaceIn(JSON, "{\"graph_module\"", "{\"first\": 1e1, \"graph_module\"");
  Context Ctx;
  std::unique_ptr<GraphModule> M =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  EXPECT_EQ(toJSON(*M), JSON);
  // An argument is changed, and changed back.
  Node *Call = M->graph().front();
  while (!Call->isCallFunction())
    Call = Call->next();
  Argument Old = Call->arg(0);
  Call->updateArg(0, 1);
  std::string Changed = toJSON(*M);
  EXPECT_NE(Changed, JSON);
  EXPECT_NE(Changed.find("\"new\": {\"a/b~\": [{}]}"), std::string::npos);
  Call->updateArg(0, Old);
  EXPECT_EQ(toJSON(*M), JSON);
  // What was not known goes with its node.
  Call->updateArg(0, 1);
  Node *User = M->graph().back();
  EXPECT_TRUE(User->isOutput());
  Call->replaceAllUsesWith(Old);
  M->graph().eraseNode(Call);
  EXPECT_EQ(toJSON(*M).find("a/b~"), std::string::npos);
}

TEST(Program, OddSpellingsFindTheirNodesByTheNamesInTheArchive) {
  std::string JSON = programsOf("state_input_mutation.pt2").front();
  auto Rename = [&](StringRef From, StringRef To) {
    std::string Before = "_return\": null, \"name\": \"";
    replaceIn(JSON, Before + From.str() + "\"", Before + To.str());
  };
  // Each of two nodes bears the name of the other one's value; the third has
  // the name of the first, spelled in another way.
  Rename("add", "add_\", \"new\": 3");
  Rename("mul_", "a\\u0064d\", \"new\": 2");
  Rename("add_", "add\", \"new\": 1");
  Context Ctx;
  std::unique_ptr<GraphModule> M =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  EXPECT_EQ(toJSON(*M), JSON);
  Node *First = M->graph().findByName("add_");
  First->replaceAllUsesWith(M->graph().front());
  EXPECT_TRUE(M->graph().eraseNode(First));
  std::string Edited = toJSON(*M);
  EXPECT_EQ(Edited.find("\"new\": 1"), std::string::npos);
  EXPECT_NE(Edited.find("\"name\": \"add_\", \"new\": 3"), std::string::npos);
}

TEST(Program, UnknownMembersOfArgumentsStayAsTheyAre) {
  std::string JSON = programsOf("io_constants.pt2").front();
  replaceIn(JSON, "{\"as_int\": 3}, \"kind\": 1}",
            "{\"as_quaternion\": {\"i\": [1,2]}}, \"kind\": 1}");
  Context Ctx;
  std::unique_ptr<GraphModule> M =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  EXPECT_EQ(toJSON(*M), JSON);
}

TEST(Program, RenamesReachEverything) {
  std::string JSON = programsOf("state_input_mutation.pt2").front();
  Context Ctx;
  std::unique_ptr<GraphModule> M =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  for (Node *N : M->graph().nodes())
    if (!N->isOutput())
      N->rename("renamed");
  OutputSpec Mutation{OutputSpec::UserInputMutation, Ctx.intern("y")};
  M->graph().outputNode()->setMeta("output_specs",
                                   Argument::tuple({Mutation.toArgument(Ctx)}));
  std::string Renamed = toJSON(*M);
  std::unique_ptr<GraphModule> Again =
      cantFail(parseProgramJSON(Ctx, Renamed, "model"));
  EXPECT_EQ(toJSON(*Again), Renamed);
  EXPECT_NE(Renamed.find("\"user_input_name\": \"renamed_1\""),
            std::string::npos)
      << Renamed;
}

TEST(Program, ModuleCallsFollowTheirValues) {
  std::string JSON = programsOf("io_preserved_signature.pt2").front();
  Context Ctx;
  std::unique_ptr<GraphModule> M =
      cantFail(parseProgramJSON(Ctx, JSON, "model"));
  ExportedProgram &P = *M->program();
  auto Call = find_if(P.ModuleCalls, [](const ModuleCall &C) {
    return !C.Outputs.empty() && C.Outputs[0].isNode();
  });
  ASSERT_NE(Call, P.ModuleCalls.end());
  Node *Old = Call->Outputs[0].asNode();
  InsertionGuard At = M->graph().insertingAfter(Old);
  Node *New = M->graph().callFunction("torch.ops.aten.relu.default", {Old});
  Old->replaceAllUsesWith(New, [&](Node *User) { return User != New; });
  EXPECT_EQ(Call->Outputs[0].asNode(), New);
  New->replaceAllUsesWith(Old);
  EXPECT_EQ(Call->Outputs[0].asNode(), Old);
  // Without its values a module cannot be put together again.
  EXPECT_TRUE(M->graph().eraseNode(New));
  EXPECT_TRUE(Call->HasSignature);
  Old->replaceAllUsesWith(Argument(1));
  EXPECT_TRUE(M->graph().eraseNode(Old));
  EXPECT_FALSE(Call->HasSignature);
}
