//===- fx-forks.cpp - Runs the tools again and again ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hunt runs fx-opt some forty times for each program, and LibTorch takes
// half a second to load. This process loads it once; every command runs in a
// fork.
//
// A command is a line with the number of its words, then a line for each word.
// The answer is a line with the exit status, negative for a signal, and the
// number of bytes that follow: what the command wrote to its error stream.
//
//===----------------------------------------------------------------------===//

#include "fx/Execution/TorchBackend.h"
#include "fx/Tools/AllPasses.h"
#include "fx/Tools/FXOptMain.h"
#include "fx/Tools/FXRunMain.h"
#include "fx/Tools/FXTranslateMain.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

/// Seconds until a command is killed by SIGALRM.
static constexpr unsigned Limit = 30;

static int runCommand(const std::vector<std::string> &Words) {
  std::vector<const char *> Args;
  for (const std::string &Word : Words)
    Args.push_back(Word.c_str());
  int Argc = int(Args.size());
  StringRef Tool = Words.front();
  if (Tool == "fx-translate")
    return fx::FXTranslateMain(Argc, Args.data());
  if (Tool == "fx-run")
    return fx::FXRunMain(Argc, Args.data());
  fx::PassRegistry Registry;
  fx::registerAllPasses(Registry);
  return fx::FXOptMain(Argc, Args.data(), Registry);
}

[[noreturn]] static void serve(const std::vector<std::string> &Words,
                               int Errors) {
  int Null = open("/dev/null", O_RDWR);
  dup2(Null, STDIN_FILENO);
  dup2(Null, STDOUT_FILENO);
  dup2(Errors, STDERR_FILENO);
  alarm(Limit);
  int Code = runCommand(Words);
  outs().flush();
  _exit(Code);
}

static std::string contentOf(int File) {
  std::string Text(lseek(File, 0, SEEK_END), '\0');
  ssize_t Size = pread(File, Text.data(), Text.size(), 0);
  Text.resize(Size < 0 ? 0 : Size);
  return Text;
}

static bool readCommand(std::vector<std::string> &Words) {
  std::string Line;
  if (!std::getline(std::cin, Line))
    return false;
  unsigned Count = 0;
  if (StringRef(Line).getAsInteger(10, Count) || Count == 0)
    return false;
  Words.resize(Count);
  for (std::string &Word : Words)
    if (!std::getline(std::cin, Word))
      return false;
  return true;
}

int main() {
  // A build without LibTorch has none to load.
  if (Expected<fx::TorchBackend &> Backend = fx::loadTorchBackend(); !Backend)
    consumeError(Backend.takeError());
  std::vector<std::string> Words;
  while (readCommand(Words)) {
    int Errors = memfd_create("errors", 0);
    pid_t Child = fork();
    if (Child == 0)
      serve(Words, Errors);
    int Status = 0;
    if (Errors < 0 || Child < 0 || waitpid(Child, &Status, 0) != Child)
      return 1;
    int Code = WIFSIGNALED(Status) ? -WTERMSIG(Status) : WEXITSTATUS(Status);
    std::string Text = contentOf(Errors);
    close(Errors);
    std::printf("%d %zu\n", Code, Text.size());
    std::fwrite(Text.data(), 1, Text.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}
