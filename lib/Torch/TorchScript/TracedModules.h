//===- TracedModules.h - Classes after torch.jit.trace ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch.jit.trace keeps the tensors of modules and no other attributes. What a
// module of torch.nn was constructed with is then only in its code, where most
// classes are one call of an operator.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_TRACEDMODULES_H
#define FX_LIB_TORCH_TORCHSCRIPT_TRACEDMODULES_H

#include "fx/IR/Argument.h"
#include "fx/IR/ModuleInfo.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <torch/csrc/jit/api/module.h>

namespace fx::torch_impl {

/// The arguments of \p Class, by name, with which it does what the code of
/// \p Script does; those that are not there have their defaults. Nothing when
/// the code is not that of the class, or does not say enough.
std::optional<llvm::StringMap<Argument>>
argumentsFromCode(Context &Ctx, const ModuleInfo &Class,
                  const torch::jit::Module &Script);

/// Whether a trace calls a method of that name instead of forward: `forward1`
/// is the second call of a module.
bool isTracedForward(llvm::StringRef Name);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_TRACEDMODULES_H
