//===- PickleMachine.cpp - The stack machine of pickles -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's pickletools.py describes the instructions.
//
//===----------------------------------------------------------------------===//

#include "PickleMachine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace fx;
using namespace llvm;

bool PickleMachine::fail(const Twine &Text) {
  if (Message.empty())
    Message = Text.str();
  return false;
}

bool PickleMachine::charge(uint64_t Size) {
  Memory += Size;
  return Memory <= Limits.MaxMemory ||
         fail("it asks for more than " + Twine(Limits.MaxMemory) +
              " bytes of memory");
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool PickleMachine::take(uint64_t Size, StringRef &Text) {
  if (Size > Bytes.size() - Cur)
    return fail("it ends inside an instruction");
  Text = Bytes.substr(Cur, Size);
  Cur += Size;
  return true;
}

/// An unsigned number, the lowest byte first.
bool PickleMachine::takeNumber(unsigned Size, uint64_t &Number) {
  StringRef Text;
  if (!take(Size, Text))
    return false;
  Number = 0;
  for (char C : reverse(Text))
    Number = Number << 8 | uint8_t(C);
  return true;
}

bool PickleMachine::takeLine(StringRef &Text) {
  size_t End = Bytes.find('\n', Cur);
  if (End == StringRef::npos)
    return fail("it ends inside an instruction");
  Text = Bytes.slice(Cur, End);
  Cur = End + 1;
  return true;
}

/// A text after its size.
bool PickleMachine::pushText(PickleKind Kind, unsigned SizeBytes) {
  uint64_t Size;
  StringRef Text;
  if (!takeNumber(SizeBytes, Size) || !take(Size, Text))
    return false;
  if (Size > UINT32_MAX)
    return fail("a text of more than 4 GiB");
  if (Kind == PickleKind::String && !json::isUTF8(Text))
    return fail("a string that is not UTF-8");
  Raw V;
  V.Kind = Kind;
  V.Size = Size;
  V.Text = Text.data();
  return push(V);
}

/// A signed number of any size.
bool PickleMachine::pushLong(unsigned SizeBytes) {
  uint64_t Size;
  StringRef Text;
  if (!takeNumber(SizeBytes, Size) || !take(Size, Text))
    return false;
  if (Size > 8) {
    Raw V;
    V.Kind = PickleKind::BigInt;
    V.Size = Size;
    V.Text = Text.data();
    return push(V);
  }
  bool Negative = !Text.empty() && uint8_t(Text.back()) >> 7;
  uint64_t Number = Negative ? ~uint64_t(0) : 0;
  for (char C : reverse(Text))
    Number = Number << 8 | uint8_t(C);
  return pushInt(int64_t(Number));
}

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

bool PickleMachine::push(Raw V) {
  if (Stack.size() == Stack.capacity() &&
      !charge(sizeof(Raw) * std::max<size_t>(Stack.size(), 64)))
    return false;
  Stack.push_back(V);
  return true;
}

bool PickleMachine::pushInt(int64_t Value) {
  Raw V;
  V.Kind = PickleKind::Int;
  V.Int = Value;
  return push(V);
}

PickleMachine::Raw *PickleMachine::top() {
  if (Stack.size() > (Marks.empty() ? 0 : Marks.back()))
    return &Stack.back();
  fail("it takes a value where there is none");
  return nullptr;
}

bool PickleMachine::pop(Raw &V) {
  Raw *Top = top();
  if (!Top)
    return false;
  V = *Top;
  Stack.pop_back();
  return true;
}

/// What is on the stack from place \p First on was pushed after a mark.
bool PickleMachine::popMark(size_t &First) {
  if (Marks.empty())
    return fail("it goes back to a mark where there is none");
  First = Marks.back();
  Marks.pop_back();
  return true;
}

bool PickleMachine::memoize(uint64_t Place) {
  Raw *V = top();
  if (!V)
    return false;
  // Python numbers them one by one.
  if (Place > Memo.size() + 65536)
    return fail("it stores a value under a far too high number");
  if (Place >= Memo.size()) {
    if (Place >= Memo.capacity() &&
        !charge(sizeof(Raw) * (Place + 1 - Memo.capacity() + Memo.size())))
      return false;
    Raw Unset;
    Unset.Kind = PickleKind::Callable;
    Unset.Index = UINT64_MAX;
    Memo.resize(Place + 1, Unset);
  }
  Memo[Place] = *V;
  return true;
}

bool PickleMachine::recall(uint64_t Place) {
  if (Place >= Memo.size() || (Memo[Place].Kind == PickleKind::Callable &&
                               Memo[Place].Index == UINT64_MAX))
    return fail("it takes a value that was not stored");
  return push(Memo[Place]);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

unsigned PickleMachine::depthOf(const Raw &V) const {
  switch (V.Kind) {
  case PickleKind::Tuple:
    return V.Depth;
  case PickleKind::List:
  case PickleKind::Dict:
    return P.Containers[V.Index].Depth;
  default:
    return 0;
  }
}

/// \p V becomes part of another value, whose depth is to be \p Depth at least.
bool PickleMachine::notePart(const Raw &V, unsigned &Depth) {
  if (V.Kind == PickleKind::List || V.Kind == PickleKind::Dict)
    P.Containers[V.Index].IsPart = true;
  Depth = std::max(Depth, depthOf(V) + 1);
  return Depth <= Limits.MaxDepth || fail("values are nested too deep");
}

/// A tuple of what is on the stack from place \p First on.
bool PickleMachine::pushTuple(size_t First) {
  size_t Count = Stack.size() - First;
  if (!charge(2 * Count * sizeof(Raw)))
    return false;
  if (Count > UINT32_MAX)
    return fail("a tuple with too many items");
  Raw Tuple;
  Tuple.Kind = PickleKind::Tuple;
  Tuple.Size = Count;
  Tuple.Index = P.Items.size();
  unsigned Depth = 1;
  for (size_t I = First; I != Stack.size(); ++I) {
    if (!notePart(Stack[I], Depth))
      return false;
    P.Items.push_back(Stack[I]);
  }
  Tuple.Depth = Depth;
  Stack.resize(First);
  return push(Tuple);
}

bool PickleMachine::pushContainer(PickleKind Kind) {
  if (!charge(sizeof(Container)))
    return false;
  Raw V;
  V.Kind = Kind;
  V.Index = P.Containers.size();
  P.Containers.emplace_back();
  return push(V);
}

/// Adds what is on the stack from place \p First on to the list or dictionary
/// below.
bool PickleMachine::addItems(PickleKind Kind, size_t First) {
  size_t Base = Marks.empty() ? 0 : Marks.back();
  if (First <= Base)
    return fail("it takes a value where there is none");
  Raw Target = Stack[First - 1];
  if (Target.Kind != Kind)
    return fail(Kind == PickleKind::List
                    ? "it appends to something that is not a list"
                    : "it sets items of no dictionary");
  size_t Count = Stack.size() - First;
  if (Kind == PickleKind::Dict && Count % 2)
    return fail("a key without its value");
  Container &C = P.Containers[Target.Index];
  // This is how cycles are made.
  if (C.IsPart && Count)
    return fail("it changes a container that is inside another one");
  if (!charge(2 * Count * sizeof(Raw)))
    return false;
  for (size_t I = First; I != Stack.size(); ++I) {
    if (!notePart(Stack[I], C.Depth))
      return false;
    C.Items.push_back(Stack[I]);
  }
  if (C.IsPart)
    return fail("it puts a container into itself");
  Stack.resize(First);
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

bool PickleMachine::step(uint8_t Code, bool &Done) {
  Raw V;
  uint64_t Number = 0;
  size_t First = 0;
  StringRef Text, Name;
  auto Constant = [&](PickleKind Kind, int64_t Value) {
    V.Kind = Kind;
    V.Int = Value;
    return push(V);
  };
  // The last \p Count values.
  auto Last = [&](size_t Count) {
    size_t Base = Marks.empty() ? 0 : Marks.back();
    if (Stack.size() - Base < Count)
      return fail("it takes a value where there is none");
    First = Stack.size() - Count;
    return true;
  };
  switch (Code) {
  case 0x80: // PROTO
    if (!takeNumber(1, Number))
      return false;
    return Number <= 5 ||
           fail("protocol " + Twine(Number) + " is not known, only 2 to 5");
  case 0x95: // FRAME
    return takeNumber(8, Number);
  case '.': // STOP
    Done = true;
    return pop(P.Root);

  case 'N':
    return Constant(PickleKind::None, 0);
  case 0x88:
    return Constant(PickleKind::Bool, 1);
  case 0x89:
    return Constant(PickleKind::Bool, 0);
  case 'K': // BININT1
    return takeNumber(1, Number) && pushInt(int64_t(Number));
  case 'M': // BININT2
    return takeNumber(2, Number) && pushInt(int64_t(Number));
  case 'J': // BININT
    return takeNumber(4, Number) && pushInt(int32_t(uint32_t(Number)));
  case 0x8a: // LONG1
    return pushLong(1);
  case 0x8b: // LONG4
    return pushLong(4);
  case 'G': // BINFLOAT
    if (!take(8, Text))
      return false;
    V.Kind = PickleKind::Float;
    V.Float = support::endian::read<double, endianness::big>(Text.data());
    return push(V);

  case 'X': // BINUNICODE
    return pushText(PickleKind::String, 4);
  case 0x8c: // SHORT_BINUNICODE
    return pushText(PickleKind::String, 1);
  case 0x8d: // BINUNICODE8
    return pushText(PickleKind::String, 8);
  case 'B': // BINBYTES
  case 'T': // BINSTRING: of Python 2.
    return pushText(PickleKind::Bytes, 4);
  case 'C': // SHORT_BINBYTES
  case 'U': // SHORT_BINSTRING
    return pushText(PickleKind::Bytes, 1);
  case 0x8e: // BINBYTES8
  case 0x96: // BYTEARRAY8
    return pushText(PickleKind::Bytes, 8);

  case '(': // MARK
    if (!charge(sizeof(size_t) * 2))
      return false;
    Marks.push_back(Stack.size());
    return true;
  case '0': // POP
    if (!Marks.empty() && Marks.back() == Stack.size()) {
      Marks.pop_back();
      return true;
    }
    return pop(V);
  case '1': // POP_MARK
    if (!popMark(First))
      return false;
    Stack.resize(First);
    return true;
  case '2': // DUP
    if (Raw *Top = top())
      return push(Raw(*Top));
    return false;

  case ')': // EMPTY_TUPLE
    return pushTuple(Stack.size());
  case 0x85: // TUPLE1, 2, 3
  case 0x86:
  case 0x87:
    return Last(Code - 0x84) && pushTuple(First);
  case 't': // TUPLE
    return popMark(First) && pushTuple(First);
  case ']': // EMPTY_LIST
    return pushContainer(PickleKind::List);
  case '}': // EMPTY_DICT
    return pushContainer(PickleKind::Dict);
  case 'a': // APPEND
    return Last(1) && addItems(PickleKind::List, First);
  case 'e': // APPENDS
    return popMark(First) && addItems(PickleKind::List, First);
  case 's': // SETITEM
    return Last(2) && addItems(PickleKind::Dict, First);
  case 'u': // SETITEMS
    return popMark(First) && addItems(PickleKind::Dict, First);

  case 'q': // BINPUT
    return takeNumber(1, Number) && memoize(Number);
  case 'r': // LONG_BINPUT
    return takeNumber(4, Number) && memoize(Number);
  case 0x94: // MEMOIZE
    return memoize(Memo.size());
  case 'h': // BINGET
    return takeNumber(1, Number) && recall(Number);
  case 'j': // LONG_BINGET
    return takeNumber(4, Number) && recall(Number);

  case 'c': // GLOBAL
    return takeLine(Text) && takeLine(Name) && pushGlobal(Text, Name);
  case 0x93: // STACK_GLOBAL
    return pushStackGlobal();
  case 'Q': // BINPERSID
    return loadPersistent();
  case 'R': // REDUCE
    return reduce();
  case 'b': // BUILD
    return build();
  case 0x81: // NEWOBJ
  case 0x92: // NEWOBJ_EX
    return fail("it makes an object of a class, which is not allowed");
  default:
    return fail("instruction " + formatv("{0:x}", unsigned(Code)).str() +
                " is not known");
  }
}

bool PickleMachine::run() {
  bool Done = false;
  while (!Done) {
    Start = Cur;
    if (Cur == Bytes.size())
      return fail("it ends without a result");
    if (!step(uint8_t(Bytes[Cur++]), Done))
      return false;
  }
  return true;
}
