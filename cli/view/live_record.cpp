#include "view/live_record.hpp"

#include "io/file.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "view/temporary_file.hpp"

namespace isocloth::cli {
namespace {

std::size_t bytes_of(const Frame& frame) {
  return 3 * sizeof(double) *
         static_cast<std::size_t>(frame.x.rows() + frame.v.rows() + frame.contact_force.rows());
}

}  // namespace

void LiveRecord::restart(TrajectoryInfo info) {
  const std::scoped_lock lock(mutex_);
  info_ = std::make_shared<const TrajectoryInfo>(std::move(info));
  frames_.clear();
}

void LiveRecord::add(Frame frame) {
  const std::size_t most = std::max<std::size_t>(2, kMostBytes / std::max<std::size_t>(1, bytes_of(frame)));
  auto kept = std::make_shared<const Frame>(std::move(frame));
  const std::scoped_lock lock(mutex_);
  frames_.push_back(std::move(kept));
  if (frames_.size() > most) frames_.pop_front();
}

void LiveRecord::set_hello(std::string message) {
  const std::scoped_lock lock(mutex_);
  hello_ = std::move(message);
}

std::string LiveRecord::hello() const {
  const std::scoped_lock lock(mutex_);
  return hello_;
}

std::string LiveRecord::trajectory_file() const {
  std::unique_lock lock(mutex_);
  const auto frames = frames_;
  const auto info = info_;
  lock.unlock();
  const TemporaryFile file(".ict");
  {
    io::TrajectoryWriter writer(file.path(), *info);
    for (const auto& frame : frames) writer.append(*frame);
  }
  return io::read_file(file.path());
}

}  // namespace isocloth::cli
