//===- ScriptTree.h - The module tree of TorchScript ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTTREE_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTTREE_H

#include "fx/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <torch/csrc/jit/api/module.h>

namespace fx::torch_impl {

/// A tree and what it was made of.
struct ScriptTree {
  /// A module that several paths lead to has its first one only.
  llvm::DenseMap<const void *, Module *> ModuleOf;
  llvm::DenseMap<const Module *, torch::jit::Module> ScriptOf;
  /// For each TensorImpl, the first path, and what it is.
  struct TensorPlace {
    std::string Path;
    TensorAttr::RoleKind Role;
  };
  llvm::DenseMap<const void *, TensorPlace> TensorAt;
  /// Modules of torch.nn whose attributes do not show how they were made, as
  /// after torch.jit.trace, and those of such a tree that are made without any
  /// arguments. Those of which the code tells it can be called; what the others
  /// do is in their code alone.
  llvm::DenseSet<const Module *> Recovered, Unrecovered;
  /// Modules that hold objects of C++, such as packed weights, or whose
  /// children do: a tree has no place for them, so that only the code may use
  /// them.
  llvm::DenseSet<const Module *> Foreign;

  /// Fills \p Root from \p M. Throws what LibTorch throws.
  void build(Module &Root, const torch::jit::Module &M);
};

/// `torch.nn.modules.conv.Conv2d` for
/// `__torch__.torch.nn.modules.conv.___torch_mangle_3.Conv2d`.
std::string pythonName(llvm::StringRef Qualified);

/// A constant without tensors and objects as an Argument; nothing for others.
/// \p Type, that of a parameter, distinguishes dtypes from ints.
std::optional<Argument> plainArgument(Context &Ctx, const c10::IValue &V,
                                      const c10::Type *Type = nullptr);

/// dtype, sizes, strides, device of a tensor; None when they cannot be said.
Argument typeOfTensor(Context &Ctx, const at::Tensor &T);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTTREE_H
