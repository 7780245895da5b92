//===- JSONPatch.cpp - What a text says beyond the usual ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONPatch.h"
#include "fx/Support/JSONReader.h"
#include "fx/Support/JSONText.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

namespace {
/// A member of an object, or an element of an array.
struct Part {
  StringRef Key; ///< As it stands between the quotes.
  StringRef Raw;
};
} // namespace

static bool isContainer(StringRef Raw) {
  return Raw.starts_with("{") || Raw.starts_with("[");
}

/// Takes a container apart; the text of keys is not unescaped.
static std::vector<Part> partsOf(StringRef Raw) {
  std::vector<Part> Parts;
  JSONReader R(Raw);
  bool First = true;
  if (Raw.starts_with("[")) {
    (void)R.beginArray();
    while (R.nextElement(First)) {
      Parts.emplace_back();
      if (!R.skipValue(Parts.back().Raw))
        break;
    }
    return Parts;
  }
  (void)R.beginObject();
  StringRef Key;
  while (true) {
    const char *Before = R.position();
    if (!R.nextMember(First, Key))
      break;
    StringRef Text(Before, R.position() - Before);
    size_t Open = Text.find('"'), Close = Text.rfind('"');
    Parts.push_back({Text.slice(Open + 1, Close), {}});
    if (!R.skipValue(Parts.back().Raw))
      break;
  }
  return Parts;
}

static std::string escapeStep(StringRef Key) {
  if (Key.empty())
    return "~";
  std::string Step;
  for (char C : Key) {
    if (C == '~')
      Step += "~0";
    else if (C == '/')
      Step += "~1";
    else
      Step += C;
  }
  return Step;
}

/// \p Quoted is a string as it is in the text.
static std::string stepOfQuoted(StringRef Quoted) {
  return "=" + escapeStep(Quoted.drop_front().drop_back());
}

std::string interop::nodeStep(StringRef Name) {
  TextBuffer Quoted;
  writeJSONString(Quoted, Name);
  return stepOfQuoted(Quoted.text());
}

/// `=relu_1` for an element of `nodes` that has a name which no element before
/// it has (\p Names), else the place.
static std::string elementStep(bool IsNodes, StringRef Raw, size_t Place,
                               StringSet<> &Names) {
  if (IsNodes && Raw.starts_with("{"))
    for (const Part &Member : partsOf(Raw))
      if (Member.Key == "name" && Member.Raw.starts_with("\"") &&
          Names.insert(Member.Raw).second)
        return stepOfQuoted(Member.Raw);
  return std::to_string(Place);
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

namespace {
class JSONDiff {
public:
  explicit JSONDiff(Context &Ctx) : Ctx(Ctx) {}
  void compare(StringRef Usual, StringRef Source, std::string Path,
               StringRef Key, unsigned Depth);
  std::vector<Argument> Patches;

private:
  bool compareObjects(ArrayRef<Part> Usual, ArrayRef<Part> Source,
                      StringRef Path, unsigned Depth);
  Argument text(StringRef Text) { return Argument::string(Ctx, Text); }
  void add(std::initializer_list<Argument> Parts) {
    Patches.push_back(Argument::tuple(ArrayRef<Argument>(Parts)));
  }

  /// Deeper differences replace the whole.
  static constexpr unsigned MaxDepth = 200;
  Context &Ctx;
};
} // namespace

/// Whether \p Text is one value.
static bool isJSON(StringRef Text) {
  JSONReader R(Text);
  return R.skipValue() && R.expectEnd();
}

static std::string joinPath(StringRef Path, StringRef Step) {
  return Path.empty() ? Step.str() : (Path + "/" + Step).str();
}

/// Members that one side lacks; false where the order differs too.
bool JSONDiff::compareObjects(ArrayRef<Part> Usual, ArrayRef<Part> Source,
                              StringRef Path, unsigned Depth) {
  StringMap<unsigned> InSource, InUsual;
  for (size_t I = 0; I != Source.size(); ++I)
    if (!InSource.try_emplace(Source[I].Key, I).second)
      return false;
  for (size_t I = 0; I != Usual.size(); ++I)
    if (!InUsual.try_emplace(Usual[I].Key, I).second)
      return false;
  int Last = -1;
  for (const Part &Member : Usual)
    if (auto It = InSource.find(Member.Key); It != InSource.end()) {
      if (int(It->second) < Last)
        return false;
      Last = It->second;
    }
  for (const Part &Member : Usual) {
    auto It = InSource.find(Member.Key);
    if (It == InSource.end())
      add({text("drop"), text(Path), text(Member.Key), text(Member.Raw)});
    else
      compare(Member.Raw, Source[It->second].Raw,
              joinPath(Path, escapeStep(Member.Key)), Member.Key, Depth + 1);
  }
  for (size_t I = 0; I != Source.size(); ++I)
    if (!InUsual.contains(Source[I].Key))
      add({text("add"), text(Path), text(Source[I].Key), int64_t(I),
           text(Source[I].Raw)});
  return true;
}

void JSONDiff::compare(StringRef Usual, StringRef Source, std::string Path,
                       StringRef Key, unsigned Depth) {
  if (Usual == Source)
    return;
  if (isContainer(Usual) && Source.starts_with(Usual.take_front(1)) &&
      Depth < MaxDepth) {
    std::vector<Part> A = partsOf(Usual), B = partsOf(Source);
    if (Usual.starts_with("{")) {
      if (compareObjects(A, B, Path, Depth))
        return;
    } else if (A.size() == B.size()) {
      StringSet<> Names;
      for (size_t I = 0; I != A.size(); ++I) {
        std::string Step = elementStep(Key == "nodes", A[I].Raw, I, Names);
        if (A[I].Raw != B[I].Raw)
          compare(A[I].Raw, B[I].Raw, joinPath(Path, Step), "", Depth + 1);
      }
      return;
    }
  }
  add({text("replace"), text(Path), text(Usual), text(Source)});
}

std::vector<Argument> interop::diffJSON(Context &Ctx, StringRef Usual,
                                        StringRef Source) {
  JSONDiff Diff(Ctx);
  Diff.compare(Usual.trim(), Source.trim(), "", "", 0);
  return std::move(Diff.Patches);
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

bool interop::isPatch(const Argument &A) {
  if (A.kind() != ArgKind::Tuple || A.empty() || !A[0].isString())
    return false;
  bool IsAdd = A[0].str() == "add";
  if (A.size() != (IsAdd ? 5u : 4u) ||
      (!IsAdd && A[0].str() != "drop" && A[0].str() != "replace"))
    return false;
  for (size_t I = 1; I != A.size(); ++I)
    if (IsAdd && I == 3 ? !A[I].isInt() : !A[I].isString())
      return false;
  return true;
}

namespace {
/// Patches by the steps of their paths.
struct PatchTree {
  StringMap<std::unique_ptr<PatchTree>> Steps;
  std::vector<const Argument *> Here;

  const PatchTree *step(StringRef Key) const {
    auto It = Steps.find(Key);
    return It == Steps.end() ? nullptr : It->second.get();
  }
};
} // namespace

static void emitObject(StringRef Raw, const PatchTree &Tree, std::string &Out,
                       unsigned Depth);
static void emitArray(StringRef Raw, const PatchTree &Tree, bool IsNodes,
                      std::string &Out, unsigned Depth);

static void emit(StringRef Raw, const PatchTree *Tree, StringRef Key,
                 std::string &Out, unsigned Depth) {
  if (!Tree || Depth > JSONReader::MaxDepth) {
    Out += Raw;
    return;
  }
  for (const Argument *Patch : Tree->Here)
    if ((*Patch)[0].str() == "replace" && (*Patch)[2].str() == Raw) {
      Out += (*Patch)[3].str();
      return;
    }
  if (Raw.starts_with("{"))
    emitObject(Raw, *Tree, Out, Depth);
  else if (Raw.starts_with("["))
    emitArray(Raw, *Tree, Key == "nodes", Out, Depth);
  else
    Out += Raw;
}

static void emitObject(StringRef Raw, const PatchTree &Tree, std::string &Out,
                       unsigned Depth) {
  std::vector<const Argument *> Added;
  StringMap<StringRef> Dropped;
  for (const Argument *Patch : Tree.Here) {
    if ((*Patch)[0].str() == "add")
      Added.push_back(Patch);
    else if ((*Patch)[0].str() == "drop")
      Dropped[(*Patch)[2].str()] = (*Patch)[3].str();
  }
  stable_sort(Added, [](const Argument *A, const Argument *B) {
    return (*A)[3].asInt() < (*B)[3].asInt();
  });
  int64_t Count = 0;
  auto Begin = [&](StringRef Key) {
    if (Count++)
      Out += ", ";
    Out += '"';
    Out += Key;
    Out += "\": ";
  };
  size_t NextAdded = 0;
  auto Add = [&](bool All) {
    for (; NextAdded != Added.size(); ++NextAdded) {
      const Argument &Patch = *Added[NextAdded];
      if (!All && Patch[3].asInt() > Count)
        return;
      Begin(Patch[2].str());
      Out += Patch[4].str();
    }
  };
  Out += '{';
  for (const Part &Member : partsOf(Raw)) {
    Add(/*All=*/false);
    if (auto It = Dropped.find(Member.Key);
        It != Dropped.end() && It->second == Member.Raw)
      continue;
    Begin(Member.Key);
    emit(Member.Raw, Tree.step(escapeStep(Member.Key)), Member.Key, Out,
         Depth + 1);
  }
  Add(/*All=*/true);
  Out += '}';
}

static void emitArray(StringRef Raw, const PatchTree &Tree, bool IsNodes,
                      std::string &Out, unsigned Depth) {
  Out += '[';
  size_t Place = 0;
  StringSet<> Names;
  for (const Part &Element : partsOf(Raw)) {
    if (Place)
      Out += ", ";
    std::string Step = elementStep(IsNodes, Element.Raw, Place, Names);
    emit(Element.Raw, Tree.step(Step), "", Out, Depth + 1);
    ++Place;
  }
  Out += ']';
}

Argument interop::withPath(Context &Ctx, const Argument &Patch,
                           StringRef Path) {
  SmallVector<Argument, 5> Parts(Patch.elements());
  Parts[1] = Argument::string(Ctx, Path);
  return Argument::tuple(Parts);
}

std::string interop::applyPatches(StringRef Usual, ArrayRef<Argument> Patches,
                                  StringRef Root) {
  PatchTree Trunk;
  for (const Argument &Patch : Patches) {
    // Texts can be written by hand.
    if (!isPatch(Patch) || Patch[1].str().count('/') > JSONReader::MaxDepth ||
        (Patch[0].str() != "drop" && !isJSON(Patch.elements().back().str())))
      continue;
    PatchTree *Tree = &Trunk;
    StringRef Rest = Patch[1].str();
    if (!Root.empty()) {
      if (!Rest.consume_front(Root) ||
          !(Rest.empty() || Rest.consume_front("/")))
        continue;
    }
    while (!Rest.empty()) {
      auto [Step, Behind] = Rest.split('/');
      std::unique_ptr<PatchTree> &Next = Tree->Steps[Step];
      if (!Next)
        Next = std::make_unique<PatchTree>();
      Tree = Next.get();
      Rest = Behind;
    }
    Tree->Here.push_back(&Patch);
  }
  std::string Out;
  Out.reserve(Usual.size() + Usual.size() / 8);
  emit(Usual, &Trunk, "", Out, 0);
  return Out;
}
