//===- TensorDataTest.cpp - Elements of tensors ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/TensorData.h"
#include "Weights/FloatFormats.h"
#include "fx/AsmParser/TreeSpec.h"
#include "fx/IR/Context.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace fx;
using namespace llvm;

namespace {
TensorData counting(DType T, ArrayRef<int64_t> Sizes) {
  TensorData D = TensorData::zeros(T, Sizes);
  for (uint64_t I = 0; I != D.numElements(); ++I)
    D.set(I, double(I));
  return D;
}

/// What rounds to or reads \p Format, against LLVM's own arithmetic.
template <typename Format>
void compareFormat(const fltSemantics &Semantics, unsigned Bits) {
  for (uint32_t I = 0; I != 1u << Bits; ++I) {
    double Expected = APFloat(Semantics, APInt(Bits, I)).convertToDouble();
    double Actual = Format::decode(I);
    if (std::isnan(Expected)) {
      EXPECT_TRUE(std::isnan(Actual)) << I;
      continue;
    }
    ASSERT_EQ(Actual, Expected) << I;
    ASSERT_EQ(std::signbit(Actual), std::signbit(Expected)) << I;
    ASSERT_EQ(Format::encode(Actual), I);
    // Halfway to the next, and beside.
    double Next = Format::decode(I + 1);
    if (!std::isfinite(Actual) || !std::isfinite(Next) || I + 1 == 1u << Bits)
      continue;
    double Middle = (Actual + Next) / 2;
    for (double Value : {Middle, std::nextafter(Middle, INFINITY),
                         std::nextafter(Middle, -INFINITY)}) {
      APFloat Wanted(Value);
      bool LosesInfo;
      Wanted.convert(Semantics, APFloat::rmNearestTiesToEven, &LosesInfo);
      ASSERT_EQ(Format::encode(Value), Wanted.bitcastToAPInt().getZExtValue())
          << Value;
    }
  }
}
} // namespace

TEST(FloatFormats, AreWhatLLVMComputes) {
  compareFormat<interop::Half>(APFloat::IEEEhalf(), 16);
  compareFormat<interop::BFloat>(APFloat::BFloat(), 16);
  compareFormat<interop::Float8E5M2>(APFloat::Float8E5M2(), 8);
  compareFormat<interop::Float8E4M3FN>(APFloat::Float8E4M3FN(), 8);
  compareFormat<interop::Float8E5M2FNUZ>(APFloat::Float8E5M2FNUZ(), 8);
  compareFormat<interop::Float8E4M3FNUZ>(APFloat::Float8E4M3FNUZ(), 8);
}

TEST(FloatFormats, KnowWhatIsTooLarge) {
  EXPECT_EQ(interop::Half::encode(65519.99), 0x7bffu);
  EXPECT_EQ(interop::Half::encode(65520), 0x7c00u);
  EXPECT_EQ(interop::Half::encode(-INFINITY), 0xfc00u);
  EXPECT_EQ(interop::Half::encode(NAN), 0x7e00u);
  EXPECT_EQ(interop::BFloat::encode(1e300), 0x7f80u);
  EXPECT_EQ(interop::Half::encode(1e-300), 0u);
  EXPECT_EQ(interop::Half::encode(5e-324), 0u);
  EXPECT_EQ(interop::Float8E4M3FN::encode(463.9), 0x7eu);
  EXPECT_EQ(interop::Float8E4M3FN::encode(1e9), 0x7fu);
  EXPECT_EQ(interop::Float8E4M3FNUZ::encode(1e9), 0x80u);
  EXPECT_EQ(interop::Float8E4M3FNUZ::encode(-0.0), 0u);
  EXPECT_EQ(interop::Float8E8M0FNU::encode(3.0), 129u);
  EXPECT_EQ(interop::Float8E8M0FNU::decode(127), 1.0);
}

TEST(TensorData, KnowsViews) {
  TensorData D = counting(DType::Float32, {3, 4});
  EXPECT_TRUE(D.isContiguous());
  auto Owner = std::make_shared<TensorData>(D);
  Expected<TensorData> Transposed =
      TensorData::view(DType::Float32, {4, 2}, {1, 4}, 4, D.bytes(), Owner);
  ASSERT_TRUE(bool(Transposed));
  EXPECT_FALSE(Transposed->isContiguous());
  EXPECT_EQ(Transposed->toDoubles(),
            (std::vector<double>{4, 8, 5, 9, 6, 10, 7, 11}));
  EXPECT_EQ(Transposed->get(3), 9);
  EXPECT_TRUE(Transposed->contiguous().isIdenticalTo(*Transposed));
  Expected<TensorData> Row =
      TensorData::view(DType::Float32, {4}, {1}, 4, D.bytes(), Owner);
  ASSERT_TRUE(bool(Row));
  EXPECT_TRUE(Row->isContiguous());
  EXPECT_EQ(Row->bytes(), D.bytes().slice(16, 32));
  // What has one place, or none, may have any stride.
  for (auto [Sizes, Strides] :
       std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>>{
           {{1, 4}, {9, 1}}, {{4, 1}, {1, 5}}, {{0, 4}, {3, 2}}, {{}, {}}})
    EXPECT_TRUE(cantFail(TensorData::view(DType::Float32, Sizes, Strides, 0,
                                          D.bytes(), Owner))
                    .isContiguous());
  EXPECT_FALSE(
      cantFail(TensorData::view(DType::Float32, {4}, {2}, 0, D.bytes(), Owner))
          .isContiguous());
  // Writing copies.
  TensorData Copy = D;
  Copy.set(0, 7);
  EXPECT_EQ(D.get(0), 0);
  EXPECT_EQ(Copy.get(0), 7);
  auto Refused = [&](ArrayRef<int64_t> Sizes, ArrayRef<int64_t> Strides,
                     int64_t Offset) {
    Expected<TensorData> V = TensorData::view(DType::Float32, Sizes, Strides,
                                              Offset, D.bytes(), Owner);
    std::string Text = V ? "" : toString(V.takeError());
    return !Text.empty();
  };
  EXPECT_TRUE(Refused({13}, {1}, 0));
  EXPECT_TRUE(Refused({12}, {1}, 1));
  EXPECT_TRUE(Refused({2}, {-1}, 3));
  EXPECT_TRUE(Refused({2}, {INT64_MAX}, 3));
  EXPECT_TRUE(Refused({INT64_MAX, INT64_MAX}, {1, 1}, 0));
  EXPECT_TRUE(Refused({1}, {1}, INT64_MAX));
  EXPECT_FALSE(Refused({0, INT64_MAX}, {1, 1}, 99));
  EXPECT_FALSE(Refused({1 << 20}, {0}, 11));
}

TEST(TensorData, RefusesWhatNoCopyHolds) {
  EXPECT_EQ(elementCount({int64_t(1) << 58}), uint64_t(1) << 58);
  EXPECT_FALSE(elementCount({int64_t(1) << 59}));
  // Eight bytes that are expanded.
  std::string Bytes(8, '\0');
  auto Expand = [&](int64_t Size) {
    return TensorData::view(DType::Float64, {Size}, {0}, 0, Bytes, nullptr);
  };
  Expected<TensorData> Small = Expand(1000);
  ASSERT_TRUE(bool(Small));
  EXPECT_EQ(Small->contiguous().bytes().size(), 8000u);
  for (int Bits : {32, 50, 61}) {
    Expected<TensorData> Large = Expand(int64_t(1) << Bits);
    ASSERT_FALSE(bool(Large)) << Bits;
    consumeError(Large.takeError());
  }
}

#if GTEST_HAS_DEATH_TEST
/// State with too few bytes would be written, and PyTorch would read others.
TEST(TensorDataDeathTest, WrongNumbersOfBytes) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(TensorData::of<double>(DType::Float32, {2}, {1.0, 2.0}),
               "a tensor of 2 elements of torch.float32 has 8 bytes, and 16 "
               "are given");
  EXPECT_DEATH(TensorData::of<float>(DType::Float32, {3}, {1.0f}),
               "a tensor of 3 elements of torch.float32 has 12 bytes, and 4 "
               "are given");
}
#endif

TEST(TensorData, KnowsWhatIsDense) {
  EXPECT_TRUE(isDense({2, 3}, {3, 1}));
  EXPECT_TRUE(isDense({2, 3}, {1, 2}));
  EXPECT_TRUE(isDense({2, 1, 3}, {3, 77, 1}));
  EXPECT_TRUE(isDense({}, {}));
  EXPECT_TRUE(isDense({1}, {5}));
  EXPECT_TRUE(isDense({0, 3}, {9, 1}));
  EXPECT_TRUE(isDense({0, 3}, {9, 2}));
  EXPECT_FALSE(isDense({2, 3}, {4, 1}));
  EXPECT_FALSE(isDense({2, 3}, {0, 1}));
  EXPECT_FALSE(isDense({2, 2}, {1, 1}));
  EXPECT_FALSE(mayOverlap({2, 3}, {1, 2}));
  EXPECT_FALSE(mayOverlap({2, 3}, {4, 1}));
  EXPECT_FALSE(mayOverlap({1, 3}, {0, 1}));
  EXPECT_FALSE(mayOverlap({2, 0}, {0, 0}));
  EXPECT_TRUE(mayOverlap({2, 3}, {0, 1}));
  EXPECT_TRUE(mayOverlap({3, 2}, {1, 2}));
  EXPECT_FALSE(mayOverlap({2, 2}, {1, 2}));
}

// What torch.empty_like of such a tensor has.
TEST(TensorData, KnowsStridesOfCopies) {
  using Strides = SmallVector<int64_t, 6>;
  EXPECT_EQ(denseStrides({4, 3}, {1, 8}), (Strides{1, 4}));
  EXPECT_EQ(denseStrides({2, 3}, {8, 2}), (Strides{3, 1}));
  EXPECT_EQ(denseStrides({3, 4}, {0, 1}), (Strides{4, 1}));
  EXPECT_EQ(denseStrides({3, 4}, {1, 0}), (Strides{4, 1}));
  EXPECT_EQ(denseStrides({5}, {3}), (Strides{1}));
  EXPECT_EQ(denseStrides({2, 3, 4, 5}, {120, 2, 30, 6}),
            (Strides{60, 1, 15, 3}));
  EXPECT_EQ(denseStrides({2, 3}, {1, 1}), (Strides{1, 2}));
  EXPECT_EQ(denseStrides({3, 2}, {1, 1}), (Strides{2, 1}));
  EXPECT_EQ(denseStrides({2, 1, 3}, {3, 77, 1}), (Strides{3, 77, 1}));
}

TEST(TensorData, KeepsLayouts) {
  TensorData D = counting(DType::Float32, {2, 3});
  auto Owner = std::make_shared<TensorData>(D);
  TensorData Columns = cantFail(
      TensorData::view(DType::Float32, {3, 2}, {1, 3}, 0, D.bytes(), Owner));
  std::vector<double> Values = {0, 3, 1, 4, 2, 5},
                      Doubled = {0, 6, 2, 8, 4, 10};
  SmallVector<int64_t, 6> Dense = {1, 3};
  TensorData Wide = Columns.to(DType::Float64);
  EXPECT_EQ(Wide.strides(), ArrayRef<int64_t>(Dense));
  EXPECT_EQ(Wide.toDoubles(), Values);
  TensorData Twice = Columns.map([](double V) { return 2 * V; });
  EXPECT_EQ(Twice.strides(), ArrayRef<int64_t>(Dense));
  EXPECT_EQ(Twice.toDoubles(), Doubled);
  TensorData Sum = cantFail(TensorData::zip(
      Columns, Columns, [](double A, double B) { return A + B; }));
  EXPECT_EQ(Sum.strides(), ArrayRef<int64_t>(Dense));
  EXPECT_EQ(Sum.toDoubles(), Doubled);
  TensorData Changed = Columns;
  Changed.set(1, 9);
  EXPECT_EQ(Changed.strides(), ArrayRef<int64_t>(Dense));
  EXPECT_EQ(Changed.toDoubles(), (std::vector<double>{0, 9, 1, 4, 2, 5}));
  EXPECT_EQ(Columns.toDoubles(), Values);

  // Views: gaps go where something is computed, and stay where it is not.
  TensorData Slice =
      cantFail(TensorData::view(DType::Float32, {2}, {2}, 1, D.bytes(), Owner));
  EXPECT_EQ(Slice.storageOffset(), 1);
  EXPECT_EQ(Slice.storage().size(), 24u);
  EXPECT_EQ(Slice.toDoubles(), (std::vector<double>{1, 3}));
  TensorData Negative = Slice.map([](double V) { return -V; });
  EXPECT_EQ(Negative.strides()[0], 1);
  EXPECT_EQ(Negative.storageOffset(), 0);
  EXPECT_EQ(Negative.toDoubles(), (std::vector<double>{-1, -3}));
  TensorData Compact = Slice.compact();
  EXPECT_EQ(Compact.strides()[0], 2);
  EXPECT_EQ(Compact.storageOffset(), 0);
  EXPECT_EQ(Compact.storage(),
            StringRef("\0\0\x80\x3f\0\0\0\0\0\0\x40\x40", 12));
  EXPECT_TRUE(Compact.isIdenticalTo(Slice));
  Slice.set(0, 7);
  EXPECT_EQ(Slice.toDoubles(), (std::vector<double>{7, 3}));
  EXPECT_EQ(D.get(1), 1);

  // Elements that share a place get places of their own when one is set.
  TensorData Row = cantFail(
      TensorData::view(DType::Float32, {2, 3}, {0, 1}, 3, D.bytes(), Owner));
  EXPECT_EQ(Row.compactSize(), 12u);
  EXPECT_EQ(Row.compact().strides(), Row.strides());
  TensorData Rows = Row;
  Rows.set(4, 8);
  EXPECT_TRUE(Rows.isContiguous());
  EXPECT_EQ(Rows.toDoubles(), (std::vector<double>{3, 4, 5, 3, 8, 5}));
}

TEST(TensorData, ChangesStrides) {
  TensorData D = counting(DType::Int16, {2, 3});
  TensorData Columns = cantFail(D.withStrides({1, 2}));
  EXPECT_EQ(Columns.toDoubles(), D.toDoubles());
  EXPECT_EQ(Columns.storage(), StringRef("\0\0\3\0\1\0\4\0\2\0\5\0", 12));
  TensorData Apart = cantFail(D.withStrides({4, 1}));
  EXPECT_EQ(Apart.toDoubles(), D.toDoubles());
  EXPECT_EQ(Apart.storage().size(), 14u);
  EXPECT_EQ(cantFail(Apart.withStrides({3, 1})).storage(), D.storage());
  Context Ctx;
  EXPECT_TRUE(Apart.type(Ctx).elements()[2] ==
              Argument::tuple({int64_t(4), int64_t(1)}));
  using Strides = SmallVector<int64_t, 6>;
  for (const Strides &Bad : {Strides{0, 1}, Strides{1, 1}, Strides{-3, 1},
                             Strides{1}, Strides{INT64_MAX, 1}}) {
    Expected<TensorData> R = D.withStrides(Bad);
    EXPECT_FALSE(bool(R));
    consumeError(R.takeError());
  }
  EXPECT_EQ(TensorData::zeros(DType::Int16, {0, 3})
                .withStrides({1, 7})
                ->storage()
                .size(),
            0u);
}

TEST(TensorData, Converts) {
  TensorData D =
      TensorData::of<double>(DType::Float64, {4}, {1.5, -2.75, 1e10, 0.1});
  EXPECT_EQ(D.to(DType::Int8).toDoubles(),
            (std::vector<double>{1, -2, 127, 0}));
  EXPECT_EQ(D.to(DType::Bool).toDoubles(), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(D.to(DType::Float32).get(3), double(0.1f));
  // Rounding twice would give the even neighbor.
  double Tie = 1 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(
      TensorData::full(DType::Float64, {1}, Tie).to(DType::Float16).get(0),
      1 + 0x1p-10);
  TensorData Wide = TensorData::of<int64_t>(DType::Int64, {1}, {INT64_MAX});
  EXPECT_EQ(Wide.to(DType::UInt64).elements<uint64_t>()[0],
            uint64_t(INT64_MAX));
  EXPECT_EQ(D.to(DType::Complex64).to(DType::Float32).get(0), 1.5);
}

TEST(TensorData, Computes) {
  TensorData W = counting(DType::BFloat16, {2, 3});
  TensorData Scale = TensorData::of<float>(DType::Float32, {2, 1}, {2, 3});
  Expected<TensorData> Scaled =
      TensorData::zip(W, Scale, [](double A, double B) { return A * B; });
  ASSERT_TRUE(bool(Scaled));
  EXPECT_EQ(Scaled->dtype(), DType::BFloat16);
  EXPECT_EQ(Scaled->toDoubles(), (std::vector<double>{0, 2, 4, 9, 12, 15}));
  EXPECT_EQ(W.map([](double V) { return -V; }).get(5), -5);
  Expected<TensorData> Row = W.reshape({3, -1});
  ASSERT_TRUE(bool(Row));
  EXPECT_EQ(Row->sizes(), (ArrayRef<int64_t>{3, 2}));
  Expected<TensorData> Misfit =
      TensorData::zip(W, *Row, [](double A, double) { return A; });
  EXPECT_EQ(toString(Misfit.takeError()),
            "sizes (3, 2) do not expand to (2, 3)");
  Expected<TensorData> NoShape = W.reshape({4, -1});
  EXPECT_EQ(toString(NoShape.takeError()),
            "6 elements cannot have sizes (4, -1)");
  Context Ctx;
  EXPECT_EQ(W.type(Ctx),
            Argument::tensorType(DType::BFloat16, Argument::tuple({2, 3}),
                                 Argument::tuple({3, 1}),
                                 Argument::device(Ctx.intern("cpu"))));
}

TEST(TreeSpec, ReadsWritesAndEdits) {
  StringRef Text =
      "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", "
      "\"children_spec\": [{\"type\": null, \"context\": null, "
      "\"children_spec\": []}, {\"type\": \"builtins.dict\", \"context\": "
      "\"[\\\"b\\\", \\\"a\\\"]\", \"children_spec\": [{\"type\": null, "
      "\"context\": null, \"children_spec\": []}, {\"type\": null, "
      "\"context\": null, \"children_spec\": []}]}]}]";
  Expected<TreeSpec> Tree = TreeSpec::parse(Text);
  ASSERT_TRUE(bool(Tree));
  EXPECT_EQ(Tree->str(), Text);
  EXPECT_EQ(Tree->numLeaves(), 3u);
  EXPECT_EQ(Tree->pathTo(2), (SmallVector<unsigned, 4>{1, 1}));
  EXPECT_TRUE(Tree->pathTo(3).empty());
  EXPECT_TRUE(Tree->removeLeaf(1));
  EXPECT_EQ(Tree->Children[1].Context, "\"[\\\"a\\\"]\"");
  EXPECT_TRUE(Tree->addLeaf());
  EXPECT_EQ(Tree->numLeaves(), 3u);
  Tree->Children[1].Type = "my.Pair";
  EXPECT_FALSE(Tree->removeLeaf(1));
  EXPECT_FALSE(Tree->Children[1].addLeaf());
  std::string Deep = "[1, ";
  for (unsigned I = 0; I != 500; ++I)
    Deep += "{\"type\": \"builtins.tuple\", \"children_spec\": [";
  for (StringRef Bad : {StringRef("{}"), StringRef("[2, {}]"), StringRef("[1]"),
                        StringRef("[1, {}, 3]"), StringRef(Deep)}) {
    Expected<TreeSpec> None = TreeSpec::parse(Bad);
    EXPECT_FALSE(bool(None)) << Bad.str();
    consumeError(None.takeError());
  }
}
