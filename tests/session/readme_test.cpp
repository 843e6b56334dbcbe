#include <gtest/gtest.h>

#include <fstream>

#include "isocloth/mesh/generators.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::test {
namespace {

/// The example of src/isocloth/session/README.md, as printed there.
std::vector<Frame> example() {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {9, 9});
  const Material material{.density = 0.2, .virtual_mass = 0.2, .damping = 0.4};
  std::vector<Frame> frames;
  // begin
  Session session(make_cloth_model(sheet, material), sheet.x);
  const int hand = session.grasp({.name = "hand", .nodes = {0, 8}});
  const int ball = session.add_obstacle(
      {.name = "ball", .shape = make_sphere(0.1), .path = fixed_pose({.translation = {0, 0, -1}})});
  session.run(100);
  const SavedState before = session.save();  // with grasps, obstacles and what leads them

  session.move(hand, session.target(hand) + Vec3(0, 0, 0.1), 0.5);  // straight, within half a second
  session.move_obstacle(ball, {.translation = {0, 0, -0.5}}, 0.5);
  const RunReport report = session.run(
      50, {.steps_per_frame = 5, .on_frame = [&](Frame frame) { frames.push_back(std::move(frame)); }});
  if (report.missed_steps() > 0) session.restore(before);  // exactly where it was
  // end
  EXPECT_EQ(report.missed_steps(), 0);
  EXPECT_EQ(session.obstacle_pose(ball).translation.z(), -0.5);
  return frames;
}

/// The lines between two that are these, without the indentation of the first.
std::string lines_between(const std::string& path, const std::string& first, const std::string& last) {
  std::ifstream file(std::string(ISOCLOTH_SOURCE_DIR) + path);
  std::string text, line;
  while (std::getline(file, line) && line != first) {
  }
  const std::size_t indentation = first.find_first_not_of(' ');
  while (std::getline(file, line) && line != last)
    text += line.substr(std::min(line.size(), indentation)) + "\n";
  return text;
}

TEST(Readme, ShowsAnExampleThatRuns) {
  EXPECT_EQ(example().size(), 11u);
  const std::string printed = lines_between("/src/isocloth/session/README.md", "```cpp", "```");
  EXPECT_GT(printed.size(), 100u);
  EXPECT_EQ(printed, lines_between("/tests/session/readme_test.cpp", "  // begin", "  // end"));
}

}  // namespace
}  // namespace isocloth::test
