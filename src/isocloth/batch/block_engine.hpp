#pragma once

/// One world on the threads of a block of a GPU (CUDA). tests/batch/block_on_cpu.hpp runs it on a CPU.

#include "isocloth/batch/engine.hpp"

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
  __device__ static int gather(int begin, int end, const Holds& holds, int* list) {
    __shared__ int of_block;
    if (threadIdx.x < 32) {  // the first warp
      const int lane = static_cast<int>(threadIdx.x);
      int found = 0;
      for (; begin < end; begin += 32) {
        const bool is_one = begin + lane < end && holds(begin + lane);
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
  template <class Holds, class Body>
  __device__ static double sum_of(int all, const Holds& holds, const int*, int, const Body& body) {
    double part = 0;
    if (threadIdx.x < kPartialSums)
      for (int i = static_cast<int>(threadIdx.x); i < all; i += kPartialSums)
        if (holds(i)) part = part + body(i);
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

}  // namespace isocloth::batch
