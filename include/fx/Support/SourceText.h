//===- SourceText.h - The text that a module was read from ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The text that a module was read from, so that diagnostics can show its
/// lines.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_SOURCETEXT_H
#define FX_SUPPORT_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <memory>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace fx {

/// A text in a source manager, which it keeps alive; or none.
class SourceText {
public:
  SourceText() = default;
  SourceText(std::shared_ptr<const llvm::SourceMgr> Manager, unsigned BufferId)
      : Manager(std::move(Manager)), BufferId(BufferId) {}

  explicit operator bool() const { return Manager != nullptr; }
  /// Null: there is no text.
  const llvm::SourceMgr *manager() const { return Manager.get(); }
  llvm::StringRef text() const;
  /// The file; empty when there is none.
  llvm::StringRef name() const;
  /// Where a node begins that was read from here: \p NodeLoc is one more than
  /// the offset of its line (Node::loc()), and 0 for a node that was not read.
  /// Invalid: that is not known.
  llvm::SMLoc locOf(uint32_t NodeLoc) const;

private:
  std::shared_ptr<const llvm::SourceMgr> Manager;
  unsigned BufferId = 0;
};

} // namespace fx

#endif // FX_SUPPORT_SOURCETEXT_H
