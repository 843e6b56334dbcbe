# isocloth_build_viewer(VARIABLE): the viewer's script, built from viewer/ by node and npm; VARIABLE becomes its path. Without
# them, or without their packages, the file is empty and the program says what to install when it needs the page.
function(isocloth_build_viewer variable)
  set(bundle ${PROJECT_BINARY_DIR}/viewer/isocloth-viewer.js)
  set(${variable} ${bundle} PARENT_SCOPE)
  find_program(ISOCLOTH_NODE node nodejs)
  find_program(ISOCLOTH_NPM npm)
  set(version "0")
  if(ISOCLOTH_NODE AND ISOCLOTH_NPM)
    execute_process(COMMAND ${ISOCLOTH_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" version "${version}")
  endif()
  if(version VERSION_LESS 18)
    message(STATUS "No viewer: node 18 or newer and npm were not found (apt install nodejs npm)")
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/viewer)
    file(WRITE ${bundle} "")
    return()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/src/*)
  add_custom_command(
    OUTPUT ${bundle}
    COMMAND ${PROJECT_SOURCE_DIR}/viewer/build ${bundle}
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/viewer/build ${PROJECT_SOURCE_DIR}/viewer/package.json
            ${PROJECT_SOURCE_DIR}/viewer/package-lock.json ${PROJECT_SOURCE_DIR}/viewer/vite.config.ts
    COMMENT "Building the viewer's page"
    VERBATIM
  )
endfunction()
