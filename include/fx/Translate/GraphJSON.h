//===- GraphJSON.h - Graphs as JSON -----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Everything that a module holds, for tools that do not want to parse text:
/// graphs, arguments, metadata, the module tree, what torch.export adds. The
/// form is described in docs/Translate.md and has a version.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_GRAPHJSON_H
#define FX_TRANSLATE_GRAPHJSON_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fx {

class Context;
class GraphModule;

/// Writes one JSON object that holds \p Modules. Linear in their size.
void writeGraphJSON(llvm::ArrayRef<const GraphModule *> Modules,
                    llvm::raw_ostream &OS);

/// Reads what writeGraphJSON() writes, into \p Modules: the same modules, to
/// the order of users. An error names \p File and the path of the value that is
/// wrong; there are no modules then. Linear in the size of \p Text. Like text,
/// graphs may still be ones that the verifier refuses.
llvm::Error readGraphJSON(Context &Ctx, llvm::StringRef Text,
                          llvm::StringRef File,
                          std::vector<std::unique_ptr<GraphModule>> &Modules);

} // namespace fx

#endif // FX_TRANSLATE_GRAPHJSON_H
