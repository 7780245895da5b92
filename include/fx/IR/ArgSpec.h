//===- ArgSpec.h - Interned shape of a node's arguments ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A node's args and kwargs are stored as an interned, immutable ArgSpec (the
/// tree and its constants, in prefix form) and a flat array of operands that
/// fill the spec's holes in order. Replacing a use therefore never rewrites a
/// tree, and (target, spec id, operands) identifies a computation.
///
/// Passes use Node::arg() and friends; ArgReader is for code that must not
/// allocate: printers, hashes, comparisons.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_ARGSPEC_H
#define FX_IR_ARGSPEC_H

#include "fx/IR/Argument.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

/// One interned spec. Specs belong to the Context and are shared by all its
/// graphs; equal contents have equal ids.
class ArgSpec {
public:
  /// A top-level argument.
  struct Item {
    uint32_t Offset;  ///< Offset of its first byte in bytes().
    uint32_t Operand; ///< Number of operand holes before it.
    uint32_t Keyword; ///< Symbol id of the keyword; 0 for a positional one.
  };

  uint32_t id() const { return Id; }
  uint32_t numArgs() const { return NumArgs; }
  uint32_t numKwargs() const { return NumItems - NumArgs; }
  uint32_t numOperands() const { return NumOperands; }
  /// Whether every argument is positional and just an operand.
  bool isPlain() const { return Plain; }
  /// Positional arguments, then keyword arguments in insertion order.
  llvm::ArrayRef<Item> items() const {
    return {reinterpret_cast<const Item *>(this + 1), NumItems};
  }
  llvm::ArrayRef<uint8_t> bytes() const {
    return {reinterpret_cast<const uint8_t *>(items().end()), NumBytes};
  }
  uint64_t hash() const { return Hash; }
  /// Id of the spec of \p N positional operands and nothing else, for N up to
  /// MaxPlain: known without a look-up.
  static constexpr uint32_t plainId(unsigned N) { return N; }
  static constexpr unsigned MaxPlain = 8;

private:
  friend class Context;
  ArgSpec() = default;
  uint64_t Hash;
  uint32_t Id;
  uint32_t NumBytes;
  uint32_t NumOperands;
  uint32_t NumArgs;
  uint32_t NumItems;
  bool Plain;
};

/// One step of an argument in prefix form.
struct ArgToken {
  ArgKind Kind;
  uint8_t Small = 0; ///< Bool, DType, Layout, MemoryFormat.
  uint32_t Count =
      0;             ///< Number of direct elements that follow, for aggregates.
  uint32_t Text = 0; ///< Symbol id; class of a NamedTuple.
  int64_t Int = 0;   ///< Int.
  double Float = 0;  ///< Float.
  uint32_t Operand = 0; ///< Index among the node's operands, for Node.
};

/// Reads a spec (or one item of it) token by token, without allocating.
class ArgReader {
public:
  /// Reads item \p I of \p Spec.
  ArgReader(const ArgSpec &Spec, unsigned I)
      : Cur(Spec.bytes().data() + Spec.items()[I].Offset),
        Operand(Spec.items()[I].Operand) {}
  ArgReader(const uint8_t *Cur, uint32_t Operand)
      : Cur(Cur), Operand(Operand) {}
  /// The next token; the reader must not be past the item's end.
  ArgToken next();
  /// Skips one whole value.
  void skip();
  const uint8_t *position() const { return Cur; }

private:
  const uint8_t *Cur;
  uint32_t Operand;
};

/// Builds the value that \p R is at and steps over it; \p Operand gives the
/// node of an operand by its number.
Argument decodeArgument(ArgReader &R, Context &Ctx,
                        llvm::function_ref<Node *(uint32_t)> Operand);

/// Builds the bytes of a spec and collects the operands of its holes.
class ArgSpecBuilder {
public:
  void addArg(const Argument &A) {
    Items.push_back({uint32_t(Bytes.size()), uint32_t(Operands.size()), 0});
    ++NumArgs;
    encode(A);
  }
  /// A positional argument that is \p N, or a hole when it is null: then the
  /// operands come from elsewhere.
  void addOperandArg(Node *N = nullptr) {
    Items.push_back({uint32_t(Bytes.size()), uint32_t(Operands.size()), 0});
    ++NumArgs;
    Bytes.push_back(uint8_t(ArgKind::Node));
    Operands.push_back(N);
  }
  /// All positional arguments must have been added before.
  void addKwarg(Symbol Name, const Argument &A) {
    Items.push_back(
        {uint32_t(Bytes.size()), uint32_t(Operands.size()), Name.id()});
    encode(A);
  }

  /// \name Piece by piece, for readers
  /// beginArg or beginKwarg, then the value: one leaf, or an aggregate with its
  /// elements between beginAggregate and endAggregate.
  /// @{
  void beginArg() {
    Items.push_back({uint32_t(Bytes.size()), uint32_t(Operands.size()), 0});
    ++NumArgs;
  }
  void beginKwarg(Symbol Name) {
    Items.push_back(
        {uint32_t(Bytes.size()), uint32_t(Operands.size()), Name.id()});
  }
  void addNode(Node *N) {
    Bytes.push_back(uint8_t(ArgKind::Node));
    Operands.push_back(N);
  }
  /// None or Ellipsis.
  void addPlain(ArgKind Kind) { Bytes.push_back(uint8_t(Kind)); }
  /// Bool, DType, Layout or MemoryFormat.
  void addSmall(ArgKind Kind, uint8_t Value) {
    Bytes.push_back(uint8_t(Kind));
    Bytes.push_back(Value);
  }
  void addInt(int64_t Value);
  void addFloat(double Value);
  /// A kind that carries a text; a BigInt in canonical form.
  void addText(ArgKind Kind, Symbol Text);
  /// Returns what endAggregate needs.
  size_t beginAggregate(ArgKind Kind, Symbol Class = {});
  /// \p Count elements were added since \p Place.
  void endAggregate(size_t Place, uint32_t Count);
  /// Adds a whole value.
  void addValue(const Argument &A) { encode(A); }
  /// The value of item \p I.
  Argument value(Context &Ctx, unsigned I) const;
  /// @}

  void clear() {
    Bytes.clear();
    Items.clear();
    Operands.clear();
    NumArgs = 0;
  }

  llvm::SmallVector<uint8_t, 128> Bytes;
  llvm::SmallVector<ArgSpec::Item, 8> Items;
  llvm::SmallVector<Node *, 8> Operands;
  uint32_t NumArgs = 0;

private:
  void encode(const Argument &A);
};

} // namespace fx

#endif // FX_IR_ARGSPEC_H
