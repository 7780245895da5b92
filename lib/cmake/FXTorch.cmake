# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LibTorch, for lib/Torch alone. Sets FX_TORCH_FOUND, FX_TORCH_VERSION and
# FX_TORCH_LIB_DIR, and makes the target FXLibTorch.
#
# A build folder belongs to one LibTorch: CMake keeps what it found.

set(FX_TORCH AUTO CACHE STRING "Build libFXTorch: ON, OFF, or AUTO: where LibTorch is found")
set(FX_TORCH_ROOT "" CACHE PATH
  "Folder of the torch package, or /usr; empty: ask python3, then the system")
set(FX_TORCH_FOUND OFF)

if(NOT FX_TORCH)
  return()
endif()

if(NOT FX_TORCH_ROOT)
  # A look-up, not an import: 0.05 s instead of 1.2 s.
  execute_process(
    COMMAND python3 -c
      "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
    OUTPUT_VARIABLE torch_package OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  set(torch_package ${FX_TORCH_ROOT})
endif()

include(${CMAKE_CURRENT_LIST_DIR}/FXFindTorch.cmake)
if(FX_TORCH STREQUAL AUTO)
  fx_find_torch("${torch_package}" 1.13 CONFIG QUIET)
else()
  fx_find_torch("${torch_package}" 1.13 CONFIG REQUIRED)
endif()
if(NOT Torch_FOUND)
  message(STATUS "LibTorch was not found: fx-run and importing TorchScript will say so")
  return()
endif()

# The headers of LibTorch 1 do not compile as C++20 with clang.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND Torch_VERSION VERSION_LESS 2)
  message(STATUS "LibTorch ${Torch_VERSION} needs GCC: libFXTorch is not built")
  return()
endif()

# fx_torch_location(TARGET VAR): folder of the library of an imported target.
function(fx_torch_location target var)
  foreach(property IMPORTED_LOCATION_RELEASE IMPORTED_LOCATION_RELWITHDEBINFO
          IMPORTED_LOCATION)
    get_target_property(file ${target} ${property})
    if(file)
      get_filename_component(folder "${file}" DIRECTORY)
      file(REAL_PATH "${folder}" folder)
      set(${var} "${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "the CMake target ${target} of LibTorch names no file")
endfunction()

fx_torch_location(torch_cpu FX_TORCH_LIB_DIR)
fx_torch_location(c10 c10_folder)
if(NOT FX_TORCH_LIB_DIR STREQUAL c10_folder)
  message(FATAL_ERROR "two copies of LibTorch are mixed: ${FX_TORCH_LIB_DIR} and "
    "${c10_folder}; use a fresh build folder, or set FX_TORCH_ROOT")
endif()

set(FX_TORCH_FOUND ON)
set(FX_TORCH_VERSION ${Torch_VERSION})
set(FX_TORCH_PACKAGE ${torch_package})
message(STATUS "LibTorch ${FX_TORCH_VERSION} in ${FX_TORCH_LIB_DIR}")

add_library(FXLibTorch INTERFACE)
target_include_directories(FXLibTorch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(FXLibTorch INTERFACE torch_cpu c10)
