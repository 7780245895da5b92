//===- ProgramArchive.cpp - Programs in and out of archives ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/ProgramArchive.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ProgramJSON.h"
#include "fx/Interop/StateTables.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Support/Diagnostic.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

StringRef fx::modelName(const GraphModule &M) {
  return M.name() ? M.name().str() : StringRef(UsualModel);
}

static constexpr StateTable BothTables[] = {StateTable::Weights,
                                            StateTable::Constants};

static std::string tableName(StateTable Table, StringRef Model) {
  return Table == StateTable::Weights ? pt2::weightsConfigName(Model)
                                      : pt2::constantsConfigName(Model);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads the tables of weights and constants.
static Error readTables(const PT2Archive &Archive, const PT2Model &Model,
                        GraphModule &M) {
  std::string Names[2];
  StateTableText Tables[2];
  for (unsigned I : {0, 1}) {
    const ZipEntry *Entry = I ? Model.ConstantsConfig : Model.WeightsConfig;
    if (!Entry)
      return Error::success();
    Expected<StringRef> Text = Archive.read(*Entry);
    if (!Text)
      return Text.takeError();
    Names[I] = (Archive.path() + ":" + Archive.originalName(*Entry)).str();
    Tables[I] = {Names[I], *Text};
  }
  return readStateTables(M, Tables[0], Tables[1]);
}

Expected<std::unique_ptr<GraphModule>>
fx::readProgram(Context &Ctx, std::shared_ptr<const PT2Archive> Archive,
                const PT2Model &Model) {
  Expected<StringRef> JSON = Archive->read(*Model.Program);
  if (!JSON)
    return JSON.takeError();
  std::string Record =
      (Archive->path() + ":" + Archive->originalName(*Model.Program)).str();
  Expected<std::unique_ptr<GraphModule>> M =
      parseProgramJSON(Ctx, *JSON, Record, Archive->isUpgraded());
  if (!M)
    return M.takeError();
  if (Model.Name != UsualModel)
    (*M)->setName(Ctx.intern(Model.Name));
  if (Error E = readTables(*Archive, Model, **M))
    return E;
  // What came from standard input has no name that a text could give.
  if (Archive->path() != "<stdin>")
    (*M)->addWeightFile(Archive->path());
  auto Store = std::make_shared<WeightStore>();
  Store->addArchive(std::move(Archive));
  (*M)->setWeightStore(std::move(Store));
  return M;
}

Expected<std::vector<std::unique_ptr<GraphModule>>>
fx::programsOf(Context &Ctx, WeightStore &Store) {
  Expected<std::vector<std::shared_ptr<const PT2Archive>>> Archives =
      Store.archives();
  if (!Archives)
    return Archives.takeError();
  std::vector<std::unique_ptr<GraphModule>> Programs;
  for (const std::shared_ptr<const PT2Archive> &Archive : *Archives)
    for (const PT2Model &Model : Archive->models()) {
      Expected<std::unique_ptr<GraphModule>> Program =
          readProgram(Ctx, Archive, Model);
      if (!Program)
        return Program.takeError();
      Programs.push_back(std::move(*Program));
    }
  return Programs;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
/// Gives state its records in an archive.
class StatePacker {
public:
  StatePacker(ArrayRef<GraphModule *> Programs, PT2Writer &Writer,
              const PT2Archive *Source)
      : Programs(Programs), Writer(Writer), Source(Source) {}
  Error run();

private:
  void noteOld();
  Error pack(GraphModule &M, StateTable Table);
  Expected<StringRef> place(GraphModule &M, const TensorAttr &T, StringRef Path,
                            StateTable Table);
  std::string freeName(StringRef Prefix);

  ArrayRef<GraphModule *> Programs;
  PT2Writer &Writer;
  const PT2Archive *Source;
  /// Records that the tables of the source name, and those that new ones do.
  StringSet<> Old, New;
  /// New names of records that are elsewhere, by store, folder and record.
  StringMap<std::string> Moved;
  /// The next number by prefix.
  StringMap<uint64_t> Numbers;
};
} // namespace

/// How PyTorch's reader wants the record of \p T to begin.
static StringRef prefixOf(const TensorAttr &T, StateTable Table) {
  if (Table == StateTable::Weights)
    return pt2::WeightPrefix;
  return T.isTensor() ? pt2::TensorPrefix : pt2::CustomObjectPrefix;
}

/// Whether a record may be called so, and belong to \p T.
static bool isGoodName(StringRef Record, const TensorAttr &T,
                       StateTable Table) {
  if (Table == StateTable::Weights)
    return Record.starts_with(pt2::WeightsDir);
  if (T.isTensor())
    return Record.starts_with(pt2::TensorPrefix);
  return Record.starts_with(pt2::CustomObjectPrefix) ||
         Record.starts_with(pt2::OpaqueObjectPrefix);
}

/// Whether a record of the source may stay where it is: what its table names
/// already may, whatever it is called.
static bool mayStay(StringRef Record, const TensorAttr &T, StateTable Table,
                    const StringSet<> &Old) {
  StringRef Folder =
      Table == StateTable::Weights ? pt2::WeightsDir : pt2::ConstantsDir;
  return isGoodName(Record, T, Table) ||
         (Record.starts_with(Folder) && Old.contains(Record));
}

void StatePacker::noteOld() {
  if (!Source)
    return;
  for (const PT2Model &Model : Source->models()) {
    bool Stays = none_of(Programs, [&](const GraphModule *M) {
      return modelName(*M) == Model.Name;
    });
    for (StateTable Table : BothTables) {
      const ZipEntry *Entry = Table == StateTable::Weights
                                  ? Model.WeightsConfig
                                  : Model.ConstantsConfig;
      if (!Entry)
        continue;
      Expected<StringRef> Text = Source->read(*Entry);
      // A table that cannot be read keeps its records.
      if (!Text) {
        consumeError(Text.takeError());
        continue;
      }
      for (const std::string &Record : recordsOf(Table, *Text))
        (Stays ? New : Old).insert(Record);
    }
  }
}

std::string StatePacker::freeName(StringRef Prefix) {
  auto [It, First] = Numbers.try_emplace(Prefix);
  if (First) {
    std::string Name = Writer.freeName(Prefix);
    (void)StringRef(Name)
        .drop_front(Prefix.size())
        .getAsInteger(10, It->second);
  }
  return (Prefix + Twine(It->second++)).str();
}

Expected<StringRef> StatePacker::place(GraphModule &M, const TensorAttr &T,
                                       StringRef Path, StateTable Table) {
  StringRef Record = recordOf(T, Path);
  WeightStore &Store = WeightStore::of(M);
  Expected<WeightStore::Place> Place = Store.find(Record);
  if (!Place)
    return Place.takeError();
  // A record that is missing was missing in the source too.
  bool IsThere = *Place ? Place->Archive && Place->Archive == Source
                        : Old.contains(Record);
  if (IsThere && mayStay(Record, T, Table, Old))
    return Record;
  if (!*Place)
    return makeError(diag::err_state_no_record, SMLoc(), Record);
  StringRef Prefix = prefixOf(T, Table);
  std::string &Name =
      Moved[(Prefix + "\n" + Twine(uintptr_t(&Store)) + "\n" + Record).str()];
  if (Name.empty()) {
    Name = freeName(Prefix);
    Expected<Payload> Bytes = Store.payload(Record);
    if (!Bytes)
      return Bytes.takeError();
    Writer.set(Name, std::move(*Bytes), modelName(M));
  }
  return StringRef(Name);
}

Error StatePacker::pack(GraphModule &M, StateTable Table) {
  StringRef Model = modelName(M);
  // New records are before the table.
  if (!Writer.contains(tableName(Table, Model)))
    Writer.set(tableName(Table, Model), Payload::owned(""), Model);
  DenseMap<const TensorAttr *, StringRef> Records;
  for (const auto &[T, Path] : stateOf(M, Table)) {
    Expected<StringRef> Record = place(M, *T, Path, Table);
    if (!Record)
      return Record.takeError();
    Records[T] = *Record;
    New.insert(*Record);
  }
  std::string Text;
  raw_string_ostream OS(Text);
  writeStateTable(
      M, Table, [&](const TensorAttr &T) { return Records.lookup(&T); }, OS);
  Writer.set(tableName(Table, Model), Payload::owned(std::move(Text)), Model);
  return Error::success();
}

Error StatePacker::run() {
  noteOld();
  for (GraphModule *M : Programs)
    for (StateTable Table : BothTables)
      if (Error E = pack(*M, Table))
        return E;
  for (const auto &Record : Old)
    if (!New.contains(Record.getKey()))
      Writer.drop(Record.getKey());
  return Error::success();
}

void fx::packProgram(const GraphModule &M, PT2Writer &Writer) {
  Writer.setMade(
      pt2::programName(modelName(M)),
      [&M](raw_ostream &OS) {
        return resolveErrors(writeProgramJSON(M, OS), M.source());
      },
      modelName(M));
  std::string Samples = pt2::sampleInputsName(modelName(M));
  if (!M.program()->HasSampleInputs || !Writer.contains(Samples))
    Writer.set(Samples, Payload::owned(""), modelName(M));
}

Error fx::packState(ArrayRef<GraphModule *> Programs, PT2Writer &Writer,
                    const PT2Archive *Source) {
  return StatePacker(Programs, Writer, Source).run();
}
