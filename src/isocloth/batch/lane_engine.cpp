#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>

#include "isocloth/batch/batch_engine.hpp"
#include "isocloth/batch/lane_step.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth::batch {
namespace {

/// Zeros on a boundary of 64 bytes.
class AlignedNumbers {
 public:
  explicit AlignedNumbers(std::size_t count)
      : data_(new(std::align_val_t{64}) double[count](),
              [](double* data) { ::operator delete[](data, std::align_val_t{64}); }) {}
  double* data() const { return data_.get(); }

 private:
  std::unique_ptr<double[], void (*)(double*)> data_;
};

/// How many worlds this processor steps at once, and by what.
struct Lanes {
  int width = 4;
  LaneStep step = step_four_worlds;
};
Lanes lanes_of([[maybe_unused]] int width) {
#ifdef ISOCLOTH_EIGHT_WORLDS
  if (width == 8) return {8, step_eight_worlds};
#endif
  return {};
}

constexpr int kMostWidth = 8;

/// Packs of worlds, each stepped by one thread.
class LaneEngine final : public BatchEngine {
 public:
  LaneEngine(const BatchModel& model, int worlds, int threads, int width)
      : tables_(model.tables()),
        lanes_(lanes_of(width)),
        worlds_(worlds),
        packs_((worlds + lanes_.width - 1) / lanes_.width),
        threads_(std::clamp(threads, 1, std::max(1, packs_))),
        numbers_(static_cast<std::size_t>(packs_) * pack_size()),
        start_(static_cast<std::size_t>(worlds) * tables_.at.size) {
    for (int k = 0; k < threads_.count(); ++k)
      scratch_.emplace_back(static_cast<std::size_t>(tables_.at.scratch_size) * lanes_.width);
  }

  void read(int world, double* numbers) const override {
    const double* from = of_world(world);
    for (int k = 0; k < tables_.at.size; ++k) numbers[k] = from[k * lanes_.width];
  }

  void write(int world, const double* numbers) override { write_part(world, 0, tables_.at.size, numbers); }

  void read_all(int first, int count, double* to) const override {
    for (int w = 0; w < worlds_; ++w) {
      const double* from = of_world(w) + static_cast<std::ptrdiff_t>(first) * lanes_.width;
      for (int k = 0; k < count; ++k) *to++ = from[k * lanes_.width];
    }
  }

  void write_some(const char* mask, int first, int count, const double* from) override {
    for (int w = 0; w < worlds_; ++w)
      if (mask[w]) write_part(w, first, count, from + static_cast<std::ptrdiff_t>(w) * count);
  }

  void write_start(int world, const double* numbers) override {
    std::copy_n(numbers, tables_.at.size,
                start_.data() + static_cast<std::ptrdiff_t>(world) * tables_.at.size);
  }
  void write_starts(const double* numbers) override {
    for (int w = 0; w < worlds_; ++w) write_start(w, numbers);
  }
  void reset(const char* mask) override { write_some(mask, 0, tables_.at.size, start_.data()); }

  void advance(int steps, const Leads& leads, const Redo& redo) override {
    const int parts = threads_.count();
    threads_.each(parts, [&](int part) {
      for (int pack = packs_ * part / parts; pack < packs_ * (part + 1) / parts; ++pack)
        advance_pack(pack, steps, leads, redo, scratch_[part].data());
    });
  }

 private:
  std::ptrdiff_t pack_size() const { return static_cast<std::ptrdiff_t>(tables_.at.size) * lanes_.width; }
  double* of_world(int world) const {
    return numbers_.data() + world / lanes_.width * pack_size() + world % lanes_.width;
  }

  /// Lanes that no world has go along with the last one.
  void write_part(int world, int first, int count, const double* from) {
    const int end = world == worlds_ - 1 ? packs_ * lanes_.width : world + 1;
    for (int w = world; w < end; ++w) {
      double* const to = of_world(w) + static_cast<std::ptrdiff_t>(first) * lanes_.width;
      for (int k = 0; k < count; ++k) to[k * lanes_.width] = from[k];
    }
  }

  /// Of the worlds of a pack: `count` numbers of this step, or those that they have.
  void lead(const StepNumbers& given, int step, int first, int last, int count, int to, int own,
            double* scratch) const {
    const int width = lanes_.width;
    for (int w = first; w < first + width; ++w) {
      const double* path = given.at(step, std::min(w, last - 1));
      for (int k = 0; k < count; ++k)
        scratch[(to + k) * width + w - first] = path ? path[k] : of_world(w)[(own + k) * width];
    }
  }

  double& flag(int world) { return of_world(world)[kFlagged * lanes_.width]; }

  /// The worlds of a pack by so many steps. One that is away goes ahead of the others for as long as it is,
  /// so that what its Simulation needs stays in the cache; then it waits for them, marked as away.
  void advance_pack(int pack, int steps, const Leads& leads, const Redo& redo, double* scratch) {
    const int first = pack * lanes_.width, count = std::min(lanes_.width, worlds_ - first);
    std::array<int, kMostWidth> taken{};
    std::array<double, kMostWidth> waiting{};  ///< flag of a world that is ahead
    for (int step = 0; step < steps; ++step) {
      bool any_here = false;
      for (int k = 0; k < count; ++k) {
        const bool is_here = taken[k] == step;
        if (is_here && step > 0) flag(first + k) = waiting[k];
        any_here = any_here || (is_here && flag(first + k) != kAway);
      }
      if (any_here) step_lanes(pack, step, first, first + count, leads, scratch);
      for (int k = 0; k < count; ++k) {
        const int w = first + k;
        if (taken[k] != step) continue;
        do {
          const int at = taken[k]++;
          if (flag(w) != kRegular) redo(w, at, leads.hands.at(at, w), leads.poses.at(at, w));
        } while (taken[k] < steps && flag(w) == kAway);
        waiting[k] = flag(w);
        if (taken[k] > step + 1 && taken[k] < steps) flag(w) = kAway;
      }
    }
  }

  void step_lanes(int pack, int step, int first, int last, const Leads& leads, double* scratch) {
    const WorldLayout& at = tables_.at;
    lead(leads.hands, step, first, last, 3 * tables_.slots, at.wanted, at.target, scratch);
    lead(leads.poses, step, first, last, 7 * tables_.obstacles, at.wanted_pose, at.pose, scratch);
    lanes_.step(tables_, numbers_.data() + pack * pack_size(), scratch);
  }

  const Tables& tables_;
  Lanes lanes_;
  int worlds_, packs_;
  Threads threads_;
  AlignedNumbers numbers_;
  std::vector<double> start_;            ///< of each world
  std::vector<AlignedNumbers> scratch_;  ///< of each thread
};

}  // namespace

int most_lanes() {
#ifdef ISOCLOTH_EIGHT_WORLDS
  if (__builtin_cpu_supports("avx512f")) return 8;
#endif
  return 4;
}

std::unique_ptr<BatchEngine> make_lane_engine(const BatchModel& model, int worlds, int threads, int width) {
  return std::make_unique<LaneEngine>(model, worlds, threads, width);
}

}  // namespace isocloth::batch
