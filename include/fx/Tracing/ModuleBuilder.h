//===- ModuleBuilder.h - Module trees from C++ ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Builds the tree of modules that C++ code over proxies calls:
/// \code{.txt}
///   ModuleBuilder Net(Module.root(), "Net");
///   Net.add("conv", "torch.nn.Conv2d(3, 8, kernel_size=3)");
///   Net.add("blocks", "torch.nn.Sequential").add("0", "Block");
///   Net.parameter("scale", DType::Float32, {8});
/// \endcode
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_MODULEBUILDER_H
#define FX_TRACING_MODULEBUILDER_H

#include "fx/IR/Module.h"

namespace fx {

/// Fills one module; as cheap to copy as a pointer.
class ModuleBuilder {
public:
  /// Makes \p M a module of class \p Text, see add(). The tree that \p M is
  /// the root of should be closed (GraphModule::setTreeKind).
  ModuleBuilder(Module &M, llvm::StringRef Text);

  Module &module() const { return M; }
  /// Adds a child. \p Text is a class, `torch.nn.ReLU`, or a call of its
  /// constructor with constants, `torch.nn.Linear(4, 3, bias=False)`. Of a
  /// class that is declared, the tensors are added, without types. Arguments
  /// that cannot be read make the text as a whole the name of the class.
  ModuleBuilder add(llvm::StringRef Name, llvm::StringRef Text);
  void parameter(llvm::StringRef Name, DType Type,
                 llvm::ArrayRef<int64_t> Sizes);
  void buffer(llvm::StringRef Name, DType Type, llvm::ArrayRef<int64_t> Sizes);

private:
  void tensor(TensorAttr::RoleKind Role, llvm::StringRef Name, DType Type,
              llvm::ArrayRef<int64_t> Sizes);
  void setClass(llvm::StringRef Text);

  Module &M;
};

} // namespace fx

#endif // FX_TRACING_MODULEBUILDER_H
