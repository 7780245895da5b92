//===- StateTables.cpp - Which tensor is where in an archive --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/StateTables.h"
#include "JSONPatch.h"
#include "ProgramReader.h"
#include "ProgramWriter.h"
#include "fx/Interop/PT2Archive.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

static StringRef folderOf(StateTable Table) {
  return Table == StateTable::Weights ? pt2::WeightsDir : pt2::ConstantsDir;
}

/// Where patches of a table are among those of the program.
static StringRef patchRoot(StateTable Table) {
  return Table == StateTable::Weights ? "weights_config" : "constants_config";
}

StateTable fx::stateTableOf(const TensorAttr &T) {
  bool IsSaved = T.Role == TensorAttr::Parameter ||
                 (T.Role == TensorAttr::Buffer && T.Persistent);
  return IsSaved ? StateTable::Weights : StateTable::Constants;
}

/// Objects have names of their own, from which PyTorch knows how to read them.
static bool isObjectRecord(StringRef Record) {
  return Record.starts_with(pt2::CustomObjectPrefix) ||
         Record.starts_with(pt2::OpaqueObjectPrefix);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// PyTorch numbers records in the order of the table, and puts objects last.
static std::pair<bool, uint64_t> usualPlace(const TensorAttr &T) {
  StringRef Record = T.Record.str();
  StringRef Digits = Record.take_back(
      Record.size() - Record.find_last_not_of("0123456789") - 1);
  uint64_t Number;
  if (Digits.empty() || Digits.getAsInteger(10, Number))
    Number = UINT64_MAX;
  return {T.Role == TensorAttr::Object, Number};
}

std::vector<std::pair<const TensorAttr *, std::string>>
fx::stateOf(const GraphModule &M, StateTable Table) {
  std::vector<std::pair<const TensorAttr *, std::string>> State;
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (stateTableOf(T) == Table)
      State.push_back({&T, Path.str()});
  });
  ArrayRef<Symbol> Order;
  if (M.program())
    Order = M.program()->StateOrder;
  StringMap<size_t> Places;
  for (auto [Place, Path] : enumerate(Order))
    Places.try_emplace(Path.str(), Place);
  // Sort by the order that is given, then the usual one, then as in the tree.
  std::vector<std::tuple<size_t, std::pair<bool, uint64_t>, size_t>> Keys;
  for (const auto &[T, Path] : State) {
    auto It = Places.find(Path);
    Keys.push_back({It == Places.end() ? Order.size() : It->second,
                    usualPlace(*T), Keys.size()});
  }
  sort(Keys);
  std::vector<std::pair<const TensorAttr *, std::string>> Sorted;
  for (const auto &Key : Keys)
    Sorted.push_back(std::move(State[std::get<2>(Key)]));
  return Sorted;
}

void fx::keepStateOrder(GraphModule &M) {
  if (!M.program() || !M.program()->StateOrder.empty())
    return;
  for (StateTable Table : {StateTable::Weights, StateTable::Constants})
    for (const auto &[T, Path] : stateOf(M, Table))
      M.program()->StateOrder.push_back(M.context().intern(Path));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// One entry of a table.
struct Entry {
  std::string Path;
  TensorAttr T;
  const char *At = nullptr; ///< In the text.
};

class TableReader {
public:
  TableReader(GraphModule &M, StateTable Table, StringRef Text)
      : Table(Table), P(M.context(), Text), R(P.R) {
    P.Program = M.program();
  }
  bool read();
  /// The error of the text, in the record called \p Record.
  Error error(StringRef Record);
  bool fail(const Entry &E, const Twine &Message) {
    return R.fail(Message, E.At);
  }

  std::vector<Entry> Entries;

private:
  bool readEntry(StringRef Path);
  bool readMeta(Entry &E);

  StateTable Table;
  ProgramReader P;
  JSONReader &R;
};
} // namespace

bool TableReader::readMeta(Entry &E) {
  if (R.consumeNull())
    return true;
  return P.readTensorMeta(E.T.Type);
}

bool TableReader::readEntry(StringRef Path) {
  static constexpr StringLiteral Fields[] = {"path_name", "is_param",
                                             "use_pickle", "tensor_meta"};
  Entry &E = Entries.emplace_back();
  E.Path = Path.str();
  R.peek();
  E.At = R.position();
  bool IsParam = false, IsPickled = false;
  if (!P.readStruct(Fields, 3, [&](unsigned I) {
        switch (I) {
        case 0: {
          StringRef Name;
          if (!R.readString(Name))
            return false;
          E.T.Record = P.Ctx.intern((folderOf(Table) + Name).str());
          return true;
        }
        case 1:
          return R.readBool(IsParam);
        case 2:
          return R.readBool(IsPickled);
        default:
          return readMeta(E);
        }
      }))
    return false;
  bool IsObject =
      Table == StateTable::Constants && isObjectRecord(E.T.Record.str());
  E.T.Pickled = IsPickled && !IsObject;
  if (IsObject)
    E.T.Role = TensorAttr::Object;
  else if (Table == StateTable::Constants)
    E.T.Role = TensorAttr::Constant;
  else
    E.T.Role = IsParam ? TensorAttr::Parameter : TensorAttr::Buffer;
  // Whether a parameter wants a gradient is not part of its type.
  if (E.T.Role == TensorAttr::Parameter) {
    TensorType Type = E.T.tensorType();
    E.T.RequiresGrad = Type.requiresGrad();
    if (E.T.RequiresGrad)
      E.T.Type = Type.withRequiresGrad(false).value();
  }
  return true;
}

bool TableReader::read() {
  static constexpr StringLiteral Fields[] = {"config"};
  return P.readStruct(Fields, 1, [&](unsigned) {
    return P.readMap(
        [&](StringRef Path) { return readEntry(std::string(Path)); });
  }) && R.expectEnd();
}

Error TableReader::error(StringRef Record) {
  std::string Path = R.errorPath();
  return makeFileError(diag::err_program_json, Record,
                       Path.empty() ? "the table" : Path, R.message(),
                       R.errorOffset());
}

namespace {
/// Puts the entries of both tables into the tree.
class StateBuilder {
public:
  explicit StateBuilder(GraphModule &M) : M(M) {}
  /// First for both tables, so that no name depends on the other's order.
  bool note(TableReader &Table);
  bool add(TableReader &Table);
  void keepOrder();

private:
  bool hidesPath(StringRef Path) const;

  GraphModule &M;
  std::vector<std::string> Order;
  StringSet<> Paths;
};
} // namespace

/// Whether the name of other state is the beginning of \p Path.
bool StateBuilder::hidesPath(StringRef Path) const {
  for (size_t Dot = Path.find('.'); Dot != StringRef::npos;
       Dot = Path.find('.', Dot + 1))
    if (Paths.contains(Path.take_front(Dot)))
      return true;
  return false;
}

bool StateBuilder::note(TableReader &Table) {
  for (const Entry &E : Table.Entries)
    if (!Paths.insert(E.Path).second)
      return Table.fail(E, "'" + E.Path + "' is there twice");
  return true;
}

bool StateBuilder::add(TableReader &Table) {
  // The signature knows which of the constants are buffers.
  StringSet<> Buffers;
  for (const Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    if (Spec && Spec->Kind == InputSpec::Buffer && !Spec->Persistent)
      Buffers.insert(Spec->Target.str());
  }
  for (Entry &E : Table.Entries) {
    if (E.T.Role == TensorAttr::Constant && Buffers.contains(E.Path)) {
      E.T.Role = TensorAttr::Buffer;
      E.T.Persistent = false;
    }
    Order.push_back(E.Path);
    TensorAttr *Added = nullptr;
    if (!E.Path.empty() && !hidesPath(E.Path))
      Added = M.addState(E.Path, E.T);
    else if (!E.Path.empty() && !M.root().child(E.Path)) {
      E.T.Name = M.context().intern(E.Path);
      Added = &M.root().addTensor(E.T);
    }
    if (!Added)
      return Table.fail(E, "nothing can be called '" + E.Path +
                               "', as a graph is called so, or it is empty");
  }
  return true;
}

/// Notes the order of the tables if it is not the usual one.
void StateBuilder::keepOrder() {
  std::vector<std::string> Usual;
  for (StateTable Table : {StateTable::Weights, StateTable::Constants})
    for (auto &[T, Path] : stateOf(M, Table))
      Usual.push_back(std::move(Path));
  if (Usual == Order)
    return;
  for (StringRef Path : Order)
    M.program()->StateOrder.push_back(M.context().intern(Path));
}

/// Keeps what would be written differently.
static void keepDifferences(GraphModule &M, StateTable Table, StringRef Text) {
  std::string Usual;
  raw_string_ostream OS(Usual);
  writeStateTable(M, Table, OS);
  if (Usual == Text)
    return;
  Context &Ctx = M.context();
  StringRef Root = patchRoot(Table);
  std::vector<Argument> &Patches = M.program()->Patches;
  size_t Before = Patches.size();
  for (Argument &Patch : diffJSON(Ctx, Usual, Text)) {
    StringRef Path = Patch[1].str();
    Patches.push_back(withPath(
        Ctx, Patch, Path.empty() ? Root.str() : (Root + "/" + Path).str()));
  }
  auto String = [&](StringRef S) { return Argument::string(Ctx, S); };
  // Blanks are not difference there, but they are to who compares files.
  if (Patches.size() == Before)
    Patches.push_back(Argument::tuple(
        {String("replace"), String(Root), String(Usual), String(Text)}));
}

Error fx::readStateTables(GraphModule &M, const StateTableText &Weights,
                          const StateTableText &Constants) {
  StateBuilder Builder(M);
  TableReader Readers[] = {{M, StateTable::Weights, Weights.Text},
                           {M, StateTable::Constants, Constants.Text}};
  const StateTableText *Texts[] = {&Weights, &Constants};
  for (unsigned I : {0, 1})
    if (!Readers[I].read() || !Builder.note(Readers[I]))
      return Readers[I].error(Texts[I]->Record);
  for (unsigned I : {0, 1})
    if (!Builder.add(Readers[I]))
      return Readers[I].error(Texts[I]->Record);
  Builder.keepOrder();
  for (unsigned I : {0, 1})
    keepDifferences(M, StateTable(I), Texts[I]->Text);
  return Error::success();
}

std::vector<std::string> fx::recordsOf(StateTable Table, StringRef Text) {
  std::vector<std::string> Records;
  JSONReader R(Text);
  bool FirstTable = true, FirstEntry = true;
  StringRef Key, Name;
  if (!R.beginObject() || !R.nextMember(FirstTable, Key) || Key != "config" ||
      !R.beginObject())
    return Records;
  while (R.nextMember(FirstEntry, Key)) {
    bool First = true;
    if (!R.beginObject())
      break;
    while (R.nextMember(First, Key)) {
      if (Key != "path_name") {
        if (!R.skipValue())
          break;
      } else if (R.readString(Name)) {
        Records.push_back((folderOf(Table) + Name).str());
      }
    }
  }
  return Records;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void fx::writeStateTable(const GraphModule &M, StateTable Table,
                         function_ref<StringRef(const TensorAttr &)> RecordOf,
                         raw_ostream &OS) {
  TextBuffer Out;
  ProgramWriter Writer(M, Out);
  Out << "{\"config\": {";
  // The writer knows types by their address.
  std::vector<Argument> Types;
  bool First = true;
  for (const auto &[T, Path] : stateOf(M, Table)) {
    if (!First)
      Out << ", ";
    First = false;
    writeJSONString(Out, Path);
    Out << ": {\"path_name\": ";
    StringRef Record = RecordOf(*T);
    Record.consume_front(folderOf(Table));
    writeJSONString(Out, Record);
    Out << ", \"is_param\": ";
    writeJSONBool(Out, T->Role == TensorAttr::Parameter);
    Out << ", \"use_pickle\": ";
    writeJSONBool(Out, T->Pickled || T->Role == TensorAttr::Object);
    Out << ", \"tensor_meta\": ";
    if (T->isTensor() && T->Type.kind() == ArgKind::TensorType) {
      Types.push_back(T->typeWithGradient());
      Writer.writeTensorMeta(Types.back());
    } else {
      Out << "null";
    }
    Out << '}';
  }
  Out << "}}";
  if (M.program()->Patches.empty())
    OS << Out.text();
  else
    OS << applyPatches(Out.text(), M.program()->Patches, patchRoot(Table));
}

void fx::writeStateTable(const GraphModule &M, StateTable Table,
                         raw_ostream &OS) {
  writeStateTable(
      M, Table, [](const TensorAttr &T) { return T.Record.str(); }, OS);
}
