#include "view/pull.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::cli {
namespace {

constexpr double kPatchPerCloth = 0.09;  ///< least radius of the patch over the size of the cloth [-]
constexpr double kMassPerCloth =
    0.035;                        ///< least mass of the patch over that of the cloth [-]: it can be lifted
constexpr double kTopSpeed = 4;   ///< of the patch [m/s]
constexpr double kSumTime = 0.2;  ///< in which b becomes what the cloth lacks [s]
constexpr double kMostLacked = 0.06;  ///< [m]

double size_of(const Points& x) { return (x.colwise().maxCoeff() - x.colwise().minCoeff()).norm(); }

}  // namespace

Pull::Pull(const Simulation& simulation, std::vector<int> nodes)
    : nodes_(std::move(nodes)), hand_(simulation.state().x.row(nodes_.front()).transpose()) {
  const ClothModel& model = simulation.model();
  const Piece& cloth = model.piece_of(nodes_.front());
  const double enough = kMassPerCloth * cloth.material.density * cloth.area;
  double radius =
      std::max(kPatchPerCloth * size_of(model.rest.x.middleRows(cloth.first_node, cloth.node_count)), 1e-6);
  for (gather(model, cloth, radius); mass_ < enough; gather(model, cloth, radius)) radius *= 1.2;
}

void Pull::gather(const ClothModel& model, const Piece& cloth, double radius) {
  const Points& rest = model.rest.x;
  patch_.clear();
  mass_ = 0;
  for (int i = cloth.first_node; i < cloth.first_node + cloth.node_count; ++i) {
    double away = 1;
    for (const int node : nodes_) away = std::min(away, (rest.row(i) - rest.row(node)).norm() / radius);
    const double share = (1 - away * away) * (1 - away * away);
    if (share == 0) continue;
    patch_.push_back({i, share, share * cloth.material.density * model.node_area[i]});
    mass_ += patch_.back().mass;
  }
}

void Pull::act(double dt, ClothState& state) {
  Vec3 v = Vec3::Zero();
  for (const Member& member : patch_) v += member.mass / mass_ * state.v.row(member.node).transpose();
  const Vec3 away = hand_ - state.x.row(nodes_.front()).transpose();
  lacked_ += std::min(1.0, dt / kSumTime) * away;
  lacked_ *= std::min(1.0, kMostLacked / std::max(lacked_.norm(), 1e-12));
  const double k = 2 / (dt * dt), c = 2 * std::sqrt(k);  // over the mass
  Vec3 wanted = (v + dt * k * (away + lacked_)) / (1 + dt * c + dt * dt * k);
  wanted *= std::min(1.0, kTopSpeed / std::max(wanted.norm(), 1e-12));
  for (const Member& member : patch_) state.v.row(member.node) += member.share * (wanted - v).transpose();
}

}  // namespace isocloth::cli
