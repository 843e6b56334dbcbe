#include <sys/stat.h>

#include <random>

#include "program.hpp"
#include "support/sanitized.hpp"

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
                 folder / "scene.yaml:4: grasp \"grasp0\" names node 7, but the mesh has 4");
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

TEST(Errors, LeaveTheirStatusWhereStderrCannotBeWritten) {
  EXPECT_EQ(in_shell("isocloth run nope.yaml 2>/dev/full").status, 2);
  EXPECT_EQ(in_shell("isocloth run nope.yaml 2>&-").status, 2);
}

TEST(Errors, WhatIsPrintedNeverEndsUpInATrajectory) {
  const TemporaryFolder folder;
  const std::string run = "isocloth run shake --set time.duration=0.1 --out " + (folder / "");
  EXPECT_EQ(in_shell(run + "open.ict").status, 0);
  EXPECT_EQ(in_shell(run + "closed.ict >&-").status, 0) << "nobody listens, nothing is missed";
  EXPECT_EQ(in_shell(run + "all_closed.ict <&- >&- 2>&-").status, 0);
  EXPECT_EQ(contents_of(folder / "closed.ict"), contents_of(folder / "open.ict"));
  EXPECT_EQ(contents_of(folder / "all_closed.ict"), contents_of(folder / "open.ict"));
}

TEST(Errors, ResultsThatCannotBePrintedAreAMiss) {
  for (const std::string line : {"isocloth run shake --set time.duration=0.1", "isocloth --help"}) {
    const Result result = in_shell(line + " >/dev/full");
    EXPECT_EQ(result.status, 1) << line;
    EXPECT_EQ(result.err,
              "isocloth: standard output: cannot be written; check where it goes and the free space\n");
  }
}

TEST(Errors, ThatAreNoFaultOfTheInputHaveTheirOwnStatus) {
  if (isocloth::test::kSanitized) GTEST_SKIP() << "a sanitizer needs more memory than that";
  const Result result = in_shell(
      "ulimit -v 500000; isocloth run shake --set 'cloth.mesh.rectangle.nodes=[1900, 1900]' --set "
      "'grasps=[{nodes: [0]}]'");
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(result.err.starts_with("isocloth: not enough memory")) << result.err;
}

TEST(Errors, FilesWithoutAnEndAreNotFollowed) {
  const TemporaryFolder folder;
  for (const std::string ending : {".obj", ".ply", ".stl", ".ict", ".yaml"}) {
    std::filesystem::create_symlink("/dev/zero", folder / ("zero" + ending));
    expect_refusal(isocloth_program({"info", folder / ("zero" + ending)}), "is a device; name a file");
    ASSERT_EQ(::mkfifo((folder / ("pipe" + ending)).c_str(), 0600), 0);
    expect_refusal(isocloth_program({"info", folder / ("pipe" + ending)}), "is a pipe; name a file");
  }
  folder.write("huge.obj", "");
  std::filesystem::resize_file(folder / "huge.obj", 3ull << 30);  // sparse
  expect_refusal(isocloth_program({"info", folder / "huge.obj"}), "huge.obj: is larger than 2 GB");
  std::filesystem::create_symlink("/dev/zero", folder / "cloth.csv");
  expect_refusal(isocloth_program({"fit", folder / "cloth.csv", "--out", folder / "fit"}), "is a device");
  const TemporaryFolder clouds;
  std::filesystem::create_symlink("/dev/zero", clouds / "a.xyz");
  clouds.write("manifest.csv", "t,file\n0,a.xyz\n");
  expect_refusal(isocloth_program({"track", clouds / ""}), "a.xyz");
}

TEST(Errors, NothingThatIsReadIsOverwritten) {
  const TemporaryFolder folder;
  const std::string cloth = folder.write("cloth.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
  const std::string motion = folder.write("motion.csv", "0,0,0,0\n1,0,0,0\n");
  const std::string material = folder.write("material.csv", "density: 0.2\n");
  const std::string body =
      folder.write("body.obj", "v 9 9 9\nv 9 10 9\nv 10 9 9\nv 9 9 10\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n");
  const std::string tool = folder.write("tool.csv", "t,x,y,z\n0,9,9,9\n");
  const std::string scene = folder.write(
      "scene.yaml",
      "cloth: {mesh: {file: cloth.obj}, material: {file: material.csv}}\n"
      "grasps: [{nodes: [0], motion: {csv: motion.csv}}]\ntime: {duration: 0.1}\n"
      "obstacles: [{sphere: {radius: 0.1}, motion: {csv: tool.csv}}, {mesh: {file: body.obj}}]\n");
  std::filesystem::create_hard_link(motion, folder / "twin.csv");
  std::filesystem::create_symlink(motion, folder / "link.csv");
  std::filesystem::create_hard_link(cloth, folder / "twin.obj");
  for (const std::string& out :
       {motion, material, tool, body, folder / "twin.csv", folder / "link.csv", folder / "twin.obj"}) {
    const std::string before = contents_of(out);
    expect_refusal(isocloth_program({"run", scene, "--out", out}), out + ": is what this is made from");
    EXPECT_EQ(contents_of(out), before);
  }
  EXPECT_EQ(isocloth_program({"run", scene, "--out", folder / "run.ict"}).status, 0);
  std::filesystem::create_symlink(folder / "run.ict", folder / "run.html");
  std::filesystem::create_symlink(folder / "run.ict", folder / "run.png");
  expect_refusal(isocloth_program({"convert", folder / "run.ict", folder / "run.ict"}), "is what this");
  expect_refusal(isocloth_program({"export", folder / "run.ict", folder / "run.html"}), "is what this");
  expect_refusal(isocloth_program({"render", folder / "run.ict", folder / "run.png"}), "is what this");
  EXPECT_EQ(isocloth_program({"run", scene, "--out", folder / "run.ict"}).status, 0) << "an output may be";
}

TEST(Errors, FilesOfOthersBesideAnOutputStay) {
  const TemporaryFolder folder;
  const std::string other = folder.write("run.npz.part", "mine");
  const std::vector<std::string> run{"run",   "shake",           "--set", "time.duration=0.1",
                                     "--out", folder / "run.npz"};
  EXPECT_EQ(isocloth_program(run).status, 0);
  EXPECT_EQ(isocloth_program({"convert", folder / "run.npz", folder / "run.csv"}).status, 2);
  EXPECT_EQ(contents_of(other), "mine");
  EXPECT_EQ(folder.size(), 2) << "and nothing of ours is left";
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

TEST(Errors, RemarksOnMeshesAreShownAndEndNothing) {
  const TemporaryFolder folder;
  const std::string finger =
      folder.write("finger.obj", "v 0 0 0\nv 60 0 0\nv 0 20 0\nv 20 20 0\nf 1 2 3 4\n");
  folder.write("cloth.obj", "v 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\nvv 3\nf 1 2 3 4\n");
  const std::string scene = folder.write(
      "a.yaml", "cloth: {mesh: {file: cloth.obj}}\ngrasps: [{nodes: [0]}]\ntime: {duration: 0.02}\n");
  const Result run = isocloth_program({"run", scene, "--json"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 2) << run.err;
  EXPECT_TRUE(run.err.starts_with("isocloth: remark: " + (folder / "cloth.obj") + ":5: ")) << run.err;
  EXPECT_EQ(run.json()["remarks"].size(), 2u);
  EXPECT_EQ(isocloth_program({"info", scene, "--json"}).json()["remarks"], run.json()["remarks"]);
  const Result mesh = isocloth_program({"info", finger});
  EXPECT_NE(mesh.out.find("is 60 m long"), std::string::npos) << mesh.out;
  EXPECT_EQ(isocloth_program({"convert", folder / "cloth.obj", folder / "same.obj"}).status, 0);
  EXPECT_NE(contents_of(folder / "same.obj").find("f 1 2 3 4"), std::string::npos)
      << "a copy keeps its quads";
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
