//===- CallShape.h - What calls with the same arguments share ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a rule asks of constants does not depend on operands. A shape is made
// once for each pair of a target and an argument spec, and answers where the
// value of each parameter is.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_CALLSHAPE_H
#define FX_LIB_REWRITE_CALLSHAPE_H

#include "Compile/Program.h"
#include "fx/IR/EffectCache.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/OpBinding.h"

namespace fx {
class Module;
}

namespace fx::rewrite {

struct CallShape {
  struct Source {
    enum SourceKind : uint8_t {
      Constant, ///< Value, given or the default.
      Operand,  ///< Operand Index of the node.
      Argument, ///< Positional argument Index, which holds nodes.
      Keyword,  ///< Keyword argument Index, likewise.
      Rest      ///< All positional arguments from Index on.
    } Kind = Constant;
    bool IsDefault = false; ///< Not given, or given as the default is.
    uint32_t Index = 0;
    fx::Argument Value;
  };
  const OpInfo *Op = nullptr;
  const OpTarget *Target = nullptr;
  const OpSchema *Schema = nullptr;
  uint16_t Number = 0; ///< Number of the operator; 0: no rule names it.
  /// Source of each parameter; empty when the call could not be bound.
  llvm::SmallVector<Source, 6> Params;
  /// Where the arguments of patterns are: by the number of the pattern.
  /// Positions of parameters, or nothing when the call does not fit.
  struct Mapping {
    bool Fits = false;
    const OpChoice *Choice = nullptr;
    llvm::SmallVector<uint8_t, 6> Params;
  };
  llvm::SmallDenseMap<uint16_t, Mapping, 4> Mappings;
};

/// Shapes of the calls of one graph. The graph may change, its modules not.
class CallShapes {
public:
  CallShapes(const Program &P, Graph &G) : P(P), G(G) {}
  ~CallShapes();

  /// The number of the operator that \p N calls; 0: no rule names it. O(1) but
  /// for the first node with a target.
  uint16_t number(const Node &N) {
    if (N.isCallFunction() || N.isCallMethod()) {
      std::vector<uint16_t> &Of = Numbers[N.isCallMethod()];
      uint32_t Id = N.targetId();
      if (LLVM_LIKELY(Id < Of.size() && Of[Id] != Unasked))
        return Of[Id];
      return findNumber(N, Of);
    }
    return N.isCallModule() ? get(N).Number : 0;
  }
  /// The shape of a call; valid for as long as this lives.
  CallShape &get(const Node &N);
  /// Where \p Call, a pattern, has its arguments in \p Shape.
  const CallShape::Mapping &map(CallShape &Shape, const Pattern &Call);
  /// The value of a parameter of \p N.
  Argument value(const Node &N, const CallShape::Source &S) const;

private:
  static constexpr uint16_t Unasked = 0xffff;
  uint16_t findNumber(const Node &N, std::vector<uint16_t> &Of);
  void fill(CallShape &Shape, const Node &N, const BoundCall &Call);
  void fillModule(CallShape &Shape, const Node &N);
  bool tryMap(const CallShape &Shape, const Pattern &Call,
              llvm::ArrayRef<llvm::StringRef> Names,
              CallShape::Mapping &M) const;

  const Program &P;
  Graph &G;
  std::vector<uint16_t> Numbers[2];
  llvm::DenseMap<uint64_t, CallShape *> Known[3];
  std::deque<CallShape> Storage;
  /// Where formulas of modules are expanded.
  std::unique_ptr<Graph> Scratch;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_CALLSHAPE_H
