#include <fmt/format.h>

#include "commands.hpp"
#include "fitting/camera/presets.hpp"
#include "fitting/camera/write_recording.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "stop_signal.hpp"

namespace isocloth::cli {
namespace {

struct RecordSyntheticOptions {
  std::string preset, out;
  std::vector<int> nodes{9, 9};
  std::vector<double> from{}, target{};
  double duration = 0;  ///< of the shaking [s]; 0: the paper's
  fitting::SyntheticCamera camera{};
  bool json = false;
};

fitting::RealityOptions reality_of(const RecordSyntheticOptions& options) {
  fitting::RealityOptions reality = fitting::find_preset(options.preset).options;
  reality.seed = options.camera.seed;
  if (options.duration > 0) reality.shake.during = options.duration;
  return reality;
}

ExitStatus record_synthetic(RecordSyntheticOptions options) {
  require(
      options.nodes[0] >= 2 && options.nodes[1] >= 2 && options.nodes[0] <= 200 && options.nodes[1] <= 200,
      "--nodes must be from 2 to 200 along each side");
  require(options.duration >= 0 && options.duration <= 600, "--duration must be from 0 to 600 s");
  if (!options.from.empty()) options.camera.position = Vec3(options.from.data());
  if (!options.target.empty()) options.camera.target = Vec3(options.target.data());
  const StopSignal stop;
  ProgressBar bar;
  bar.show(0, "simulating");
  const auto reality =
      std::make_shared<const fitting::Reality>(fitting::simulate_reality(reality_of(options)));
  const fitting::SyntheticRecording recording = fitting::record(reality, options.camera);
  const auto frames = static_cast<int>(recording.clouds.times.size());
  bool stopped = false;
  fitting::write_recording(recording, {options.nodes[0], options.nodes[1]}, options.out, [&](int frame) {
    bar.show(static_cast<double>(frame + 1) / frames, fmt::format("frame {} of {}", frame + 1, frames));
    stopped = stop.received();
    return !stopped;
  });
  const double length = recording.clouds.times.back() - recording.clouds.times.front();
  if (options.json)
    print(Json{{"recording", options.out}, {"frames", frames}, {"duration_s", length}, {"stopped", stopped}});
  else
    print(one_line(fmt::format("{}: {} in {} s; track it with: isocloth track {} --truth {}/truth.csv",
                               options.out, counted(frames, "cloud"), short_number(length), options.out,
                               options.out)));
  return stopped ? kMissed : kDone;
}

std::string preset_list() {
  std::string text = "Recordings of the paper that can be made:\n";
  for (const fitting::SyntheticPreset& preset : fitting::synthetic_presets())
    text += fmt::format("  {:<12} {}\n", preset.name, preset.description);
  return text + "Example:\n  isocloth record-synthetic cotton_fast --out out/cotton_fast";
}

}  // namespace

void add_record_synthetic(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<RecordSyntheticOptions>();
  CLI::App* command = app.add_subcommand(
      "record-synthetic", "Record a simulated cloth with a synthetic depth camera, with the truth beside it");
  add_argument(*command, "PRESET", options->preset, "Textile and motion, see below");
  add_value(*command, "--out", options->out, "DIR", "Folder for clouds, manifest, tool, settings and truth")
      ->required();
  add_list(*command, "--nodes", options->nodes, 2, "Columns,rows of the true grid");
  add_list(*command, "--from", options->from, 3, "Where the camera stands, x,y,z [m]");
  add_list(*command, "--target", options->target, 3, "What it looks at, x,y,z [m]");
  command->add_option("--fps", options->camera.fps, "Frames per second")->capture_default_str();
  command->add_option("--duration", options->duration, "Of the shaking [s], instead of the paper's 10");
  command->add_option("--seed", options->camera.seed, "Of noise, frame times and unevenness")
      ->capture_default_str();
  command->add_flag("--passing", options->camera.something_passes,
                    "Something passes before the cloth, to and fro");
  command->add_flag("--json", options->json, "Results as one JSON object on stdout");
  command->footer(preset_list());
  command->callback([=, &chosen] { chosen = [=] { return record_synthetic(*options); }; });
}

}  // namespace isocloth::cli
