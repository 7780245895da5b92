//===- TableName.h - The option --table-name --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_TABLENAME_H
#define FX_TBLGEN_TABLENAME_H

#include "llvm/ADT/StringRef.h"

namespace fx::tblgen {

/// The C++ name of the table that a backend writes. A name that is not
/// an identifier ends the program.
llvm::StringRef tableName();

} // namespace fx::tblgen

#endif // FX_TBLGEN_TABLENAME_H
