#pragma once

/// A small server for one page: HTTP for what lies in memory, WebSocket for what goes on.
///
/// What is asked for names nothing on disk, so there is no path that leads anywhere. Every address begins
/// with a random token; without it the answer is 404, whatever was asked. A request must come to this machine
/// by an address of its own or as localhost, and from no page but ours (Host, Origin); otherwise the answer
/// is 403. Requests are bounded in size and time. Who has not shown the token is a stranger: strangers have a
/// bound of their own, beyond which the one that came first has to go, so that they never keep a viewer out.
/// Each viewer has a queue of one frame, where a newer frame takes the place of an older one that is still
/// waiting: who reads slowly sees fewer frames, and nobody else notices.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace isocloth::cli {

/// What a GET of a path after the token gives.
struct Answer {
  std::string type;  ///< "text/html; charset=utf-8"
  std::string body;
  std::string file_name{};  ///< set: the browser saves it under this name
};

/// Called in the server's own thread, except publish and stop.
struct ServerHandlers {
  std::function<std::optional<Answer>(const std::string& name)> get;  ///< "" is the page itself
  std::function<std::string()> hello{};  ///< first message to a new viewer; none: no live page
  std::function<void(const std::string& message)> hear{};  ///< text that a viewer sent, at most kMostMessage
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;  ///< 0: any that is free
  bool can_be_framed =
      false;  ///< a page of another origin, such as a notebook, may show it inside: nothing can be done in it
};

inline constexpr std::size_t kMostMessage = 4096;  ///< bytes that a viewer may send at once
inline constexpr int kMostViewers = 32;    ///< connections with the token; further ones are turned away
inline constexpr int kMostStrangers = 32;  ///< connections that have not shown it; beyond, the oldest goes

class Server {
 public:
  /// Listens and answers in a thread of its own. InputError where the address cannot be listened on.
  Server(const ServerOptions& options, ServerHandlers handlers);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// "http://127.0.0.1:40123/3f…9a/"
  std::string url() const;

  /// Sends a frame to all viewers, or leaves it out for those that are behind. Returns at once.
  void publish(std::shared_ptr<const std::string> frame);

  /// Sends text to all viewers.
  void tell(const std::string& text);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace isocloth::cli
