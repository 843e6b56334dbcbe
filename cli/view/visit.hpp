#pragma once

/// One request (server.hpp), then the connection ends or becomes a WebSocket. Everything happens in the
/// server's thread.

#include <boost/asio/ip/tcp.hpp>
#include <list>
#include <set>

#include "view/server.hpp"
#include "view/viewer_socket.hpp"

namespace isocloth::cli {

class Visit;

/// What visits need of the server, and what it knows of them.
struct Desk {
  const ServerHandlers& handlers;
  std::string token;               ///< a secret that only who was given the address knows
  boost::asio::ip::address own{};  ///< that is listened on
  bool can_be_framed = false;      ///< as ServerOptions
  std::list<Visit*> strangers{};   ///< have not shown the token; in the order they came
  int guests = 0;                  ///< visits that have
  std::set<std::shared_ptr<ViewerSocket>> viewers{};
};

class Visit : public std::enable_shared_from_this<Visit> {
 public:
  Visit(boost::asio::ip::tcp::socket socket, Desk& desk);
  ~Visit();

  void begin();

  /// Ends the connection; the object goes with what waits for it.
  void close();

 private:
  void decide();
  void be_no_stranger();
  void become_viewer();
  void give(Answer answer);
  void refuse(beast::http::status status, const std::string& sentence);
  void respond(beast::http::status status, const std::string& type, std::string body);

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  beast::http::request_parser<beast::http::string_body> parser_;
  beast::http::response<beast::http::string_body> response_;
  Desk& desk_;
  std::list<Visit*>::iterator place_;           ///< among the strangers
  bool is_stranger_ = true, is_guest_ = false;  ///< a guest has shown the token
};

}  // namespace isocloth::cli
