//===- PassRegistry.h - The passes there are --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A registry is a plain object: a tool makes one, fills it with the generated
/// registerXPasses functions and with plugins, and hands it to the parser of
/// pipelines.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSREGISTRY_H
#define FX_PASS_PASSREGISTRY_H

#include "fx/Pass/PassInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fx {

class Pass;

/// The passes that pipelines can name.
class PassRegistry {
public:
  using Factory = std::function<std::unique_ptr<Pass>()>;
  struct Entry {
    const PassInfo *Info;
    Factory Create;
    /// The plugin it came from; empty for a pass that is linked in.
    std::string Plugin;
  };

  /// Adds a pass. Returns false, and keeps what is there, when one of that name
  /// exists or the name is that of a pipeline group (`fix`).
  bool add(const PassInfo &Info, Factory Create);
  /// Takes the pass called \p Flag away: one that was registered at run time.
  /// Pipelines that have it keep it. False if there is none.
  bool remove(llvm::StringRef Flag);

  /// The pass called \p Flag, or null. O(log passes).
  const Entry *lookup(llvm::StringRef Flag) const;
  /// All passes, sorted by name.
  llvm::ArrayRef<Entry> entries() const { return Entries; }
  /// The name that \p Flag was probably meant to be, also what other compilers
  /// call it; empty when there is none.
  llvm::StringRef nearest(llvm::StringRef Flag) const;

  /// While a plugin registers: what it adds bears its name.
  void setPlugin(llvm::StringRef Name) { Plugin = Name.str(); }

  /// Names that add() refused since the last call.
  std::vector<std::string> takeRefused() { return std::exchange(Refused, {}); }

private:
  std::vector<Entry> Entries;
  std::string Plugin;
  std::vector<std::string> Refused;
};

/// The pass of fx-opt that other compilers call \p Name; empty if there is
/// none.
llvm::StringRef passOfOtherName(llvm::StringRef Name);

} // namespace fx

#endif // FX_PASS_PASSREGISTRY_H
