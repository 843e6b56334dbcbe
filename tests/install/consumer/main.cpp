// A program of another project: hangs a sheet by two corners and checks that they carry its weight.
#include <cmath>
#include <cstdio>
#include <isocloth/isocloth.hpp>

int main() {
  using namespace isocloth;
  const Mesh sheet = make_rectangle({0.3, 0.3}, {5, 5});
  Simulation sim(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 2}), sheet.x);
  const int left = sim.grasp("left", {0}), right = sim.grasp("right", {4});
  for (int k = 0; k < 500; ++k)
    if (sim.step().status != StepStatus::converged) return 1;
  const double carried = sim.grasp_force(left).z() + sim.grasp_force(right).z(), weight = 0.2 * 9.8 * 0.09;
  std::printf("carried %.4f N of %.4f N\n", carried, weight);
  return std::abs(carried - weight) < 0.01 * weight ? 0 : 1;
}
