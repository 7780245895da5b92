//===- LayoutSources.h - Whose layout a value follows -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs say which strides an input of the example had, and PyTorch does not
/// check those of later inputs. Whether the strides of a value follow those of
/// the inputs is found out by its value rule, which is asked what the result is
/// for operands of other layouts.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_LAYOUTSOURCES_H
#define FX_LIB_REWRITE_LAYOUTSOURCES_H

#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Graph.h"
#include "fx/IR/SideTables.h"
#include "fx/IR/TensorType.h"
#include <unordered_map>

namespace fx::rewrite {

class LayoutSources {
public:
  /// Answers for values of \p G.
  explicit LayoutSources(const Graph &G)
      : Scratch(G.context(), G.owningModule()), Inference(Scratch, nullptr) {}

  /// How a value may lie in memory otherwise.
  enum Kind : uint8_t {
    ChannelsLast,
    Reversed, ///< With its dimensions in reverse.
    Sparse,   ///< With elements between its own, or one for many places.
    Free      ///< With other strides of dimensions of one place.
  };
  static constexpr Kind Kinds[] = {ChannelsLast, Reversed, Sparse, Free};

  /// Whether a caller who gives inputs that lie so may get other strides for
  /// \p N; true where nothing is known. Walks up to the inputs, or to calls
  /// whose results lie in memory in one way; O(1) for what was asked before.
  bool followsInputs(const Node &N, Kind K);
  /// Whether anyone can tell how \p N lies in memory: callers, because it is a
  /// result or decides about the strides of one, or calls, which may fail, as
  /// `view` does. Walks down to these, or to calls whose results lie in one
  /// way.
  bool isSeen(const Node &N);
  /// Whether some inputs may show that \p New stands where \p Old stood: it
  /// follows them, and \p Old, which is seen, does not. Elementwise calls
  /// follow transposed inputs, and not those with elements between theirs.
  bool mayDiffer(const Node &Old, const Node &New);
  /// Whether \p N may have other strides of dimensions of one place than its
  /// value says: what PyTorch says of an elementwise call or of `view`, it does
  /// not do for operands such as a row of a transposed matrix. Walks up through
  /// such calls and views; O(1) for what was asked before.
  bool isVague(const Node &N);

private:
  static bool isOrder(Kind K) { return K == ChannelsLast || K == Reversed; }
  /// What operands that lie so do to a call.
  enum Answer : uint8_t { Unknown, Fixed, Keeps, Fails };
  Answer ask(const Node &N, Kind K);
  Answer infer(const Node &N, Kind K);
  /// The answer for all calls with the target, constants and types of \p N;
  /// null where more decides.
  Answer *sharedAnswer(const Node &N, Kind K);
  static bool hasOthers(TensorType T, Kind K);
  static bool mayLieOtherwise(const Node &N, Kind K);
  /// \p T, lying so.
  TensorType makeLayers(TensorType T, Kind K);
  bool isSeen(const Node &N, Kind K);
  std::optional<Argument> inferWith(const Node &N,
                                    llvm::function_ref<Argument(Node *)> Lay);
  llvm::Expected<Argument>
  inferModule(const Node &N, llvm::function_ref<Argument(Node *)> Lay);
  std::optional<bool> isVagueAlone(const Node &N);

  /// The target and constants of a call, its value and those of its operands.
  struct CallTypes {
    uint64_t Call;
    llvm::SmallVector<Argument, 4> Values;
    bool operator==(const CallTypes &) const = default;
  };
  struct HashCallTypes {
    size_t operator()(const CallTypes &C) const;
  };

  Graph Scratch;
  ValueInference Inference;
  NodeMap<Answer> Answers[4];
  /// Layers that are repeated have the same calls.
  std::unordered_map<CallTypes, Answer, HashCallTypes> Shared[4];
  NodeMap<uint8_t> Follows[4], Vague;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_LAYOUTSOURCES_H
