//===- CharClass.h - Characters of names ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What readers and printers of text ask at every byte: one look into a table.
/// Names are ASCII; Python's identifiers of any script are in PyLiterals.h.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_CHARCLASS_H
#define FX_SUPPORT_CHARCLASS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>

namespace fx {

/// Classes of bytes, as bits of a table.
enum CharClass : uint8_t {
  CC_NameStart = 1, ///< [A-Za-z_]
  CC_Digit = 2,     ///< [0-9]
  CC_Name = 4,      ///< [A-Za-z0-9_]
  CC_Word = 8,      ///< [A-Za-z0-9_.]
  CC_Target = 16,   ///< [A-Za-z0-9_.*-]: what a target needs no quotes for.
  CC_Plain = 32,    ///< Printable ASCII but for `"` and `\`.
  CC_Type = 64,     ///< What a type of native text needs no quotes for.
};

constexpr std::array<uint8_t, 256> makeCharTable() {
  std::array<uint8_t, 256> Table = {};
  for (unsigned C = 0; C != 256; ++C) {
    bool Digit = C >= '0' && C <= '9';
    bool Start = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
    uint8_t Bits = 0;
    if (Start)
      Bits |= CC_NameStart;
    if (Digit)
      Bits |= CC_Digit;
    if (Start || Digit)
      Bits |= CC_Name | CC_Word | CC_Target | CC_Type;
    if (C == '.')
      Bits |= CC_Word | CC_Target | CC_Type;
    if (C == '*' || C == '-')
      Bits |= CC_Target;
    if (C == ',' || C == ' ' || C == '\'' || C == '[' || C == ']')
      Bits |= CC_Type;
    if (C >= 0x20 && C < 0x7f && C != '"' && C != '\\')
      Bits |= CC_Plain;
    Table[C] = Bits;
  }
  return Table;
}
inline constexpr std::array<uint8_t, 256> CharTable = makeCharTable();

inline bool isClass(char C, uint8_t Class) {
  return CharTable[static_cast<unsigned char>(C)] & Class;
}

/// The end of the run of characters of \p Class from \p Cur on.
inline const char *skipClass(const char *Cur, const char *End, uint8_t Class) {
  while (Cur != End && isClass(*Cur, Class))
    ++Cur;
  return Cur;
}

inline bool isNameStart(char C) { return isClass(C, CC_NameStart); }
inline bool isNameChar(char C) { return isClass(C, CC_Name); }
inline bool isDottedNameChar(char C) { return isClass(C, CC_Word); }

/// Whether \p Text is `[A-Za-z_][A-Za-z0-9_]*`, as names of nodes are.
inline bool isIdentifier(llvm::StringRef Text) {
  return !Text.empty() && isNameStart(Text.front()) &&
         llvm::all_of(Text, isNameChar);
}

} // namespace fx

#endif // FX_SUPPORT_CHARCLASS_H
