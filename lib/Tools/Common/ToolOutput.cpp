//===- ToolOutput.cpp - Writing files whole or not at all -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolOutput.h"
#include "OutputForm.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Support/OutputTransaction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <unistd.h>

using namespace fx;
using namespace llvm;

bool fx::hasUnknownEnding(StringRef Path, ArrayRef<StringRef> Known) {
  StringRef Ending = sys::path::extension(Path);
  return !Ending.empty() && Ending != ".tmp" && !Path.starts_with("/dev/") &&
         none_of(Known, [&](StringRef Each) { return Path.ends_with(Each); });
}

bool fx::checkEnding(StringRef Tool, StringRef Path, ArrayRef<StringRef> Known,
                     DiagnosticEngine &Diags, StringRef Flag) {
  if (!hasUnknownEnding(Path, Known))
    return true;
  Diags
      .report(diag::err_flag_bad_value, SMLoc(), Flag,
              "the ending '" + sys::path::extension(Path) + "' is not known; " +
                  Tool + " writes " + join(Known, ", "))
      .file(Tool);
  return false;
}

bool fx::checkName(StringRef Tool, StringRef Path, OutputForm Form,
                   DiagnosticEngine &Diags) {
  std::string Wrong = misnamed(Path, Form);
  if (Wrong.empty())
    return true;
  Diags.report(diag::err_flag_bad_value, SMLoc(), "-o", Wrong).file(Tool);
  return false;
}

/// Whether \p Path is a file that has contents to lose.
static std::optional<sys::fs::file_status> fileOf(StringRef Path) {
  sys::fs::file_status Status;
  if (Path.empty() ||
      (Path == "-" ? sys::fs::status(STDIN_FILENO, Status)
                   : sys::fs::status(Path, Status)) ||
      Status.type() != sys::fs::file_type::regular_file)
    return std::nullopt;
  return Status;
}

bool fx::checkNotRead(StringRef Tool, ArrayRef<FlagFile> Outputs,
                      ArrayRef<std::string> Inputs, DiagnosticEngine &Diags) {
  bool Good = true;
  for (const FlagFile &Output : Outputs) {
    // That is standard output.
    if (Output.Path == "-")
      continue;
    std::optional<sys::fs::file_status> Written = fileOf(Output.Path);
    if (!Written || none_of(Inputs, [&](StringRef Input) {
          std::optional<sys::fs::file_status> Read = fileOf(Input);
          return Read && sys::fs::equivalent(*Written, *Read);
        }))
      continue;
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), Output.Flag,
                "'" + Output.Path +
                    "' is a file that this run reads, and would be lost; "
                    "name another one")
        .file(Tool);
    Good = false;
  }
  return Good;
}

/// Whether both are one file, which need not exist yet.
static bool areSame(StringRef A, StringRef B) {
  if (std::optional<sys::fs::file_status> Status = fileOf(A)) {
    std::optional<sys::fs::file_status> Other = fileOf(B);
    return Other && sys::fs::equivalent(*Status, *Other);
  }
  SmallString<128> Paths[2] = {A, B};
  for (SmallString<128> &Path : Paths) {
    if (sys::fs::exists(Path) || sys::fs::make_absolute(Path))
      return false;
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  }
  return Paths[0] == Paths[1];
}

bool fx::checkDistinct(StringRef Tool, ArrayRef<FlagFile> Outputs,
                       DiagnosticEngine &Diags) {
  bool Good = true;
  for (size_t I = 0; I < Outputs.size(); ++I) {
    const FlagFile &Output = Outputs[I];
    if (Output.Path == "-" || Output.Path.empty())
      continue;
    ArrayRef<FlagFile> Before = Outputs.take_front(I);
    const FlagFile *Same = find_if(Before, [&](const FlagFile &Other) {
      return areSame(Other.Path, Output.Path);
    });
    if (Same == Before.end())
      continue;
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), Output.Flag,
                "'" + Output.Path + "' is what " + Same->Flag +
                    " writes, and only one of both would be left; name "
                    "another one")
        .file(Tool);
    Good = false;
  }
  return Good;
}

std::vector<std::string> fx::weightFilesOf(GraphModule &M) {
  if (!M.weightStore() && M.weightFiles().empty())
    return {};
  return WeightStore::of(M).paths();
}

/// Finishes \p OS and says whether everything was written. The destructor of a
/// stream that still has an error ends the process.
static Error finish(raw_fd_ostream &OS, StringRef Path) {
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  std::error_code EC = OS.error();
  OS.clear_error();
  return makeWriteError(Path, EC);
}

Error fx::writeOutput(OutputTransaction &Files, StringRef Path,
                      function_ref<void(raw_ostream &)> Write) {
  // What is in the stream already comes first.
  if (Path == "-" || Path == "/dev/stdout") {
    Write(outs());
    return finish(outs(), "standard output");
  }
  Expected<OutputFile *> File = Files.create(Path);
  if (!File)
    return File.takeError();
  raw_fd_ostream OS((*File)->fd(), /*shouldClose=*/false);
  Write(OS);
  return finish(OS, Path);
}

Error fx::writeOutput(StringRef Path, function_ref<void(raw_ostream &)> Write) {
  OutputTransaction Files;
  if (Error E = writeOutput(Files, Path, Write))
    return E;
  return Files.commit();
}
