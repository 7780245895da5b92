//===- PlaceMaps.h - Where the elements of results come from ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that only move elements, on tensors whose ranks are numbers and
// whose sizes are not known. What depends on sizes is decided by cases: a
// computation is repeated for each way to decide.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_PLACEMAPS_H
#define FX_LIB_REWRITE_PLACEMAPS_H

#include "Affine.h"
#include "fx/IR/Argument.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <functional>
#include <memory>
#include <string>

namespace fx::rewrite {

class Cases;

/// Where an element comes from.
struct PlaceSource {
  static constexpr int Fill = -1;
  int Input = Fill;
  /// The index, or one number in row-major order. Of a Fill: its value.
  std::vector<Poly> At;
  bool IsLinear = false;
};

struct PlaceTensor {
  std::vector<Poly> Sizes;
  std::function<PlaceSource(Cases &, llvm::ArrayRef<Poly>)> At;
  /// Where elements in row-major order come from; empty: from At.
  std::function<PlaceSource(Cases &, const Poly &)> AtLinear;

  size_t rank() const { return Sizes.size(); }
  Poly numel() const;
  PlaceSource element(Cases &C, llvm::ArrayRef<Poly> Index) const;
  PlaceSource linear(Cases &C, const Poly &Number) const;
  Poly numberOf(llvm::ArrayRef<Poly> Index) const;
};

/// What names, constants and results of a rule stand for.
struct PlaceValue {
  enum ValueKind : uint8_t {
    NotGiven,
    Int,
    Truth, ///< True or false.
    List,
    Tensor,
    Constant, ///< Anything else that is known.
    Invalid,  ///< There is no such value, so that the rule is not applied.
    Unknown   ///< Whatever it is, nothing here depends on it.
  };
  ValueKind Kind = NotGiven;
  Poly Number;
  /// For an Int that is a dimension: of how many. It may stand for Number or
  /// for Number - OfRank, as it was written.
  std::shared_ptr<std::pair<int64_t, std::optional<bool>>> OfRank;
  bool IsTrue = false;
  std::vector<PlaceValue> Items;
  std::shared_ptr<const PlaceTensor> T;
  Argument Value;

  static PlaceValue integer(Poly P) {
    PlaceValue V;
    V.Kind = Int;
    V.Number = std::move(P);
    return V;
  }
  static PlaceValue truth(bool B) {
    PlaceValue V;
    V.Kind = Truth;
    V.IsTrue = B;
    return V;
  }
  static PlaceValue list(std::vector<PlaceValue> Items) {
    PlaceValue V;
    V.Kind = List;
    V.Items = std::move(Items);
    return V;
  }
  static PlaceValue tensor(PlaceTensor T) {
    PlaceValue V;
    V.Kind = Tensor;
    V.T = std::make_shared<PlaceTensor>(std::move(T));
    return V;
  }
  static PlaceValue unknown() {
    PlaceValue V;
    V.Kind = Unknown;
    return V;
  }
  static PlaceValue of(const Argument &A);
};

/// One way through all decisions. Functions go on with anything once ended()
/// is true.
class Cases {
public:
  static constexpr unsigned MaxRank = 5;
  /// Items of lists of tensors.
  static constexpr unsigned MaxItems = 3;

  /// The next way; false when there was none.
  bool next();
  unsigned choose(unsigned Count);
  /// Whether \p P is 0 or more: known, or one of two cases.
  bool isNonNegative(const Poly &P);
  bool isZero(const Poly &P);
  bool isLess(const Poly &A, const Poly &B) {
    return isNonNegative(B - A - Poly(1));
  }
  /// What the pattern needs to be computed is true where the rule matches; what
  /// the result needs must follow.
  void require(const Poly &P, const llvm::Twine &Else);
  void requireZero(const Poly &P, const llvm::Twine &Else);
  /// The pattern does not get here, or the result fails.
  void undefined(const llvm::Twine &Why);
  /// Nothing can be said.
  void giveUp(const llvm::Twine &Why);
  /// Nothing is to be shown in this case.
  void leave() { Left = true; }

  bool ended() const { return Left || !Why.empty(); }
  const std::string &why() const { return Why; }

  /// The place in a dimension of \p Size from which place \p At of one of \p To
  /// comes, to which it is expanded: 0 where \p Size is 1, else \p At.
  Poly broadcast(const Poly &At, const Poly &Size, const Poly &To);

  Facts Known;
  /// From now on the result is computed, not the pattern.
  bool IsResult = false;

private:
  struct Broadcast {
    Poly At, Size, Value;
  };
  std::vector<Broadcast> Broadcasts;
  std::vector<std::pair<unsigned, unsigned>> Trail;
  size_t At = 0;
  bool Left = false, Started = false;
  std::string Why;
};

/// What an argument of an operator is.
enum class PlaceParam : uint8_t {
  Tensor,
  Tensors, ///< That are joined.
  Values,  ///< Values of any kind, not joined.
  Dim,
  NewDim, ///< A dimension of the result, which has one more.
  Dims,
  DimOrDims,
  Order, ///< A permutation.
  Number,
  Item,  ///< The place of an item of the first argument.
  Bound, ///< A number or nothing.
  Sizes, ///< Sizes of a result; one may be -1.
  Parts, ///< Numbers of which no one is negative, or one number.
  Numbers,
  Other ///< Does not matter.
};

struct PlaceOp {
  struct Param {
    llvm::StringLiteral Name;
    PlaceParam Kind;
    /// What is taken where nothing is given: a number, `None`, or empty for
    /// what must be.
    llvm::StringLiteral Default = "";
  };
  llvm::StringLiteral Name;
  std::vector<Param> Params;
  PlaceValue (*Apply)(Cases &, llvm::ArrayRef<PlaceValue>);
};

/// The operator \p Name, or null where it does more than move elements.
const PlaceOp *lookupPlaceOp(llvm::StringRef Name);

/// A value for an argument that may be anything. \p First is the first
/// argument.
PlaceValue anyArgument(Cases &C, PlaceParam Kind, const PlaceValue &First);
/// A tensor of rank \p Rank whose elements are those of input \p Number.
PlaceValue anyTensor(Cases &C, unsigned Rank, int Number);

/// The number of an Int where it is known, a dimension counted from the front.
std::optional<int64_t> knownNumber(const PlaceValue &V);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_PLACEMAPS_H
