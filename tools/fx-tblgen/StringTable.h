//===- StringTable.h - Strings of a generated table -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_STRINGTABLE_H
#define FX_TBLGEN_STRINGTABLE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace fx::tblgen {

/// Collects NUL-terminated strings, each once, and writes them as one literal.
/// Tables refer to them by offset, so generated data needs no relocations.
class StringTable {
public:
  StringTable() { offset(""); }

  uint32_t offset(llvm::StringRef Text) {
    auto [It, New] = Offsets.try_emplace(Text, Data.size());
    if (New) {
      Data += Text;
      Data += '\0';
    }
    return It->second;
  }

  /// Writes `static constexpr char NAME[] = ...;`.
  void emit(llvm::raw_ostream &OS, llvm::StringRef Name) const {
    OS << "static constexpr char " << Name << "[] =";
    emitBytes(OS, Data);
    OS << ";\n";
  }

  /// Writes Bytes as string literals, one per line.
  static void emitBytes(llvm::raw_ostream &OS, llvm::StringRef Bytes) {
    unsigned Column = 0;
    OS << "\n    \"";
    for (unsigned char C : Bytes) {
      if (Column >= 72) {
        OS << "\"\n    \"";
        Column = 0;
      }
      if (C == '"' || C == '\\' || C == '?') {
        OS << '\\' << C;
        Column += 2;
      } else if (C >= 32 && C < 127) {
        OS << C;
        ++Column;
      } else {
        // Three octal digits end the escape whatever follows.
        OS << '\\' << char('0' + (C >> 6)) << char('0' + ((C >> 3) & 7))
           << char('0' + (C & 7));
        Column += 4;
      }
    }
    OS << '"';
  }

private:
  llvm::StringMap<uint32_t> Offsets;
  std::string Data;
};

} // namespace fx::tblgen

#endif // FX_TBLGEN_STRINGTABLE_H
