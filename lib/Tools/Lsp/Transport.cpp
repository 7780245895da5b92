//===- Transport.cpp - Messages of JSON-RPC -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transport.h"
#include "MessageReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

char RequestError::ID = 0;

static constexpr size_t MaxHeaderLine = 4096;
static constexpr uint64_t MaxMessage = 512 << 20;
/// llvm::json reads nested values by recursion.
static constexpr unsigned MaxNesting = 200;

/// Adds up to \p Count bytes to \p Text; false if there are none.
static bool readMore(int Input, std::string &Text, size_t Count) {
  size_t Before = Text.size();
  Text.resize(Before + Count);
  Expected<size_t> Read = sys::fs::readNativeFile(
      sys::fs::file_t(Input),
      MutableArrayRef<char>(Text.data(), Text.size()).drop_front(Before));
  Text.resize(Before + (Read ? *Read : 0));
  if (!Read)
    consumeError(Read.takeError());
  return Text.size() != Before;
}

bool Transport::fill() {
  Buffer.erase(0, At);
  At = 0;
  return readMore(Input, Buffer, 65536);
}

bool Transport::readLine(std::string &Line) {
  Line.clear();
  while (true) {
    size_t Stop = Buffer.find('\n', At);
    if (Stop != std::string::npos) {
      Line = StringRef(Buffer).slice(At, Stop).rtrim('\r').str();
      At = Stop + 1;
      return true;
    }
    if (Buffer.size() - At > MaxHeaderLine || !fill())
      return false;
  }
}

bool Transport::readBytes(MutableArrayRef<char> Bytes) {
  size_t Known = std::min(Buffer.size() - At, Bytes.size());
  std::copy_n(Buffer.data() + At, Known, Bytes.data());
  At += Known;
  // Whole files come this way: what is left of a message is read to its place.
  for (Bytes = Bytes.drop_front(Known); !Bytes.empty();) {
    Expected<size_t> Read =
        sys::fs::readNativeFile(sys::fs::file_t(Input), Bytes);
    if (!Read)
      consumeError(Read.takeError());
    if (!Read || !*Read)
      return false;
    Bytes = Bytes.drop_front(*Read);
  }
  return true;
}

/// Whether brackets of \p Text nest so deeply that nobody means it.
static bool isTooDeep(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"') {
      // The quote that no backslash, or an even number of them, precedes.
      size_t Begin = I + 1;
      do {
        I = Text.find('"', I + 1);
        if (I == StringRef::npos)
          return false;
      } while ((I - Begin - Text.slice(Begin, I).rtrim('\\').size()) % 2);
    } else if (C == '[' || C == '{') {
      if (++Depth > MaxNesting)
        return true;
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    }
  }
  return false;
}

std::optional<json::Value> Transport::read() {
  std::string Line;
  while (true) {
    std::optional<uint64_t> Length;
    while (true) {
      if (!readLine(Line))
        return std::nullopt;
      if (Line.empty())
        break;
      auto [Name, Text] = StringRef(Line).split(':');
      uint64_t Number;
      if (Name.trim().equals_insensitive("content-length") &&
          !Text.trim().getAsInteger(10, Number))
        Length = Number;
    }
    if (!Length)
      continue;
    if (*Length > MaxMessage)
      return std::nullopt;
    // Pages that nobody has written to cost nothing.
    auto Bytes = WritableMemoryBuffer::getNewUninitMemBuffer(*Length);
    if (!Bytes || !readBytes(Bytes->getBuffer()))
      return std::nullopt;
    StringRef Body = Bytes->MemoryBuffer::getBuffer();
    if (isTooDeep(Body)) {
      reply(nullptr, requestError(ParseError, "the message nests too deeply"));
      continue;
    }
    Expected<json::Value> Message = parseMessage(Body);
    if (Message)
      return std::move(*Message);
    reply(nullptr, requestError(ParseError, toString(Message.takeError())));
  }
}

void Transport::send(const json::Value &Message) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Message;
  sendText(Text);
}

void Transport::sendText(StringRef Text) {
  std::lock_guard Lock(OutputLock);
  Output << "Content-Length: " << Text.size() << "\r\n\r\n" << Text;
  Output.flush();
}

void Transport::reply(const json::Value &Id, Expected<json::Value> Result) {
  json::Object Message{{"jsonrpc", "2.0"}, {"id", Id}};
  if (Result) {
    Message["result"] = std::move(*Result);
  } else {
    ErrorCode Code = RequestFailed;
    std::string Text;
    handleAllErrors(
        Result.takeError(),
        [&](const RequestError &E) {
          Code = E.code();
          Text = E.message();
        },
        [&](const ErrorInfoBase &E) { Text = E.message(); });
    Message["error"] =
        json::Object{{"code", int(Code)}, {"message", json::fixUTF8(Text)}};
  }
  send(std::move(Message));
}

void Transport::replyText(const json::Value &Id, StringRef Result) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "{\"jsonrpc\":\"2.0\",\"id\":" << Id << ",\"result\":" << Result << '}';
  sendText(Text);
}

void Transport::notify(StringRef Method, json::Value Params) {
  send(json::Object{
      {"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}});
}

void Transport::request(StringRef Method, json::Value Params) {
  int64_t Id;
  {
    std::lock_guard Lock(OutputLock);
    Id = NextId++;
  }
  send(json::Object{{"jsonrpc", "2.0"},
                    {"id", "fx-lsp-" + itostr(Id)},
                    {"method", Method},
                    {"params", std::move(Params)}});
}
