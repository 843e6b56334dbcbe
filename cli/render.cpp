#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "commands.hpp"
#include "io/file.hpp"
#include "io/picture/image.hpp"
#include "io/picture/render.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/fem/element_error.hpp"
#include "output.hpp"
#include "video.hpp"

namespace isocloth::cli {
namespace {

constexpr int kVideoWidth = 720, kVideoHeight = 540;  ///< [pixels]

/// Colours that mean the same in all frames of a video.
double largest_area_error(const Trajectory& trajectory) {
  double largest = 0;
  for (const Frame& frame : trajectory.frames)
    largest = std::max(largest, signed_area_errors(trajectory.info.rest, frame.x).cwiseAbs().maxCoeff());
  return largest;
}

ExitStatus render_video(const std::string& in, const std::string& out, io::PictureOptions picture,
                        double fps) {
  require(picture.times.empty(), "--times is for a picture; a video shows the whole run");
  require(!picture.color_by_contact_force, "--contact-force is for a picture; a video can show --area-error");
  require(fps > 0 && fps <= 240, "--fps must be above 0 and at most 240");
  const Trajectory trajectory = io::read_trajectory(in);
  if (trajectory.frames.empty()) io::fail_at(in, 0, "has no frames to show; run the scene again");
  if (picture.color_by_area_error) picture.area_error_range = largest_area_error(trajectory);
  picture.panel_width = kVideoWidth;
  picture.panel_height = kVideoHeight;
  picture.shape_panels = false;
  picture.whole_run = true;
  picture.samples = 2;
  const double first = trajectory.frames.front().time, last = trajectory.frames.back().time;
  const auto count = static_cast<std::int64_t>(std::floor((last - first) * fps + 1e-6)) + 1;
  std::optional<VideoWriter> video;
  for (std::int64_t k = 0; k < count; ++k) {
    picture.times = {first + static_cast<double>(k) / fps};
    const io::Image image = io::render_frames(trajectory, picture);
    if (!video) video.emplace(out, image.width, image.height, fps);
    video->add(image);
  }
  video->finish();
  print(one_line(fmt::format("{}: {} at {} a second", out, counted(count, "frame"), fps)));
  return kDone;
}

ExitStatus render(const std::string& in, const std::string& out, const io::PictureOptions& picture) {
  if (io::ending_of(out) != ".png")
    io::fail_at(out, 0,
                "is nothing that can be drawn; end the name in .png for a picture or .mp4 for a video");
  const io::Image image = io::render_frames(io::read_trajectory(in), picture);
  io::write_png(out, image);
  print(fmt::format("{}: {} × {} pixels", out, image.width, image.height));
  return kDone;
}

}  // namespace

void add_render(CLI::App& app, Command& chosen) {
  struct Options {
    std::string in, out;
    io::PictureOptions picture;
    std::vector<double> from{};
    double fps = 25;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("render", "Draw a trajectory into a picture (.png) or a video (.mp4)");
  add_argument(*command, "TRAJECTORY", options->in, "Trajectory (.ict)");
  add_argument(*command, "OUT", options->out, "Picture (.png) or video (.mp4, needs ffmpeg)");
  command->add_option("--panels", options->picture.panels, "Frames shown, evenly spaced in time")
      ->capture_default_str();
  command
      ->add_option("--times", options->picture.times,
                   "Instead of that: the frames nearest to these times [s]")
      ->delimiter(',');
  add_list(*command, "--from", options->from, 3, "Direction from the cloth towards the camera, x,y,z");
  command->add_flag("--area-error", options->picture.color_by_area_error,
                    "Colour by the signed error of each element's area");
  command->add_flag("--contact-force", options->picture.color_by_contact_force,
                    "Colour by the force of obstacles over the area it acts on");
  command->add_option("--fps", options->fps, "Frames per second of a video")->capture_default_str();
  command->footer(
      "Examples:\n"
      "  isocloth render shake.ict shake.png\n"
      "  isocloth render shake.ict error.png --times 1.1,1.75 --area-error\n"
      "  isocloth render shake.ict shake.mp4");
  command->callback([=, &chosen] {
    chosen = [=] {
      if (!options->from.empty()) options->picture.camera_direction = Vec3(options->from.data());
      if (io::ending_of(options->out) == ".mp4")
        return render_video(options->in, options->out, options->picture, options->fps);
      return render(options->in, options->out, options->picture);
    };
  });
}

}  // namespace isocloth::cli
