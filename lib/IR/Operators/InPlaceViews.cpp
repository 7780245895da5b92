//===- InPlaceViews.cpp - What changes sizes in place ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/InPlaceViews.h"
#include "llvm/ADT/StringSwitch.h"

bool fx::isInPlaceView(llvm::StringRef Op) {
  return llvm::StringSwitch<bool>(Op)
      .Cases("t_", "transpose_", "swapaxes_", "swapdims_", "squeeze_", true)
      .Cases("unsqueeze_", "as_strided_", "set_", "detach_", true)
      .Default(Op.starts_with("resize_"));
}
