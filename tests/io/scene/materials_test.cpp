#include <fstream>

#include "io/scene/material_presets.hpp"
#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

MaterialSpec material_of(const std::string& text) {
  return parse_scene(with(kScene, "{density: 0.2}", text), "a.yaml").cloths[0].material;
}

TEST(Materials, APresetIsTheRowOfThePapersTable) {
  EXPECT_EQ(material_of("{preset: cotton_fast}"), (MaterialSpec{1, 0.52, 0, 2.69, 0}));
  EXPECT_EQ(material_of("{preset: felt_slow}"), (MaterialSpec{1, 0.46, 0, 1.05, 0}));
  EXPECT_NEAR(material_of("{preset: wool}").damping, (1.19 + 2.52) / 2, 1e-12);
  EXPECT_EQ(material_presets().size(), 12u);
}

TEST(Materials, WhatStandsBesideAPresetWinsAndDensityScalesIt) {
  const MaterialSpec material = material_of("{preset: cotton_fast, density: 0.5, bending: 1e-5}");
  EXPECT_EQ(material, (MaterialSpec{0.5, 0.26, 1e-5, 2.69 / 2, 0}));
  EXPECT_EQ(material_of("{damping: 0.1, preset: cotton_fast}").damping, 0.1);
  EXPECT_EQ(material_of("{preset: cotton_fast, shear_stiffness: 12}").shear_stiffness, 12);
}

TEST(Materials, AFileReadsBackAsItWasWritten) {
  const std::string path = testing::TempDir() + "isocloth_material.yaml";
  const MaterialSpec written{1.25, 0.1234567890123456, 2e-5, 1.0 / 3, 1e-7, 0, 1000, 20.0 / 3};
  std::ofstream(path) << material_text(written, {"Found somewhere."});
  EXPECT_EQ(material_of("{file: " + path + "}"), written);
}

TEST(Materials, ASceneAsItIsRunNamesNone) {
  const Scene scene = parse_scene(with(kScene, "{density: 0.2}", "{preset: cotton_fast}"), "a.yaml");
  EXPECT_EQ(scene.text.find("preset"), std::string::npos) << scene.text;
  EXPECT_EQ(parse_scene(scene.text, "a.yaml").cloths[0].material, scene.cloths[0].material);
}

TEST(Materials, RefusalsNameTheLine) {
  const auto error = [](const std::string& text) { return error_of(with(kScene, "{density: 0.2}", text)); };
  EXPECT_NE(
      error("{preset: coton}").find("a.yaml:3: there is no material \"coton\"; did you mean \"cotton\"?"),
      std::string::npos);
  EXPECT_NE(error("{preset: cotton, file: b.yaml}").find("both preset and file"), std::string::npos);
  EXPECT_NE(error("{file: nowhere.yaml}").find("a.yaml:3: cloth.material.file names"), std::string::npos);
  const std::string path = testing::TempDir() + "isocloth_bad_material.yaml";
  std::ofstream(path) << "density: 1\ndampng: 2\n";
  EXPECT_NE(error("{file: " + path + "}").find("isocloth_bad_material.yaml:2: unknown key"),
            std::string::npos);
}

}  // namespace
}  // namespace isocloth::io::test
