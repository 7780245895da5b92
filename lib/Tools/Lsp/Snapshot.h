//===- Snapshot.h - What is known of one version of a file ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_SNAPSHOT_H
#define FX_LIB_TOOLS_LSP_SNAPSHOT_H

#include "LineTable.h"
#include "fx/AsmParser/SyntaxMap.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <mutex>

namespace fx::lsp {

/// The document that an editor changes, and what is known of a version of it,
/// have one text.
using SharedText = std::shared_ptr<const std::string>;

/// What the server knows besides files; does not change once it runs.
struct Environment {
  PassRegistry Registry;
  /// Where the pages are; empty: not found.
  std::string DocsFolder;
  /// Names of the options of each tool.
  llvm::StringMap<std::vector<std::string>> Options;
  /// Rename what the signature of a program names too.
  bool RenameSignature = false;

  /// A page as a link, or empty.
  std::string page(llvm::StringRef Name, llvm::StringRef Anchor = {}) const;
};

/// A change of a text.
struct Edit {
  size_t Begin, End;
  std::string Text;
};

/// A way to repair what a message is about.
struct Fix {
  std::string Title;
  std::vector<Edit> Edits;
};

/// A message with its place in this text.
struct PlacedMessage {
  size_t Begin = 0, End = 0;
  Severity Sev = Severity::Error;
  std::string Id, Text;
  struct Related {
    size_t Begin, End;
    std::string Text;
  };
  std::vector<Related> Notes;
  std::vector<Fix> Fixes;
  /// What it is about has no effect.
  bool Unnecessary = false;
};

enum class FileKind : uint8_t { Graph, Rules };

/// One version of a file, as it was read. Made on one thread, asked on another;
/// nothing of it changes but what is asked for only then.
class Snapshot {
public:
  Snapshot(std::string Uri, int64_t Version, SharedText Contents);
  ~Snapshot();
  Snapshot(const Snapshot &) = delete;

  /// Reads and checks the text. Called once.
  void read(const Environment &Env);

  llvm::StringRef text() const { return Text; }
  llvm::StringRef slice(size_t Begin, size_t End) const {
    return Text.slice(Begin, End);
  }
  /// Text as messages can have it.
  std::string json(llvm::StringRef Part) const {
    return llvm::json::fixUTF8(Part);
  }

  const std::string Uri;
  const int64_t Version;
  const FileKind Kind;
  std::string Path; ///< Empty where it is not a file.

private:
  SharedText Contents;
  std::unique_ptr<Context> Ctx;
  std::shared_ptr<llvm::SourceMgr> Source;
  llvm::StringRef Text;

public:
  LineTable Lines;
  /// \name Of a graph
  /// @{
  SyntaxMap Map;
  std::vector<std::unique_ptr<GraphModule>> Modules;
  bool IsNative = false;
  /// It was read without an error.
  bool IsGood = false;
  /// @}
  /// Of rules; null after an error.
  std::unique_ptr<rewrite::RuleFile> Rules;
  std::vector<PlacedMessage> Messages;

  Context &context() const { return *Ctx; }
  /// A copy of the modules for what changes them.
  const std::vector<std::unique_ptr<GraphModule>> &scratch() const;
  /// The text of the inferred value of the node on Lines[\p I] of the map;
  /// empty where it is not known, or not known soon.
  std::string inferredValue(uint32_t I) const;

private:
  void readGraph(const Environment &Env);
  void readRules();
  void verifyModules();
  void take(const Diagnostic &D);
  void addFixes(const Diagnostic &D, PlacedMessage &M) const;
  bool isOurs(llvm::SMLoc Loc) const;

  struct Inference;
  mutable std::vector<std::unique_ptr<GraphModule>> Scratch;
  mutable std::unique_ptr<Inference> Inferred;
};

/// Checks RUN lines and CHECK lines of \p S; messages go to \p Messages.
void checkTestLines(const Snapshot &S, const Environment &Env,
                    std::vector<PlacedMessage> &Messages);

/// The messages for the client.
llvm::json::Value diagnosticsOf(const Snapshot &S, const Environment &Env);

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_SNAPSHOT_H
