#include "view/watch_file.hpp"

#include <filesystem>
#include <mutex>
#include <thread>

#include "io/html/page.hpp"
#include "io/trajectory/trajectory_tail.hpp"
#include "output.hpp"
#include "stop_signal.hpp"
#include "view/live_message.hpp"
#include "view/open_browser.hpp"

namespace isocloth::cli {
namespace {

constexpr auto kLook = std::chrono::milliseconds(15);  ///< between looks at the file
constexpr int kReminder = 30;                          ///< looks after which who has just come gets a frame

/// The first message to a viewer, for the server's thread.
class Greeting {
 public:
  void set(std::string text) {
    const std::scoped_lock lock(mutex_);
    text_ = std::move(text);
  }
  std::string get() const {
    const std::scoped_lock lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

}  // namespace

void watch_file(const std::string& path, ServerOptions options, bool open) {
  const std::string title = std::filesystem::path(path).stem().string(), page = io::live_page(title);
  io::TrajectoryTail tail(path);
  Greeting greeting;
  greeting.set(hello_message(title, tail.info()));
  options.can_be_framed = true;
  Server server(options, {.get = [&](const std::string& name) -> std::optional<Answer> {
                            if (!name.empty()) return std::nullopt;
                            return Answer{"text/html; charset=utf-8", page};
                          },
                          .hello = [&] { return greeting.get(); },
                          .hear = [](const std::string&) {}});
  const StopSignal stop;
  print(server.url() + "  (Ctrl-C ends)");
  const auto opened = open ? open_browser(server.url()) : nullptr;
  std::shared_ptr<const std::string> last;
  for (int looks = 0; !stop.received(); ++looks) {
    if (const auto frame = tail.newest()) {
      greeting.set(hello_message(title, tail.info()));
      last = std::make_shared<const std::string>(frame_message(tail.info(), *frame));
      server.publish(last);
    } else if (last && looks % kReminder == 0) {
      server.publish(last);
    }
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace isocloth::cli
