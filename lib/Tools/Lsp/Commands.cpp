//===- Commands.cpp - What clients run by name ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/StateFile.h"
#include "Server.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/PassManager.h"
#include "fx/Rewrite/RuleFromGraph.h"
#include "fx/Support/LineDiff.h"
#include "fx/Translate/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

/// Longer, and the client thinks that the server hangs.
static constexpr unsigned MaxSeconds = 120;

static std::string toolPath(StringRef Name) {
  static int Anchor;
  std::string Self = sys::fs::getMainExecutable(nullptr, &Anchor);
  return (sys::path::parent_path(Self) + "/" + Name).str();
}

Expected<std::string> fx::lsp::runTool(ArrayRef<std::string> Words) {
  SmallString<128> Output;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("fx-lsp", "txt", Output))
    return errorCodeToError(EC);
  FileRemover Remover(Output);
  SmallVector<StringRef> Arguments(Words.begin(), Words.end());
  std::optional<StringRef> Redirects[] = {StringRef(), Output.str(),
                                          Output.str()};
  std::string Message;
  std::vector<std::string> Environment = environmentWithoutCommands();
  SmallVector<StringRef> Variables(Environment.begin(), Environment.end());
  int Code = sys::ExecuteAndWait(toolPath(Words.front()), Arguments,
                                 ArrayRef<StringRef>(Variables), Redirects,
                                 MaxSeconds, /*MemoryLimit=*/0, &Message);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Output);
  std::string Said = Text ? (*Text)->getBuffer().str() : "";
  if (Code == 0)
    return Said;
  return requestError(RequestFailed,
                      Said.empty() ? Words.front() + ": " + Message : Said);
}

/// The tool changes a file in place: a copy beside it, so that `%S` of its RUN
/// lines is the same folder.
Expected<std::string> fx::lsp::updatedTest(StringRef Path, StringRef Option) {
  StringRef Name = sys::path::filename(Path);
  SmallString<128> Copy;
  if (std::error_code EC = sys::fs::createUniqueFile(
          sys::path::parent_path(Path) + "/.fx-lsp-%%%%%%-" + Name, Copy))
    return errorCodeToError(EC);
  FileRemover Remover(Copy);
  if (std::error_code EC = sys::fs::copy_file(Path, Copy))
    return errorCodeToError(EC);
  Expected<std::string> Said =
      runTool({"fx-opt", Option.str(), Copy.str().str()});
  if (!Said)
    return Said.takeError();
  ErrorOr<std::unique_ptr<MemoryBuffer>> New = MemoryBuffer::getFile(Copy);
  if (!New)
    return errorCodeToError(New.getError());
  // Messages name the file, and so do lines that check them.
  std::string Text;
  StringRef Rest = (*New)->getBuffer();
  std::string CopyName = sys::path::filename(Copy).str();
  while (true) {
    size_t At = Rest.find(CopyName);
    Text += Rest.take_front(At);
    if (At == StringRef::npos)
      return Text;
    Text += Name;
    Rest = Rest.drop_front(At + CopyName.size());
  }
}

Expected<std::string>
fx::lsp::diffOfPass(const Snapshot &S, const Environment &Env, StringRef Text) {
  if (!S.IsGood || S.Kind != FileKind::Graph)
    return requestError(RequestFailed, "the file has mistakes");
  Expected<PassPipeline> Pipeline = parsePassPipeline(Text, Env.Registry);
  if (!Pipeline)
    return Pipeline.takeError();
  PassManager Manager(std::move(*Pipeline));
  std::string Before, After, Wrong, Diff;
  raw_string_ostream BeforeOS(Before), AfterOS(After), DiffOS(Diff);
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error && Wrong.empty())
      Wrong = D.Text;
  });
  for (const std::unique_ptr<GraphModule> &M : S.Modules) {
    printModule(*M, BeforeOS, PrintFormat::Native);
    std::unique_ptr<GraphModule> Changed = M->clone();
    PassResult Result = Manager.run(*Changed, Diags);
    if (Result == PassResult::Failed || Result == PassResult::Invalid)
      return requestError(RequestFailed, Wrong);
    printModule(*Changed, AfterOS, PrintFormat::Native);
  }
  printLineDiff(Before, After, DiffOS);
  return Diff;
}

Expected<std::string> fx::lsp::ruleOfLines(const Snapshot &S, size_t Begin,
                                           size_t End) {
  for (const SyntaxMap::GraphRange &G : S.Map.graphs()) {
    if (!S.IsGood || G.Module >= S.Modules.size() ||
        G.G != &S.Modules[G.Module]->graph())
      continue;
    // The types of values are for the example of the rule.
    GraphModule &M = *S.scratch()[G.Module];
    std::vector<Node *> Nodes;
    for (uint32_t I = G.FirstLine; I != G.EndLine; ++I) {
      size_t At = S.Map.lines()[I].Begin;
      const Node *N = S.Map.nodeOf(I);
      if (At < Begin || At >= End || !N)
        continue;
      (void)S.inferredValue(I);
      if (Node *Copy = M.graph().findByName(N->name()); Copy && N->isCall())
        Nodes.push_back(Copy);
    }
    if (!Nodes.empty())
      return rewrite::ruleFrom(M, M.graph(), Nodes);
  }
  return requestError(RequestFailed, "there are no calls on these lines");
}

Expected<std::string> fx::lsp::textOfModel(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  InputFile In(std::move(*Buffer));
  std::string Wrong;
  In.Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error && Wrong.empty())
      Wrong = D.Text;
  });
  if (!readModel(In, std::nullopt))
    return requestError(RequestFailed, Wrong);
  std::string Text;
  raw_string_ostream OS(Text);
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    printModule(*M, OS, PrintFormat::Native);
  return Text;
}
