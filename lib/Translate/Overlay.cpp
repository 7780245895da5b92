//===- Overlay.cpp - Numbers of nodes -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Overlay.h"
#include "fx/IR/EffectCache.h"
#include "fx/IR/SideTables.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace fx;
using namespace llvm;

static Error wrong(const Twine &What) { return createStringError(What); }

/// The numbers of \p Object by node.
static Error readValues(const json::Object &Object, Overlay &Result) {
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

//===----------------------------------------------------------------------===//
// What types say
//===----------------------------------------------------------------------===//

/// NaN where a size is symbolic or there is no tensor.
static double bytesOf(const Argument &Val) {
  if (TensorType T{Val}) {
    std::optional<SmallVector<int64_t, 6>> Sizes = T.fixedSizes();
    if (!Sizes)
      return NAN;
    double Bytes = itemSize(T.dtype());
    for (int64_t Size : *Sizes)
      Bytes *= double(Size);
    return Bytes;
  }
  if (!Val.isSequence() || Val.size() == 0)
    return NAN;
  double Sum = 0;
  for (const Argument &Item : Val.elements())
    Sum += bytesOf(Item);
  return Sum;
}

std::vector<double> fx::valueBytes(ArrayRef<const Node *> Nodes) {
  EffectCache Effects;
  std::vector<double> Bytes;
  for (const Node *N : Nodes) {
    const Argument *Val = N->val();
    if (!Val)
      Val = N->meta("tensor_meta");
    double Known = Val && !N->isOutput() ? bytesOf(*Val) : NAN;
    bool IsView = !N->isPlaceholder() && !N->isOutput() && !N->isGetAttr() &&
                  (!Effects.get(*N).Aliases.empty() ||
                   N->targetText() == "operator.getitem");
    Bytes.push_back(IsView && !std::isnan(Known) ? 0 : Known);
  }
  return Bytes;
}

std::vector<double> fx::liveBytes(ArrayRef<const Node *> Nodes,
                                  ArrayRef<double> Bytes) {
  // A view keeps the memory of what it looks at.
  NodeMap<uint32_t> Last, Number;
  EffectCache Effects;
  for (uint32_t I = 0; I != Nodes.size(); ++I)
    Number[Nodes[I]] = Last[Nodes[I]] = I;
  std::vector<uint32_t> End(Nodes.size());
  for (uint32_t I = Nodes.size(); I-- > 0;) {
    const Node *N = Nodes[I];
    End[I] = I;
    if (N->isPlaceholder() || N->isGetAttr())
      End[I] = Nodes.size();
    for (const Node *User : N->users()) {
      if (!Number.contains(User))
        continue;
      uint32_t U = Number.lookup(User);
      bool Views = U > I && Bytes[U] == 0 && !User->isOutput();
      End[I] = std::max(End[I], Views ? End[U] : U);
    }
  }
  std::vector<double> Live(Nodes.size(), NAN), Change(Nodes.size() + 1, 0);
  double Now = 0;
  bool IsKnown = false;
  for (uint32_t I = 0; I != Nodes.size(); ++I) {
    if (!std::isnan(Bytes[I])) {
      IsKnown = true;
      Now += Bytes[I];
      if (End[I] < Nodes.size())
        Change[End[I] + 1] += Bytes[I];
    }
    Now -= Change[I];
    if (IsKnown)
      Live[I] = Now;
  }
  return Live;
}
