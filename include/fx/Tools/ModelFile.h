//===- ModelFile.h - A file with models, as the tools see it ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What fx-opt does with a file, for programs without a command line: read
/// it, check it, run passes, write it. Files and texts come out with the bytes
/// that fx-opt writes. Nothing is printed; messages go to a handler.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_MODELFILE_H
#define FX_TOOLS_MODELFILE_H

#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/PassManager.h"
#include <memory>
#include <optional>

namespace fx {

/// A file, its modules and the Context that they are in. It belongs to one
/// thread at a time.
class ModelFile {
public:
  using Handler = std::function<void(const Diagnostic &)>;

  /// No file, and so far no module: for graphs from elsewhere.
  ModelFile();
  ~ModelFile();
  ModelFile(const ModelFile &) = delete;
  ModelFile &operator=(const ModelFile &) = delete;

  /// Opens \p Path. Messages name it.
  llvm::Error open(llvm::StringRef Path);
  /// Takes \p Bytes, which are copied, for the contents of a file; messages
  /// call it \p Name, which begins with `<`.
  void setContents(llvm::StringRef Bytes, llvm::StringRef Name);

  /// Reads the modules of what was opened, at least one, and verifies them, as
  /// fx-opt does; with \p Only that one alone, which is written as the only one
  /// of its file then. False when errors were reported.
  bool read(const Handler &H, std::optional<size_t> Only = std::nullopt);
  /// How many modules what was read has, also those that were not wanted.
  size_t numModules() const;

  Context &context();
  /// The modules, in the order of the file. The caller may replace them.
  std::vector<std::unique_ptr<GraphModule>> &modules();
  /// The buffers that places of messages are in.
  const llvm::SourceMgr &source() const;

  /// Runs \p Manager's pipeline on \p M, one of the modules. Programs get
  /// values for new nodes and are checked as fx-opt checks them.
  PassResult run(PassManager &Manager, GraphModule &M, const Handler &H);

  /// Prints all modules.
  void print(llvm::raw_ostream &OS, PrintFormat Format);
  /// Writes all modules to \p Path in \p Format, or as its ending says: what
  /// `fx-opt -o` writes. The file is written whole or not at all. Returns false
  /// when errors were reported.
  bool write(llvm::StringRef Path, std::optional<PrintFormat> Format,
             const Handler &H);

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace fx

#endif // FX_TOOLS_MODELFILE_H
