# What every target of the project shares: language level, warnings, sanitizers, architecture.
#
# -ffp-contract=off: the compiler must not fuse a*b+c on its own, or the same source gives other bits
# in each function it is inlined into. Kernels that want fused operations ask for them explicitly.
function(isocloth_target_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(NOT EMSCRIPTEN)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  set(options -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)
  if(ISOCLOTH_WARNINGS_AS_ERRORS)
    list(APPEND options -Werror)
  endif()
  if(ISOCLOTH_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND options -march=${ISOCLOTH_ARCH})
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${options}>")
  if(ISOCLOTH_SANITIZE)
    # without the checks of every pointer, which take the compiler and the tests longest: AddressSanitizer sees what they would
    target_compile_options(${target} PRIVATE -fsanitize=${ISOCLOTH_SANITIZE} -fno-sanitize=null,alignment,object-size,vptr
                                             -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${ISOCLOTH_SANITIZE})
  endif()
endfunction()

# isocloth_fused_sources(FILE…): kernels in which the compiler may fuse a*b+c. They are not inlined elsewhere, so they give the
# same bits wherever they are called from. Without precompiled headers, from which g++ takes the setting of everybody else.
function(isocloth_fused_sources)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_source_files_properties(
    ${ARGN} TARGET_DIRECTORY isocloth PROPERTIES COMPILE_OPTIONS -ffp-contract=fast SKIP_PRECOMPILE_HEADERS ON
  )
endfunction()

# isocloth_setup_sources(SOURCES…): what runs once per cloth. Under sanitizers the optimiser takes longer over Eigen's templates in them
# than they run.
function(isocloth_setup_sources)
  if(ISOCLOTH_SANITIZE)
    set_source_files_properties(
      ${ARGN} TARGET_DIRECTORY isocloth PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON
    )
  endif()
endfunction()

# isocloth_compile_folders_together(TARGET): sources of a folder as one, as most of the time each takes goes into the same
# headers and templates. Names in a folder's unnamed namespaces must differ. Sources with settings of their own stay alone.
function(isocloth_compile_folders_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ISOCLOTH_COMPILE_TOGETHER} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${folder}")
  endforeach()
endfunction()
