//===- ModuleCosts.cpp - What each module costs ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/ModuleCosts.h"
#include "fx/Analysis/CostAnalysis.h"
#include "fx/Analysis/ModulePaths.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cmath>

using namespace fx;
using namespace llvm;

namespace {
/// The rows of a table that grows.
class CostTable {
public:
  explicit CostTable(unsigned Levels) : Levels(Levels) {}

  /// Calls \p Fn for the row of \p Path and those around it.
  void forEachAround(StringRef Path, function_ref<void(ModuleCost &)> Fn) {
    Fn(row(""));
    unsigned Level = 0;
    for (size_t At = 0; At < Path.size() && Level != Levels; ++Level) {
      size_t End = std::min(Path.find('.', At), Path.size());
      Fn(row(Path.take_front(End)));
      At = End + 1;
    }
  }

  std::vector<ModuleCost> Rows;

private:
  ModuleCost &row(StringRef Path) {
    auto [It, New] = Places.try_emplace(Path, Rows.size());
    if (New)
      Rows.emplace_back().Path = Path.str();
    return Rows[It->second];
  }

  unsigned Levels;
  StringMap<size_t> Places;
};
} // namespace

/// A tensor of a known type.
static void addTensor(ModuleCost &Row, const TensorAttr &T, double Bytes) {
  std::optional<SmallVector<int64_t, 6>> Sizes = T.tensorType().fixedSizes();
  if (T.Role == TensorAttr::Buffer)
    Row.BufferBytes += uint64_t(Bytes);
  if (T.Role != TensorAttr::Parameter || !Sizes)
    return;
  uint64_t Elements = 1;
  for (int64_t Size : *Sizes)
    Elements *= uint64_t(Size);
  Row.Parameters += Elements;
  Row.ParameterBytes += uint64_t(Bytes);
}

std::vector<ModuleCost> fx::moduleCosts(const GraphModule &M, unsigned Levels) {
  CostTable Table(Levels);
  CostAnalysis Costs(M);
  ModulePathCache Paths;
  Costs.forEachCall([&](const Node &N, const CostAnalysis::CallCost &Cost) {
    std::string Path;
    if (std::optional<StringRef> Known = Paths.of(N))
      Path = Known->str();
    else if (const Module *Owner = N.graph().owningModule())
      Path = Owner->path();
    Table.forEachAround(Path, [&](ModuleCost &Row) {
      ++Row.Calls;
      if (std::isnan(Cost.FLOPs))
        ++Row.Unknown;
      else
        Row.FLOPs += Cost.FLOPs;
      Row.Bytes += Cost.Bytes;
      Row.PeakBytes = std::max(Row.PeakBytes, Cost.Alive);
    });
  });
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (!T.tensorType())
      return;
    double Bytes = Costs.bytes(T.Type);
    Table.forEachAround(Path.contains('.') ? Path.rsplit('.').first
                                           : StringRef(),
                        [&](ModuleCost &Row) {
                          addTensor(Row, T, std::isnan(Bytes) ? 0 : Bytes);
                        });
  });
  return std::move(Table.Rows);
}

static std::string number(double N) {
  return formatv("{0:n}", uint64_t(std::min(N, 1e19))).str();
}

void fx::printModuleCosts(ArrayRef<ModuleCost> Costs, raw_ostream &OS) {
  static constexpr StringLiteral Titles[] = {"FLOPs",       "parameters",
                                             "their bytes", "bytes moved",
                                             "peak bytes",  "module"};
  constexpr size_t NumColumns = std::size(Titles);
  std::vector<std::array<std::string, NumColumns>> Lines;
  std::array<std::string, NumColumns> Head;
  copy(Titles, Head.begin());
  Lines.push_back(Head);
  for (const ModuleCost &C : Costs) {
    std::string FLOPs = number(C.FLOPs);
    // What is counted is the least that it can be.
    if (C.Unknown)
      FLOPs = C.FLOPs > 0 ? ">= " + FLOPs : "not known";
    Lines.push_back({FLOPs, number(double(C.Parameters)),
                     number(double(C.ParameterBytes)), number(C.Bytes),
                     number(C.PeakBytes),
                     C.Path.empty() ? "(the whole)" : C.Path});
  }
  std::array<size_t, NumColumns> Widths = {};
  for (const auto &Line : Lines)
    for (auto [Width, Cell] : zip(Widths, Line))
      Width = std::max(Width, Cell.size());
  for (const auto &Line : Lines) {
    for (size_t I = 0; I + 1 != NumColumns; ++I)
      OS << "  " << right_justify(Line[I], Widths[I]);
    OS << "  " << Line.back() << '\n';
  }
}

void fx::writeModuleCosts(ArrayRef<ModuleCost> Costs, json::OStream &J) {
  J.attributeArray("modules", [&] {
    for (const ModuleCost &C : Costs)
      J.object([&] {
        J.attribute("module", json::fixUTF8(C.Path));
        J.attribute("calls", C.Calls);
        J.attribute("flops", C.FLOPs);
        J.attribute("not_counted", C.Unknown);
        J.attribute("parameters", C.Parameters);
        J.attribute("parameter_bytes", C.ParameterBytes);
        J.attribute("buffer_bytes", C.BufferBytes);
        J.attribute("bytes", C.Bytes);
        J.attribute("peak_bytes", C.PeakBytes);
      });
  });
}
