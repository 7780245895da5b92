//===- GraphJSON.h - Graphs as JSON -----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a module holds, for tools that do not want to parse text:
// graphs, arguments, metadata, the module tree, what torch.export adds. The
// form is described in docs/Translate.md and has a version.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_GRAPHJSON_H
#define FX_TRANSLATE_GRAPHJSON_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
}

namespace fx {

class GraphModule;

/// Writes one JSON object that holds \p Modules. Linear in their size.
void writeGraphJSON(llvm::ArrayRef<const GraphModule *> Modules,
                    llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_TRANSLATE_GRAPHJSON_H
