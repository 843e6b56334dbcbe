#include "io/cloud/read_sequence.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "io/cloud/formats.hpp"
#include "io/cloud/frame_list.hpp"
#include "io/cloud/read_cloud.hpp"
#include "io/file.hpp"
#include "io/inputs.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

std::vector<FrameFile> find_frames(const std::string& path, double fps) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return read_manifest(path);
  for (const char* name : {"manifest.csv", "manifest.yaml", "manifest.json"}) {
    const std::string manifest = (std::filesystem::path(path) / name).string();
    if (std::filesystem::exists(manifest, ignored)) return read_manifest(manifest);
  }
  return list_clouds(path, fps);
}

/// One file with all frames: they are in memory anyway.
CloudSequence read_npz_sequence(const std::string& path, const SequenceOptions& options) {
  NpzClouds all = parse_npz(read_file(path), path);
  if (all.times.empty() && options.fps <= 0)
    fail_at(path, 0, "has no array t; add the times [s], or give the frames per second");
  std::vector<FrameFile> frames;
  for (std::size_t f = 0; f < all.clouds.size(); ++f) {
    const double time = all.times.empty() ? static_cast<double>(f) / options.fps : all.times[f];
    if (!std::isfinite(time)) fail_at(path, 0, "t[" + std::to_string(f) + "] is not a time; correct it");
    frames.push_back({time, std::to_string(f)});
  }
  CloudSequence sequence;
  sequence.remarks = put_in_order(frames);
  auto clouds = std::make_shared<std::vector<Cloud>>();
  for (const FrameFile& frame : frames) {
    Cloud cloud = std::move(all.clouds[std::stoul(frame.file)]);
    drop_invalid_points(cloud, options.scale);
    clouds->push_back(std::move(cloud));
    sequence.times.push_back(frame.time);
    sequence.files.push_back(path + " frame " + frame.file);
  }
  sequence.load = [clouds](int frame) { return (*clouds)[frame]; };
  return sequence;
}

CloudSequence read_file_sequence(const std::string& path, const SequenceOptions& options) {
  std::vector<FrameFile> frames = find_frames(path, options.fps);
  CloudSequence sequence;
  sequence.remarks = put_in_order(frames);
  for (FrameFile& frame : frames) {
    sequence.times.push_back(frame.time);
    remember_input(frame.file);  // it will be, by load
    sequence.files.push_back(std::move(frame.file));
  }
  sequence.load = [files = sequence.files, scale = options.scale](int frame) {
    return read_cloud(files[frame], scale);
  };
  return sequence;
}

}  // namespace

CloudSequence read_clouds(const std::string& path, const SequenceOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    fail_at(path, 0, "is not there; name a folder, a manifest or a .npz");
  require(options.fps >= 0 && options.fps <= 1e4,
          "frames per second must be from 0 to 10000, got " + to_text(options.fps));
  require(options.scale > 0 && std::isfinite(options.scale),
          "the unit must be above 0, got " + to_text(options.scale));
  CloudSequence sequence =
      ending_of(path) == ".npz" ? read_npz_sequence(path, options) : read_file_sequence(path, options);
  sequence.name = path;
  return sequence;
}

}  // namespace isocloth::io
