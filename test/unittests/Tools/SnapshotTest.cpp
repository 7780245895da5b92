//===- SnapshotTest.cpp - The tools print what they printed ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "fx/Support/OutputFile.h"
#include "fx/Support/ZipReader.h"
#include "fx/Support/ZipWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

namespace {

Command opt(StringRef Passes, std::vector<std::string> More = {}) {
  Command Words = {"fx-opt", "--show-diagnostic-ids", "--stats"};
  if (!Passes.empty())
    Words.push_back("--passes=" + Passes.str());
  Words.insert(Words.end(), More.begin(), More.end());
  return Words;
}

const std::vector<Command> &printing() {
  static const std::vector<Command> Commands = {
      opt(""),
      opt("", {"--print-format=fx"}),
      opt("", {"--print-format=fx-1.13"}),
      opt("", {"--to=code"}),
      opt("", {"--print-format=tabular"}),
      {"fx-translate", "--to=json"},
      {"fx-translate", "--to=dot", "--state-nodes"},
      {"fx-translate", "--to=dot", "--depth=1"},
      {"fx-translate", "--to=python"},
      {"fx-translate", "--info", "--verbose"},
      {"fx-translate", "--info", "--json"}};
  return Commands;
}

const std::vector<Command> &values() {
  static const std::vector<Command> Commands = {
      opt("infer-values{replace}"), opt("check-values{remarks}"),
      opt("infer-values{partial},decompose"),
      opt("lower-modules{keep-unknown},infer-values{replace},decompose,cse,"
          "dce")};
  return Commands;
}

const std::vector<Command> &calls() {
  static const std::vector<Command> Commands = {
      opt("normalize-args"),
      opt("normalize-args{only-kwargs}"),
      opt("normalize-args{defaults=drop}"),
      opt("normalize-args{defaults=fill}"),
      opt("functional-methods"),
      opt("cse"),
      opt("cse{commute}"),
      opt("dce"),
      opt("rename-nodes"),
      opt("strip-metadata{keys=*val*}"),
      opt("tag-nodes{tag=t where=\"op=call_function & (users<2 | args>1)\"}"),
      opt("set-metadata{key=k value=\"a\"}"),
      opt("invert")};
  return Commands;
}

const std::vector<Command> &modules() {
  static const std::vector<Command> Commands = {
      opt("lower-modules"),
      opt("lower-modules{keep-unknown,eval}"),
      opt("lower-modules{keep-unknown,training,keep-modules}"),
      opt("inline-module{modules=* recursive}"),
      opt("print-execution-order"),
      opt("print-module-paths"),
      opt("freeze"),
      opt("freeze,fuse-conv-bn,prune-unused-state"),
      opt("dedupe-state"),
      opt("prune-unused-state"),
      opt("cast-weights{dtype=bfloat16}"),
      opt("cast-weights{dtype=float64}")};
  return Commands;
}

/// What takes graphs apart, or replaces parts of them.
const std::vector<Command> &parts() {
  static const std::vector<Command> Commands = {
      opt("partition{by=stages:3 report},outline"),
      opt("infer-values{partial},partition{by=balanced:3 cost=bytes link=1 "
          "report},outline{dedupe}"),
      opt("infer-values{partial},partition{by=balanced:2 report},outline{name="
          "part}"),
      opt("infer-values{partial},partition{by=size:64 report}"),
      opt("partition{by=\"users<2 & op=call_function -> a; op=call_function -> "
          "b\" report min-nodes=2 split-independent},outline{dedupe}"),
      opt("extract{where=\"op=call_function & users=1\"}"),
      opt("infer-values{partial},fold-asserts,rewrite{remarks}"),
      opt("move-to-device{device=cuda:1}"),
      opt("move-to-device{device=meta from=cpu}")};
  return Commands;
}

/// How programs are written.
const std::vector<Command> &archives() {
  static const std::vector<Command> Commands = {
      opt("", {"-o", "RESULT.pt2"}),
      opt("normalize-args", {"-o", "RESULT.pt2"}),
      opt("decompose", {"-o", "RESULT.pt2"}),
      opt("freeze,dedupe-state,prune-unused-state", {"-o", "RESULT.pt2"}),
      opt("cast-weights{dtype=float16}", {"-o", "RESULT.pt2"}),
      opt("set-metadata{key=custom value=\"{}\"},rename-nodes",
          {"-o", "RESULT.pt2"})};
  return Commands;
}

constexpr StringLiteral NativeWords[] = {
    "None",  "True",        "False",      "-1",
    "0",     "1",           "2.5",        "\"a\"",
    "()",    "[]",          "{}",         "torch.float16",
    "%x",    "torch.int64", "torch.bool", "(1, 2)",
    "s0",    "(2, 3, 4)",   "[0]",        "torch.channels_last",
    "1e400", "inf",         "-2",         "(0,)"};
constexpr StringLiteral JSONWords[] = {"null",   "true",
                                       "false",  "-1",
                                       "0",      "1",
                                       "2.5",    "\"\"",
                                       "[]",     "{}",
                                       "7",      "[1, 2]",
                                       "\"x\"",  "{\"as_int\": 3}",
                                       "99",     "12",
                                       "\"s0\"", "\"Infinity\"",
                                       "[[]]"};

/// \p Count texts that each have a mistake.
std::vector<Sample> mistaken(const Sample &S, unsigned Count, unsigned First) {
  std::vector<Sample> Result;
  for (unsigned I = 0; I != Count; ++I)
    Result.push_back(
        {"in.fx", withMistake(S.Bytes, First + I, NativeWords), ""});
  return Result;
}

std::vector<Sample> texts() {
  std::vector<Sample> Result = samplesOfTests(".fx");
  append_range(Result, samplesOfTests(".fx.txt"));
  return Result;
}

void runAll(StringRef Name, ArrayRef<Sample> Samples,
            ArrayRef<Command> Commands) {
  Snapshots Snaps(Name);
  for (const Sample &S : Samples)
    Snaps.run(S, Commands);
}

TEST(SnapshotPrinting, Texts) { runAll("print-texts", texts(), printing()); }
TEST(SnapshotValues, Texts) { runAll("value-texts", texts(), values()); }
TEST(SnapshotCalls, Texts) { runAll("call-texts", texts(), calls()); }
TEST(SnapshotModules, Texts) { runAll("module-texts", texts(), modules()); }
TEST(SnapshotParts, Texts) { runAll("part-texts", texts(), parts()); }

TEST(SnapshotPrograms, Printing) {
  runAll("print-programs", samplesOfTests(".pt2"), printing());
}
TEST(SnapshotProgramPasses, Passes) {
  std::vector<Command> Commands = values();
  append_range(Commands, calls());
  append_range(Commands, modules());
  runAll("pass-programs", samplesOfTests(".pt2"), Commands);
}
TEST(SnapshotProgramParts, Parts) {
  runAll("part-programs", samplesOfTests(".pt2"), parts());
}
TEST(SnapshotArchives, Written) {
  runAll("archive-programs", samplesOfTests(".pt2"), archives());
}

/// How many parts a test of many mistakes has.
constexpr unsigned NumParts = 10;
class SnapshotOfMistakes : public testing::TestWithParam<unsigned> {
protected:
  static bool isMine(const Sample &S) {
    return numberOf(S.Name) % NumParts == GetParam();
  }
};

/// What is said of texts with mistakes in them.
TEST_P(SnapshotOfMistakes, Texts) {
  Snapshots Snaps("mistakes/texts-" + std::to_string(GetParam()));
  for (const Sample &S : texts())
    if (S.Bytes.size() < 8000 && isMine(S))
      Snaps.runTogether(
          S.Name, mistaken(S, 40, numberOf(S.Name)),
          {opt("infer-values{partial},decompose"),
           opt("lower-modules{keep-unknown},infer-values{replace,partial},"
               "decompose,cse,dce"),
           opt("normalize-args{defaults=fill},functional-methods,rename-nodes",
               {"--to=code"}),
           {"fx-translate", "--to=python"}});
}

/// An archive of which one text has a mistake that \p Edit makes. Records
/// without text are taken over.
std::string withMistakeInside(
    StringRef Archive, uint32_t Number,
    function_ref<std::string(StringRef, uint32_t, ArrayRef<StringLiteral>)>
        Edit) {
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(Archive);
  if (!Zip) {
    consumeError(Zip.takeError());
    return {};
  }
  std::vector<const ZipEntry *> Texts;
  for (const ZipEntry &E : (*Zip)->entries())
    if (E.Name.ends_with(".json"))
      Texts.push_back(&E);
  if (Texts.empty())
    return {};
  const ZipEntry *Chosen = Texts[Number % Texts.size()];
  for (const ZipEntry *E : Texts)
    if (E->Size > Chosen->Size && Number % 4)
      Chosen = E;
  std::string Result;
  raw_string_ostream OS(Result);
  StreamOutput Out(OS);
  StringRef Root = (*Zip)->entries().front().Name.split('/').first;
  ZipWriter Writer(Out, Root);
  for (const ZipEntry &E : (*Zip)->entries()) {
    StringRef Name = E.Name.drop_front(Root.size() + 1);
    Expected<StringRef> Bytes = (*Zip)->read(E);
    std::string Text = Bytes ? Bytes->str() : std::string();
    if (!Bytes)
      consumeError(Bytes.takeError());
    if (&E == Chosen)
      Text = Edit(Text, Number, JSONWords);
    if (Error Failed = Writer.add(Name, Text))
      consumeError(std::move(Failed));
  }
  cantFail(Writer.finish());
  return Result;
}

/// What is said of programs with mistakes in them.
TEST_P(SnapshotOfMistakes, Programs) {
  Snapshots Snaps("mistakes/programs-" + std::to_string(GetParam()));
  for (const Sample &S : samplesOfTests(".pt2")) {
    if (S.Bytes.size() > 200000 || !isMine(S))
      continue;
    std::vector<Sample> Wrong;
    for (unsigned N = 0; N != 100; ++N) {
      std::string Bytes = withMistakeInside(FX_TEST_SOURCE_DIR "/" + S.Name,
                                            numberOf(S.Name) + N, withMistake);
      if (!Bytes.empty())
        Wrong.push_back({"in.pt2", std::move(Bytes), ""});
    }
    Snaps.runTogether(S.Name, Wrong,
                      {opt(""), opt("decompose", {"-o", "RESULT.pt2"})});
  }
}

/// The same of texts that are JSON still.
TEST_P(SnapshotOfMistakes, Parts) {
  Snapshots Snaps("mistakes/parts-" + std::to_string(GetParam()));
  for (const Sample &S : samplesOfTests(".pt2")) {
    if (S.Bytes.size() > 200000 || !isMine(S))
      continue;
    std::vector<Sample> Wrong;
    for (unsigned N = 0; N != 120; ++N) {
      std::string Bytes = withMistakeInside(
          FX_TEST_SOURCE_DIR "/" + S.Name, numberOf(S.Name) + N, withOtherPart);
      if (!Bytes.empty())
        Wrong.push_back({"in.pt2", std::move(Bytes), ""});
    }
    Snaps.runTogether(S.Name, Wrong,
                      {opt(""), opt("", {"-o", "RESULT.pt2"}),
                       opt("normalize-args,infer-values{partial},decompose",
                           {"-o", "RESULT.pt2"})});
  }
}

/// The same for what fx-opt prints of programs.
TEST_P(SnapshotOfMistakes, NativePrograms) {
  Snapshots Snaps("mistakes/native-programs-" + std::to_string(GetParam()));
  for (const Sample &S : samplesOfTests(".pt2")) {
    if (!isMine(S))
      continue;
    std::string Text = Snaps.output({"fx-opt"}, S);
    // The weights are where they were, under a name that does not depend on
    // where the sources are.
    size_t At = Text.find("\nweights \"");
    if (At != std::string::npos)
      Text.insert(At + 10,
                  Snaps.linkToTests() +
                      S.Folder.substr(StringRef(FX_TEST_SOURCE_DIR).size()) +
                      "/");
    if (Text.size() < 20000)
      Snaps.runTogether(
          S.Name, mistaken({"", Text, ""}, 60, numberOf(S.Name)),
          {opt("decompose", {"-o", "RESULT.pt2"}),
           opt("freeze,dedupe-state,prune-unused-state,cse,infer-values",
               {"-o", "RESULT.pt2"}),
           {"fx-translate", "--to=python"}});
  }
}

/// \p S with another byte, or cut off.
std::string withOtherByte(const Sample &S, uint32_t N) {
  std::string Bytes = S.Bytes;
  uint32_t Draw = (N + 1) * 2654435761u + numberOf(S.Name);
  // The directory at the end is what matters most.
  size_t Range = N % 2 ? std::min<size_t>(Bytes.size(), 400) : Bytes.size();
  size_t At = Bytes.size() - 1 - Draw % Range;
  Bytes[At] = N % 3 ? char(Bytes[At] + 1 - 2 * (N % 2)) : char(Draw >> 24);
  if (N % 16 == 15)
    Bytes.resize(At);
  return Bytes;
}

TEST_P(SnapshotOfMistakes, Bytes) {
  Snapshots Snaps("mistakes/bytes-" + std::to_string(GetParam()));
  for (const Sample &S : samplesOfTests(".pt2")) {
    if (S.Bytes.size() > 100000 || !isMine(S))
      continue;
    std::vector<Sample> Wrong;
    for (uint32_t N = 0; N != 60; ++N)
      Wrong.push_back({"in.pt2", withOtherByte(S, N), ""});
    Snaps.runTogether(S.Name, Wrong, {opt("", {"--print-format=none"})});
  }
}
INSTANTIATE_TEST_SUITE_P(All, SnapshotOfMistakes, testing::Range(0u, NumParts));

} // namespace
