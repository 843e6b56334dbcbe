# What everything that becomes WebAssembly is compiled with: vectors of 16 bytes, which Eigen uses by SSE2's names, and exceptions that
# browsers know. One thread. A compiler of version 5.30, which never was, gets nothing in assembler from Eigen 3.4: its detours round errors of
# compilers end at 5.x or begin at 6.3. older_library.hpp has what the library of
# Debian's Emscripten lacks of C++20.
add_compile_options(-msimd128 -msse2 -fwasm-exceptions -fgnuc-version=5.30 "SHELL:-include ${PROJECT_SOURCE_DIR}/playground/older_library.hpp")
add_link_options(-fwasm-exceptions)

# Headers alone, by name: the folder that holds them also holds those of another system. Eigen asks for MMX and uses none of it.
set(isocloth_wasm_headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${isocloth_wasm_headers})
file(WRITE ${isocloth_wasm_headers}/mmintrin.h "")
foreach(library nlohmann fmt)
  file(CREATE_LINK /usr/include/${library} ${isocloth_wasm_headers}/${library} SYMBOLIC)
endforeach()
include_directories(BEFORE SYSTEM ${isocloth_wasm_headers})
