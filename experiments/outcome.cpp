#include "experiments/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace isocloth::experiments {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json claim_json(const Claim& claim) {
  return {{"name", claim.name},
          {"place", claim.place},
          {"paper", claim.paper ? Json(*claim.paper) : Json(nullptr)},
          {"value", number_or_null(claim.value)},
          {"band", {number_or_null(claim.band.low), number_or_null(claim.band.high)}},
          {"unit", claim.unit},
          {"ok", claim.ok()}};
}

std::string lead_text(const std::vector<Outcome>& outcomes, bool quick) {
  std::size_t claims = 0, met = 0;
  double wall = 0;
  for (const Outcome& outcome : outcomes) {
    wall += outcome.wall;
    claims += outcome.result.claims.size();
    met += std::count_if(outcome.result.claims.begin(), outcome.result.claims.end(),
                         [](const Claim& claim) { return claim.ok(); });
  }
  return fmt::format(
      "The experiments of “An Inextensible Model for Robotic Simulations of Textiles” (Coltraro, Amorós, "
      "Alberich-Carramiñana, Torras), done again on meshes made here: {} of {} numbers are inside their "
      "bands. "
      "Computed in {:.0f} s.{}",
      met, claims, wall,
      quick ? " This is the quick form: coarser meshes, fewer runs; the full form is what the bands are "
              "meant for."
            : "");
}

}  // namespace

bool Outcome::ok() const {
  return std::all_of(result.claims.begin(), result.claims.end(),
                     [](const Claim& claim) { return claim.ok(); });
}

Json to_json(const std::vector<Outcome>& outcomes, bool quick) {
  Json list = Json::array();
  for (const Outcome& outcome : outcomes) {
    Json claims = Json::array();
    for (const Claim& claim : outcome.result.claims) claims.push_back(claim_json(claim));
    list.push_back({{"name", outcome.experiment.name},
                    {"ok", outcome.ok()},
                    {"wall_s", outcome.wall},
                    {"claims", std::move(claims)}});
  }
  return {{"quick", quick}, {"experiments", std::move(list)}};
}

io::Report to_report(const std::vector<Outcome>& outcomes, bool quick) {
  io::Report report{.title = "The paper's experiments, reproduced", .lead = lead_text(outcomes, quick)};
  for (const Outcome& outcome : outcomes) {
    io::Section& section = report.section(outcome.experiment.title, outcome.experiment.summary);
    section.add(claims_table(outcome.result.claims));
    section.blocks.insert(section.blocks.end(), outcome.result.section.blocks.begin(),
                          outcome.result.section.blocks.end());
  }
  return report;
}

}  // namespace isocloth::experiments
