#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "isocloth/batch/batch_engine.hpp"
#include "isocloth/batch/gpu_worlds.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth::batch {
namespace {

/// Copies of the tables in the GPU's memory.
class GpuTables {
 public:
  explicit GpuTables(const BatchModel& model) : tables_(model.tables()) {
    model.each_table(tables_, [&](auto& pointer, const auto* data, std::size_t bytes) {
      copies_.push_back(GpuWorlds::copy_table(data, bytes));
      pointer = static_cast<std::remove_reference_t<decltype(pointer)>>(copies_.back());
    });
  }
  ~GpuTables() {
    for (const void* copy : copies_) GpuWorlds::free_table(copy);
  }
  GpuTables(const GpuTables&) = delete;
  GpuTables& operator=(const GpuTables&) = delete;

  const Tables& tables() const { return tables_; }

 private:
  Tables tables_;
  std::vector<void*> copies_;
};

/// Runs go on until every world has taken its steps. Those that one cannot take are redone here, for which
/// its numbers come as visitors while the others go on; those of worlds that are away between the runs.
class GpuEngine final : public BatchEngine {
 public:
  GpuEngine(const BatchModel& model, int worlds, int threads)
      : model_(model),
        worlds_(worlds),
        threads_(threads),
        tables_(model),
        gpu_(tables_.tables(), worlds),
        done_(worlds),
        visitor_(worlds) {}

  void read(int world, double* numbers) const override {
    if (const double* visitor = visitor_[world])
      std::copy_n(visitor, model_.tables().at.size, numbers);
    else
      gpu_.read(world, numbers);
  }
  void write(int world, const double* numbers) override {
    if (double* visitor = visitor_[world])
      std::copy_n(numbers, model_.tables().at.size, visitor);
    else
      gpu_.write(world, numbers);
  }
  void read_all(int first, int count, double* to) const override { gpu_.read_all(first, count, to); }
  void write_some(const char* mask, int first, int count, const double* from) override {
    gpu_.write_some(mask, first, count, from);
  }
  void write_start(int world, const double* numbers) override { gpu_.write_start(world, numbers); }
  void write_starts(const double* numbers) override { gpu_.write_starts(numbers); }
  void reset(const char* mask) override { gpu_.reset(mask); }
  double* on_device() const override { return gpu_.numbers(); }

  void advance(int steps, const Leads& leads, const Redo& redo) override {
    std::fill(done_.begin(), done_.end(), 0);
    const Leads there = bring(steps, leads);
    const auto numbers = [](const StepNumbers& n) { return GpuNumbers{n.data, n.of_step, n.of_world}; };
    do {
      gpu_.start(steps, numbers(there.hands), numbers(there.poses), done_.data());
      serve_visits(redo);
      gpu_.finish(done_.data());
    } while (redo_where_needed(steps, leads, redo));
  }

 private:
  /// Leads with data in the GPU's memory, all in one piece.
  Leads bring(int steps, const Leads& leads) {
    Leads there = leads;
    std::vector<double> all;
    std::size_t begin[2] = {};
    StepNumbers* const parts[2] = {&there.hands, &there.poses};
    const auto is_here = [](const StepNumbers& part) { return part.data != nullptr && !part.on_device; };
    for (int k = 0; k < 2; ++k) {
      begin[k] = all.size();
      if (is_here(*parts[k]))
        all.insert(all.end(), parts[k]->data, parts[k]->data + steps * parts[k]->of_step);
    }
    if (all.empty()) return there;
    const double* const data = gpu_.upload(all.data(), all.size());
    for (int k = 0; k < 2; ++k)
      if (is_here(*parts[k])) parts[k]->data = data + begin[k];
    return there;
  }

  /// Takes the steps that blocks ask for, each thread those of its share of them, until the first of the
  /// threads sees that the GPU is done.
  void serve_visits(const Redo& redo) {
    std::atomic<bool> runs = true;
    const int parts = threads_.count();
    threads_.each(parts, [&](int part) {
      while (runs.load(std::memory_order_relaxed)) {
        for (int b = part; b < gpu_.blocks(); b += parts) serve(b, redo);
        if (part == 0)
          runs = gpu_.is_running();
        else
          std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    });
  }

  void serve(int block, const Redo& redo) {
    Visit& visit = gpu_.visit_of(block);
    const std::atomic_ref<int> state(visit.state);
    if (state.load(std::memory_order_acquire) != Visit::kAsks) return;
    const Tables& tables = model_.tables();
    double* const numbers = gpu_.visitor_of(block);
    const double *const hands = numbers + tables.at.size, *const poses = hands + 3 * tables.slots;
    visitor_[visit.world] = numbers;
    redo(visit.world, visit.step, hands, poses);
    visitor_[visit.world] = nullptr;
    state.store(Visit::kAnswered, std::memory_order_release);
  }

  /// What is in the GPU's memory, in this machine's.
  static const double* fetch(const StepNumbers& given, int step, int world, std::vector<double>& to) {
    const double* const from = given.at(step, world);
    if (from == nullptr || !given.on_device) return from;
    GpuWorlds::download(from, to.size(), to.data());
    return to.data();
  }

  /// Whether a world has steps left that the GPU can take.
  bool redo_where_needed(int steps, const Leads& leads, const Redo& redo) {
    const Tables& tables = model_.tables();
    std::atomic<bool> goes_on = false;
    threads_.each(worlds_, [&](int w) {
      std::vector<double> hands(3 * tables.slots), poses(7 * tables.obstacles);
      double flag = kAway;
      while (done_[w] < steps && flag == kAway) {
        const int step = done_[w]++;
        redo(w, step, fetch(leads.hands, step, w, hands), fetch(leads.poses, step, w, poses));
        GpuWorlds::download(
            gpu_.numbers() + static_cast<std::ptrdiff_t>(w) * model_.tables().at.size + kFlagged, 1, &flag);
      }
      if (done_[w] < steps) goes_on = true;
    });
    return goes_on;
  }

  const BatchModel& model_;
  int worlds_;
  Threads threads_;
  GpuTables tables_;
  mutable GpuWorlds gpu_;
  std::vector<int> done_;
  std::vector<double*> visitor_;  ///< the numbers of worlds that are here
};

}  // namespace

std::string gpu_problem() { return GpuWorlds::problem(); }

std::unique_ptr<BatchEngine> make_gpu_engine(const BatchModel& model, int worlds, int threads) {
  return std::make_unique<GpuEngine>(model, worlds, threads);
}

}  // namespace isocloth::batch
