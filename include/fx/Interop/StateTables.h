//===- StateTables.h - Which tensor is where in an archive ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Archives of generation C have two tables for each program, of weights and of
/// constants: dotted names, and for each the record with its bytes, its type,
/// strides and offset in the record. In the IR they are the state of the module
/// tree (Module.h). A record goes by its whole name, `data/weights/weight_0`.
///
/// A table that PyTorch wrote comes out as it was, byte for byte, and so does
/// any other one while its program is not changed.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_STATETABLES_H
#define FX_INTEROP_STATETABLES_H

#include "fx/IR/Module.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace fx {

/// One of the two tables.
enum class StateTable : uint8_t {
  Weights,   ///< Parameters, and buffers that are saved.
  Constants, ///< Other buffers, constants, objects.
};

/// The table that \p T belongs to.
StateTable stateTableOf(const TensorAttr &T);

/// The text of a table with the name of its record.
struct StateTableText {
  llvm::StringRef Record;
  llvm::StringRef Text;
};

/// Adds what the two tables hold to the tree of \p M, which has a program()
/// that was read already. An error names the record and the path in its JSON.
llvm::Error readStateTables(GraphModule &M, const StateTableText &Weights,
                            const StateTableText &Constants);

/// The state of \p M that belongs to \p Table, in the order of the table.
std::vector<std::pair<const TensorAttr *, std::string>>
stateOf(const GraphModule &M, StateTable Table);

/// Notes the order of the tables of a program, before records change: PyTorch's
/// state dictionaries have their order.
void keepStateOrder(GraphModule &M);

/// Writes a table as PyTorch 2.13 does. \p RecordOf gives the whole name of the
/// record of a tensor or object; it is in the table's folder.
void writeStateTable(
    const GraphModule &M, StateTable Table,
    llvm::function_ref<llvm::StringRef(const TensorAttr &T)> RecordOf,
    llvm::raw_ostream &OS);
/// The same with the records that the IR names.
void writeStateTable(const GraphModule &M, StateTable Table,
                     llvm::raw_ostream &OS);

/// The whole names of the records that the text of a table names; those that
/// can be read where it is damaged.
std::vector<std::string> recordsOf(StateTable Table, llvm::StringRef Text);

} // namespace fx

#endif // FX_INTEROP_STATETABLES_H
