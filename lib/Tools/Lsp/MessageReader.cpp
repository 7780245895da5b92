//===- MessageReader.cpp - JSON with long strings -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parser takes strings apart byte by byte; the reader of archives does
// not. What is wrong is left to LLVM's parser, which reads the message again.
//
//===----------------------------------------------------------------------===//

#include "MessageReader.h"
#include "fx/Support/JSONReader.h"

using namespace fx;
using namespace llvm;

static std::optional<json::Value> readValue(JSONReader &R);

static std::optional<json::Value> readArray(JSONReader &R) {
  json::Array Result;
  bool IsGood = R.readArray([&] {
    std::optional<json::Value> Item = readValue(R);
    if (Item)
      Result.push_back(std::move(*Item));
    return Item.has_value();
  });
  if (!IsGood)
    return std::nullopt;
  return Result;
}

static std::optional<json::Value> readObject(JSONReader &R) {
  json::Object Result;
  if (!R.beginObject())
    return std::nullopt;
  bool First = true;
  StringRef Key;
  while (R.nextMember(First, Key)) {
    if (!json::isUTF8(Key))
      return std::nullopt;
    std::string Name = Key.str();
    std::optional<json::Value> Item = readValue(R);
    if (!Item)
      return std::nullopt;
    // As LLVM's parser does, take the last of two with one name.
    Result[std::move(Name)] = std::move(*Item);
  }
  if (!R.good())
    return std::nullopt;
  return Result;
}

static std::optional<json::Value> readValue(JSONReader &R) {
  StringRef Text;
  switch (R.peek()) {
  case '[':
    return readArray(R);
  case '{':
    return readObject(R);
  case '"':
    if (!R.readString(Text) || !json::isUTF8(Text))
      return std::nullopt;
    return Text.str();
  default:
    break;
  }
  // Numbers and words.
  if (!R.skipValue(Text))
    return std::nullopt;
  Expected<json::Value> Result = json::parse(Text);
  if (Result)
    return std::move(*Result);
  consumeError(Result.takeError());
  return std::nullopt;
}

Expected<json::Value> fx::lsp::parseMessage(StringRef Text) {
  JSONReader R(Text);
  std::optional<json::Value> Result = readValue(R);
  if (Result && R.expectEnd())
    return std::move(*Result);
  return json::parse(Text);
}
