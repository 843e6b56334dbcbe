#include <gtest/gtest.h>

#include "batch/batches.hpp"
#include "isocloth/batch/batch_engine.hpp"
#include "isocloth/batch/engine.hpp"
#include "isocloth/batch/lanes_engine.hpp"

namespace isocloth::batch {
namespace {

/// Newton's method ends at the rounding of its last product and sum.
TEST(Lanes, FindInverseRootsToRounding) {
  using Engine = LanesEngine<4>;
  for (const double a : {1e-12, 0.7, 1.0, 2.0, 3e5, 1e20}) {
    const Engine::Real y = inverse_root<Engine>(Engine::Real{a, 4 * a, -a, 0});
    EXPECT_NEAR(y[0] * std::sqrt(a), 1, 1e-15);
    EXPECT_EQ(y[1], y[0] / 2);
    EXPECT_TRUE(std::isnan(y[2]));
    EXPECT_TRUE(std::isnan(y[3]));
  }
}

/// Four lanes or eight: a processor that has both gives the same bits.
TEST(Lanes, OfAnyWidthGiveTheSameBits) {
  if (most_lanes() < 8) GTEST_SKIP() << "this processor has no AVX-512";
  const Simulation base = test::shaken_grid(5, 6);
  const BatchModel model(base.model(), base.options(), {});
  std::vector<double> ends[2];
  for (const int width : {4, 8}) {
    const auto engine = make_lane_engine(model, 3, 1, width);
    std::vector<double> numbers(model.tables().at.size, 0.0);
    numbers[kDensity] = numbers[kGravitationalMass] = 1;
    numbers[kGravityZ] = -9.8;
    for (int r = 0; r < model.tables().constraints; ++r)
      numbers[model.tables().at.stiffness + r] = base.model().law.stiffness[r];
    std::copy_n(base.state().x.data(), base.state().x.size(), numbers.begin() + model.tables().at.x);
    for (int w = 0; w < 3; ++w) {
      numbers[kGravityX] = w;  // it falls askew and turns nothing: rows are at rest
      numbers[model.tables().at.x] += 1e-3 * w;
      engine->write(w, numbers.data());
    }
    engine->advance(15, {},
                    [](int, int, const double*, const double*) { FAIL() << "a step was not regular"; });
    std::vector<double>& end = ends[width / 8];
    end.resize(static_cast<std::size_t>(3 * model.tables().at.size));
    engine->read_all(0, model.tables().at.size, end.data());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace isocloth::batch
