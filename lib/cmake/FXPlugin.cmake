# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fx_add_pass_plugin(NAME SOURCES...)
#
# A shared object that `fx-opt --load-pass-plugin=` takes: compiled like libFX
# (assertions, sanitizers, exceptions), linked to it, and with every symbol
# resolved at load time, so that a mismatch is an error message and not a crash
# inside a pass. What links FX::FXTorch besides has exceptions, which LibTorch's
# headers throw.

function(fx_add_pass_plugin name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES
    PREFIX ""
    CXX_VISIBILITY_PRESET default)
  if(NOT CMAKE_CXX_STANDARD)
    set_target_properties(${name} PROPERTIES
      CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  endif()
  target_link_libraries(${name} PRIVATE FX::FX)
  target_compile_options(${name} PRIVATE
    $<$<NOT:$<IN_LIST:FX::FXTorch,$<TARGET_PROPERTY:LINK_LIBRARIES>>>:-fno-exceptions>
    $<$<NOT:$<BOOL:${CMAKE_BUILD_TYPE}>>:-O2>
    $<IF:$<BOOL:${FX_ENABLE_ASSERTIONS}>,-UNDEBUG,-DNDEBUG>)
  if(FX_SANITIZE)
    target_compile_options(${name} PRIVATE
      -fsanitize=${FX_SANITIZE} -fno-sanitize=vptr,function)
  endif()
  target_link_options(${name} PRIVATE -Wl,-z,now)
endfunction()
