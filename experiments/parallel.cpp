#include "experiments/parallel.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <numeric>

#include "isocloth/core/threads.hpp"

namespace isocloth::experiments {

void run_all(std::vector<Task> tasks, const Options& options, double from, double to) {
  std::sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.work > b.work; });
  const double total = std::accumulate(tasks.begin(), tasks.end(), 0.0,
                                       [](double sum, const Task& task) { return sum + task.work; });
  std::mutex mutex;
  std::exception_ptr trouble;
  double done = 0;
  Threads threads(options.threads);
  threads.each(static_cast<int>(tasks.size()), [&](int k) {
    {
      const std::lock_guard lock(mutex);
      if (trouble) return;
    }
    std::exception_ptr own;
    try {
      tasks[k].body();
    } catch (...) {
      own = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    try {
      if (own) std::rethrow_exception(own);
      done += tasks[k].work;
      if (!trouble) options.progress(from + (to - from) * done / total, tasks[k].name);
    } catch (...) {
      if (!trouble) trouble = std::current_exception();
    }
  });
  if (trouble) std::rethrow_exception(trouble);
}

}  // namespace isocloth::experiments
