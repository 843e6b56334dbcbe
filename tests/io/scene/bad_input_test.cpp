#include <chrono>
#include <filesystem>
#include <fstream>

#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

TEST(BadInput, UnknownKeysGetASuggestionAndTheList) {
  EXPECT_EQ(
      error_with("density", "densty"),
      "a.yaml:3: unknown key \"densty\" in cloth.material; did you mean \"density\"? (valid: density, "
      "virtual_mass, bending, damping, bending_damping, thickness, compression, shear_stiffness, preset, "
      "file)");
  EXPECT_EQ(
      error_with("material", "colour"),
      "a.yaml:3: unknown key \"colour\" in cloth (valid: mesh, pose, start, material, rest_noise, corners, "
      "rows, frames, warp, model, self_contact)");
  EXPECT_EQ(
      error_with("nodes: [9]", "node: [9]"),
      "a.yaml:5: unknown key \"node\" in grasps.0; did you mean \"nodes\"? (valid: name, cloth, at, nodes, "
      "motion, from, until, stiffness, damping, force_limit, slip)")
      << "misspelt, not missing";
  EXPECT_EQ(
      error_with("time", "tmie"),
      "a.yaml:7: unknown key \"tmie\" in the scene; did you mean \"time\"? (valid: cloth, cloths, grasps, "
      "obstacles, gravity, time, solver)");
  EXPECT_EQ(error_with("rectangle", "rectangel"),
            "a.yaml:2: unknown key \"rectangel\" in cloth.mesh; did you mean \"rectangle\"? (valid: scale, "
            "rectangle, "
            "irregular, ring, disc, tube, tank_top, t_shirt, skirt, trousers, towel, file)");
}

TEST(BadInput, WovenClothSaysWhatItCannotBe) {
  const std::string woven = with(kScene, "density: 0.2", "density: 0.2, shear_stiffness: 20");
  EXPECT_EQ(error_of(woven), "");
  EXPECT_EQ(
      error_of(with(woven, "grasps:", "  frames: element\ngrasps:")),
      "a.yaml:4: cloth.frames must go along the threads of a woven cloth (material.shear_stiffness); use "
      "aligned or mean_tangents");
  EXPECT_EQ(error_of(with(woven, "grasps:", "  model: {edges: {shear_stiffness: 1}}\ngrasps:")),
            "a.yaml:4: cloth.model is no woven cloth; remove it or material.shear_stiffness");
  EXPECT_EQ(
      error_of(woven + "solver: {method: fast_projection}\n"),
      "a.yaml:8: solver.method must be implicit for a woven cloth (cloth.material.shear_stiffness); remove "
      "one of them");
  EXPECT_EQ(error_of(with(woven, "grasps:", "  warp: [0, 0, 0]\ngrasps:")),
            "a.yaml:4: cloth.warp has no length; give a direction such as [1, 0, 0]");
  EXPECT_NE(error_of(with(woven, ": 20}", ": 0}")).find("a.yaml:3: cloth.material.shear_stiffness must be"),
            std::string::npos);
}

TEST(BadInput, MissingKeysAreNamed) {
  EXPECT_EQ(error_with("size: [0.3, 0.4], ", ""),
            "a.yaml:2: missing key \"size\" in cloth.mesh.rectangle; add it");
  EXPECT_EQ(error_with("time: {duration: 10}\n", ""), "a.yaml:1: missing key \"time\" in the scene; add it");
  EXPECT_EQ(error_with("duration: 10", ""), "a.yaml:7: missing key \"duration\" in time; add it");
}

TEST(BadInput, WrongTypesAreNamed) {
  EXPECT_EQ(error_with("0.2", "abc"), "a.yaml:3: cloth.material.density must be a number, got \"abc\"");
  EXPECT_EQ(error_with("0.2", "[1]"), "a.yaml:3: cloth.material.density must be a number, got a list");
  EXPECT_EQ(error_with("0.2", "{}"), "a.yaml:3: cloth.material.density must be a number, got a map");
  EXPECT_EQ(error_with("0.2", ""), "a.yaml:3: cloth.material.density must be a number, got nothing");
  EXPECT_EQ(error_with("0.2", "\"0.2\""),
            "a.yaml:3: cloth.material.density must be a number, got \"0.2\"; remove the quotes");
  EXPECT_EQ(error_with("{density: 0.2}", "cotton"),
            "a.yaml:3: cloth.material must be a map (key: value), got \"cotton\"");
  EXPECT_EQ(error_with("[9]", "9"), "a.yaml:5: grasps.0.nodes must be a list of node indices, got \"9\"");
  EXPECT_EQ(error_with("[9]", "[9.5]"),
            "a.yaml:5: grasps.0.nodes.0 must be a whole number from 0 to 3999999, got \"9.5\"");
  EXPECT_EQ(error_with("left", "[a]"), "a.yaml:5: grasps.0.name must be a text, got a list");
  EXPECT_EQ(error_with("{rectangle: {size: [0.3, 0.4], nodes: [3, 4]}}", "{file: [a]}"),
            "a.yaml:2: cloth.mesh.file must be a text, got a list");
  EXPECT_EQ(error_of("- 1\n- 2\n"), "a.yaml:1: the scene must be a map (key: value), got a list");
  EXPECT_EQ(error_of("shake\n"), "a.yaml:1: the scene must be a map (key: value), got \"shake\"");
}

TEST(BadInput, WrongLengthsOfListsAreNamed) {
  EXPECT_EQ(error_with("[0.3, 0.4]", "[0.3]"),
            "a.yaml:2: cloth.mesh.rectangle.size must be a list of 2 numbers, got 1");
  EXPECT_EQ(error_with("[3, 4]", "[3, 4, 5]"),
            "a.yaml:2: cloth.mesh.rectangle.nodes must be a list of 2 whole numbers, got 3");
  EXPECT_EQ(error_of(kScene + "gravity: [0, 0]\n"), "a.yaml:8: gravity must be a list of 3 numbers, got 2");
  EXPECT_EQ(error_of(kScene + "gravity: -9.8\n"),
            "a.yaml:8: gravity must be a list of 3 numbers, got \"-9.8\"");
}

TEST(BadInput, NumbersOutOfRangeShowTheRange) {
  EXPECT_EQ(error_with("0.2", "-1"),
            "a.yaml:3: cloth.material.density must be from 0.001 to 100 kg/m², got \"-1\"");
  EXPECT_EQ(error_with("0.2", "1e400"),
            "a.yaml:3: cloth.material.density must be from 0.001 to 100 kg/m², got \"1e400\"");
  EXPECT_EQ(error_with("[0.3, 0.4]", "[297, 420]"),
            "a.yaml:2: cloth.mesh.rectangle.size.0 must be from 0.0001 to 100 m, got \"297\"");
  EXPECT_EQ(error_with("[3, 4]", "[3, 1]"),
            "a.yaml:2: cloth.mesh.rectangle.nodes.1 must be a whole number from 2 to 4000000, got \"1\"");
  EXPECT_EQ(error_of(kScene + "solver: {tolerance: 1}\n"),
            "a.yaml:8: solver.tolerance must be above 0 and below 1, got \"1\"");
  EXPECT_EQ(error_of(kScene + "solver: {max_iterations: 0}\n"),
            "a.yaml:8: solver.max_iterations must be a whole number from 1 to 10000, got \"0\"");
  EXPECT_EQ(
      error_of(kScene + "solver: {max_iterations: 99999999999999999999}\n"),
      "a.yaml:8: solver.max_iterations must be a whole number from 1 to 10000, got \"99999999999999999999\"");
}

TEST(BadInput, OnlyFiniteNumbersPass) {
  for (const std::string word : {"nan", "NaN", "inf", "-inf", ".inf", "-.inf", ".nan", "infinity"}) {
    EXPECT_EQ(error_with("0.2", word),
              "a.yaml:3: cloth.material.density must be a finite number, got \"" + word + "\"");
  }
}

TEST(BadInput, UnitsInsideNumbersAreExplained) {
  for (const std::string word : {"3 mm", "3mm", "200 g/m2", "5 %"}) {
    EXPECT_EQ(error_with("0.2", word),
              "a.yaml:3: cloth.material.density must be a number, got \"" + word +
                  "\"; numbers are in SI units (m, kg, s) and written without the unit");
  }
  EXPECT_EQ(
      error_of("cloth:\n  mesh: {rectangle: {size: [1, 1], nodes: [2, 2]}}\n  material:\n    density: 0,2\n"),
      "a.yaml:4: cloth.material.density must be a number, got \"0,2\"; write a decimal point");
}

TEST(BadInput, ChoicesAreListed) {
  EXPECT_EQ(error_with("nodes: [3, 4]", "nodes: [3, 4], element: quads"),
            "a.yaml:2: cloth.mesh.rectangle.element must be one of quad, triangle, got \"quads\"; did you "
            "mean \"quad\"?");
  EXPECT_EQ(error_of(kScene + "solver: {method: newton}\n"),
            "a.yaml:8: solver.method must be one of implicit, fast_projection, reference, got \"newton\"");
  EXPECT_EQ(error_with("[9]", "[9], motion: sine"),
            "a.yaml:5: grasps.0.motion must be fixed, {sine: …}, {polyline: …}, {keyframes: …} or {csv: …}, "
            "got \"sine\"");
}

TEST(BadInput, RepeatedKeysAreRefused) {
  EXPECT_EQ(error_with("{density: 0.2}", "{density: 0.2, bending: 0, density: 0.3}"),
            "a.yaml:3: key \"density\" is given twice in cloth.material (first in line 3); keep one");
  EXPECT_EQ(error_of(kScene + "time: {duration: 1}\n"),
            "a.yaml:8: key \"time\" is given twice in the scene (first in line 7); keep one");
}

TEST(BadInput, OneMeshAndOneRuleForCorners) {
  EXPECT_EQ(error_with("{rectangle", "{file: a.obj, rectangle"),
            "a.yaml:2: cloth.mesh holds both file and rectangle; keep one of them");
  EXPECT_EQ(error_with("{rectangle: {size: [0.3, 0.4], nodes: [3, 4]}}", "{}"),
            "a.yaml:2: cloth.mesh is empty; give one of rectangle, irregular, ring, disc, tube, tank_top, "
            "t_shirt, skirt, trousers, towel, file");
  EXPECT_NE(error_with("  material", "  rows: quads\n  material").find("cloth.rows"), std::string::npos);
  EXPECT_EQ(error_with("  material", "  corners: {angle_deg: 30, nodes: [1]}\n  material"),
            "a.yaml:3: cloth.corners holds both angle_deg and nodes; keep one of them");
}

TEST(BadInput, GraspsHoldNodesThatExistOnce) {
  EXPECT_EQ(error_with("[9]", "[12]"),
            "a.yaml:5: grasps.0.nodes.0 names node 12, but the mesh has 12 nodes (0 to 11)");
  EXPECT_EQ(error_with("[9]", "[9, 1, 9]"), "a.yaml:5: grasps.0.nodes names node 9 twice; remove one");
  EXPECT_EQ(error_with("[9]", "[]"), "a.yaml:5: grasps.0.nodes is empty; name at least one node");
  EXPECT_EQ(error_with("[9]", "[1, 11]"),
            "a.yaml:6: grasps \"left\" and \"right\" both hold node 11 at 0 s; give them other nodes, or "
            "other times "
            "(from, until)");
  EXPECT_EQ(error_with("[9]", "[11], from: 8"), "") << "one after the other is fine";
  EXPECT_NE(error_with("[9]", "[11], from: 7.99"), "");
  EXPECT_EQ(error_with("until: 8", "from: 8, until: 8"),
            "a.yaml:6: grasps.1.until (8 s) must be after from (8 s)");
  EXPECT_EQ(error_with("right", "left"), "a.yaml:6: a second grasp is named \"left\"; names must differ");
  EXPECT_EQ(error_with("left", "1st"),
            "a.yaml:5: grasps.0.name must be up to 64 letters, digits, _ and -, not beginning "
            "with a digit, got \"1st\"");
}

TEST(BadInput, MotionsMustBePossible) {
  const auto error = [](const std::string& motion) {
    return error_with("[9]", "[9], motion: {" + motion + "}");
  };
  EXPECT_EQ(error("sine: {direction: [0, 0, 0], amplitude: 1, frequency: 1}"),
            "a.yaml:5: grasps.0.motion.sine.direction has no length; give a direction such as [1, 0, 0]");
  EXPECT_EQ(error("polyline: {times: [0, 2, 1], points: [[0, 0, 0], [0, 0, 0], [0, 0, 0]]}"),
            "a.yaml:5: grasps.0.motion.polyline.times.2 is 1 s after 2 s; times must increase");
  EXPECT_EQ(
      error("polyline: {times: [0, 1], points: [[0, 0, 0]]}"),
      "a.yaml:5: grasps.0.motion.polyline has 2 times and 1 points; give as many of one as of the other");
  EXPECT_EQ(error("polyline: {times: [], points: []}"),
            "a.yaml:5: grasps.0.motion.polyline has no points; give at least one");
  EXPECT_EQ(error("polyline: {times: [0], points: [[0, 0]]}"),
            "a.yaml:5: grasps.0.motion.polyline.points.0 must be a list of 3 numbers, got 2");
  EXPECT_EQ(error("polyline: {times: [0], points: [[0, 0, 0]], relative: yes}"),
            "a.yaml:5: grasps.0.motion.polyline.relative must be one of true, false, got \"yes\"");
}

TEST(BadInput, TimesMustFitTogether) {
  EXPECT_EQ(
      error_with("10", "10, step: 0.003, frame: 0.02"),
      "a.yaml:7: time.frame (0.02 s) must be a whole multiple of time.step (0.003 s); use 0.018 or 0.021");
  EXPECT_EQ(error_with("10", "10, step: 0.01, frame: 0.004"),
            "a.yaml:7: time.frame (0.004 s) must be a whole multiple of time.step (0.01 s); use 0.01");
  EXPECT_EQ(error_with("10", "0.005"),
            "a.yaml:7: time.duration (0.005 s) is shorter than one step (0.01 s); make it longer");
  EXPECT_EQ(error_with("10", "1e6"),
            "a.yaml:7: time asks for 1e+08 steps, more than 10 million; shorten duration or "
            "lengthen step");
}

TEST(BadInput, MeshesMustBeSane) {
  const auto error = [](const std::string& mesh) {
    return error_of("cloth:\n  mesh: {" + mesh + "}\ntime: {duration: 1}\n");
  };
  EXPECT_EQ(error("rectangle: {size: [1, 1], nodes: [3000, 3000]}"),
            "a.yaml:2: cloth.mesh asks for 9000000 nodes; at most 4000000 are made, ask for fewer");
  EXPECT_EQ(error("disc: {radius: 1, core: 4000000, rings: 4000000}"),
            "a.yaml:2: cloth.mesh asks for 80000008000001 nodes; at most 4000000 are made, ask for fewer");
  EXPECT_EQ(error("ring: {inner_radius: 0.2, outer_radius: 0.1, nodes: [9, 9]}"),
            "a.yaml:2: cloth.mesh.ring.outer_radius must be larger than inner_radius; change one of them");
}

TEST(BadInput, YamlErrorsHaveALine) {
  EXPECT_EQ(
      error_with("  material", "   material"),
      "a.yaml:3: not valid YAML (end of map not found); check indentation, colons, quotes and brackets");
  EXPECT_TRUE(error_with("[9]", "[9").starts_with("a.yaml:5: not valid YAML")) << error_with("[9]", "[9");
  EXPECT_EQ(error_of(""), "a.yaml: is empty; a scene needs at least cloth and time");
  EXPECT_EQ(error_of("# only a comment\n"), "a.yaml: is empty; a scene needs at least cloth and time");
  EXPECT_EQ(error_of(kScene + "---\ncloth: {}\n"),
            "a.yaml:8: a second YAML document begins here; keep one scene in a file");
  EXPECT_EQ(error_of("{time: {duration: 1}}\ncloth: {}\n"),
            "a.yaml:2: a second YAML document begins here; keep one scene in a file")
      << "text after the closing bracket is not dropped silently";
  EXPECT_EQ(error_with("0.2", "!!str 0.2"),
            "a.yaml:3: YAML tags such as \"tag:yaml.org,2002:str\" are not supported; "
            "remove the word that starts with !");
  EXPECT_EQ(error_of("[a]: 1\n"), "a.yaml:1: a key must be a word, got a list");
  EXPECT_EQ(error_of("time: {duration: 1}\ncloth: \x04 all after this would be lost\n"),
            "a.yaml:2: holds a control character; a scene file is plain UTF-8 text");
  EXPECT_EQ(error_of("cloth: &a {mesh: *a}\n"),
            "a.yaml:1: an alias (*) refers to the value it stands in; write it out");
  EXPECT_TRUE(error_with("  material", "  <<: {material: {}}\n  material")
                  .starts_with("a.yaml:3: unknown key \"<<\""));
}

TEST(BadInput, HugeAndDeepTextsAreRefusedQuickly) {
  const auto repeat = [](const std::string& piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(error_of(repeat("[", 10'000)),
            "a.yaml:1: brackets are nested too deeply; check that each is closed");
  EXPECT_EQ(error_of(repeat("[", 100) + repeat("]", 100)),
            "a.yaml:1: lists and maps are nested deeper than 32 levels; check the brackets");
  for (const std::string piece :
       {"{a: ", "- ", "? ", "a: ", ": ", "[1, ", "&a ", "!a ", "*a ", "'", "\"", "|\n", "%a\n"}) {
    EXPECT_TRUE(error_of(repeat(piece, 100'000)).starts_with("a.yaml")) << piece;
  }
  std::string laughs = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";  // each line ten times the one before
  for (char c = '1'; c <= '9'; ++c) {
    const std::string line = "aN: &aN [*aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM]\n";
    for (const char letter : line)
      laughs += letter == 'N' ? c : letter == 'M' ? static_cast<char>(c - 1) : letter;
  }
  EXPECT_EQ(error_of(laughs),
            "a.yaml:6: more than 2000000 values, those of anchors (&) and aliases (*) included; is this a "
            "scene file?");
  EXPECT_EQ(error_of("a: &a " + std::string(100'000, 'x') + "\nb: [" + repeat("*a, ", 30'000) + "1]\n"),
            "a.yaml:2: is larger than 16 MB with its aliases (*) written out; is this a scene file?");
  EXPECT_EQ(error_of("a: &a [&b [&c [&d [&e [&f [&g [" + repeat("1, ", 300'000) + "1]]]]]]]\n"),
            "a.yaml:1: more than 2000000 values, those of anchors (&) and aliases (*) included; is this a "
            "scene file?");
  EXPECT_EQ(error_of(std::string((16u << 20) + 1, ' ')),
            "a.yaml: is larger than 16 MB; is this a scene file?");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30))
      << "seconds, also under sanitizers";
}

TEST(BadInput, FilesThatCannotBeReadAreNamed) {
  const auto error = [](const std::string& path) -> std::string {
    try {
      load_scene(path);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_TRUE(error("/none/a.yaml").starts_with("/none/a.yaml: cannot be read"));
  EXPECT_EQ(error("/dev/zero"), "/dev/zero: is a device; name a file");
  EXPECT_EQ(error("/"), "/: is a folder; name a file");
  const std::string big = (std::filesystem::temp_directory_path() / "isocloth_big.yaml").string();
  std::ofstream(big) << "a";
  std::filesystem::resize_file(big, 1ull << 40);  // sparse
  EXPECT_EQ(error(big), big + ": is larger than 16 MB; is this the right file?");
  std::filesystem::remove(big);
}

}  // namespace
}  // namespace isocloth::io::test
