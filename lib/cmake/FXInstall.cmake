# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake --install, in four components: tools (tools, libFX, man pages, completion),
# torch (libFXTorch), dev (headers, td files, CMake files, fx-tblgen) and docs.
# utils/package makes a Debian package of each (FXPackage.cmake).

include(CMakePackageConfigHelpers)

set(FX_CMAKE_INSTALL_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/FX)
set(FX_DOCS_INSTALL_DIR ${CMAKE_INSTALL_DATADIR}/doc/fx-opt)

# fx_install_targets(COMPONENT LINKS EXPORT TARGETS...): what has no version in its
# name, and is there to link with, is of the component LINKS.
function(fx_install_targets component links export)
  install(TARGETS ${ARGN}
    EXPORT ${export}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
      NAMELINK_COMPONENT ${links}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endfunction()

get_property(installed GLOBAL PROPERTY FX_INSTALLED_TARGETS)
list(REMOVE_ITEM installed FXTorch fx-tblgen)
fx_install_targets(tools dev FXTargets ${installed})
fx_install_targets(dev dev FXTargets fx-tblgen)
install(EXPORT FXTargets NAMESPACE FX:: DESTINATION ${FX_CMAKE_INSTALL_DIR} COMPONENT dev)
if(TARGET FXTorch)
  fx_install_targets(torch torch FXTorchTargets FXTorch)
  # Not of dev, which can be installed without LibTorch.
  install(EXPORT FXTorchTargets NAMESPACE FX:: DESTINATION ${FX_CMAKE_INSTALL_DIR}
    COMPONENT torch)
  file(RELATIVE_PATH FX_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" FX_PREFIX_FROM_PC ${FX_PREFIX_FROM_PC})
  set(FX_PC_TORCH_INCLUDES "")
  foreach(folder ${TORCH_INCLUDE_DIRS})
    string(APPEND FX_PC_TORCH_INCLUDES " -I${folder}")
  endforeach()
  configure_file(lib/cmake/fx-torch.pc.in ${PROJECT_BINARY_DIR}/lib/pkgconfig/fx-torch.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/lib/pkgconfig/fx-torch.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT torch)
endif()

# What fx_add_tool_pages makes.
foreach(tool fx-diff fx-journal fx-lsp fx-opt fx-reduce fx-rules fx-run fx-translate)
  install(FILES ${PROJECT_BINARY_DIR}/share/man/${tool}.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
  install(FILES ${PROJECT_BINARY_DIR}/share/bash/${tool}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools)
  install(FILES ${PROJECT_BINARY_DIR}/share/zsh/_${tool}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools)
endforeach()

install(DIRECTORY include/fx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/fx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*.inc")

configure_package_config_file(lib/cmake/FXConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lib/cmake/FX/FXConfig.cmake
  INSTALL_DESTINATION ${FX_CMAKE_INSTALL_DIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/lib/cmake/FX/FXConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/lib/cmake/FX/FXConfig.cmake
  ${PROJECT_BINARY_DIR}/lib/cmake/FX/FXConfigVersion.cmake
  lib/cmake/FXFindTorch.cmake
  lib/cmake/FXTableGen.cmake
  lib/cmake/FXPlugin.cmake
  DESTINATION ${FX_CMAKE_INSTALL_DIR} COMPONENT dev)

install(FILES LICENSE DESTINATION ${FX_DOCS_INSTALL_DIR} COMPONENT tools)
# They are beside the pages there.
foreach(page README CHANGELOG CONTRIBUTING SECURITY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page}.md)
  file(READ ${page}.md text)
  string(REPLACE "](docs/" "](" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lib/cmake/pages/${page}.md
    CONTENT "@text@" @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/lib/cmake/pages/${page}.md
    DESTINATION ${FX_DOCS_INSTALL_DIR} COMPONENT docs)
endforeach()
install(DIRECTORY docs/ DESTINATION ${FX_DOCS_INSTALL_DIR} COMPONENT docs
  FILES_MATCHING PATTERN "*.md")
install(DIRECTORY docs/examples DESTINATION ${FX_DOCS_INSTALL_DIR} COMPONENT docs)
# docs/Editor.md says what to do with them.
install(DIRECTORY utils/editors DESTINATION ${FX_DOCS_INSTALL_DIR} COMPONENT tools)
# The models that the examples of the pages read.
install(FILES test/Models/resnet18.fx.txt test/Models/resnet18.modules.txt
  DESTINATION ${FX_DOCS_INSTALL_DIR}/test/Models COMPONENT docs)
install(FILES test/Interop/Inputs/mlp_minimal.pt2 test/Interop/Inputs/hop_cond.pt2
  DESTINATION ${FX_DOCS_INSTALL_DIR}/test/Interop/Inputs COMPONENT docs)
install(FILES test/Viewer/Inputs/net.fx
  DESTINATION ${FX_DOCS_INSTALL_DIR}/test/Viewer/Inputs COMPONENT docs)
