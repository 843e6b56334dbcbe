#include "support/count_allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(ISOCLOTH_SANITIZED) || !defined(__GLIBC__)
#define ISOCLOTH_COUNTS_ALLOCATIONS 0
#else
#define ISOCLOTH_COUNTS_ALLOCATIONS 1
#endif

namespace {
std::atomic<long> g_allocations{0};
}

#if ISOCLOTH_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t bytes) {
  ++g_allocations;
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  ++g_allocations;
  return __libc_calloc(count, bytes);
}
void* realloc(void* old, std::size_t bytes) {
  ++g_allocations;
  return __libc_realloc(old, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  ++g_allocations;
  return __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
  *result = memalign(alignment, bytes);
  return *result != nullptr ? 0 : ENOMEM;
}
}
#endif

namespace isocloth::test {

bool CountAllocations::works() { return ISOCLOTH_COUNTS_ALLOCATIONS; }

long CountAllocations::total() { return g_allocations; }

}  // namespace isocloth::test
