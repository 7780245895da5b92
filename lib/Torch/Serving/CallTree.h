//===- CallTree.h - How inputs and outputs of a model nest ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program takes and returns leaves; its users give and get what its trees
// say. Parameters have names, and so has every leaf, as Python would write it:
// `batch['ids']`, `past[0][1]`.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_SERVING_CALLTREE_H
#define FX_LIB_TORCH_SERVING_CALLTREE_H

#include "fx/AsmParser/TreeSpec.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Torch/CompiledModel.h"

namespace fx::torch_impl {

/// One value that nests as a TreeSpec says, with contexts understood.
struct ValueTree {
  enum KindOf : uint8_t { Leaf, List, Tuple, NamedTuple, Dict };
  KindOf Kind = Leaf;
  /// The name of the class, of a named tuple.
  std::string Class;
  std::vector<ValueTree> Items;
  /// Keys of a dictionary or a named tuple.
  std::vector<TreeSpec::Key> Keys;

  static ValueTree create(const TreeSpec &Spec, const ExportedProgram &P);
  unsigned numLeaves() const;
  /// Appends the names of the leaves below \p Name.
  void nameLeaves(const std::string &Name,
                  std::vector<std::string> &Names) const;
  /// Appends the leaves of \p V. Errors: err_run_input about \p Name.
  llvm::Error flatten(const c10::IValue &V, const std::string &Name,
                      std::vector<c10::IValue> &Leaves) const;
  /// Makes the value of the leaves from \p Next on.
  c10::IValue build(llvm::ArrayRef<c10::IValue> Leaves, size_t &Next) const;
};

/// The inputs and outputs of a program. Immutable.
class CallTree {
public:
  /// \p Users are the inputs that users give, one for each leaf; they get the
  /// names of leaves. Where the program has no trees, or others than its graph,
  /// each leaf is a parameter and outputs are a tuple.
  CallTree(const ExportedProgram &P, std::vector<ModelInput> &Users,
           unsigned NumOutputs);

  /// The leaves of all inputs. Errors: err_run_input, err_run_input_count.
  llvm::Expected<std::vector<c10::IValue>>
  flatten(llvm::ArrayRef<c10::IValue> Args, const NamedValues &Named) const;
  /// What the user gets for the leaves.
  c10::IValue build(llvm::ArrayRef<c10::IValue> Leaves) const;
  std::vector<std::string> outputNames() const;

private:
  struct Parameter {
    std::string Name;
    ValueTree Tree;
    bool KeywordOnly = false;
    /// The leaves, if all of them need not be given.
    std::optional<std::vector<c10::IValue>> Default;
  };
  std::string names() const;
  llvm::Error wrongPositionalCount(size_t Given) const;

  std::vector<Parameter> Parameters;
  unsigned NumPositional = 0;
  ValueTree Out;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SERVING_CALLTREE_H
