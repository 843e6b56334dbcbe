#pragma once

/// A fixed set of threads that share loops.
///
///   Threads threads(4);
///   threads.each(parts, [&](int part) { … });   // every part once, on any thread; returns when all are done
///
/// The thread that calls takes parts like the others, so nothing waits for a thread that is slow to wake.
/// Between loops the others watch for work for some ten microseconds, then sleep and cost nothing.
///
/// What a part computes must not depend on which thread runs it nor on which parts ran before: results are
/// then the same bits for any number of threads. Parts are handed out in ascending order; a part may
/// therefore wait for one with a lower number (wait_until), which is running or done: trees run this way,
/// children first.
///
/// A body must not throw and must not call each() on the same threads. One caller at a time.

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace isocloth {

class Threads {
 public:
  /// `count` includes the caller: 1 makes no thread at all. At most kMost.
  explicit Threads(int count = 1);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  static constexpr int kMost = 256;

  int count() const { return static_cast<int>(others_.size()) + 1; }

  /// body(part) for part = 0 … parts − 1. In order on the caller's thread where there is nothing to share.
  template <class Body>
  void each(int parts, const Body& body) {
    if (others_.empty() || parts <= 1) {
      for (int part = 0; part < parts; ++part) body(part);
      return;
    }
    share(parts, &body, [](const void* context, int part) { (*static_cast<const Body*>(context))(part); });
  }

  /// body(first, last) for ranges that make up 0 … count, each of about `part` numbers.
  template <class Body>
  void each_range(int count, int part, const Body& body) {
    const int parts = 1 + count / part;
    const auto bound = [=](std::int64_t p) { return static_cast<int>(count * p / parts); };
    each(parts, [&](int p) { body(bound(p), bound(p + 1)); });
  }

  /// Waits inside a part for what a part with a lower number does; done() must read atomically.
  template <class Done>
  static void wait_until(const Done& done) {
    for (int turn = 0; !done(); ++turn) pause(turn);
  }

 private:
  using Call = void (*)(const void* context, int part);

  void share(int parts, const void* context, Call call);
  bool run_one();
  void work();
  bool has_work() const;
  void sleep();
  void stop();
  static void pause(int turn);

  std::vector<std::thread> others_;
  Call call_ = nullptr;  ///< of the loop that is open; read only by who holds one of its parts
  const void* context_ = nullptr;
  alignas(64) std::atomic<std::uint64_t> claim_{0};  ///< parts of the open loop · 2³² + the next part
  alignas(64) std::atomic<int> done_{0};             ///< parts of the open loop that are done
  alignas(64) std::atomic<int> asleep_{0};
  std::atomic<std::uint32_t> wake_{0};
  std::atomic<bool> stopped_{false};
};

}  // namespace isocloth
