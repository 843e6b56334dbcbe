#include <fmt/format.h>

#include "commands.hpp"
#include "io/file.hpp"
#include "io/picture/image.hpp"
#include "io/picture/render.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

ExitStatus render(const std::string& in, const std::string& out, const io::PictureOptions& picture) {
  if (io::ending_of(out) != ".png")
    io::fail_at(out, 0, "is not a picture that can be made; end the name in .png");
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
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("render", "Draw frames of a trajectory into a picture (.png)");
  command->add_option("TRAJECTORY", options->in, "Trajectory (.ict)")->type_name("")->required();
  command->add_option("OUT", options->out, "Picture (.png)")->type_name("")->required();
  command->add_option("--panels", options->picture.panels, "Frames shown, evenly spaced in time")
      ->capture_default_str();
  command
      ->add_option("--times", options->picture.times,
                   "Instead of that: the frames nearest to these times [s]")
      ->delimiter(',');
  command->add_option("--from", options->from, "Direction from the cloth towards the camera, x,y,z")
      ->delimiter(',')
      ->expected(3);
  command->add_flag("--area-error", options->picture.color_by_area_error,
                    "Colour by the signed error of each element's area");
  command->add_flag("--contact-force", options->picture.color_by_contact_force,
                    "Colour by the force of obstacles over the area it acts on");
  command->footer(
      "Examples:\n"
      "  isocloth render shake.ict shake.png\n"
      "  isocloth render shake.ict error.png --times 1.1,1.75 --area-error");
  command->callback([=, &chosen] {
    chosen = [=] {
      if (!options->from.empty()) options->picture.camera_direction = Vec3(options->from.data());
      return render(options->in, options->out, options->picture);
    };
  });
}

}  // namespace isocloth::cli
