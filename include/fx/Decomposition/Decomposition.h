//===- Decomposition.h - Operators in terms of simpler ones -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A rule says what one operator is in terms of simpler ones
/// (torch: torch._decomp.decomposition_table). It is a function that reads the
/// arguments of a call and makes other calls:
/// \code{.txt}
///   static Value addcmul(Call &C) {
///     return C[0] + C[1] * C.arg(3) * C[2];
///   }
/// \endcode
/// The calls that a rule makes are decomposed in turn. Rules are looked up by
/// the names of overloads; a plugin adds its own with registerDecompositions.
///
//===----------------------------------------------------------------------===//

#ifndef FX_DECOMPOSITION_DECOMPOSITION_H
#define FX_DECOMPOSITION_DECOMPOSITION_H

#include "fx/Analysis/ValueCall.h"
#include "fx/IR/OpView.h"
#include "llvm/ADT/ArrayRef.h"
#include <type_traits>

namespace fx::decomposition {

class Call;
class Engine;

/// What an expression of a rule gives: a node, a constant, or a tuple of these.
/// Cheap to copy, valid while the rule runs.
class Value {
public:
  Value() = default;
  Value(Call &C, Argument A) : C(&C), A(std::move(A)) {}

  operator const Argument &() const { return A; }
  const Argument &argument() const { return A; }
  bool isNone() const { return A.isNone(); }
  Call &call() const { return *C; }

  /// Result \p I of several.
  Value operator[](unsigned I) const;
  /// How many results there are.
  size_t size() const { return A.size(); }

  /// What is known of the tensor; the rule fails where nothing is.
  /// @{
  TensorValue type() const;
  int64_t rank() const { return type().rank(); }
  DType dtype() const { return type().dtype(); }
  Argument device() const { return type().device(); }
  /// Size \p D, which may count from the end.
  Dim size(int64_t D) const;
  Dims sizes() const;
  /// @}

private:
  Call *C = nullptr;
  Argument A;
};

/// One call as its rule sees it. Makes new calls.
class Call {
public:
  Call(Engine &E, const OpSchema &Schema, llvm::ArrayRef<Argument> Values,
       const Argument *KnownVal)
      : E(E), Schema(Schema), Values(Values), KnownVal(KnownVal) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  Context &context() const;
  const OpSchema &schema() const { return Schema; }
  SymbolicMath &math() const;
  /// The `val` of the call where it is one of the program, or null.
  const Argument *knownVal() const { return KnownVal; }

  /// \name Arguments, by the position of the parameter in the schema
  ///
  /// An argument that was not given has its default; one number given for a
  /// list is a list. An argument that is not a constant of the kind that is
  /// asked for fails the rule, and a value of that kind is returned.
  /// @{
  Value operator[](unsigned I) { return Value(*this, Values[I]); }
  const Argument &arg(unsigned I) const { return Values[I]; }
  llvm::ArrayRef<Argument> args() const { return Values; }
  bool isGiven(unsigned I) const { return !Values[I].isNone(); }
  /// Whether it is a tensor, and not a number that may be symbolic.
  bool isTensor(unsigned I) const { return isTensor(Values[I]); }
  static bool isTensor(const Argument &A);
  /// A constant integer; \p Default for None.
  int64_t integer(unsigned I, int64_t Default = 0);
  bool flag(unsigned I);
  double number(unsigned I, double Default = 0);
  llvm::StringRef text(unsigned I);
  std::optional<DType> dtype(unsigned I);
  llvm::SmallVector<int64_t, 6> integers(unsigned I);
  /// Numbers that may be symbolic: Int, or a node.
  Dims dims(unsigned I);
  llvm::SmallVector<Value, 6> values(unsigned I);
  /// A dimension of something with \p Rank dimensions, from 0.
  int64_t dim(unsigned I, int64_t Rank);
  /// @}

  /// \name Making calls
  /// @{
  /// Calls `aten::Op`, which may name an overload: `sum.dim_IntList`. Without
  /// it is the default overload. \p Args go to the parameters in the order of
  /// the schema; a list may hold symbolic sizes.
  Value call(llvm::StringRef Op, llvm::ArrayRef<Argument> Args,
             llvm::ArrayRef<NamedArgument> Named = {});
  /// The same, of an operator whose value follows from no rule: its `val`.
  Value callAs(const Argument &Val, llvm::StringRef Op,
               llvm::ArrayRef<Argument> Args);
  Value tuple(llvm::ArrayRef<Argument> Items) {
    return Value(*this, Argument::tuple(Items));
  }
  Value value(Argument A) { return Value(*this, std::move(A)); }
  Value none() { return Value(*this, Argument()); }
  Argument string(llvm::StringRef Text);
  static Argument list(llvm::ArrayRef<int64_t> Items);
  template <unsigned N>
  static Argument list(const llvm::SmallVector<Dim, N> &Items) {
    return Argument::list(Items);
  }

  /// The memory of tensor \p Target gets the contents of \p New.
  void write(const Argument &Target, const Argument &New);
  /// What tensor \p A holds now, after writes.
  Argument written(const Argument &A);
  /// @}

  /// \name Sizes
  ///
  /// Arithmetic with symbolic numbers makes the node that computes it, once.
  /// @{
  Dim add(const Dim &A, const Dim &B) {
    return compute(SymbolicMath::Add, A, B);
  }
  Dim sub(const Dim &A, const Dim &B) {
    return compute(SymbolicMath::Sub, A, B);
  }
  Dim mul(const Dim &A, const Dim &B) {
    return compute(SymbolicMath::Mul, A, B);
  }
  Dim floorDiv(const Dim &A, const Dim &B) {
    return compute(SymbolicMath::FloorDiv, A, B);
  }
  Dim compute(SymbolicMath::Operation Op, const Dim &A, const Dim &B);
  Dim product(llvm::ArrayRef<Dim> Sizes);
  /// Whether they are surely, or by the example, equal.
  bool same(const Dim &A, const Dim &B);
  static bool isInt(const Dim &D, int64_t Value) {
    return SymbolicMath::isInt(D, Value);
  }
  /// A number for comparisons: of the example where \p D is symbolic.
  int64_t hint(const Dim &D);
  Dims broadcast(llvm::ArrayRef<Dim> A, llvm::ArrayRef<Dim> B);
  bool isContiguous(const Value &V,
                    MemoryFormat Format = MemoryFormat::Contiguous);
  /// The tensor in another shape: a view of it where that is possible, a copy
  /// otherwise (torch.reshape).
  Value reshape(const Value &V, llvm::ArrayRef<Dim> Sizes);
  Value expand(const Value &V, llvm::ArrayRef<Dim> Sizes) {
    return call("expand", {V, Argument::list(Sizes)});
  }
  /// @}

  /// Leaves the operator as it is in this call, which is not an error.
  Value keep();
  /// Says why the rule does not work here. The operator stays; what the rule
  /// made goes. Returns None.
  Value fail(const llvm::Twine &Why);
  bool failed() const { return Failed; }
  bool isKept() const { return Kept; }
  const std::string &reason() const { return Reason; }

private:
  friend class Value;
  Engine &E;
  const OpSchema &Schema;
  llvm::ArrayRef<Argument> Values;
  const Argument *KnownVal;
  bool Failed = false, Kept = false;
  std::string Reason;
};

/// \name Arithmetic, as Python's operators on tensors
/// @{
Value operator+(const Value &L, const Argument &R);
Value operator-(const Value &L, const Argument &R);
Value operator*(const Value &L, const Argument &R);
Value operator/(const Value &L, const Argument &R);
Value operator-(const Value &V);
/// `Number - V`.
Value subtractFrom(const Argument &Number, const Value &V);
template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
Value operator-(T L, const Value &R) {
  return subtractFrom(Argument(L), R);
}
template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
Value operator*(T L, const Value &R) {
  return R * Argument(L);
}
/// Comparisons, with a tensor or a number.
Value operator>(const Value &L, const Argument &R);
Value operator<(const Value &L, const Argument &R);
Value operator>=(const Value &L, const Argument &R);
Value operator<=(const Value &L, const Argument &R);
Value equals(const Value &L, const Argument &R);
Value differs(const Value &L, const Argument &R);
/// @}

/// Computes the value of a call.
using Rule = Value (*)(Call &);

/// What a rule wants, or promises; combined with `|`.
enum RuleFlags : uint8_t {
  /// Compute in float32 where floating point arguments have fewer bits, and
  /// convert the result back.
  InFloat32 = 1,
  /// The result lies in memory as that of PyTorch's kernel, whose layout fake
  /// tensors do not always know; without this, it is copied to the layout that
  /// the program gives.
  KnowsLayout = 2,
};

/// A rule and what it is for.
struct Entry {
  /// `silu` for all overloads, `silu.default` or `sum.dim_IntList` for one, in
  /// the namespace aten; `ns::name` in another.
  const char *Name;
  Rule Fn;
  uint8_t Flags = 0; ///< RuleFlags.
};

/// Adds the rules of a plugin, which go before those that there are. The names
/// live as long as the process. Do this before the first module is decomposed.
void registerDecompositions(llvm::ArrayRef<Entry> Entries);

/// Calls \p Visit for every rule that is in use.
void forEachDecomposition(llvm::function_ref<void(const Entry &)> Visit);

} // namespace fx::decomposition

#endif // FX_DECOMPOSITION_DECOMPOSITION_H
