//===- HistoryPrinter.cpp - Lives of nodes as text ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Journal/JournalHistory.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

std::string fx::describeStep(const JournalReader &R, size_t Step) {
  std::string Text = "step " + utostr(Step) + ", ";
  Text += R.passOf(Step).name();
  if (StringRef Kind = R.kindOf(Step); !Kind.empty())
    Text += " " + Kind.str();
  if (std::string At = R.placeOf(Step); !At.empty())
    Text += " at %" + At;
  return Text;
}

static bool isRenamed(const JournalHistory::Life &L) {
  return !L.InputName.empty() && L.InputName != L.Name;
}

/// The module and the line of a node of the input, in brackets.
static std::string placeText(const JournalHistory::Life &L) {
  SmallVector<StringRef, 2> Parts;
  for (StringRef Part : {StringRef(L.Module), StringRef(L.Source)})
    if (!Part.empty())
      Parts.push_back(Part);
  return Parts.empty() ? "" : " (" + join(Parts, ", ") + ")";
}

/// Nodes \p Of and all that they come from, each once, nearest first.
std::vector<uint32_t> JournalHistory::origins(ArrayRef<uint32_t> Of) const {
  std::vector<uint32_t> Order(Of);
  DenseSet<uint32_t> Seen(Of.begin(), Of.end());
  for (size_t Next = 0; Next != Order.size(); ++Next)
    for (uint32_t From : Lives[Order[Next]].From)
      if (Seen.insert(From).second)
        Order.push_back(From);
  return Order;
}

void JournalHistory::printWhy(const JournalReader &R, uint32_t Of,
                              raw_ostream &OS) const {
  for (uint32_t I : origins(Of)) {
    const Life &L = Lives[I];
    OS << '%' << nameOf(I) << "  " << L.Target << '\n';
    if (L.MadeBy)
      OS << "  made by " << describeStep(R, L.MadeBy) << '\n';
    else
      OS << "  in the input" << (isRenamed(L) ? " as %" + L.InputName : "")
         << placeText(L) << '\n';
    // What was there before has taken the uses over.
    for (uint32_t From : L.From)
      OS << (L.MadeBy > Lives[From].MadeBy ? "  from %" : "  in the place of %")
         << nameOf(From) << '\n';
    for (size_t Step : L.ChangedBy)
      OS << "  changed by " << describeStep(R, Step) << '\n';
    if (L.GoneBy)
      OS << "  erased by " << describeStep(R, L.GoneBy) << '\n';
  }
}

Expected<std::vector<uint32_t>>
JournalHistory::matching(StringRef Pattern) const {
  Pattern.consume_front("%");
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (!Glob)
    return Glob.takeError();
  std::vector<uint32_t> Found;
  for (uint32_t I = 0; I != Lives.size() && !Lives[I].MadeBy; ++I) {
    const Life &L = Lives[I];
    StringRef File = StringRef(L.Source).rsplit('/').second;
    if (Glob->match(L.Name) || Glob->match(L.InputName) ||
        (!Paths[L.Graph].empty() && Glob->match(nameOf(I))) ||
        (!L.Module.empty() && Glob->match(L.Module)) ||
        (!L.Source.empty() &&
         (Glob->match(L.Source) || (!File.empty() && Glob->match(File)))))
      Found.push_back(I);
  }
  return Found;
}

Expected<bool> JournalHistory::printWhereDid(const JournalReader &R,
                                             StringRef Pattern,
                                             raw_ostream &OS) const {
  Expected<std::vector<uint32_t>> Found = matching(Pattern);
  if (!Found)
    return Found.takeError();
  for (uint32_t First : *Found) {
    const Life &Asked = Lives[First];
    OS << '%' << nameOf(First)
       << (isRenamed(Asked) ? ", in the input %" + Asked.InputName : "")
       << placeText(Asked) << '\n';
    SmallVector<uint32_t, 8> Order = {First};
    DenseSet<uint32_t> Seen = {First};
    for (size_t Next = 0; Next != Order.size(); ++Next) {
      const Life &L = Lives[Order[Next]];
      for (uint32_t To : L.Into)
        if (Seen.insert(To).second) {
          Order.push_back(To);
          // One that was there before took the uses over.
          size_t Step = Lives[To].MadeBy;
          bool IsNew = Step && L.MadeBy < Step;
          OS << (IsNew ? "  became %" : "  is replaced by %") << nameOf(To);
          if (IsNew)
            OS << " in " << describeStep(R, Step);
          else if (L.GoneBy)
            OS << ", erased by " << describeStep(R, L.GoneBy);
          OS << '\n';
        }
      if (L.GoneBy && L.Into.empty())
        OS << "  %" << nameOf(Order[Next]) << " is erased by "
           << describeStep(R, L.GoneBy) << '\n';
      if (!L.GoneBy)
        OS << "  %" << nameOf(Order[Next]) << " is in the result"
           << (L.ChangedBy.empty()
                   ? std::string()
                   : ", changed by " + describeStep(R, L.ChangedBy.back()))
           << '\n';
    }
  }
  return !Found->empty();
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

void JournalHistory::printLife(json::OStream &J, uint32_t I) const {
  const Life &L = Lives[I];
  auto Names = [&](StringRef Key, ArrayRef<uint32_t> Of) {
    J.attributeArray(Key, [&] {
      for (uint32_t Other : Of)
        J.value(json::fixUTF8(nameOf(Other)));
    });
  };
  J.object([&] {
    J.attribute("name", json::fixUTF8(nameOf(I)));
    if (isRenamed(L))
      J.attribute("inputName", json::fixUTF8(L.InputName));
    J.attribute("target", json::fixUTF8(L.Target));
    if (L.MadeBy)
      J.attribute("made", int64_t(L.MadeBy));
    if (!L.Module.empty())
      J.attribute("module", json::fixUTF8(L.Module));
    if (!L.Source.empty())
      J.attribute("source", json::fixUTF8(L.Source));
    Names("from", L.From);
    Names("into", L.Into);
    J.attributeArray("changed", [&] {
      for (size_t Step : L.ChangedBy)
        J.value(int64_t(Step));
    });
    if (L.GoneBy)
      J.attribute("erased", int64_t(L.GoneBy));
  });
}

void JournalHistory::printWhyJSON(const JournalReader &, ArrayRef<uint32_t> Of,
                                  raw_ostream &OS) const {
  json::OStream J(OS, 2);
  J.array([&] {
    for (uint32_t I : origins(Of))
      printLife(J, I);
  });
  OS << '\n';
}

Expected<bool> JournalHistory::printWhereDidJSON(const JournalReader &,
                                                 StringRef Pattern,
                                                 raw_ostream &OS) const {
  Expected<std::vector<uint32_t>> Found = matching(Pattern);
  if (!Found)
    return Found.takeError();
  DenseSet<uint32_t> Seen(Found->begin(), Found->end());
  std::vector<uint32_t> Order = *Found;
  for (size_t Next = 0; Next != Order.size(); ++Next)
    for (uint32_t To : Lives[Order[Next]].Into)
      if (Seen.insert(To).second)
        Order.push_back(To);
  json::OStream J(OS, 2);
  J.array([&] {
    for (uint32_t I : Order)
      printLife(J, I);
  });
  OS << '\n';
  return !Found->empty();
}
