//===- PipelineChild.cpp - Running a pipeline in a child ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineChild.h"
#include "fx/Pass/PassManager.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fx;
using namespace llvm;

/// Whether LibTorch has never had more than one thread.
static bool HasOneThread = false;

Expected<TorchBackend &> fx::loadTorchForChildren() {
  bool IsFirst = !isTorchBackendLoaded();
  Expected<TorchBackend &> Torch = loadTorchBackend();
  if (Torch) {
    Torch->setThreads(1);
    HasOneThread |= IsFirst;
  }
  return Torch;
}

std::string fx::whyNoChildren() {
  // A child of a process with the threads of LibTorch may wait for them.
  if (!isTorchBackendLoaded() || HasOneThread)
    return "";
  return "LibTorch was loaded to read the file, and a pass that dies would "
         "take "
         "this process with it; write the graph with fx-opt FILE -o GRAPH.fx, "
         "and take that";
}

void fx::explainDeathWithoutChildren() {
  static const std::string Text = whyNoChildren() + "\n";
  if (Text.size() > 1)
    sys::AddSignalHandler(
        [](void *) {
          [[maybe_unused]] ssize_t Written =
              ::write(STDERR_FILENO, Text.data(), Text.size());
        },
        nullptr);
}

void fx::becomeSilentChild() {
#ifdef __linux__
  // Nobody waits for it then.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (int Signal :
       {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGALRM})
    std::signal(Signal, SIG_DFL);
  // This process ends by _exit(): it is a pass that calls exit().
  std::atexit([] { std::abort(); });
  rlimit None = {0, 0};
  setrlimit(RLIMIT_CORE, &None);
  if (int Null = open("/dev/null", O_WRONLY); Null >= 0) {
    dup2(Null, STDOUT_FILENO);
    dup2(Null, STDERR_FILENO);
  }
}

void fx::limitMemory() {
  rlim_t Most = rlim_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 2;
  rlimit Limit;
  if (getrlimit(RLIMIT_DATA, &Limit) || Limit.rlim_cur <= Most)
    return;
  Limit.rlim_cur = Most;
  setrlimit(RLIMIT_DATA, &Limit);
}

PipelineOutcome fx::runPipeline(const FXOptConfig &Config, const OddValues &Odd,
                                PassPipeline Pipeline, GraphModule &M,
                                StepProgress *Progress,
                                std::unique_ptr<PassInstrumentation> Watcher) {
  PipelineOutcome Outcome;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev != Severity::Error || !Outcome.Id.empty())
      return;
    Outcome.Id = diag::name(D.Id).str();
    Outcome.Message = D.Text;
  });
  PassManager Manager(std::move(Pipeline));
  Manager.setVerifyEach(Config.VerifyEach && !Config.NoVerify);
  Manager.setCompletion(completeChangedProgram);
  Manager.addVerifier([&](const GraphModule &Changed, DiagnosticEngine &D) {
    return verifyProgramAgain(Changed, D, Odd);
  });
  StepProgress Local;
  auto Tracker = std::make_unique<StepTracker>();
  Tracker->Progress = Progress ? Progress : &Local;
  Tracker->ListensToEdits = false;
  Manager.addInstrumentation(std::move(Tracker));
  if (Watcher)
    Manager.addInstrumentation(std::move(Watcher));
  switch (Manager.run(M, Diags)) {
  case PassResult::Failed:
    Outcome.ExitCode = ExitFailure;
    break;
  case PassResult::Invalid:
    Outcome.ExitCode = ExitInvalid;
    break;
  default:
    break;
  }
  Outcome.Pass = (Progress ? Progress : &Local)->Pass;
  return Outcome;
}

PipelineOutcome fx::runPipeline(const ReduceContext &Context, StringRef Text,
                                GraphModule &M, StepProgress *Progress,
                                std::unique_ptr<PassInstrumentation> Watcher) {
  Expected<PassPipeline> Pipeline =
      Text.empty() ? PassPipeline() : parsePassPipeline(Text, Context.Registry);
  if (Pipeline)
    return runPipeline(Context.Config, Context.Odd, std::move(*Pipeline), M,
                       Progress, std::move(Watcher));
  consumeError(Pipeline.takeError());
  return {};
}

PipelineChild::PipelineChild(const ReduceContext &Context, const Candidate &C,
                             unsigned Seconds)
    : Context(Context), C(C) {
  if (!whyNoChildren().empty())
    return;
  void *Shared = mmap(nullptr, sizeof(StepProgress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return;
  Progress = new (Shared) StepProgress;
  Begin = secondsNow();
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return;
  Pid = fork();
  if (Pid == 0) {
    becomeSilentChild();
    limitMemory();
    if (Seconds)
      alarm(Seconds);
    runInChild(C, Ends[1]);
    _exit(0);
  }
  close(Ends[1]);
  if (Pid < 0) {
    close(Ends[0]);
    Pid = 0;
    return;
  }
  Pipe = Ends[0];
}

/// Sends the outcome as lines: exit code, seconds, pass, id, message.
void PipelineChild::runInChild(const Candidate &C, int Pipe) {
  double Begin = secondsNow();
  PipelineOutcome O = runPipeline(Context, C.pipeline(), *C.M, Progress);
  raw_fd_ostream OS(Pipe, /*shouldClose=*/false);
  OS << O.ExitCode << '\n'
     << secondsNow() - Begin << '\n'
     << O.Pass << '\n'
     << O.Id << '\n'
     << O.Message;
}

PipelineChild::~PipelineChild() {
  if (Pid) {
    kill(Pid, SIGKILL);
    waitpid(Pid, nullptr, 0);
  }
  if (Pipe >= 0)
    close(Pipe);
  if (Progress)
    munmap(Progress, sizeof(StepProgress));
}

/// All that comes through \p Pipe.
static std::string readAll(int Pipe) {
  std::string Text;
  char Buffer[4096];
  for (;;) {
    ssize_t Size = read(Pipe, Buffer, sizeof(Buffer));
    if (Size < 0 && errno == EINTR)
      continue;
    if (Size <= 0)
      return Text;
    Text.append(Buffer, size_t(Size));
  }
}

static int waitFor(pid_t Pid) {
  int Status = 0;
  while (waitpid(Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  return Status;
}

std::optional<std::string>
fx::textOfChild(unsigned Seconds, function_ref<void(raw_ostream &)> Work,
                bool *HasHung) {
  int Ends[2] = {-1, -1};
  pid_t Pid = pipe2(Ends, O_CLOEXEC) ? -1 : fork();
  if (Pid < 0) {
    for (int End : Ends)
      if (End >= 0)
        close(End);
    std::string Text;
    raw_string_ostream OS(Text);
    Work(OS);
    return Text;
  }
  if (Pid == 0) {
    becomeSilentChild();
    alarm(Seconds);
    {
      raw_fd_ostream OS(Ends[1], /*shouldClose=*/false);
      Work(OS);
    }
    _exit(0);
  }
  close(Ends[1]);
  std::string Text = readAll(Ends[0]);
  close(Ends[0]);
  int Status = waitFor(Pid);
  if (HasHung)
    *HasHung = WIFSIGNALED(Status) && WTERMSIG(Status) == SIGALRM;
  if (!WIFEXITED(Status) || WEXITSTATUS(Status))
    return std::nullopt;
  return Text;
}

PipelineOutcome PipelineChild::finish() {
  if (!Pid) {
    std::unique_ptr<GraphModule> M = C.M->clone();
    return runPipeline(Context, C.pipeline(), *M);
  }
  std::string Text = readAll(Pipe);
  int Status = waitFor(Pid);
  Pid = 0;
  PipelineOutcome O;
  if (WIFSIGNALED(Status)) {
    O.HasHung = WTERMSIG(Status) == SIGALRM;
    O.Signal = O.HasHung ? 0 : WTERMSIG(Status);
    O.Pass = Progress->Pass;
    O.Seconds = Progress->Began - Begin;
    return O;
  }
  SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n', /*MaxSplit=*/4);
  // A pass has ended the process: that is as bad as one that dies.
  if (Lines.size() != 5) {
    O.Ended = WEXITSTATUS(Status);
    O.Pass = Progress->Pass;
    return O;
  }
  (void)Lines[0].getAsInteger(10, O.ExitCode);
  (void)Lines[1].getAsDouble(O.Seconds);
  O.Pass = Lines[2].str();
  O.Id = Lines[3].str();
  O.Message = Lines[4].str();
  return O;
}
