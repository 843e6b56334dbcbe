#include "batch/block_on_cpu.hpp"

#include <ucontext.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#if defined(__SANITIZE_THREAD__)
#define ISOCLOTH_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ISOCLOTH_THREAD_SANITIZER
#endif
#endif
#ifdef ISOCLOTH_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#define ISOCLOTH_UNSEEN __attribute__((disable_sanitizer_instrumentation))
#else
#define ISOCLOTH_UNSEEN
#endif

isocloth::test::Index threadIdx{}, blockDim{};

namespace isocloth::test {
namespace {

constexpr int kWarp = 32, kMostFibers = 1024;
constexpr std::size_t kStack = 1 << 18;

enum class State { runs, waits_for_warp, waits_for_block, done };

struct Fiber {
  ucontext_t context;
  State state;
  bool turn;  ///< of the two places in which it shows what it exchanges
  std::uint64_t shown[2];
  void* seen_as;  ///< by ThreadSanitizer
};

// What fibers share with the one that runs them is none of ThreadSanitizer's business: plain arrays, and no
// function of std.
Fiber fibers[kMostFibers];
ucontext_t runner;
int current, count;
const std::function<void()>* block_body;
char launch_order, block_order, warp_order[kMostFibers / kWarp];

#ifdef ISOCLOTH_THREAD_SANITIZER
void* runner_seen_as;
void comes(char& order) { __tsan_acquire(&order); }
void leaves(char& order) { __tsan_release(&order); }
ISOCLOTH_UNSEEN void is_now(void* seen_as) {
  __tsan_switch_to_fiber(seen_as, __tsan_switch_to_fiber_no_sync);
}
#else
void comes(char&) {}
void leaves(char&) {}
#endif

ISOCLOTH_UNSEEN void switch_to_runner() {
#ifdef ISOCLOTH_THREAD_SANITIZER
  is_now(runner_seen_as);
#endif
  swapcontext(&fibers[current].context, &runner);
}

ISOCLOTH_UNSEEN void run_fiber(int k) {
  current = k;
  threadIdx.x = static_cast<unsigned>(k);
#ifdef ISOCLOTH_THREAD_SANITIZER
  is_now(fibers[k].seen_as);
#endif
  swapcontext(&runner, &fibers[k].context);
}

ISOCLOTH_UNSEEN void set_state(State state) { fibers[current].state = state; }

void fiber_main() {
  comes(launch_order);
  (*block_body)();
  leaves(launch_order);
  set_state(State::done);
  switch_to_runner();
}

/// Lets those of [begin, end) go on that all wait so; whether they did.
ISOCLOTH_UNSEEN bool release(int begin, int end, State waits) {
  for (int k = begin; k < end; ++k)
    if (fibers[k].state != waits) return false;
  for (int k = begin; k < end; ++k) fibers[k].state = State::runs;
  return true;
}

ISOCLOTH_UNSEEN bool are_done() {
  for (int k = 0; k < count; ++k)
    if (fibers[k].state != State::done) return false;
  return true;
}

ISOCLOTH_UNSEEN void show(std::uint64_t own) {
  Fiber& fiber = fibers[current];
  fiber.turn = !fiber.turn;
  fiber.shown[fiber.turn] = own;
}

ISOCLOTH_UNSEEN std::uint64_t shown_by(int lane) {
  return fibers[current / kWarp * kWarp + lane].shown[fibers[current].turn];
}

/// Without ordering what threads do.
void meet_warp() {
  set_state(State::waits_for_warp);
  switch_to_runner();
}

}  // namespace

void wait_for_block() {
  leaves(block_order);
  set_state(State::waits_for_block);
  switch_to_runner();
  comes(block_order);
}

ISOCLOTH_UNSEEN int current_warp() { return current / kWarp; }

void wait_for_warp() {
  char& order = warp_order[current_warp()];
  leaves(order);
  meet_warp();
  comes(order);
}

std::uint64_t exchange(std::uint64_t own, int lane) {
  show(own);
  meet_warp();
  return shown_by(lane);
}

unsigned ballot(bool own) {
  show(own ? 1 : 0);
  meet_warp();
  unsigned all = 0;
  for (int lane = 0; lane < kWarp; ++lane) all |= static_cast<unsigned>(shown_by(lane)) << lane;
  return all;
}

void run_block(int threads, Turns turns, const std::function<void()>& body) {
  static const std::unique_ptr<char[]> stacks(new char[kMostFibers * kStack]);
  count = threads;
  blockDim.x = static_cast<unsigned>(threads);
  block_body = &body;
#ifdef ISOCLOTH_THREAD_SANITIZER
  runner_seen_as = __tsan_get_current_fiber();
#endif
  leaves(launch_order);
  std::vector<int> order(static_cast<std::size_t>(threads));
  for (int k = 0; k < threads; ++k) {
    order[k] = turns == Turns::backwards ? threads - 1 - k : k;
    Fiber& fiber = fibers[k];
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = stacks.get() + k * kStack;
    fiber.context.uc_stack.ss_size = kStack;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, fiber_main, 0);
    fiber.state = State::runs;
#ifdef ISOCLOTH_THREAD_SANITIZER
    fiber.seen_as = __tsan_create_fiber(0);
#endif
  }
  std::mt19937 random(1);
  bool goes_on = true;
  while (goes_on) {
    if (turns == Turns::mixed) std::shuffle(order.begin(), order.end(), random);
    for (const int k : order)
      if (fibers[k].state == State::runs) run_fiber(k);
    goes_on = release(0, threads, State::waits_for_block);
    for (int k = 0; k < threads; k += kWarp)
      goes_on = release(k, k + kWarp, State::waits_for_warp) || goes_on;
  }
  comes(launch_order);
#ifdef ISOCLOTH_THREAD_SANITIZER
  for (int k = 0; k < threads; ++k) __tsan_destroy_fiber(fibers[k].seen_as);
#endif
  if (!are_done()) throw std::logic_error("threads of a block wait for others that never come");
}

}  // namespace isocloth::test
