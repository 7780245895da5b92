//===- SourceText.cpp - The text that a module was read from --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/SourceText.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

StringRef SourceText::text() const {
  return Manager ? Manager->getMemoryBuffer(BufferId)->getBuffer()
                 : StringRef();
}

StringRef SourceText::name() const {
  return Manager ? Manager->getMemoryBuffer(BufferId)->getBufferIdentifier()
                 : StringRef();
}

SMLoc SourceText::locOf(uint32_t NodeLoc) const {
  StringRef Text = text();
  if (!NodeLoc || NodeLoc > Text.size())
    return SMLoc();
  const char *Cur = Text.data() + NodeLoc - 1;
  while (Cur != Text.end() && (*Cur == ' ' || *Cur == '\t'))
    ++Cur;
  return SMLoc::getFromPointer(Cur);
}
