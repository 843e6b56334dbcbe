#include "io/file.hpp"
#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

std::string documentation() { return read_file(std::string(ISOCLOTH_SOURCE_DIR) + "/docs/scene-file.md"); }

TEST(Documentation, ExamplesAreScenes) {
  const std::string text = documentation();
  const std::string open = "```yaml\n";
  int examples = 0;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
    const std::size_t begin = at + open.size();
    const std::string example = text.substr(begin, text.find("```", begin) - begin);
    EXPECT_EQ(error_of(example), "") << example;
    ++examples;
  }
  EXPECT_EQ(examples, 5);
}

/// The keys that the reader itself lists when it meets an unknown one.
std::vector<std::string> valid_keys(const std::string& map_path) {
  const std::string scene =
      kScene + "obstacles: [{box: {size: [1, 1, 1]}, finger: {axis: [1, 0, 0], force: 1}}]\n";
  const std::string error = error_of(scene, {map_path + ".nonsense_key=1"});
  const std::string open = "(valid: ";
  std::vector<std::string> keys(1);
  for (std::size_t i = error.find(open) + open.size(); i < error.size() && error[i] != ')'; ++i) {
    if (error[i] == ',') keys.emplace_back();
    if (error[i] != ',' && error[i] != ' ') keys.back() += error[i];
  }
  return keys;
}

TEST(Documentation, NamesEveryKey) {
  const std::string text = documentation();
  for (const std::string map_path :
       {"cloth", "cloth.mesh", "cloth.mesh.rectangle", "cloth.pose", "cloth.material", "cloth.rest_noise",
        "cloth.corners", "grasps.0", "grasps.0.motion", "obstacles.0", "obstacles.0.box", "obstacles.0.pose",
        "obstacles.0.motion", "obstacles.0.finger", "time", "solver"}) {
    const std::vector<std::string> keys = valid_keys(map_path);
    EXPECT_GE(keys.size(), 2u) << map_path;
    for (const std::string& key : keys) {
      EXPECT_TRUE(text.find('`' + key) != std::string::npos ||
                  text.find('.' + key + '`') != std::string::npos)
          << map_path << "." << key;
    }
  }
}

}  // namespace
}  // namespace isocloth::io::test
