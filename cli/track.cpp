#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "fitting/meshing/cleaning_picture.hpp"
#include "fitting/meshing/grid_distance.hpp"
#include "fitting/meshing/track_file.hpp"
#include "fitting/recording/read_grid.hpp"
#include "io/file.hpp"
#include "io/output_file.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "stop_signal.hpp"

namespace isocloth::cli {
namespace {

struct TrackArguments {
  std::string recording, out, settings, truth, pictures;
  std::vector<double> size{};
  std::vector<int> nodes{}, color{};
  std::vector<std::vector<double>> keep{};
  std::optional<double> color_distance{}, fps{};
  std::string unit{};
  std::vector<double> from{0, -1, 0.15};
  int every = 30;
  bool any_color = false, json = false;
};

/// What the settings beside the recording say, and over it what the command line says.
fitting::TrackFile settings_of(const TrackArguments& given) {
  fitting::TrackFile file = given.settings.empty() ? fitting::find_track_file(given.recording)
                                                   : fitting::read_track_file(given.settings);
  fitting::TrackOptions& options = file.options;
  if (!given.size.empty()) options.size = {given.size[0], given.size[1]};
  if (!given.nodes.empty()) options.nodes = {given.nodes[0], given.nodes[1]};
  if (!given.keep.empty()) options.cleaning.half_spaces.clear();
  for (const std::vector<double>& plane : given.keep)
    options.cleaning.half_spaces.push_back({Vec3(plane.data()), plane[3]});
  if (!given.color.empty()) {
    for (const int channel : given.color)
      require(channel >= 0 && channel <= 255, "--color must be from 0 to 255");
    const auto channel = [&](int k) { return static_cast<std::uint8_t>(given.color[k]); };
    options.cleaning.color = fitting::ColorFilter{.color = {channel(0), channel(1), channel(2)}};
  }
  if (given.any_color) options.cleaning.color.reset();
  if (given.color_distance) {
    require(options.cleaning.color.has_value(), "--color-distance needs --color");
    options.cleaning.color->distance = *given.color_distance;
  }
  if (given.fps) file.sequence.fps = *given.fps;
  if (!given.unit.empty()) file.sequence.scale = given.unit == "mm" ? 0.001 : 1;
  return file;
}

void write_picture(const TrackArguments& given, const fitting::TrackedFrame& frame,
                   const fitting::TrackOptions& options) {
  const std::filesystem::path folder(given.pictures);
  io::write_png((folder / fmt::format("frame_{:05d}.png", frame.frame)).string(),
                fitting::picture_of(frame, options, Vec3(given.from.data())));
}

struct Tracked {
  fitting::GridRecording grid;
  int frames = 0;
  bool stopped = false;
  double wall = 0;  ///< [s]
};

Tracked track(const TrackArguments& given, const fitting::TrackFile& file, const io::CloudSequence& clouds) {
  Tracked tracked;
  tracked.frames = static_cast<int>(clouds.times.size());
  const StopSignal stop;
  ProgressBar bar;
  const auto begin = std::chrono::steady_clock::now();
  tracked.grid = fitting::track_clouds(clouds, file.options, [&](const fitting::TrackedFrame& frame) {
    if (!given.pictures.empty() && frame.frame % given.every == 0) write_picture(given, frame, file.options);
    bar.show(static_cast<double>(frame.frame + 1) / tracked.frames,
             fmt::format("frame {} of {}", frame.frame + 1, tracked.frames));
    tracked.stopped = stop.received();
    return !tracked.stopped;
  });
  tracked.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return tracked;
}

std::optional<fitting::GridRecording> read_truth(const TrackArguments& given,
                                                 const fitting::TrackOptions& tracking) {
  if (given.truth.empty()) return std::nullopt;
  fitting::GridOptions options;
  options.columns = tracking.nodes[0];
  options.rows = tracking.nodes[1];
  return fitting::read_grid(given.truth, options);
}

Json track_json(const Tracked& tracked, const std::optional<fitting::GridDistance>& error) {
  Json json{{"frames", tracked.frames},        {"tracked_frames", tracked.grid.times.size()},
            {"columns", tracked.grid.columns}, {"rows", tracked.grid.rows},
            {"wall_s", tracked.wall},          {"remarks", tracked.grid.remarks}};
  if (error)
    json["truth"] = {{"mean_m", error->mean},
                     {"worst_frame_m", error->worst_frame},
                     {"largest_m", error->largest},
                     {"nodes_seen", error->seen},
                     {"frames", error->frames}};
  return json;
}

std::string track_text(const Tracked& tracked, const std::optional<fitting::GridDistance>& error) {
  std::string text = fmt::format("{} of {} tracked in {} s: {}×{} nodes", tracked.grid.times.size(),
                                 counted(tracked.frames, "frame"), short_number(tracked.wall),
                                 tracked.grid.columns, tracked.grid.rows);
  if (error)
    text += fmt::format(
        "\ndistance to the true nodes: mean {:.2f} mm, worst frame {:.2f} mm, largest {:.2f} mm ({} "
        "compared)",
        1e3 * error->mean, 1e3 * error->worst_frame, 1e3 * error->largest, percent(error->seen));
  for (const std::string& remark : tracked.grid.remarks) text += "\n  " + one_line(remark);
  return text;
}

ExitStatus track_command(const TrackArguments& given) {
  require(given.every >= 1, "--every must be 1 or more");
  const fitting::TrackFile file = settings_of(given);
  const io::CloudSequence clouds = io::read_clouds(given.recording, file.sequence);
  const std::optional<fitting::GridRecording> truth = read_truth(given, file.options);
  if (!given.out.empty()) io::OutputFile probe(given.out);  // all that is read is known by now
  if (!given.pictures.empty()) io::make_folder(given.pictures);
  const Tracked tracked = track(given, file, clouds);
  if (!given.out.empty()) io::write_file(given.out, fitting::format_grid(tracked.grid));
  std::optional<fitting::GridDistance> error;
  if (truth) error = fitting::distance_between(tracked.grid, *truth);
  if (given.json)
    print(track_json(tracked, error));
  else
    print(track_text(tracked, error));
  return tracked.stopped ? kMissed : kDone;
}

}  // namespace

void add_track(CLI::App& app, Command& chosen) {
  const auto given = std::make_shared<TrackArguments>();
  CLI::App* command = app.add_subcommand("track", "Find the nodes of a cloth in a recording of point clouds");
  add_argument(*command, "RECORDING", given->recording,
               "Folder of clouds, a manifest (.csv .yaml .json), or a .npz");
  add_value(*command, "--out", given->out, "FILE.csv", "Table of the nodes to write: t,x0,y0,z0,…");
  add_list(*command, "--size", given->size, 2, "Of the cloth: along its held side, down from it [m]");
  add_list(*command, "--nodes", given->nodes, 2, "Columns,rows of the grid");
  add_list(*command, "--keep", given->keep, 4,
           "Half-space that is kept, nx,ny,nz,offset: n·x ≥ offset; may be repeated")
      ->type_name("PLANE");
  add_list(*command, "--color", given->color, 3, "Colour of the cloth, r,g,b from 0 to 255");
  command->add_option("--color-distance", given->color_distance, "How far colours may be off, in CIELAB");
  command->add_flag("--any-color", given->any_color, "Take no notice of colours, whatever the settings say");
  command->add_option("--fps", given->fps, "Frames per second, where names hold no times");
  command->add_option("--unit", given->unit, "Of the clouds")->check(CLI::IsMember({"m", "mm"}));
  add_value(*command, "--settings", given->settings, "FILE", "Instead of the track.yaml beside the clouds");
  add_value(*command, "--pictures", given->pictures, "DIR", "Folder for pictures before and after cleaning");
  command->add_option("--every", given->every, "Frames from picture to picture")->capture_default_str();
  add_list(*command, "--from", given->from, 3,
           "Direction from the cloth towards the viewer of pictures, x,y,z");
  add_value(*command, "--truth", given->truth, "FILE.csv", "Table of the true nodes, to compare with");
  command->add_flag("--json", given->json, "Results as one JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  isocloth track shirt_clouds --size 0.297,0.42 --nodes 9,9 --keep 0,-1,0,-0.5 --color 190,60,50 "
      "--out grid.csv\n"
      "  isocloth track out/cotton_fast --truth out/cotton_fast/truth.csv --pictures out/pictures");
  command->callback([=, &chosen] { chosen = [=] { return track_command(*given); }; });
}

}  // namespace isocloth::cli
