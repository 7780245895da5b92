//===- SymbolicExpr.h - Symbolic sizes --------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Symbolic sizes as archives spell them, which is SymPy's srepr:
/// \code{.txt}
///   Add(Symbol('s77', positive=True, integer=True), Integer(1))
/// \endcode
/// A small grammar of calls, names, numbers and quoted words; nothing is ever
/// executed. What is not understood has no expression and stays text.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SYMBOLICEXPR_H
#define FX_IR_SYMBOLICEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// An expression over symbols that stand for sizes (SymPy's Expr).
class SymbolicExpr {
public:
  /// Limits of what is read.
  static constexpr unsigned MaxNodes = 10000;
  static constexpr unsigned MaxDepth = 100;

  enum NodeKind : uint8_t {
    Symbol,  ///< Text is its name, Source the whole call.
    Integer, ///< Value
    Float,   ///< Real
    Bool,    ///< Value is 0 or 1.
    Call,    ///< Text is the name of the function, `Add`.
  };
  struct Node {
    NodeKind Kind;
    uint32_t FirstOperand = 0; ///< In operands().
    uint32_t NumOperands = 0;
    int64_t Value = 0;
    double Real = 0;
    llvm::StringRef Text;
    llvm::StringRef Source;
  };

  /// Reads srepr; std::nullopt for what is not understood. Texts point into
  /// \p Source. Linear.
  static std::optional<SymbolicExpr> parse(llvm::StringRef Source);

  /// The srepr of what str() shows, `2*s0 + 1`: symbols are what their names
  /// say, `s0` a positive integer, `u0` an integer. std::nullopt for what is
  /// not understood.
  static std::optional<std::string> fromPython(llvm::StringRef Text);

  const Node &root() const { return Nodes[Root]; }
  const Node &operand(const Node &N, unsigned I) const {
    return Nodes[Operands[N.FirstOperand + I]];
  }
  llvm::ArrayRef<Node> nodes() const { return Nodes; }

  /// As Python's str() shows it: `2*s77 + 1`, `((s0 - 1)//8)`; std::nullopt
  /// where that takes more than this knows.
  std::optional<std::string> str() const;

  /// The value when \p ValueOf gives those of the symbols; std::nullopt when
  /// one has none, on overflow, division by zero, and for anything but
  /// integers and comparisons.
  std::optional<int64_t>
  evaluate(llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> ValueOf)
      const;

private:
  friend class SymbolicParser;
  std::vector<Node> Nodes;
  std::vector<uint32_t> Operands;
  uint32_t Root = 0;
};

} // namespace fx

#endif // FX_IR_SYMBOLICEXPR_H
