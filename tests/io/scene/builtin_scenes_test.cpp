#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/scene/build_simulation.hpp"
#include "io/scene/list_scenes.hpp"
#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

const std::string kFolder = std::string(ISOCLOTH_SOURCE_DIR) + "/scenes";

TEST(BuiltinScenes, AllLoadAndReadBackFromTheirText) {
  const std::vector<BuiltinScene> scenes = list_scenes(kFolder);
  EXPECT_GE(scenes.size(), 10u);
  for (const BuiltinScene& builtin : scenes) {
    const Scene scene = load_scene(builtin.path);
    EXPECT_EQ(scene.name, builtin.name);
    EXPECT_EQ(parse_scene(scene.text, builtin.path), scene) << scene.text;
    EXPECT_FALSE(scene.grasps.empty() && scene.obstacles.empty()) << "falls for ever: " << builtin.name;
  }
}

TEST(BuiltinScenes, AreSortedAndDescribed) {
  const std::vector<BuiltinScene> scenes = list_scenes(kFolder);
  EXPECT_TRUE(std::is_sorted(scenes.begin(), scenes.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
  for (const BuiltinScene& scene : scenes) EXPECT_GT(scene.description.size(), 20u) << scene.name;
}

TEST(BuiltinScenes, ShakeIsThePapersFastShake) {
  const Scene scene = load_scene(kFolder + "/shake.yaml");
  EXPECT_EQ(std::get<RectangleSpec>(scene.cloths[0].mesh),
            (RectangleSpec{{0.297, 0.42}, {9, 9}, ElementKind::quad}));
  EXPECT_EQ(scene.cloths[0].material, (MaterialSpec{1, 0.52, 0, 2.69, 0}));
  const Simulation simulation = make_simulation(scene);
  EXPECT_EQ(simulation.grasps()[0].nodes, std::vector<int>{8 * 9}) << "first of the last row";
  EXPECT_EQ(simulation.grasps()[1].nodes, std::vector<int>{8 * 9 + 8}) << "last of the last row";
  EXPECT_EQ(scene.time, (TimeSpec{10, 0.01, 0.02}));
}

TEST(BuiltinScenes, ThoseThatFoldHeapAndTwistTouchThemselves) {
  for (const char* name :
       {"fold", "heap", "stack", "twist", "pull_through", "tshirt_fold", "napkin", "tanktop", "hanger"})
    EXPECT_TRUE(make_simulation(load_scene(kFolder + "/" + name + ".yaml")).model().touches_itself()) << name;
}

TEST(BuiltinScenes, AFolderThatIsNotThereIsAnInputError) {
  EXPECT_THROW(list_scenes(kFolder + "/none"), InputError);
}

TEST(BuiltinScenes, OtherFilesAreNotListed) {
  const auto folder = std::filesystem::temp_directory_path() / "isocloth_list_scenes";
  std::filesystem::create_directories(folder / "folder.yaml");
  std::ofstream(folder / "b.yaml") << "#  two\r\ncloth:\n";
  std::ofstream(folder / "a.yaml") << "cloth:\n";
  std::ofstream(folder / "c.txt") << "# no\n";
  const std::vector<BuiltinScene> scenes = list_scenes(folder.string());
  ASSERT_EQ(scenes.size(), 2u);
  EXPECT_EQ(scenes[0].name, "a");
  EXPECT_EQ(scenes[0].description, "");
  EXPECT_EQ(scenes[1].description, "two");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace isocloth::io::test
