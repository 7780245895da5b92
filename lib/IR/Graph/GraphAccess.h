//===- GraphAccess.h - The raw links of a graph -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the verifier reads and its tests damage. No other code may use it.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_GRAPH_GRAPHACCESS_H
#define FX_LIB_IR_GRAPH_GRAPHACCESS_H

#include "fx/IR/Graph.h"

namespace fx::detail {

struct GraphAccess {
  static uint32_t &firstNode(Graph &G) { return G.FirstNode; }
  static uint32_t &lastNode(Graph &G) { return G.LastNode; }
  static size_t &numNodes(Graph &G) { return G.NumNodes; }
  static Use &use(Graph &G, uint32_t Id) { return G.Store.use(Id); }
  static uint32_t &prev(Node &N) { return N.PrevId; }
  static uint32_t &next(Node &N) { return N.NextId; }
  static uint32_t &order(Node &N) { return N.Order; }
  static uint32_t &firstUse(Node &N) { return N.FirstUse; }
  static uint32_t &lastUse(Node &N) { return N.LastUse; }
  static uint32_t &operandBegin(Node &N) { return N.OperandBegin; }
  static uint32_t &operandCount(Node &N) { return N.OperandCount; }
  static uint32_t &nameBase(Node &N) { return N.NameBase; }
  static uint32_t &nameSuffix(Node &N) { return N.NameSuffix; }
  static uint32_t &target(Node &N) { return N.TargetId; }
  static uint32_t &spec(Node &N) { return N.SpecId; }
  static uint32_t &meta(Node &N) { return N.MetaId; }
  static uint8_t &flags(Node &N) { return N.Flags; }

  static uint32_t firstNode(const Graph &G) { return G.FirstNode; }
  static uint32_t lastNode(const Graph &G) { return G.LastNode; }
  static uint32_t useBound(const Graph &G) { return G.Store.useBound(); }
  static uint32_t prev(const Node &N) { return N.PrevId; }
  static uint32_t next(const Node &N) { return N.NextId; }
  static uint32_t order(const Node &N) { return N.Order; }
  static uint32_t firstUse(const Node &N) { return N.FirstUse; }
  static uint32_t lastUse(const Node &N) { return N.LastUse; }
  static uint32_t operandBegin(const Node &N) { return N.OperandBegin; }
  static uint32_t operandCount(const Node &N) { return N.OperandCount; }
  static uint32_t target(const Node &N) { return N.TargetId; }
  static uint32_t spec(const Node &N) { return N.SpecId; }
  static uint32_t type(const Node &N) { return N.TypeId; }
  static uint32_t meta(const Node &N) { return N.MetaId; }
};

} // namespace fx::detail

#endif // FX_LIB_IR_GRAPH_GRAPHACCESS_H
