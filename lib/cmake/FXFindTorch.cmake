# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fx_find_torch(PACKAGE ARGUMENT...): LibTorch, in the folder PACKAGE of a Python
# package or an archive, or where find_package(Torch ARGUMENT...) looks. Sets
# Torch_FOUND, Torch_VERSION and TORCH_INCLUDE_DIRS, and makes the targets torch_cpu
# and c10.
#
# The configuration of a LibTorch for GPUs ends with an error where the toolkit of the
# GPUs is missing, also under QUIET. Nothing here includes its headers.
macro(fx_find_torch package)
  set(fx_torch_gpu)
  if(NOT "${package}" STREQUAL "")
    file(GLOB fx_torch_gpu "${package}/lib/libtorch_cuda.so"
      "${package}/lib/libtorch_hip.so" "${package}/lib/libtorch_xpu.so")
  endif()
  if(fx_torch_gpu)
    # What tells versions apart sets a variable of this name.
    include("${package}/share/cmake/Torch/TorchConfigVersion.cmake")
    set(Torch_VERSION "${PACKAGE_VERSION}")
    set(fx_torch_wanted ${ARGN})
    list(GET fx_torch_wanted 0 fx_torch_version)
    set(Torch_FOUND ON)
    if(Torch_VERSION VERSION_LESS fx_torch_version OR
        ("EXACT" IN_LIST fx_torch_wanted AND
          NOT Torch_VERSION VERSION_EQUAL fx_torch_version))
      set(Torch_FOUND OFF)
      if("REQUIRED" IN_LIST fx_torch_wanted)
        message(FATAL_ERROR
          "LibTorch in ${package} is ${Torch_VERSION}, not ${fx_torch_version}")
      endif()
    endif()
    set(TORCH_INCLUDE_DIRS "${package}/include"
      "${package}/include/torch/csrc/api/include")
    foreach(fx_torch_name torch_cpu c10)
      if(NOT TARGET ${fx_torch_name})
        add_library(${fx_torch_name} SHARED IMPORTED)
        set_target_properties(${fx_torch_name} PROPERTIES
          IMPORTED_LOCATION "${package}/lib/lib${fx_torch_name}.so")
      endif()
    endforeach()
  else()
    # Where the folder of the package is not first, find_library(c10) of its
    # configuration takes the system's.
    if(NOT "${package}" STREQUAL "")
      list(PREPEND CMAKE_PREFIX_PATH "${package}")
    endif()
    # Silences a warning of the wheel's configuration.
    set(kineto_LIBRARY c10 CACHE INTERNAL "")
    find_package(Torch ${ARGN})
  endif()
endmacro()
