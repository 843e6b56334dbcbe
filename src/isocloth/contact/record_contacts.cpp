#include "isocloth/contact/contacts.hpp"

namespace isocloth {
namespace {

/// What counts as converged where derivatives go back through a program, and how many rounds that may take:
/// every round leaves about a thirtieth.
constexpr ContactProgramOptions kExactProgram{
    .tolerance = 1e-13, .force_tolerance = 1e-10, .balance_tolerance = 1e-14, .max_rounds = 60};

/// Normals that differ by less are the same; those of contacts over a sharp edge are not the obstacle's
/// [rad].
constexpr double kSameDirection = 1e-9;

/// An obstacle has an edge, not a curvature, where its normal turns by more than this [rad/m].
constexpr double kSharpEdge = 1e5;

/// An obstacle is flat where its normal turns by less than this [rad/m].
constexpr double kFlat = 1e-6;

/// Where a level part ends, the slope is kLevel to this share of it.
constexpr double kEndsAlike = 1e-2;

}  // namespace

void Contacts::solve_exactly(bool exactly) {
  is_exact_ = exactly;
  program_options_ = exactly ? kExactProgram : ContactProgramOptions{};
}

void Contacts::record(const Points& x, const Points& d, ContactRecords& to) const {
  to = {.search = finds_, .safe_share = layers_ ? layers_->pairs().safe_share() : 1};
  for (const Contact& c : list()) {
    if (c.force[0] <= 0 || c.is_stop()) continue;
    if (layers_ && c.is_of_layers()) {
      layers_->record(c, x, d, to);
      continue;
    }
    const PosedShape &start = start_[c.obstacle], &end = end_[c.obstacle];
    ContactRecord r{.key = {c.obstacle, c.site}, .memory = {c.obstacle, c.site}, .point = c.point};
    r.normal = c.frame.row(0).transpose();
    const Vec3 place = c.point.at(x);
    r.curvature = curvature_at(end, place);
    const bool is_sharp =
        r.curvature.norm() > kSharpEdge || (end.distance_to(place).normal - r.normal).norm() > kSameDirection;
    if (is_sharp) r.curvature.setZero();
    r.carry = end.rotation * start.rotation.transpose();
    r.turn = end.rotation;
    const Vec3 began = c.point.at(x_start_), carried = end.pose.to_world(start.pose.to_own(began));
    r.way = place + c.point.at(d) - carried;
    r.arm = place - end.pose.translation;
    r.carried_arm = carried - end.pose.translation;
    r.start_arm = began - start.pose.translation;
    const int memory = remembered(c.obstacle, c.site);
    r.remembered = memory >= 0;
    if (r.remembered) r.before = end.rotation * memory_[memory].tangential_force;
    r.force = c.force[0];
    r.friction = c.friction;
    r.penalty = c.penalty[1];
    r.set_friction();
    if (c.compression.is_soft())
      r.softness = 1 / squeeze_stiffness(c.compression, squeeze_of(c.compression, r.force));
    const int inner = c.site - sites_.element_site(0);
    const bool is_area_point =
        is_soft(c.point.nodes[0]) && inner >= 0 && inner % sites_.per_element != sites_.per_element - 1;
    const bool was_kept = is_kept(c.site);
    const bool is_searched = c.site >= sites_.node_count && !is_area_point && !was_kept;
    r.found = c.found;
    r.finder = {c.obstacle, was_kept ? c.site - kept_site(0) : c.site};
    bool lies_flat = false;  // all of it is as deep: its middle stands for it
    if (is_searched && !is_soft(c.point.nodes[0]) && !is_sharp) {
      r.level = level_point(c.point, x, r.normal, r.curvature);
      const bool is_end = c.ends_level && r.level.is_least && r.level.slope > (1 - kEndsAlike) * kLevel;
      lies_flat = r.curvature.norm() < kFlat && r.level.slope <= kLevel && !c.ends_level;
      if (!r.level.is_level() && !is_end) r.level = {};
    }
    const bool rubs_at_a_rim =
        c.ends_level && c.friction > 0;  // three of eight such runs disagreed with differences
    r.is_smooth =
        !rubs_at_a_rim && (!is_searched || r.level.ways > 0 || lies_flat) && c.finger < 0 && !is_sharp;
    to.list.push_back(r);
  }
}

}  // namespace isocloth
