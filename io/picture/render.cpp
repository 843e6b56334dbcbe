#include "io/picture/render.hpp"

#include <algorithm>
#include <cmath>

#include "io/file.hpp"
#include "io/picture/contact_tractions.hpp"
#include "io/picture/frame_choice.hpp"
#include "io/picture/labels.hpp"
#include "io/picture/panel.hpp"
#include "io/picture/stage.hpp"
#include "io/trajectory/consistency.hpp"

#include "isocloth/fem/area_error.hpp"

namespace isocloth::io {

namespace {

constexpr const char* kName = "picture";              ///< where messages say they come from
constexpr int kLabelHeight = 40, kLegendHeight = 76;  ///< [pixels]

void check(const Trajectory& trajectory, const PictureOptions& options) {
  if (const auto problem = options.problem()) fail_at(kName, 0, *problem);
  require_consistent(kName, trajectory);
  require_float_range(kName, trajectory);
  last_frame(kName, trajectory);
  if (trajectory.info.rest.node_count() == 0)
    fail_at(kName, 0, "the mesh has no node to show; give it a mesh");
}

/// The largest of `values(frame)` over the chosen frames, at least `smallest`, rounded up to 1, 2 or 5 times
/// a power of ten.
template <typename Values>
double find_range(const Trajectory& trajectory, const std::vector<std::size_t>& chosen, double smallest,
                  Values values) {
  double largest = smallest;
  for (const std::size_t k : chosen) {
    const Vector shown = values(trajectory.frames[k]);
    if (shown.size() > 0) largest = std::max(largest, shown.cwiseAbs().maxCoeff());
  }
  const double power = std::pow(10.0, std::floor(std::log10(largest)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= largest) return factor * power;
  }
  return 10 * power;
}

/// A box that grows to hold points.
struct Box {
  Vec3 low, high;

  void add(const Points& points) {
    if (points.rows() == 0) return;
    low = low.cwiseMin(points.colwise().minCoeff().transpose());
    high = high.cwiseMax(points.colwise().maxCoeff().transpose());
  }
  double size() const { return (high - low).norm(); }
};

bool has_half_space(const TrajectoryInfo& info) {
  return std::any_of(info.obstacles.begin(), info.obstacles.end(),
                     [](const ObstacleInfo& obstacle) { return obstacle.unbounded; });
}

/// Bodies; size, middle and ground from the box around the whole motion.
void measure(const Trajectory& trajectory, const PictureOptions& options, Stage& stage) {
  const Vec3 start = trajectory.frames.front().x.row(0);
  Box box{start, start};
  for (const Frame& frame : trajectory.frames) box.add(frame.x);
  stage.bodies = make_bodies(trajectory, box.size());
  for (const Body& body : stage.bodies) box.add(body.outline);
  const double reach = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  const double extent = box.size();
  const bool visible =
      extent > 1e-9 * reach && extent > 1e-30;  // else a point: show it in a tenth of a metre
  stage.size = visible ? extent : std::max(0.1, 1e-6 * reach);
  stage.middle = 0.5 * (box.low + box.high);
  stage.ground = options.ground_height;
  if (!stage.ground && !has_half_space(trajectory.info)) stage.ground = box.low.z() - 0.03 * stage.size;
}

/// High, to the left of the camera and a little on its side, so that folds show and shadows fall behind the
/// cloth.
Vec3 place_lamp(const Camera& camera) {
  const Vec3 flat(-camera.forward.x(), -camera.forward.y(), 0);
  const Vec3 towards_eye = flat.norm() > 1e-6 ? flat.normalized() : Vec3(-camera.up);
  return (Vec3::UnitZ() + 0.42 * towards_eye - 0.36 * camera.right).normalized();
}

Stage make_stage(const Trajectory& trajectory, const PictureOptions& options,
                 const std::vector<std::size_t>& chosen) {
  Stage stage;
  stage.samples = options.samples;
  stage.width = options.panel_width * options.samples;
  stage.height = options.panel_height * options.samples;
  stage.front = from_srgb(options.front_color);
  stage.back = from_srgb(options.back_color);
  measure(trajectory, options, stage);
  stage.triangles = triangulate(trajectory.info.rest.elements);
  stage.lines = classify_sides(stage.triangles);
  if (options.color_by_area_error) {
    const auto errors = [&](const Frame& frame) { return signed_area_errors(trajectory.info.rest, frame.x); };
    const double found = find_range(trajectory, chosen, 1e-6, errors);  // below, colours would show rounding
    stage.error_range = options.area_error_range.value_or(found);
  }
  if (options.color_by_contact_force) {
    const auto tractions = [&](const Frame& frame) {
      return contact_tractions(trajectory.info.rest, frame.contact_force);
    };
    stage.traction_range = find_range(trajectory, chosen, 1e-3, tractions);  // [N/m²] silk weighs 0.5
  }
  std::vector<const Points*> clouds;
  for (const Frame& frame : trajectory.frames) clouds.push_back(&frame.x);
  for (const Body& body : stage.bodies) clouds.push_back(&body.outline);
  const View view{stage.width, stage.height, options.camera_direction, 0.5, 0.1};
  stage.camera = fit_camera(clouds, view, 0.5 * stage.size);
  stage.lamp = place_lamp(stage.camera);
  return stage;
}

int choose_columns(int panels) {
  return panels <= 4 ? panels : static_cast<int>(std::ceil(std::sqrt(1.5 * panels)));
}

}  // namespace

Image render_frames(const Trajectory& trajectory, const PictureOptions& options) {
  check(trajectory, options);
  const std::vector<std::size_t> chosen = choose_frames(trajectory.frames, options);
  const Stage stage = make_stage(trajectory, options, chosen);
  const int count = static_cast<int>(chosen.size()), n = options.samples;
  const int columns = std::min(count, options.columns.value_or(choose_columns(count)));
  const int rows = (count + columns - 1) / columns, row_height = options.panel_height + kLabelHeight;
  const int legend = stage.error_range > 0 || stage.traction_range > 0 ? kLegendHeight : 0;

  Image sheet{columns * options.panel_width, rows * row_height + legend, {}};
  sheet.rgb.assign(3 * static_cast<std::size_t>(sheet.width) * sheet.height, 255);
  const double duration = trajectory.frames.back().time - trajectory.frames.front().time;
  for (int k = 0; k < count; ++k) {
    const Frame& frame = trajectory.frames[chosen[k]];
    const int left = k % columns * options.panel_width, top = k / columns * row_height;
    const auto held = held_nodes(trajectory, chosen[k]);
    paste(to_image(draw_panel(trajectory.info, frame, held, stage), n), left, top, sheet);
    const auto place = static_cast<std::size_t>(k);
    const std::string words =
        place < options.labels.size() ? options.labels[place] : time_label(frame.time, duration);
    const Canvas label = draw_label(words, stage.width, n * kLabelHeight);
    paste(to_image(label, n), left, top + options.panel_height, sheet);
  }
  if (legend > 0) {
    const int width = std::min(sheet.width, 2000);
    const Legend meaning =
        stage.error_range > 0 ? area_error_legend(stage.error_range) : traction_legend(stage.traction_range);
    const Canvas strip = draw_legend(meaning, n * width, n * legend);
    paste(to_image(strip, n), (sheet.width - width) / 2, rows * row_height, sheet);
  }
  return sheet;
}

}  // namespace isocloth::io
