#pragma once

/// What the code of a GPU's block asks of CUDA, on one thread of a CPU: to be included before
/// isocloth/batch/block_steps.hpp, which is then compiled as it is.
///
/// Each thread of the block is a fiber that runs until its next barrier, in an order that a test chooses:
/// where one reads what another writes with no barrier between, orders differ in their bits, and
/// ThreadSanitizer, for which fibers are threads that nothing but barriers orders, tells. Shuffles order
/// nothing.

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <thread>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"  // masks are bool here, joined as vectors are
#endif

#define __device__
#define __host__
#define __shared__ static

namespace isocloth::test {

/// In which order the threads of a block run between barriers.
enum class Turns { in_order, backwards, mixed };

/// Calls body() on each thread of a block; throws std::logic_error where some wait for others that never
/// come.
void run_block(int threads, Turns turns, const std::function<void()>& body);

void wait_for_block();
void wait_for_warp();

/// What the thread of that lane in the warp gives at the same call.
std::uint64_t exchange(std::uint64_t own, int lane);
unsigned ballot(bool own);

struct Index {
  unsigned x;
};

}  // namespace isocloth::test

extern isocloth::test::Index threadIdx, blockDim;

inline void __syncthreads() { isocloth::test::wait_for_block(); }
inline void __syncwarp() { isocloth::test::wait_for_warp(); }
inline void __threadfence_system() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __nanosleep(unsigned) { std::this_thread::yield(); }
inline double __shfl_xor_sync(unsigned, double own, int apart) {
  return std::bit_cast<double>(isocloth::test::exchange(std::bit_cast<std::uint64_t>(own),
                                                        static_cast<int>(threadIdx.x % 32) ^ apart));
}
inline unsigned __ballot_sync(unsigned, bool own) { return isocloth::test::ballot(own); }
inline int __popc(unsigned a) { return std::popcount(a); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(a) * b) >> 32);
}
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline double __dsqrt_rn(double a) { return std::sqrt(a); }
inline long long __double_as_longlong(double a) { return std::bit_cast<long long>(a); }
inline double __longlong_as_double(long long a) { return std::bit_cast<double>(a); }
