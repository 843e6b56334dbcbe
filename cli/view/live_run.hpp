#pragma once

/// A simulation that a hand reaches into: nodes are grabbed, obstacles pushed, the material changed, while it
/// runs.
///
/// Material and friction are part of the model, which never changes: a changed one is a new session that goes
/// on from where the old one is. A hand pulls (pull.hpp); a gripper that it takes stays where it is left.

#include <map>

#include "isocloth/session/session.hpp"
#include "view/live_command.hpp"
#include "view/live_story.hpp"
#include "view/pull.hpp"

namespace isocloth::cli {

/// A gripper that a hand left in the air.
struct HeldBy {
  std::vector<int> nodes{};
  Vec3 aim = Vec3::Zero(), lacked = Vec3::Zero();  ///< [m]
};

/// All that a run needs to go on as it would have.
struct LiveMoment {
  std::map<std::string, double> settings{};  ///< by the command set, of all that it was used for
  std::vector<HeldBy> hands{};
  SavedState state{};
};

class LiveRun {
 public:
  /// InputError where the scene cannot be built.
  explicit LiveRun(io::Scene scene);

  /// InputError, with the run as it was, for a node, obstacle or value that cannot be. Pause and step are for
  /// the caller.
  void apply(const LiveCommand& command);

  StepReport step();

  /// A hand that holds now is left out: whoever opens the link has a hand of their own.
  LiveMoment moment() const;

  /// InputError, with the run as it was, where the moment is one of another scene.
  void go_to(const LiveMoment& moment);

  const Simulation& simulation() const { return session_->simulation(); }
  const io::Scene& scene() const { return story_.scene; }  ///< material and friction as they are now
  const LiveStory& story() const { return story_; }

  /// Nodes that something holds now.
  std::vector<int> held_nodes() const;

 private:
  struct Hand {
    Pull pull;
    bool is_gripper = false;     ///< holds on when the hand leaves
    bool led = false;            ///< the hand is there
    Vec3 offset = Vec3::Zero();  ///< of the pulled node from where the hand is [m]
    std::size_t number = 0;      ///< in the story
  };
  void start(io::Scene scene);
  void grab(int node, const Vec3& at);
  void leave();
  void end(const Hand& hand);
  void drop();
  void let_go(std::size_t grasp);
  void push(int obstacle, const Vec3& at);
  void set(const std::string& name, double value);
  io::Scene with(const std::map<std::string, double>& settings) const;
  void record();
  bool holds(std::size_t grasp) const;
  Vec3 position(int node) const;

  LiveStory story_;
  std::map<std::string, double> settings_;  ///< what was set, since the scene was read
  std::unique_ptr<Session> session_;
  std::vector<Hand> hands_;
};

}  // namespace isocloth::cli
