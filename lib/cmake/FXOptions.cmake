# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Options of the build, compiler settings and output folders.

option(FX_INCLUDE_TESTS "Build the unit tests and the check-fx target" ON)
option(FX_INCLUDE_BENCHMARKS "Build the benchmarks when Google Benchmark is found" ON)
option(FX_WERROR "Treat compiler warnings as errors" OFF)
option(FX_USE_CCACHE "Compile through ccache when it is installed" ON)
option(FX_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(FX_COVERAGE "Record line coverage (needs clang)" OFF)
option(FX_PYTHON "Build the Python package fxopt (needs nanobind)" OFF)
option(FX_PYTHON_SPLIT "Build it for all versions of Python, with nanobind-backend" ON)
option(FX_PORTABLE "Link zstd, libstdc++ and old symbols of glibc, for other systems" OFF)
set(FX_PYTHON_EXECUTABLE "python3" CACHE STRING "The Python to build it with, which has nanobind")
set(FX_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
# The kinds of build of this project: no debug information in a release, a
# little optimization under assertions.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
file(RELATIVE_PATH FX_LIB_FROM_BIN /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH "$ORIGIN/${FX_LIB_FROM_BIN}")

if(FX_USE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(FX_CCACHE ccache)
  if(FX_CCACHE)
    set(CMAKE_C_COMPILER_LAUNCHER ${FX_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${FX_CCACHE})
  endif()
endif()

# What every target of this project is compiled and linked with.
add_library(FXBuildFlags INTERFACE)
target_compile_options(FXBuildFlags INTERFACE
  # Exceptions are for targets with the property FX_EXCEPTIONS.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:FX_EXCEPTIONS>>>:-fno-exceptions>
  -fno-semantic-interposition
  -Wall -Wextra -Wimplicit-fallthrough -Wnon-virtual-dtor -Wsuggest-override
  -Wno-unused-parameter -Wno-missing-field-initializers -Wno-comment
  -Werror=unused-result -Werror=return-type
  # Clang's -Wall has it; what a constant hides is a mistake.
  $<$<CXX_COMPILER_ID:GNU>:-Wunused-const-variable=1>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  # Clang sees into std::stable_sort of GCC 12, which uses a deprecated function.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  $<$<BOOL:${FX_WERROR}>:-Werror>
  # GCC's flow analysis reports these in LLVM's headers at random.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=array-bounds>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=stringop-overflow>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=stringop-overread>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=dangling-pointer>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=use-after-free>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-error=free-nonheap-object>)
target_link_options(FXBuildFlags INTERFACE -Wl,--as-needed)

if(FX_SANITIZE)
  target_compile_options(FXBuildFlags INTERFACE
    -fsanitize=${FX_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # These two need run-time type information, which is off.
    -fno-sanitize=vptr,function)
  target_link_options(FXBuildFlags INTERFACE -fsanitize=${FX_SANITIZE})
endif()
if(FX_COVERAGE)
  target_compile_options(FXBuildFlags INTERFACE
    -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(FXBuildFlags INTERFACE -fprofile-instr-generate)
endif()
if(FX_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "FX_FUZZ needs clang; configure with -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  target_compile_options(FXBuildFlags INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(CMAKE_BUILD_TYPE STREQUAL Debug)
  set(FX_ASSERTIONS 1)
else()
  set(FX_ASSERTIONS 0)
endif()
