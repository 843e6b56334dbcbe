#include "view/visit.hpp"

#include <utility>

namespace isocloth::cli {

namespace asio = boost::asio;
namespace http = beast::http;

namespace {

constexpr std::size_t kMostHeader = 8192;               // bytes of a request
constexpr auto kPatience = std::chrono::seconds(3);     // with a stranger, from first to last byte
constexpr auto kLongAnswer = std::chrono::seconds(30);  // for who has the token
constexpr const char* kNotFound = "not found\n";

/// The name in "name:port" or "[name]:port".
std::string name_of(const std::string& host) {
  const bool bracketed = host.starts_with('[');
  return bracketed ? host.substr(1, host.find(']') - 1) : host.substr(0, host.find(':'));
}

/// Whether a request may come under this Host and Origin. A name that somebody else's DNS could point here is
/// none of ours, and neither is a page of another origin.
bool is_ours(const std::string& host, const std::string& origin, const asio::ip::address& own) {
  if (!origin.empty() && origin != "http://" + host) return false;
  const std::string name = name_of(host);
  if (beast::iequals(name, "localhost")) return true;
  beast::error_code none;
  const asio::ip::address asked = asio::ip::make_address(name, none);
  return !none && (own.is_unspecified() || asked == own || asked.is_loopback());
}

}  // namespace

Visit::Visit(asio::ip::tcp::socket socket, Desk& desk)
    : stream_(std::move(socket)),
      buffer_(kMostHeader),
      desk_(desk),
      place_(desk.strangers.insert(desk.strangers.end(), this)) {
  parser_.header_limit(kMostHeader);
  parser_.body_limit(0);
}

Visit::~Visit() {
  be_no_stranger();
  desk_.guests -= is_guest_;
}

void Visit::begin() {
  stream_.expires_after(kPatience);
  http::async_read(stream_, buffer_, parser_,
                   [self = shared_from_this()](beast::error_code failed, std::size_t) {
                     if (!failed) self->decide();
                   });
}

void Visit::close() {
  be_no_stranger();
  stream_.close();
}

void Visit::be_no_stranger() {
  if (std::exchange(is_stranger_, false)) desk_.strangers.erase(place_);
}

void Visit::decide() {
  const ViewerSocket::Request& request = parser_.get();
  if (!is_ours(std::string(request[http::field::host]), std::string(request[http::field::origin]), desk_.own))
    return refuse(
        http::status::forbidden,
        "open this page by its address as it was printed, not by another name or from another page\n");
  const std::string target(request.target());
  const std::string home = "/" + desk_.token + "/";
  if (!target.starts_with(home)) return refuse(http::status::not_found, kNotFound);
  if (static_cast<int>(desk_.viewers.size()) + desk_.guests >= kMostViewers)
    return refuse(http::status::service_unavailable, "too many viewers; close a page\n");
  be_no_stranger();
  is_guest_ = true;
  ++desk_.guests;
  const std::string name = target.substr(home.size());
  if (name == "live" && desk_.handlers.hello && beast::websocket::is_upgrade(request)) return become_viewer();
  stream_.expires_after(kLongAnswer);
  try {
    if (request.method() == http::verb::get)
      if (std::optional<Answer> answer = desk_.handlers.get(name)) return give(std::move(*answer));
  } catch (const std::exception&) {
    // a full disk or memory: there is nothing to give, and the server goes on
  }
  refuse(http::status::not_found, kNotFound);
}

void Visit::become_viewer() {
  const auto viewer = std::make_shared<ViewerSocket>(std::move(stream_), desk_.handlers.hear);
  viewer->open(
      parser_.release(),
      [&desk = desk_, viewer] {
        desk.viewers.insert(viewer);
        viewer->send_text(std::make_shared<const std::string>(desk.handlers.hello()), true);
      },
      [&desk = desk_, weak = std::weak_ptr(viewer)] { desk.viewers.erase(weak.lock()); });
}

void Visit::give(Answer answer) {
  if (!answer.file_name.empty())
    response_.set(http::field::content_disposition, "attachment; filename=\"" + answer.file_name + "\"");
  respond(http::status::ok, answer.type, std::move(answer.body));
}

void Visit::refuse(http::status status, const std::string& sentence) {
  respond(status, "text/plain", sentence);
}

void Visit::respond(http::status status, const std::string& type, std::string body) {
  response_.version(11);
  response_.keep_alive(false);
  response_.result(status);
  response_.set(http::field::cache_control, "no-store");
  if (!desk_.can_be_framed) response_.set(http::field::x_frame_options, "DENY");
  response_.set("X-Content-Type-Options", "nosniff");
  response_.set("Referrer-Policy", "no-referrer");
  response_.set(http::field::content_type, type);
  response_.body() = std::move(body);
  response_.prepare_payload();
  http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code, std::size_t) {
    beast::error_code ignored;
    self->stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  });
}

}  // namespace isocloth::cli
