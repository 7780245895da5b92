# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fx_tablegen(TARGET TD OUT ARGUMENTS...)
#
# Runs fx-tblgen over TD (absolute, or relative to the current source folder)
# with ARGUMENTS and writes OUT, a path relative to the `include` folder of the
# build tree. TARGET is built after it and finds OUT as `#include "OUT"`. TD may
# include the td files of FX ("fx/IR/OpBase.td") and those of its own project,
# relative to its folder or to the project's `include` folder.
#
# Used inside the project and, from the installed tree, by plugins.

set(FX_TABLEGEN_MODULE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(fx_tablegen target td out)
  get_filename_component(td_path ${td} ABSOLUTE)
  get_filename_component(td_dir ${td_path} DIRECTORY)
  set(out_path ${PROJECT_BINARY_DIR}/include/${out})
  get_filename_component(out_dir ${out_path} DIRECTORY)
  if(FX_IS_INSTALLED_TREE)
    set(fx_includes ${FX_TD_INCLUDE_DIRS})
  else()
    set(fx_includes ${FX_SOURCE_DIR}/include)
  endif()
  set(includes ${td_dir} ${PROJECT_SOURCE_DIR}/include ${fx_includes})
  list(REMOVE_DUPLICATES includes)
  list(TRANSFORM includes PREPEND "-I" OUTPUT_VARIABLE include_flags)

  # Files that an argument names (--aten-schemas=FILE) are inputs too.
  set(inputs)
  foreach(argument ${ARGN})
    if(argument MATCHES "=(/.+)$" AND EXISTS "${CMAKE_MATCH_1}")
      list(APPEND inputs "${CMAKE_MATCH_1}")
    endif()
  endforeach()

  file(MAKE_DIRECTORY ${out_dir})
  add_custom_command(
    OUTPUT ${out_path}
    COMMAND FX::fx-tblgen ${ARGN} ${include_flags} ${td_path}
            --write-if-changed -o ${out_path} -d ${out_path}.d
    DEPENDS ${td_path} ${inputs} $<TARGET_FILE:FX::fx-tblgen>
    DEPFILE ${out_path}.d
    COMMENT "Generating ${out}"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "tablegen_${PROJECT_NAME}_${out}" rule)
  add_custom_target(${rule} DEPENDS ${out_path})
  add_dependencies(${target} ${rule})
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/include)
  if(TARGET FXGeneratedHeaders)
    add_dependencies(FXGeneratedHeaders ${rule})
  endif()

  # For tblgen-lsp-server.
  file(APPEND ${PROJECT_BINARY_DIR}/tablegen_compile_commands.yml
    "--- !FileInfo:\n  filepath: \"${td_path}\"\n  includes: \"${includes}\"\n")
endfunction()

file(REMOVE ${PROJECT_BINARY_DIR}/tablegen_compile_commands.yml)
