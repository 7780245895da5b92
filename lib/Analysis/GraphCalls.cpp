//===- GraphCalls.cpp - Graphs that operators call ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/GraphCalls.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"

using namespace fx;
using namespace llvm;

namespace {
/// Where an operator has a graph and its operands.
struct CallForm {
  unsigned GraphArg;
  /// The operands: arguments that are lists, or all from there on.
  SmallVector<unsigned, 3> Lists;
  bool Rest = false;
  /// This list is gone through along the first dimension.
  int Sliced = -1;
  bool IsLoop = false;
};
} // namespace

static SmallVector<CallForm, 2> formsOf(StringRef Op) {
  if (Op == "higher_order.cond")
    return {{1, {3}}, {2, {3}}};
  if (Op == "higher_order.while_loop")
    return {{0, {2, 3}, false, -1, true}, {1, {2, 3}, false, -1, true}};
  if (Op == "higher_order.map_impl")
    return {{0, {1, 2}, false, 1}};
  if (Op == "higher_order.scan")
    return {{0, {1, 2, 3}, false, 2, true}};
  if (Op == "higher_order.wrap_with_set_grad_enabled")
    return {{1, {2}, true}};
  if (Op == "higher_order.wrap_with_autocast")
    return {{4, {5}, true}};
  if (Op == "higher_order.invoke_subgraph")
    return {{0, {2}, true}};
  if (Op == "higher_order.wrap" ||
      Op == "higher_order.wrap_activation_checkpoint" ||
      Op == "higher_order.tag_activation_checkpoint")
    return {{0, {1}, true}};
  if (Op == "higher_order.hints_wrapper" || Op == "higher_order.strict_mode" ||
      Op == "higher_order.run_const_graph")
    return {{0, {1}}};
  return {};
}

SmallVector<GraphCall, 2> fx::graphCallsOf(const Node &N) {
  SmallVector<GraphCall, 2> Calls;
  const OpTarget *Target = N.opTarget();
  const Module *Owner = N.graph().owningModule();
  if (!Target || !Owner)
    return Calls;
  for (const CallForm &Form : formsOf(Target->op().name())) {
    GraphCall &Call = Calls.emplace_back();
    Call.GraphArg = Form.GraphArg;
    Call.IsLoop = Form.IsLoop;
    if (N.numArgs() <= Form.GraphArg)
      return {};
    if (const Node *Name = N.arg(Form.GraphArg).asNode();
        Name && Name->isGetAttr()) {
      Call.Fetched = Name;
      const Module *Sub = Owner->lookup(Name->targetText());
      Call.Body = Sub ? Sub->graph() : nullptr;
    }
    for (unsigned List : Form.Lists) {
      if (Form.Rest) {
        for (unsigned I = List; I < N.numArgs(); ++I)
          Call.Operands.push_back({N.arg(I), false, I});
      } else if (List < N.numArgs()) {
        Argument Items = N.arg(List);
        for (auto [I, A] : enumerate(Items.elements()))
          Call.Operands.push_back(
              {A, int(List) == Form.Sliced, List, unsigned(I)});
      }
    }
  }
  return Calls;
}
