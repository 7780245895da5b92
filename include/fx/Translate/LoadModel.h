//===- LoadModel.h - A model from a file, in one call -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// For programs that use libFX: whatever the tools read becomes a module.
/// \code{.txt}
///   Context Ctx;
///   Expected<std::unique_ptr<GraphModule>> M = loadModel(Ctx, "model.pt2");
/// \endcode
/// fx/Tools/ModelFile.h has writing and passes besides,
/// fx/Torch/CompiledModel.h runs what is in a file.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_LOADMODEL_H
#define FX_TRANSLATE_LOADMODEL_H

#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace fx {

/// Reads the file \p Path and verifies what is in it: text of torch.fx, native
/// text, an archive of torch.export, TorchScript (which needs libFXTorch), or
/// JSON of fx-translate. \p Name says which of several models (see
/// nameAmongModels()); empty: the first. Weights are mapped when something
/// reads them. The module may outlive everything but \p Ctx. The text of each
/// error begins with the path, and line and column where there is one; warnings
/// are dropped.
llvm::Expected<std::unique_ptr<GraphModule>>
loadModel(Context &Ctx, llvm::StringRef Path, llvm::StringRef Name = {});

/// The same for all models of the file, in its order; at least one.
llvm::Expected<std::vector<std::unique_ptr<GraphModule>>>
loadModels(Context &Ctx, llvm::StringRef Path);

/// What that and `--model` call \p M: of an archive, the name of the program in
/// it. Empty for a graph without a name.
llvm::StringRef nameAmongModels(const GraphModule &M);

/// \p E as those functions return it: its text begins with the place in the
/// source of \p M, if that is given and an error is about one of its nodes, or
/// with \p Path.
llvm::Error aboutFile(llvm::Error E, llvm::StringRef Path,
                      const GraphModule *M = nullptr);

} // namespace fx

#endif // FX_TRANSLATE_LOADMODEL_H
