//===- Overlay.cpp - Numbers of nodes -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Overlay.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace llvm;

static Error wrong(const Twine &What) { return createStringError(What); }

/// Words, each of which is a category. They are in the order of the alphabet:
/// JSON has none.
static void readWords(const json::Object &Object, Overlay &Result) {
  std::map<std::string, double> Numbers;
  for (const auto &[Key, Value] : Object)
    Numbers[Value.getAsString()->str()] = 0;
  for (auto &[Word, Number] : Numbers) {
    Number = double(Result.Categories.size());
    Result.Categories.push_back(Word);
  }
  for (const auto &[Key, Value] : Object)
    Result.Values[Key.str()] = Numbers[Value.getAsString()->str()];
}

/// The numbers of \p Object by node.
static Error readValues(const json::Object &Object, Overlay &Result) {
  auto IsWord = [](const json::Object::value_type &Member) {
    return Member.second.getAsString().has_value();
  };
  if (!Object.empty() && all_of(Object, IsWord)) {
    readWords(Object, Result);
    return Error::success();
  }
  for (const auto &[Key, Value] : Object) {
    std::optional<double> Number = Value.getAsNumber();
    if (!Number || !std::isfinite(*Number))
      return wrong("the value of '" + StringRef(Key) + "' is not a number");
    Result.Values[Key.str()] = *Number;
  }
  return Error::success();
}

static Error readForm(const json::Object &Object, Overlay &Result) {
  if (Object.getString("format") != "fx-overlay")
    return wrong("its format is not fx-overlay");
  if (Object.getInteger("version") != 1)
    return wrong("its version is not 1");
  for (const auto &[Key, Value] : Object) {
    StringRef Name = Key;
    if (Name == "format" || Name == "version" || Name == "of" ||
        Name == "better")
      continue;
    if (Name == "values" || Name == "text") {
      if (!Value.getAsObject())
        return wrong("'" + Name + "' is not an object");
      continue;
    }
    if (!is_contained({"name", "unit", "scale", "combine"}, Name))
      return wrong("the member '" + Name + "' is not known");
    std::optional<StringRef> Text = Value.getAsString();
    if (!Text)
      return wrong("'" + Name + "' is not a string");
    if (Name == "name")
      Result.Name = Text->str();
    else if (Name == "unit")
      Result.Unit = Text->str();
    else if (Name == "scale" && (*Text == "log" || *Text == "linear"))
      Result.IsLog = *Text == "log";
    else if (Name == "combine" &&
             (*Text == "sum" || *Text == "max" || *Text == "mean"))
      Result.Combine = StringSwitch<Overlay::CombineKind>(*Text)
                           .Case("max", Overlay::Max)
                           .Case("mean", Overlay::Mean)
                           .Default(Overlay::Sum);
    else
      return wrong("'" + Name + "' cannot be '" + *Text + "'");
  }
  if (const json::Object *Texts = Object.getObject("text"))
    for (const auto &[Key, Value] : *Texts) {
      std::optional<StringRef> Text = Value.getAsString();
      if (!Text)
        return wrong("the text of '" + StringRef(Key) + "' is not a string");
      Result.Texts[Key.str()] = Text->str();
    }
  const json::Object *Values = Object.getObject("values");
  if (!Values)
    return wrong("'values' is missing");
  return readValues(*Values, Result);
}

Expected<Overlay> fx::readOverlay(StringRef Text, StringRef Name) {
  Overlay Result;
  Result.Name = Name.str();
  Expected<json::Value> Value = json::parse(Text);
  if (!Value)
    return wrong("it is not JSON: " + toString(Value.takeError()));
  const json::Object *Object = Value->getAsObject();
  if (!Object)
    return wrong("expected an object with a number for each node");
  // A node may have any name: only a string makes it another form.
  bool HasForm = Object->getString("format").has_value();
  if (Error E =
          HasForm ? readForm(*Object, Result) : readValues(*Object, Result))
    return E;
  return Result;
}

Overlay fx::errorOverlay(ArrayRef<ValueDistance> Distances, bool OfAfter) {
  Overlay O;
  O.Name = "error";
  O.Combine = Overlay::Max;
  O.IsLog = true;
  auto IsFinite = [](const ValueDistance &D) {
    return D.Errors && std::isfinite(D.Errors->OfLargest);
  };
  // JSON has no infinity.
  double Above = 1;
  for (const ValueDistance &D : Distances)
    if (IsFinite(D))
      Above = std::max(Above, 2 * D.Errors->OfLargest);
  for (const ValueDistance &D : Distances) {
    const std::string &Name = OfAfter ? D.After : D.Before;
    if (Name.empty())
      continue;
    double &Value = O.Values[Name];
    Value = std::max(Value, IsFinite(D) ? D.Errors->OfLargest : Above);
    O.Texts[Name] =
        D.Errors ? formatv("{0}max abs {1:e2}, max rel {2:e2}, cosine "
                           "{3:f6}",
                           IsFinite(D) ? "" : "not finite: ", D.Errors->MaxAbs,
                           D.Errors->MaxRel, D.Errors->Cosine)
                       .str()
                 : "of other sizes";
  }
  return O;
}

void fx::printOverlay(const Overlay &O, raw_ostream &OS) {
  static constexpr StringLiteral Combines[] = {"sum", "max", "mean"};
  json::OStream J(OS, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("format", "fx-overlay");
    J.attribute("version", 1);
    J.attribute("name", O.Name);
    J.attribute("unit", O.Unit);
    J.attribute("combine", Combines[O.Combine]);
    J.attribute("scale", O.IsLog ? "log" : "linear");
    J.attributeObject("values", [&] {
      for (const auto &[Node, Number] : O.Values)
        if (O.Categories.empty())
          J.attribute(Node, Number);
        else
          J.attribute(Node, O.Categories[size_t(Number)]);
    });
    J.attributeObject("text", [&] {
      for (const auto &[Node, Text] : O.Texts)
        J.attribute(Node, Text);
    });
  });
  OS << '\n';
}
