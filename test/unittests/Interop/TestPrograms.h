//===- TestPrograms.h - Programs for the tests ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_UNITTESTS_INTEROP_TESTPROGRAMS_H
#define FX_TEST_UNITTESTS_INTEROP_TESTPROGRAMS_H

#include "TestArchives.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/Interop/ProgramJSON.h"

namespace fx::test {

/// The archives among test/Interop/Inputs that PyTorch has written.
std::vector<std::string> programFiles();
/// The JSON of all programs of an archive.
std::vector<std::string> programsOf(llvm::StringRef File);
/// What writeProgramJSON writes; an error's text where it fails.
std::string toJSON(const GraphModule &M);
/// The same values with the members of all objects in reverse order.
std::string reverseMembers(llvm::StringRef JSON);

} // namespace fx::test

#endif // FX_TEST_UNITTESTS_INTEROP_TESTPROGRAMS_H
