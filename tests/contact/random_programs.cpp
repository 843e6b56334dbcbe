#include "contact/random_programs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "isocloth/contact/contact_program.hpp"
#include "support/dense_algebra.hpp"

namespace isocloth::test {
namespace {

double uniform(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

int whole(std::mt19937& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

Vec3 random_vector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

/// With eigenvalues from 1 to `condition`, in random directions [N/m].
Eigen::MatrixXd random_matrix(int size, double condition, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const Eigen::MatrixXd any = Eigen::MatrixXd::NullaryExpr(size, size, [&] { return normal(random); });
  const Eigen::MatrixXd turn = orthogonal_factor(any);
  Vector values(size);
  for (double& value : values) value = std::pow(condition, uniform(random, 0, 1));
  values[0] = 1;
  values[size - 1] = condition;
  const Eigen::MatrixXd h = times(turn * values.asDiagonal(), turn.transpose());
  return 0.5 * (h + h.transpose());
}

/// A node, or a point between up to four.
SurfacePoint random_point(int nodes, std::mt19937& random) {
  std::vector<int> order(nodes);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  SurfacePoint point;
  point.count = whole(random, 0, 1) ? 1 : whole(random, 1, std::min(4, nodes));
  double sum = 0;
  for (int i = 0; i < point.count; ++i) {
    point.nodes[i] = order[i];
    sum += point.weights[i] = uniform(random, 0.1, 1);
  }
  for (double& weight : point.weights) weight /= sum;
  return point;
}

/// A node against one to three others, or two against two: from a point of one side to one of the other. The
/// later node is above: such pairs never contradict each other.
SurfacePoint random_pair(int nodes, std::mt19937& random) {
  SurfacePoint point;
  do point = random_point(nodes, random);
  while (point.count < 2);
  std::sort(point.nodes.begin(), point.nodes.begin() + point.count, std::greater<>());
  const int first = point.count == 4 ? whole(random, 1, 2) : 1;
  double sums[2] = {0, 0};
  for (int i = 0; i < point.count; ++i) sums[i >= first] += point.weights[i];
  for (int i = 0; i < point.count; ++i) point.weights[i] /= i < first ? sums[0] : -sums[1];
  return point;
}

/// Away from a ground that is below: such planes never contradict each other.
Vec3 upward(std::mt19937& random) {
  Vec3 normal = random_vector(random).normalized();
  normal[2] = std::abs(normal[2]) + 0.1;
  return normal.normalized();
}

/// Contacts of the kind, with gaps that are zero.
std::vector<Contact> random_contacts(ProgramKind kind, int nodes, std::mt19937& random) {
  std::vector<Contact> contacts;
  const int unknowns = 3 * nodes;
  const int count = kind == ProgramKind::crowded
                        ? whole(random, unknowns + 1, unknowns + 6)
                        : whole(random, 1, kind == ProgramKind::duplicated ? 10 : 20);
  for (int p = 0; p < count; ++p) {
    const SurfacePoint point =
        kind == ProgramKind::two_sided ? random_pair(nodes, random) : random_point(nodes, random);
    contacts.push_back(make_contact(point, upward(random), 0));
  }
  if (kind == ProgramKind::duplicated) contacts.insert(contacts.end(), contacts.begin(), contacts.end());
  if (kind == ProgramKind::dependent)
    for (int p = 2; p < count; p += 3) {  // one point, with a normal between those of the two before
      contacts[p - 1].point = contacts[p].point = contacts[p - 2].point;
      const Vec3 between =
          (contacts[p - 2].frame.row(0) + uniform(random, 0.1, 1) * contacts[p - 1].frame.row(0)).transpose();
      contacts[p] = make_contact(contacts[p].point, between.normalized(), 0);
    }
  return contacts;
}

}  // namespace

const char* to_text(ProgramKind kind) {
  const char* names[] = {"general", "inactive", "duplicated", "dependent", "weak", "crowded", "two-sided"};
  return names[static_cast<int>(kind)];
}

Contact make_contact(const SurfacePoint& point, const Vec3& normal, double gap) {
  Contact contact;
  contact.point = point;
  const Vec3 tangent = normal.unitOrthogonal();
  contact.frame << normal.transpose(), tangent.transpose(), normal.cross(tangent).transpose();
  contact.offset[0] = gap;
  return contact;
}

/// From the solution backwards: where the nodes end, which contacts touch there, and with what force, give
/// the load.
RandomProgram random_program(ProgramKind kind, std::mt19937& random, double most_condition) {
  const int nodes = whole(random, 2, 6);
  RandomProgram program{
      .kind = kind,
      .h = random_matrix(3 * nodes, std::pow(most_condition, uniform(random, 0, 1)), random),
      .held = std::vector<char>(nodes, 0),
      .load = Points::Zero(nodes, 3),
      .contacts = random_contacts(kind, nodes, random)};
  if (whole(random, 0, 2) == 0) program.held[whole(random, 0, nodes - 1)] = 1;
  Points d(nodes, 3);
  for (int i = 0; i < nodes; ++i)
    d.row(i) = program.held[i] ? Vec3(Vec3::Zero()).transpose() : random_vector(random).transpose();
  const double typical = std::sqrt(program.h.trace() / static_cast<double>(program.h.rows()));
  for (Contact& c : program.contacts) {
    const bool touches =
        kind == ProgramKind::crowded || (kind != ProgramKind::inactive && whole(random, 0, 3) > 0);
    if (kind == ProgramKind::general && !touches)
      c = make_contact(c.point, random_vector(random).normalized(), 0);
    const bool presses = touches && kind != ProgramKind::weak && whole(random, 0, 3) > 0;
    c.offset[0] = -displacement(c, d)[0] + (touches ? 0 : uniform(random, 0.01, 2));
    if (presses) add_force(c, {-typical * uniform(random, 0, 2), 0, 0}, program.load);
  }
  Eigen::Map<Vector>(program.load.data(), program.load.size()) +=
      program.h * Eigen::Map<const Vector>(d.data(), d.size());
  return program;
}

}  // namespace isocloth::test
