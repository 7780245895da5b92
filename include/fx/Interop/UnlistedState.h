//===- UnlistedState.h - State that only files know -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What print(module) shows has classes and no tensors: which there are, and of
/// which types, is in the files of weights.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_UNLISTEDSTATE_H
#define FX_INTEROP_UNLISTEDSTATE_H

#include "fx/IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace fx {

/// Adds state to the tree of one module.
class UnlistedState {
public:
  /// \p M outlives this.
  explicit UnlistedState(GraphModule &M) : M(M) {}

  /// Adds the parameters and buffers that the classes of modules have, where
  /// the tree does not list them and a file of weights has them. Where no file
  /// has any, \p Lacking is set to the first parameter that is there for sure.
  /// Errors: those of reading the files.
  llvm::Error listModules(std::string *Lacking = nullptr);

  /// The state at \p Path, which is added if a file of weights has it; null if
  /// none has. \p IsBuffer says what a state dictionary does not.
  llvm::Expected<TensorAttr *> list(llvm::StringRef Path, bool IsBuffer);

private:
  llvm::Error open();
  llvm::Expected<TensorAttr> find(llvm::StringRef Path, bool IsBuffer);

  GraphModule &M;
  bool IsOpen = false;
  /// Programs of archives, whose tables say more about state than other files
  /// do.
  std::vector<std::unique_ptr<GraphModule>> Programs;
  /// The first state of each memory.
  llvm::StringMap<std::string> Places;
};

} // namespace fx

#endif // FX_INTEROP_UNLISTEDSTATE_H
