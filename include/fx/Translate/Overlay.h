//===- Overlay.h - Numbers of nodes -----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A quantity of which nodes have so much: bytes, microseconds, errors. The
/// page colors nodes by it. Read from JSON of any program, either an object
/// with a number for each node, or one that says more:
/// \code{.json}
///   {"format": "fx-overlay", "version": 1, "name": "time", "unit": "us",
///    "combine": "sum", "scale": "log",
///    "values": {"conv2d_11": 310.2}, "text": {"conv2d_11": "2 threads"}}
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_OVERLAY_H
#define FX_TRANSLATE_OVERLAY_H

#include "fx/Execution/TorchRun.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// Numbers of nodes, by name, or words.
struct Overlay {
  enum CombineKind : uint8_t { Sum, Max, Mean };
  std::string Name, Unit;
  /// What a module has whose nodes have these numbers.
  CombineKind Combine = Sum;
  bool IsLog = false;
  std::map<std::string, double> Values;
  /// If there are any, Values are numbers of these.
  std::vector<std::string> Categories;
  std::map<std::string, std::string> Texts;
};

/// Reads \p Text. \p Name is that of the overlay where the text has none. The
/// error says what is wrong, without a place.
llvm::Expected<Overlay> readOverlay(llvm::StringRef Text, llvm::StringRef Name);

/// How far the values of two nodes of two models are apart.
struct ValueDistance {
  /// Names; empty for nodes of the graphs of submodules.
  std::string Before, After;
  /// None where the two have other sizes.
  std::optional<ValueErrors> Errors;
};

/// The overlay `error`, of the first model or the second one: by what share of
/// the largest value nodes are apart. What is not finite, or of other sizes, is
/// above all others.
Overlay errorOverlay(llvm::ArrayRef<ValueDistance> Distances, bool OfAfter);

/// Writes \p O as readOverlay() reads it. Its numbers are finite.
void printOverlay(const Overlay &O, llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_TRANSLATE_OVERLAY_H
