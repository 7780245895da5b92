//===- OutputTransaction.h - Several files, all or none ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The files that one run writes. All are complete before the first one takes
/// its name, and a failure after that gives those before it back their old
/// contents.
///
/// A text and the weights that it names cannot be renamed in one step. The step
/// that counts is that of the text: just before it, the weights get a name that
/// is made from the bytes of the text, `.net.safetensors.CHECKSUM`; just after
/// it, their own. Whoever reads a text looks for that name first
/// (weightsOfText). So a run that is killed anywhere between leaves either the
/// old text with the old weights or the new text with the new ones.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_OUTPUTTRANSACTION_H
#define FX_SUPPORT_OUTPUTTRANSACTION_H

#include "fx/Support/OutputFile.h"

namespace fx {

/// The files that one run writes.
class OutputTransaction {
public:
  OutputTransaction() = default;
  OutputTransaction(const OutputTransaction &) = delete;
  OutputTransaction &operator=(const OutputTransaction &) = delete;
  /// Discards what was not committed.
  ~OutputTransaction();

  /// A file to write, as OutputFile::create makes it; it lives as long as this.
  llvm::Expected<OutputFile *> create(llvm::StringRef Path);
  /// The same for a file that the texts among the others name.
  llvm::Expected<OutputFile *> createWeights(llvm::StringRef Path);
  /// What createWeights() has made.
  std::vector<std::string> weights() const;
  /// Links \p Target to \p Source now; removes it unless commit() succeeds.
  std::error_code link(llvm::StringRef Source, llvm::StringRef Target);

  /// Completes all files, which keep the names that they have for now. Errors:
  /// err_write_output.
  llvm::Error complete();
  /// The files that commit() will rename, once complete: the descriptor with
  /// the bytes, and the final path.
  std::vector<std::pair<int, std::string>> pending() const;
  /// Takes complete files, which pending() still gives, out of their folders:
  /// nothing is left of a process that is killed. There is no commit() then.
  void hide();

  /// Completes all files and gives them their names. \p OnStep is called before
  /// each change that others can see, for tests. Errors: err_write_output.
  llvm::Error commit(llvm::function_ref<void()> OnStep = nullptr);

private:
  class Placement;
  using FileList = std::vector<std::unique_ptr<OutputFile>>;
  static llvm::Expected<OutputFile *> createIn(FileList &List,
                                               llvm::StringRef Path);

  FileList Files, Weights;
  std::vector<std::string> Links;
};

/// The file that has the weights which \p Text calls \p Weights, both as seen
/// from here: that file, or one beside it that a killed run has left.
std::string weightsOfText(llvm::StringRef Text, llvm::StringRef Weights);

} // namespace fx

#endif // FX_SUPPORT_OUTPUTTRANSACTION_H
