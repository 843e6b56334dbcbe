#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "isocloth/batch/batch_model.hpp"
#include "isocloth/batch/batch_obstacles.hpp"
#include "isocloth/batch/lanes_engine.hpp"
#include "isocloth/batch/step_contacts.hpp"
#include "isocloth/contact/contacts.hpp"
#include "isocloth/contact/soft_limits.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth::batch {
namespace {

using FourLanes = LanesEngine<4>;
using FourNumbers = FourLanes::Real;

/// Where a sheet is as the step begins: out of the obstacle.
Points lifted(Points x) {
  x.col(2).array() += 0.05;
  return x;
}

/// A wavy sheet over a shape, which rests on its deepest node or is a little inside.
class Draped {
 public:
  Draped(ElementKind kind, std::shared_ptr<const Shape> shape, unsigned seed, bool is_turned = true,
         const Material& material = {})
      : sheet_(make_rectangle({0.3, 0.3}, {7, 6}, kind)),
        topology_(analyze_topology(sheet_)),
        surface_{Vector::Constant(sheet_.node_count(), 0.5 * material.thickness),
                 Vector::Constant(sheet_.node_count(), material.compression)},
        simulation_(make_cloth_model(sheet_, material), sheet_.x),
        random_(seed) {
    obstacle_ = {.name = "shape",
                 .shape = std::move(shape),
                 .path = fixed_pose(is_turned ? turned() : RigidPose{.translation = {0, 0, -0.075}}),
                 .friction = 0.3};
    simulation_.add_obstacle(obstacle_, StartCheck::none);
  }

  const Simulation& simulation() const { return simulation_; }
  int nodes() const { return sheet_.node_count(); }
  const Obstacle& obstacle() const { return obstacle_; }

  Points place() {
    std::uniform_real_distribution<double> any(-1, 1);
    Points x = sheet_.x;
    const double a = any(random_), b = any(random_), tilt = 0.3 * any(random_);
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const double u = x(i, 0) - 0.15 + 0.05 * a, v = x(i, 1) - 0.15 + 0.05 * b;
      x.row(i) = Eigen::RowVector3d(u, v, tilt * u + 0.004 * std::sin(20 * u + 9 * a) * std::cos(15 * v));
    }
    const PosedShape at = posed(obstacle_, 0);
    const auto nearest = [&] {
      double least = 1;
      for (Eigen::Index i = 0; i < x.rows(); ++i)
        least = std::min(least, at.distance_to(x.row(i).transpose()).distance);
      return least;
    };
    const double wanted = surface_.half_thickness[0] + 5e-4 * any(random_);
    for (int k = 0; k < 100; ++k) x.col(2).array() += 0.7 * (wanted - nearest());
    return x;
  }

  /// Level on top of a box that is not turned, with lines of nodes beyond its edge that hang down or not.
  Points level_place() {
    std::uniform_real_distribution<double> any(0, 1);
    Points x = sheet_.x;
    const double beyond = 0.05 * any(random_), hangs = random_() % 2 == 0 ? any(random_) : 0.0;
    x.col(0).array() -= 0.15 + beyond;
    x.col(1).array() -= 0.15 - beyond;
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      x(i, 2) = -hangs * std::max(0.0, std::abs(x(i, 0)) - 0.075) - 1e-6;
    return x;
  }

  std::vector<ContactMemory> some_memory() {
    std::vector<ContactMemory> memory;
    const SurfaceSites sites(sheet_, topology_);
    for (int site = 0; site < sites.count(); ++site)
      if (random_() % 3 == 0) memory.push_back({.obstacle = 0, .site = site, .normal_force = 0.01});
    return memory;
  }

  /// Each node by up to so much [m].
  Points moved(Points x, double by) {
    std::uniform_real_distribution<double> any(-by, by);
    for (double& coordinate : x.reshaped()) coordinate += any(random_);
    return x;
  }

  /// By searches at one place after the other, all of a step.
  std::vector<Contact> found_by_program(const std::vector<Points>& places,
                                        const std::vector<ContactMemory>& memory) {
    Contacts contacts(sheet_, topology_, surface_);
    contacts.set_obstacles({obstacle_});
    contacts.begin_step(lifted(places[0]), 0, 0.01, memory);
    for (const Points& x : places)
      (void)contacts.find(x, std::vector<char>(static_cast<std::size_t>(nodes())));
    return std::as_const(contacts).list();
  }

  /// The number in lanes of a contact with the only obstacle: what pokes is first in an element there.
  int number_of(const Contact& contact) const {
    const SurfaceSites sites(sheet_, topology_);
    const int inside = contact.site - sites.element_site(0), first = inside / kSoftSites * kSoftSites;
    if (inside < 0 || !contact.compression.is_soft()) return contact.site;
    return sites.element_site(0) + first + (inside - first + 1) % kSoftSites;
  }

 private:
  RigidPose turned() {
    std::uniform_real_distribution<double> any(-1, 1);
    const Vec3 axis = Vec3(any(random_), any(random_), any(random_)).normalized();
    return {.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(any(random_), axis)),
            .translation = {0.02, -0.01, -0.1}};
  }

  Mesh sheet_;
  Topology topology_;
  ClothSurface surface_;
  Simulation simulation_;
  std::mt19937 random_;
  Obstacle obstacle_;
};

/// Four worlds in lanes, each with its own sheet and memory.
class FourWorlds {
 public:
  explicit FourWorlds(const Simulation& simulation)
      : model_(simulation.model(), simulation.options(), {}, shapes_of(simulation)),
        numbers_(static_cast<std::size_t>(model_.tables().at.size)),
        scratch_(static_cast<std::size_t>(model_.tables().at.scratch_size)) {
    double pose[7];
    put_pose(simulation.obstacles()[0].pose(0), pose);
    for (int k = 0; k < 7; ++k) world_.pose()[k] = world_.wanted_pose()[k] = real<FourLanes>(pose[k]);
    for (FourNumbers& number : scratch_)
      number = number + std::numeric_limits<double>::quiet_NaN();  // left by others
    for (int k = 0; k < 7; ++k) world_.wanted_pose()[k] = real<FourLanes>(pose[k]);
  }

  void move(int lane, const Points& x) {
    for (Eigen::Index k = 0; k < x.size(); ++k) world_.next()[k][lane] = x.data()[k];
  }

  void put(int lane, const Points& x, const std::vector<ContactMemory>& memory) {
    const Tables& t = model_.tables();
    ClothState state;
    state.contacts = memory;
    std::vector<double> numbers(static_cast<std::size_t>(t.at.size));
    put_contacts(t, state, numbers.data());
    const Points start = lifted(x);
    std::copy_n(start.data(), start.size(), numbers.begin() + t.at.x);
    move(lane, x);
    for (int k = t.at.x; k < t.at.size; ++k) numbers_[k][lane] = numbers[k];
  }

  /// With no force of a program before.
  Listing<FourLanes> find(int finds = 1) {
    place_obstacles(world_);
    for (int c = 0; c < all_contacts(model_.tables()) && finds > 1; ++c) world_.gamma()[c] = FourNumbers{};
    (void)find_contacts(world_, world_.next(), FourNumbers{} == FourNumbers{}, Finds{finds});
    return list_contacts(world_, world_.next(), FourNumbers{} == FourNumbers{});
  }
  const World<FourLanes>& world() const { return world_; }

 private:
  BatchModel model_;
  std::vector<FourNumbers> numbers_, scratch_;
  World<FourLanes> world_{model_.tables(), numbers_.data(), scratch_.data()};
};

struct Count {
  int edges = 0, elements = 0, ends = 0, pokes = 0;
};

/// Both halve alike, so that what they find differs by the rounding of distances; of which the last line in
/// an element makes some more, as its direction is that of what is left of two normals.
void expect_the_same(const Draped& draped, const FourWorlds& worlds, const Listing<FourLanes>& listing,
                     int lane, const std::vector<Contact>& expected, Count& count) {
  const World<FourLanes>& w = worlds.world();
  std::size_t found = 0;
  for (int k = 0; k < listing.count; ++k) found += w.listed()[listing.contacts[k]][lane] > 0 ? 1 : 0;
  ASSERT_EQ(found, expected.size());
  for (const Contact& contact : expected) {
    const int c = draped.number_of(contact);
    const Compression& law = contact.compression;
    const SitePoint<FourLanes> point = SitePoint<FourLanes>::of(w, c);
    const double within = contact.point.count > 2 ? 1e-5 : 1e-9;
    ASSERT_GT(w.listed()[c][lane], 0) << "site " << c;
    ASSERT_NEAR(w.gap()[c][lane], contact.offset[0], 1e-3 * within);
    ASSERT_EQ(w.gamma()[c][lane], contact.multiplier[0]);
    if (law.is_soft()) {
      ASSERT_NEAR(w.squeeze_force()[c][lane], law.force, 1e-12 * law.force);
    }
    for (int i = 0; i < contact.point.count; ++i) {
      ASSERT_EQ(point.nodes[i], contact.point.nodes[i]);
      ASSERT_NEAR(point.weights[i][lane], contact.point.weights[i], within);
    }
    for (int i = 0; i < 3; ++i)
      ASSERT_NEAR(w.normal()[3 * c + i][lane], contact.frame(0, i), within) << "site " << c;
    const Vec3 way = contact.frame.bottomRows<2>().transpose() * contact.offset.tail<2>();
    for (int i = 0; i < 3; ++i) ASSERT_NEAR(w.way()[3 * c + i][lane], way[i], within);
    count.edges += contact.point.count == 2 ? 1 : 0;
    count.elements += contact.point.count > 2 ? 1 : 0;
    count.ends += contact.ends_level ? 1 : 0;
    count.pokes += law.is_soft() && contact.point.count > 2 && c < contact.site ? 1 : 0;
  }
}

template <class Place>
Count compare(Draped& draped, int trials, const Place& place) {
  Count count;
  for (int trial = 0; trial < trials; ++trial) {
    FourWorlds worlds(draped.simulation());
    std::vector<Contact> expected[4];
    for (int lane = 0; lane < 4; ++lane) {
      const Points x = place();
      const std::vector<ContactMemory> memory = draped.some_memory();
      worlds.put(lane, x, memory);
      expected[lane] = draped.found_by_program({x}, memory);
    }
    const Listing<FourLanes> listing = worlds.find();
    for (int lane = 0; lane < 4; ++lane) {
      SCOPED_TRACE("trial " + std::to_string(trial) + ", lane " + std::to_string(lane));
      expect_the_same(draped, worlds, listing, lane, expected[lane], count);
      if (testing::Test::HasFatalFailure()) return count;
    }
  }
  return count;
}

TEST(InsideInLanes, IsFoundWhatContactsFind) {
  const std::pair<const char*, std::shared_ptr<const Shape>> shapes[] = {
      {"sphere", make_sphere(0.1)},
      {"capsule", make_capsule(0.05, 0.1)},
      {"cylinder", make_cylinder(0.08, 0.1, 0.001)},
      {"box", make_box({0.15, 0.15, 0.15}, 0.001)},
      {"sharp box", make_box({0.15, 0.15, 0.15})}};
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle}) {
    Count all;
    for (const auto& [name, shape] : shapes) {
      SCOPED_TRACE(name);
      for (unsigned seed = 0; seed < 6; ++seed) {
        Draped draped(kind, shape, seed);
        const Count count = compare(draped, 5, [&] { return draped.place(); });
        if (HasFatalFailure()) return;
        all.edges += count.edges;
        all.elements += count.elements;
      }
    }
    EXPECT_GT(all.edges, 100);
    EXPECT_GT(all.elements, 30);
  }
}

/// Where parts that lie flat end between nodes.
TEST(InsideInLanes, IsFoundWhereLevelPartsEnd) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle}) {
    Draped draped(kind, make_box({0.15, 0.2, 0.15}, 0.001), 1, false);
    const Count count = compare(draped, 20, [&] { return draped.level_place(); });
    EXPECT_GT(count.ends, 50);
  }
}

/// Where cloth can be squeezed: what elements choose, and keep as the sheet moves in four searches of a step.
TEST(AreasInLanes, StandWhereContactsFindThem) {
  const std::pair<const char*, std::shared_ptr<const Shape>> shapes[] = {
      {"sphere", make_sphere(0.1)},
      {"small sphere", make_sphere(0.01)},
      {"cylinder", make_cylinder(0.08, 0.1, 0.001)},
      {"box", make_box({0.15, 0.15, 0.15}, 0.001)}};
  constexpr Material kSoft{.thickness = 2e-3};
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle}) {
    Count count;
    for (const auto& [name, shape] : shapes)
      for (unsigned seed = 0; seed < 24; ++seed) {
        SCOPED_TRACE(std::string(name) + ", seed " + std::to_string(seed));
        Draped draped(kind, shape, seed, true, kSoft);
        FourWorlds worlds(draped.simulation());
        std::vector<Points> places[4];
        std::vector<ContactMemory> memory[4];
        for (int lane = 0; lane < 4; ++lane) {
          memory[lane] = draped.some_memory();
          places[lane].push_back(draped.place());
          worlds.put(lane, places[lane][0], memory[lane]);
        }
        for (int finds = 1; finds <= 5; ++finds) {
          const Listing<FourLanes> listing = worlds.find(finds);
          for (int lane = 0; lane < 4; ++lane) {
            expect_the_same(draped, worlds, listing, lane,
                            draped.found_by_program(places[lane], memory[lane]), count);
            if (HasFatalFailure()) return;
            places[lane].push_back(draped.moved(places[lane].back(), finds == 1 ? 4e-4 : 5e-5));
            worlds.move(lane, places[lane].back());
          }
        }
      }
    EXPECT_GT(count.edges, 100);
    EXPECT_GT(count.elements, 1000);
    EXPECT_GT(count.pokes, 20);
  }
}

}  // namespace
}  // namespace isocloth::batch
