//===- ValueRules.h - The families of value rules ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file Values*.cpp has the rules of some families and lists them in a
// table. include/fx/IR/ValueRules.td says which operator has which rule.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_VALUERULES_H
#define FX_LIB_ANALYSIS_VALUERULES_H

#include "fx/Analysis/ValueCall.h"
#include "fx/Analysis/ValueInference.h"

namespace fx {

struct NamedValueRule {
  llvm::StringLiteral Name;
  ValueRuleFn Rule;
};

llvm::ArrayRef<NamedValueRule> pointwiseValueRules();
llvm::ArrayRef<NamedValueRule> reductionValueRules();
llvm::ArrayRef<NamedValueRule> stepsValueRules();
llvm::ArrayRef<NamedValueRule> viewValueRules();
llvm::ArrayRef<NamedValueRule> splitValueRules();
llvm::ArrayRef<NamedValueRule> reshapeValueRules();
llvm::ArrayRef<NamedValueRule> joiningValueRules();
llvm::ArrayRef<NamedValueRule> linearValueRules();
llvm::ArrayRef<NamedValueRule> networkValueRules();
llvm::ArrayRef<NamedValueRule> normalizationValueRules();
llvm::ArrayRef<NamedValueRule> indexingValueRules();
llvm::ArrayRef<NamedValueRule> factoryValueRules();
llvm::ArrayRef<NamedValueRule> numberValueRules();
llvm::ArrayRef<NamedValueRule> higherOrderValueRules();
llvm::ArrayRef<NamedValueRule> algebraValueRules();
llvm::ArrayRef<NamedValueRule> fourierValueRules();
llvm::ArrayRef<NamedValueRule> einsumValueRules();
llvm::ArrayRef<NamedValueRule> dataValueRules();

/// What PyTorch requires of numbers and words among the arguments of an
/// operator, whatever its operands are (ArgumentRanges.cpp).
struct ArgumentRules;

/// The requirements of an operator, by its name; null where there are none.
const ArgumentRules *lookupArgumentRules(llvm::StringRef Op);

/// Requires of the arguments of \p C, whose result is \p Value, what \p Rules
/// say.
void checkArguments(ValueCall &C, const ArgumentRules &Rules,
                    const Argument &Value);

/// A size that only data determine, at least \p Least and at most \p Most
/// unless that is symbolic or None. Fails where there cannot be new symbols.
Dim sizeFromData(ValueCall &C, const Dim &Most, int64_t Least = 0);

/// Whether two sizes differ for all values of their symbols.
inline bool surelyDiffer(const Dim &A, const Dim &B) {
  return A.isInt() && B.isInt() && A.asInt() != B.asInt();
}

/// Whether a size or stride is not a number. PyTorch's kernels take numbers
/// alone; with symbols, its references in Python tell the strides.
bool hasSymbols(llvm::ArrayRef<TensorValue> Tensors);

/// Requires that parameter \p Name, which may be a number, has no dimensions.
void requireNumber(ValueCall &C, llvm::StringRef Name);

/// Requires that \p Sizes and \p Others are the same, but for dimension
/// \p Except.
bool requireSameSizes(ValueCall &C, DimsRef Sizes, DimsRef Others,
                      std::optional<size_t> Except = std::nullopt);

/// Requires that \p Number, unless it is symbolic, is at least \p Least.
bool requireAtLeast(ValueCall &C, const Dim &Number, int64_t Least,
                    llvm::StringRef What);

/// Requires matrices, and square ones.
bool requireMatrices(ValueCall &C, const TensorValue &T, bool Square);

/// Requires a type that an index may have.
bool requireIndexType(ValueCall &C, const TensorValue &T);

/// A view of \p T; a copying form of the operator makes a new tensor.
Argument valueView(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                   DimsRef Strides, std::optional<Dim> Offset = std::nullopt);

/// A bound of a slice within [0, Size]; None where only data tell from which
/// end it counts (torch._subclasses.fake_impls._compute_slice_index).
Dim clampBound(SymbolicMath &Math, Dim Bound, const Dim &Size);

/// How many places there are from \p Start to \p End.
Dim distance(SymbolicMath &Math, const Dim &Start, const Dim &End);

/// \p Length places of dimension \p D of \p T from Start on, each Step-th; data
/// tell which those are where one is None.
Argument valueSliced(ValueCall &C, const TensorValue &T, unsigned D,
                     const Dim &Start, Dim Length, const Dim &Step);

/// \p Value made contiguous where it is not.
Argument valueContiguous(ValueCall &C, const Argument &Value);

/// \p T in another shape, as a view or, where it \p MayCopy and must, copied; a
/// -1 among \p Sizes is what is left.
Argument valueReshape(ValueCall &C, const TensorValue &T, Dims Sizes,
                      bool MayCopy);

/// The same as PyTorch's kernels do it (at::detail::computeStride), which gives
/// dimensions of size one other strides.
Argument valueKernelReshape(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                            bool MayCopy);

/// \p T with dimensions of size one repeated; -1 leaves a size as it is.
Argument valueExpand(ValueCall &C, const TensorValue &T, Dims Sizes);

/// index(self, indices): \p T, where each tensor of \p List replaces the
/// dimension that it stands at, or masks as many as it has; None leaves one.
Argument valueIndexed(ValueCall &C, const TensorValue &T,
                      llvm::ArrayRef<Argument> List);

/// `a[b]` in Python, where \p C has a tensor for a, and for b numbers, slices,
/// None, `...`, tensors and lists of numbers.
Argument tensorItem(ValueCall &C);

/// \p T with a dimension of size one at place \p D.
Argument valueUnsqueeze(ValueCall &C, const TensorValue &T, unsigned D);

/// Elements of \p T, picked by one index for each of the last \p Count
/// dimensions, which become those of \p Sizes.
Argument valuePicked(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                     size_t Count);

/// The type of a number by PyTorch's defaults; of a symbolic one by what the
/// program says of it. None for what is not a number.
std::optional<DType> numberCategory(const ValueCall &C, const Argument &A);

/// The tensors of a call, and what is known of the type that they have
/// together.
struct ValueOperands {
  llvm::SmallVector<TensorValue, 3> Tensors;
  Promotion Types;
};

/// Every tensor of the call, and the numbers that count for its type.
ValueOperands valueOperands(ValueCall &C);

/// The type in which PyTorch computes on the CPU what has type \p T.
DType computationType(DType T);

/// Elementwise operations one after the other. What PyTorch computes in several
/// has the strides that come of that: each step may choose another order for
/// dimensions whose strides leave that open.
class ValueSteps {
public:
  ValueSteps(ValueCall &C, DType Type) : C(C), Type(Type) {}
  /// The result of one operation.
  TensorValue operator()(llvm::ArrayRef<TensorValue> Operands) {
    return TensorValue(C.elementwise(Operands, Type, /*Expanded=*/true));
  }
  /// A number among the choices of where(), which becomes a tensor.
  TensorValue number(const TensorValue &Beside) {
    return TensorValue(C.result(Type, {}, Beside.device()));
  }

private:
  ValueCall &C;
  DType Type;
};

/// Whether \p Device is the CPU; not where it is not known.
bool isOnCpu(const Argument &Device);

/// Several results.
Argument valueTuple(llvm::ArrayRef<Argument> Values);

/// Whether \p A and \p B are the same numbers. With \p ByExample, those with
/// divisions are so where they agree in the example.
bool sameDims(DimsRef A, DimsRef B, SymbolicMath &Math, bool ByExample = false);

} // namespace fx

#endif // FX_LIB_ANALYSIS_VALUERULES_H
