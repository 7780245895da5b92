//===- ModulePattern.cpp - Names that pick modules ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModulePattern.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

Expected<ModulePattern> ModulePattern::parse(StringRef Text) {
  ModulePattern P;
  P.Text = Text.str();
  if (Text == "leaf") {
    P.Leaves = true;
    return P;
  }
  StringRef Glob = Text;
  bool OnlyPath = Glob.consume_front("path:");
  bool OnlyClass = !OnlyPath && Glob.consume_front("class:");
  if (Glob.empty())
    return makeError(diag::err_module_name_empty, SMLoc());
  auto Malformed = [&](Error E) {
    return makeError(diag::err_module_name_glob, SMLoc(), Text,
                     toString(std::move(E)));
  };
  if (!OnlyClass) {
    P.PathText = std::make_shared<const std::string>(Glob);
    Expected<GlobPattern> Path =
        GlobPattern::create(*P.PathText, MaxGlobAlternatives);
    if (!Path)
      return Malformed(Path.takeError());
    P.Path = std::move(*Path);
  }
  // A glob alone is one over paths.
  bool IsGlob = Glob.find_first_of("*?[{\\") != StringRef::npos;
  if (OnlyClass || (!OnlyPath && !IsGlob)) {
    Expected<ClassPattern> Class = ClassPattern::create(Glob);
    if (!Class)
      return Malformed(Class.takeError());
    P.Class = std::move(*Class);
    P.Dotted = !OnlyClass && Glob.contains('.');
  }
  return P;
}

bool ModulePattern::matchesPath(StringRef P) const {
  return Path && Path->match(P);
}

bool ModulePattern::matchesClass(StringRef C) const {
  if (!Class || C.empty())
    return false;
  if (!Dotted)
    return Class->matches(C);
  // Every qualified name of a known class picks it, but a bare class that is
  // not known is not picked by what may be a path.
  const ModuleInfo *Info = lookupModuleClass(C);
  return (Info &&
          (Info == lookupModuleClass(Text) || Class->matches(Info->name()))) ||
         (C.contains('.') && Class->matches(C));
}

bool ModulePattern::isKnownClass() const {
  return Class && (Dotted ? lookupModuleClass(Text)
                          : lookupModuleClassAnyCase(Text)) != nullptr;
}

Expected<std::vector<ModulePattern>>
fx::parseModulePatterns(ArrayRef<std::string> Texts) {
  std::vector<ModulePattern> Patterns;
  for (StringRef Text : Texts) {
    Expected<ModulePattern> P = ModulePattern::parse(Text.trim());
    if (!P)
      return P.takeError();
    Patterns.push_back(std::move(*P));
  }
  return Patterns;
}

ModuleSelection::ModuleSelection(ArrayRef<ModulePattern> Patterns,
                                 const GraphModule &M)
    : M(M) {
  for (const ModulePattern &P : Patterns)
    Names.push_back({&P});
  // A class wins over a path of that name.
  StringSet<> Classes;
  M.root().walk([&](const Module &Sub, StringRef) {
    if (Sub.className())
      Classes.insert(Sub.className().str());
  });
  for (Name &N : Names)
    N.IsClass =
        N.Pattern->isKnownClass() || any_of(Classes, [&](const auto &Class) {
          return N.Pattern->matchesClass(Class.getKey());
        });
}

bool ModuleSelection::contains(StringRef Path, const Module *Sub) {
  StringRef Class = Sub ? Sub->className().str() : StringRef();
  if (auto It = Known.find(Path); It != Known.end()) {
    ++ClassCounts[Class];
    return It->second;
  }
  ++ClassCounts[Class];
  bool Picked = false;
  for (Name &N : Names) {
    const ModulePattern &P = *N.Pattern;
    bool Fits = P.matchesLeaves() ? !Sub || !Sub->graph()
                : N.IsClass       ? P.matchesClass(Class)
                                  : P.matchesPath(Path);
    N.Used |= Fits;
    Picked |= Fits;
  }
  return Known[Path] = Picked;
}

/// Most classes that a message lists.
static constexpr size_t MaxListed = 12;

void ModuleSelection::reportUnused(DiagnosticEngine &Diags) const {
  SmallVector<StringRef> Paths, Classes;
  for (const auto &Entry : Known)
    Paths.push_back(Entry.getKey());
  sort(Paths);
  SmallVector<std::pair<unsigned, StringRef>> Counts;
  for (const auto &Entry : ClassCounts)
    if (!Entry.getKey().empty())
      Counts.push_back({Entry.second, Entry.getKey()});
  sort(Counts, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  std::string List;
  for (auto [Count, Class] : ArrayRef(Counts).take_front(MaxListed))
    List += (List.empty() ? "" : ", ") + Class.str() + " (" +
            std::to_string(Count) + ")";
  if (Counts.size() > MaxListed)
    List += " and " + std::to_string(Counts.size() - MaxListed) + " more";

  for (const Name &N : Names) {
    if (N.Used || N.Pattern->matchesLeaves())
      continue;
    StringRef Text = N.Pattern->text();
    DiagnosticBuilder D =
        Diags.report(diag::warn_no_such_module, SMLoc(), Text);
    // A misspelt class or path, in any case of letters.
    StringRef Bare = Text.contains(':') ? Text.split(':').second : Text;
    StringRef Near;
    unsigned Best = std::min<size_t>(Bare.size() / 3, 3) + 1;
    auto Consider = [&](StringRef Candidate, StringRef Spelled) {
      unsigned Distance =
          StringRef(Spelled.lower()).edit_distance(Bare.lower(), true, Best);
      if (Distance < Best) {
        Best = Distance;
        Near = Candidate;
      }
    };
    for (auto [Count, Class] : Counts) {
      Consider(Class, Class);
      Consider(Class, Class.substr(Class.rfind('.') + 1));
    }
    for (StringRef Path : Paths)
      Consider(Path, Path);
    // Without a tree, no module can be inlined, however it is named.
    if (!M.hasTree()) {
      D.note(diag::note_no_module_tree, SMLoc());
      continue;
    }
    if (N.IsClass && Known.contains(Text))
      D.note(diag::note_did_you_mean, SMLoc(), "path:" + Text);
    else if (!Near.empty())
      D.note(diag::note_did_you_mean, SMLoc(), Near);
    if (Paths.empty())
      D.note(diag::note_no_module_calls, SMLoc());
    else if (!List.empty())
      D.note(diag::note_called_classes, SMLoc(), List);
  }
}
