#include "crossings/random_hands.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

namespace isocloth::test {
namespace {

Grip grip_of(Chance& chance) {
  if (chance.once_in(3)) return rigid_grip();
  Grip grip{.stiffness = chance.magnitude(100, 20000), .damping = chance.between(0, 40)};
  if (chance.once_in(3)) {
    grip.slip = chance.once_in(2) ? Slip::slide : Slip::release;
    grip.force_limit = chance.magnitude(0.1, 50);
  }
  return grip;
}

/// Along corners, with noise, at up to some metres a second.
Motion wander(Chance& chance, const std::vector<Vec3>& corners, double duration, double& fastest) {
  std::vector<double> times{0};
  std::vector<Vec3> points{Vec3::Zero()};
  const double noise = chance.once_in(2) ? 0 : chance.magnitude(1e-5, 1e-3);
  const int count = static_cast<int>(corners.size()), parts = 15;
  const double dt = duration / (count * parts);
  Vec3 from = Vec3::Zero();
  for (const Vec3& to : corners) {
    for (int k = 1; k <= parts; ++k) {
      times.push_back(times.back() + dt);
      const Vec3 next = from + k * (to - from) / parts + chance.within(noise);
      fastest = std::max(fastest, (next - points.back()).norm() / dt);
      points.push_back(next);
    }
    from = to;
  }
  return polyline_motion(times, points, true);
}

/// Over in an arc.
Motion arc(const Vec3& way, double height, double begin, double time, double& fastest) {
  fastest = std::max(fastest, 2 * std::hypot(way.norm(), height) / time);
  return {[=](double t) {
            const double s = std::clamp((t - begin) / time, 0.0, 1.0), angle = s * std::numbers::pi;
            return RigidPose{.translation = 0.5 * (1 - std::cos(angle)) * way +
                                            Vec3(0, 0, height * std::sin(angle) + 0.003 * s)};
          },
          true};
}

int farthest(const Points& x, const Vec3& along) {
  Eigen::Index node = 0;
  (x * along).maxCoeff(&node);
  return static_cast<int>(node);
}

/// Takes nodes that no other has, for a while or for good.
class Hands {
 public:
  Hands(Chance& chance, double duration, Simulation& sim)
      : chance_(chance), duration_(duration), sim_(sim), x_(sim.state().x) {}

  double fastest() const { return fastest_; }
  void fold();
  void twist();
  void drag();

 private:
  void take(std::vector<int> nodes, const Motion& motion);

  Chance& chance_;
  double duration_, fastest_ = 0;
  Simulation& sim_;
  const Points x_;
  std::vector<int> taken_;
};

void Hands::take(std::vector<int> nodes, const Motion& motion) {
  std::erase_if(nodes, [&](int n) { return std::find(taken_.begin(), taken_.end(), n) != taken_.end(); });
  if (nodes.empty()) return;
  taken_.insert(taken_.end(), nodes.begin(), nodes.end());
  const std::string name = "hand" + std::to_string(sim_.grasps().size());
  Grasp grasp{.name = name, .nodes = nodes, .motion = motion, .grip = grip_of(chance_)};
  if (chance_.once_in(2)) grasp.until = chance_.between(0.3, 1) * duration_;
  sim_.add_grasp(grasp);
}

/// One or two corners over to the other side, or beyond it.
void Hands::fold() {
  const double angle = chance_.between(0, 2 * std::numbers::pi);
  const Vec3 along(std::cos(angle), std::sin(angle), 0), across(-along.y(), along.x(), 0);
  const double reach = (x_ * along).maxCoeff() - (x_ * along).minCoeff();
  const Vec3 way = -chance_.between(0.6, 1.3) * reach * along;
  const double height = chance_.between(0.1, 0.5) * reach, time = chance_.between(0.15, 0.9) * duration_;
  const Motion motion = arc(way, height, 0.02, time, fastest_);
  take({farthest(x_, along + across)}, motion);
  if (chance_.once_in(2)) take({farthest(x_, along - across)}, motion);
}

/// The ends of a tube, by up to two turns, nearer or further apart.
void Hands::twist() {
  const Points& rest = sim_.model().rest.x;
  const double bottom = rest.col(2).minCoeff() + 2e-3, top = rest.col(2).maxCoeff() - 2e-3;
  std::vector<int> low, high;
  for (int i = 0; i < static_cast<int>(rest.rows()); ++i) {
    if (rest(i, 2) < bottom) low.push_back(i);
    if (rest(i, 2) > top) high.push_back(i);
  }
  const double angle = chance_.between(-12, 12), nearer = chance_.between(-0.2, 0.6), time = duration_;
  const Vec3 length = (x_.row(high[0]) - x_.row(low[0])).transpose(), axis = length.normalized();
  const Vec3 arm = (x_(high, Eigen::all).colwise().mean() - x_.row(high[0])).transpose();
  const auto path = [=](double t) {
    const double s = std::min(t / time, 1.0);
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle * s, axis));
    return RigidPose{turn, -s * nearer * length + arm - turn * arm};
  };
  take(low, fixed_motion());
  take(high, {path, true});
}

/// A node past others, or to where they are.
void Hands::drag() {
  const int last = static_cast<int>(x_.rows()) - 1;
  const int node = chance_.once_in(3) ? chance_.whole(0, last) : farthest(x_, chance_.within(1));
  std::vector<Vec3> corners;
  for (int c = chance_.whole(1, 4); c > 0; --c) {
    const Vec3 way = (x_.row(chance_.whole(0, last)) - x_.row(node)).transpose();
    const double share = chance_.between(0.5, 1.2), up = chance_.once_in(2) ? 0 : chance_.between(0, 0.2);
    corners.push_back(share * way + Vec3(0, 0, up));
  }
  take({node}, wander(chance_, corners, chance_.between(0.5, 1) * duration_, fastest_));
}

}  // namespace

double add_random_hands(Chance& chance, Kind kind, double duration, Simulation& sim) {
  Hands hands(chance, duration, sim);
  if (kind == Kind::fold) hands.fold();
  if (kind == Kind::tube && !chance.once_in(3)) hands.twist();
  const bool lies_still = kind == Kind::hung || kind == Kind::side_by_side || kind == Kind::cut;
  for (int k = chance.whole(lies_still ? 1 : 0, lies_still ? 3 : 2); k > 0; --k) hands.drag();
  return hands.fastest();
}

}  // namespace isocloth::test
