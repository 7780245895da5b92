# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM's static archives. libLLVM.so is never linked: its start-up takes ten
# times as long and its 2,471 options clash with ours.

find_package(LLVM 19.1 REQUIRED CONFIG)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} from ${LLVM_DIR}")
find_package(Threads REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(LLVM_EXTERNAL_LIT "${LLVM_BINARY_DIR}/build/utils/lit/lit.py"
  CACHE FILEPATH "lit.py of LLVM")
