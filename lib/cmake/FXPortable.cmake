# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fx_link_portably(TARGET): for the wheel, which is for older systems than the one it is
# built on: libstdc++ inside, and the symbols of an old glibc (OldGlibc.c). Elsewhere
# this does nothing.

set(portable OFF)
if(FX_PORTABLE AND CMAKE_SYSTEM_NAME STREQUAL Linux AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  set(portable ON)
  set(FX_OLD_GLIBC ${PROJECT_SOURCE_DIR}/lib/cmake/OldGlibc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${FX_OLD_GLIBC}.def)
  file(STRINGS ${FX_OLD_GLIBC}.def same REGEX "^SAME")
  list(TRANSFORM same REPLACE "SAME\\((.*),.*" "\\1")
  set(wrapped ${same} stat lstat fstat stat64 lstat64 fstat64 arc4random mallinfo2
    __libc_single_threaded)
  list(TRANSFORM wrapped PREPEND "LINKER:--wrap=" OUTPUT_VARIABLE FX_OLD_GLIBC_OPTIONS)
endif()
set(FX_LINK_PORTABLY ${portable})

function(fx_link_portably target)
  if(NOT FX_LINK_PORTABLY)
    return()
  endif()
  # Compiled for each: an executable brings what calls its constructors too.
  add_library(${target}OldGlibc OBJECT ${FX_OLD_GLIBC}.c)
  target_compile_options(${target}OldGlibc PRIVATE -fno-lto)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}OldGlibc>)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_compile_definitions(${target}OldGlibc PRIVATE FX_OLD_MAIN)
    target_link_options(${target} PRIVATE LINKER:--wrap=__libc_start_main)
  endif()
  # Before 2.34 these were libraries of their own.
  target_link_options(${target} PRIVATE ${FX_OLD_GLIBC_OPTIONS}
    LINKER:--strip-all -static-libstdc++ LINKER:--exclude-libs,libstdc++.a
    LINKER:--push-state,--no-as-needed -l:libdl.so.2 -l:libpthread.so.0 LINKER:--pop-state)
endfunction()
