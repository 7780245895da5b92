//===- Version.cpp - The version of the library ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Version.h"
#include "fx/Config.h"

llvm::StringRef fx::getVersion() { return FX_VERSION_STRING; }
