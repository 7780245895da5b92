# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Functions that declare the parts of the project.

# Generated headers, of all td rules.
add_custom_target(FXGeneratedHeaders)

# fx_precompile(TARGET PRIVATE HEADERS... | REUSE_FROM OTHER): compiles TARGET after
# headers that are read once, which saves a third of the time. Files include what
# they use all the same: clang compiles them without.
function(fx_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Lets ccache see which precompiled header a file was compiled with.
    target_compile_options(${target} PRIVATE -fpch-preprocess)
    target_precompile_headers(${target} ${ARGN})
  endif()
endfunction()

# fx_add_precompiled(NAME FLAG HEADERS...): HEADERS, for targets that are compiled
# with FLAG, -fPIC or -fPIE, and reuse them.
function(fx_add_precompiled name flag)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE ${flag})
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_link_libraries(${name} PRIVATE FXBuildFlags)
  fx_precompile(${name} PRIVATE ${ARGN})
endfunction()

# What nearly every file includes.
set(FX_COMMON_HEADERS
  <llvm/ADT/DenseMap.h> <llvm/ADT/STLExtras.h> <llvm/ADT/SmallVector.h>
  <llvm/ADT/StringExtras.h> <llvm/ADT/StringMap.h> <llvm/ADT/StringSwitch.h>
  <llvm/Support/Allocator.h> <llvm/Support/Error.h> <llvm/Support/SourceMgr.h>
  <llvm/Support/raw_ostream.h> <functional> <map> <memory> <optional> <string>
  <variant> <vector>)
fx_add_precompiled(FXPrecompiled -fPIC ${FX_COMMON_HEADERS})

# fx_add_layer(NAME): the object library FX<NAME> from every .cpp of the current
# folder and of the folders in it. Its objects become part of libFX. A folder
# without sources is skipped.
function(fx_add_layer name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(FX${name} OBJECT ${sources})
  fx_configure_target(FX${name})
  fx_precompile(FX${name} REUSE_FROM FXPrecompiled)
  # Files name headers of another folder of the layer as "Folder/Header.h".
  target_include_directories(FX${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(GLOBAL APPEND PROPERTY FX_LAYERS FX${name})
endfunction()

# fx_add_library(NAME): the static library FX<NAME> from every .cpp of the
# current folder and of the folders in it, on top of libFX.
function(fx_add_library name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(FX${name} STATIC ${sources})
  add_library(FX::FX${name} ALIAS FX${name})
  fx_configure_target(FX${name})
  fx_precompile(FX${name} REUSE_FROM FXPrecompiled)
  target_include_directories(FX${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(FX${name} PUBLIC FX)
  set_property(GLOBAL APPEND PROPERTY FX_INSTALLED_TARGETS FX${name})
endfunction()

# fx_add_tool(NAME [LIBRARIES...]): an executable in bin/, installed, from every
# .cpp of the current folder.
function(fx_add_tool name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  add_executable(FX::${name} ALIAS ${name})
  fx_configure_target(${name})
  fx_add_sanitizer_options(${name})
  fx_link_portably(${name})
  target_link_libraries(${name} PRIVATE ${ARGN})
  set_property(GLOBAL APPEND PROPERTY FX_INSTALLED_TARGETS ${name})
endfunction()

# fx_add_tool_pages(NAME): lets the tool NAME write its page for man(1) and its
# scripts for the shells, below share/ of the build, after each link.
function(fx_add_tool_pages name)
  foreach(file man/${name}.1 bash/${name} zsh/_${name})
    get_filename_component(kind ${file} DIRECTORY)
    if(kind STREQUAL man)
      set(flag --print-man-page)
    else()
      set(flag --print-completion=${kind})
    endif()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/${kind})
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND ${name} ${flag} > ${PROJECT_BINARY_DIR}/share/${file} VERBATIM)
  endforeach()
endfunction()

# Include folders, flags and the order after generated headers, for any target.
function(fx_configure_target target)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:FXBuildFlags>)
  if(NOT target STREQUAL "fx-tblgen")
    add_dependencies(${target} FXGeneratedHeaders)
  endif()
endfunction()

# Under a sanitizer executables carry their default run-time options.
function(fx_add_sanitizer_options target)
  if(FX_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lib/cmake/SanitizerOptions.cpp)
  endif()
endfunction()
