//===- TreeSpec.cpp - How inputs and outputs nest -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/TreeSpec.h"
#include "fx/Support/JSONReader.h"
#include "fx/Support/JSONText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static bool read(JSONReader &R, TreeSpec &Spec, unsigned Depth) {
  if (Depth > TreeSpec::MaxDepth)
    return R.fail("containers nest too deep");
  bool First = true;
  StringRef Key, Raw;
  if (!R.beginObject())
    return false;
  while (R.nextMember(First, Key)) {
    if (Key == "type") {
      StringRef Type;
      if (R.consumeNull())
        continue;
      if (!R.readString(Type))
        return false;
      Spec.Type = Type.str();
    } else if (Key == "context") {
      if (!R.skipValue(Raw))
        return false;
      Spec.Context = Raw.str();
    } else if (Key == "children_spec") {
      bool FirstChild = true;
      if (!R.beginArray())
        return false;
      while (R.nextElement(FirstChild))
        if (!read(R, Spec.Children.emplace_back(), Depth + 1))
          return false;
    } else {
      return R.fail("unknown member '" + Key + "'");
    }
  }
  return R.good();
}

Expected<TreeSpec> TreeSpec::parse(StringRef Text) {
  JSONReader R(Text);
  TreeSpec Spec;
  int64_t Version = 0;
  bool First = true;
  bool Good = R.beginArray() && R.nextElement(First) && R.readInt(Version) &&
              R.nextElement(First) && read(R, Spec, 0);
  if (Good)
    Good = !R.nextElement(First) && R.expectEnd();
  if (!Good || Version != 1)
    return createStringError(
        "the tree of containers cannot be read: " +
        (R.good() ? Twine("its version is not 1") : Twine(R.message())));
  return Spec;
}

static void write(TextBuffer &Out, const TreeSpec &Spec) {
  Out << "{\"type\": ";
  if (Spec.isLeaf())
    Out << "null";
  else
    writeJSONString(Out, Spec.Type);
  Out << ", \"context\": " << StringRef(Spec.Context)
      << ", \"children_spec\": [";
  bool First = true;
  for (const TreeSpec &Child : Spec.Children) {
    if (!First)
      Out << ", ";
    First = false;
    write(Out, Child);
  }
  Out << "]}";
}

std::string TreeSpec::str() const {
  TextBuffer Out;
  Out << "[1, ";
  write(Out, *this);
  Out << ']';
  return Out.text().str();
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

std::string TreeSpec::contextText() const {
  JSONReader R(Context);
  StringRef Text;
  return R.peek() == '"' && R.readString(Text) ? Text.str() : Context;
}

std::optional<std::vector<TreeSpec::Key>> TreeSpec::keys() const {
  std::string Text = contextText();
  JSONReader R(Text);
  if (R.peek() != '[' || !R.beginArray())
    return std::nullopt;
  std::vector<Key> Keys;
  bool First = true, IsNested = !isDict() && R.peek() == '[';
  if (IsNested && (!R.nextElement(First) || !R.beginArray()))
    return std::nullopt;
  for (bool FirstKey = true; R.nextElement(FirstKey);) {
    StringRef Name;
    int64_t Number = 0;
    if (R.peek() != '"') {
      if (!R.readInt(Number))
        return std::nullopt;
      Keys.push_back({std::to_string(Number), Number});
      continue;
    }
    if (!R.readString(Name))
      return std::nullopt;
    Keys.push_back({Name.str(), std::nullopt});
  }
  if (!R.good() || Keys.size() != Children.size())
    return std::nullopt;
  return Keys;
}

unsigned TreeSpec::numLeaves() const {
  if (isLeaf())
    return 1;
  unsigned Count = 0;
  for (const TreeSpec &Child : Children)
    Count += Child.numLeaves();
  return Count;
}

SmallVector<unsigned, 4> TreeSpec::pathTo(unsigned I) const {
  SmallVector<unsigned, 4> Path;
  const TreeSpec *Spec = this;
  while (!Spec->isLeaf()) {
    unsigned Place = 0;
    for (; Place != Spec->Children.size(); ++Place) {
      unsigned Count = Spec->Children[Place].numLeaves();
      if (I < Count)
        break;
      I -= Count;
    }
    if (Place == Spec->Children.size())
      return {};
    Path.push_back(Place);
    Spec = &Spec->Children[Place];
  }
  return Path;
}

bool TreeSpec::addLeaf() {
  if (!isSequence())
    return false;
  Children.emplace_back();
  return true;
}

/// Takes key \p I out of the context of a dict, which is JSON text in a string.
static bool removeKey(std::string &Context, unsigned I) {
  JSONReader Outer(Context);
  StringRef Text;
  if (!Outer.readString(Text))
    return false;
  std::string List = Text.str();
  JSONReader R(List);
  std::vector<std::string> Keys;
  bool First = true;
  if (!R.beginArray())
    return false;
  while (R.nextElement(First)) {
    StringRef Raw;
    if (!R.skipValue(Raw))
      return false;
    Keys.push_back(Raw.str());
  }
  if (!R.good() || I >= Keys.size())
    return false;
  Keys.erase(Keys.begin() + I);
  TextBuffer Out;
  writeJSONString(Out, "[" + join(Keys, ", ") + "]");
  Context = Out.text().str();
  return true;
}

bool TreeSpec::removeLeaf(unsigned I) {
  SmallVector<unsigned, 4> Path = pathTo(I);
  if (Path.empty())
    return false;
  TreeSpec *Holder = this;
  for (unsigned Place : ArrayRef(Path).drop_back())
    Holder = &Holder->Children[Place];
  if (!Holder->isSequence() &&
      !(Holder->isDict() && removeKey(Holder->Context, Path.back())))
    return false;
  Holder->Children.erase(Holder->Children.begin() + Path.back());
  return true;
}
