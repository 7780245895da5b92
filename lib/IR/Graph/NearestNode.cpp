//===- NearestNode.cpp - The node that was probably meant -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/NearestNode.h"
#include "fx/IR/Graph.h"
#include "fx/Support/NearestWord.h"
#include <vector>

using namespace llvm;

std::string fx::nearestNode(const Graph &G, StringRef Name) {
  std::vector<std::string> Names;
  for (const Node *N : G.nodes())
    if (!N->isOutput())
      Names.push_back(N->name());
  return nearestWord(Name,
                     SmallVector<StringRef, 0>(Names.begin(), Names.end()))
      .str();
}
