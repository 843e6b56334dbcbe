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
constexpr double kSharpEdge = 2e3;

/// ∂n/∂q by central differences of the normal: of a radius r they err by h²/r², and by 1e-9/m by rounding.
Eigen::Matrix3d curvature_at(const PosedShape& obstacle, const Vec3& point) {
  constexpr double h = 1e-7;  // [m]
  Eigen::Matrix3d result;
  for (int a = 0; a < 3; ++a)
    result.col(a) = (obstacle.distance_to(point + h * Vec3::Unit(a)).normal -
                     obstacle.distance_to(point - h * Vec3::Unit(a)).normal) /
                    (2 * h);
  return 0.5 * (result + result.transpose());
}

}  // namespace

void Contacts::solve_exactly(bool exactly) {
  program_options_ = exactly ? kExactProgram : ContactProgramOptions{};
}

void Contacts::record(const Points& x, const Points& d, std::vector<ContactRecord>& to) const {
  to.clear();
  for (const Contact& c : list()) {
    if (c.force[0] <= 0 || c.is_stop()) continue;
    const PosedShape &start = start_[c.obstacle], &end = end_[c.obstacle];
    ContactRecord r{.obstacle = c.obstacle, .site = c.site, .point = c.point};
    r.normal = c.frame.row(0).transpose();
    const Vec3 place = c.point.at(x);
    r.curvature = curvature_at(end, place);
    const bool is_sharp =
        r.curvature.norm() > kSharpEdge || (end.distance_to(place).normal - r.normal).norm() > kSameDirection;
    if (is_sharp) r.curvature.setZero();
    r.carry = end.rotation * start.rotation.transpose();
    r.turn = end.rotation;
    const Vec3 carried = end.pose.to_world(start.pose.to_own(c.point.at(x_start_)));
    r.way = c.point.at(x) + c.point.at(d) - carried;
    const int memory = remembered(c.obstacle, c.site);
    r.remembered = memory >= 0;
    const Vec3 before =
        r.remembered ? Vec3(end.rotation * memory_[memory].tangential_force) : Vec3(Vec3::Zero());
    r.z = before - c.penalty[1] * r.way;
    r.uncut = r.z - r.normal * r.normal.dot(r.z);
    r.force = c.force[0];
    r.friction = c.friction;
    r.penalty = c.penalty[1];
    if (c.compression.is_soft())
      r.softness = 1 / squeeze_stiffness(c.compression, squeeze_of(c.compression, r.force));
    const int inner = c.site - sites_.element_site(0);
    const bool is_area_point =
        is_soft() && inner >= 0 && inner % sites_.per_element != sites_.per_element - 1;
    r.is_fixed_point = (c.site < sites_.node_count || is_area_point) && c.finger < 0 && !is_sharp;
    to.push_back(r);
  }
}

}  // namespace isocloth
