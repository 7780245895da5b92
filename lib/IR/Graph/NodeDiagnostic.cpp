//===- NodeDiagnostic.cpp - Messages about nodes --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Node.h"

using namespace fx;

std::string fx::diagArgument(const Node &N) {
  return detail::diagArgument("%" + N.name());
}

Node::operator DiagnosticPlace() const {
  DiagnosticPlace Place;
  Place.NodeLoc = loc();
  Place.NodeName = name();
  return Place;
}
