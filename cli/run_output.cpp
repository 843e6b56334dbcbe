#include "run_output.hpp"

#include <algorithm>

#include "io/file.hpp"
#include "io/output_file.hpp"
#include "io/scene/spelling.hpp"
#include "io/trajectory/export.hpp"

namespace isocloth::cli {
void check_output(const std::string& path) {
  const std::vector<std::string> endings = io::export_endings();
  if (std::find(endings.begin(), endings.end(), io::ending_of(path)) == endings.end())
    io::fail_at(path, 0,
                "no trajectory is written in this format; end the name in one of " + io::joined(endings));
}

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
