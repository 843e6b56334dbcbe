#include <gtest/gtest.h>

#include <random>

#include "isocloth/garments/garment.hpp"
#include "isocloth/mesh/topology.hpp"
#include "support/refusal.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

TEST(GarmentRefusals, NameTheParameterTheRangeAndTheValue) {
  const auto sentence = [](const auto& cut) { return problem(cut).value_or("nothing"); };
  EXPECT_EQ(sentence(TankTop{}), "nothing");
  EXPECT_EQ(sentence(TankTop{.triangles = 3}), "triangles must be from 200 to 200000, got 3");
  EXPECT_EQ(sentence(TankTop{.width = 500}), "width must be from 0.005 to 10 m, got 500");
  EXPECT_EQ(sentence(TankTop{.depth = std::nan("")}), "depth must be from 0.005 to 10 m, got nan");
  EXPECT_EQ(sentence(TankTop{.shoulder_width = 0.5}),
            "shoulder_width must be at most 0.45 m (0.9 of width), got 0.5");
  EXPECT_EQ(sentence(TankTop{.neck_width = 0.3}),
            "neck_width must be at most 0.288 m (0.9 of shoulder_width), got 0.3");
  EXPECT_EQ(sentence(TankTop{.arm_hole = 0.6}),
            "arm_hole must be at most 0.565 m (0.9 of length, less shoulder_drop), got 0.6");
  EXPECT_EQ(sentence(TShirt{.slope_deg = 60}), "slope_deg must be from 0 to 45 degrees, got 60");
  EXPECT_EQ(sentence(Towel{.width = 0.01}), "length must be at most 0.2 m (20 width), got 1");
  EXPECT_EQ(sentence(Skirt{.hem = 2}), "hem must be at most 1.13 m (waist + 1.4 length), got 2");
  EXPECT_EQ(sentence(Trousers{.rise = 1}), "rise must be at most 0.9 m (0.9 of length), got 1");
  EXPECT_EQ(sentence(Trousers{.depth = 0.15}),
            "depth must be at most 0.12 m (0.6 of waist and of leg_width), got 0.15");
}

TEST(GarmentRefusals, ComeFromMakingToo) {
  EXPECT_REFUSES(make_garment(TankTop{.length = -1}), "length must be from");
  EXPECT_REFUSES(make_garment(TankTop{.depth = 0.14}), "depth: 0.14 m is too large");
}

/// Any cut is either refused with a sentence or becomes a surface with the openings of its kind.
TEST(GarmentRefusals, EveryCutIsMadeOrRefused) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> factor(0.5, 1.6);
  int made = 0, refused = 0;
  const auto attempt = [&](auto cut, std::size_t openings, auto... lengths) {
    cut.triangles = std::uniform_int_distribution<int>(200, 2000)(random);
    cut.seed = static_cast<std::uint32_t>(random());
    ((cut.*lengths *= factor(random)), ...);
    try {
      EXPECT_EQ(analyze_topology(make_garment(cut).mesh).boundary_loops.size(), openings);
      ++made;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_GT(message.size(), 20u);
      EXPECT_TRUE(message.find("element") == std::string::npos) << "about the mesh, not the cut: " << message;
      ++refused;
    }
  };
  constexpr int kRounds = test::kSanitized ? 10 : 100;
  for (int round = 0; round < kRounds; ++round) {
    attempt(TankTop{}, 4, &TankTop::width, &TankTop::length, &TankTop::shoulder_width,
            &TankTop::shoulder_drop, &TankTop::neck_width, &TankTop::front_neck_drop,
            &TankTop::back_neck_drop, &TankTop::arm_hole, &TankTop::depth);
    attempt(TShirt{}, 4, &TShirt::width, &TShirt::length, &TShirt::neck_width, &TShirt::front_neck_drop,
            &TShirt::back_neck_drop, &TShirt::sleeve_length, &TShirt::sleeve_width, &TShirt::slope_deg,
            &TShirt::depth);
    attempt(Skirt{}, 2, &Skirt::waist, &Skirt::hem, &Skirt::length, &Skirt::depth);
    attempt(Trousers{}, 3, &Trousers::waist, &Trousers::length, &Trousers::rise, &Trousers::leg_width,
            &Trousers::stride, &Trousers::depth);
  }
  EXPECT_GT(made, 1.5 * kRounds);
  EXPECT_GT(refused, 0.2 * kRounds);
}

}  // namespace
}  // namespace isocloth
