#include "view/viewer_socket.hpp"

#include "view/server.hpp"

namespace isocloth::cli {
namespace {

constexpr std::size_t kMostTexts = 64;

}  // namespace

namespace websocket = beast::websocket;

ViewerSocket::ViewerSocket(beast::tcp_stream stream, std::function<void(const std::string&)> hear)
    : stream_(std::move(stream)), hear_(std::move(hear)) {}

void ViewerSocket::open(Request request, std::function<void()> opened, std::function<void()> closed) {
  closed_ = std::move(closed);
  request_ = std::move(request);
  beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has its own times
  stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
  stream_.read_message_max(kMostMessage);
  stream_.auto_fragment(false);
  stream_.async_accept(request_, [self = shared_from_this(), opened](beast::error_code failed) {
    if (failed) return self->end();
    opened();
    self->read();
  });
}

void ViewerSocket::read() {
  stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code failed, std::size_t) {
    if (failed) return self->end();
    if (self->stream_.got_text()) self->hear_(beast::buffers_to_string(self->buffer_.data()));
    self->buffer_.consume(self->buffer_.size());
    self->read();
  });
}

void ViewerSocket::send_frame(Text frame) {
  frame_ = std::move(frame);
  write();
}

void ViewerSocket::send_text(Text text, bool binary) {
  if (texts_.size() >= kMostTexts) return close();
  texts_.push_back({std::move(text), binary});
  write();
}

void ViewerSocket::write() {
  if (writing_ || ended_ || !stream_.is_open()) return;
  if (!texts_.empty()) {
    on_the_way_ = std::move(texts_.front());
    texts_.pop_front();
  } else if (frame_) {
    on_the_way_ = {std::move(frame_), true};
    frame_ = nullptr;
  } else {
    return;
  }
  writing_ = true;
  stream_.binary(on_the_way_.binary);
  stream_.async_write(boost::asio::buffer(*on_the_way_.bytes),
                      [self = shared_from_this()](beast::error_code failed, std::size_t) {
                        self->writing_ = false;
                        if (failed) return self->end();
                        self->write();
                      });
}

void ViewerSocket::close() {
  beast::error_code ignored;
  beast::get_lowest_layer(stream_).socket().close(ignored);
  end();
}

void ViewerSocket::end() {
  if (std::exchange(ended_, true)) return;
  if (closed_) std::exchange(closed_, nullptr)();
}

}  // namespace isocloth::cli
