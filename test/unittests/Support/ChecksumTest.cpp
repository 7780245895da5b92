//===- ChecksumTest.cpp - CRC-32, fast ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Checksum.h"
#include "gtest/gtest.h"
#include <random>
#include <zlib.h>

using fx::checksum;
using llvm::StringRef;

static uint32_t zlibChecksum(StringRef Bytes, uint32_t CRC = 0) {
  return crc32_z(CRC, reinterpret_cast<const Bytef *>(Bytes.data()),
                 Bytes.size());
}

TEST(ChecksumTest, IsZlibs) {
  EXPECT_EQ(checksum(""), 0u);
  EXPECT_EQ(checksum("123456789"), 0xcbf43926u);
  std::mt19937 Random(1);
  std::string Bytes(1 << 20, '\0');
  for (char &C : Bytes)
    C = char(Random());
  StringRef Text = Bytes;
  for (size_t Length = 0; Length != 300; ++Length)
    for (size_t Start : {0, 1, 7})
      for (uint32_t CRC : {0u, 0xffffffffu, 0x12345678u})
        EXPECT_EQ(checksum(Text.substr(Start, Length), CRC),
                  zlibChecksum(Text.substr(Start, Length), CRC))
            << Length;
  EXPECT_EQ(checksum(Text), zlibChecksum(Text));
  EXPECT_EQ(checksum(Text.drop_front(777), checksum(Text.take_front(777))),
            zlibChecksum(Text));
  Bytes.assign(Bytes.size(), '\0');
  EXPECT_EQ(checksum(Bytes), zlibChecksum(Bytes));
}
