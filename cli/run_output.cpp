#include "run_output.hpp"

#include <algorithm>
#include <filesystem>

#include "io/file.hpp"
#include "io/scene/spelling.hpp"
#include "io/trajectory/export.hpp"
#include "io/trajectory/output_file.hpp"

namespace isocloth::cli {
namespace {

void check_not_input(const std::string& path, const std::string& input) {
  std::error_code failed;
  if (std::filesystem::equivalent(path, input, failed))
    io::fail_at(path, 0, "is what the scene is made from and would be overwritten; give --out another name");
}

}  // namespace

void check_output(const std::string& path, const io::Scene& scene) {
  const std::vector<std::string> endings = io::export_endings();
  if (std::find(endings.begin(), endings.end(), io::ending_of(path)) == endings.end())
    io::fail_at(path, 0,
                "no trajectory is written in this format; end the name in one of " + io::joined(endings));
  check_not_input(path, scene.path);
  if (const auto* mesh = std::get_if<io::FileSpec>(&scene.cloth.mesh)) check_not_input(path, mesh->path);
  for (const io::ObstacleSpec& obstacle : scene.obstacles) {
    if (const auto* mesh = std::get_if<io::FileSpec>(&obstacle.shape)) check_not_input(path, mesh->path);
  }
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
