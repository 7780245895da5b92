# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DOUT=FILE -P Embed.cmake FILE...: the text of each file as a constant,
# whose name is that of the file with `_` for each dot. Files come after `--`.

set(text "// Made by Embed.cmake.\n")
set(files FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  set(argument "${CMAKE_ARGV${i}}")
  if(argument STREQUAL "--")
    set(files TRUE)
  elseif(files)
    get_filename_component(name "${argument}" NAME)
    string(MAKE_C_IDENTIFIER "${name}" name)
    file(READ "${argument}" content)
    # Pages do not repeat the license of each file.
    string(REGEX REPLACE "^(//|/\\*) Part of fx-opt[^\n]*\n[^\n]*\n[^\n]*\n(//)?\n" ""
           content "${content}")
    string(APPEND text "static constexpr char ${name}[] = R\"FX(${content})FX\";\n")
  endif()
endforeach()
file(WRITE "${OUT}" "${text}")
