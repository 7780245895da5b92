//===- JSONText.h - Writing JSON as Python does -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The spelling of json.dumps with its defaults: `", "` and `": "`, ASCII with
/// escapes, and the shortest digits of floats.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_JSONTEXT_H
#define FX_SUPPORT_JSONTEXT_H

#include "fx/Support/TextBuffer.h"

namespace fx {

/// A string with its quotes; UTF-8 is taken apart into UTF-16 units.
void writeJSONString(TextBuffer &Out, llvm::StringRef Text);
void writeJSONInt(TextBuffer &Out, int64_t Value);
/// What a number cannot say is a string, as in torch.export: "NaN".
void writeJSONFloat(TextBuffer &Out, double Value);
inline void writeJSONBool(TextBuffer &Out, bool Value) {
  if (Value)
    Out << "true";
  else
    Out << "false";
}

} // namespace fx

#endif // FX_SUPPORT_JSONTEXT_H
