#include "program.hpp"

namespace isocloth::cli::test {
namespace {

TEST(Reproduce, WritesPageAndJsonAndPrintsTheSameObject) {
  const TemporaryFolder folder;
  const Result result =
      isocloth_program({"reproduce", "tensor", "--quick", "--json", "--out", folder / "new/report"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.json(), nlohmann::json::parse(contents_of(folder / "new/report/report.json")));
  const nlohmann::json experiment = result.json().at("experiments").at(0);
  EXPECT_EQ(experiment.at("name"), "tensor");
  for (const nlohmann::json& claim : experiment.at("claims"))
    for (const char* key : {"name", "paper", "value", "band", "unit", "ok"})
      EXPECT_TRUE(claim.contains(key)) << key;
  EXPECT_NE(contents_of(folder / "new/report/report.html").find("Size of the tensor"), std::string::npos);
}

TEST(Reproduce, RefusesInOneSentence) {
  const TemporaryFolder folder;
  expect_refusal(isocloth_program({"reproduce", "lokcing"}), "did you mean \"locking\"");
  expect_refusal(isocloth_program({"reproduce", "tensor", "--out", folder.write("file", "x")}),
                 "cannot be made a folder");
  expect_refusal(isocloth_program({"reproduce", "tensor", "--threads", "0"}), "--threads");
  expect_refusal(isocloth_program({"reproduce", "tensor", "--data", "nowhere"}), "nowhere: is no folder");
}

TEST(Drape, GivesCoefficientFoldsAndAreaErrors) {
  const TemporaryFolder folder;
  const Result result = isocloth_program({"drape", "--density", "0.2", "--bending", "1e-5", "--nodes", "120",
                                          "--specimens", "1", "--json", "--out", folder / "d.html"});
  EXPECT_EQ(result.status, 0) << result.err;
  const nlohmann::json json = result.json();
  EXPECT_GT(json.at("drape_coefficient"), 0.1);
  EXPECT_LT(json.at("drape_coefficient"), 0.9);
  EXPECT_LT(json.at("area_error").at("dispersion_max"), 0.03);
  EXPECT_GE(json.at("folds"), 1);
  EXPECT_EQ(json.at("shear_stiffness"), 20);
  EXPECT_NE(contents_of(folder / "d.html").find("Drape coefficient"), std::string::npos);
}

TEST(Drape, RefusesWhatIsNoMaterial) {
  expect_refusal(isocloth_program({"drape", "--density", "0", "--bending", "1e-5"}), "--density must be");
  expect_refusal(isocloth_program({"drape", "--density", "0.2", "--bending", "nan"}), "--bending must be");
  expect_refusal(isocloth_program({"drape", "--density", "0.2", "--bending", "1e-5", "--shear", "0"}),
                 "--shear must be");
  expect_refusal(isocloth_program({"drape", "--density", "0.2", "--bending", "1e-5", "--out", "x.png"}),
                 "x.png: ");
}

}  // namespace
}  // namespace isocloth::cli::test
