//===- InlinedMetadata.h - Metadata of nodes that replace a call -*- C++ -*-==//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_INLINEDMETADATA_H
#define FX_LIB_TRANSFORMS_INLINEDMETADATA_H

#include "fx/IR/Graph.h"

namespace fx {

/// Whether the metadata \p Key is about the value of a node, as `val` is.
bool describesValue(llvm::StringRef Key);

/// What \p Meta, the metadata of a call, says of everything that is done for
/// the call: `stack_trace`, `nn_module_stack`, `tag` and whatever else is
/// neither about its value nor about the call as a whole.
llvm::SmallVector<KwArg, 8> callFacts(llvm::ArrayRef<KwArg> Meta);

/// The metadata of a copy of \p N, a node of the graph of the module at \p
/// Path, where a call with \p CallMeta is replaced by that graph: its own,
/// completed by callFacts; the `nn_module_stack` is that of the call with its
/// own behind.
llvm::SmallVector<KwArg, 8> innerFacts(llvm::ArrayRef<KwArg> CallMeta,
                                       const Node &N, llvm::StringRef Path);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_INLINEDMETADATA_H
