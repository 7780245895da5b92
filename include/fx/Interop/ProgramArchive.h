//===- ProgramArchive.h - Programs in and out of archives -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What torch.export.save writes, as modules and back. All that stays in an
/// archive is copied as it is; what changed is written from the modules alone.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_PROGRAMARCHIVE_H
#define FX_INTEROP_PROGRAMARCHIVE_H

#include "fx/IR/Module.h"
#include "fx/Interop/PT2Writer.h"

namespace fx {

class WeightStore;

/// The model that torch.export.save writes, and torch.export.load reads; its
/// module has no name.
inline constexpr llvm::StringLiteral UsualModel = "model";
/// What the program of \p M is called in an archive.
llvm::StringRef modelName(const GraphModule &M);

/// Reads the program \p Model of \p Archive with its tables. Its weights stay
/// in the archive, which the module keeps open. Errors: those of
/// parseProgramJSON() and readStateTables().
llvm::Expected<std::unique_ptr<GraphModule>>
readProgram(Context &Ctx, std::shared_ptr<const PT2Archive> Archive,
            const PT2Model &Model);
/// The programs of all archives among the files of \p Store, which name its
/// records. Errors: those of WeightStore::archives() and readProgram().
llvm::Expected<std::vector<std::unique_ptr<GraphModule>>>
programsOf(Context &Ctx, WeightStore &Store);

/// Puts the tables of \p Programs into \p Writer, and the records that they
/// name: those of \p Source, which \p Writer copies, keep their names, others
/// get the next free ones. Records that no table names any more are dropped.
/// \p Source may be null. Errors: err_state_no_record; those of files of
/// weights.
llvm::Error packState(llvm::ArrayRef<GraphModule *> Programs, PT2Writer &Writer,
                      const PT2Archive *Source);

/// Puts the program \p M into \p Writer, after its tables in a new archive.
/// Sample inputs of a program whose inputs changed become empty. The program is
/// written when \p Writer is, so \p M lives until then; errors of
/// writeProgramJSON() come then, with the places of their nodes.
void packProgram(const GraphModule &M, PT2Writer &Writer);
/// Whether packProgram writes the metadata \p E of a node, as such or by the
/// facts that it stands for: archives have metadata of strings alone.
bool keepsMetadata(const KwArg &E);

} // namespace fx

#endif // FX_INTEROP_PROGRAMARCHIVE_H
