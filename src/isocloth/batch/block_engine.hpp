#pragma once

/// One world on the threads of a block of a GPU (CUDA). tests/batch/block_on_cpu.hpp runs it on a CPU.

#include "isocloth/batch/envelope_cholesky.hpp"

namespace isocloth::batch {

/// Without what obstacles need, more worlds fit on a multiprocessor.
template <bool Touches>
struct BlockEngine {
  using Real = double;
  using Mask = bool;
  static constexpr int kTile = 1;
  static constexpr bool kTouches = Touches;

  __device__ static double fma(double a, double b, double c) { return __fma_rn(a, b, c); }
  __device__ static double sqrt(double a) { return __dsqrt_rn(a); }

  __device__ static double halved_bits(double a) {
    return __longlong_as_double(kHalvedBits - (__double_as_longlong(a) >> 1));
  }

  template <class Body>
  __device__ static void each(int count, const Body& body) {
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) body(i);
    __syncthreads();
  }
  template <class Body>
  __device__ static double largest(int count, const Body& body) {
    double found = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
      found = larger<double>(body(i), found);
    return largest_of_threads(found);
  }
  template <class Body>
  __device__ static double sum(int count, const Body& body) {
    double part = 0;
    if (threadIdx.x < kPartialSums)  // the first warp
      for (int i = static_cast<int>(threadIdx.x); i < count; i += kPartialSums) part = part + body(i);
    return sum_of_warp(part);
  }
  template <class Holds>
  __device__ static int gather(int count, const Holds& holds, int* list) {
    __shared__ int of_block;
    if (threadIdx.x < 32) {  // the first warp
      const int lane = static_cast<int>(threadIdx.x);
      int found = 0;
      for (int begin = 0; begin < count; begin += 32) {
        const bool is_one = begin + lane < count && holds(begin + lane);
        const unsigned ones = __ballot_sync(~0u, is_one);
        if (is_one) list[found + __popc(ones & ((1u << lane) - 1))] = begin + lane;
        found += __popc(ones);
      }
      if (lane == 0) of_block = found;
    }
    __syncthreads();
    const int all = of_block;
    __syncthreads();
    return all;
  }
  template <class Body>
  __device__ static double sum_of(const int* list, int count, const Body& body) {
    double part = 0;
    for (int k = 0; threadIdx.x < kPartialSums && k < count; ++k)
      if (list[k] % kPartialSums == static_cast<int>(threadIdx.x)) part = part + body(list[k]);
    return sum_of_warp(part);
  }
  __device__ static bool any(bool mask) { return mask; }

 private:
  /// Of what the threads of the first warp have.
  __device__ static double sum_of_warp(double part) {
    __shared__ double of_block;
    if (threadIdx.x < kPartialSums) {
      for (int apart = kPartialSums / 2; apart > 0; apart /= 2)
        part = part + __shfl_xor_sync(~0u, part, apart);
      if (threadIdx.x == 0) of_block = part;
    }
    __syncthreads();
    const double total = of_block;
    __syncthreads();
    return total;
  }

  __device__ static double largest_of_threads(double found) {
    constexpr int kMostWarps = 32;
    __shared__ double of_warp[kMostWarps];
    for (int apart = 16; apart > 0; apart /= 2)
      found = larger<double>(__shfl_xor_sync(~0u, found, apart), found);
    if (blockDim.x == 32) {  // shuffles do not order what bodies wrote
      __syncwarp();
      return found;
    }
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = found;
    __syncthreads();
    for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) found = larger<double>(of_warp[warp], found);
    __syncthreads();
    return found;
  }
};

/// Numbers from row to row of a window over a band so wide: 9 modulo 16, so that rows begin in different
/// banks.
__host__ __device__ constexpr int window_stride(int band) {
  return 9 * band + (16 - 9 * (band - 1) % 16) % 16;
}

/// Rows of the factor in shared memory until they are whole: each leaves to the world's scratch as its column
/// is done, and its place is that of the row a band further on.
template <class E>
struct RowsInWindow {
  const World<E>& world;
  double* window;
  int stride;             ///< from row to row
  unsigned inverse_band;  ///< 2³²/band, rounded up

  __device__ static RowsInWindow of(const World<E>& world, double* window) {
    const int band = world.tables.band;
    return {world, window, window_stride(band), ~0u / static_cast<unsigned>(band) + 1};
  }

  __device__ double* row(int p) const {
    const int turns = static_cast<int>(__umulhi(static_cast<unsigned>(p), inverse_band));
    return window + (p - turns * world.tables.band) * stride;
  }
  __device__ int leaving(int p) const { return 9 * (p - world.tables.first[p]); }
  __device__ void leave(int p, int k) const { world.factor()[9 * world.tables.row_begin[p] + k] = row(p)[k]; }
};

}  // namespace isocloth::batch
