#include "view/watch_live.hpp"

#include <fmt/format.h>
#include <time.h>

#include <cmath>
#include <future>
#include <mutex>
#include <optional>
#include <thread>

#include "io/html/page.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/session/make_frame.hpp"
#include "output.hpp"
#include "stop_signal.hpp"
#include "view/live_message.hpp"
#include "view/live_record.hpp"
#include "view/live_scene.hpp"
#include "view/open_browser.hpp"
#include "view/real_time.hpp"
#include "view/server.hpp"

namespace isocloth::cli {
namespace {

constexpr std::size_t kMostWaiting = 256;  ///< commands; further ones are dropped
constexpr double kFrameTime = 1.0 / 60;    ///< between frames that viewers get [s]
constexpr double kHandTimeout = 1.0;       ///< a hand that is not heard of for this long lets go [s]
constexpr auto kLongStep = std::chrono::seconds(5);

/// Time that this thread has really worked [s], whatever else the machine does.
double busy_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What viewers ask, on its way to the engine, which looks between steps.
class Inbox {
 public:
  void put(const LiveCommand& command) {
    const std::scoped_lock lock(mutex_);
    // only the last of several moves matters
    if (command.kind == LiveCommand::Kind::move && !waiting_.empty() &&
        waiting_.back().kind == LiveCommand::Kind::move)
      waiting_.pop_back();
    if (waiting_.size() < kMostWaiting) waiting_.push_back(command);
  }
  std::vector<LiveCommand> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(waiting_, {});
  }

  /// The story as it is between two steps, for another thread, which waits for it.
  LiveStory ask_story() {
    std::promise<LiveStory> answer;
    std::future<LiveStory> story = answer.get_future();
    {
      const std::scoped_lock lock(mutex_);
      asked_ = std::move(answer);
    }
    require(story.wait_for(kLongStep) == std::future_status::ready, "the engine does not answer");
    return story.get();
  }
  void tell_story(const LiveRun& run) {
    const std::scoped_lock lock(mutex_);
    if (asked_) std::exchange(asked_, std::nullopt)->set_value(run.story());
  }

 private:
  std::mutex mutex_;
  std::vector<LiveCommand> waiting_;
  std::optional<std::promise<LiveStory>> asked_;
};

class LiveLoop {
 public:
  LiveLoop(const io::Scene& scene, const ServerOptions& options)
      : run_(scene), page_(io::live_page(scene.name)), name_(scene.name) {
    begin_record();
    record_.set_hello(hello_message(run_, paused_));
    server_.emplace(options, handlers());
  }

  void run(bool open) {
    const StopSignal stop;
    print(server_->url() + "  (Ctrl-C ends)");
    const auto opened = open ? open_browser(server_->url()) : nullptr;
    clock_.resume();
    while (!stop.received()) {
      for (const LiveCommand& command : inbox_.take()) obey(command);
      inbox_.tell_story(run_);
      if (hand_ && clock_.real() - hand_heard_ > kHandTimeout) obey({.kind = LiveCommand::Kind::release});
      advance();
    }
    print(summary());
  }

  bool converged() const { return report_.missed_steps() == 0; }

 private:
  ServerHandlers handlers() {
    return {.get = [this](const std::string& name) { return answer(name); },
            .hello = [this] { return record_.hello(); },
            .hear =
                [this](const std::string& text) {
                  try {
                    inbox_.put(parse_command(text));
                  } catch (const InputError&) {
                    // nobody who uses the page sends such a thing
                  }
                }};
  }

  std::optional<Answer> answer(const std::string& name) {
    if (name.empty()) return Answer{"text/html; charset=utf-8", page_};
    if (name == "scene.yaml")
      return Answer{"application/yaml", scene_text(inbox_.ask_story()), name_ + "-live.yaml"};
    if (name == "run.ict")
      return Answer{"application/octet-stream", record_.trajectory_file(), name_ + "-live.ict"};
    return std::nullopt;
  }

  void begin_record() {
    record_.restart(trajectory_info(run_.scene().text, run_.simulation()));
    record_.add(make_frame(run_.simulation(), since_frame_ = {}));
    recorded_until_ = run_.simulation().state().time;
  }

  void obey(const LiveCommand& command) {
    using Kind = LiveCommand::Kind;
    try {
      if (command.kind == Kind::pause) paused_ = command.on;
      if (command.kind == Kind::step) step_once_ = paused_;
      run_.apply(command);
    } catch (const InputError& error) {
      server_->tell(error_message(error.what()));
    }
    if (command.kind == Kind::grab) hand_ = true;
    if (command.kind == Kind::release) hand_ = false;
    if (command.kind == Kind::grab || command.kind == Kind::move) hand_heard_ = clock_.real();
    if (command.kind == Kind::reset) begin_record();
    if (command.kind == Kind::set || command.kind == Kind::reset || command.kind == Kind::pause) {
      record_.set_hello(hello_message(run_, paused_));
      server_->tell(status_message(run_, paused_));
      publish();
    }
  }

  void advance() {
    if (paused_) {
      const bool stepped = std::exchange(step_once_, false);
      if (stepped) step();
      if (stepped || ++waits_ % 100 == 0) publish();  // now and then, for who has just come
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
      return clock_.resume();
    }
    const double dt = run_.simulation().options().dt;
    const double behind = clock_.behind();
    if (behind < dt)
      return std::this_thread::sleep_for(std::chrono::duration<double>(std::min(0.002, dt - behind)));
    step();
    clock_.stepped(dt);
    if (clock_.real() - published_ >= kFrameTime * 0.9) publish();
  }

  void step() {
    const StepReport step = run_.step();
    const double time = run_.simulation().state().time;
    report_.add(step, time);
    since_frame_.add(step);
    if (time < recorded_until_ + 0.999 * run_.scene().time.frame) return;
    recorded_until_ = time;
    record_.add(make_frame(run_.simulation(), std::exchange(since_frame_, {})));
  }

  void publish() {
    published_ = clock_.real();
    server_->publish(std::make_shared<const std::string>(frame_message(run_, report_.last, clock_)));
  }

  std::string summary() const {
    return fmt::format(
        "{:.1f} s simulated in {:.1f} s, {:.3f}× real time, {:.0f} % of one core{}", clock_.simulated(),
        clock_.real(), clock_.total_speed(), 100 * busy_seconds() / std::max(1e-9, clock_.simulated()),
        converged() ? "" : fmt::format(", {} not converged", counted(report_.missed_steps(), "step")));
  }

  LiveRun run_;
  std::string page_, name_;
  Inbox inbox_;
  LiveRecord record_;
  RealTime clock_;
  RunReport report_;
  StepTotals since_frame_;
  std::int64_t waits_ = 0;  ///< while it is paused
  bool paused_ = false, step_once_ = false, hand_ = false;
  double hand_heard_ = 0, published_ = -1, recorded_until_ = 0;  ///< [s]
  std::optional<Server> server_;                                 ///< last: its thread uses what is above
};

}  // namespace

bool watch_live(const io::Scene& scene, const ServerOptions& options, bool open) {
  LiveLoop loop(scene, options);
  loop.run(open);
  return loop.converged();
}

}  // namespace isocloth::cli
