#include <gtest/gtest.h>

#include "experiments/catalog.hpp"
#include "experiments/locking/claims.hpp"
#include "experiments/locking/locking.hpp"
#include "experiments/scene_run.hpp"
#include "experiments/shake/material_points.hpp"
#include "isocloth/mesh/generators.hpp"
#include "support/refusal.hpp"

namespace isocloth::experiments {
namespace {

Options test_options() {
  Options options;
  options.scenes_folder = ISOCLOTH_SOURCE_DIR "/scenes";
  return options;
}

TEST(MaterialPoints, AreTheSamePointsOnEveryMeshOfAFlatSheet) {
  const std::array<double, 2> size{0.3, 0.4};
  const auto bent = [](const Mesh& mesh) {  // linear, so that every mesh shows it exactly
    Points x = mesh.x;
    x.col(2) = 2 * mesh.x.col(0) - mesh.x.col(1);
    return x;
  };
  const Mesh fine = make_rectangle(size, {17, 17});
  const Points expected = MaterialPoints(fine, size, 10).at(bent(fine));
  ASSERT_EQ(expected.rows(), 100);
  for (const Mesh& mesh : {make_rectangle(size, {5, 9}), make_rectangle(size, {9, 4}, ElementKind::triangle),
                           make_irregular_rectangle(size, 60, 1)})
    EXPECT_LT((MaterialPoints(mesh, size, 10).at(bent(mesh)) - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Falls, AreTheSameWithAndWithoutFrames) {
  const locking::Blanket small{"81 quads", 81, false};
  const locking::Fall bare = locking::fall(small, locking::kVariants[0], 3, false, test_options());
  const locking::Fall kept = locking::fall(small, locking::kVariants[0], 3, true, test_options());
  EXPECT_EQ(bare.corner, kept.corner);
  EXPECT_TRUE(bare.trajectory.frames.empty());
  EXPECT_GT(kept.trajectory.frames.size(), 50U);
  EXPECT_LT(bare.corner.z(), -0.2);  // it fell
  EXPECT_EQ(bare.missed, 0);
}

TEST(SceneRuns, SayWhichSceneIsMissing) {
  EXPECT_REFUSES(simulate_scene(test_options(), "nowhere"), "nowhere.yaml");
}

}  // namespace
}  // namespace isocloth::experiments
