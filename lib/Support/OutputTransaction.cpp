//===- OutputTransaction.cpp - Several files, all or none -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/OutputTransaction.h"
#include "fx/Support/Checksum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace fx;
using namespace llvm;
namespace fs = llvm::sys::fs;

/// A hidden name beside \p Path.
static SmallString<128> nameBeside(StringRef Path, const Twine &Ending) {
  SmallString<128> Name(sys::path::parent_path(Path));
  sys::path::append(Name, "." + sys::path::filename(Path) + "." + Ending);
  return Name;
}

/// What \p Weights are called until the text of these bytes is in place.
static SmallString<128> pendingName(StringRef Weights, StringRef Text) {
  return nameBeside(Weights,
                    formatv("{0:x-8}-{1:x-}", checksum(Text), Text.size()));
}

std::string fx::weightsOfText(StringRef Text, StringRef Weights) {
  // No pipe: it could be read only once.
  if (!fs::is_regular_file(Text))
    return Weights.str();
  Expected<std::shared_ptr<MappedFile>> File = MappedFile::open(Text);
  if (!File) {
    consumeError(File.takeError());
    return Weights.str();
  }
  // As OutputFile does it, the file is beside the one that a link leads to.
  SmallString<128> Real(Weights);
  if (fs::is_symlink_file(Weights) && fs::real_path(Weights, Real))
    Real = Weights;
  SmallString<128> Pending = pendingName(Real, (*File)->bytes());
  return fs::exists(Pending) ? std::string(Pending) : Weights.str();
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

OutputTransaction::~OutputTransaction() {
  for (const std::string &Link : Links)
    (void)fs::remove(Link);
}

Expected<OutputFile *> OutputTransaction::createIn(FileList &List,
                                                   StringRef Path) {
  Expected<std::unique_ptr<OutputFile>> File = OutputFile::create(Path);
  if (!File)
    return File.takeError();
  List.push_back(std::move(*File));
  return List.back().get();
}

Expected<OutputFile *> OutputTransaction::create(StringRef Path) {
  return createIn(Files, Path);
}

Expected<OutputFile *> OutputTransaction::createWeights(StringRef Path) {
  return createIn(Weights, Path);
}

std::vector<std::string> OutputTransaction::weights() const {
  std::vector<std::string> Paths;
  for (const std::unique_ptr<OutputFile> &File : Weights)
    Paths.push_back(File->path().str());
  return Paths;
}

std::error_code OutputTransaction::link(StringRef Source, StringRef Target) {
  std::error_code EC = fs::create_hard_link(Source, Target);
  if (!EC)
    Links.push_back(Target.str());
  return EC;
}

//===----------------------------------------------------------------------===//
// Committing
//===----------------------------------------------------------------------===//

/// Gives files their names, and undoes it unless they are to be kept.
class OutputTransaction::Placement {
public:
  explicit Placement(function_ref<void()> OnStep) : OnStep(OnStep) {}
  ~Placement();

  /// Calls the weights of \p File what they are called until \p Text is in
  /// place.
  Error stage(OutputFile &File, const OutputFile &Text);
  Error place(OutputFile &File);
  /// Gives what was staged its own name.
  Error finish();
  void keep() { IsKept = true; }

private:
  void step() {
    if (OnStep)
      OnStep();
  }
  Error setAside(const OutputFile &File);

  struct Staged {
    OutputFile *File;
    SmallString<128> Name;
  };
  struct Old {
    std::string Path;
    /// Where its contents are; empty if there was no such file.
    SmallString<128> Aside;
  };

  function_ref<void()> OnStep;
  SmallVector<Staged, 1> Pending;
  SmallVector<Old, 2> Replaced;
  bool IsKept = false;
};

OutputTransaction::Placement::~Placement() {
  for (const Old &O : reverse(Replaced)) {
    if (IsKept)
      (void)fs::remove(O.Aside);
    else if (O.Aside.empty())
      (void)fs::remove(O.Path);
    else
      (void)fs::rename(O.Aside, O.Path);
  }
  for (const Staged &S : Pending)
    (void)fs::remove(S.Name);
}

Error OutputTransaction::Placement::stage(OutputFile &File,
                                          const OutputFile &Text) {
  Expected<std::shared_ptr<MappedFile>> Bytes =
      MappedFile::open(Text.Temp->TmpName);
  if (!Bytes)
    return Bytes.takeError();
  SmallString<128> Name = pendingName(File.Target, (*Bytes)->bytes());
  step();
  if (Error E = File.place(Name))
    return E;
  Pending.push_back({&File, std::move(Name)});
  return Error::success();
}

/// Gives what \p File will replace another name besides, or instead where the
/// file system knows no links.
Error OutputTransaction::Placement::setAside(const OutputFile &File) {
  if (!fs::exists(File.Target)) {
    Replaced.push_back({File.Target, {}});
    return Error::success();
  }
  if (fs::is_directory(File.Target))
    return File.fail(std::make_error_code(std::errc::is_a_directory));
  SmallString<128> Aside;
  std::error_code EC;
  do {
    fs::createUniquePath(nameBeside(File.Target, "%%%%%%"), Aside,
                         /*MakeAbsolute=*/false);
    EC = fs::create_hard_link(File.Target, Aside);
  } while (EC == std::errc::file_exists);
  if (EC)
    EC = fs::rename(File.Target, Aside);
  if (EC)
    return File.fail(EC);
  Replaced.push_back({File.Target, std::move(Aside)});
  return Error::success();
}

Error OutputTransaction::Placement::place(OutputFile &File) {
  step();
  if (Error E = setAside(File))
    return E;
  step();
  return File.place(File.Target);
}

Error OutputTransaction::Placement::finish() {
  while (!Pending.empty()) {
    Staged &S = Pending.back();
    if (Error E = setAside(*S.File))
      return E;
    step();
    if (std::error_code EC = fs::rename(S.Name, S.File->Target))
      return S.File->fail(EC);
    Pending.pop_back();
  }
  return Error::success();
}

Error OutputTransaction::complete() {
  for (FileList *List : {&Files, &Weights})
    for (std::unique_ptr<OutputFile> &File : *List)
      if (Error E = File->complete())
        return E;
  return Error::success();
}

void OutputTransaction::hide() {
  for (const FileList *List : {&Files, &Weights})
    for (const std::unique_ptr<OutputFile> &File : *List)
      if (File->Temp)
        (void)fs::remove(File->Temp->TmpName);
}

std::vector<std::pair<int, std::string>> OutputTransaction::pending() const {
  std::vector<std::pair<int, std::string>> Result;
  for (const FileList *List : {&Weights, &Files})
    for (const std::unique_ptr<OutputFile> &File : *List)
      if (File->canDiscard())
        Result.push_back({File->fd(), File->Target});
  return Result;
}

Error OutputTransaction::commit(function_ref<void()> OnStep) {
  if (Error E = complete())
    return E;

  // What is written in place has no step that would count.
  OutputFile *Text = Files.empty() ? nullptr : Files.front().get();
  Placement Places(OnStep);
  for (std::unique_ptr<OutputFile> &File : Weights)
    if (File->canDiscard())
      if (Error E = Text && Text->canDiscard() ? Places.stage(*File, *Text)
                                               : Places.place(*File))
        return E;
  for (std::unique_ptr<OutputFile> &File : Files)
    if (File->canDiscard())
      if (Error E = Places.place(*File))
        return E;
  if (Error E = Places.finish())
    return E;
  for (FileList *List : {&Files, &Weights})
    for (std::unique_ptr<OutputFile> &File : *List)
      if (File->fd() != -1)
        if (Error E = File->commit())
          return E;
  Places.keep();
  Links.clear();
  return Error::success();
}
