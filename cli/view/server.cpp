#include "view/server.hpp"

#include <fmt/format.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <set>
#include <thread>

#include "isocloth/core/require.hpp"
#include "view/viewer_socket.hpp"

namespace isocloth::cli {

namespace asio = boost::asio;
namespace http = beast::http;
using tcp = asio::ip::tcp;

namespace {

constexpr std::size_t kMostHeader = 8192;  // bytes of a request
constexpr auto kPatience = std::chrono::seconds(10);

/// One request, then the connection ends or becomes a WebSocket.
class Visit : public std::enable_shared_from_this<Visit> {
 public:
  using Upgrade = std::function<void(beast::tcp_stream, ViewerSocket::Request)>;

  Visit(tcp::socket socket, const std::string& token, const ServerHandlers& handlers, Upgrade upgrade,
        std::shared_ptr<int> count)
      : stream_(std::move(socket)),
        token_(token),
        handlers_(handlers),
        upgrade_(std::move(upgrade)),
        count_(std::move(count)) {
    ++*count_;
    parser_.header_limit(kMostHeader);
    parser_.body_limit(0);
  }
  ~Visit() { --*count_; }

  void begin() {
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, parser_,
                     [self = shared_from_this()](beast::error_code failed, std::size_t) {
                       if (!failed) self->decide();
                     });
  }

 private:
  void decide() {
    const ViewerSocket::Request& request = parser_.get();
    const std::string target(request.target());
    const std::string home = "/" + token_ + "/";
    const bool at_home = target.starts_with(home);
    const std::string name = at_home ? target.substr(home.size()) : "";
    if (at_home && name == "live" && handlers_.hello && beast::websocket::is_upgrade(request))
      return upgrade_(std::move(stream_), parser_.release());
    std::optional<Answer> answer;
    try {
      if (at_home && request.method() == http::verb::get) answer = handlers_.get(name);
    } catch (const std::exception&) {
      // a full disk or memory: there is nothing to give, and the server goes on
    }
    respond(std::move(answer));
  }

  void respond(std::optional<Answer> answer) {
    response_.version(11);
    response_.keep_alive(false);
    response_.result(answer ? http::status::ok : http::status::not_found);
    response_.set(http::field::cache_control, "no-store");
    response_.set(http::field::x_frame_options, "DENY");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set(http::field::content_type, answer ? answer->type : "text/plain");
    if (answer && !answer->file_name.empty())
      response_.set(http::field::content_disposition, "attachment; filename=\"" + answer->file_name + "\"");
    response_.body() = answer ? std::move(answer->body) : "not found\n";
    response_.prepare_payload();
    stream_.expires_after(3 * kPatience);
    http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code, std::size_t) {
      beast::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMostHeader};
  http::request_parser<http::string_body> parser_;
  http::response<http::string_body> response_;
  const std::string& token_;
  const ServerHandlers& handlers_;
  Upgrade upgrade_;
  std::shared_ptr<int> count_;
};

}  // namespace

struct Server::Parts {
  ServerOptions options;
  ServerHandlers handlers;
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer pause{context};
  std::set<std::shared_ptr<ViewerSocket>> viewers;
  std::shared_ptr<int> visits = std::make_shared<int>(0);
  std::thread thread;

  void listen() {
    beast::error_code failed;
    const asio::ip::address address = asio::ip::make_address(options.host, failed);
    require(!failed, "--host " + options.host + " is no address; use 127.0.0.1, or 0.0.0.0 for all networks");
    const tcp::endpoint endpoint(address, static_cast<unsigned short>(options.port));
    const auto check = [&] {
      require(!failed, fmt::format("--port {}: cannot be listened on at {} ({}); use another port, or none "
                                   "for any that is free",
                                   options.port, options.host, failed.message()));
    };
    acceptor.open(endpoint.protocol(), failed);
    check();
    acceptor.set_option(asio::socket_base::reuse_address(true), failed);
    check();
    acceptor.bind(endpoint, failed);
    check();
    acceptor.listen(kMostViewers, failed);
    check();
  }

  void accept() {
    acceptor.async_accept([this](beast::error_code failed, tcp::socket socket) {
      if (failed == asio::error::operation_aborted) return;
      if (failed) return wait_and_accept();
      if (static_cast<int>(viewers.size()) + *visits < kMostViewers) meet(std::move(socket));
      accept();
    });
  }

  /// No connection can be taken now, for want of descriptors; there may be some later.
  void wait_and_accept() {
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([this](beast::error_code failed) {
      if (!failed) accept();
    });
  }

  void meet(tcp::socket socket) {
    const auto upgrade = [this](beast::tcp_stream stream, ViewerSocket::Request request) {
      welcome(std::move(stream), std::move(request));
    };
    std::make_shared<Visit>(std::move(socket), options.token, handlers, upgrade, visits)->begin();
  }

  void welcome(beast::tcp_stream stream, ViewerSocket::Request request) {
    const auto viewer = std::make_shared<ViewerSocket>(std::move(stream), handlers.hear);
    viewer->open(
        std::move(request),
        [this, viewer] {
          viewers.insert(viewer);
          viewer->send_text(std::make_shared<const std::string>(handlers.hello()), true);
        },
        [this, weak = std::weak_ptr(viewer)] { viewers.erase(weak.lock()); });
  }
};

Server::Server(const ServerOptions& options, ServerHandlers handlers) : parts_(std::make_unique<Parts>()) {
  parts_->options = options;
  parts_->handlers = std::move(handlers);
  parts_->listen();
  parts_->accept();
  parts_->thread = std::thread([parts = parts_.get()] { parts->context.run(); });
}

Server::~Server() {
  parts_->context.stop();
  parts_->thread.join();
}

std::string Server::url() const {
  const tcp::endpoint at = parts_->acceptor.local_endpoint();
  const bool anywhere = at.address().is_unspecified();
  const std::string host = anywhere ? "127.0.0.1" : at.address().to_string();
  return fmt::format("http://{}:{}/{}/", at.address().is_v6() && !anywhere ? "[" + host + "]" : host,
                     at.port(), parts_->options.token);
}

void Server::publish(std::shared_ptr<const std::string> frame) {
  asio::post(parts_->context, [parts = parts_.get(), frame] {
    for (const auto& viewer : parts->viewers) viewer->send_frame(frame);
  });
}

void Server::tell(const std::string& text) {
  asio::post(parts_->context, [parts = parts_.get(), bytes = std::make_shared<const std::string>(text)] {
    const auto all = parts->viewers;  // one that is let go leaves the set
    for (const auto& viewer : all) viewer->send_text(bytes);
  });
}

}  // namespace isocloth::cli
