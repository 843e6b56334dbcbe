# Installs the library so that another project finds it with find_package(isocloth).
include(CMakePackageConfigHelpers)

install(TARGETS isocloth EXPORT isoclothTargets FILE_SET HEADERS)
install(EXPORT isoclothTargets NAMESPACE isocloth:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/isocloth)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/isoclothConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/isoclothConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/isoclothConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/isocloth)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/isoclothConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/isoclothConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/isocloth)
if(TARGET isocloth_program)
  install(TARGETS isocloth_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/isocloth FILES_MATCHING PATTERN "*.yaml" PATTERN "*.csv")
  # the engine of pages, where `make playground` has built it
  install(FILES ${PROJECT_SOURCE_DIR}/build-wasm/playground/engine.js ${PROJECT_SOURCE_DIR}/build-wasm/playground/engine.wasm
          DESTINATION ${CMAKE_INSTALL_DATADIR}/isocloth/engine OPTIONAL)
endif()
