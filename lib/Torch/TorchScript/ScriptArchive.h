//===- ScriptArchive.h - Looks at archives before LibTorch does -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LibTorch trusts archives: it believes lengths and sizes, and recurses as deep
// as code and values nest. What would make it crash, or ask for all memory, is
// found here first.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTARCHIVE_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTARCHIVE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace at {
class Tensor;
}

namespace fx::torch_impl {

/// Fails when the pickles or the code of the archive at \p Path are damaged in
/// ways that LibTorch does not survive. Says nothing of everything else.
llvm::Error checkScriptArchive(llvm::StringRef Path);

/// Whether all elements of \p T are in its storage.
bool isInsideStorage(const at::Tensor &T);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTARCHIVE_H
