# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the name of each of FILES, without its folder, and its text as a pair of
# C++ strings and a comma to OUT.
#
#   cmake "-DFILES=a;b" -DOUT=FILE -P EmbedText.cmake

set(text "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  string(APPEND text "{\"${name}\", R\"fx(${content})fx\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
