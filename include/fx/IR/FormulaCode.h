//===- FormulaCode.h - The prefix code of formulas --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// One letter, then its words (each ended by ';'), then its operands:
///
///   expressions                          statements
///   K LITERAL;       a constant          { COUNT;  ...     a block
///   S LENGTH;BYTES   a string            = NAME; e         assignment
///   L NAME;          a local name        U COUNT;NAME;.. e unpacking
///   A NAME;          self.NAME           R e               return
///   M NAME;          init.NAME           E e               raise
///   t COUNT; e..     a tuple             Y e block block   if, else
///   l COUNT; e..     a list
///   : e e e          a slice
///   C NAME; ARGS     call_function
///   H NAME; ARGS     a helper
///   X NAME; ARGS     call_module; `*`: of every child in turn
///   m NAME; e ARGS   call_method
///   g NAME; e        an attribute
///   i e e            an element
///   b OP; e e        arithmetic          ARGS is POSITIONAL;KEYWORD; e..
///   u OP; e          unary                        and NAME; e for keywords
///   c OP; e e        a comparison
///   & e e  | e e  ! e   and, or, not
///   ? e e e          condition, then, else
///
/// fx-tblgen writes it, Formula.cpp runs it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_FORMULACODE_H
#define FX_IR_FORMULACODE_H

#include "llvm/ADT/StringRef.h"

namespace fx::formula {

/// Helpers and how many arguments they take.
struct Helper {
  llvm::StringLiteral Name;
  unsigned MinArgs;
  unsigned MaxArgs;
};
inline constexpr Helper Helpers[] =
    {
        {"single", 1, 1},        // x, or (x,) for a number
        {"pair", 1, 1},          // x, or (x, x)
        {"triple", 1, 1},        // x, or (x, x, x)
        {"spread", 2, 2},        // x, or a tuple of n times x
        {"reverse_pairs", 1, 1}, // (1, 2) to (2, 2, 1, 1)
        {"same_pads", 2, 2}, // pads of padding='same', from kernel and dilation
        {"len", 1, 1},           {"tuple", 1, 1},
        {"list", 1, 1},          {"int", 1, 1},
        {"float", 1, 1},         {"str", 1, 1},
        {"abs", 1, 1},           {"min", 2, 2},
        {"max", 2, 2},           {"is_tuple", 1, 1}, // a tuple or list
        {"is_str", 1, 1},        {"is_node", 1, 1},
        {"same", 2, 2}, // the same node, or equal constants
        {"log", 1, 1},  // natural logarithm of a number
        {"rank", 1, 1}, // dimensions of a tensor; None where not known
};

inline const Helper *findHelper(llvm::StringRef Name) {
  for (const Helper &H : Helpers)
    if (H.Name == Name)
      return &H;
  return nullptr;
}

/// Nesting of expressions and blocks that fx-tblgen accepts, so that running
/// the code may recurse.
constexpr unsigned MaxDepth = 100;

} // namespace fx::formula

#endif // FX_IR_FORMULACODE_H
