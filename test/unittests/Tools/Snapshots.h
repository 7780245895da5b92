//===- Snapshots.h - What the tools print, as checksums ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Many commands on many inputs print what they printed before. Of each run,
/// the exit code and all text and files are one checksum; those of an input are
/// one line of a file in Inputs. Where one differs, the command is shown.
/// FX_SHOW_SNAPSHOTS=1 prints inputs and outputs of all runs: what two versions
/// print says what changed. If that is as it should be, FX_UPDATE_SNAPSHOTS=1
/// writes the files again.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_UNITTESTS_TOOLS_SNAPSHOTS_H
#define FX_TEST_UNITTESTS_TOOLS_SNAPSHOTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <random>
#include <string>
#include <vector>

namespace fx::test {

/// An input of a test: its name, and its bytes.
struct Sample {
  std::string Name;
  std::string Bytes;
  /// Where a run takes place; empty: in a folder of its own.
  std::string Folder;
};

/// A run in words, without the name of the tool's input: `fx-opt --dce`.
using Command = std::vector<std::string>;

/// The parts of all files of test/ whose names end with \p Ending, sorted.
std::vector<Sample> samplesOfTests(llvm::StringRef Ending);
/// The named file of test/.
std::string readTestFile(llvm::StringRef Path);

/// \p Name with a checksum of the samples: others are another input, which
/// nothing is known of.
std::string keyOf(llvm::StringRef Name, llvm::ArrayRef<Sample> Samples);

/// A number that stays when others come.
uint32_t numberOf(llvm::StringRef Name);

/// Equal seeds draw equal numbers.
class Draws {
public:
  explicit Draws(uint32_t Seed) : Random(Seed * 2654435761u + 1) {}
  unsigned number(size_t N) { return unsigned((Random() >> 4) % N); }
  /// True once in \p N times.
  bool rarely(size_t N) { return number(N) == 0; }
  template <size_t N> std::string one(const llvm::StringLiteral (&Of)[N]) {
    return Of[number(N)].str();
  }
  int64_t one(std::initializer_list<int64_t> Of) {
    return Of.begin()[number(Of.size())];
  }

private:
  std::minstd_rand Random;
};

/// \p Text with a mistake: a word or number left out, doubled or replaced by
/// another one. Equal numbers give equal mistakes. \p Others are words that
/// are of interest to such texts.
std::string withMistake(llvm::StringRef Text, uint32_t Number,
                        llvm::ArrayRef<llvm::StringLiteral> Others);

/// A text of JSON, which is well-formed, with another value in one place: a
/// part left out, added, moved or renamed, or with the value of another one.
std::string withOtherPart(llvm::StringRef JSON, uint32_t Number,
                          llvm::ArrayRef<llvm::StringLiteral> Others);

/// The same in each place that is the first of its key: left out, renamed, and
/// with each of \p Others.
std::vector<std::string>
withEachPart(llvm::StringRef JSON, llvm::ArrayRef<llvm::StringLiteral> Others);

/// Runs tools in this process and compares checksums.
class Snapshots {
public:
  /// \p Name is that of the file.
  explicit Snapshots(llvm::StringRef Name);
  /// Compares, or writes.
  ~Snapshots();

  /// Runs \p Words on the sample, whose file is appended.
  void run(const Sample &S, llvm::ArrayRef<Command> Commands);
  /// The same, with one checksum for all: \p Key is their name.
  void runTogether(llvm::StringRef Key, llvm::ArrayRef<Sample> Samples,
                   llvm::ArrayRef<Command> Commands);

  /// Compares a text of the test's own.
  void note(llvm::StringRef Key, const std::string &Text);
  /// Makes the folder test/ of the sources known to samples without a folder,
  /// and returns its name there.
  std::string linkToTests();
  /// Puts a file beside the samples without a folder.
  void addFile(llvm::StringRef Name, llvm::StringRef Bytes);
  /// What a run prints, and what it writes to a word `RESULT.*`.
  std::string output(const Command &Words, const Sample &S);

private:
  uint64_t runOne(const Sample &S, const Command &Words);
  std::string place(const Sample &S);
  void check(llvm::StringRef Key, size_t Column, uint64_t Sum,
             llvm::StringRef What);

  std::string Path, Temporary;
  bool Update;
  size_t NumUnknown = 0;
  std::map<std::string, std::vector<std::string>> Known, Seen;
};

} // namespace fx::test

#endif // FX_TEST_UNITTESTS_TOOLS_SNAPSHOTS_H
