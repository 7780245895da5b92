//===- ModuleCosts.h - What each module costs -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Sums operations, bytes and parameters for each module of a tree.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_MODULECOSTS_H
#define FX_TRANSLATE_MODULECOSTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace fx {

class GraphModule;

/// What a module costs, with all that is below it.
struct ModuleCost {
  /// Dotted path; empty for the whole.
  std::string Path;
  /// Calls of operators, and of leaves.
  uint64_t Calls = 0;
  /// Costs of those calls, as far as they are known.
  double FLOPs = 0, Bytes = 0, PeakBytes = 0;
  /// Calls whose operations are not known.
  uint64_t Unknown = 0;
  /// Elements and bytes of parameters; of buffers bytes.
  uint64_t Parameters = 0, ParameterBytes = 0, BufferBytes = 0;
};

/// One of each module that something is known of: whose nodes are in the graph,
/// or that has state; in their order, the whole first. Modules more than
/// \p Levels below the root are part of those above. O(nodes * levels).
std::vector<ModuleCost> moduleCosts(const GraphModule &M, unsigned Levels);

/// A table.
void printModuleCosts(llvm::ArrayRef<ModuleCost> Costs, llvm::raw_ostream &OS);
/// The attribute `modules` of an object.
void writeModuleCosts(llvm::ArrayRef<ModuleCost> Costs, llvm::json::OStream &J);

} // namespace fx

#endif // FX_TRANSLATE_MODULECOSTS_H
