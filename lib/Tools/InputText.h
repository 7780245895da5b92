//===- InputText.h - Files and their parts ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_INPUTTEXT_H
#define FX_LIB_TOOLS_INPUTTEXT_H

#include "fx/IR/Context.h"
#include "fx/IR/Diagnostic.h"
#include "fx/IR/Module.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/RunInputs.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace fx {

/// What an input can be.
enum class InputKind : uint8_t {
  Text,
  Archive, ///< Of torch.export.
  Script,  ///< TorchScript.
  JSON,    ///< Of fx-translate.
};

/// One text and the modules that were read from it.
struct InputText {
  Context Ctx;
  std::shared_ptr<llvm::SourceMgr> Source;
  unsigned BufferId = 0;
  DiagnosticEngine Diags;
  /// Where the modules came from, if it was not text.
  std::shared_ptr<const PT2Archive> Archive;
  std::vector<std::unique_ptr<GraphModule>> Modules;
  /// Example inputs, for importing TorchScript.
  RunInputSource Examples;
  /// Take texts of torch.fx without an output.
  bool AllowNoOutput = false;

  /// Takes the text; reads nothing yet.
  explicit InputText(std::unique_ptr<llvm::MemoryBuffer> Text);
  llvm::StringRef text() const;
};

/// Opens a file (`-`: standard input), mapped into memory where that works.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(llvm::StringRef Path);

/// The parts between lines that begin with `// -----`. Each keeps the line
/// numbers it has in the whole, by beginning with as many empty lines.
std::vector<std::unique_ptr<llvm::MemoryBuffer>>
splitInput(std::unique_ptr<llvm::MemoryBuffer> Whole);

} // namespace fx

#endif // FX_LIB_TOOLS_INPUTTEXT_H
