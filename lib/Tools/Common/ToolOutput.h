//===- ToolOutput.h - Writing files whole or not at all ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_TOOLOUTPUT_H
#define FX_LIB_TOOLS_COMMON_TOOLOUTPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fx {

class DiagnosticEngine;
class GraphModule;
class OutputTransaction;
enum class OutputForm : uint8_t;

/// Whether the ending of \p Path is none of \p Known. Names without an ending,
/// temporary files (`.tmp`) and devices may contain anything.
bool hasUnknownEnding(llvm::StringRef Path,
                      llvm::ArrayRef<llvm::StringRef> Known);

/// Reports an output file of \p Flag whose ending is none of \p Known: it would
/// contain text that does not fit its name. False when something was reported.
bool checkEnding(llvm::StringRef Tool, llvm::StringRef Path,
                 llvm::ArrayRef<llvm::StringRef> Known, DiagnosticEngine &Diags,
                 llvm::StringRef Flag = "-o");

/// Reports an output file whose ending is that of another form than \p Form,
/// which --to asks for. False when something was reported.
bool checkName(llvm::StringRef Tool, llvm::StringRef Path, OutputForm Form,
               DiagnosticEngine &Diags);

/// A file that a flag names.
struct FlagFile {
  llvm::StringRef Flag;
  std::string Path;
};

/// Reports each of \p Outputs that is one of the files \p Inputs (`-`: standard
/// input), which are read from as long as the tool runs, and would be gone
/// after it. False when something was reported.
bool checkNotRead(llvm::StringRef Tool, llvm::ArrayRef<FlagFile> Outputs,
                  llvm::ArrayRef<std::string> Inputs, DiagnosticEngine &Diags);

/// Reports each of \p Outputs that is the file of one before it, so that only
/// one of both would be left. False when something was reported.
bool checkDistinct(llvm::StringRef Tool, llvm::ArrayRef<FlagFile> Outputs,
                   DiagnosticEngine &Diags);

/// The files that the weights of \p M come from.
std::vector<std::string> weightFilesOf(GraphModule &M);

/// Lets \p Write fill the file \p Path (`-`: standard output). A regular file
/// is written beside and renamed when it is complete, so a failure leaves what
/// was there; a symbolic link stays one, and permissions are kept. Pipes,
/// devices and the like are written in place. The error names the file.
llvm::Error writeOutput(llvm::StringRef Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// The same for one of several files, which the caller commits.
llvm::Error writeOutput(OutputTransaction &Files, llvm::StringRef Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_TOOLOUTPUT_H
