#pragma once

/// One viewer on its WebSocket (server.hpp). Everything happens in the server's thread.

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace isocloth::cli {

namespace beast = boost::beast;

class ViewerSocket : public std::enable_shared_from_this<ViewerSocket> {
 public:
  using Text = std::shared_ptr<const std::string>;
  using Request = beast::http::request<beast::http::string_body>;

  ViewerSocket(beast::tcp_stream stream, std::function<void(const std::string&)> hear);

  /// Answers the upgrade; once open, `opened` is called, and `closed` when it ends.
  void open(Request request, std::function<void()> opened, std::function<void()> closed);

  /// A frame waits in place of the one before it.
  void send_frame(Text frame);

  /// Texts keep their order; a viewer that does not read dozens of them is let go.
  void send_text(Text text, bool binary = false);

  void close();

 private:
  struct Message {
    Text bytes;
    bool binary = false;
  };
  void read();
  void write();
  void end();

  beast::websocket::stream<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
  Request request_;  ///< must live until the upgrade is answered
  std::function<void(const std::string&)> hear_;
  std::function<void()> closed_;
  std::deque<Message> texts_;
  Text frame_;          ///< waits
  Message on_the_way_;  ///< must live until it is written
  bool writing_ = false, ended_ = false;
};

}  // namespace isocloth::cli
