//===- InputFile.h - Files and their parts ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What is read before it is known what it is: a text or an archive with all
/// that came out of it. Programs that want a model use LoadModel.h.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_INPUTFILE_H
#define FX_TRANSLATE_INPUTFILE_H

#include "fx/Analysis/ProgramVerifier.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/RunInputs.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <vector>

namespace fx {

/// What an input can be.
enum class InputKind : uint8_t {
  Text,
  Archive, ///< An archive of torch.export.
  Script,  ///< TorchScript.
  JSON,    ///< JSON that fx-translate wrote.
};

/// One text and the modules that were read from it.
struct InputFile {
private:
  std::unique_ptr<Context> OwnContext;

public:
  Context &Ctx;
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
  /// The only module that is wanted, by its number: of an archive no other
  /// program is read.
  std::optional<size_t> Only;
  /// How many modules the file has, also those that are not wanted.
  size_t NumModules = 0;

  /// Takes the text; reads nothing yet. The modules are made in \p Ctx, or in
  /// a Context of this.
  explicit InputFile(std::unique_ptr<llvm::MemoryBuffer> Text,
                     Context *Ctx = nullptr);
  llvm::StringRef text() const;
};

/// Opens a file (`-`: standard input), mapped into memory where that works.
/// What cannot be opened again, as a pipe, has the name `<stdin>` or `<PATH>`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(llvm::StringRef Path);

/// Whether \p Name is that of an input which is in memory alone.
bool isUnnamedInput(llvm::StringRef Name);

/// The parts between lines that begin with `// -----`. Each keeps the line
/// numbers it has in the whole, by beginning with as many empty lines.
std::vector<std::unique_ptr<llvm::MemoryBuffer>>
splitInput(std::unique_ptr<llvm::MemoryBuffer> Whole);

/// Whether \p In is an archive, by its name or its first bytes, not text.
bool isArchive(const InputFile &In);

/// Reads all programs of the archive that the text of \p In is. False when
/// errors were reported.
bool readPrograms(InputFile &In);

/// Imports the TorchScript module that the file of \p In is. False when errors
/// were reported.
bool readScript(InputFile &In);

/// What name and contents of \p In say that it is.
InputKind kindOf(const InputFile &In);

/// Reads the modules of \p In, which is what \p Kind or else kindOf() says.
bool readModules(InputFile &In, std::optional<InputKind> Kind);
/// The same for a file that has to have modules, which share their weights.
bool readModel(InputFile &In, std::optional<InputKind> Kind);

/// Verifies modules that were just read, and completes what their text leaves
/// out. \p Odd collects what was odd in programs. False when errors were
/// reported.
bool verifyRead(InputFile &In, OddValues *Odd = nullptr);

/// Fails if a record is missing, or too short for the tensors of \p M in it.
llvm::Error checkRecords(const PT2Archive &Archive, const GraphModule &M);

} // namespace fx

#endif // FX_TRANSLATE_INPUTFILE_H
