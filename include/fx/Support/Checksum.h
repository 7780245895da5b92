//===- Checksum.h - CRC-32, fast --------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The checksum of zip archives and journals.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_CHECKSUM_H
#define FX_SUPPORT_CHECKSUM_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fx {

/// Continues the CRC-32 \p CRC of zip archives and journals, 0 at first, over
/// \p Bytes.
/// Some 10 bytes a nanosecond where the processor multiplies polynomials, 2
/// with zlib otherwise.
uint32_t checksum(llvm::StringRef Bytes, uint32_t CRC = 0);

} // namespace fx

#endif // FX_SUPPORT_CHECKSUM_H
