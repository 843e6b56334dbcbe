#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include "io/scene/read_scene.hpp"
#include "view/watch_live.hpp"

namespace isocloth::cli {
namespace {

/// Takes stdout for as long as it lives.
class CapturedStdout {
 public:
  CapturedStdout() : before_(::dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    if (::pipe(pipe_) == 0) ::dup2(pipe_[1], STDOUT_FILENO);
  }
  ~CapturedStdout() {
    ::dup2(before_, STDOUT_FILENO);
    for (const int file : {before_, pipe_[0], pipe_[1]}) ::close(file);
  }
  CapturedStdout(const CapturedStdout&) = delete;
  CapturedStdout& operator=(const CapturedStdout&) = delete;

  /// The next word; waits for it.
  std::string word() const {
    std::string text;
    for (char c = 0; ::read(pipe_[0], &c, 1) == 1 && c != ' ' && c != '\n';) text += c;
    return text;
  }

 private:
  int before_, pipe_[2] = {-1, -1};
};

/// A connection to this machine, without what a browser would do of its own.
class Caller {
 public:
  explicit Caller(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_open_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Caller() { ::close(socket_); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  void ask(const std::string& path, const std::string& more = "") const {
    write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
  }

  /// A text of less than 126 bytes to a WebSocket, masked with zeros.
  void say(const std::string& text) const {
    write(std::string{'\x81', static_cast<char>(0x80 | text.size()), 0, 0, 0, 0} + text);
  }

  /// At least `bytes`, or all until the other side closes.
  std::string hear(std::size_t bytes) const {
    std::string text;
    char part[4096];
    for (ssize_t got = 1; is_open_ && text.size() < bytes && got > 0;)
      if ((got = ::read(socket_, part, sizeof part)) > 0) text.append(part, static_cast<std::size_t>(got));
    return text;
  }

 private:
  void write(const std::string& bytes) const {
    for (std::size_t sent = 0; is_open_ && sent < bytes.size();) {
      const ssize_t part = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (part <= 0) return;
      sent += static_cast<std::size_t>(part);
    }
  }

  int socket_;
  bool is_open_ = false;
};

/// `isocloth view --live` in a thread of its own, until this object goes.
class LiveView {
 public:
  explicit LiveView(const char* scene)
      : engine_([scene] { (void)watch_live(io::parse_scene(scene, "live.yaml"), {}, false); }) {}
  ~LiveView() { ::kill(::getpid(), SIGTERM); }
  LiveView(const LiveView&) = delete;
  LiveView& operator=(const LiveView&) = delete;

 private:
  std::jthread engine_;
};

std::string fetched(int port, const std::string& path) {
  const Caller caller(port);
  caller.ask(path);
  return caller.hear(SIZE_MAX);
}

constexpr const char* kScene =
    "cloth:\n"
    "  mesh: {rectangle: {size: [0.2, 0.2], nodes: [4, 4]}}\n"
    "grasps:\n  - {name: left, nodes: [12]}\n"
    "obstacles:\n  - {name: ball, sphere: {radius: 0.04}, pose: {translate: [0, 0, -0.5]}}\n"
    "time: {duration: 1}\n";

/// Meant for ThreadSanitizer: engine, server and viewers touch the same run from threads of their own.
TEST(WatchLive, TakesHandsAndHandsOutTheRunWhileTheEngineGoesOn) {
  std::string record, scene;
  std::size_t seen = 0;
  {
    const CapturedStdout out;
    const LiveView view(kScene);
    const std::string url = out.word();  // http://127.0.0.1:PORT/TOKEN/
    const std::size_t colon = url.rfind(':'), slash = url.find('/', colon);
    const int port = std::stoi(url.substr(colon + 1, slash - colon - 1));
    const std::string home = url.substr(slash);

    const Caller viewer(port);
    viewer.ask(home + "live",
               "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n");
    viewer.say(R"({"do": "grab", "node": 3, "at": [0.2, 0, 0]})");
    for (int k = 0; k < 20; ++k) {
      viewer.say(R"({"do": "move", "at": [0.2, 0.05, 0]})");
      viewer.say(R"({"do": "obstacle", "index": 0, "at": [0, 0.01, -0.5]})");
      if (k % 7 == 6) viewer.say(R"({"do": "set", "name": "damping", "value": 2})");
      if (k == 10) viewer.say(R"({"do": "reset"})");
      seen += viewer.hear(1).size();
      record = fetched(port, home + "run.ict");
      scene = fetched(port, home + "scene.yaml");
    }
  }
  EXPECT_GT(seen, 1000U) << "frames reach the viewer";
  EXPECT_EQ(record.substr(0, 15), "HTTP/1.1 200 OK");
  EXPECT_NE(scene.find("cloth"), std::string::npos);
}

}  // namespace
}  // namespace isocloth::cli
