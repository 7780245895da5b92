//===- CheckPrograms.h - The programs of a check ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a check of rules on tensors asks of a program before it runs it: its
// text, the types of its inputs, the numbers that it may compare with, and
// whether a rule should have left it alone.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_CHECKPROGRAMS_H
#define FX_LIB_REWRITE_CHECKPROGRAMS_H

#include "fx/Execution/TorchBackend.h"
#include "fx/IR/TensorType.h"
#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/SmallVector.h"

namespace fx::rewrite {

/// A program as the text of an example, on one line.
std::string describeProgram(const Clause &C);

/// What no value of a program that is run has more of.
inline constexpr uint64_t MaxElements = uint64_t(1) << 22;
/// Whether an input of \p C has more.
bool hasLargeInput(const Clause &C);
/// Whether \p N is a tensor with more.
bool isLarge(const Node &N);
size_t elementCountOf(const TensorType &T);
/// Whether indices may be of the type \p T.
inline bool mayBeIndex(DType T) {
  return T == DType::Int64 || T == DType::Int32;
}
/// The least size of inputs that have elements, where one of them may be an
/// index; else 0.
int64_t leastSize(llvm::ArrayRef<TensorType> Types);
/// The numbers of calls in \p M that no index below \p Bound is, but that an
/// index may be all the same, such as the ignore_index of a loss.
void addOddIndices(const GraphModule &M, int64_t Bound,
                   llvm::SmallVectorImpl<int64_t> &Indices);

/// \p Double is a program in float64. What its operators take from the type of
/// their operand, such as the number that nan_to_num has for infinity, becomes
/// that of \p T.
void keepLimitsOf(GraphModule &Double, DType T);

llvm::SmallVector<TensorType, 4> inputTypes(const GraphModule &M);
/// The epsilon of the coarsest type that a call of \p M rounds to.
double coarsestOf(const GraphModule &M);

/// Calls \p Visit with the text of each literal in \p E.
void forEachLiteral(const Expr &E,
                    llvm::function_ref<void(llvm::StringRef)> Visit);

/// Numbers at which the program of \p C may decide something: its own, and what
/// lies beside them; of moderate size for a rule of class `finite`.
llvm::SmallVector<double, 32> numbersNear(const Clause &C, Exactness Class);
/// The numbers of the program of \p C, and others at which functions have
/// corners.
llvm::SmallVector<double, 32> cornersOf(const Clause &C);
/// Rounds for values near the numbers of a program: all of them have their turn
/// where tensors are small.
unsigned roundsNear(size_t NumNear, llvm::ArrayRef<TensorType> Types);

/// A contiguous tensor of type \p T.
llvm::Expected<RunValuePtr> makeInput(TorchBackend &Torch, const TensorType &T,
                                      llvm::StringRef Elements);

/// Whether LibTorch's kernels may read what is outside of the operands of a
/// call, since nobody compares their sizes or types.
bool readsOutside(const GraphModule &M);

/// The kind of what the engine refuses since the result cannot be right, which
/// a condition of the rule should exclude; empty for other refusals. Dtypes and
/// strides are left to the engine.
llvm::StringRef kindOfRefusal(llvm::StringRef Why);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_CHECKPROGRAMS_H
