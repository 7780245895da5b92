//===- LineDiff.cpp - The difference of two texts -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patience diff: lines that occur once in both texts and are in the same
// order are anchors; between anchors, equal lines at both ends match, and what
// is left is compared by Myers' greedy algorithm where that is cheap.
//
//===----------------------------------------------------------------------===//

#include "fx/Support/LineDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace fx;
using namespace llvm;

namespace {

/// Most edits that Myers' algorithm looks for between two anchors.
constexpr int MaxEdits = 256;

/// A half-open range of lines in each text.
struct Span {
  size_t A, AEnd, B, BEnd;
};

class LineDiff {
public:
  LineDiff(StringRef Before, StringRef After);
  void print(raw_ostream &OS, bool Colors, unsigned Context,
             size_t Columns) const;

private:
  static std::vector<StringRef> linesOf(StringRef Text);
  void match(size_t A, size_t B) { Partner[A] = B; }
  void trim(Span &S);
  void matchSpan(Span S);
  std::vector<std::pair<size_t, size_t>> anchors(const Span &S) const;
  void matchMyers(const Span &S);
  void printHunk(raw_ostream &OS, bool Colors, const Span &S,
                 size_t Columns) const;
  size_t differenceOf(size_t I, size_t J) const;

  std::vector<StringRef> A, B;
  /// Class of each line: equal lines have equal numbers.
  std::vector<unsigned> ClassA, ClassB;
  /// The line of B that a line of A matches, or npos.
  static constexpr size_t None = ~size_t(0);
  std::vector<size_t> Partner;
};

} // namespace

std::vector<StringRef> LineDiff::linesOf(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Lines.push_back(Line);
    Text = Rest;
  }
  return Lines;
}

LineDiff::LineDiff(StringRef Before, StringRef After)
    : A(linesOf(Before)), B(linesOf(After)), Partner(A.size(), None) {
  DenseMap<StringRef, unsigned> Classes;
  auto Classify = [&](ArrayRef<StringRef> Lines, std::vector<unsigned> &Out) {
    for (StringRef Line : Lines)
      Out.push_back(Classes.try_emplace(Line, Classes.size()).first->second);
  };
  Classify(A, ClassA);
  Classify(B, ClassB);

  Span All{0, A.size(), 0, B.size()};
  trim(All);
  Span Gap{All.A, All.A, All.B, All.B};
  for (auto [LineA, LineB] : anchors(All)) {
    Gap.AEnd = LineA;
    Gap.BEnd = LineB;
    matchSpan(Gap);
    match(LineA, LineB);
    Gap = {LineA + 1, LineA + 1, LineB + 1, LineB + 1};
  }
  Gap.AEnd = All.AEnd;
  Gap.BEnd = All.BEnd;
  matchSpan(Gap);
}

/// Matches equal lines at both ends of \p S and takes them off it.
void LineDiff::trim(Span &S) {
  while (S.A != S.AEnd && S.B != S.BEnd && ClassA[S.A] == ClassB[S.B])
    match(S.A++, S.B++);
  while (S.A != S.AEnd && S.B != S.BEnd &&
         ClassA[S.AEnd - 1] == ClassB[S.BEnd - 1])
    match(--S.AEnd, --S.BEnd);
}

/// The lines that occur once on each side of \p S, as many as keep their
/// order.
std::vector<std::pair<size_t, size_t>> LineDiff::anchors(const Span &S) const {
  struct Place {
    unsigned CountA = 0, CountB = 0;
    size_t B = 0;
  };
  DenseMap<unsigned, Place> Places;
  for (size_t I = S.A; I != S.AEnd; ++I)
    ++Places[ClassA[I]].CountA;
  for (size_t I = S.B; I != S.BEnd; ++I) {
    Place &P = Places[ClassB[I]];
    ++P.CountB;
    P.B = I;
  }
  // The longest increasing subsequence, by patience sorting.
  struct Card {
    size_t A, B, Previous;
  };
  std::vector<Card> Cards;
  std::vector<size_t> Piles;
  for (size_t I = S.A; I != S.AEnd; ++I) {
    const Place &P = Places[ClassA[I]];
    if (P.CountA != 1 || P.CountB != 1)
      continue;
    auto Pile = partition_point(
        Piles, [&](size_t Card) { return Cards[Card].B < P.B; });
    Cards.push_back({I, P.B, Pile == Piles.begin() ? None : *(Pile - 1)});
    if (Pile == Piles.end())
      Piles.push_back(Cards.size() - 1);
    else
      *Pile = Cards.size() - 1;
  }
  std::vector<std::pair<size_t, size_t>> Anchors;
  for (size_t I = Piles.empty() ? None : Piles.back(); I != None;
       I = Cards[I].Previous)
    Anchors.push_back({Cards[I].A, Cards[I].B});
  std::reverse(Anchors.begin(), Anchors.end());
  return Anchors;
}

void LineDiff::matchSpan(Span S) {
  trim(S);
  if (S.A != S.AEnd && S.B != S.BEnd)
    matchMyers(S);
}

/// Myers, "An O(ND) difference algorithm": the furthest reaching path of every
/// diagonal for 0, 1, 2, ... edits. Gives up beyond MaxEdits: then everything
/// in the span is replaced.
void LineDiff::matchMyers(const Span &S) {
  int N = S.AEnd - S.A, M = S.BEnd - S.B;
  int Max = std::min<int64_t>(int64_t(N) + M, MaxEdits);
  std::vector<std::vector<int>> Trace;
  std::vector<int> Reach(2 * Max + 3, 0);
  auto At = [&](std::vector<int> &V, int Diagonal) -> int & {
    return V[Diagonal + Max + 1];
  };
  int Found = -1;
  for (int Edits = 0; Edits <= Max && Found < 0; ++Edits) {
    Trace.push_back(Reach);
    for (int K = -Edits; K <= Edits; K += 2) {
      bool Down =
          K == -Edits || (K != Edits && At(Reach, K - 1) < At(Reach, K + 1));
      int X = Down ? At(Reach, K + 1) : At(Reach, K - 1) + 1;
      int Y = X - K;
      while (X < N && Y < M && X >= 0 && Y >= 0 &&
             ClassA[S.A + X] == ClassB[S.B + Y]) {
        ++X;
        ++Y;
      }
      At(Reach, K) = X;
      if (X >= N && Y >= M) {
        Found = Edits;
        break;
      }
    }
  }
  if (Found < 0)
    return;
  int X = N, Y = M;
  for (int Edits = Found; Edits >= 0; --Edits) {
    std::vector<int> &V = Trace[Edits];
    int K = X - Y;
    bool Down = K == -Edits || (K != Edits && At(V, K - 1) < At(V, K + 1));
    int PreviousK = Down ? K + 1 : K - 1;
    int PreviousX = Edits ? At(V, PreviousK) : 0;
    int PreviousY = Edits ? PreviousX - PreviousK : 0;
    while (X > PreviousX && Y > PreviousY &&
           ClassA[S.A + X - 1] == ClassB[S.B + Y - 1]) {
      --X;
      --Y;
      match(S.A + X, S.B + Y);
    }
    X = PreviousX;
    Y = PreviousY;
  }
}

/// Writes \p Text, and no more of it than \p Columns: its beginning, and what
/// is around \p Place, which is where another line differs.
static void writeCut(raw_ostream &OS, StringRef Text, size_t Columns,
                     size_t Place) {
  constexpr StringLiteral Gap = " ... ";
  if (!Columns || Text.size() <= Columns) {
    OS << Text;
    return;
  }
  // No character is cut in two.
  auto Boundary = [&](size_t At) {
    while (At && At < Text.size() && (uint8_t(Text[At]) & 0xc0) == 0x80)
      --At;
    return At;
  };
  constexpr size_t Before = 20;
  size_t Head = Columns / 3;
  if (Place < Columns - Before) {
    OS << Text.take_front(Boundary(Columns - Gap.size())) << Gap.rtrim();
    return;
  }
  size_t Begin = Boundary(Place - Before);
  StringRef Middle = Text.substr(Begin);
  size_t Room = Columns - Head - 2 * Gap.size();
  OS << Text.take_front(Boundary(Head)) << Gap;
  if (Middle.size() <= Room)
    OS << Middle;
  else
    OS << Text.slice(Begin, Boundary(Begin + Room)) << Gap.rtrim();
}

/// Where line \p I of A and line \p J of B, one in the place of the other,
/// begin to differ.
size_t LineDiff::differenceOf(size_t I, size_t J) const {
  return std::mismatch(A[I].begin(), A[I].end(), B[J].begin(), B[J].end())
             .first -
         A[I].begin();
}

void LineDiff::printHunk(raw_ostream &OS, bool Colors, const Span &S,
                         size_t Columns) const {
  auto Line = [&](char Mark, StringRef Text, raw_ostream::Colors Color,
                  size_t Place) {
    if (Colors && Mark != ' ')
      OS.changeColor(Color);
    OS << Mark;
    writeCut(OS, Text, Columns, Place);
    if (Colors && Mark != ' ')
      OS.resetColor();
    OS << '\n';
  };
  OS << "@@ -" << S.A + 1 << ',' << S.AEnd - S.A << " +" << S.B + 1 << ','
     << S.BEnd - S.B << " @@\n";
  size_t J = S.B;
  for (size_t I = S.A; I != S.AEnd || J != S.BEnd;) {
    if (I != S.AEnd && Partner[I] == J) {
      Line(' ', A[I++], raw_ostream::SAVEDCOLOR, 0);
      ++J;
      continue;
    }
    // The first line that goes is one with the first that comes, and so on.
    size_t EndA = I, EndB = J;
    while (EndA != S.AEnd && Partner[EndA] == None)
      ++EndA;
    while (EndB != S.BEnd && !(EndA != S.AEnd && Partner[EndA] == EndB))
      ++EndB;
    auto PlaceOf = [&](size_t K) {
      return I + K < EndA && J + K < EndB ? differenceOf(I + K, J + K) : 0;
    };
    for (size_t K = 0; I + K != EndA; ++K)
      Line('-', A[I + K], raw_ostream::RED, PlaceOf(K));
    for (size_t K = 0; J + K != EndB; ++K)
      Line('+', B[J + K], raw_ostream::GREEN, PlaceOf(K));
    I = EndA;
    J = EndB;
  }
}

void LineDiff::print(raw_ostream &OS, bool Colors, unsigned Context,
                     size_t Columns) const {
  // Changes as spans; those whose context touches become one hunk.
  std::vector<Span> Hunks;
  size_t I = 0, J = 0;
  while (I != A.size() || J != B.size()) {
    if (I != A.size() && Partner[I] == J) {
      ++I;
      ++J;
      continue;
    }
    Span S{I, I, J, J};
    while (S.AEnd != A.size() && Partner[S.AEnd] == None)
      ++S.AEnd;
    S.BEnd = S.AEnd == A.size() ? B.size() : Partner[S.AEnd];
    I = S.AEnd;
    J = S.BEnd;
    if (!Hunks.empty() && S.A - Hunks.back().AEnd <= 2 * size_t(Context)) {
      Hunks.back().AEnd = S.AEnd;
      Hunks.back().BEnd = S.BEnd;
    } else {
      Hunks.push_back(S);
    }
  }
  for (Span S : Hunks) {
    size_t Front = std::min<size_t>({Context, S.A, S.B});
    size_t Back =
        std::min<size_t>({Context, A.size() - S.AEnd, B.size() - S.BEnd});
    printHunk(OS, Colors,
              {S.A - Front, S.AEnd + Back, S.B - Front, S.BEnd + Back},
              Columns);
  }
}

void fx::printLineDiff(StringRef Before, StringRef After, raw_ostream &OS,
                       bool Colors, unsigned Context, size_t Columns) {
  LineDiff(Before, After).print(OS, Colors, Context, Columns);
}
