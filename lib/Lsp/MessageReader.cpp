//===- MessageReader.cpp - JSON with long strings -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parser takes strings apart byte by byte. Here what stands between two
// escapes is copied as a whole. Whatever is rare, and all mistakes, are left to
// LLVM's parser, which then reads the message from its beginning.
//
//===----------------------------------------------------------------------===//

#include "MessageReader.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace {
class Reader {
public:
  explicit Reader(StringRef Text) : Rest(Text) {}

  std::optional<json::Value> whole() {
    std::optional<json::Value> Result = value();
    skipSpace();
    return Rest.empty() ? std::move(Result) : std::nullopt;
  }

private:
  void skipSpace() { Rest = Rest.ltrim(" \t\r\n"); }
  bool skip(char C) {
    skipSpace();
    return Rest.consume_front(StringRef(&C, 1));
  }
  std::optional<json::Value> value();
  std::optional<json::Value> array();
  std::optional<json::Value> object();
  std::optional<StringRef> raw();
  std::optional<std::string> string();

  StringRef Rest;
};
} // namespace

/// What stands for itself, or for another byte, after a backslash; else 0.
static char unescaped(char C) {
  static constexpr StringLiteral Escapes = "\"\\/bfnrt";
  size_t At = Escapes.find(C);
  return At == StringRef::npos ? 0 : "\"\\/\b\f\n\r\t"[At];
}

/// What is between two quotes, of which the first has been read, if it can be
/// in JSON.
std::optional<StringRef> Reader::raw() {
  size_t End = Rest.find('"');
  // An odd number of backslashes before it: it is part of the string.
  while (End != StringRef::npos &&
         (End - Rest.take_front(End).rtrim('\\').size()) % 2)
    End = Rest.find('"', End + 1);
  if (End == StringRef::npos)
    return std::nullopt;
  StringRef Raw = Rest.take_front(End);
  Rest = Rest.drop_front(End + 1);
  bool IsOdd = false;
  signed char Signs = 0;
  for (signed char C : Raw) {
    // What is no ASCII is below 0.
    IsOdd |= C >= 0 && C < 0x20;
    Signs |= C;
  }
  if (IsOdd || (Signs < 0 && !json::isUTF8(Raw)))
    return std::nullopt;
  return Raw;
}

std::optional<std::string> Reader::string() {
  std::optional<StringRef> Raw = skip('"') ? raw() : std::nullopt;
  if (!Raw)
    return std::nullopt;
  std::string Result;
  Result.reserve(Raw->size());
  while (true) {
    size_t Stop = Raw->find('\\');
    Result += Raw->take_front(Stop);
    if (Stop == StringRef::npos)
      return Result;
    char Byte = unescaped((*Raw)[Stop + 1]);
    if (!Byte)
      return std::nullopt;
    Result += Byte;
    *Raw = Raw->drop_front(Stop + 2);
  }
}

std::optional<json::Value> Reader::array() {
  json::Array Result;
  if (skip(']'))
    return Result;
  do {
    std::optional<json::Value> Item = value();
    if (!Item)
      return std::nullopt;
    Result.push_back(std::move(*Item));
  } while (skip(','));
  if (!skip(']'))
    return std::nullopt;
  return Result;
}

std::optional<json::Value> Reader::object() {
  json::Object Result;
  if (skip('}'))
    return Result;
  do {
    std::optional<std::string> Key = string();
    if (!Key || !skip(':'))
      return std::nullopt;
    std::optional<json::Value> Item = value();
    if (!Item)
      return std::nullopt;
    // Of two with one name LLVM's parser takes the last.
    Result[std::move(*Key)] = std::move(*Item);
  } while (skip(','));
  if (!skip('}'))
    return std::nullopt;
  return Result;
}

std::optional<json::Value> Reader::value() {
  skipSpace();
  if (Rest.empty())
    return std::nullopt;
  if (Rest.consume_front("["))
    return array();
  if (Rest.consume_front("{"))
    return object();
  if (Rest.front() == '"') {
    std::optional<std::string> Text = string();
    if (!Text)
      return std::nullopt;
    return std::move(*Text);
  }
  // Numbers and words.
  StringRef Word = Rest.take_until(
      [](char C) { return StringRef(" \t\r\n,]}").contains(C); });
  Rest = Rest.drop_front(Word.size());
  Expected<json::Value> Result = json::parse(Word);
  if (Result)
    return std::move(*Result);
  consumeError(Result.takeError());
  return std::nullopt;
}

Expected<json::Value> fx::lsp::parseMessage(StringRef Text) {
  if (std::optional<json::Value> Result = Reader(Text).whole())
    return std::move(*Result);
  return json::parse(Text);
}
