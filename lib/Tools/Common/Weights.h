//===- Weights.h - Files of weights beside texts ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_WEIGHTS_H
#define FX_LIB_TOOLS_COMMON_WEIGHTS_H

#include "fx/Translate/InputFile.h"

namespace fx {

/// A path that means the same as \p Path from the folder of \p File, or an
/// absolute one.
std::string pathSeenFrom(llvm::StringRef File, llvm::StringRef Path);

class OutputTransaction;

/// What a text that is written does with the weights of its modules.
enum class WeightsMode : uint8_t {
  Reference, ///< It names the files they are in; new ones go beside the text.
  Copy,      ///< All go into one file beside the text.
  Link,      ///< The files get another name beside the text.
};

/// Gives the modules of \p In the weights of the file \p Path, by the names of
/// their records or by those of the module tree; nothing where \p Path is
/// empty. State that a tree lists has to be there, with the type and the sizes
/// that the tree says. False when errors were reported.
bool takeWeights(InputFile &In, llvm::StringRef Path);

/// Makes the modules of \p Inputs name their weights as seen from the text
/// \p Path, and adds to \p Files what is written or linked where \p Mode or new
/// weights want that. A file that is there already is written to only where the
/// old text names it as its weights, and neither another text nor a flag, which
/// \p Read are of, reads it. False when errors were reported.
bool placeWeights(llvm::ArrayRef<std::unique_ptr<InputFile>> Inputs,
                  llvm::StringRef Path, WeightsMode Mode,
                  OutputTransaction &Files,
                  llvm::ArrayRef<std::string> Read = {});

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_WEIGHTS_H
