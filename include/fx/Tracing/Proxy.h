//===- Proxy.h - Values of a program that is traced -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A Proxy (torch.fx: Proxy) stands for the value of a node. What a C++ program
/// does with it becomes nodes of the graph that its tracer makes:
/// \code{.txt}
///   Proxy Y = X * 2.0 + 1;                     // operator.mul, operator.add
///   Proxy Z = Y.softmax(kw("dim", 1));         // the method softmax
///   Proxy A = Z[{slice(0, 2), ellipsis()}];    // operator.getitem
///   Proxy B = torch::relu(A);                  // see Functions.h
/// \endcode
/// A TraceValue is anything that such a program can pass on: a Proxy, a
/// constant, a tensor or a module that are there already, or a tuple, list,
/// dictionary or slice of those.
///
/// Nothing throws. An operation that cannot be traced (a condition or a loop
/// over a proxy) tells the tracer, which keeps the first error; its result and
/// all that is computed from it are proxies without a node, and whoever started
/// the tracing gets the error.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_PROXY_H
#define FX_TRACING_PROXY_H

#include "fx/IR/Module.h"
#include "fx/IR/OpView.h"
#include <array>
#include <concepts>
#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

namespace fx {

class TraceValue;
class TracerBase;

/// The value of a node. As cheap to copy as two pointers; the tracer must
/// outlive it.
class Proxy {
public:
  /// No value.
  Proxy() = default;
  /// The value of \p N; operations are recorded by \p T.
  Proxy(Node *N, TracerBase &T) : N(N), T(&T) {}

  /// Null after an error.
  Node *node() const { return N; }
  /// Null for `Proxy()`.
  TracerBase *tracer() const { return T; }

  /// Calls the method \p Name with values and kw() arguments.
  template <typename... Ts>
  Proxy method(llvm::StringRef Name, Ts &&...Args) const;
  /// `x.name`, a call of builtins.getattr.
  Proxy attr(llvm::StringRef Name) const;
  /// Calls the value itself (the method `__call__`).
  template <typename... Ts> Proxy operator()(Ts &&...Args) const {
    return method("__call__", std::forward<Ts>(Args)...);
  }
  /// `x[index]`.
  Proxy operator[](const TraceValue &Index) const;
  /// `a, b = x`: the first \p Count items.
  template <size_t Count> std::array<Proxy, Count> unpack() const;

  Proxy operator-() const;
  Proxy operator+() const;
  Proxy operator~() const;

  /// \name Refused unless the tracer knows better
  /// @{
  /// TracerBase::toBool.
  explicit operator bool() const;
  /// TracerBase::iterate: `for (Proxy P : X)`.
  std::vector<Proxy> items() const;
  class ItemIterator;
  ItemIterator begin() const;
  ItemIterator end() const;
  /// @}

#define FX_TENSOR_METHOD(CPPNAME, NAME)                                        \
  template <typename... Ts> Proxy CPPNAME(Ts &&...Args) const {                \
    return method(NAME, std::forward<Ts>(Args)...);                            \
  }
#include "fx/Tracing/Methods.inc"
#undef FX_TENSOR_METHOD

private:
  Proxy unary(llvm::StringRef Function) const;

  Node *N = nullptr;
  TracerBase *T = nullptr;
};

/// Steps over what TracerBase::iterate gave.
class Proxy::ItemIterator {
public:
  ItemIterator() = default;
  explicit ItemIterator(std::vector<Proxy> Items)
      : Items(std::make_shared<std::vector<Proxy>>(std::move(Items))) {}
  Proxy operator*() const { return (*Items)[I]; }
  ItemIterator &operator++() {
    ++I;
    return *this;
  }
  /// Only for comparison with the end.
  bool operator!=(const ItemIterator &) const {
    return Items && I != Items->size();
  }

private:
  std::shared_ptr<std::vector<Proxy>> Items;
  size_t I = 0;
};
inline Proxy::ItemIterator Proxy::begin() const {
  return ItemIterator(items());
}
inline Proxy::ItemIterator Proxy::end() const { return ItemIterator(); }

/// A tensor that exists already: it becomes the attribute `_tensor_constantN`
/// of the root (torch.fx does the same with tensors that it meets).
struct TraceTensor {
  /// Equal for equal tensors.
  const void *Identity = nullptr;
  /// A TensorType.
  Argument Type;
  /// Keeps the tensor alive.
  std::shared_ptr<const void> Owner;
};

/// A tensor of the module tree that is traced.
struct TraceAttribute {
  std::string Path; ///< From the root.
  TensorAttr::RoleKind Role = TensorAttr::Parameter;
};

struct TraceKwarg;

/// Anything that a traced program can pass to a call.
class TraceValue {
public:
  enum class Kind : uint8_t {
    Constant,  ///< constant()
    Text,      ///< text(); a string
    Proxy,     ///< proxy()
    Tensor,    ///< tensor()
    Attribute, ///< attribute()
    Module,    ///< module()
    Aggregate, ///< aggregateKind(), elements(); not all of them constants
    Input,     ///< isInput()
    Opaque,    ///< opaque()
  };

  /// None.
  TraceValue() = default;
  TraceValue(Proxy P) : Data(P) {}
  /// Takes a bool alone, so that pointers do not become one.
  template <std::same_as<bool> T> TraceValue(T B) : Data(Argument(B)) {}
  TraceValue(int I) : Data(Argument(I)) {}
  TraceValue(unsigned I) : Data(Argument(I)) {}
  TraceValue(long I) : Data(Argument(I)) {}
  TraceValue(long long I) : Data(Argument(I)) {}
  TraceValue(double D) : Data(Argument(D)) {}
  TraceValue(DType T) : Data(Argument(T)) {}
  TraceValue(Layout L) : Data(Argument(L)) {}
  TraceValue(MemoryFormat F) : Data(Argument(F)) {}
  TraceValue(const char *Text) : Data(std::string(Text)) {}
  TraceValue(llvm::StringRef Text) : Data(Text.str()) {}
  TraceValue(TraceTensor T) : Data(std::move(T)) {}
  TraceValue(TraceAttribute A) : Data(std::move(A)) {}
  TraceValue(const Module &M) : Data(&M) {}
  /// A value without nodes.
  TraceValue(Argument Constant) : Data(std::move(Constant)) {}
  /// A tuple.
  TraceValue(std::initializer_list<TraceValue> Items);

  static TraceValue tuple(llvm::ArrayRef<TraceValue> Items) {
    return aggregate(ArgKind::Tuple, {}, Items);
  }
  static TraceValue list(llvm::ArrayRef<TraceValue> Items) {
    return aggregate(ArgKind::List, {}, Items);
  }
  static TraceValue dict(llvm::ArrayRef<TraceKwarg> Items);
  /// Any kind of aggregate from its elements, as Argument::aggregate takes
  /// them. Becomes a constant when all elements are.
  static TraceValue aggregate(ArgKind Kind, Symbol Class,
                              llvm::ArrayRef<TraceValue> Elements);
  /// In concrete arguments: a part that stays an input (torch.fx: PH).
  static TraceValue input();
  /// Something of the traced program that hooks pass on and nodes cannot hold.
  static TraceValue opaque(std::shared_ptr<const void> Object);

  Kind kind() const { return Kind(Data.index()); }
  bool isConstant() const { return kind() == Kind::Constant; }
  bool isNone() const { return isConstant() && constant().isNone(); }
  bool isProxy() const { return kind() == Kind::Proxy; }
  bool isInput() const { return kind() == Kind::Input; }
  const Argument &constant() const { return std::get<Argument>(Data); }
  llvm::StringRef text() const { return std::get<std::string>(Data); }
  /// The proxy; one without a node for another kind.
  Proxy proxy() const {
    const Proxy *P = std::get_if<Proxy>(&Data);
    return P ? *P : Proxy();
  }
  operator Proxy() const { return proxy(); }
  const TraceTensor &tensor() const { return std::get<TraceTensor>(Data); }
  const TraceAttribute &attribute() const {
    return std::get<TraceAttribute>(Data);
  }
  const Module &module() const { return *std::get<const Module *>(Data); }
  const std::shared_ptr<const void> &opaque() const {
    return std::get<std::shared_ptr<const void>>(Data);
  }
  /// The kind of a sequence, dictionary, slice or range, None for others.
  ArgKind aggregateKind() const;
  /// Class of a named tuple.
  Symbol aggregateClass() const;
  /// The elements of an aggregate as Argument::elements gives them.
  std::vector<TraceValue> elements() const;

  /// Calls \p Fn for each proxy inside.
  void forEachProxy(llvm::function_ref<void(Proxy)> Fn) const;

private:
  struct Aggregate {
    ArgKind Kind;
    Symbol Class;
    std::vector<TraceValue> Elements;
  };
  std::variant<Argument, std::string, Proxy, TraceTensor, TraceAttribute,
               const Module *, std::shared_ptr<const Aggregate>, std::monostate,
               std::shared_ptr<const void>>
      Data;
};

/// A keyword argument.
struct TraceKwarg {
  TraceKwarg(llvm::StringRef Name, TraceValue Value)
      : Name(Name.str()), Value(std::move(Value)) {}
  std::string Name;
  TraceValue Value;
};
inline TraceKwarg kw(llvm::StringRef Name, TraceValue Value) {
  return {Name, std::move(Value)};
}

/// `start:stop:step` in an index.
TraceValue slice(TraceValue Start = {}, TraceValue Stop = {},
                 TraceValue Step = {});
/// `...` in an index.
inline TraceValue ellipsis() { return Argument::ellipsis(); }

/// Positional and keyword arguments of a call that is traced.
class TraceArguments {
public:
  TraceArguments() = default;
  template <typename... Ts> static TraceArguments of(Ts &&...Args) {
    TraceArguments Result;
    (Result.add(std::forward<Ts>(Args)), ...);
    return Result;
  }
  void add(TraceKwarg V) { Named.push_back(std::move(V)); }
  void add(const NamedArgument &A) { Named.emplace_back(A.Name, A.Value); }
  void add(TraceValue V) { Positional.push_back(std::move(V)); }

  llvm::SmallVector<TraceValue, 4> Positional;
  llvm::SmallVector<TraceKwarg, 2> Named;
};

namespace detail {
Proxy traceMethod(Proxy Receiver, llvm::StringRef Name, TraceArguments Args);
Proxy traceFunction(llvm::StringRef Name, const TraceArguments &Args);
} // namespace detail

template <typename... Ts>
Proxy Proxy::method(llvm::StringRef Name, Ts &&...Args) const {
  return detail::traceMethod(*this, Name,
                             TraceArguments::of(std::forward<Ts>(Args)...));
}

template <size_t Count> std::array<Proxy, Count> Proxy::unpack() const {
  std::array<Proxy, Count> Items;
  for (size_t I = 0; I != Count; ++I)
    Items[I] = (*this)[TraceValue(long(I))];
  return Items;
}

/// A function that can be called with proxies: records a call of \p Name.
struct TraceFunction {
  const char *Name;
  template <typename... Ts> Proxy operator()(Ts &&...Args) const {
    return detail::traceFunction(Name,
                                 TraceArguments::of(std::forward<Ts>(Args)...));
  }
};

/// Records a call of any function: `call("my_ops.fused", X, 3)`.
template <typename... Ts> Proxy call(llvm::StringRef Function, Ts &&...Args) {
  return detail::traceFunction(Function,
                               TraceArguments::of(std::forward<Ts>(Args)...));
}

/// \name Operators
/// A constant may be on either side. Comparisons with a constant on the left
/// are swapped, as in Python.
/// @{
#define FX_BINARY_OPERATOR(OP, FUNCTION, REFLECTED, FIRST, SECOND)             \
  inline Proxy operator OP(Proxy A, Proxy B) {                                 \
    return call("operator." FUNCTION, A, B);                                   \
  }                                                                            \
  inline Proxy operator OP(Proxy A, const TraceValue &B) {                     \
    return call("operator." FUNCTION, A, B);                                   \
  }                                                                            \
  inline Proxy operator OP(const TraceValue &A, Proxy B) {                     \
    return call("operator." REFLECTED, FIRST, SECOND);                         \
  }
FX_BINARY_OPERATOR(+, "add", "add", A, B)
FX_BINARY_OPERATOR(-, "sub", "sub", A, B)
FX_BINARY_OPERATOR(*, "mul", "mul", A, B)
FX_BINARY_OPERATOR(/, "truediv", "truediv", A, B)
FX_BINARY_OPERATOR(%, "mod", "mod", A, B)
FX_BINARY_OPERATOR(<<, "lshift", "lshift", A, B)
FX_BINARY_OPERATOR(>>, "rshift", "rshift", A, B)
FX_BINARY_OPERATOR(&, "and_", "and_", A, B)
FX_BINARY_OPERATOR(|, "or_", "or_", A, B)
FX_BINARY_OPERATOR(^, "xor", "xor", A, B)
FX_BINARY_OPERATOR(==, "eq", "eq", B, A)
FX_BINARY_OPERATOR(!=, "ne", "ne", B, A)
FX_BINARY_OPERATOR(<, "lt", "gt", B, A)
FX_BINARY_OPERATOR(<=, "le", "ge", B, A)
FX_BINARY_OPERATOR(>, "gt", "lt", B, A)
FX_BINARY_OPERATOR(>=, "ge", "le", B, A)
#undef FX_BINARY_OPERATOR

/// `a // b`, `a ** b`, `a @ b`: Python's operators that C++ does not have.
inline Proxy floordiv(const TraceValue &A, const TraceValue &B) {
  return call("operator.floordiv", A, B);
}
inline Proxy power(const TraceValue &A, const TraceValue &B) {
  return call("operator.pow", A, B);
}
inline Proxy matmul(const TraceValue &A, const TraceValue &B) {
  return call("operator.matmul", A, B);
}
/// Python's `x += 1` makes a new value of a proxy.
inline Proxy &operator+=(Proxy &A, const TraceValue &B) { return A = A + B; }
inline Proxy &operator-=(Proxy &A, const TraceValue &B) { return A = A - B; }
inline Proxy &operator*=(Proxy &A, const TraceValue &B) { return A = A * B; }
inline Proxy &operator/=(Proxy &A, const TraceValue &B) { return A = A / B; }
/// @}

} // namespace fx

#endif // FX_TRACING_PROXY_H
