# cmake --install: headers, libraries, tools, td files, FXConfig.cmake.

include(CMakePackageConfigHelpers)

set(FX_CMAKE_INSTALL_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/FX)

get_property(installed GLOBAL PROPERTY FX_INSTALLED_TARGETS)
install(TARGETS ${installed}
  EXPORT FXTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT FXTargets NAMESPACE FX:: DESTINATION ${FX_CMAKE_INSTALL_DIR})

install(DIRECTORY include/fx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/fx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
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
  lib/cmake/FXTableGen.cmake
  lib/cmake/FXPlugin.cmake
  DESTINATION ${FX_CMAKE_INSTALL_DIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
