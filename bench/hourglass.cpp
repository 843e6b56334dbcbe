/// Compares ways to control hourglass modes on the same scenes, as a table in Markdown. See
/// docs/hourglass.md.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>

#include "experiments/drape/drape.hpp"
#include "hourglass_scenes.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::bench {
namespace {

constexpr int kTimedRuns = 3;
constexpr int kDrapes = 5;  // of the ring, each from a slightly different start

/// What one candidate achieved.
struct Result {
  double shake = 0, quads = 0, triangles = 0, ring = 0;  ///< worst dispersion over the run [-]
  Vec3 quad_corner, triangle_corner;                     ///< of the locking test after 3 s [m]
  double drape = 0;                        ///< drape coefficient of the ring after 3 s, mean [-]
  double least_drape = 1, most_drape = 0;  ///< its range [-]
  double refined_drape = 0;                ///< of the refined ring [-]
  double cost = 1e9;                       ///< of the locking test with quads [µs per node and step]
  double distance = -1;                    ///< to the authors' trajectory [m]; below 0: not known
  std::int64_t missed = 0;                 ///< steps of all runs that did not converge
};

/// The locking test with quads, whose computing time is taken: every run is the same bit by bit, the shortest
/// counts.
void time_locking(const Candidate& candidate, Result& result) {
  Session sim(falling_corner(candidate, ElementKind::quad));
  const std::clock_t start = std::clock();
  const StepTotals run = sim.run(600);
  result.quads = run.area_dispersion;
  const double taken = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  result.cost = std::min(result.cost, taken / 600 / sim.simulation().model().rest.node_count());
  result.quad_corner = sim.state().x.row(0);
  result.missed = run.missed_steps();
}

/// Mean node distance to a trajectory in CSV, a heading and then lines t, x0, y0, z0, x1, … every 0.05 s.
double distance_to_authors(const Candidate& candidate, const std::string& path, std::int64_t& missed) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || !std::getline(file, line)) return -1;
  Session sim(swung_square(candidate));
  double sum = 0;
  int frames = 0;
  for (; std::getline(file, line); ++frames) {
    missed += sim.run(5).missed_steps();
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream numbers(line);
    double time = 0;
    numbers >> time;
    Points authors = sim.state().x;
    for (Eigen::Index k = 0; k < authors.size(); ++k) numbers >> authors.data()[k];
    if (!numbers || std::abs(time - sim.state().time) > 1e-6) return -1;
    sum += (sim.state().x - authors).rowwise().norm().mean();
  }
  return sum / frames;
}

/// Lets a ring settle for 3 s and returns its drape coefficient.
double drape_of(Session ring, double& dispersion, std::int64_t& missed) {
  const StepTotals run = ring.run(300);
  dispersion = std::max(dispersion, run.area_dispersion);
  missed += run.missed_steps();
  return experiments::drape_coefficient(ring.simulation().model().rest, ring.state().x, kTableRadius);
}

void drape_rings(const Candidate& candidate, Result& result) {
  for (unsigned seed = 0; seed < kDrapes; ++seed) {
    const double drape = drape_of(Session(draped_ring(candidate, seed)), result.ring, result.missed);
    result.drape += drape / kDrapes;
    result.least_drape = std::min(result.least_drape, drape);
    result.most_drape = std::max(result.most_drape, drape);
  }
  double dispersion = 0;  // of another mesh
  result.refined_drape = drape_of(Session(draped_ring(candidate, 0, true)), dispersion, result.missed);
}

void measure(const Candidate& candidate, const std::string& authors, Result& result) {
  Session sheet(shaken_sheet(candidate)), triangles(falling_corner(candidate, ElementKind::triangle));
  const StepTotals shaken = sheet.run(1000), fallen = triangles.run(600);
  result.shake = shaken.area_dispersion;
  result.triangles = fallen.area_dispersion;
  result.missed += shaken.missed_steps() + fallen.missed_steps();
  result.triangle_corner = triangles.state().x.row(0);
  drape_rings(candidate, result);
  result.distance = distance_to_authors(candidate, authors, result.missed);
}

std::vector<Candidate> candidates() {
  const auto springs = [](double share, double viscosity) {
    return ClothOptions{.rows = RowsAt::nodes,
                        .element_springs = {.tension_share = share, .viscosity = viscosity}};
  };
  const ElementSpringOptions usual;
  std::vector<Candidate> list{
      {"the paper's projection, no springs", {.rows = RowsAt::nodes}, ProjectionMethod::fast},
      {"rows at nodes, no springs", springs(0, 0)},
      {"rows at nodes, dampers only, 8 m²/s", springs(0, 8)}};
  for (const double share : {0.5, 1.0, 2.0, 4.0, 8.0}) {
    char name[64];
    std::snprintf(name, sizeof name, "rows at nodes, springs, β = %g%s", share,
                  share == usual.tension_share ? " (usual)" : "");
    list.push_back({name, springs(share, usual.viscosity)});
  }
  for (const double share : {0.1, 0.3, 1.0, 3.0, 10.0}) {
    char name[64];
    std::snprintf(name, sizeof name, "rows in quads, edges × %g%s", share, share == 1 ? " (default)" : "");
    list.push_back({name, {.element_springs = {.edge_share = share}}});
  }
  list.push_back({"rows at nodes, usual springs, no dampers", springs(usual.tension_share, 0)});
  list.push_back(
      {"rows at nodes, usual springs, element frames", {.rows = RowsAt::nodes, .frames = Frames::element}});
  return list;
}

void print(const Candidate& candidate, const Result& r) {
  const auto corner = [](const Vec3& x) { std::printf(" %.3f %.3f %.3f |", x.x(), x.y(), x.z()); };
  std::printf("| %s | %.2f |", candidate.name.c_str(), 100 * r.shake);
  corner(r.quad_corner);
  corner(r.triangle_corner);
  std::printf(" %.0f | %.2f / %.2f | %.2f | %.2f (%.2f–%.2f) | %.2f | %.2f |",
              1e3 * (r.quad_corner - r.triangle_corner).norm(), 100 * r.quads, 100 * r.triangles,
              100 * r.ring, r.drape, r.least_drape, r.most_drape, r.refined_drape, r.cost);
  std::printf(r.distance < 0 ? " – |" : " %.2f |", 1e3 * r.distance);
  std::printf(" %lld |\n", static_cast<long long>(r.missed));
}

void compare(const std::string& authors) {
  const std::vector<Candidate> list = candidates();
  std::vector<Result> results(list.size());
  for (int run = 0; run < kTimedRuns; ++run)  // in turns, so that a busy machine slows all alike
    for (std::size_t k = 0; k < list.size(); ++k) time_locking(list[k], results[k]);
  const std::vector<const char*> heads{"candidate",
                                       "shake: dispersion [%]",
                                       "locking: corner, quads [m]",
                                       "corner, triangles [m]",
                                       "distance of the two [mm]",
                                       "locking: dispersion, quads / triangles [%]",
                                       "ring: dispersion [%]",
                                       "ring: drape coefficient (range)",
                                       "refined ring: drape coefficient",
                                       "µs per node and step",
                                       "to the authors' trajectory [mm]",
                                       "steps not converged"};
  for (const char* head : heads) std::printf("| %s ", head);
  std::printf("|\n");
  for (std::size_t k = 0; k < heads.size(); ++k) std::printf("|---");
  std::printf("|\n");
  for (std::size_t k = 0; k < list.size(); ++k) {
    measure(list[k], authors, results[k]);
    print(list[k], results[k]);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace isocloth::bench

int main(int argc, char** argv) {
  isocloth::bench::compare(argc > 1 ? argv[1]
                                    : ISOCLOTH_SOURCE_DIR "/../shared/data/oracle/grid10_swing.csv");
}
