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
#include "output.hpp"
#include "stop_signal.hpp"
#include "view/live_engine.hpp"
#include "view/live_scene.hpp"
#include "view/open_browser.hpp"
#include "view/server.hpp"

namespace isocloth::cli {
namespace {

constexpr std::size_t kMostWaiting = 256;  ///< commands; further ones are dropped
constexpr double kLongestRest = 0.004;     ///< between looks at what viewers ask [s]
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
      : engine_(scene, {.publish =
                            [this](std::string frame) {
                              server_->publish(std::make_shared<const std::string>(std::move(frame)));
                            },
                        .tell = [this](const std::string& text) { server_->tell(text); }}),
        page_(io::live_page(scene.name)),
        name_(scene.name) {
    server_.emplace(options, handlers());
  }

  void run(bool open) {
    const StopSignal stop;
    print(server_->url() + "  (Ctrl-C ends)");
    const auto opened = open ? open_browser(server_->url()) : nullptr;
    engine_.resume();
    while (!stop.received()) {
      for (const LiveCommand& command : inbox_.take()) engine_.obey(command);
      inbox_.tell_story(engine_.run());
      const double rest = engine_.advance();
      if (rest > 0) std::this_thread::sleep_for(std::chrono::duration<double>(std::min(kLongestRest, rest)));
    }
    print(summary());
  }

  bool converged() const { return engine_.missed_steps() == 0; }

 private:
  ServerHandlers handlers() {
    return {.get = [this](const std::string& name) { return answer(name); },
            .hello = [this] { return engine_.hello(); },
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
      return Answer{"application/octet-stream", engine_.record().trajectory_file(), name_ + "-live.ict"};
    return std::nullopt;
  }

  std::string summary() const {
    const RealTime& clock = engine_.clock();
    return fmt::format(
        "{:.1f} s simulated in {:.1f} s, {:.3f}× real time, {:.0f} % of one core{}", clock.simulated(),
        clock.real(), clock.total_speed(), 100 * busy_seconds() / std::max(1e-9, clock.simulated()),
        converged() ? "" : fmt::format(", {} not converged", counted(engine_.missed_steps(), "step")));
  }

  LiveEngine engine_;
  std::string page_, name_;
  Inbox inbox_;
  std::optional<Server> server_;  ///< last: its thread uses what is above
};

}  // namespace

bool watch_live(const io::Scene& scene, const ServerOptions& options, bool open) {
  LiveLoop loop(scene, options);
  loop.run(open);
  return loop.converged();
}

}  // namespace isocloth::cli
