#include "isocloth/core/threads.hpp"

#include <chrono>
#include <string>
#include <system_error>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// How long a thread watches for the next loop before it sleeps: longer than what lies between the loops of
/// one step, shorter than anyone notices.
constexpr std::chrono::microseconds kWatch{40};
constexpr int kTurnsPerLook = 32;    ///< between two looks at the clock
constexpr int kTurnsPerYield = 512;  ///< who waits this long lets others have the core

constexpr std::uint32_t next_of(std::uint64_t claim) { return static_cast<std::uint32_t>(claim); }
constexpr std::uint32_t parts_of(std::uint64_t claim) { return static_cast<std::uint32_t>(claim >> 32); }

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

Threads::Threads(int count) {
  require(1 <= count && count <= kMost,
          "threads must be 1 to " + std::to_string(kMost) + ", got " + std::to_string(count));
  others_.reserve(count - 1);
  try {
    while (static_cast<int>(others_.size()) < count - 1) others_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    stop();
    throw InputError("the system refuses to start " + std::to_string(count) + " threads; ask for fewer");
  }
}

Threads::~Threads() { stop(); }

void Threads::stop() {
  stopped_ = true;
  ++wake_;
  wake_.notify_all();
  for (std::thread& thread : others_) thread.join();
}

void Threads::share(int parts, const void* context, Call call) {
  call_ = call;  // no part of the loop before is left, so nobody reads these
  context_ = context;
  done_.store(0, std::memory_order_relaxed);
  claim_ = static_cast<std::uint64_t>(parts) << 32;
  if (asleep_ > 0) {  // both sides store, then load: either we see the sleeper or it sees the loop
    ++wake_;
    wake_.notify_all();
  }
  while (run_one()) {
  }
  wait_until([&] { return done_.load(std::memory_order_acquire) == parts; });
}

/// Takes a part of the open loop and runs it; false where all are taken. Holding a part keeps the loop open.
bool Threads::run_one() {
  std::uint64_t claim = claim_.load(std::memory_order_acquire);
  do {
    if (next_of(claim) >= parts_of(claim)) return false;
  } while (!claim_.compare_exchange_weak(claim, claim + 1, std::memory_order_acq_rel));
  call_(context_, static_cast<int>(next_of(claim)));
  done_.fetch_add(1, std::memory_order_release);
  return true;
}

bool Threads::has_work() const {
  const std::uint64_t claim = claim_;
  return next_of(claim) < parts_of(claim) || stopped_;
}

void Threads::work() {
  using Clock = std::chrono::steady_clock;
  while (!stopped_) {
    while (run_one()) {
    }
    const Clock::time_point until = Clock::now() + kWatch;
    for (int turn = 1; !has_work(); ++turn) {
      relax();
      if (turn % kTurnsPerLook == 0 && Clock::now() > until) {
        sleep();
        break;
      }
    }
  }
}

void Threads::sleep() {
  const std::uint32_t before = wake_;
  ++asleep_;
  if (!has_work()) wake_.wait(before);
  --asleep_;
}

void Threads::pause(int turn) {
  if ((turn + 1) % kTurnsPerYield == 0)
    std::this_thread::yield();
  else
    relax();
}

}  // namespace isocloth
