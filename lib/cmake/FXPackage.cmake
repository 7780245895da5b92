# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CPack: the Debian packages that utils/package makes.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "fx-opt")
set(CPACK_PACKAGE_CONTACT "The developers of fx-opt <fx-opt@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tools dev docs)
if(TARGET FXTorch)
  list(APPEND CPACK_COMPONENTS_ALL torch)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Packages of one build find libFX in each other.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

# fx_package(COMPONENT NAME SECTION SUMMARY TEXT [DEPENDS])
macro(fx_package component name section summary text)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${key}_DESCRIPTION "${summary}\n${text}")
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${ARGN}")
endmacro()

set(same "fx-opt (= ${PROJECT_VERSION})")
fx_package(tools fx-opt devel "transforms PyTorch graphs without Python"
  "Reads, checks, transforms and writes graphs of torch.fx and programs of torch.export.")
fx_package(torch fx-opt-torch devel "runs PyTorch graphs with LibTorch"
  "What fx-run, constant folding and the import of TorchScript need." "${same}")
fx_package(dev libfx-dev libdevel "headers for passes and plugins of fx-opt"
  "Headers, CMake files and fx-tblgen, and lit and FileCheck for tests of passes."
  "${same}, llvm-19-dev, llvm-19-tools, zlib1g-dev, libzstd-dev")
fx_package(docs fx-opt-doc doc "the pages of fx-opt"
  "The reference of the text form and of all passes, tutorials and examples.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "fx-opt-torch")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "libfx-dev, fx-opt-doc")
set(CPACK_DEBIAN_DOCS_PACKAGE_ARCHITECTURE all)

include(CPack)
