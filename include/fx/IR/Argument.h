//===- Argument.h - Argument values -----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// An Argument is one immutable value that a node's args and kwargs can hold
/// (torch.fx: `Argument`), the constructor arguments of modules and the values
/// of metadata too. It is a value: cheap to copy, compared by content, owned by
/// nobody. `1`, `1.0` and `True` differ; tuples and lists differ; NaN and -0.0
/// are compared by their bits.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_ARGUMENT_H
#define FX_IR_ARGUMENT_H

#include "fx/IR/Symbol.h"
#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <cassert>

namespace fx {

class Argument;
class Context;
class Node;

/// What an Argument holds.
enum class ArgKind : uint8_t {
  None,
  Ellipsis,
  Bool,
  Int,          ///< 64 bits in place.
  BigInt,       ///< Larger integers, as canonical decimal text.
  Float,        ///< A double, bit for bit.
  Complex,      ///< Two doubles.
  String,       ///< Any bytes.
  DType,        ///< torch.float32
  Device,       ///< cuda:1, in PyTorch's own spelling
  Layout,       ///< torch.strided
  MemoryFormat, ///< torch.channels_last
  SymExpr,      ///< A symbolic size such as `s0*2`, as text.
  Function,     ///< A callable given as a value, by qualified name.
  Enum,         ///< A member of a Python enum: `module.Class.MEMBER`.
  Node,         ///< The value of a node; the only kind that is a use.
  Tuple,
  NamedTuple, ///< A class name, and fields with names.
  List,
  Dict,       ///< Insertion order is kept; keys are constants.
  Slice,      ///< start, stop, step
  Range,      ///< start, stop, step
  TensorType, ///< What is known of a tensor, a `val`; see tensorType().
};

/// The deepest nesting of arguments that readers accept and printers follow.
constexpr unsigned MaxArgumentDepth = 200;

namespace detail {
/// Shared storage of the kinds that hold other values.
class ArgList;
} // namespace detail

/// One immutable value; see the head of this file.
class Argument {
public:
  /// None.
  Argument() : Kind(ArgKind::None), Small(0) { Payload.Int = 0; }
  Argument(const Argument &O);
  Argument(Argument &&O) noexcept;
  Argument &operator=(const Argument &O);
  Argument &operator=(Argument &&O) noexcept;
  ~Argument();

  /// \name Implicit conversions from what C++ can say exactly
  /// @{
  Argument(Node *N) : Kind(ArgKind::Node), Small(0) { Payload.N = N; }
  Argument(bool B) : Kind(ArgKind::Bool), Small(B) { Payload.Int = 0; }
  Argument(int I) : Argument(int64_t(I)) {}
  Argument(unsigned I) : Argument(int64_t(I)) {}
  Argument(long I) : Kind(ArgKind::Int), Small(0) { Payload.Int = I; }
  Argument(long long I) : Argument(static_cast<long>(I)) {}
  Argument(double D) : Kind(ArgKind::Float), Small(0) { Payload.Float = D; }
  Argument(DType T) : Kind(ArgKind::DType), Small(uint8_t(T)) {
    Payload.Int = 0;
  }
  Argument(Layout L) : Kind(ArgKind::Layout), Small(uint8_t(L)) {
    Payload.Int = 0;
  }
  Argument(MemoryFormat F) : Kind(ArgKind::MemoryFormat), Small(uint8_t(F)) {
    Payload.Int = 0;
  }
  Argument(std::nullptr_t) = delete;
  Argument(const char *) = delete; // Argument::string interns.
  /// @}

  /// \name The other kinds
  /// @{
  static Argument none() { return Argument(); }
  static Argument ellipsis();
  static Argument string(Symbol Text) { return {ArgKind::String, Text}; }
  static Argument string(Context &Ctx, llvm::StringRef Text);
  static Argument device(Symbol Text) { return {ArgKind::Device, Text}; }
  static Argument device(Context &Ctx, llvm::StringRef Text);
  static Argument symExpr(Symbol Text) { return {ArgKind::SymExpr, Text}; }
  static Argument function(Symbol Qualified) {
    return {ArgKind::Function, Qualified};
  }
  static Argument enumMember(Symbol Qualified) {
    return {ArgKind::Enum, Qualified};
  }
  /// An integer from decimal digits with an optional `-`; becomes Int where 64
  /// bits suffice.
  static Argument integer(Context &Ctx, llvm::StringRef Decimal);
  static Argument complex(double Real, double Imag);
  static Argument tuple(llvm::ArrayRef<Argument> Items);
  static Argument list(llvm::ArrayRef<Argument> Items);
  /// \p Fields alternates field name (String) and value.
  static Argument namedTuple(Symbol Class, llvm::ArrayRef<Argument> Fields);
  /// \p Items alternates key and value; keys hold no node.
  static Argument dict(llvm::ArrayRef<Argument> Items);
  static Argument slice(Argument Start, Argument Stop, Argument Step);
  static Argument range(Argument Start, Argument Stop, Argument Step);
  /// \p Sizes is a Tuple of Int or SymExpr; \p Strides such a Tuple or None;
  /// \p Device a Device or None; \p Offset, of the storage, an Int or SymExpr.
  /// The last three are elements only if one of them is not as here.
  static Argument tensorType(DType T, Argument Sizes, Argument Strides,
                             Argument Device, bool RequiresGrad = false,
                             Argument Offset = 0,
                             Layout TensorLayout = Layout::Strided);
  /// An aggregate kind from its raw elements, as elements() returns them.
  static Argument aggregate(ArgKind Kind, Symbol Class,
                            llvm::ArrayRef<Argument> Elements);
  /// @}

  ArgKind kind() const { return Kind; }
  bool isNone() const { return Kind == ArgKind::None; }
  bool isNode() const { return Kind == ArgKind::Node; }
  bool isInt() const { return Kind == ArgKind::Int; }
  bool isFloat() const { return Kind == ArgKind::Float; }
  bool isBool() const { return Kind == ArgKind::Bool; }
  bool isString() const { return Kind == ArgKind::String; }
  /// Whether this kind holds other values; see elements().
  bool isAggregate() const { return hasList(Kind); }
  /// Tuple, NamedTuple or List.
  bool isSequence() const {
    return Kind == ArgKind::Tuple || Kind == ArgKind::List ||
           Kind == ArgKind::NamedTuple;
  }

  /// The node, or null for any other kind.
  Node *asNode() const { return isNode() ? Payload.N : nullptr; }
  bool asBool() const {
    assert(isBool());
    return Small;
  }
  int64_t asInt() const {
    assert(isInt());
    return Payload.Int;
  }
  double asFloat() const {
    assert(isFloat());
    return Payload.Float;
  }
  double real() const;
  double imag() const;
  DType asDType() const {
    assert(kind() == ArgKind::DType);
    return DType(Small);
  }
  Layout asLayout() const {
    assert(kind() == ArgKind::Layout);
    return Layout(Small);
  }
  MemoryFormat asMemoryFormat() const {
    assert(kind() == ArgKind::MemoryFormat);
    return MemoryFormat(Small);
  }
  /// Text of the kinds that carry one: String, BigInt, Device, SymExpr,
  /// Function, Enum; class name of a NamedTuple; the null symbol otherwise.
  Symbol symbol() const;
  llvm::StringRef str() const { return symbol().str(); }

  /// All direct elements of an aggregate: items of tuples and lists; names and
  /// values of named tuples and keys and values of dicts in turn; the three
  /// parts of slice and range; dtype, sizes, strides, device of TensorType, and
  /// requires_grad, offset, layout of the storage where they are not the usual
  /// ones; two floats of Complex. Empty for every other kind.
  llvm::ArrayRef<Argument> elements() const;
  /// Number of elements(), an entry of a dict as one; 0 for leaves and texts.
  size_t size() const;
  bool empty() const { return size() == 0; }
  /// Item \p I of a Tuple, List, Slice or Range, field \p I of a NamedTuple.
  const Argument &operator[](size_t I) const;
  /// The value under the string key \p Key of a Dict or NamedTuple, or null.
  const Argument *lookup(llvm::StringRef Key) const;

  /// Nesting: 0 for leaves. O(1).
  unsigned depth() const;
  /// Whether a node reference occurs anywhere inside. O(1).
  bool containsNode() const;

  /// Calls \p Fn for every node reference inside, in order
  /// (torch.fx: map_arg, reading only).
  template <typename Callback> void forEachNode(Callback Fn) const {
    if (isNode())
      return Fn(Payload.N);
    if (containsNode())
      for (const Argument &E : elements())
        E.forEachNode(Fn);
  }
  /// A copy with every node reference replaced by \p Fn(node), an Argument;
  /// shares what holds no node (torch.fx: map_arg).
  template <typename Callback> Argument mapNodes(Callback Fn) const {
    if (isNode())
      return Fn(Payload.N);
    if (!containsNode())
      return *this;
    llvm::SmallVector<Argument, 8> Mapped;
    for (const Argument &E : elements())
      Mapped.push_back(E.mapNodes(Fn));
    return aggregate(Kind, symbol(), Mapped);
  }

  /// Equality of content; floats by their bits, nodes by identity.
  friend bool operator==(const Argument &A, const Argument &B);
  /// Agrees with ==; depends on addresses of nodes and symbols, so never let
  /// output depend on it.
  friend llvm::hash_code hash_value(const Argument &A);

  /// Whether \p Kind holds other values.
  static bool hasList(ArgKind Kind) {
    return Kind == ArgKind::Complex || Kind >= ArgKind::Tuple;
  }
  /// Whether \p Kind carries a text.
  static bool hasSymbol(ArgKind Kind) {
    switch (Kind) {
    case ArgKind::BigInt:
    case ArgKind::String:
    case ArgKind::Device:
    case ArgKind::SymExpr:
    case ArgKind::Function:
    case ArgKind::Enum:
      return true;
    default:
      return false;
    }
  }

private:
  friend class ArgCodec;
  Argument(ArgKind Kind, Symbol Text) : Kind(Kind), Small(0) {
    Payload.Text = Text.entry();
  }
  void retain() const;
  void release() const;

  ArgKind Kind;
  uint8_t Small;
  union {
    int64_t Int;
    double Float;
    const detail::SymbolEntry *Text;
    Node *N;
    detail::ArgList *List;
  } Payload;
};

static_assert(sizeof(Argument) == 16);

bool operator==(const Argument &A, const Argument &B);
llvm::hash_code hash_value(const Argument &A);

/// A keyword argument.
struct KwArg {
  Symbol Name;
  Argument Value;
  friend bool operator==(const KwArg &A, const KwArg &B) {
    return A.Name == B.Name && A.Value == B.Value;
  }
};

namespace detail {
/// The items of a tuple, a list or the like, shared by its copies.
class ArgList : public llvm::ThreadSafeRefCountedBase<ArgList> {
public:
  ArgList(Symbol Class, llvm::ArrayRef<Argument> Items);
  Symbol Class;
  uint32_t Depth;
  bool HasNode;
  std::vector<Argument> Items;
};
} // namespace detail

inline void Argument::retain() const {
  if (hasList(Kind))
    Payload.List->Retain();
}
inline void Argument::release() const {
  if (hasList(Kind))
    Payload.List->Release();
}
inline Argument::Argument(const Argument &O)
    : Kind(O.Kind), Small(O.Small), Payload(O.Payload) {
  retain();
}
inline Argument::Argument(Argument &&O) noexcept
    : Kind(O.Kind), Small(O.Small), Payload(O.Payload) {
  O.Kind = ArgKind::None;
}
inline Argument::~Argument() { release(); }

} // namespace fx

#endif // FX_IR_ARGUMENT_H
