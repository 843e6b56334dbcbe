#include "view/live_engine.hpp"

#include <utility>

#include "isocloth/core/require.hpp"
#include "isocloth/session/make_frame.hpp"
#include "view/live_message.hpp"
#include "view/live_state.hpp"

namespace isocloth::cli {
namespace {

constexpr double kFrameTime = 1.0 / 60;  ///< between frames that viewers get [s]
constexpr double kHandTimeout = 1.0;     ///< a hand that is not heard of for this long lets go [s]
constexpr double kRest = 0.004;          ///< between looks while it is paused [s]

}  // namespace

LiveEngine::LiveEngine(const io::Scene& scene, LiveOutlet outlet) : run_(scene), outlet_(std::move(outlet)) {
  begin_record();
  record_.set_hello(hello_message(run_, paused_));
}

void LiveEngine::obey(const LiveCommand& command) {
  using Kind = LiveCommand::Kind;
  try {
    if (command.kind == Kind::pause) paused_ = command.on;
    if (command.kind == Kind::step) step_once_ = paused_;
    run_.apply(command);
  } catch (const InputError& error) {
    outlet_.tell(error_message(error.what()));
  }
  if (command.kind == Kind::grab) hand_ = true;
  if (command.kind == Kind::release) hand_ = false;
  if (command.kind == Kind::grab || command.kind == Kind::move) hand_heard_ = clock_.real();
  if (command.kind == Kind::reset) begin_record();
  if (command.kind == Kind::set || command.kind == Kind::reset || command.kind == Kind::pause) announce();
}

double LiveEngine::advance() {
  if (hand_ && clock_.real() - hand_heard_ > kHandTimeout) obey({.kind = LiveCommand::Kind::release});
  if (paused_) {
    const bool stepped = std::exchange(step_once_, false);
    if (stepped) step();
    if (stepped || ++waits_ % 100 == 0) publish();  // now and then, for who has just come
    clock_.resume();
    return kRest;
  }
  const double dt = run_.simulation().options().dt;
  const double behind = clock_.behind();
  if (behind < dt) return dt - behind;
  step();
  clock_.stepped(dt);
  if (clock_.real() - published_ >= kFrameTime * 0.9) publish();
  return 0;
}

std::string LiveEngine::hello() const { return record_.hello(); }

void LiveEngine::publish() {
  published_ = clock_.real();
  outlet_.publish(frame_message(run_, report_.last, clock_));
}

std::string LiveEngine::save() const { return state_bytes(run_); }

void LiveEngine::restore(const std::string& bytes) {
  restore_state(bytes, run_);
  begin_record();
  announce();
}

void LiveEngine::begin_record() {
  record_.restart(trajectory_info(run_.scene().text, run_.simulation()));
  record_.add(make_frame(run_.simulation(), since_frame_ = {}));
  recorded_until_ = run_.simulation().state().time;
}

void LiveEngine::announce() {
  record_.set_hello(hello_message(run_, paused_));
  outlet_.tell(status_message(run_, paused_));
  publish();
}

void LiveEngine::step() {
  const auto begin = RealTime::Clock::now();
  const StepReport step = run_.step();
  clock_.worked(std::chrono::duration<double>(RealTime::Clock::now() - begin).count());
  const double time = run_.simulation().state().time;
  report_.add(step, time);
  since_frame_.add(step);
  if (time < recorded_until_ + 0.999 * run_.scene().time.frame) return;
  recorded_until_ = time;
  record_.add(make_frame(run_.simulation(), std::exchange(since_frame_, {})));
}

}  // namespace isocloth::cli
