#pragma once

/// What several tests of sessions lead.

#include "dynamics/runs.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::test {

/// An upright sheet of 5×5 nodes, 0.3 m × 0.3 m; the upper corners are nodes 20 and 24.
inline Session sheet_session(const Material& material = {.density = 0.2, .virtual_mass = 0.2, .damping = 0.4},
                             const StepOptions& options = {}) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {5, 5});
  return Session(make_cloth_model(sheet, material), upright(sheet), options);
}

inline Obstacle ball_below() {
  return {.name = "ball",
          .shape = make_sphere(0.1),
          .path = fixed_pose({.translation = {0.15, 0.05, -0.15}}),
          .friction = 0.3};
}

/// Held by both corners over a ball.
inline Session held_sheet(const Grip& grip = {}) {
  Session session = sheet_session();
  session.grasp({.name = "left", .nodes = {20}, .grip = grip});
  session.grasp({.name = "right", .nodes = {24}, .grip = grip});
  session.add_obstacle(ball_below());
  return session;
}

/// Where a session is, and by which way: equal bytes, equal runs.
inline std::string bytes_after(Session& session, int steps) {
  session.run(steps);
  return to_bytes(session.save());
}

inline Vec3 node(const Session& session, int i) { return session.state().x.row(i).transpose(); }

}  // namespace isocloth::test
