#include "run_output.hpp"

#include "io/file.hpp"
#include "io/output_file.hpp"
#include "io/trajectory/export.hpp"

namespace isocloth::cli {

RunOutput::RunOutput(std::string path, TrajectoryInfo info) : path_(std::move(path)) {
  if (path_.empty()) return;
  if (io::ending_of(path_) == ".ict") {
    writer_.emplace(path_, info);
  } else {
    io::OutputFile probe(path_);  // makes a file beside it and takes it away again
    waiting_.info = std::move(info);
  }
}

void RunOutput::append(const Frame& frame) {
  if (writer_) {
    writer_->append(frame);
  } else if (!path_.empty()) {
    waiting_.frames.push_back(frame);
  }
}

void RunOutput::finish() {
  if (!path_.empty() && !writer_) io::export_trajectory(path_, waiting_);
}

}  // namespace isocloth::cli
