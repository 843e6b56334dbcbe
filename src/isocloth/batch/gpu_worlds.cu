#include "isocloth/batch/gpu_worlds.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "isocloth/batch/block_steps.hpp"
#include "isocloth/batch/block_visit.hpp"

namespace isocloth::batch {
namespace {

/// Registers are given out so that so many blocks of so many threads can be resident.
constexpr int kMostThreads = 128, kLeastBlocks = 6;

/// What a block has of shared memory beside its window, at most [bytes].
constexpr std::size_t kStaticShared = 1024;

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

template <class T>
T* allocate(std::size_t count) {
  T* data = nullptr;
  check(cudaMalloc(&data, std::max<std::size_t>(1, count) * sizeof(T)));
  return data;
}

template <bool Touches>
__global__ void __launch_bounds__(kMostThreads, kLeastBlocks)
    step_worlds(const __grid_constant__ Tables tables, double* numbers, double* scratch, GpuNumbers hands,
                GpuNumbers poses, int worlds, int steps, int* done, Visit* visits, double* visitors,
                int room) {
  using Engine = BlockEngine<Touches>;
  extern __shared__ double window[];
  for (int w = static_cast<int>(blockIdx.x); w < worlds; w += static_cast<int>(gridDim.x)) {
    const World<Engine> world{tables, numbers + static_cast<std::ptrdiff_t>(w) * tables.at.size,
                              scratch + static_cast<std::ptrdiff_t>(blockIdx.x) * tables.at.scratch_size};
    const int step = take_steps(world, w, window, hands, poses, done[w], steps, [&](int at) {
      visit_cpu(world, visits + blockIdx.x, visitors + static_cast<std::ptrdiff_t>(blockIdx.x) * room, w, at);
      return true;
    });
    Engine::each(1, [&](int) { done[w] = step; });
  }
}

auto* step_worlds_of(const Tables& tables) {
  return tables.obstacles > 0 ? &step_worlds<true> : &step_worlds<false>;
}

/// Of the worlds in the mask: numbers[first …] ← from.
__global__ void copy_masked(const char* mask, double* numbers, int size, int first, int count,
                            const double* from, int stride) {
  const std::ptrdiff_t w = blockIdx.x;
  if (!mask[w]) return;
  for (int k = static_cast<int>(threadIdx.x); k < count; k += static_cast<int>(blockDim.x))
    numbers[w * size + first + k] = from[w * stride + k];
}

/// to ← numbers[first …] of every world, side by side.
__global__ void collect(const double* numbers, int size, int first, int count, double* to) {
  const std::ptrdiff_t w = blockIdx.x;
  for (int k = static_cast<int>(threadIdx.x); k < count; k += static_cast<int>(blockDim.x))
    to[w * count + k] = numbers[w * size + first + k];
}

}  // namespace

std::string GpuWorlds::problem() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver)
    return "there is no NVIDIA driver (libcuda), or one that is too old for CUDA 13; install one";
  if (status != cudaSuccess) return cudaGetErrorString(status);
  return count > 0 ? "" : "no GPU was found";
}

void* GpuWorlds::copy_table(const void* data, std::size_t bytes) {
  char* copy = allocate<char>(bytes);
  check(cudaMemcpy(copy, data, bytes, cudaMemcpyHostToDevice));
  return copy;
}
void GpuWorlds::free_table(const void* data) { cudaFree(const_cast<void*>(data)); }

GpuWorlds::GpuWorlds(const Tables& tables, int worlds) : tables_(tables), worlds_(worlds) {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  const bool are_few =
      worlds <= kLeastBlocks * device.multiProcessorCount;  // then each may have more threads
  threads_ = are_few ? kMostThreads : std::min(kMostThreads, (3 * tables.band + 1 + 31) / 32 * 32);
  shared_ = sizeof(double) * tables.band * window_stride(tables.band);
  if (shared_ > device.sharedMemPerBlockOptin - kStaticShared)
    throw std::runtime_error("CUDA: the mesh is too wide for a block of this GPU: its factor needs " +
                             std::to_string(shared_ / 1024) + " kB of shared memory, of " +
                             std::to_string(device.sharedMemPerBlockOptin / 1024) +
                             "; without bending it needs a quarter of that");
  check(cudaFuncSetAttribute(step_worlds_of(tables), cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_)));
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, step_worlds_of(tables), threads_, shared_));
  blocks_ = std::min(worlds, std::max(1, resident) * device.multiProcessorCount);
  numbers_ = allocate<double>(static_cast<std::size_t>(worlds) * tables.at.size);
  scratch_ = allocate<double>(static_cast<std::size_t>(blocks_) * tables.at.scratch_size);
  start_ = allocate<double>(static_cast<std::size_t>(worlds) * tables.at.size);
  done_ = allocate<int>(worlds);
  mask_ = allocate<char>(worlds);
  const auto count = static_cast<std::size_t>(blocks_);
  check(cudaHostAlloc(&visits_, count * sizeof(Visit), cudaHostAllocMapped));
  check(cudaHostAlloc(&visitors_, count * room() * sizeof(double), cudaHostAllocMapped));
  std::fill_n(visits_, count, Visit{});
}

GpuWorlds::~GpuWorlds() {
  cudaFree(numbers_);
  cudaFree(start_);
  cudaFree(scratch_);
  cudaFree(mask_);
  cudaFree(uploaded_);
  cudaFree(done_);
  cudaFreeHost(visits_);
  cudaFreeHost(visitors_);
}

void GpuWorlds::read(int world, double* numbers) const {
  download(numbers_ + static_cast<std::size_t>(world) * tables_.at.size, tables_.at.size, numbers);
}

void GpuWorlds::write(int world, const double* numbers) {
  check(cudaMemcpy(numbers_ + static_cast<std::size_t>(world) * tables_.at.size, numbers,
                   sizeof(double) * tables_.at.size, cudaMemcpyHostToDevice));
}

/// Side by side there first: rows of a copy are slow where they are short.
void GpuWorlds::read_all(int first, int count, double* to) {
  const std::size_t all = static_cast<std::size_t>(worlds_) * count;
  double* const there = reserve(all);
  collect<<<worlds_, kMostThreads>>>(numbers_, tables_.at.size, first, count, there);
  check(cudaGetLastError());
  download(there, all, to);
}

void GpuWorlds::write_masked(double* to, const char* mask, int first, int count, const double* from,
                             int stride) {
  check(cudaMemcpy(mask_, mask, worlds_, cudaMemcpyHostToDevice));
  copy_masked<<<worlds_, kMostThreads>>>(mask_, to, tables_.at.size, first, count, from, stride);
  check(cudaGetLastError());
}

void GpuWorlds::write_some(const char* mask, int first, int count, const double* from) {
  write_masked(numbers_, mask, first, count, upload(from, static_cast<std::size_t>(worlds_) * count), count);
}

void GpuWorlds::write_start(int world, const double* numbers) {
  check(cudaMemcpy(start_ + static_cast<std::size_t>(world) * tables_.at.size, numbers,
                   sizeof(double) * tables_.at.size, cudaMemcpyHostToDevice));
}

void GpuWorlds::write_starts(const double* numbers) {
  const std::vector<char> all(worlds_, 1);
  write_masked(start_, all.data(), 0, tables_.at.size, upload(numbers, tables_.at.size), 0);
}

void GpuWorlds::reset(const char* mask) {
  write_masked(numbers_, mask, 0, tables_.at.size, start_, tables_.at.size);
}

double* GpuWorlds::reserve(std::size_t count) {
  if (count > uploaded_size_) {
    cudaFree(uploaded_);
    uploaded_ = allocate<double>(count);
    uploaded_size_ = count;
  }
  return uploaded_;
}

double* GpuWorlds::upload(const double* numbers, std::size_t count) {
  reserve(count);
  check(cudaMemcpy(uploaded_, numbers, count * sizeof(double), cudaMemcpyHostToDevice));
  return uploaded_;
}

void GpuWorlds::download(const double* from, std::size_t count, double* to) {
  check(cudaMemcpy(to, from, count * sizeof(double), cudaMemcpyDeviceToHost));
}

void GpuWorlds::start(int steps, const GpuNumbers& hands, const GpuNumbers& poses, const int* done) {
  check(cudaMemcpy(done_, done, sizeof(int) * worlds_, cudaMemcpyHostToDevice));
  step_worlds_of(tables_)<<<blocks_, threads_, shared_>>>(tables_, numbers_, scratch_, hands, poses, worlds_,
                                                          steps, done_, visits_, visitors_, room());
  check(cudaGetLastError());
}

bool GpuWorlds::is_running() const { return cudaStreamQuery(nullptr) == cudaErrorNotReady; }

void GpuWorlds::finish(int* done) {
  check(cudaMemcpy(done, done_, sizeof(int) * worlds_, cudaMemcpyDeviceToHost));
}

}  // namespace isocloth::batch
