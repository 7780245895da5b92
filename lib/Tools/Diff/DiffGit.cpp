//===- DiffGit.cpp - fx-diff for git --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffGit.h"
#include "Common/StateFile.h"
#include "Common/ToolOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Runs git and returns what it prints.
static Expected<std::string> git(ArrayRef<StringRef> Args) {
  ErrorOr<std::string> Program = sys::findProgramByName("git");
  if (!Program)
    return createStringError("git is not installed");
  SmallString<128> Output;
  int Handle = -1;
  if (std::error_code Code =
          sys::fs::createTemporaryFile("fx-git", "txt", Handle, Output))
    return createStringError(Code, Code.message());
  raw_fd_ostream(Handle, /*shouldClose=*/true).flush();
  FileRemover Remover(Output);
  SmallVector<StringRef, 8> Words = {"git"};
  append_range(Words, Args);
  std::optional<StringRef> Redirects[] = {std::nullopt, StringRef(Output),
                                          StringRef(Output)};
  int Exit = sys::ExecuteAndWait(*Program, Words, std::nullopt, Redirects);
  std::string Text;
  if (ErrorOr<std::unique_ptr<MemoryBuffer>> Read =
          MemoryBuffer::getFile(Output))
    Text = (*Read)->getBuffer().rtrim('\n').str();
  if (Exit)
    return createStringError("git says: " + Text);
  return Text;
}

/// How git is to call one of these tools: by its name where the shell finds it,
/// else by its path, which is quoted for a shell.
static std::string commandOf(StringRef Tool) {
  std::string Path = siblingTool(Tool);
  ErrorOr<std::string> Found = sys::findProgramByName(Tool);
  if (Found && sys::fs::equivalent(*Found, Path))
    return Tool.str();
  std::string Quoted = "'";
  for (char C : Path)
    Quoted += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Quoted + "'";
}

/// Adds \p Line to the file \p Path if it is not there.
static Error addLine(StringRef Path, StringRef Line, raw_ostream &OS) {
  std::string Text;
  if (ErrorOr<std::unique_ptr<MemoryBuffer>> Read = MemoryBuffer::getFile(Path))
    Text = (*Read)->getBuffer().str();
  for (StringRef Old : split(Text, '\n'))
    if (Old.trim() == Line)
      return Error::success();
  if (!Text.empty() && Text.back() != '\n')
    Text += '\n';
  OS << Path << ": " << Line << '\n';
  return writeOutput(Path,
                     [&](raw_ostream &Out) { Out << Text << Line << '\n'; });
}

Error fx::installGitDiff(raw_ostream &OS) {
  Expected<std::string> Top = git({"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  std::pair<StringRef, std::string> Settings[] = {
      {"diff.fx.textconv", commandOf("fx-translate") + " --to=diff"},
      {"diff.fx.cachetextconv", "true"},
      {"diff.fx.xfuncname", "^(graph.*|  module .*|state|modules|program)$"},
      {"difftool.fx.cmd", commandOf("fx-diff") + " \"$LOCAL\" \"$REMOTE\""},
      {"difftool.fx.trustExitCode", "false"}};
  for (const auto &[Key, Value] : Settings) {
    if (Expected<std::string> Done = git({"config", Key, Value}); !Done)
      return Done.takeError();
    OS << Key << " = " << Value << '\n';
  }
  return addLine(*Top + "/.gitattributes", "*.pt2 diff=fx merge=binary", OS);
}
