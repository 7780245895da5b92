//===- ProgramJSON.h - Exported programs as JSON ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The record `models/NAME.json` of an archive that torch.export.save writes:
/// the program without its tensors.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_PROGRAMJSON_H
#define FX_INTEROP_PROGRAMJSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class raw_ostream;
}

namespace fx {

class Context;
class GraphModule;

/// Builds what torch.export.load builds from \p Text. An error names the path
/// of the value that is wrong, and \p Record, the name of the record. Nothing
/// in the text is executed; time and memory are linear in its size.
///
/// Programs of PyTorch 2.1 to 2.5 (versions 1 to 7 of the schema) become what
/// PyTorch 2.13 would have saved, and so do newer ones with \p Normalize;
/// without it, the program remembers where its text differs from that.
llvm::Expected<std::unique_ptr<GraphModule>>
parseProgramJSON(Context &Ctx, llvm::StringRef Text, llvm::StringRef Record,
                 bool Normalize = false);

/// Writes \p M, which has a program(), as PyTorch 2.13 writes it. An error
/// names the node that the format cannot express; a part may be written then.
llvm::Error writeProgramJSON(const GraphModule &M, llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_INTEROP_PROGRAMJSON_H
