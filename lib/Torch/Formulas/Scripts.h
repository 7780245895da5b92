//===- Scripts.h - Formulas in TorchScript ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that PyTorch writes in Python, and operators that an older LibTorch
// lacks, as formulas over operators: the files *.py of this folder. They are
// TorchScript, which LibTorch compiles at the first call, because what they do
// depends on shapes and types of tensors.
//
//     @formula("torch.nn.functional.softsign")
//     def softsign(input: Tensor) -> Tensor:
//         return input / (torch.abs(input) + 1)
//
// The name is that of torch.fx, or begins with `fx.` where only C++ asks for
// it. `torch.Tensor.norm` is the method `norm`; a name that ends in `#2` is a
// second form, for arguments of other types. A formula may call others by the
// names that they define. Those in operators.py are used only where LibTorch
// lacks the operator.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_FORMULAS_SCRIPTS_H
#define FX_LIB_TORCH_FORMULAS_SCRIPTS_H

#include "llvm/ADT/StringRef.h"
#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>
#include <memory>
#include <string>
#include <vector>

namespace torch::jit {
struct Code;
}

namespace fx::torch_impl {

/// A compiled formula. Lives as long as the process.
class ScriptFunction {
public:
  const c10::FunctionSchema &schema() const { return Schema; }
  /// Takes arguments from the stack and leaves the result. Thread-safe.
  void run(torch::jit::Stack &Stack) const;

private:
  friend class ScriptLibrary;
  explicit ScriptFunction(c10::FunctionSchema Schema)
      : Schema(std::move(Schema)) {}
  c10::FunctionSchema Schema;
  std::shared_ptr<torch::jit::Code> Code;
};

/// The formula called \p Name, compiled; null if there is none. Throws if it
/// does not compile. Thread-safe.
const ScriptFunction *lookupScript(llvm::StringRef Name);

/// The names of all formulas, sorted.
std::vector<std::string> scriptNames();

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_FORMULAS_SCRIPTS_H
