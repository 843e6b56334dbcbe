#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "core/module_order.hpp"

namespace isocloth {
namespace {

namespace fs = std::filesystem;

/// A source tree with modules core and mesh, removed at the end.
class FakeTree {
 public:
  FakeTree()
      : root_(fs::path(testing::TempDir()) / ("isocloth_order_" + std::to_string(std::random_device()()))) {
    write("src/isocloth/CMakeLists.txt", "add_library(isocloth)\nforeach(module core mesh)\nendforeach()\n");
    write("src/isocloth/core/types.hpp", "#pragma once\n#include <vector>\n");
    write("src/isocloth/mesh/mesh.hpp",
          "#include \"isocloth/core/types.hpp\"\n#include \"isocloth/mesh/edge.hpp\"\n");
    write("io/file.hpp", "#include \"isocloth/mesh/mesh.hpp\"\n");
  }
  ~FakeTree() { fs::remove_all(root_); }
  FakeTree(const FakeTree&) = delete;
  FakeTree& operator=(const FakeTree&) = delete;

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  /// The only violation after `file` got `text`, or how many there are.
  std::string after(const std::string& file, const std::string& text) const {
    write(file, text);
    const std::vector<std::string> found = test::order_violations(root_);
    return found.size() == 1 ? found[0] : std::to_string(found.size()) + " violations";
  }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

TEST(ModuleOrder, IsKeptByEveryInclude) {
  const fs::path root = ISOCLOTH_SOURCE_DIR;
  ASSERT_GE(test::listed_modules(root).size(), 9U);
  EXPECT_EQ(test::listed_modules(root).front(), "core");
  for (const std::string& violation : test::order_violations(root)) ADD_FAILURE() << violation;
}

TEST(ModuleOrder, HoldsInTheFakeTreeBeforeItIsBroken) {
  EXPECT_TRUE(test::order_violations(FakeTree().root()).empty());
}

TEST(ModuleOrder, IsBrokenByAnIncludeOfALaterModule) {
  EXPECT_EQ(FakeTree().after("src/isocloth/core/types.hpp", "#include \"isocloth/mesh/mesh.hpp\"\n"),
            "core/types.hpp includes isocloth/mesh/mesh.hpp: module mesh comes later");
}

TEST(ModuleOrder, IsBrokenByAFolderThatIsNotListed) {
  EXPECT_EQ(FakeTree().after("src/isocloth/extra/new.cpp", "\n"),
            "extra/new.cpp is in a folder that the list does not name");
}

TEST(ModuleOrder, IsBrokenByAnIncludeOfAnUnknownModule) {
  EXPECT_EQ(FakeTree().after("src/isocloth/mesh/a.cpp", "\n  #  include \"isocloth/extra/new.hpp\"\n"),
            "mesh/a.cpp includes isocloth/extra/new.hpp: module extra is not in the list");
}

TEST(ModuleOrder, LetsTheDoorNameEveryModuleAndNoModuleTheDoor) {
  const std::string door = "#include \"isocloth/mesh/mesh.hpp\"\n";
  EXPECT_EQ(FakeTree().after("src/isocloth/isocloth.hpp", door), "0 violations");
  EXPECT_EQ(FakeTree().after("src/isocloth/mesh/a.cpp", "#include \"isocloth/isocloth.hpp\"\n"),
            "mesh/a.cpp includes isocloth/isocloth.hpp: module isocloth.hpp is not in the list");
}

TEST(ModuleOrder, IsBrokenByALibraryThatKnowsFilesOrTheProgram) {
  for (const std::string include : {"io/file.hpp", "cli/run.hpp"})
    EXPECT_EQ(FakeTree().after("src/isocloth/mesh/a.cpp", "#include \"" + include + "\"\n"),
              "mesh/a.cpp includes " + include + ": the library must not know it");
}

TEST(ModuleOrder, IsBrokenByAPathThatHidesItsModule) {
  EXPECT_EQ(FakeTree().after("src/isocloth/core/a.cpp", "#include \"../mesh/mesh.hpp\"\n"),
            "core/a.cpp includes ../mesh/mesh.hpp: includes of the library begin with isocloth/");
}

TEST(ModuleOrder, IsBrokenByFilesThatKnowTheProgram) {
  EXPECT_EQ(FakeTree().after("io/scene/a.cpp", "#include \"cli/run.hpp\"\n"),
            "io/scene/a.cpp includes cli/run.hpp: io must not know cli");
}

}  // namespace
}  // namespace isocloth
