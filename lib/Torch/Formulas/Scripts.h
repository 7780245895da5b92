//===- Scripts.h - Formulas in TorchScript ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that PyTorch writes in Python, and operators that an older LibTorch
// lacks, as formulas over operators. They are TorchScript, which LibTorch
// compiles at the first call, because what they do depends on shapes and types
// of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_FORMULAS_SCRIPTS_H
#define FX_LIB_TORCH_FORMULAS_SCRIPTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>
#include <memory>

namespace torch::jit {
struct Code;
}

namespace fx::torch_impl {

/// One formula. Names are those of torch.fx: `torch.nn.functional.pad`.
struct ScriptSource {
  const char *Name;
  /// `def NAME(...): ...`, where NAME is the last part of Name, or for
  /// operators any. It may call other formulas by the names they define.
  const char *Source;
};

/// The tables, by subject.
llvm::ArrayRef<ScriptSource> functionalScripts();
llvm::ArrayRef<ScriptSource> lossScripts();
llvm::ArrayRef<ScriptSource> attentionScripts();
llvm::ArrayRef<ScriptSource> torchScripts();
llvm::ArrayRef<ScriptSource> visionScripts();
/// Used only where LibTorch lacks the operator.
llvm::ArrayRef<ScriptSource> operatorScripts();

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

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_FORMULAS_SCRIPTS_H
