#include "cli/fit_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "fitting/fit/fit_report.hpp"
#include "io/file.hpp"
#include "io/inputs.hpp"
#include "io/report/report.hpp"
#include "io/scene/material_presets.hpp"
#include "isocloth/core/version.hpp"

namespace isocloth::cli {
namespace {

using fitting::Study;

Json errors_json(const fitting::ErrorSummary& errors) {
  return {{"frames", errors.frames},
          {"error_m", errors.error},
          {"dispersion_m", errors.dispersion},
          {"node_distance_m", errors.mean}};
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json parameters_json(const fitting::FitResult& fit) {
  Json all = Json::object();
  for (const fitting::FittedParameter& p : fit.parameters)
    all[fitting::info_of(p.parameter).name] = {{"value", p.value},
                                               {"standard_error", number_or_null(p.standard_error)},
                                               {"unit", fitting::info_of(p.parameter).unit},
                                               {"identifiable", p.identifiable}};
  return all;
}

Json hanger_json(const Study& study) {
  const std::optional<fitting::Hanger>& hanger = study.trial.hanger();
  if (!hanger) return nullptr;
  Json offsets = Json::array();
  for (const Vec3& o : hanger->offsets) offsets.push_back({o.x(), o.y(), o.z()});
  const Vec3& shift = study.fit.best.shift;
  const Vec3& turn = hanger->camera_turn;
  return {{"latency_s", hanger->latency + study.fit.best.later},
          {"offsets_m", std::move(offsets)},
          {"shift_m", {shift.x(), shift.y(), shift.z()}},
          {"camera_turn_rad", {turn.x(), turn.y(), turn.z()}},
          {"scatter_m", hanger->scatter}};
}

io::MaterialSpec material_of(const Study& study) {
  const Material& m = study.fit.best.material;
  return {.density = m.density,
          .virtual_mass = m.gravitational_mass(),
          .bending = m.bending,
          .damping = m.damping,
          .bending_damping = m.bending_damping,
          .thickness = 0,
          .compression = m.compression,
          .shear_stiffness = m.shear_stiffness};
}

std::vector<std::string> material_remarks(const Study& study) {
  std::vector<std::string> remarks{"Found by isocloth fit from " + study.trial.recording().name + "."};
  for (const fitting::FittedParameter& p : study.fit.parameters)
    if (fitting::info_of(p.parameter).of_material)
      remarks.push_back(std::string(fitting::info_of(p.parameter).name) + ": " + fitting::value_text(p) +
                        (p.identifiable ? "" : " (not identifiable)"));
  remarks.push_back(fmt::format("Mean error on motion that was not used: {:.2f} cm; noise floor {:.2f} cm.",
                                100 * study.predicted.error, 100 * study.noise_floor()));
  return remarks;
}

}  // namespace

std::string fit_text(const Study& study) {
  std::string text;
  for (const std::string& remark : study.trial.recording().remarks()) text += "  " + remark + "\n";
  for (const fitting::FittedParameter& p : study.fit.parameters)
    text += fmt::format("{:<16} {}{}\n", fitting::info_of(p.parameter).name, fitting::value_text(p),
                        p.identifiable ? "" : "  not identifiable");
  const Vec3& shift = study.fit.best.shift;
  if (shift.norm() > 0)
    text += fmt::format("{:<16} {:.4f}, {:.4f}, {:.4f} m\n", "offset", shift.x(), shift.y(), shift.z());
  for (const std::string& warning : study.fit.warnings) text += "Warning: " + warning + "\n";
  const auto line = [](const char* name, const fitting::ErrorSummary& e) {
    return fmt::format(
        "{:<16} error {:.2f} cm, dispersion {:.2f} cm, mean distance of a node {:.2f} cm ({} frames)\n", name,
        100 * e.error, 100 * e.dispersion, 100 * e.mean, e.frames);
  };
  text += line("fitted", study.fitted) + line("predicted", study.predicted);
  text += fmt::format("{:<16} {:.2f} cm\n{} simulations in {:.1f} s", "noise floor",
                      100 * study.noise_floor(), study.fit.evaluations, study.fit.wall_s);
  return text;
}

Json fit_json(const Study& study, const fitting::StudyOptions& options) {
  const fitting::Recording& recording = study.trial.recording();
  Json starts = Json::array();
  for (const double loss : study.fit.start_losses) starts.push_back(loss);
  return {{"version", kVersion},
          {"recording", recording.name},
          {"model", options.trial.cloth.edges ? "edges" : "inextensible"},
          {"frames", recording.grid.times.size()},
          {"duration_s", recording.duration()},
          {"size_m", {recording.size[0], recording.size[1]}},
          {"fitted_share", options.fit.share},
          {"density", study.fit.best.material.density},
          {"parameters", parameters_json(study.fit)},
          {"hanger", hanger_json(study)},
          {"loss_m2", study.fit.loss},
          {"start_losses_m2", std::move(starts)},
          {"fitted", errors_json(study.fitted)},
          {"predicted", errors_json(study.predicted)},
          {"noise_floor_m", study.noise_floor()},
          {"frame_noise_m", study.frame_noise},
          {"simulations", study.fit.evaluations},
          {"wall_s", study.fit.wall_s},
          {"warnings", study.fit.warnings},
          {"remarks", recording.remarks()}};
}

void check_fit_files(const std::string& folder) {
  for (const char* name : {"fit.json", "material.yaml", "report.html"})
    io::refuse_input((std::filesystem::path(folder) / name).string());
}

void write_fit(const std::string& folder, const Study& study, const fitting::StudyOptions& options) {
  const auto path = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
  io::write_file(path("fit.json"),
                 fit_json(study, options).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  io::write_file(path("material.yaml"), io::material_text(material_of(study), material_remarks(study)));
  io::write_file(path("report.html"), io::to_html(fitting::fit_report(study)));
}

}  // namespace isocloth::cli
