/// Gradients against central differences, and, where nothing touches, against derivatives that are none; for
/// the release build alone, as it takes thousands of runs.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "gradient/gradient_cases.hpp"
#include "gradient/tangents.hpp"
#include "isocloth/obstacles/shapes.hpp"
#include "support/measured.hpp"

namespace isocloth {
namespace {

using namespace test;

/// How a gradient compares with differences along random directions in path, x0, v0, gravity and each
/// material parameter.
struct Agreement {
  int directions = 0;                               ///< along which all steps decide the same
  int others = 0;                                   ///< the rest
  double median = 0;                                ///< relative error
  double within_6 = 0, within_5 = 0, within_4 = 0;  ///< share of the directions with an error up to 1e-6, …
  bool exact = true;
  std::size_t layers = 0;  ///< contacts of layers when the run begins

  /// The same against twins of the steps, along all directions (tangents.hpp).
  double largest = 0;  ///< relative error
  double off = 0;      ///< by which a twin's step misses the step [m]
};

enum class Against { differences, twins_too };

Agreement agreement(const GradientCase& c, Against against = Against::differences) {
  Simulation start = made(c);
  for (int k = 0; k < c.warm_up; ++k) static_cast<void>(start.step());
  const Points& x = start.state().x;
  LossOfRun problem{.make = [&](const RunInputs& inputs) { return made(c, &inputs); },
                    .from = start.state(),
                    .steps = c.steps};
  std::vector<Material> materials;
  for (const Piece& cloth : start.model().pieces) materials.push_back(cloth.material);
  const RunInputs inputs{.materials = materials,
                         .x0 = x,
                         .v0 = start.state().v,
                         .gravity = c.step.gravity,
                         .path = held_paths(start, c.steps).steps};
  Agreement found{.layers = start.state().layers.size()};
  std::vector<double> errors;
  for (int seed = 1; seed <= c.seeds; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    problem.g.clear();
    for (int k = 0; k <= c.steps; ++k) problem.g.push_back(random_points(x.rows(), random));
    DifferentiableRollout rollout = problem.run(inputs);
    const RolloutGradient gradient = rollout.backward(problem.g);
    found.exact = found.exact && gradient.exact;
    const std::vector<Direction> directions = random_directions(inputs, gradient, random);
    if (against == Against::twins_too) {
      const TangentRun twins(problem, inputs);
      for (const Direction& direction : directions) {
        const TangentRun::Result twin = twins.along(direction);
        const double error = std::abs(direction.predicted / twin.derivative - 1);
        if (!(error <= found.largest)) found.largest = error;  // also where it is not a number
        if (!(twin.off <= found.off)) found.off = twin.off;
      }
    }
    for (const Direction& direction : directions) {
      const Compared compared = compare(problem, inputs, rollout.decisions(), direction);
      if (!compared.same_decisions) {
        ++found.others;
        continue;
      }
      ++found.directions;
      errors.push_back(compared.error);
    }
  }
  if (errors.empty()) return found;
  std::nth_element(errors.begin(), errors.begin() + static_cast<long>(errors.size() / 2), errors.end());
  found.median = errors[errors.size() / 2];
  const auto share_within = [&](double most) {
    return static_cast<double>(
               std::count_if(errors.begin(), errors.end(), [&](double error) { return error <= most; })) /
           static_cast<double>(errors.size());
  };
  found.within_6 = share_within(1e-6);
  found.within_5 = share_within(1e-5);
  found.within_4 = share_within(1e-4);
  return found;
}

/// ISOCLOTH_GRADIENT_SEEDS=20 compares along as many directions of each kind; by default one.
int seeds() {
  const char* text = std::getenv("ISOCLOTH_GRADIENT_SEEDS");
  return text ? std::atoi(text) : 1;
}

/// Half of the directions agree to what differences can tell; kinks near the run leave some of them less.
constexpr double kMostMedian = 1e-6, kLeastWithin = 0.95;

/// By what rounding of another order of sums moves a step [m].
constexpr double kMostOff = 1e-13;

void expect_agreement(const char* name, GradientCase c, Against against = Against::differences) {
  c.seeds = seeds();
  const Agreement found = agreement(c, against);
  std::printf(
      "[ measured ] %s: %d directions (%d more with other decisions), %.0f %% within 1e-6, %.0f %% 1e-5\n",
      name, found.directions, found.others, 100 * found.within_6, 100 * found.within_5);
  EXPECT_TRUE(found.exact) << name;
  EXPECT_GE(4 * found.directions, 3 * (found.directions + found.others)) << name;
  expect_at_most("relative error of a gradient, median", found.median, kMostMedian, "");
  EXPECT_GE(found.within_4, kLeastWithin) << name;
  if (against != Against::twins_too) return;
  expect_at_most("a step against its twin", found.off, kMostOff, "m");
  expect_at_most("relative error of a gradient against twins, largest", found.largest, 1e-6, "");
}

void expect_exactness(const char* name, const GradientCase& c) {
  expect_agreement(name, c, Against::twins_too);
}

TEST(GradientOfARun, IsExactWithHandsThatGiveWay) { expect_exactness("hands", {}); }

TEST(GradientOfARun, IsExactWithRigidHands) {
  expect_exactness("rigid", {.grip = rigid_grip(), .steps = 30});
}

TEST(GradientOfARun, IsExactOfEulersSteps) {
  GradientCase c;
  c.step.integrator = Integrator::euler;
  expect_exactness("euler", c);
}

TEST(GradientOfARun, IsExactWithBendingInAndOutsideTheFactor) {
  GradientCase c;
  c.material.bending = 1e-5;
  c.material.bending_damping = 1e-6;
  c.steps = 40;
  expect_exactness("bending", c);
  c.nodes = 15;  // conjugate gradients
  c.steps = 8;
  expect_exactness("bending outside", c);
}

TEST(GradientOfARun, IsExactWithRowsAtNodesAndOfWovenCloth) {
  GradientCase nodes;
  nodes.cloth.rows = RowsAt::nodes;
  nodes.steps = 40;
  expect_exactness("rows at nodes", nodes);
  GradientCase woven;
  woven.material.shear_stiffness = 20;
  woven.steps = 40;
  expect_exactness("woven", woven);
}

GradientCase drawn_over(const std::shared_ptr<const Shape>& shape, double friction) {
  GradientCase c{.warm_up = 30, .steps = 20, .lies = true};
  c.obstacles = {{.name = "table",
                  .shape = shape,
                  .path = fixed_pose({.translation = {0.15, 0.15, -0.02}}),
                  .friction = friction}};
  return c;
}

TEST(GradientOfARun, IsThatOfDifferencesOnAPlaneThatClothSticksToAndSlidesOn) {
  const auto plane = make_half_space({0, 0, 0.02}, {0, 0, 1});
  expect_agreement("plane without friction", drawn_over(plane, 0));
  expect_agreement("plane with friction", drawn_over(plane, 0.3));
  GradientCase soft = drawn_over(plane, 0.3);
  soft.material.thickness = 0.002;
  expect_agreement("soft cloth", soft);
}

TEST(GradientOfARun, IsExactOfSeveralCloths) {
  expect_exactness("two cloths", {.steps = 40, .make = side_by_side});
}

GradientCase layered(double friction, double thickness,
                     Simulation (*make)(const GradientCase&, const RunInputs*)) {
  GradientCase c{.warm_up = 40, .steps = 10, .make = make};
  c.cloth.self_contact = SelfContact{friction};
  c.material.thickness = thickness;
  c.material.bending = 1e-5;
  c.obstacles = {{.name = "table", .shape = make_half_space({0, 0, 0}, {0, 0, 1}), .friction = 0.3}};
  return c;
}

/// A sheet on another one and a folded one in turn, soft and hard, with friction and without, drawn for some
/// random time.
GradientCase random_layers(int number) {
  std::mt19937 random(static_cast<unsigned>(number));
  const double thickness = 0.001 + 0.002 * random_unit(random);  // [m]
  GradientCase c = layered(number / 2 % 4 == 3 ? 0.0 : 0.2 + 0.3 * random_unit(random), thickness,
                           number % 2 == 0 ? sheet_on_sheet : folded_over);
  if (number / 2 % 3 == 2) c.material.compression = std::numeric_limits<double>::infinity();
  c.warm_up = 40 + static_cast<int>(60 * random_unit(random));
  return c;
}

/// Plane, sphere, box and ellipsoid in turn, with and without friction, drawn over for some random time.
GradientCase random_contact(int number) {
  std::mt19937 random(static_cast<unsigned>(number));
  struct Choice {
    std::shared_ptr<const Shape> shape;
    double top;  ///< above its frame's origin [m]
  };
  const double size = 0.1 + 0.2 * random_unit(random);  // [m]
  const std::array<Choice, 4> choices{{{make_half_space({0, 0, 0}, {0, 0, 1}), 0},
                                       {make_sphere(size), size},
                                       {make_box({size, size, 0.1}, 0.02), 0.05},
                                       {make_ellipsoid({0.3, size, 0.1}), 0.1}}};
  const Choice& choice = choices[static_cast<std::size_t>(number) % choices.size()];
  GradientCase c{.warm_up = 20 + static_cast<int>(40 * random_unit(random)), .steps = 10, .lies = true};
  c.obstacles = {{.name = "obstacle",
                  .shape = choice.shape,
                  .path = fixed_pose({.translation = {0.15, 0.15, -choice.top}}),
                  .friction = number / 4 % 2 == 0 ? 0.3 : 0.0}};
  return c;
}

/// ISOCLOTH_GRADIENT_CASES=200 tries as many.
int contact_cases() {
  const char* text = std::getenv("ISOCLOTH_GRADIENT_CASES");
  return text ? std::atoi(text) : 4;
}

TEST(GradientOfARun, IsThatOfDifferencesOnTheTopOfABox) {
  expect_agreement("box", drawn_over(make_box({0.8, 0.8, 0.04}), 0.3));
}

/// Boxes of the default rounding, with friction and without.
GradientCase random_box(int number) {
  std::mt19937 random(static_cast<unsigned>(number));
  const double size = 0.1 + 0.2 * random_unit(random);  // [m]
  GradientCase c{.warm_up = 20 + static_cast<int>(40 * random_unit(random)), .steps = 10, .lies = true};
  c.obstacles = {{.name = "box",
                  .shape = make_box({size, size, 0.1}, 0.001),
                  .path = fixed_pose({.translation = {0.15, 0.15, -0.05}}),
                  .friction = number % 2 == 0 ? 0.3 : 0.0}};
  return c;
}

/// How the directions of many cases agree.
struct AgreementOfCases {
  int cases = 0, exact = 0;        ///< all, and those that say that they are exact
  int directions = 0, others = 0;  ///< of all
  double within = 0;               ///< directions within 1e-5
  double exact_share = 0;          ///< share of those within 1e-5, of cases that are exact
};

AgreementOfCases agreement_of_cases(int cases, GradientCase (*make)(int)) {
  AgreementOfCases all{.cases = cases};
  std::size_t layers = 0;
  double of_exact = 0, right_of_exact = 0;
  for (int number = 0; number < cases; ++number) {
    const Agreement found = agreement(make(number));
    all.directions += found.directions;
    all.others += found.others;
    all.exact += found.exact;
    layers += found.layers;
    all.within += found.within_5 * found.directions;
    if (found.exact) {
      of_exact += found.directions;
      right_of_exact += found.within_5 * found.directions;
    }
    if (std::getenv("ISOCLOTH_GRADIENT_CASES") != nullptr)
      std::printf("case %d: %d directions, %d others, %.0f %% within 1e-5, median %.1e, layers %zu%s\n",
                  number, found.directions, found.others, 100 * found.within_5, found.median, found.layers,
                  found.exact ? "" : ", not exact");
  }
  all.exact_share = right_of_exact / of_exact;
  std::printf(
      "[ measured ] %d directions in %d cases (%d exact, %zu contacts of layers): %.1f %% qualify, of these "
      "%.1f %% within 1e-5, of exact cases %.1f %%\n",
      all.directions + all.others, cases, all.exact, layers,
      100.0 * all.directions / (all.directions + all.others), 100 * all.within / all.directions,
      100 * all.exact_share);
  EXPECT_GE(all.directions, 0.95 * (all.directions + all.others));
  return all;
}

void expect_agreement_of_cases(int cases, GradientCase (*make)(int)) {
  const AgreementOfCases all = agreement_of_cases(cases, make);
  EXPECT_GE(all.within, 0.95 * all.directions);
}

TEST(GradientOfARun, IsThatOfDifferencesOverPlanesSpheresAndBoxes) {
  expect_agreement_of_cases(contact_cases(), random_contact);
}

/// Cloth that lies flat up to a rim of 1 mm is at kinks often, and says that it is not exact where it rubs
/// there. What is said to be must be.
TEST(GradientOfARun, IsThatOfDifferencesOverBoxesOfTheDefaultRounding) {
  const AgreementOfCases all = agreement_of_cases(2 * contact_cases(), random_box);
  EXPECT_GE(2 * all.exact, all.cases);
  EXPECT_GE(all.exact_share, 0.95);
}

TEST(GradientOfARun, IsThatOfDifferencesOfLayersThatTouch) {
  expect_agreement_of_cases(contact_cases(), random_layers);
}

}  // namespace
}  // namespace isocloth
