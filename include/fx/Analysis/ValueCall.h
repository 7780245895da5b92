//===- ValueCall.h - A call as value rules see it ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A rule asks for arguments by the names of parameters and gets values: nodes
/// are replaced by their `val`, what was not given by the default. The first
/// fail() is remembered and ends up as the error; until the rule returns, what
/// could not be had is 0, None or a tensor without dimensions.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_VALUECALL_H
#define FX_ANALYSIS_VALUECALL_H

#include "fx/Analysis/SymbolicMath.h"
#include "fx/IR/Node.h"
#include "fx/IR/OpSchema.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>

namespace fx {

class ExportedProgram;
class BoundCall;
class GraphModule;
class OpInfo;

/// A size or stride: an Int or a SymExpr.
using Dim = Argument;
using Dims = llvm::SmallVector<Dim, 6>;
using DimsRef = llvm::ArrayRef<Dim>;

using TensorValue = TensorType;

/// The call that a rule for values computes the value of.
class ValueCall {
public:
  ValueCall(const Node &N, const OpSchema *Schema, SymbolicMath &Math,
            const GraphModule *M);

  /// A call whose arguments are bound already: of a method or a function of
  /// Python. \p Call outlives this.
  ValueCall(const Node &N, const BoundCall &Call, SymbolicMath &Math,
            const GraphModule *M);

  /// The part of this call that operator \p Op does with element \p I of each
  /// list. \p Schema has a parameter for each of this one's.
  ValueCall element(const OpSchema &Schema, llvm::StringRef Op, size_t I) const;

  const Node &node() const { return N; }
  Context &context() const { return Ctx; }
  SymbolicMath &math() const { return Math; }
  const OpSchema &schema() const { return *Schema; }
  const GraphModule *module() const { return M; }
  /// The name of the operator: `add`.
  llvm::StringRef opName() const;

  /// Remembers \p Why unless something failed before. Returns None.
  Argument fail(const llvm::Twine &Why);
  /// The same for a call that is wrong whatever the values of symbols are; the
  /// verifier reports it.
  Argument mismatch(const llvm::Twine &Why) {
    Mismatch |= !Failed;
    return fail(Why);
  }
  /// The same unless \p Holds, which is returned.
  bool require(bool Holds, const llvm::Twine &Why) {
    if (!Holds)
      mismatch(Why);
    return Holds;
  }
  bool failed() const { return Failed; }
  bool isMismatch() const { return Mismatch; }
  const std::string &reason() const { return Reason; }

  /// \name Arguments
  /// @{
  bool hasParam(llvm::StringRef Param) const {
    return Schema->findParam(Param).has_value();
  }
  /// The parameter `self` of an operator is called `input` by functions.
  std::optional<unsigned> param(llvm::StringRef Name) const;
  /// Parameter \p I as it was given, which may be a node; else the default.
  Argument raw(unsigned I);
  /// The same with values in place of nodes.
  Argument get(unsigned I);
  Argument get(llvm::StringRef Param);
  /// Not None.
  bool isGiven(llvm::StringRef Param) { return !get(Param).isNone(); }
  TensorValue tensor(unsigned I);
  TensorValue tensor(llvm::StringRef Param);
  /// No tensor where it is None.
  TensorValue optionalTensor(llvm::StringRef Param);
  llvm::SmallVector<TensorValue, 4> tensors(llvm::StringRef Param);
  /// A constant integer.
  int64_t integer(llvm::StringRef Param);
  bool flag(llvm::StringRef Param);
  /// A size; a None is the argument None.
  Dim size(llvm::StringRef Param);
  /// A list of sizes; one number stands for \p Count of them.
  Dims sizes(llvm::StringRef Param, unsigned Count = 0);
  /// A list of constant integers, likewise.
  llvm::SmallVector<int64_t, 6> integers(llvm::StringRef Param,
                                         unsigned Count = 0);
  /// A dimension of something with \p Rank dimensions, from 0; fails where
  /// there is none.
  unsigned dim(llvm::StringRef Param, size_t Rank);
  unsigned wrapDim(int64_t D, size_t Rank);
  /// The dtype given, or \p Default.
  DType dtype(llvm::StringRef Param, DType Default);
  /// The device given, or \p Default.
  Argument device(llvm::StringRef Param, const Argument &Default);
  std::optional<MemoryFormat> memoryFormat();
  /// @}

  /// torch.autocast converts operands on devices of the type \p Device to \p T
  /// before the call.
  void castOperands(std::optional<DType> T, llvm::StringRef Device) {
    OperandType = T;
    OperandDevice = Device;
  }
  /// The `val` of a node; fails where it has none.
  Argument valueOf(const Node &Operand);
  Argument valueOf(const Argument &A);

  /// \name Results
  /// @{
  Dims contiguousStrides(DimsRef Sizes);
  Dims channelsLastStrides(DimsRef Sizes);
  Dims stridesFor(DimsRef Sizes, std::optional<MemoryFormat> Format);
  /// Whether the strides of \p T are in the order of channels-last, with or
  /// without holes, and not as well in that of a contiguous tensor
  /// (at::Tensor::suggest_memory_format).
  bool suggestsChannelsLast(const TensorValue &T);
  /// The strides of \p Sizes in the memory format that \p T suggests.
  Dims suggestedStrides(const TensorValue &T, DimsRef Sizes);
  Argument result(DType T, DimsRef Sizes, DimsRef Strides,
                  const Argument &Device, Argument Offset = 0);
  /// Contiguous.
  Argument result(DType T, DimsRef Sizes, const Argument &Device);
  /// A contiguous tensor of other sizes, with dtype and device of \p Like.
  Argument result(const TensorValue &Like, DimsRef Sizes) {
    return result(Like.dtype(), Sizes, Like.device());
  }
  /// The shape and strides of \p Like where it has no holes and no overlaps,
  /// else what PyTorch makes of them (empty_like, preserving).
  Argument resultLike(const TensorValue &Like, DType T);
  Argument resultLike(const TensorValue &Like, DType T, const Argument &Device);
  /// In the memory format that \p Like suggests.
  Argument resultSuggested(const TensorValue &Like, DType T, DimsRef Sizes);
  /// @}

  /// \name Shapes
  /// @{
  bool isContiguous(const TensorValue &T);
  bool isChannelsLast(const TensorValue &T);
  bool isDense(const TensorValue &T);
  /// The strides of resultLike().
  Dims denseStrides(const TensorValue &T);
  /// \p T as an operand that is converted to \p Type first, which leaves no
  /// holes where that is not its type.
  TensorValue converted(const TensorValue &T, DType Type);
  Dim numel(DimsRef Sizes);
  Dims broadcast(DimsRef A, DimsRef B);
  /// Whether the sizes are surely or, by the example, equal.
  bool same(const Dim &A, const Dim &B);
  /// The result of an elementwise operation: broadcast, with the order of
  /// dimensions in memory that TensorIterator chooses. Tensors without
  /// dimensions have no part in that, unless they are \p Expanded as others.
  Argument elementwise(llvm::ArrayRef<TensorValue> Operands, DType T,
                       bool Expanded = false);
  Dims elementwiseStrides(llvm::ArrayRef<TensorValue> Operands, DimsRef Sizes,
                          bool Expanded = false);
  /// @}

private:
  const Node &N;
  const OpSchema *Schema;
  /// What the names of keywords are from.
  const OpSchema *Given;
  const BoundCall *Bound = nullptr;
  SymbolicMath &Math;
  const GraphModule *M;
  Context &Ctx;
  /// For a part of a call: the operator, and the place in lists.
  llvm::StringRef PartOf;
  std::optional<size_t> Element;
  std::optional<DType> OperandType;
  llvm::StringRef OperandDevice;
  bool Failed = false, Mismatch = false;
  std::string Reason;
};

/// \name Types of elements
/// @{
bool isIntegral(DType T, bool IncludingBool);
/// torch.promote_types.
DType promoteTypes(DType A, DType B);
/// float32 for complex64 and so on; the same for others.
DType realType(DType T);
DType complexType(DType T);
/// The result of integers where floating point comes out.
DType floatingType(DType T);

/// Collects operands of an operation and finds the type of its result
/// (torch.result_type).
class Promotion {
public:
  void add(const TensorValue &T);
  /// A number, also a symbolic one.
  void addNumber(DType Category);
  std::optional<DType> result() const;

private:
  std::optional<DType> Dimensional, ZeroDim, Number;
};
/// @}

} // namespace fx

#endif // FX_ANALYSIS_VALUECALL_H
