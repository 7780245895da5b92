//===- AlignmentSequences.cpp - Lists of numbers in common ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignmentSequences.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

std::vector<uint32_t> fx::longestAscending(ArrayRef<uint32_t> Values) {
  // Patience sorting: on top of pile L is the least value that an ascending
  // subsequence of L + 1 values can end with.
  std::vector<uint32_t> Top, Before(Values.size());
  for (uint32_t I = 0; I != Values.size(); ++I) {
    auto Pile =
        partition_point(Top, [&](uint32_t P) { return Values[P] < Values[I]; });
    Before[I] = Pile == Top.begin() ? ~0u : *(Pile - 1);
    if (Pile == Top.end())
      Top.push_back(I);
    else
      *Pile = I;
  }
  std::vector<uint32_t> Places(Top.size());
  uint32_t At = Top.empty() ? ~0u : Top.back();
  for (size_t I = Places.size(); I-- != 0; At = Before[At])
    Places[I] = At;
  return Places;
}

namespace {

/// A half-open range of each list.
struct Stretch {
  uint32_t A, AEnd, B, BEnd;
};

class Subsequence {
public:
  Subsequence(ArrayRef<uint64_t> A, ArrayRef<uint64_t> B) : A(A), B(B) {}
  PlacePairs run();

private:
  /// Edits that one search looks at; what it stores is their square.
  static constexpr int MaxEdits = 1024;
  /// Of a search that did not come to the end, the last quarter of the path
  /// might have gone elsewhere with more in sight.
  static constexpr int KeptEdits = MaxEdits / 4 * 3;

  void add(uint32_t X, uint32_t Y) { Pairs.push_back({X, Y}); }
  void trim(Stretch &S);
  PlacePairs anchors(const Stretch &S) const;
  void search(Stretch S);
  bool searchPiece(Stretch &S);
  bool follow(const Stretch &S, int Edits, int Diagonal, int Kept, int &X,
              int &Y);
  /// How far the path of so many edits goes on a diagonal.
  int reach(int Edits, int Diagonal) const {
    return Diagonal < -Edits || Diagonal > Edits
               ? -1
               : Trace[size_t(Edits) * Edits + Edits + Diagonal];
  }
  bool stepsDown(int Edits, int Diagonal) const {
    return Diagonal == -Edits ||
           (Diagonal != Edits &&
            reach(Edits - 1, Diagonal - 1) < reach(Edits - 1, Diagonal + 1));
  }

  ArrayRef<uint64_t> A, B;
  PlacePairs Pairs;
  /// Rows of 1, 3, 5, ... diagonals, one after the other.
  std::vector<int> Trace;
};

} // namespace

void Subsequence::trim(Stretch &S) {
  while (S.A != S.AEnd && S.B != S.BEnd && A[S.A] == B[S.B])
    add(S.A++, S.B++);
  while (S.A != S.AEnd && S.B != S.BEnd && A[S.AEnd - 1] == B[S.BEnd - 1])
    add(--S.AEnd, --S.BEnd);
}

/// What occurs once on each side, as much of it as is in order.
PlacePairs Subsequence::anchors(const Stretch &S) const {
  struct Count {
    uint32_t A = 0, B = 0, Place = 0;
  };
  DenseMap<uint64_t, Count> Counts;
  // The two greatest numbers are not for keys.
  auto Key = [](uint64_t Token) { return Token >> 1; };
  for (uint32_t I = S.A; I != S.AEnd; ++I)
    ++Counts[Key(A[I])].A;
  for (uint32_t I = S.B; I != S.BEnd; ++I) {
    Count &C = Counts[Key(B[I])];
    ++C.B;
    C.Place = I;
  }
  PlacePairs Unique;
  std::vector<uint32_t> Places;
  for (uint32_t I = S.A; I != S.AEnd; ++I) {
    const Count &C = Counts[Key(A[I])];
    if (C.A != 1 || C.B != 1 || A[I] != B[C.Place])
      continue;
    Unique.push_back({I, C.Place});
    Places.push_back(C.Place);
  }
  PlacePairs Result;
  for (uint32_t I : longestAscending(Places))
    Result.push_back(Unique[I]);
  return Result;
}

/// Walks the path of \p Edits edits that ends on \p Diagonal back to its
/// beginning, takes the pairs of its first \p Kept edits, and says where those
/// end.
bool Subsequence::follow(const Stretch &S, int Edits, int Diagonal, int Kept,
                         int &EndX, int &EndY) {
  int X = reach(Edits, Diagonal), Y = X - Diagonal;
  EndX = X;
  EndY = Y;
  for (; Edits >= 0; --Edits) {
    if (Edits == Kept) {
      EndX = X;
      EndY = Y;
    }
    int PreviousX = 0, PreviousY = 0;
    if (Edits) {
      int From = stepsDown(Edits, X - Y) ? X - Y + 1 : X - Y - 1;
      PreviousX = reach(Edits - 1, From);
      PreviousY = PreviousX - From;
    }
    while (X > PreviousX && Y > PreviousY) {
      --X;
      --Y;
      if (Edits <= Kept)
        add(S.A + X, S.B + Y);
    }
    X = PreviousX;
    Y = PreviousY;
  }
  return EndX || EndY;
}

/// Myers, "An O(ND) difference algorithm": the furthest reaching path of each
/// diagonal for 0, 1, 2, ... edits. Takes what it found off \p S; returns
/// whether anything is left.
bool Subsequence::searchPiece(Stretch &S) {
  int N = S.AEnd - S.A, M = S.BEnd - S.B, X, Y;
  Trace.clear();
  for (int Edits = 0; Edits <= MaxEdits; ++Edits) {
    size_t Row = Trace.size();
    Trace.resize(Row + 2 * Edits + 1, -1);
    for (int K = -Edits; K <= Edits; K += 2) {
      if (K > N || K < -M)
        continue;
      if (!Edits)
        X = 0;
      else if (stepsDown(Edits, K))
        X = reach(Edits - 1, K + 1);
      else if ((X = reach(Edits - 1, K - 1)) >= 0)
        ++X;
      Y = X - K;
      if (X < 0 || Y < 0 || X > N || Y > M)
        continue;
      while (X != N && Y != M && A[S.A + X] == B[S.B + Y]) {
        ++X;
        ++Y;
      }
      Trace[Row + Edits + K] = X;
      if (X == N && Y == M) {
        follow(S, Edits, K, Edits, X, Y);
        return false;
      }
    }
  }
  int Best = -MaxEdits, Sum = -1;
  for (int K = -MaxEdits; K <= MaxEdits; K += 2)
    if (int Reach = reach(MaxEdits, K); Reach >= 0 && 2 * Reach - K > Sum) {
      Best = K;
      Sum = 2 * Reach - K;
    }
  if (Sum < 0 || !follow(S, MaxEdits, Best, KeptEdits, X, Y))
    return false;
  S.A += X;
  S.B += Y;
  return true;
}

void Subsequence::search(Stretch S) {
  trim(S);
  while (S.A != S.AEnd && S.B != S.BEnd && searchPiece(S))
    ;
}

PlacePairs Subsequence::run() {
  Stretch All{0, uint32_t(A.size()), 0, uint32_t(B.size())};
  trim(All);
  // A short stretch needs no help.
  constexpr uint32_t MaxShort = 64;
  bool IsShort = All.AEnd - All.A + (All.BEnd - All.B) <= MaxShort;
  Stretch Gap{All.A, All.A, All.B, All.B};
  for (auto [X, Y] : IsShort ? PlacePairs() : anchors(All)) {
    Gap.AEnd = X;
    Gap.BEnd = Y;
    search(Gap);
    add(X, Y);
    Gap = {X + 1, X + 1, Y + 1, Y + 1};
  }
  Gap.AEnd = All.AEnd;
  Gap.BEnd = All.BEnd;
  search(Gap);
  llvm::sort(Pairs);
  return std::move(Pairs);
}

PlacePairs fx::commonSubsequence(ArrayRef<uint64_t> A, ArrayRef<uint64_t> B) {
  return Subsequence(A, B).run();
}
