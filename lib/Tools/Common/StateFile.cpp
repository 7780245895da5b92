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
#include "fx/Support/OutputTransaction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <chrono>
#include <csignal>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

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
  StateCopy(const GraphModule &M, const InputFile &Origin);
  Error error() { return createStringError(StringRef(Messages).rtrim()); }

  std::vector<std::unique_ptr<InputFile>> Inputs;
  InputFile &In;
  std::string Messages;
};
} // namespace

static std::unique_ptr<InputFile> textLike(const InputFile &Origin) {
  return std::make_unique<InputFile>(MemoryBuffer::getMemBuffer(
      "",
      Origin.Source->getMemoryBuffer(Origin.BufferId)->getBufferIdentifier()));
}

StateCopy::StateCopy(const GraphModule &M, const InputFile &Origin)
    : In(*Inputs.emplace_back(textLike(Origin))) {
  In.Archive = Origin.Archive;
  In.Modules.push_back(M.clone());
  In.Diags.setHandler([this](const Diagnostic &D) {
    if (D.Sev == Severity::Error)
      Messages += D.str() + "\n";
  });
}

Error fx::writeStateText(const GraphModule &M, const InputFile &Origin,
                         StringRef Path, OutputForm Form,
                         function_ref<std::string(StringRef Text)> CommentOf,
                         OutputTransaction &Files) {
  StateCopy Copy(M, Origin);
  if (Form == OutputForm::Native &&
      !placeWeights(Copy.Inputs, Path, WeightsMode::Reference, Files))
    return Copy.error();
  std::string Text;
  raw_string_ostream TextOS(Text);
  if (Error E = writeForm(Copy.In.Modules.front().get(), Form, TextOS))
    return E;
  std::string Comment = CommentOf ? CommentOf(Text) : "";
  return writeOutput(Files, Path,
                     [&](raw_ostream &OS) { OS << Comment << Text; });
}

Error fx::writeState(const GraphModule &M, const InputFile &Origin,
                     StringRef Path, OutputForm Form,
                     function_ref<std::string(StringRef Text)> CommentOf) {
  if (Path.ends_with(".pt2")) {
    StateCopy Copy(M, Origin);
    if (!writePrograms(Copy.In, Path,
                       {/*LinkWeights=*/false, /*DropCode=*/true}))
      return Copy.error();
    return Error::success();
  }
  OutputTransaction Files;
  if (Error E = writeStateText(M, Origin, Path, Form, CommentOf, Files))
    return E;
  return Files.commit();
}

StateRemover::StateRemover(StringRef Path) : Text(Path) {
  SmallString<128> File(Path);
  sys::path::replace_extension(File, "safetensors");
  Weights = std::string(File);
  sys::RemoveFileOnSignal(Text);
  sys::RemoveFileOnSignal(Weights);
}

StateRemover::~StateRemover() {
  for (const std::string &File : {Text, Weights}) {
    (void)sys::fs::remove(File);
    sys::DontRemoveFileOnSignal(File);
  }
}

static constexpr StringLiteral NoCommands = "FX_NO_COMMANDS";

Error fx::checkCommandsAllowed() {
  if (!sys::Process::GetEnv(NoCommands))
    return Error::success();
  return createStringError("it runs a command of a shell, which a test that an "
                           "editor or --update-checks runs may not");
}

/// The environment of this process, with \p Name as \p Value.
static std::vector<std::string> environmentWith(StringRef Name,
                                                const Twine &Value) {
  std::vector<std::string> Variables;
  for (char **Variable = environ; *Variable; ++Variable)
    if (StringRef(*Variable).split('=').first != Name)
      Variables.push_back(*Variable);
  Variables.push_back((Name + "=" + Value).str());
  return Variables;
}

std::vector<std::string> fx::environmentWithoutCommands() {
  return environmentWith(NoCommands, "1");
}

std::vector<std::string> fx::environmentWithTools() {
  return environmentWith("PATH", sys::path::parent_path(siblingTool("fx-opt")) +
                                     ":" +
                                     sys::Process::GetEnv("PATH").value_or(""));
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

/// The processes that a signal takes with it.
static std::array<std::atomic<int>, 256> Running;

/// What has just been started has no group of its own yet.
static void killGroup(int Pid) {
  if (::kill(-Pid, SIGKILL) != 0)
    ::kill(Pid, SIGKILL);
}

/// Calls nothing that a handler of signals may not call.
static void killRunning() {
  for (std::atomic<int> &Place : Running)
    if (int Pid = Place.load())
      killGroup(Pid);
}

/// Which one it was is not known here; a shell that is told so stops as well.
static void dieOfInterrupt() {
  killRunning();
  std::signal(SIGTERM, SIG_DFL);
  std::raise(SIGTERM);
}

ShellProcess::ShellProcess(StringRef Command, StringRef File,
                           StringRef Output) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    sys::SetInterruptFunction(dieOfInterrupt);
    sys::AddSignalHandler([](void *) { killRunning(); }, nullptr);
  });
  // An empty name is the null device.
  std::optional<StringRef> Redirects[] = {StringRef(), Output, Output};
  Begin = std::chrono::steady_clock::now();
  Pid = sys::ExecuteNoWait("/bin/sh", {"sh", "-c", scriptFor(Command, File)},
                           /*Env=*/std::nullopt, Redirects,
                           /*MemoryLimit=*/0, /*ErrMsg=*/nullptr,
                           /*ExecutionFailed=*/nullptr,
                           /*AffinityMask=*/nullptr, /*DetachProcess=*/true)
            .Pid;
  for (std::atomic<int> &Place : Running) {
    int Free = 0;
    if (Pid && Place.compare_exchange_strong(Free, Pid)) {
      Known = &Place;
      break;
    }
  }
}

ShellProcess::~ShellProcess() {
  if (Pid)
    kill();
}

void ShellProcess::kill() {
  killGroup(Pid);
  siginfo_t Info = {};
  sys::RetryAfterSignal(-1, ::waitid, P_PID, id_t(Pid), &Info,
                        WEXITED | WNOWAIT);
  end();
}

int ShellProcess::end() {
  // What it has left in the background would run on.
  ::kill(-Pid, SIGKILL);
  if (Known)
    Known->store(0);
  int Status = 0;
  pid_t Done =
      sys::RetryAfterSignal(-1, ::waitpid, std::exchange(Pid, 0), &Status, 0);
  return Done < 0 ? 127 : codeOf(Status);
}

std::optional<int> ShellProcess::wait(unsigned Seconds) {
  auto End = Begin + std::chrono::seconds(Seconds);
  while (true) {
    // It stays as it is for now, so that its group has no other number.
    siginfo_t Info = {};
    int Failed =
        sys::RetryAfterSignal(-1, ::waitid, P_PID, id_t(Pid), &Info,
                              WEXITED | WNOWAIT | (Seconds ? WNOHANG : 0));
    if (Failed || Info.si_pid)
      return end();
    if (std::chrono::steady_clock::now() >= End) {
      kill();
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string fx::siblingTool(StringRef Name) {
  static int Anchor;
  std::string Self = sys::fs::getMainExecutable(nullptr, &Anchor);
  SmallString<128> Path(sys::path::parent_path(Self));
  sys::path::append(Path, Name);
  return std::string(Path);
}
