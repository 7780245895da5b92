//===- StateFile.cpp - Modules as files for other programs ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateFile.h"
#include "ArchiveOutput.h"
#include "ToolOutput.h"
#include "Weights.h"
#include "fx/Support/OutputFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>

using namespace fx;
using namespace llvm;

std::string fx::shellWord(StringRef Word) {
  bool IsPlain = !Word.empty() && all_of(Word, [](char C) {
    return isAlnum(C) || StringRef("_-./,=:@%+").contains(C);
  });
  if (IsPlain)
    return Word.str();
  std::string Result;
  // The value of a flag alone is quoted.
  auto [Flag, Value] = Word.split('=');
  if (Word.starts_with("--") && !Value.empty() && shellWord(Flag) == Flag) {
    Result = (Flag + "=").str();
    Word = Value;
  }
  Result += '\'';
  for (char C : Word)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

std::string fx::shellCommand(ArrayRef<std::string> Words) {
  std::string Result;
  for (const std::string &Word : Words) {
    if (!Result.empty())
      Result += ' ';
    Result += shellWord(Word);
  }
  return Result;
}

std::vector<std::string> fx::withoutFlags(ArrayRef<std::string> Words,
                                          ArrayRef<StringRef> Names) {
  std::vector<std::string> Kept;
  for (size_t I = 0; I != Words.size(); ++I) {
    StringRef Word = Words[I];
    bool IsFlag = Word.consume_front("-") && !Word.empty();
    Word.consume_front("-");
    if (!IsFlag || !is_contained(Names, Word.split('=').first))
      Kept.push_back(Words[I]);
    else if (!Word.contains('=') && I + 1 != Words.size())
      ++I;
  }
  return Kept;
}

namespace {
/// What is done to a module on its way to a file is done to a copy.
struct StateCopy {
  StateCopy(const GraphModule &M, const InputText &Origin);
  Error error() { return createStringError(StringRef(Messages).rtrim()); }

  std::vector<std::unique_ptr<InputText>> Inputs;
  InputText &In;
  std::string Messages;
};
} // namespace

static std::unique_ptr<InputText> textLike(const InputText &Origin) {
  return std::make_unique<InputText>(MemoryBuffer::getMemBuffer(
      "",
      Origin.Source->getMemoryBuffer(Origin.BufferId)->getBufferIdentifier()));
}

StateCopy::StateCopy(const GraphModule &M, const InputText &Origin)
    : In(*Inputs.emplace_back(textLike(Origin))) {
  In.Archive = Origin.Archive;
  In.Modules.push_back(M.clone());
  In.Diags.setHandler([this](const Diagnostic &D) {
    if (D.Sev == Severity::Error)
      Messages += D.str() + "\n";
  });
}

Error fx::writeStateText(const GraphModule &M, const InputText &Origin,
                         StringRef Path, OutputForm Form, StringRef Comment,
                         OutputFiles &Files) {
  StateCopy Copy(M, Origin);
  if (Form == OutputForm::Native &&
      !placeWeights(Copy.Inputs, Path, WeightsMode::Reference, Files))
    return Copy.error();
  std::string Text;
  raw_string_ostream TextOS(Text);
  if (Error E = writeForm(Copy.In.Modules.front().get(), Form, TextOS))
    return E;
  return writeOutput(Files, Path,
                     [&](raw_ostream &OS) { OS << Comment << Text; });
}

Error fx::writeState(const GraphModule &M, const InputText &Origin,
                     StringRef Path, OutputForm Form, StringRef Comment) {
  if (Path.ends_with(".pt2")) {
    StateCopy Copy(M, Origin);
    if (!writePrograms(Copy.In, Path,
                       {/*LinkWeights=*/false, /*DropCode=*/true}))
      return Copy.error();
    return Error::success();
  }
  OutputFiles Files;
  if (Error E = writeStateText(M, Origin, Path, Form, Comment, Files))
    return E;
  return Files.commit();
}

StateRemover::StateRemover(StringRef Path) : Text(Path) {
  SmallString<128> File(Path);
  sys::path::replace_extension(File, "safetensors");
  Weights.setFile(File);
}

/// \p Command with `{}` replaced. The shell stays, so that it reports signals.
static std::string scriptFor(StringRef Command, StringRef File) {
  std::string Text;
  for (StringRef Rest = Command; !Rest.empty();) {
    auto [Before, After] = Rest.split("{}");
    Text += Before;
    if (Before.size() != Rest.size())
      Text += shellWord(File);
    Rest = After;
  }
  return Text + "\nexit $?";
}

/// The exit code, or minus the number of a signal.
static int codeOf(int Status) {
  if (WIFSIGNALED(Status))
    return -WTERMSIG(Status);
  // A shell reports a signal as 128 plus its number.
  int Code = WEXITSTATUS(Status);
  return Code > 128 ? 128 - Code : Code;
}

int fx::runCommand(StringRef Command, StringRef File, StringRef Output) {
  // An empty name is the null device.
  std::optional<StringRef> Redirects[] = {StringRef(), Output, Output};
  sys::ProcessInfo Process =
      sys::ExecuteNoWait("/bin/sh", {"sh", "-c", scriptFor(Command, File)},
                         /*Env=*/std::nullopt, Redirects);
  // LLVM's Wait() has one code for all signals, and takes 126 and 127 for a
  // shell that could not be started.
  int Status = 0;
  if (!Process.Pid ||
      sys::RetryAfterSignal(-1, ::waitpid, Process.Pid, &Status, 0) < 0)
    return 127;
  return codeOf(Status);
}

std::optional<int> fx::runCommandFor(unsigned Seconds, StringRef Command,
                                     StringRef File, StringRef Output) {
  if (!Seconds)
    return runCommand(Command, File, Output);
  sys::ProcessInfo Process = startCommand(Command, File, Output);
  if (!Process.Pid)
    return 127;
  using Clock = std::chrono::steady_clock;
  auto End = Clock::now() + std::chrono::seconds(Seconds);
  int Status = 0;
  for (;;) {
    pid_t Done =
        sys::RetryAfterSignal(-1, ::waitpid, Process.Pid, &Status, WNOHANG);
    if (Done)
      return Done < 0 ? 127 : codeOf(Status);
    if (Clock::now() >= End)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(-Process.Pid, SIGKILL);
  sys::RetryAfterSignal(-1, ::waitpid, Process.Pid, &Status, 0);
  return std::nullopt;
}

std::string fx::siblingTool(StringRef Name) {
  static int Anchor;
  std::string Self = sys::fs::getMainExecutable(nullptr, &Anchor);
  SmallString<128> Path(sys::path::parent_path(Self));
  sys::path::append(Path, Name);
  return std::string(Path);
}

sys::ProcessInfo fx::startCommand(StringRef Command, StringRef File,
                                  StringRef Output) {
  // An empty name is the null device.
  std::optional<StringRef> Redirects[] = {StringRef(), Output, Output};
  return sys::ExecuteNoWait("/bin/sh", {"sh", "-c", scriptFor(Command, File)},
                            /*Env=*/std::nullopt, Redirects,
                            /*MemoryLimit=*/0, /*ErrMsg=*/nullptr,
                            /*ExecutionFailed=*/nullptr,
                            /*AffinityMask=*/nullptr,
                            /*DetachProcess=*/true);
}
