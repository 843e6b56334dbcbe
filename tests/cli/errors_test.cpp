#include <random>

#include "program.hpp"

namespace isocloth::cli::test {
namespace {

const std::string kScene =
    "cloth:\n"
    "  mesh: {rectangle: {size: [0.3, 0.3], nodes: [4, 4]}}\n"
    "grasps:\n"
    "  - {nodes: [0]}\n"
    "time: {duration: 0.1}\n";

/// Two squares' worth of triangles, three of which share the edge of nodes 1 and 2.
const std::string kNonManifold =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 1 1 1\n"
    "f 1 2 3\nf 3 2 4\nf 3 2 5\n";

TEST(Errors, OfTheCommandLineHintAtHelp) {
  expect_refusal(isocloth_program({}), "isocloth --help");
  expect_refusal(isocloth_program({"rnu", "shake"}), "unknown command \"rnu\"; did you mean \"run\"?");
  expect_refusal(isocloth_program({"xyz"}), "use one of run, info, convert, render, view, export, ");
  expect_refusal(isocloth_program({"run"}), "isocloth run --help");
  expect_refusal(isocloth_program({"run", "shake", "--bogus"}), "isocloth run --help");
  expect_refusal(isocloth_program({"run", "shake", "--threads", "0"}), "--threads");
  expect_refusal(isocloth_program({"run", "shake", "--threads", "many"}), "--threads");
  expect_refusal(isocloth_program({"run", "shake", "another"}), "another");
  expect_refusal(isocloth_program({"convert", "a.obj"}), "isocloth convert --help");
  expect_refusal(isocloth_program({"--bogus"}), "isocloth --help");
}

TEST(Errors, OfMissingFilesNameThem) {
  const TemporaryFolder folder;
  for (const char* command : {"run", "info"})
    expect_refusal(isocloth_program({command, folder / "none.yaml"}), folder / "none.yaml: cannot be read");
  expect_refusal(isocloth_program({"info", folder / "none.ict"}), folder / "none.ict: cannot be read");
  expect_refusal(isocloth_program({"info", folder / "none.obj"}), folder / "none.obj: cannot be read");
  expect_refusal(isocloth_program({"convert", folder / "none.ict", folder / "a.csv"}),
                 "none.ict: cannot be read");
  expect_refusal(isocloth_program({"run", "shak"}),
                 "shak: is neither a file nor a built-in scene; did you mean \"shake\"?");
  expect_refusal(isocloth_program({"run", folder / ""}), "is a folder");
}

TEST(Errors, OfScenesNameFileAndLine) {
  const TemporaryFolder folder;
  const std::string misspelt = folder.write("a.yaml", kScene + "gravty: [0, 0, -9.8]\n");
  expect_refusal(isocloth_program({"run", misspelt}), misspelt + ":6: unknown key \"gravty\"");
  const std::string scene = folder.write("b.yaml", kScene);
  expect_refusal(isocloth_program({"run", scene, "--set", "time.stp=1"}),
                 "--set time.stp=1: unknown key \"stp\"");
  expect_refusal(isocloth_program({"run", scene, "--set", "nonsense"}), "nonsense");
  expect_refusal(isocloth_program({"run", scene, "--set", "cloth.material.density=.nan"}), "density");
}

TEST(Errors, OfMeshesInScenesNameTheMeshFile) {
  const TemporaryFolder folder;
  folder.write("bad.obj", kNonManifold);
  folder.write("broken.obj", "v 0 0 0\nv 1 zero 0\n");
  folder.write("good.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
  const auto scene = [&](const std::string& mesh, const std::string& node) {
    return folder.write("scene.yaml", "cloth:\n  mesh: {file: " + mesh + "}\ngrasps:\n  - {nodes: [" + node +
                                          "]}\ntime: {duration: 0.1}\n");
  };
  expect_refusal(isocloth_program({"run", scene("bad.obj", "0")}), folder / "bad.obj: ");
  expect_refusal(isocloth_program({"run", scene("broken.obj", "0")}), folder / "broken.obj:2: ");
  expect_refusal(isocloth_program({"run", scene("none.obj", "0")}), folder / "none.obj: cannot be read");
  expect_refusal(isocloth_program({"run", scene("good.obj", "7")}),
                 folder / "scene.yaml: grasp \"grasp0\" names node 7, but the mesh has 4");
  EXPECT_EQ(isocloth_program({"run", scene("good.obj", "0")}).status, 0);
}

TEST(Errors, OfOutputsComeBeforeAnythingIsSimulated) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& out) {  // an hour of steps would time out
    return isocloth_program({"run", "locking", "--set", "time.duration=20000", "--out", out});
  };
  expect_refusal(run(folder / "none/a.ict"), folder / "none/a.ict: cannot be written");
  expect_refusal(run(folder / "none/a.npz"), folder / "none/a.npz: cannot be written");
  expect_refusal(run(folder / "a.mp3"), folder / "a.mp3: no trajectory is written in this format");
  expect_refusal(run(folder / ""), "no trajectory is written in this format");
  std::filesystem::create_symlink("/dev/full", folder / "full.ict");
  expect_refusal(run(folder / "full.ict"), "full.ict: the header cannot be written");
  EXPECT_EQ(folder.size(), 1) << "nothing is left behind but the link";
}

TEST(Errors, NoInputIsOverwritten) {
  const TemporaryFolder folder;
  const std::string cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
  const std::string mesh = folder.write("mesh.obj", cube);
  std::filesystem::create_symlink(mesh, folder / "link.obj");
  const std::string scene = folder.write(
      "scene.yaml", "cloth: {mesh: {file: mesh.obj}}\ngrasps: [{nodes: [0]}]\ntime: {duration: 0.1}\n");
  expect_refusal(isocloth_program({"run", scene, "--out", mesh}), "would be overwritten");
  expect_refusal(isocloth_program({"run", scene, "--out", folder / "link.obj"}), "would be overwritten");
  expect_refusal(isocloth_program({"convert", mesh, mesh}), "would be overwritten");
  expect_refusal(isocloth_program({"convert", mesh, folder / "link.obj"}), "would be overwritten");
  EXPECT_EQ(contents_of(mesh), cube);
}

TEST(Errors, StayOneLineWhateverTheArguments) {
  std::mt19937 random(5);
  const std::vector<std::string> words{
      "run",   "info",  "convert",  "scenes", "--out", "--set", "--json", "--threads",
      "shake", "a\nb",  "\x1b[31m", "=",      "a=b",   "[",     "{}",     "--",
      "-h=1",  "x.ict", "x.obj",    "x.yaml", "",      "-1",    "\xff",   "time.duration=0.01"};
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<std::string> arguments;
    for (std::size_t n = random() % 5; n > 0; --n) arguments.push_back(words[random() % words.size()]);
    if (std::find(arguments.begin(), arguments.end(), "--out") != arguments.end())
      continue;  // would write here
    if (arguments.size() > 0 && arguments[0] == "convert") continue;
    arguments.insert(arguments.end(), {"--set", "time.duration=0.01"});
    const Result result = isocloth_program(arguments);
    if (result.status == 0) {
      EXPECT_EQ(result.err, "");
    } else {
      expect_refusal(result, "isocloth: ");
    }
  }
}

}  // namespace
}  // namespace isocloth::cli::test
