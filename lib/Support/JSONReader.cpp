//===- JSONReader.cpp - Reading JSON in place -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/JSONReader.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <charconv>
#include <cstring>
#include <limits>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

bool JSONReader::fail(const Twine &Text, const char *At) {
  if (Failed)
    return false;
  Failed = true;
  Message = Text.str();
  ErrorOffset = (At ? At : Cur) - Begin;
  Cur = End; // Nothing follows.
  return false;
}

std::string JSONReader::errorPath() const {
  return jsonPathAt({Begin, size_t(End - Begin)}, ErrorOffset);
}

bool JSONReader::expected(const Twine &What) {
  StringRef Found;
  switch (peek()) {
  case 0:
    Found = "the end";
    break;
  case '{':
    Found = "an object";
    break;
  case '[':
    Found = "an array";
    break;
  case '"':
    Found = "a string";
    break;
  case 't':
  case 'f':
    Found = "a bool";
    break;
  case 'n':
    Found = "null";
    break;
  default:
    Found = *Cur == '-' || isDigit(*Cur) ? StringRef("a number")
                                         : StringRef("something else");
  }
  return fail("expected " + What + ", found " + Found);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

bool JSONReader::next(bool &First, char Close) {
  if (LLVM_UNLIKELY(Failed))
    return false;
  skipBlanks();
  if (LLVM_UNLIKELY(Cur == End))
    return fail(Close == '}' ? "the object does not end"
                             : "the array does not end");
  if (*Cur == Close) {
    ++Cur;
    --Depth;
    return false;
  }
  if (First) {
    First = false;
    return true;
  }
  if (LLVM_UNLIKELY(*Cur != ','))
    return fail(Close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
  ++Cur;
  skipBlanks();
  return true;
}

bool JSONReader::readKey(StringRef &Key) {
  if (LLVM_UNLIKELY(Cur == End || *Cur != '"'))
    return expected("a key, a string");
  if (!readString(Key))
    return false;
  skipBlanks();
  if (LLVM_UNLIKELY(Cur == End || *Cur != ':'))
    return fail("expected ':' after the key");
  ++Cur;
  skipBlanks();
  return true;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// The first quote, backslash or control character from \p P on, or End.
const char *JSONReader::stringEnd(const char *P) const {
#if defined(__SSE2__)
  const __m128i Quote = _mm_set1_epi8('"'), Slash = _mm_set1_epi8('\\'),
                Last = _mm_set1_epi8(0x1f);
  for (; End - P >= 16; P += 16) {
    __m128i Block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(P));
    __m128i Control = _mm_cmpeq_epi8(_mm_min_epu8(Block, Last), Block);
    __m128i Any = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(Block, Quote),
                                            _mm_cmpeq_epi8(Block, Slash)),
                               Control);
    if (unsigned Mask = _mm_movemask_epi8(Any))
      return P + __builtin_ctz(Mask);
  }
#endif
  while (P != End && *P != '"' && *P != '\\' && uint8_t(*P) > 0x1f)
    ++P;
  return P;
}

bool JSONReader::readString(StringRef &Text) {
  if (LLVM_UNLIKELY(peek() != '"'))
    return expected("a string");
  const char *TextBegin = Cur + 1;
  const char *P = stringEnd(TextBegin);
  if (LLVM_UNLIKELY(P == End || *P != '"'))
    return unescape(TextBegin, P, Text);
  Text = StringRef(TextBegin, P - TextBegin);
  Cur = P + 1;
  return true;
}

bool JSONReader::takeHex(const char *&P, uint32_t &Value) {
  Value = 0;
  if (End - P < 4)
    return false;
  for (unsigned I = 0; I != 4; ++I) {
    unsigned Digit = hexDigitValue(P[I]);
    if (Digit > 15)
      return false;
    Value = Value << 4 | Digit;
  }
  P += 4;
  return true;
}

/// UTF-8; surrogates that stand alone become three bytes.
static void appendUTF8(SmallVectorImpl<char> &Out, uint32_t C) {
  if (C < 0x80) {
    Out.push_back(char(C));
    return;
  }
  if (C < 0x800) {
    Out.push_back(char(0xC0 | C >> 6));
  } else {
    if (C < 0x10000) {
      Out.push_back(char(0xE0 | C >> 12));
    } else {
      Out.push_back(char(0xF0 | C >> 18));
      Out.push_back(char(0x80 | (C >> 12 & 0x3F)));
    }
    Out.push_back(char(0x80 | (C >> 6 & 0x3F)));
  }
  Out.push_back(char(0x80 | (C & 0x3F)));
}

/// The rest of a string from \p P on, where it is not plain text.
bool JSONReader::unescape(const char *TextBegin, const char *P,
                          StringRef &Text) {
  Scratch.clear();
  const char *Plain = TextBegin;
  while (true) {
    Scratch.append(Plain, P);
    if (P == End)
      return fail("the string does not end", TextBegin - 1);
    if (*P == '"')
      break;
    if (*P != '\\')
      return fail("a control character in a string", TextBegin - 1);
    if (End - P < 2)
      return fail("the string does not end", TextBegin - 1);
    char Escape = P[1];
    P += 2;
    static constexpr StringLiteral Letters = "\"\\/bfnrt",
                                   Meanings = "\"\\/\b\f\n\r\t";
    if (size_t I = Letters.find(Escape); I != StringRef::npos) {
      Scratch.push_back(Meanings[I]);
    } else if (uint32_t C, Low; Escape == 'u' && takeHex(P, C)) {
      const char *Second = P;
      if (C >= 0xD800 && C < 0xDC00 && End - P >= 6 && P[0] == '\\' &&
          P[1] == 'u' && takeHex(Second += 2, Low) && Low >= 0xDC00 &&
          Low < 0xE000) {
        C = 0x10000 + ((C - 0xD800) << 10) + (Low - 0xDC00);
        P = Second;
      }
      appendUTF8(Scratch, C);
    } else {
      return fail("unknown escape in a string", TextBegin - 1);
    }
    Plain = P;
    P = stringEnd(P);
  }
  Cur = P + 1;
  Text = Scratch;
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers and words
//===----------------------------------------------------------------------===//

bool JSONReader::word(StringRef Text) {
  if (StringRef(Cur, End - Cur).starts_with(Text)) {
    Cur += Text.size();
    if (Cur == End || !isNameChar(*Cur))
      return true;
    Cur -= Text.size();
  }
  return expected("a value");
}

bool JSONReader::readBool(bool &Value) {
  char C = peek();
  if (LLVM_UNLIKELY(C != 't' && C != 'f'))
    return expected("a bool");
  Value = C == 't';
  return word(Value ? "true" : "false");
}

/// Steps over a number by JSON's grammar.
bool JSONReader::numberText(StringRef &Text, bool &Integer) {
  const char *P = Cur;
  auto Digits = [&] {
    const char *First = P;
    while (P != End && isDigit(*P))
      ++P;
    return P != First;
  };
  Integer = true;
  if (P != End && *P == '-')
    ++P;
  const char *First = P;
  bool Good = Digits() && (*First != '0' || P - First == 1);
  if (Good && P != End && *P == '.') {
    Integer = false;
    ++P;
    Good = Digits();
  }
  if (Good && P != End && (*P == 'e' || *P == 'E')) {
    Integer = false;
    ++P;
    if (P != End && (*P == '+' || *P == '-'))
      ++P;
    Good = Digits();
  }
  if (!Good)
    return fail("not a number");
  Text = StringRef(Cur, P - Cur);
  return true;
}

bool JSONReader::readInt(int64_t &Value) {
  char C = peek();
  // Most are small.
  if (LLVM_LIKELY(isDigit(C))) {
    const char *P = Cur;
    uint64_t Small = 0;
    while (P != End && isDigit(*P) && P - Cur < 18)
      Small = Small * 10 + uint64_t(*P++ - '0');
    if (LLVM_LIKELY(P != End && !isDigit(*P) && *P != '.' && *P != 'e' &&
                    *P != 'E' && (C != '0' || P - Cur == 1))) {
      Cur = P;
      Value = int64_t(Small);
      return true;
    }
  } else if (C != '-') {
    return expected("an integer");
  }
  StringRef Text;
  bool Integer;
  if (!numberText(Text, Integer))
    return false;
  if (!Integer)
    return fail("expected an integer, found a float");
  auto [Stop, EC] = std::from_chars(Text.begin(), Text.end(), Value);
  if (EC != std::errc())
    return fail("the integer does not fit into 64 bits");
  Cur = Text.end();
  return true;
}

/// What Python's float() reads besides numbers.
static bool specialFloat(StringRef Text, double &Value) {
  bool Negative = Text.consume_front("-");
  if (!Negative)
    Text.consume_front("+");
  if (Text.equals_insensitive("infinity") || Text.equals_insensitive("inf"))
    Value = std::numeric_limits<double>::infinity();
  else if (Text.equals_insensitive("nan"))
    Value = std::numeric_limits<double>::quiet_NaN();
  else
    return false;
  if (Negative)
    Value = -Value;
  return true;
}

bool JSONReader::readFloat(double &Value) {
  char C = peek();
  if (C == '"') {
    const char *At = Cur;
    StringRef Text;
    if (!readString(Text))
      return false;
    return specialFloat(Text, Value) ||
           fail("expected a float, found another string", At);
  }
  StringRef Rest(Cur, End - Cur);
  for (StringRef Word : {"NaN", "Infinity", "-Infinity"})
    if (Rest.starts_with(Word)) {
      Cur += Word.size();
      return specialFloat(Word, Value);
    }
  if (!isDigit(C) && C != '-')
    return expected("a float");
  StringRef Text;
  bool Integer;
  if (!numberText(Text, Integer))
    return false;
  auto [Stop, EC] = std::from_chars(Text.begin(), Text.end(), Value);
  if (EC == std::errc::result_out_of_range) {
    // As Python: zero for what is too small, infinity for what is too large.
    // strtod would ask the locale what a point is.
    APFloat Nearest(APFloat::IEEEdouble());
    cantFail(Nearest.convertFromString(Text, APFloat::rmNearestTiesToEven));
    Value = Nearest.convertToDouble();
  }
  Cur = Text.end();
  return true;
}

//===----------------------------------------------------------------------===//
// Skipping
//===----------------------------------------------------------------------===//

bool JSONReader::skipValue(StringRef &Raw) {
  peek();
  const char *Start = Cur;
  // Which containers are open.
  SmallString<64> Open;
  auto Leaf = [this] {
    StringRef Text;
    double Number;
    switch (peek()) {
    case '"':
      return readString(Text);
    case 't':
      return word("true");
    case 'f':
      return word("false");
    case 'n':
      return word("null");
    case 'N':
    case 'I':
    case '-':
      return readFloat(Number);
    default:
      bool Integer;
      if (!isDigit(peek()))
        return expected("a value");
      if (!numberText(Text, Integer))
        return false;
      Cur = Text.end();
      return true;
    }
  };
  bool First = true;
  while (true) {
    char C = peek();
    if (C == '{' || C == '[') {
      if (!(C == '{' ? beginObject() : beginArray()))
        return false;
      Open.push_back(C);
      First = true;
    } else if (!Leaf()) {
      return false;
    }
    // To the next value, closing what ends.
    while (!Open.empty()) {
      StringRef Key;
      bool More =
          Open.back() == '{' ? nextMember(First, Key) : nextElement(First);
      if (More)
        break;
      if (Failed)
        return false;
      Open.pop_back();
      First = false;
    }
    if (Open.empty())
      break;
  }
  Raw = StringRef(Start, Cur - Start);
  return true;
}

bool JSONReader::expectEnd() {
  if (Failed)
    return false;
  skipBlanks();
  return Cur == End || fail("something follows the value");
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

std::string fx::jsonPathAt(StringRef Text, size_t Offset) {
  struct Level {
    bool IsObject;
    size_t Index = 0;
    StringRef Key;
  };
  SmallVector<Level, 16> Levels;
  bool KeyNext = false;
  size_t I = 0;
  Offset = std::min(Offset, Text.size());
  while (I < Text.size() && I <= Offset) {
    char C = Text[I];
    if (C == '"') {
      size_t Close = I + 1;
      while (Close < Text.size() && Text[Close] != '"')
        Close += Text[Close] == '\\' ? 2 : 1;
      if (KeyNext && !Levels.empty())
        Levels.back().Key = Text.slice(I + 1, std::min(Close, Text.size()));
      KeyNext = false;
      I = Close + 1;
      continue;
    }
    // The container itself is meant where it begins.
    if ((C == '{' || C == '[') && I != Offset) {
      Levels.push_back({C == '{'});
      KeyNext = C == '{';
    } else if ((C == '}' || C == ']') && !Levels.empty() && I != Offset) {
      Levels.pop_back();
    } else if (C == ',' && !Levels.empty()) {
      ++Levels.back().Index;
      KeyNext = Levels.back().IsObject;
    }
    ++I;
  }
  std::string Path;
  for (const Level &L : Levels) {
    if (!L.IsObject) {
      Path += "[" + std::to_string(L.Index) + "]";
      continue;
    }
    if (L.Key.empty())
      continue;
    bool Plain = all_of(L.Key, isNameChar);
    if (Plain) {
      if (!Path.empty())
        Path += '.';
      Path += L.Key;
    } else {
      Path += ("[\"" + L.Key.take_front(100) + "\"]").str();
    }
  }
  return Path;
}
