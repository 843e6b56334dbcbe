# One library for all processors: compiled for any of them, and again for each of ISOCLOTH_KERNELS, where the loader finds it by
# itself. glibc looks for a library in glibc-hwcaps/LEVEL below each folder first, for the highest level that the processor has (2.33 and
# newer; an older one, and an older processor, take the plain library).
#
# Inside the library every call goes to its own code (-Bsymbolic): a template of Eigen that the program was compiled with too must not take
# its place, as it knows other registers.
function(isocloth_add_kernels)
  target_link_options(isocloth PRIVATE -Wl,-Bsymbolic)
  set_target_properties(isocloth PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  get_target_property(sources isocloth SOURCES)
  foreach(level ${ISOCLOTH_KERNELS})
    set(kernels isocloth_${level})
    add_library(${kernels} SHARED ${sources})
    isocloth_target_defaults(${kernels})
    target_compile_options(${kernels} PRIVATE -march=${level})
    target_compile_definitions(${kernels} PRIVATE $<TARGET_PROPERTY:isocloth,COMPILE_DEFINITIONS>)
    target_include_directories(${kernels} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
    target_link_libraries(${kernels} PRIVATE Eigen3::Eigen Threads::Threads)
    target_link_options(${kernels} PRIVATE -Wl,-Bsymbolic)
    target_precompile_headers(${kernels} PRIVATE ${ISOCLOTH_COMMON_HEADERS})
    isocloth_compile_folders_together(${kernels})
    set_target_properties(
      ${kernels} PROPERTIES OUTPUT_NAME isocloth LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/glibc-hwcaps/${level}
    )
    add_dependencies(isocloth ${kernels})
  endforeach()
endfunction()
