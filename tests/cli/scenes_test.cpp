#include "isocloth/core/instruction_set.hpp"
#include "isocloth/core/version.hpp"
#include "program.hpp"

namespace isocloth::cli::test {
namespace {

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  const nlohmann::json json = isocloth_program({"scenes", "--json"}).json();
  for (const nlohmann::json& scene : json.at("scenes")) names.push_back(scene.at("name"));
  EXPECT_GE(names.size(), 10u);
  return names;
}

TEST(Scenes, TextHasOneLineForEach) {
  const Result result = isocloth_program({"scenes"});
  EXPECT_EQ(result.status, 0);
  const auto lines = std::count(result.out.begin(), result.out.end(), '\n');
  EXPECT_EQ(lines, static_cast<std::ptrdiff_t>(scene_names().size()));
}

TEST(Scenes, AllBeginWithStepsThatConverge) {
  for (const std::string& name : scene_names()) {
    const Result result = isocloth_program({"run", name, "--json", "--set", "time.duration=0.04"});
    EXPECT_EQ(result.status, 0) << name << result.out << result.err;
    EXPECT_EQ(result.json()["converged_steps"], result.json()["steps"]) << name;
  }
}

TEST(Help, ShowsAnExampleForEveryCommand) {
  for (const char* command :
       {"run", "info", "convert", "render", "fit", "bench", "drape", "reproduce", "scenes"}) {
    const Result result = isocloth_program({command, "--help"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find(std::string("isocloth ") + command + " "), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("Example"), std::string::npos);
  }
  EXPECT_EQ(isocloth_program({"--help"}).status, 0);
}

TEST(Version, IsTheLibrarys) {
  EXPECT_EQ(isocloth_program({"--version"}).out,
            std::string("isocloth ") + kVersion + " (" + instruction_set() + ")\n");
}

}  // namespace
}  // namespace isocloth::cli::test
