//===- ScriptArchive.cpp - Looks at archives before LibTorch does ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptArchive.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/ZipReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <ATen/core/Tensor.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

/// What LibTorch's recursion survives on a stack of 8 MB, and no model needs.
static constexpr unsigned MaxValueDepth = 1000;
static constexpr unsigned MaxBracketDepth = 200;
static constexpr unsigned MaxIndentation = 400;
/// Limit of tokens in an expression without brackets.
static constexpr unsigned MaxTokens = 500;

//===----------------------------------------------------------------------===//
// Pickles
//===----------------------------------------------------------------------===//

namespace {

/// Goes through a pickle as LibTorch's Unpickler does, and keeps of each value
/// how deep it is, and what is needed to know the sizes of storages. As in what
/// is saved, values that are part of others are complete: so there are no
/// cycles.
class PickleScan {
public:
  PickleScan(const ZipReader &Zip, StringRef Record, StringRef Bytes)
      : Zip(Zip), Record(Record), Whole(Bytes), Rest(Bytes) {}

  Error run();

private:
  struct Item {
    enum ItemKind : uint8_t { Other, Mark, Int, String, Tuple } Kind = Other;
    /// The container of a value that changes, counted from 1.
    size_t Id = 0;
    unsigned Depth = 0;
    int64_t Number = 0;
    /// Where the items of a tuple are.
    size_t First = 0, Count = 0;
    StringRef Text;
  };
  struct Container {
    unsigned Depth = 0;
    bool IsPart = false;
  };

  Error fail(const Twine &What) const {
    return createStringError("the record '" + Record + "' is damaged: " + What +
                             " at byte " + Twine(Whole.size() - Rest.size()));
  }
  /// The next \p Count bytes; nothing if there are less.
  std::optional<StringRef> take(uint64_t Count) {
    if (Count > Rest.size())
      return std::nullopt;
    StringRef Taken = Rest.take_front(Count);
    Rest = Rest.drop_front(Count);
    return Taken;
  }
  /// A number of \p Count bytes.
  std::optional<uint64_t> number(unsigned Count) {
    std::optional<StringRef> Bytes = take(Count);
    if (!Bytes)
      return std::nullopt;
    uint64_t N = 0;
    for (size_t I = Count; I-- > 0;)
      N = N << 8 | uint8_t((*Bytes)[I]);
    return N;
  }
  void push(Item::ItemKind Kind = Item::Other) {
    Stack.emplace_back();
    Stack.back().Kind = Kind;
  }
  void pushContainer() {
    push();
    Containers.emplace_back();
    Stack.back().Id = Containers.size();
  }
  /// Makes \p Part a part of something, and returns how deep that is by it.
  unsigned enclose(const Item &Part) {
    if (!Part.Id)
      return Part.Depth + 1;
    Containers[Part.Id - 1].IsPart = true;
    return Containers[Part.Id - 1].Depth + 1;
  }
  Error checkDepth(unsigned Depth) const {
    if (Depth > MaxValueDepth)
      return fail("values are nested more than " + Twine(MaxValueDepth) +
                  " deep");
    return Error::success();
  }
  void pushInt(int64_t N) {
    push(Item::Int);
    Stack.back().Number = N;
  }
  Error pushText(std::optional<StringRef> Text);
  Error put(uint64_t Index);
  Error get(uint64_t Index);
  /// Makes a tuple of the last \p Count items.
  Error tuple(size_t Count);
  /// A tuple, list or dictionary of what is after the last mark.
  Error tupleFromMark();
  /// Moves the last \p Count items into the value before them.
  Error add(size_t Count);
  /// The same for what is after the last mark.
  Error addFromMark();
  std::optional<size_t> lastMark() const;
  Error storage();
  /// One instruction; false for one that LibTorch does not know either.
  Expected<bool> step(uint8_t Opcode);

  const ZipReader &Zip;
  StringRef Record, Whole, Rest;
  std::vector<Item> Stack, Memo, Parts;
  std::vector<Container> Containers;
};

} // namespace

Error PickleScan::pushText(std::optional<StringRef> Text) {
  if (!Text)
    return fail("a text is longer than the record");
  push(Item::String);
  Stack.back().Text = *Text;
  return Error::success();
}

Error PickleScan::put(uint64_t Index) {
  if (Stack.empty())
    return fail("there is no value to remember");
  // Writers count from 0.
  if (Index > Whole.size())
    return fail("a value is remembered under a number that is too large");
  if (Index >= Memo.size())
    Memo.resize(Index + 1);
  Memo[Index] = Stack.back();
  return Error::success();
}

Error PickleScan::get(uint64_t Index) {
  if (Index >= Memo.size())
    return fail("a value that is remembered nowhere is asked for");
  Stack.push_back(Memo[Index]);
  return Error::success();
}

Error PickleScan::tuple(size_t Count) {
  if (Count > Stack.size())
    return fail("there are less values than are asked for");
  Item Made;
  Made.Kind = Item::Tuple;
  Made.First = Parts.size();
  Made.Count = Count;
  for (const Item &Part : ArrayRef(Stack).take_back(Count)) {
    Made.Depth = std::max(Made.Depth, enclose(Part));
    Parts.push_back(Part);
  }
  if (Error E = checkDepth(Made.Depth))
    return E;
  Stack.resize(Stack.size() - Count);
  Stack.push_back(Made);
  return Error::success();
}

std::optional<size_t> PickleScan::lastMark() const {
  for (size_t I = Stack.size(); I-- > 0;)
    if (Stack[I].Kind == Item::Mark)
      return I;
  return std::nullopt;
}

Error PickleScan::tupleFromMark() {
  std::optional<size_t> Mark = lastMark();
  if (!Mark)
    return fail("a value has no beginning");
  if (Error E = tuple(Stack.size() - *Mark - 1))
    return E;
  // The mark is below what was made.
  Stack.erase(Stack.end() - 2);
  return Error::success();
}

Error PickleScan::add(size_t Count) {
  if (Count >= Stack.size())
    return fail("there are less values than are asked for");
  Item &Into = Stack[Stack.size() - Count - 1];
  if (!Into.Id)
    return fail("values are added to one that has none");
  if (Containers[Into.Id - 1].IsPart)
    return fail("a value changes that is part of another");
  unsigned Depth = Containers[Into.Id - 1].Depth;
  for (const Item &Part : ArrayRef(Stack).take_back(Count))
    Depth = std::max(Depth, enclose(Part));
  if (Containers[Into.Id - 1].IsPart)
    return fail("a value is part of itself");
  Containers[Into.Id - 1].Depth = Depth;
  Stack.resize(Stack.size() - Count);
  return checkDepth(Depth);
}

Error PickleScan::addFromMark() {
  std::optional<size_t> Mark = lastMark();
  if (!Mark)
    return fail("values that are added have no beginning");
  size_t Count = Stack.size() - *Mark - 1;
  Stack.erase(Stack.begin() + *Mark);
  return add(Count);
}

/// `('storage', torch.FloatStorage, '0', 'cpu', 12)`: the record must have the
/// bytes.
Error PickleScan::storage() {
  if (Stack.empty() || Stack.back().Kind != Item::Tuple)
    return Error::success();
  Item Tuple = Stack.back();
  Stack.back() = Item();
  if (Tuple.Count < 5)
    return Error::success();
  ArrayRef<Item> Of = ArrayRef(Parts).slice(Tuple.First, Tuple.Count);
  if (Of[0].Text != "storage" || Of[4].Kind != Item::Int)
    return Error::success();
  uint64_t Size =
      StringSwitch<uint64_t>(Of[1].Text.rsplit('\n').second)
          .Cases("DoubleStorage", "LongStorage", "ComplexFloatStorage", 8)
          .Cases("FloatStorage", "IntStorage", "QInt32Storage", 4)
          .Cases("HalfStorage", "BFloat16Storage", "ShortStorage", 2)
          .Case("ComplexDoubleStorage", 16)
          .Default(1);
  if (Of[4].Number < 0)
    return fail("a storage has a negative size");
  uint64_t Needed = SaturatingMultiply<uint64_t>(Of[4].Number, Size);
  // `archive/data.pkl` has its tensors in `archive/data/`.
  std::string Name =
      (Record.drop_back(strlen(".pkl")) + "/" + Of[2].Text).str();
  const ZipEntry *Entry = Zip.find(Name);
  if (Needed && Entry && Entry->Size < Needed)
    return fail("the record '" + Name + "' has " + Twine(Entry->Size) +
                " bytes, and a storage needs " + Twine(Needed) + " of them");
  return Error::success();
}

Expected<bool> PickleScan::step(uint8_t Opcode) {
  auto Short = [&] { return fail("it ends in the middle of a value"); };
  auto Done = [](Error E) -> Expected<bool> {
    if (E)
      return E;
    return true;
  };
  switch (Opcode) {
  case 0x80: // PROTO
    return take(1) ? Expected<bool>(true) : Short();
  case '(':
    return push(Item::Mark), true;
  case 'N':
  case 0x88: // NEWTRUE
  case 0x89: // NEWFALSE
    return push(), true;
  case ']':
  case '}':
    return pushContainer(), true;
  case ')':
    return push(Item::Tuple), true;
  case 'K':
  case 'M':
  case 'J': {
    unsigned Size = Opcode == 'K' ? 1 : Opcode == 'M' ? 2 : 4;
    std::optional<uint64_t> N = number(Size);
    if (!N)
      return Short();
    return pushInt(Opcode == 'J' ? int64_t(int32_t(*N)) : int64_t(*N)), true;
  }
  case 0x8a: { // LONG1
    std::optional<uint64_t> Size = number(1);
    std::optional<StringRef> Bytes =
        Size ? take(*Size) : std::optional<StringRef>();
    if (!Bytes)
      return Short();
    uint64_t N = 0;
    for (size_t I = std::min<size_t>(8, Bytes->size()); I-- > 0;)
      N = N << 8 | uint8_t((*Bytes)[I]);
    return pushInt(Bytes->size() >= 8
                       ? int64_t(N)
                       : SignExtend64(N, 8 * Bytes->size() + Bytes->empty())),
           true;
  }
  case 'G':
    if (!take(8))
      return Short();
    return push(), true;
  case 'X':
  case 'U': {
    std::optional<uint64_t> Size = number(Opcode == 'X' ? 4 : 1);
    if (!Size)
      return Short();
    return Done(pushText(take(*Size)));
  }
  case 'c': {
    size_t Module = Rest.find('\n');
    size_t Name =
        Module == StringRef::npos ? Module : Rest.find('\n', Module + 1);
    if (Name == StringRef::npos)
      return Short();
    if (Error E = pushText(take(Name)))
      return E;
    take(1);
    return true;
  }
  case 'q':
  case 'r': {
    std::optional<uint64_t> Index = number(Opcode == 'q' ? 1 : 4);
    return Index ? Done(put(*Index)) : Short();
  }
  case 'h':
  case 'j': {
    std::optional<uint64_t> Index = number(Opcode == 'h' ? 1 : 4);
    return Index ? Done(get(*Index)) : Short();
  }
  case 't':
  case 'l':
  case 'd':
    return Done(tupleFromMark());
  case 0x85: // TUPLE1
  case 0x86:
  case 0x87:
    return Done(tuple(Opcode - 0x84));
  case 'a':
  case 'b': // BUILD
    return Done(add(1));
  case 's':
    return Done(add(2));
  case 'e':
  case 'u':
    return Done(addFromMark());
  case 'R':
  case 0x81: { // NEWOBJ: of a class and its arguments.
    if (Stack.size() < 2)
      return fail("there are less values than are asked for");
    unsigned Depth = enclose(Stack.back());
    Stack.resize(Stack.size() - 2);
    pushContainer();
    Containers.back().Depth = Depth;
    return Done(checkDepth(Depth));
  }
  case 'Q':
    return Done(storage());
  default:
    return false;
  }
}

Error PickleScan::run() {
  while (!Rest.empty()) {
    uint8_t Opcode = Rest.front();
    Rest = Rest.drop_front();
    if (Opcode == '.')
      return Error::success();
    Expected<bool> Known = step(Opcode);
    if (!Known)
      return Known.takeError();
    if (!*Known)
      return fail("there is an instruction that no TorchScript has, " +
                  Twine(Opcode));
  }
  return fail("it has no end");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Fails where expressions or blocks nest too deep for a parser that recurses.
static Error checkCode(StringRef Record, StringRef Text) {
  unsigned Line = 1, Brackets = 0, Tokens = 0;
  auto Fail = [&](const Twine &What) {
    return createStringError(Record + ":" + Twine(Line) + ": " + What);
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\n') {
      ++Line;
      Tokens = 0;
      size_t Begin = Text.find_first_not_of(' ', I + 1);
      if (Begin != StringRef::npos && Begin - I > MaxIndentation)
        return Fail("blocks are nested too deep");
    } else if (C == '"' || C == '\'') {
      // Up to the end of the string, which may have escapes.
      for (++I; I < Text.size() && Text[I] != C && Text[I] != '\n'; ++I)
        I += Text[I] == '\\';
      ++Tokens;
    } else if (StringRef("([{").contains(C)) {
      if (++Brackets > MaxBracketDepth)
        return Fail("brackets are nested more than " + Twine(MaxBracketDepth) +
                    " deep");
      Tokens = 0;
    } else if (StringRef(")]}").contains(C)) {
      Brackets -= Brackets != 0;
      ++Tokens;
    } else if (C == ',' || C == ';') {
      Tokens = 0;
    } else if (isNameChar(C)) {
      while (I + 1 < Text.size() && isNameChar(Text[I + 1]))
        ++I;
      ++Tokens;
    } else if (C != ' ') {
      ++Tokens;
    }
    if (Tokens > MaxTokens)
      return Fail("an expression has more than " + Twine(MaxTokens) + " parts");
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Archives and tensors
//===----------------------------------------------------------------------===//

Error torch_impl::checkScriptArchive(StringRef Path) {
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(Path);
  if (!Zip)
    return Zip.takeError();
  for (const ZipEntry &Entry : (*Zip)->entries()) {
    // LibTorch does not read the inputs of a trace, whose tensors PyTorch 2
    // writes without their contents.
    bool IsPickle = Entry.Name.ends_with("pkl") &&
                    !Entry.Name.ends_with("/traced_inputs.pkl");
    bool IsCode = Entry.Name.contains("/code/") && Entry.Name.ends_with(".py");
    if (!IsPickle && !IsCode)
      continue;
    Expected<StringRef> Bytes = (*Zip)->read(Entry);
    if (!Bytes)
      return Bytes.takeError();
    if (Error E = IsCode ? checkCode(Entry.Name, *Bytes)
                         : PickleScan(**Zip, Entry.Name, *Bytes).run())
      return E;
  }
  return Error::success();
}

bool torch_impl::isInsideStorage(const at::Tensor &T) {
  if (!T.defined() || !T.has_storage() || T.numel() == 0)
    return true;
  int64_t Last = T.storage_offset();
  if (Last < 0)
    return false;
  for (int64_t I = 0; I != T.dim(); ++I) {
    int64_t Reach;
    if (T.size(I) < 0 || T.stride(I) < 0 ||
        MulOverflow(T.size(I) - 1, T.stride(I), Reach) ||
        AddOverflow(Last, Reach, Last))
      return false;
  }
  uint64_t Needed =
      SaturatingMultiply<uint64_t>(uint64_t(Last) + 1, T.element_size());
  return Needed <= T.storage().nbytes();
}
