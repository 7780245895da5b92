//===- AtenList.h - The operator list as fx-tblgen reads it -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_ATENLIST_H
#define FX_TBLGEN_ATENLIST_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace fx::tblgen {

/// One line of aten-schemas.txt.
struct AtenOverload {
  llvm::StringRef Name; ///< aten::add.Tensor
  llvm::StringRef Flags;
  llvm::StringRef Tags;
  llvm::StringRef Bindings;
  llvm::StringRef Schema;
  /// aten::add
  llvm::StringRef base() const { return Name.split('.').first; }
  bool hasTag(llvm::StringRef Tag) const {
    return llvm::is_contained(llvm::split(Tags, ','), Tag);
  }
};

/// The operator list, sorted by name.
class AtenList {
public:
  /// The list named by --aten-schemas, or null without that option. A file
  /// that cannot be read, or a malformed line, ends the program.
  static const AtenList *get();

  llvm::ArrayRef<AtenOverload> overloads() const { return Overloads; }
  /// The overloads of `aten::add` or, without a namespace, of `add`.
  llvm::ArrayRef<AtenOverload> lookup(llvm::StringRef Base) const;
  bool contains(llvm::StringRef Base) const { return !lookup(Base).empty(); }

private:
  void read(llvm::StringRef Path);

  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<AtenOverload> Overloads;
  llvm::StringMap<std::pair<unsigned, unsigned>> Bases;
};

} // namespace fx::tblgen

#endif // FX_TBLGEN_ATENLIST_H
