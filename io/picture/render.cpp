#include "io/picture/render.hpp"

#include <algorithm>
#include <cmath>

#include "io/file.hpp"
#include "io/picture/cloth_colors.hpp"
#include "io/picture/contact_tractions.hpp"
#include "io/picture/frame_choice.hpp"
#include "io/picture/labels.hpp"
#include "io/picture/panel.hpp"
#include "io/picture/stage.hpp"
#include "io/trajectory/consistency.hpp"

#include "isocloth/fem/element_error.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {

namespace {

constexpr const char* kName = "picture";                        ///< where messages say they come from
constexpr int kLabelHeight = 40, kLegendHeight = 76, kGap = 6;  ///< [pixels]

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

bool has_half_space(const TrajectoryInfo& info) {
  return std::any_of(info.obstacles.begin(), info.obstacles.end(),
                     [](const ObstacleInfo& obstacle) { return obstacle.unbounded; });
}

Box box_around(const std::vector<const Points*>& clouds) {
  const Vec3 start = clouds.front()->row(0);
  Box box{start, start};
  for (const Points* points : clouds) box.add(*points);
  return box;
}

/// Bodies, and what the camera fits: the points asked for, or cloth and bodies where they are shown.
std::vector<const Points*> find_fitted(const Trajectory& trajectory, const std::vector<const Frame*>& shown,
                                       const PictureOptions& options, Stage& stage) {
  std::vector<const Points*> clouds;
  for (const Frame* frame : shown) clouds.push_back(&frame->x);
  stage.bodies = make_bodies(trajectory.info.obstacles, shown, box_around(clouds));
  if (options.fitted) return {&*options.fitted};
  for (const Body& body : stage.bodies) clouds.push_back(&body.outline);
  return clouds;
}

/// Size, middle and ground.
void measure(const Box& box, const TrajectoryInfo& info, const PictureOptions& options, Stage& stage) {
  const double reach = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  const double extent = box.size();
  const bool visible =
      extent > 1e-9 * reach && extent > 1e-30;  // else a point: show it in a tenth of a metre
  stage.size = visible ? extent : std::max(0.1, 1e-6 * reach);
  stage.middle = 0.5 * (box.low + box.high);
  stage.ground = options.ground_height;
  if (!stage.ground && !has_half_space(info)) stage.ground = box.low.z() - 0.03 * stage.size;
}

/// High, to the left of the camera and a little on its side, so that folds show and shadows fall behind the
/// cloth.
Vec3 place_lamp(const Camera& camera) {
  const Vec3 flat(-camera.forward.x(), -camera.forward.y(), 0);
  const Vec3 towards_eye = flat.norm() > 1e-6 ? flat.normalized() : Vec3(-camera.up);
  return (Vec3::UnitZ() + 0.5 * towards_eye - 0.7 * camera.right).normalized();
}

/// Panels, in the shape of what they show, and the camera.
void place_camera(const std::vector<const Points*>& clouds, const PictureOptions& options, Stage& stage) {
  constexpr double kLongest = 1.8;  // side of a panel over the other
  double width = options.panel_width, height = options.panel_height;
  if (options.shape_panels) {
    const Vec2 seen = seen_extent(clouds, options.camera_direction).cwiseMax(1e-3 * stage.size);
    const double longer = std::sqrt(std::clamp(seen.x() / seen.y(), 1 / kLongest, kLongest)),
                 side = std::sqrt(width * height);
    width = std::max(32.0, std::floor(side * longer));
    height = std::max(32.0, std::floor(side / longer));
  }
  stage.width = static_cast<int>(width) * options.samples;
  stage.height = static_cast<int>(height) * options.samples;
  const View view{.width = stage.width, .height = stage.height, .direction = options.camera_direction};
  stage.camera = fit_camera(clouds, view, 0.5 * stage.size);
  stage.lamp = place_lamp(stage.camera);
}

/// One cloth has two sides; of several each has its own colour, paler behind.
void choose_colors(const Mesh& rest, const PictureOptions& options, Stage& stage) {
  constexpr float kPaler = 0.45f;
  const std::vector<MeshPiece> cloths = pieces_of(rest);
  for (std::size_t c = 0; c < cloths.size(); ++c) {
    const Color own = from_srgb(cloth_color(c));
    const bool alone = cloths.size() == 1;
    stage.front.push_back(alone ? from_srgb(options.front_color) : own);
    stage.back.push_back(alone ? from_srgb(options.back_color) : mix(own, from_srgb(kPaper), kPaler));
    stage.cloth_of_element.insert(stage.cloth_of_element.end(),
                                  static_cast<std::size_t>(cloths[c].element_count), static_cast<int>(c));
  }
}

Stage make_stage(const Trajectory& trajectory, const PictureOptions& options,
                 const std::vector<std::size_t>& chosen) {
  Stage stage;
  stage.samples = options.samples;
  choose_colors(trajectory.info.rest, options, stage);
  std::vector<const Frame*> shown;
  for (const std::size_t k : chosen) shown.push_back(&trajectory.frames[k]);
  if (options.whole_run) {
    shown.clear();
    for (const Frame& frame : trajectory.frames) shown.push_back(&frame);
  }
  const std::vector<const Points*> fitted = find_fitted(trajectory, shown, options, stage);
  measure(box_around(fitted), trajectory.info, options, stage);
  place_camera(fitted, options, stage);
  stage.cloth = SmoothCloth(trajectory.info.rest);
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
  const int width = stage.width / n, height = stage.height / n;  // of a panel
  const int rows = (count + columns - 1) / columns, row_height = height + kLabelHeight;
  const int legend = stage.error_range > 0 || stage.traction_range > 0 ? kLegendHeight : 0;

  Image sheet{columns * (width + kGap) - kGap, rows * row_height + legend, {}};
  sheet.rgb.assign(3 * static_cast<std::size_t>(sheet.width) * sheet.height, 255);
  const double duration = trajectory.frames.back().time - trajectory.frames.front().time;
  for (int k = 0; k < count; ++k) {
    const Frame& frame = trajectory.frames[chosen[k]];
    const int left = k % columns * (width + kGap), top = k / columns * row_height;
    const auto held = held_nodes(trajectory, chosen[k]);
    paste(to_image(draw_panel(trajectory.info, frame, held, stage), n), left, top, sheet);
    const auto place = static_cast<std::size_t>(k);
    const std::string words =
        place < options.labels.size() ? options.labels[place] : time_label(frame.time, duration);
    const Canvas label = draw_label(words, stage.width, n * kLabelHeight);
    paste(to_image(label, n), left, top + height, sheet);
  }
  if (legend > 0) {
    const int strip_width = std::min(sheet.width, 2000);
    const Legend meaning =
        stage.error_range > 0 ? area_error_legend(stage.error_range) : traction_legend(stage.traction_range);
    const Canvas strip = draw_legend(meaning, n * strip_width, n * legend);
    paste(to_image(strip, n), (sheet.width - strip_width) / 2, rows * row_height, sheet);
  }
  return sheet;
}

}  // namespace isocloth::io
