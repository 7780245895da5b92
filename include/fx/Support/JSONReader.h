//===- JSONReader.h - Reading JSON in place ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A cursor over JSON text (RFC 8259, and Python's NaN, Infinity, -Infinity).
/// It takes one pass, needs no memory besides the text, keeps integers of 64
/// bits, every float, the order of keys and the bytes of what is skipped, and
/// knows where it stands when something is wrong. Nothing recurses on the
/// nesting.
///
/// Functions that read return false after an error; the first one counts, and
/// all calls after it return false at once.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_JSONREADER_H
#define FX_SUPPORT_JSONREADER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"
#include <string>

namespace fx {

/// Reads one text of JSON.
class JSONReader {
public:
  /// The deepest nesting of arrays and objects that is read.
  static constexpr unsigned MaxDepth = 1000;

  /// \p Text outlives the reader; it needs no NUL at its end.
  explicit JSONReader(llvm::StringRef Text)
      : Begin(Text.begin()), Cur(Text.begin()), End(Text.end()) {}

  //===--- Errors ---------------------------------------------------------===//

  bool good() const { return !Failed; }
  /// Notes that the value that begins at \p At (null: at the cursor) is wrong.
  /// Returns false.
  bool fail(const llvm::Twine &Message, const char *At = nullptr);
  /// What is wrong, in words, and where: path and offset in bytes.
  llvm::StringRef message() const { return Message; }
  size_t errorOffset() const { return ErrorOffset; }
  std::string errorPath() const;

  //===--- Values ---------------------------------------------------------===//

  /// The first character of the next value; 0 at the end of the text. `n`, `t`
  /// and `f` begin the constants, a digit or `-` a number.
  char peek() {
    skipBlanks();
    return Cur == End ? 0 : *Cur;
  }
  /// Where the cursor is.
  const char *position() const { return Cur; }
  /// Goes back to a position of this text.
  void setPosition(const char *P) { Cur = P; }
  const char *begin() const { return Begin; }

  /// A string without quotes and escapes. The text lives as long as the
  /// buffer where it holds no escape, else until the next string is read.
  bool readString(llvm::StringRef &Text);
  bool readInt(int64_t &Value);
  bool readBool(bool &Value);
  /// A number, or Infinity, -Infinity, NaN as words or as strings.
  bool readFloat(double &Value);
  /// Steps over `null` and returns true if it comes next. Not an error if not.
  bool consumeNull() {
    if (peek() != 'n')
      return false;
    return word("null");
  }
  /// Steps over any value; \p Raw is its text.
  bool skipValue(llvm::StringRef &Raw);
  bool skipValue() {
    llvm::StringRef Ignored;
    return skipValue(Ignored);
  }
  /// Nothing but blanks may follow.
  bool expectEnd();

  //===--- Containers -----------------------------------------------------===//

  bool beginObject() { return begin('{', "an object"); }
  bool beginArray() { return begin('[', "an array"); }
  /// Whether another member (element) follows; \p First says whether none was
  /// read yet, and becomes false.
  bool nextMember(bool &First, llvm::StringRef &Key) {
    return next(First, '}') && readKey(Key);
  }
  bool nextElement(bool &First) { return next(First, ']'); }
  /// A whole array; calls \p Fn, which returns false after an error, before
  /// each element.
  template <typename Callback> bool readArray(Callback Fn) {
    if (!beginArray())
      return false;
    bool First = true;
    while (nextElement(First))
      if (!Fn())
        return false;
    return good();
  }

  /// Steps over exactly \p Text where it comes next.
  template <size_t N> bool consumeText(const char (&Text)[N]) {
    if (size_t(End - Cur) < N - 1 || __builtin_memcmp(Cur, Text, N - 1) != 0)
      return false;
    Cur += N - 1;
    return true;
  }

private:
  void skipBlanks() {
    while (Cur != End &&
           (*Cur == ' ' || *Cur == '\n' || *Cur == '\t' || *Cur == '\r'))
      ++Cur;
  }
  bool begin(char Open, const char *What) {
    if (LLVM_UNLIKELY(peek() != Open))
      return expected(What);
    ++Cur;
    if (LLVM_UNLIKELY(++Depth > MaxDepth))
      return fail("nested too deep", Cur - 1);
    return true;
  }
  bool next(bool &First, char Close);
  bool readKey(llvm::StringRef &Key);
  bool word(llvm::StringRef Text);
  bool expected(const llvm::Twine &What);
  bool numberText(llvm::StringRef &Text, bool &Integer);
  const char *stringEnd(const char *P) const;
  bool unescape(const char *TextBegin, const char *P, llvm::StringRef &Text);
  bool takeHex(const char *&P, uint32_t &Value);

  const char *Begin, *Cur, *End;
  unsigned Depth = 0;
  bool Failed = false;
  size_t ErrorOffset = 0;
  std::string Message;
  llvm::SmallString<256> Scratch;
};

/// The path of the value at \p Offset of \p Text, as in `nodes[3].name`; keys
/// that are not identifiers are quoted. Linear in the offset.
std::string jsonPathAt(llvm::StringRef Text, size_t Offset);

} // namespace fx

#endif // FX_SUPPORT_JSONREADER_H
