//===- ExampleGraph.h - The graphs of examples ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_EXAMPLEGRAPH_H
#define FX_LIB_REWRITE_EXAMPLEGRAPH_H

#include "Compile/Program.h"
#include <string>

namespace fx {
class GraphModule;
} // namespace fx

namespace fx::rewrite {

/// The bytes of the elements of input \p Input, which is constant.
using ConstantBytes =
    llvm::function_ref<std::string(unsigned Input, DType Type, size_t Count)>;
/// Fills \p M with what an example says. Why that cannot be done; empty when
/// it was. Constants are made by \p Host, which may be null.
/// With \p Fresh, inputs are copies of what the caller has.
std::string makeGraph(GraphModule &M, const Clause &C,
                      const CompiledRule &Terms, RuleHost *Host,
                      ConstantBytes Bytes, bool Fresh = false);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_EXAMPLEGRAPH_H
