//===- Transport.h - Messages of JSON-RPC -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_TRANSPORT_H
#define FX_LIB_TOOLS_LSP_TRANSPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <optional>

namespace fx::lsp {

/// Codes of errors, as the protocol has them.
enum ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  RequestCanceled = -32800,
};

/// Why a request has no result.
class RequestError : public llvm::ErrorInfo<RequestError> {
public:
  static char ID;
  RequestError(ErrorCode Code, const llvm::Twine &Text)
      : Code(Code), Text(Text.str()) {}
  void log(llvm::raw_ostream &OS) const override { OS << Text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  ErrorCode code() const { return Code; }

private:
  ErrorCode Code;
  std::string Text;
};

inline llvm::Error requestError(ErrorCode Code, const llvm::Twine &Text) {
  return llvm::make_error<RequestError>(Code, Text);
}

/// Reads messages from a file and writes them to a stream, each with a header
/// that says how long it is. One thread reads; any may write.
class Transport {
public:
  Transport(int Input, llvm::raw_ostream &Output)
      : Input(Input), Output(Output) {}

  /// The next message; none at the end of the input, or when it is no longer
  /// known where messages begin. Answers what is not JSON itself.
  std::optional<llvm::json::Value> read();

  void reply(const llvm::json::Value &Id,
             llvm::Expected<llvm::json::Value> Result);
  /// The same with a result that is JSON already: long lists are not made as
  /// values first.
  void replyText(const llvm::json::Value &Id, llvm::StringRef Result);
  void notify(llvm::StringRef Method, llvm::json::Value Params);
  /// Asks the client; nobody waits for what it says.
  void request(llvm::StringRef Method, llvm::json::Value Params);

private:
  bool readLine(std::string &Line);
  bool readBytes(llvm::MutableArrayRef<char> Bytes);
  bool fill();
  void send(const llvm::json::Value &Message);
  void sendText(llvm::StringRef Text);

  int Input;
  llvm::raw_ostream &Output;
  std::mutex OutputLock;
  int64_t NextId = 1;
  std::string Buffer;
  size_t At = 0;
};

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_TRANSPORT_H
