//===- Snapshots.cpp - What the tools print, as checksums -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "fx/Support/CharClass.h"
#include "fx/Tools/AllPasses.h"
#include "fx/Tools/FXOptMain.h"
#include "fx/Tools/FXTranslateMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

using namespace fx;
using namespace fx::test;
using namespace llvm;

static std::string readAll(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, false, false);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

std::string test::readTestFile(StringRef Path) {
  return readAll(FX_TEST_SOURCE_DIR "/" + Path);
}

std::vector<Sample> test::samplesOfTests(StringRef Ending) {
  std::vector<Sample> Result;
  std::error_code EC;
  const StringRef Root = FX_TEST_SOURCE_DIR;
  for (sys::fs::recursive_directory_iterator I(Root, EC), End; I != End && !EC;
       I.increment(EC)) {
    StringRef Path = I->path();
    StringRef Name = Path.drop_front(Root.size() + 1);
    if (!Path.ends_with(Ending) || Name.starts_with("fuzz") ||
        Name.contains("Output/"))
      continue;
    std::string Text = readAll(Path), Folder(sys::path::parent_path(Path));
    size_t Part = 0;
    SmallVector<StringRef, 8> Parts;
    StringRef(Text).split(Parts, "// -----\n");
    if (Parts.size() == 1)
      Result.push_back({Name.str(), Text, Folder});
    else
      for (StringRef P : Parts)
        Result.push_back({(Name + "#" + Twine(++Part)).str(), P.str(), ""});
  }
  llvm::sort(Result,
             [](const Sample &A, const Sample &B) { return A.Name < B.Name; });
  return Result;
}

uint32_t test::numberOf(StringRef Name) { return xxh3_64bits(Name); }

namespace {
struct Word {
  size_t Begin, End;
  enum { Name, Number, Mark } Kind;
};
} // namespace

static std::vector<Word> wordsOf(StringRef Text) {
  std::vector<Word> Words;
  for (size_t I = 0; I < Text.size();) {
    char C = Text[I];
    size_t End = I + 1;
    if (isNameStart(C) || C == '%' || C == '"') {
      while (End < Text.size() &&
             (isAlnum(Text[End]) || StringRef("_.%").contains(Text[End])))
        ++End;
      Words.push_back({I, End, Word::Name});
    } else if (isDigit(C)) {
      while (End < Text.size() && (isAlnum(Text[End]) || Text[End] == '.'))
        ++End;
      Words.push_back({I, End, Word::Number});
    } else if (!isSpace(C)) {
      Words.push_back({I, End, Word::Mark});
    }
    I = End;
  }
  return Words;
}

std::string test::withMistake(StringRef Text, uint32_t Number,
                              ArrayRef<StringLiteral> Others) {
  std::minstd_rand Random(Number * 7919 + 17);
  for (int I = 0; I != 4; ++I)
    Random();
  std::vector<Word> Words = wordsOf(Text);
  if (Words.empty())
    return Text.str();
  auto Draw = [&](size_t N) { return size_t(Random() >> 3) % N; };
  const Word &At = Words[Draw(Words.size())];
  StringRef Old = Text.slice(At.Begin, At.End);
  std::string New;
  // Every fourth breaks the form of the text.
  switch (Number % 4 ? 2 + Draw(4) : Draw(2)) {
  case 0:
    break;
  case 1:
    New = (Old + " " + Old).str();
    break;
  case 2:
  case 3: {
    if (int64_t Value;
        At.Kind == Word::Number && !Old.getAsInteger(10, Value)) {
      const int64_t Values[] = {
          0,        1, 2, 3, Value + 1, Value - 1, 2 * Value, int64_t(1) << 31,
          INT64_MAX};
      New = std::to_string(Values[Draw(std::size(Values))]);
      if (Draw(5) == 0)
        New = "-" + New;
      break;
    }
    [[fallthrough]];
  }
  case 4: {
    std::vector<Word> Same;
    copy_if(Words, std::back_inserter(Same), [&](const Word &W) {
      return W.Kind == At.Kind && Text.slice(W.Begin, W.End) != Old;
    });
    if (!Same.empty()) {
      const Word &Other = Same[Draw(Same.size())];
      New = Text.slice(Other.Begin, Other.End).str();
    }
    break;
  }
  default:
    New = Others[Draw(Others.size())].str();
  }
  return (Text.take_front(At.Begin) + New + Text.drop_front(At.End)).str();
}

namespace {
/// A member of an object, or an element of an array.
struct JSONPart {
  size_t Begin, ValueBegin, End;
  /// With its quotes; empty of an element.
  StringRef Key;
  /// Which part it is in, and the one after it there; -1 for none.
  int Parent, Next = -1;
};

/// Takes a text apart that is known to be JSON.
class JSONScanner {
public:
  explicit JSONScanner(StringRef Text) : Text(Text) { value(-1); }
  std::vector<JSONPart> Parts;

private:
  void skipSpace() {
    while (At < Text.size() && isSpace(Text[At]))
      ++At;
  }
  void scalar() {
    if (Text[At] != '"') {
      At = std::min(Text.size(), Text.find_first_of(",]} \n", At));
      return;
    }
    for (++At; At < Text.size() && Text[At] != '"'; ++At)
      At += Text[At] == '\\';
    ++At;
  }
  void value(int Parent);

  StringRef Text;
  size_t At = 0;
};
} // namespace

void JSONScanner::value(int Parent) {
  skipSpace();
  if (At >= Text.size())
    return;
  if (Text[At] != '{' && Text[At] != '[')
    return scalar();
  const bool IsObject = Text[At] == '{';
  int Last = -1;
  for (++At, skipSpace();
       At < Text.size() && !StringRef("]}").contains(Text[At]); skipSpace()) {
    int Index = Parts.size();
    Parts.push_back({At, At, At, "", Parent});
    if (IsObject) {
      scalar();
      Parts[Index].Key = Text.slice(Parts[Index].Begin, At);
      skipSpace();
      ++At;
      skipSpace();
      Parts[Index].ValueBegin = At;
    }
    value(Index);
    Parts[Index].End = At;
    if (Last >= 0)
      Parts[Last].Next = Index;
    Last = Index;
    skipSpace();
    if (At < Text.size() && Text[At] == ',')
      ++At;
  }
  ++At;
}

std::string test::withOtherPart(StringRef JSON, uint32_t Number,
                                ArrayRef<StringLiteral> Others) {
  Draws D(Number);
  const std::vector<JSONPart> Parts = JSONScanner(JSON).Parts;
  if (Parts.empty())
    return JSON.str();
  const JSONPart &At = Parts[D.number(Parts.size())];
  auto ValueOf = [&](const JSONPart &P) {
    return JSON.slice(P.ValueBegin, P.End);
  };
  auto WholeOf = [&](const JSONPart &P) { return JSON.slice(P.Begin, P.End); };
  auto Replaced = [&](size_t Begin, size_t End, const Twine &By) {
    return (JSON.take_front(Begin) + By + JSON.drop_front(End)).str();
  };
  auto Any = [&](function_ref<bool(const JSONPart &)> IsWanted) {
    std::vector<const JSONPart *> Found;
    for (const JSONPart &P : Parts)
      if (IsWanted(P))
        Found.push_back(&P);
    return Found.empty() ? &At : Found[D.number(Found.size())];
  };
  StringRef Old = ValueOf(At);
  const std::string By = Others[D.number(Others.size())].str();
  switch (D.number(9)) {
  case 0: {
    // One comma goes too.
    size_t Begin = At.Begin, End = At.End;
    if (At.Next >= 0)
      End = Parts[At.Next].Begin;
    else if (size_t Comma = JSON.find_last_not_of(" \n", Begin - 1);
             JSON[Comma] == ',')
      Begin = Comma;
    return Replaced(Begin, End, "");
  }
  case 1:
    return Replaced(At.ValueBegin, At.End, By);
  case 2:
    return Replaced(At.End, At.End,
                    ", " + (At.Key.empty() ? Old.str() : "\"extra\": " + By));
  case 3:
    if (At.Next < 0)
      break;
    return Replaced(At.Begin, Parts[At.Next].End,
                    WholeOf(Parts[At.Next]) + ", " + WholeOf(At));
  case 4:
    if (At.Key.empty())
      break;
    return Replaced(At.Begin, At.Begin + At.Key.size(),
                    Any([&](const JSONPart &P) {
                      return !P.Key.empty() && P.Key != At.Key;
                    })->Key);
  case 5: {
    int64_t Value;
    if (!Old.getAsInteger(10, Value))
      return Replaced(At.ValueBegin, At.End, Twine(Value + D.one({-1, 1, 2})));
    if (Old == "true" || Old == "false")
      return Replaced(At.ValueBegin, At.End, Old == "true" ? "false" : "true");
    if (Old.starts_with("\""))
      return Replaced(At.End - 1, At.End, "_1\"");
    break;
  }
  default:
    break;
  }
  // The value of a part of the same name.
  return Replaced(At.ValueBegin, At.End, ValueOf(*Any([&](const JSONPart &P) {
                    return P.Key == At.Key && ValueOf(P) != Old;
                  })));
}

std::vector<std::string> test::withEachPart(StringRef JSON,
                                            ArrayRef<StringLiteral> Others) {
  std::vector<std::string> Result;
  std::set<StringRef> Known;
  for (const JSONPart &P : JSONScanner(JSON).Parts) {
    if (P.Key.empty() || !Known.insert(P.Key).second)
      continue;
    auto Replaced = [&](size_t Begin, size_t End, StringRef By) {
      Result.push_back(
          (JSON.take_front(Begin) + By + JSON.drop_front(End)).str());
    };
    for (StringRef Other : Others)
      Replaced(P.ValueBegin, P.End, Other);
    Replaced(P.Begin, P.Begin + P.Key.size(), "\"other\"");
    if (P.Next >= 0)
      Replaced(P.Begin, P.End, "\"other\": 1");
  }
  return Result;
}

Snapshots::Snapshots(StringRef Name)
    : Path((FX_TEST_SOURCE_DIR "/unittests/Tools/Inputs/" + Name + ".txt")
               .str()),
      Update(std::getenv("FX_UPDATE_SNAPSHOTS")) {
  SmallString<128> Folder;
  // In memory, where the system has such a folder.
  if (sys::fs::createUniqueDirectory("/dev/shm/fx-snapshots", Folder)) {
    EXPECT_FALSE(sys::fs::createUniqueDirectory("fx-snapshots", Folder));
  }
  Temporary = Folder.str().str();
  std::string Text = Update ? std::string() : readAll(Path);
  SmallVector<StringRef, 0> Lines;
  StringRef(Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    auto [Key, Sums] = Line.rsplit(": ");
    for (StringRef Sum : split(Sums, ' '))
      Known[Key.str()].push_back(Sum.str());
  }
}

std::string Snapshots::linkToTests() {
  std::string Link = Temporary + "/tests";
  if (!sys::fs::exists(Link)) {
    EXPECT_FALSE(sys::fs::create_link(FX_TEST_SOURCE_DIR, Link));
  }
  return "tests";
}

void Snapshots::addFile(StringRef Name, StringRef Bytes) {
  std::string Path = (Temporary + "/" + Name).str();
  // File systems take their time to write over what is there.
  EXPECT_FALSE(sys::fs::remove(Path));
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  EXPECT_FALSE(EC);
  OS << Bytes;
}

Snapshots::~Snapshots() {
  // The link alone, not what it leads to.
  EXPECT_FALSE(sys::fs::remove(Temporary + "/tests"));
  EXPECT_FALSE(sys::fs::remove_directories(Temporary));
  // Inputs that are all refused alike compare nothing.
  std::set<StringRef> Distinct;
  for (const auto &[Key, Sums] : Seen)
    Distinct.insert(Sums.begin(), Sums.end());
  EXPECT_GT(Distinct.size(), Seen.size() / 10) << Path;
  if (!Update) {
    EXPECT_LE(NumUnknown, Seen.size() / 5)
        << Path << " is old: see FX_UPDATE_SNAPSHOTS in docs/Testing.md";
    return;
  }
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  EXPECT_FALSE(EC);
  for (const auto &[Key, Sums] : Seen)
    OS << Key << ": " << join(Sums, " ") << '\n';
}

/// Runs \p Run with the standard streams in \p Text.
static int captured(std::string &Text, function_ref<int()> Run) {
  outs().flush();
  int File = memfd_create("output", 0);
  int Streams[] = {dup(1), dup(2)};
  for (int FD : {1, 2})
    dup2(File, FD);
  int Code = Run();
  outs().flush();
  for (int FD : {1, 2}) {
    dup2(Streams[FD - 1], FD);
    close(Streams[FD - 1]);
  }
  Text.resize(lseek(File, 0, SEEK_END));
  EXPECT_EQ(pread(File, Text.data(), Text.size(), 0), ssize_t(Text.size()));
  close(File);
  return Code;
}

/// Writes the sample to a file if it has none, and goes to its folder.
std::string Snapshots::place(const Sample &S) {
  StringRef Name = StringRef(S.Name).split('#').first;
  std::string File = sys::path::filename(Name).str();
  StringRef Folder = S.Folder.empty() ? StringRef(Temporary) : S.Folder;
  EXPECT_FALSE(sys::fs::set_current_path(Folder));
  if (S.Folder.empty())
    addFile(File, S.Bytes);
  return File;
}

static void show(const Twine &Title, StringRef Text) {
  if (std::getenv("FX_SHOW_SNAPSHOTS"))
    outs() << "=== " << Title << '\n' << Text << '\n';
}

uint64_t Snapshots::runOne(const Sample &S, const Command &Words) {
  std::string Text = output(Words, S);
  show(S.Name + ": " + join(Words, " "),
       (S.Folder.empty() ? S.Bytes : std::string()) + "---\n" + Text);
  return xxh3_64bits(Text);
}

std::string Snapshots::output(const Command &Words, const Sample &S) {
  std::string File = place(S), Text;
  std::vector<const char *> Args;
  std::string Result = Temporary + "/result";
  for (const std::string &Word : Words)
    if (StringRef(Word).starts_with("RESULT."))
      Args.push_back((Result += StringRef(Word).drop_front(6)).c_str());
    else
      Args.push_back(Word.c_str());
  Args.push_back(File.c_str());
  int Code = captured(Text, [&] {
    if (Words.front() == "fx-translate")
      return FXTranslateMain(Args.size(), Args.data());
    PassRegistry Registry;
    registerAllPasses(Registry);
    return FXOptMain(Args.size(), Args.data(), Registry);
  });
  // A text has its weights beside it.
  for (const std::string &Path : {Result, Temporary + "/result.safetensors"}) {
    Text += readAll(Path);
    EXPECT_FALSE(sys::fs::remove(Path));
  }
  for (StringRef Place : {StringRef(Temporary), StringRef(FX_TEST_SOURCE_DIR)})
    for (size_t At; (At = Text.find(Place)) != std::string::npos;)
      Text.erase(At, Place.size());
  if (Code)
    Text += "exit code " + std::to_string(Code);
  return Text;
}

std::string test::keyOf(StringRef Name, ArrayRef<Sample> Samples) {
  uint64_t Sum = 0;
  for (const Sample &S : Samples)
    Sum = Sum * 31 + xxh3_64bits(S.Bytes);
  return (Name + "@" + utohexstr(Sum & 0xffff, /*LowerCase=*/true, 4)).str();
}

void Snapshots::check(StringRef Key, size_t Column, uint64_t Sum,
                      StringRef What) {
  std::string Text = utohexstr(Sum & 0xffffff, /*LowerCase=*/true, 6);
  Seen[Key.str()].push_back(Text);
  if (Update)
    return;
  auto It = Known.find(Key.str());
  // New inputs come with new tests.
  if (It == Known.end() || Column >= It->second.size())
    NumUnknown += Column == 0;
  else if (It->second[Column] != Text)
    ADD_FAILURE() << Key.str() << ": another result of '" << What.str() << "'";
}

void Snapshots::run(const Sample &S, ArrayRef<Command> Commands) {
  for (auto [I, Words] : enumerate(Commands))
    check(keyOf(S.Name, S), I, runOne(S, Words), join(Words, " "));
}

void Snapshots::note(StringRef Key, const std::string &Text) {
  size_t Column = Seen[Key.str()].size();
  show(Key, Text);
  check(Key, Column, xxh3_64bits(Text),
        "an edit, number " + Twine(Column).str());
}

void Snapshots::runTogether(StringRef Key, ArrayRef<Sample> Samples,
                            ArrayRef<Command> Commands) {
  for (auto [I, Words] : enumerate(Commands)) {
    std::string Sums;
    for (const Sample &S : Samples)
      Sums += utohexstr(runOne(S, Words));
    check(keyOf(Key, Samples), I, xxh3_64bits(Sums), join(Words, " "));
  }
}
