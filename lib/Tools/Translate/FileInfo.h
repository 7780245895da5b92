//===- FileInfo.h - What is inside files ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_TRANSLATE_FILEINFO_H
#define FX_LIB_TOOLS_TRANSLATE_FILEINFO_H

#include "Opt/FXOptConfig.h"
#include "fx/Tools/FXOptMain.h"

namespace fx {

/// fx-translate --info: prints what \p Files hold, without reading weights.
/// \p JSON: as one JSON text.
ExitCode printFileInfo(llvm::ArrayRef<std::string> Files,
                       const FXOptConfig &Config, bool Verbose, bool JSON);

} // namespace fx

#endif // FX_LIB_TOOLS_TRANSLATE_FILEINFO_H
