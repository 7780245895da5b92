//===- ArchiveOutput.h - Archives of torch.export in and out ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_ARCHIVEOUTPUT_H
#define FX_LIB_TOOLS_COMMON_ARCHIVEOUTPUT_H

#include "fx/IR/Structural.h"
#include "fx/Translate/InputFile.h"

namespace fx {

/// Loads libraries with operators of LibTorch. Errors: err_plugin_load, those
/// of loadTorchBackend.
llvm::Error loadTorchLibraries(llvm::ArrayRef<std::string> Paths);

struct ProgramWriteOptions {
  /// Large records share the blocks of the source where the file system can.
  bool LinkWeights = false;
  /// Leave out code that was compiled from a program which has changed; else
  /// that is an error.
  bool DropCode = false;
};

/// Writes the programs of \p In into a copy of the archive that they came from,
/// or that their text names. Of plain graphs it makes programs first
/// (ExportModel.h), for the inputs that In.Examples describes; In.Modules stay
/// as they are. False when errors were reported.
bool writePrograms(InputFile &In, llvm::StringRef Path,
                   ProgramWriteOptions Options);

/// Whether the records of the state at \p Path, which both have, are the same
/// bytes. Errors: those of WeightStore::read.
llvm::Expected<bool> sameStateBytes(GraphModule &M, GraphModule &Other,
                                    llvm::StringRef Path);

/// The first tensor of \p M whose bytes are not those of the tensor of that
/// name of \p Other.
llvm::Expected<std::optional<StructuralDifference>>
findWeightDifference(GraphModule &M, GraphModule &Other);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_ARCHIVEOUTPUT_H
