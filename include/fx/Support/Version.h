//===- Version.h - The version of the library -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The version of the library at run time. fx/Config.h has that of the headers.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_VERSION_H
#define FX_SUPPORT_VERSION_H

#include "llvm/ADT/StringRef.h"

namespace fx {

/// The version of the libFX that runs, such as "0.2.0". It equals
/// FX_VERSION_STRING of fx/Config.h unless a program was compiled against one
/// libFX and loads another.
llvm::StringRef getVersion();

} // namespace fx

#endif // FX_SUPPORT_VERSION_H
