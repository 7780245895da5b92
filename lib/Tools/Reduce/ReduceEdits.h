//===- ReduceEdits.h - Edits that make a graph smaller -------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCEEDITS_H
#define FX_LIB_TOOLS_REDUCE_REDUCEEDITS_H

#include "fx/IR/Module.h"

namespace fx {

/// What "smaller" means, most important first.
struct ReduceSize {
  size_t Nodes = 0;    ///< Calls and reads of state, of nested graphs too.
  size_t Graphs = 0;   ///< Nested ones.
  size_t Inputs = 0;   ///< Placeholders of the graph, but for state.
  size_t Elements = 0; ///< Elements of inputs and state.
  size_t Numbers = 0;  ///< Among arguments, but for 0, 1 and 2.
  size_t Bytes = 0;    ///< Bytes of the text, but for `_1` of names.

  friend bool operator<(const ReduceSize &A, const ReduceSize &B) {
    return std::tie(A.Nodes, A.Graphs, A.Inputs, A.Elements, A.Numbers,
                    A.Bytes) < std::tie(B.Nodes, B.Graphs, B.Inputs, B.Elements,
                                        B.Numbers, B.Bytes);
  }
};

ReduceSize sizeOf(GraphModule &M, llvm::StringRef Text);

/// The same graph without a program: what was state is an input. Null where
/// there is no program.
std::unique_ptr<GraphModule> withoutProgram(const GraphModule &M);

/// The graph of the nested module number \p Index alone, in the order of
/// forEachGraph. Null where there are not as many.
std::unique_ptr<GraphModule> nestedGraph(GraphModule &M, size_t Index);

/// The type of one step over \p Value, along its first dimension.
Argument sliceOf(const Argument &Value);

/// \name Edits
/// Nodes are numbered in the order of the graph. Each edit returns false where
/// it changes nothing or is not possible; the graph may have changed then.
/// @{
/// Removes nodes that nothing depends on, and inputs without users.
bool removeDeadNodes(GraphModule &M);
/// The tensors that are returned.
size_t numOutputs(const GraphModule &M);
/// Returns these of them no more.
bool dropOutputs(GraphModule &M, size_t First, size_t Count);
/// The calls of the graph, without reads of state.
size_t numReturnable(const GraphModule &M);
/// Returns the value of one of these alone. Other calls without users go, or
/// those of them that write stay.
bool returnCall(GraphModule &M, size_t Index, bool KeepsWrites);
/// Returns operand \p Operand of what is returned.
bool returnOperand(GraphModule &M, size_t Operand);
llvm::SmallVector<Node *> inputsOf(const GraphModule &M);
/// Returns operand \p Operand of a call without users in place of the call.
bool returnInstead(GraphModule &M, size_t Call, size_t Operand);
/// Calls and reads of state of the graph, which makeInputs() counts.
size_t numCalls(const GraphModule &M);
/// Makes these calls and reads inputs.
bool makeInputs(GraphModule &M, size_t First, size_t Count);
/// Calls and get_attr of all graphs, which the next edits count.
llvm::SmallVector<Node *> allCallsOf(GraphModule &M);
/// Replaces a call by its operand \p Operand.
bool replaceByOperand(GraphModule &M, size_t Call, size_t Operand);
/// Removes calls without users, whatever they do.
bool dropCalls(GraphModule &M, size_t First, size_t Count);
size_t numInputs(const GraphModule &M);
/// Takes input \p To in place of input \p From, if they are of one type.
bool mergeInputs(GraphModule &M, size_t From, size_t To);
/// Leaves out the last argument of a call, or its last keyword argument.
bool dropArgument(GraphModule &M, size_t Call);
/// Whether \p A is 0, 1 or 2, or one of these as a float.
bool isPlainNumber(const Argument &A);
/// How often simplifyArgument() has something to do.
size_t numSimplerArguments(GraphModule &M);
/// Puts a plain number in place of another one among the arguments of calls, or
/// leaves out an item of a list.
bool simplifyArgument(GraphModule &M, size_t Index);
/// Calls the operator that does not write instead (\p Form 0), or the simplest
/// one of as many tensors (1).
bool simplifyTarget(GraphModule &M, size_t Call, unsigned Form);
/// Infers what was known of the values of \p First and of what comes after it
/// again, and inside the graphs that these call.
void inferFrom(Node &First, GraphModule &M);
/// Infers the values that are missing.
bool addMissingValues(GraphModule &M);
/// The sizes greater than 1 of inputs.
llvm::SmallVector<int64_t> sizesOfInputs(const GraphModule &M);
/// Makes every size \p From of inputs, and every such number among the
/// arguments of calls, \p To.
bool changeSize(GraphModule &M, int64_t From, int64_t To);
/// The graphs that nodes call, counted once for each call.
size_t numGraphCalls(GraphModule &M);
/// Puts the nodes of a graph that is called in the place of the call. What goes
/// through its operands gets the first of each.
bool inlineGraph(GraphModule &M, size_t Index);
/// Calls one graph where a node chooses between two.
bool callSameGraph(GraphModule &M, size_t Index);
/// The inputs of all nested graphs.
size_t numGraphInputs(GraphModule &M);
/// Drops one of these, and what the call of the graph gives for it. What uses
/// it takes the first other one of its type.
bool dropGraphInput(GraphModule &M, size_t Index);
/// Puts the numbers that a program was exported with in place of symbols, in
/// all that is known of values. Its guards and ranges are as before.
bool numberSymbols(GraphModule &M);
enum class KeptValues : uint8_t { None, OfInputs, All };
/// Removes annotations and metadata but for these `val`, and what makes a
/// program one.
bool stripNodes(GraphModule &M, KeptValues Kept);
/// What a program says besides its graph.
size_t numProgramAttributes(const GraphModule &M);
/// Does not say some of that.
bool dropProgramAttributes(GraphModule &M, size_t First, size_t Count);
/// Gives inputs and nodes the names that a new graph would have.
bool renameAll(GraphModule &M);
/// Removes state that no node names; what modules have of their own stays.
bool dropState(GraphModule &M);
/// Removes unused modules, and the tree where it says nothing.
bool dropModules(GraphModule &M);
/// Removes the module of the nested graph number \p Index, if nothing calls it.
bool dropModule(GraphModule &M, size_t Index);
/// @}

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCEEDITS_H
