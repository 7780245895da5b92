//===- Messages.h - Diagnostics on their way to Python ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Messages are collected while the interpreter's lock is released, so they are
/// plain data until somebody raises them.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_MESSAGES_H
#define FX_LIB_BINDINGS_PYTHON_MESSAGES_H

#include "fx/IR/NodeDiagnostic.h"
#include <nanobind/nanobind.h>
#include <string>
#include <vector>

namespace fxpy {

/// What diagnostics said.
class Messages {
public:
  /// Places of messages without a source of their own are in \p Source, which
  /// may be null.
  explicit Messages(const llvm::SourceMgr *Source = nullptr) : Source(Source) {}

  void add(const fx::Diagnostic &D);
  void add(llvm::Error E, llvm::StringRef File = {});

  bool empty() const { return List.empty(); }
  /// Whether the first error is one of the verifier.
  bool isVerifyError() const;
  /// A list of fxopt.Diagnostic.
  nanobind::list toPython() const;
  /// The exception \p Class of fxopt with these messages.
  nanobind::object exception(const char *Class) const;
  /// Raises it.
  [[noreturn]] void raise(const char *Class) const;

private:
  struct Place {
    std::string File;
    unsigned Line = 0, Column = 0;
  };
  struct Message {
    std::string Id, Severity, Text, Node;
    Place Where;
    std::vector<Message> Notes;
  };
  Place locate(const fx::DiagnosticPlace &P, const llvm::SourceMgr *SM) const;
  static nanobind::object toPython(const Message &M);

  const llvm::SourceMgr *Source;
  std::vector<Message> List;
  std::string Shown; ///< As the tools print them.
};

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_MESSAGES_H
