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

/// fx-translate --info: what printFileInfo() prints of files, without reading
/// weights.
struct FileInfoOptions {
  bool Verbose = false;
  bool JSON = false; ///< As one JSON text.
  /// What each module costs, down to so many levels; unset: nothing of that.
  std::optional<unsigned> ModuleLevels;
};
ExitCode printFileInfo(llvm::ArrayRef<std::string> Files,
                       const FXOptConfig &Config,
                       const FileInfoOptions &Options);

} // namespace fx

#endif // FX_LIB_TOOLS_TRANSLATE_FILEINFO_H
