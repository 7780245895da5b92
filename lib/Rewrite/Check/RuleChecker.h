//===- RuleChecker.h - Rules on tensors -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what an example computes before and after a rule, and compares the
// results as the rule's class of exactness says.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULECHECKER_H
#define FX_LIB_REWRITE_RULECHECKER_H

#include "Compile/Program.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Execution/TorchRun.h"

namespace fx::rewrite {

/// A tensor that a program returned.
struct CheckedTensor {
  Argument Type;    ///< As `val` says it.
  std::string Text; ///< The same as text.
  DType Element = DType::Float32;
  std::vector<int64_t> Sizes;
  std::string Bytes;
  /// The inputs and earlier results in whose memory it lies, a bit each.
  uint64_t Shares = 0;
};

/// What one run gave.
struct CheckedRun {
  std::vector<CheckedTensor> Results;
  /// Why it gave nothing.
  std::string Failure;
  /// The inputs that it wrote, a bit each; what they hold then are the last
  /// results.
  uint64_t Written = 0;
  /// What random numbers follow.
  uint64_t RandomState = 0;
  /// The distance from 1 to the next number in the coarsest type of a value.
  double Epsilon = 0;
  /// The largest finite value of any node of the reference.
  double Scale = 1;
};

/// Whether this LibTorch has no kernel for a type of the program.
bool lacksKernel(const CheckedRun &Run);

/// Which values a rule is tried with.
enum class ValueRange : uint8_t {
  All,
  Narrow,  ///< Sums and products of a few do not overflow.
  Tame,    ///< Those with which little overflows.
  Corners, ///< Tame ones, many of them equal, and 0.
  Few,     ///< Two or three, with ties, signed zeros and NaN.
  Large,   ///< All of one magnitude up to the end of the type.
  Small,   ///< All of one magnitude near 0.
  Mixed,   ///< Each of one of these two magnitudes.
  Halfway, ///< Near the middle between two numbers of a narrower type.
  Wide     ///< Up to 100, and integers that narrower types do not hold.
};

/// The bytes of a tensor for a check. \p Round chooses the kind of values.
/// The least integer is one of them with \p HasLeast only: where it is divided
/// by -1, LibTorch may end the process.
std::string checkValues(DType T, size_t Count, unsigned Round, ValueRange Range,
                        uint64_t Seed, bool HasLeast = false);
/// Element \p I of \p Bytes as text; \p T is not complex.
std::string elementText(DType T, llvm::StringRef Bytes, size_t I);
/// The bytes of an element that is \p Value.
std::string elementOf(DType T, double Value);
/// The bytes of a tensor whose elements are \p Near in turn, beginning with
/// number \p From.
std::string valuesNear(DType T, size_t Count, unsigned From,
                       llvm::ArrayRef<double> Near);
/// The bytes of a constant for a check: positive ones for even seeds, since few
/// variances are negative.
std::string constantValues(DType T, size_t Count, uint64_t Seed);
/// The bytes of an index: numbers from 0 to \p Bound - 1, many of them equal.
/// Every other one is \p Odd, if there is such a number.
std::string indexValues(DType T, size_t Count, int64_t Bound, uint64_t Seed,
                        std::optional<int64_t> Odd = std::nullopt);
/// The largest finite value of a tensor's bytes; 0 for integers.
/// Numbers in \p Except are not counted.
double largestOf(DType T, llvm::StringRef Bytes,
                 llvm::ArrayRef<double> Except = {});
/// Whether all elements are finite, as integers are.
bool areFinite(DType T, llvm::StringRef Bytes);
/// Whether a floating-point number among the elements is whole.
bool hasWhole(DType T, llvm::StringRef Bytes);
/// The distance from 1 to the next number; 0 for integers.
double epsilonOf(DType T);
/// The largest finite number of a floating-point type.
double largestNumberOf(DType T);
/// The same values in another type.
std::string convertValues(llvm::StringRef Bytes, DType From, DType To);

/// Finds out how large the values in a program are: what cancels has errors of
/// that size. A number that fills places, such as -1e9 where a mask says so, is
/// not counted until something is computed with it: it has no error.
class ScaleObserver final : public RunObserver {
public:
  explicit ScaleObserver(TorchBackend &Torch) : Torch(Torch) {}
  bool sharesResults() const override { return true; }
  void after(const RunEvent &Event,
             llvm::function_ref<RunValuePtr()> Value) override;
  double scale() const { return Scale; }
  /// Whether all values were.
  bool isFinite() const { return IsFinite; }

private:
  TorchBackend &Torch;
  double Scale = 0;
  bool IsFinite = true;
  llvm::SmallVector<double, 4> Fills;
};

/// Makes \p M ready, without dead code; weights that no file has are made up.
/// Null, with the reason, where this LibTorch cannot run it.
std::unique_ptr<GraphRunner> prepareCheck(TorchBackend &Torch, GraphModule &M,
                                          std::string &Failure);
/// One run on \p Given; CheckedRun::Written and Epsilon are left to the caller.
CheckedRun runCheck(TorchBackend &Torch, Context &Ctx, GraphRunner &Runner,
                    llvm::ArrayRef<RunValuePtr> Given);
/// What \p Value is, for comparison.
CheckedTensor takeCheckedTensor(TorchBackend &Torch, Context &Ctx,
                                const RunValue &Value, std::string &Failure);

/// What of results is compared besides their elements.
struct CompareScope {
  bool Strides = true;
  bool Memory = true;
};

/// How results differ by more than \p Rule allows; empty when they do not.
/// \p Reference, which may be null, has what \p Left computes in float64.
std::string compareRuns(const CompiledRule &Rule, const CheckedRun &Left,
                        const CheckedRun &Right, const CheckedRun *Reference,
                        CompareScope Scope = {});

/// How gradients of float64 differ where those of \p Left are finite, but for
/// rounding, inside also to \p Epsilon; empty when they do not.
std::string compareGradients(const CheckedTensor &Left,
                             const CheckedTensor &Right, double Epsilon);

/// How the gradients of all inputs differ between two programs, which are run
/// on values of moderate size, on \p Corners, at which functions have corners,
/// and on equal ones; empty when they do not. Counts \p Runs.
std::string compareGradientsOf(TorchBackend &Torch, GraphModule &Left,
                               GraphModule &Right,
                               llvm::ArrayRef<double> Corners, uint64_t Seed,
                               bool IsShort, uint64_t &Runs);

/// The nodes of \p M, for a message.
std::string nodesOnOneLine(const GraphModule &M);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULECHECKER_H
