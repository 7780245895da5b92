//===- PT2Writer.cpp - Writing what torch.export saves --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/PT2Writer.h"
#include "PT2Names.h"
#include "fx/Support/Progress.h"
#include "fx/Support/ZipWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace fx;
using namespace llvm;

/// From this size on, in the source, records are made in memory: those of
/// 4 GiB cannot be made while they are written.
static constexpr uint64_t LongRecord = 1 << 30;

/// One record to be written.
struct PT2Writer::Record {
  std::string Name;
  PT2Kind Kind;
  /// A payload, or a record of an archive.
  std::optional<Payload> Contents = std::nullopt;
  const PT2Archive *From = nullptr;
  const ZipEntry *Entry = nullptr;
  /// The record of the source whose place it has, if any.
  const ZipEntry *Original = nullptr;
  bool Dropped = false;
  /// What writes the contents, where neither is there.
  Payload::Writer Make = {};
};

namespace {
/// Compares what is written with what was there, and passes it on from the
/// first difference: nothing has to be written before that.
class DifferenceStream : public raw_ostream {
public:
  using Sink = std::function<Error(StringRef)>;

  /// \p Begin gets the bytes that are the same, \p More the others.
  DifferenceStream(StringRef Old, Sink Begin, Sink More)
      : Old(Old), Begin(std::move(Begin)), More(std::move(More)) {
    SetUnbuffered();
  }
  explicit DifferenceStream(StringRef Old)
      : DifferenceStream(
            Old, [](StringRef) { return Error::success(); },
            [](StringRef) { return Error::success(); }) {}

  /// Says that everything was written.
  Error finish() {
    if (!Differs && Size != Old.size())
      begin();
    return std::move(Err);
  }
  bool isSame() const { return !Differs && Size == Old.size(); }

private:
  void begin() {
    Differs = true;
    Err = Begin(Old.take_front(Size));
  }
  void write_impl(const char *Data, size_t Length) override {
    StringRef Bytes(Data, Length);
    if (!Differs && !Old.substr(Size).starts_with(Bytes))
      begin();
    Size += Length;
    if (Differs && !Err)
      Err = More(Bytes);
  }
  uint64_t current_pos() const override { return Size; }

  StringRef Old;
  Sink Begin, More;
  size_t Size = 0;
  bool Differs = false;
  Error Err = Error::success();
};
} // namespace

PT2Writer::~PT2Writer() = default;

PT2Writer::PT2Writer(StringRef Root) : Root(Root) {
  set(pt2::ArchiveFormat, Payload::owned("pt2"));
  set(pt2::ArchiveVersion, Payload::owned("0"));
  set(pt2::Version, Payload::owned("6\n"));
  set(pt2::ByteOrder, Payload::owned("little"));
  set(pt2::SerializationId, Payload::owned(""));
}

PT2Writer::PT2Writer(const PT2Archive &Source)
    : Source(&Source), Root(Source.root()) {
  for (const ZipEntry &Entry : Source.entries()) {
    StringRef Name = Source.name(Entry);
    // The root folder itself needs no record.
    if (Name.empty())
      continue;
    Records.push_back(std::make_unique<Record>(
        Record{Name.str(), Source.kind(Entry), std::nullopt, &Source, &Entry,
               &Entry}));
    Index[Name] = Records.back().get();
  }
}

StringRef PT2Writer::rootFor(StringRef Path) {
  return Path == "-" ? "archive" : sys::path::stem(Path);
}

bool PT2Writer::contains(StringRef Name) const {
  auto It = Index.find(Name);
  return It != Index.end() && !It->second->Dropped;
}

std::string PT2Writer::freeName(StringRef Prefix) const {
  uint64_t Free = 0;
  for (const std::unique_ptr<Record> &R : Records) {
    StringRef Digits = R->Name;
    uint64_t Number;
    if (Digits.consume_front(Prefix) && !Digits.getAsInteger(10, Number))
      Free = std::max(Free, Number + 1);
  }
  return (Prefix + Twine(Free)).str();
}

//===----------------------------------------------------------------------===//
// Editing
//===----------------------------------------------------------------------===//

/// Records that belong to a model come first, in any order.
static unsigned sectionOf(PT2Kind Kind) {
  return std::max(unsigned(Kind), unsigned(PT2Kind::PickledState));
}

/// Where PyTorch would write a new record.
size_t PT2Writer::placeFor(PT2Kind Kind, StringRef Name,
                           StringRef Model) const {
  std::string Table = Kind == PT2Kind::Weight ? pt2::weightsConfigName(Model)
                      : Kind == PT2Kind::Constant
                          ? pt2::constantsConfigName(Model)
                          : std::string();
  if (auto It = Index.find(Table); It != Index.end()) {
    size_t Place = 0;
    while (Records[Place].get() != It->second)
      ++Place;
    // Tensors are before objects.
    if (Name.starts_with(pt2::TensorPrefix))
      while (
          Place && Records[Place - 1]->Kind == PT2Kind::Constant &&
          !StringRef(Records[Place - 1]->Name).starts_with(pt2::TensorPrefix))
        --Place;
    return Place;
  }
  if (Kind == PT2Kind::Other)
    Kind = PT2Kind::ExecuTorch;
  return llvm::find_if(Records,
                       [&](const std::unique_ptr<Record> &R) {
                         return R->Kind != PT2Kind::Other &&
                                sectionOf(R->Kind) > sectionOf(Kind);
                       }) -
         Records.begin();
}

/// The record of that name, without contents.
PT2Writer::Record &PT2Writer::place(StringRef Name, StringRef Model) {
  Record *&R = Index[Name];
  if (R) {
    R->Contents = std::nullopt;
    R->From = nullptr;
    R->Entry = nullptr;
    R->Make = nullptr;
    R->Dropped = false;
    return *R;
  }
  PT2Kind Kind = pt2::classify(Name, Model);
  size_t Place = placeFor(Kind, Name, Model);
  auto New = std::make_unique<Record>(Record{Name.str(), Kind});
  R = New.get();
  Records.insert(Records.begin() + Place, std::move(New));
  return *R;
}

void PT2Writer::set(StringRef Name, Payload Contents, StringRef Model) {
  place(Name, Model).Contents = std::move(Contents);
}

void PT2Writer::set(StringRef Name, const PT2Archive &From,
                    const ZipEntry &Entry, StringRef Model) {
  Record &R = place(Name, Model);
  R.From = &From;
  R.Entry = &Entry;
}

void PT2Writer::setMade(StringRef Name, Payload::Writer Make, StringRef Model) {
  place(Name, Model).Make = std::move(Make);
}

void PT2Writer::drop(StringRef Name) {
  if (auto It = Index.find(Name); It != Index.end())
    It->second->Dropped = true;
}

void PT2Writer::drop(PT2Kind Kind) {
  for (const std::unique_ptr<Record> &R : Records)
    if (R->Kind == Kind)
      R->Dropped = true;
}

bool PT2Writer::isUnchanged(const Record &R) const {
  if (R.Dropped || !R.Original)
    return R.Dropped && !R.Original;
  if (R.Entry == R.Original)
    return true;
  auto Read = [](const PT2Archive &A, const ZipEntry &Entry) {
    Expected<StringRef> Bytes = A.read(Entry);
    return Bytes ? std::optional<StringRef>(*Bytes)
                 : (consumeError(Bytes.takeError()), std::nullopt);
  };
  if (R.Make) {
    std::optional<StringRef> Old = Read(*Source, *R.Original);
    DifferenceStream OS(Old.value_or(""));
    bool Made = !errorToBool(R.Make(OS));
    return Old && Made && OS.isSame();
  }
  if (R.Original->Size != (R.Entry ? R.Entry->Size : R.Contents->size()))
    return false;
  std::optional<StringRef> New =
      R.Entry ? Read(*R.From, *R.Entry) : R.Contents->bytes();
  return New && New == Read(*Source, *R.Original);
}

bool PT2Writer::isUnchanged(StringRef Name) const {
  auto It = Index.find(Name);
  return It == Index.end() || isUnchanged(*It->second);
}

bool PT2Writer::isUnchanged() const {
  return Source && !Source->isUpgraded() &&
         llvm::all_of(Records, [&](const std::unique_ptr<Record> &R) {
           return isUnchanged(*R);
         });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes a record while it is made.
static Error writeMade(ZipWriter &Zip, StringRef Name,
                       const Payload::Writer &Make) {
  if (Error E = Zip.open(Name))
    return E;
  DifferenceStream OS(
      "", [](StringRef) { return Error::success(); },
      [&Zip](StringRef Bytes) { return Zip.append(Bytes); });
  Error Own = Make(OS);
  if (Error E = joinErrors(std::move(Own), OS.finish()))
    return E;
  return Zip.close();
}

Error PT2Writer::write(ZipWriter &Zip, RecordList List) const {
  for (const std::unique_ptr<Record> &R : List) {
    if (R->Dropped)
      continue;
    Error E = R->Kind == PT2Kind::SerializationId
                  ? Zip.add(R->Name, Zip.serializationId())
              : R->Entry ? Zip.copy(R->Name, R->From->zip(), *R->Entry)
              : R->Make  ? writeMade(Zip, R->Name, R->Make)
                         : Zip.add(R->Name, *R->Contents);
    if (E)
      return E;
  }
  return Error::success();
}
/// Writes the source, or an archive that differs in \p Last and perhaps in
/// what is new, as soon as that is known.
Error PT2Writer::writeUnlessSame(ByteOutput &Out, ZipWriter &Zip,
                                 const Record &Last) const {
  // What can no longer be read is not the same.
  Expected<StringRef> Read = Source->read(*Last.Original);
  StringRef Old = Read ? *Read : "";
  consumeError(Read.takeError());
  RecordList List(Records);
  size_t Place = 0;
  while (List[Place].get() != &Last)
    ++Place;
  DifferenceStream OS(
      Old,
      [&](StringRef Same) -> Error {
        if (Error E = write(Zip, List.take_front(Place)))
          return E;
        if (Error E = Zip.open(Last.Name))
          return E;
        return Zip.append(Same);
      },
      [&](StringRef Bytes) { return Zip.append(Bytes); });
  Error Own = Last.Make(OS);
  if (Error E = joinErrors(std::move(Own), OS.finish()))
    return E;
  if (OS.isSame())
    return copySource(Out);
  if (Error E = Zip.close())
    return E;
  if (Error E = write(Zip, List.drop_front(Place + 1)))
    return E;
  return Zip.finish();
}

Error PT2Writer::copySource(ByteOutput &Out) const {
  const MappedFile &File = Source->zip().file();
  return Out.copy({&File, 0, File.size()});
}

/// Makes in memory what cannot be made while it is written: where nothing can
/// be taken back, and where it may be too long for that.
Error PT2Writer::makeEarly(const ByteOutput &Out) const {
  for (const std::unique_ptr<Record> &R : Records) {
    if (R->Dropped || !R->Make ||
        (Out.canDiscard() && (!R->Original || R->Original->Size < LongRecord)))
      continue;
    std::string Bytes;
    raw_string_ostream OS(Bytes);
    if (Error E = R->Make(OS))
      return E;
    R->Contents = Payload::owned(std::move(Bytes));
    R->Make = nullptr;
  }
  return Error::success();
}

Error PT2Writer::write(ByteOutput &Out, Options Opts) const {
  if (Error E = makeEarly(Out))
    return E;
  uint64_t Total = 0;
  for (const std::unique_ptr<Record> &R : Records)
    if (!R->Dropped)
      Total += R->Entry      ? R->Entry->Size
               : R->Contents ? R->Contents->size()
                             : 0;
  Progress Writing("writing the archive", Total, Progress::Bytes);
  bool IsSame = Source && !Source->isUpgraded();
  SmallVector<const Record *, 1> Made;
  for (const std::unique_ptr<Record> &R : Records) {
    if (R->Make && R->Original && !R->Dropped)
      Made.push_back(R.get());
    else
      IsSame = IsSame && isUnchanged(*R);
  }
  // What is made is made once if it alone may differ.
  const Record *Last = Made.empty() ? nullptr : Made.pop_back_val();
  IsSame = IsSame &&
           llvm::all_of(Made, [&](const Record *R) { return isUnchanged(*R); });
  if (IsSame && !Last)
    return copySource(Out);
  ZipWriter::Options ZipOptions;
  ZipOptions.KeepPlaceInBlock = Opts.ShareBlocks;
  ZipWriter Zip(Out, Root, ZipOptions);
  if (IsSame)
    return writeUnlessSame(Out, Zip, *Last);
  if (Error E = write(Zip, Records))
    return E;
  return Zip.finish();
}

Error PT2Writer::write(StringRef Path, Options Opts) const {
  return OutputFile::write(Path, Opts.ShareBlocks,
                           [&](ByteOutput &Out) { return write(Out, Opts); });
}
