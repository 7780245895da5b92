//===- Server.h - The language server ---------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_SERVER_H
#define FX_LIB_TOOLS_LSP_SERVER_H

#include "Analyzer.h"
#include "Features.h"
#include "Transport.h"
#include <deque>
#include <set>

namespace fx::lsp {

/// Three threads: one reads messages, so that a request can be canceled while
/// it waits; one reads files; this one answers, in the order of the messages.
class Server {
public:
  Server(Transport &Client, Environment Env);
  /// Until the client goes. The exit code of the process.
  int run();

private:
  using Object = llvm::json::Object;
  using Result = Expected<llvm::json::Value>;

  void readMessages();
  void handle(llvm::json::Value Message);
  void notification(llvm::StringRef Method, const Object &Params);
  Result request(llvm::StringRef Method, const Object &Params,
                 const std::string &Id);
  Result fileRequest(llvm::StringRef Method, const Object &Params,
                     const Snapshot &S);
  /// Answers those whose answers are long; false: it is another one.
  bool longRequest(const llvm::json::Value &Id, llvm::StringRef Method,
                   const Object &Params);
  Result positionRequest(llvm::StringRef Method, const Object &Params,
                         const Snapshot &S, size_t Offset);
  Result initialize(const Object &Params);
  Result textContent(const Object &Params);
  Result executeCommand(const Object &Params, const std::string &Id);
  Result applyEdits(const Snapshot &S, llvm::ArrayRef<Edit> Edits);

  void didOpen(const Object &Params);
  void didChange(const Object &Params);
  void didClose(const Object &Params);

  Expected<Analyzer::SnapshotPtr> snapshotOf(llvm::StringRef Uri,
                                             const std::string &Id);
  void cancel(std::string Id);
  bool isCanceled(const std::string &Id);

  struct Document {
    int64_t Version = 0;
    SharedText Text;
  };

  Transport &Client;
  Environment Env;
  Object HintSettings;
  std::string Root;
  std::map<std::string, Document> Documents;
  bool Initialized = false, ShutDown = false, Exits = false;

  std::mutex QueueLock;
  std::condition_variable QueueChanged;
  std::deque<llvm::json::Value> Queue;
  /// Ids of requests that wait in the queue, or are answered now.
  std::set<std::string> Canceled;
  std::string Answering; ///< The id of the request that is answered now.
  bool AtEnd = false;
  std::unique_ptr<Analyzer> Files;
};

/// \name Commands
/// What a client runs by name, of a file on the disk.
/// @{
/// The text with new lines of checks or messages; runs fx-opt.
Expected<std::string> updatedTest(llvm::StringRef Path, llvm::StringRef Option);
/// What the RUN lines of the test print, line by line; all, or only that at
/// \p Line, from zero.
Expected<std::string> runTestLines(llvm::StringRef Path,
                                   std::optional<unsigned> Line);
/// Runs a tool that stands beside this one; what it prints.
Expected<std::string> runTool(llvm::ArrayRef<std::string> Words);
/// A diff of \p S before and after \p Pipeline.
Expected<std::string> diffOfPass(const Snapshot &S, const Environment &Env,
                                 llvm::StringRef Pipeline);
/// The nodes on the lines of [\p Begin, \p End) as a rule.
Expected<std::string> ruleOfLines(const Snapshot &S, size_t Begin, size_t End);
/// An archive, or what else tools read, as native text.
Expected<std::string> textOfModel(llvm::StringRef Path);
/// @}

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_SERVER_H
