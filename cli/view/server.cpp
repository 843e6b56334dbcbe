#include "view/server.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <thread>

#include "isocloth/core/require.hpp"
#include "view/visit.hpp"

namespace isocloth::cli {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

namespace {

/// 128 random bits from the system, in hexadecimal.
std::string random_token() {
  std::array<std::uint64_t, 2> bits{};
  require(::getrandom(bits.data(), sizeof bits, 0) == sizeof bits,
          "the system gives no random numbers for the address of the page; try again");
  return fmt::format("{:016x}{:016x}", bits[0], bits[1]);
}

}  // namespace

struct Server::Parts {
  ServerOptions options;
  ServerHandlers handlers;
  Desk desk{handlers, random_token()};  ///< outlives the context, which holds the visits
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer pause{context};
  std::thread thread;

  void listen() {
    beast::error_code failed;
    const asio::ip::address address = asio::ip::make_address(options.host, failed);
    require(!failed, "--host " + options.host + " is no address; use 127.0.0.1, or 0.0.0.0 for all networks");
    desk.own = address;
    desk.can_be_framed = options.can_be_framed;
    try {
      acceptor = tcp::acceptor(context, {address, static_cast<unsigned short>(options.port)});
    } catch (const boost::system::system_error& error) {
      throw InputError(
          fmt::format("--port {}: cannot be listened on at {} ({}); use another port, or none for "
                      "any that is free",
                      options.port, options.host, error.code().message()));
    }
  }

  void accept() {
    acceptor.async_accept([this](beast::error_code failed, tcp::socket socket) {
      if (failed == asio::error::operation_aborted) return;
      if (failed) return wait_and_accept();
      if (desk.strangers.size() >= kMostStrangers) desk.strangers.front()->close();
      std::make_shared<Visit>(std::move(socket), desk)->begin();
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
  parts_->desk.viewers.clear();  // they need the context
}

std::string Server::url() const {
  const tcp::endpoint at = parts_->acceptor.local_endpoint();
  const bool anywhere = at.address().is_unspecified();
  const std::string host = anywhere ? "127.0.0.1" : at.address().to_string();
  return fmt::format("http://{}:{}/{}/", at.address().is_v6() && !anywhere ? "[" + host + "]" : host,
                     at.port(), parts_->desk.token);
}

void Server::publish(std::shared_ptr<const std::string> frame) {
  asio::post(parts_->context, [parts = parts_.get(), frame] {
    for (const auto& viewer : parts->desk.viewers) viewer->send_frame(frame);
  });
}

void Server::tell(const std::string& text) {
  asio::post(parts_->context, [parts = parts_.get(), bytes = std::make_shared<const std::string>(text)] {
    const auto all = parts->desk.viewers;  // one that is let go leaves the set
    for (const auto& viewer : all) viewer->send_text(bytes);
  });
}

}  // namespace isocloth::cli
