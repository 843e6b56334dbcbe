#include "isocloth/dynamics/fingerprint.hpp"

#include <bit>
#include <cmath>

#include "isocloth/dynamics/step.hpp"

namespace isocloth {
namespace {

enum Part : std::size_t { kMesh, kMaterial, kCloth, kStep, kGravity, kSolver, kObstacles };

constexpr const char* kDifferences[] = {"its mesh is another",          "its material is another",
                                        "its cloth options are others", "its time step is another",
                                        "its gravity is another",       "its solver options are others",
                                        "its obstacles are others"};

/// Mixes numbers one after the other, the last bit of each.
class Hash {
 public:
  explicit Hash(std::uint64_t start = 0) : value_(start) {}

  Hash& operator<<(std::uint64_t number) {
    value_ = (value_ ^ number) * 0x9e3779b97f4a7c15ULL;  // 2⁶⁴ over the golden ratio, odd
    value_ ^= value_ >> 29;
    return *this;
  }
  Hash& operator<<(int number) { return *this << static_cast<std::uint64_t>(number); }
  Hash& operator<<(double number) { return *this << std::bit_cast<std::uint64_t>(number + 0.0); }  // −0 is 0
  Hash& operator<<(const Vec3& v) { return *this << v.x() << v.y() << v.z(); }
  Hash& operator<<(const Mesh& mesh) {
    *this << mesh.node_count() << mesh.element_count();
    for (const double coordinate : mesh.x.reshaped<Eigen::RowMajor>()) *this << coordinate;
    for (const Element& element : mesh.elements)
      for (const int node : element) *this << node;
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

std::uint64_t hash_of_materials(const std::vector<Piece>& pieces) {
  Hash hash;
  for (const Piece& piece : pieces) {
    const Material& m = piece.material;
    hash << m.density << m.gravitational_mass() << m.bending << m.damping << m.bending_damping << m.thickness
         << m.compression << m.shear_stiffness;
  }
  return hash.value();
}

std::uint64_t hash_of_options(const std::vector<Piece>& pieces, const std::vector<int>& corners) {
  Hash hash;
  for (const Piece& piece : pieces) {
    const ClothOptions& o = piece.options;
    hash << (o.self_contact ? 1 + o.self_contact->friction : 0.0);
    hash << static_cast<int>(o.rows) << static_cast<int>(o.frames) << o.warp << o.stretch_wave_speed
         << o.stiffening_strain << o.element_springs.tension_share << o.element_springs.edge_share
         << o.element_springs.viscosity << (o.edges ? o.edges->shear_stiffness : -1.0);
  }
  for (const int corner : corners) hash << corner;
  return hash.value();
}

/// A node of one cloth is another than the same node of two: where cloths begin counts, their names do not.
std::uint64_t hash_of_mesh(const ClothModel& model) {
  Hash hash;
  hash << model.rest;
  for (std::size_t p = 1; p < model.pieces.size(); ++p) hash << model.pieces[p].first_node;
  return hash.value();
}

/// A function in C++ has no other face than its values: distances at some points inside and around it.
std::uint64_t hash_of(const Shape& shape) {
  Hash hash;
  hash << shape.inner_radius() << shape.outer_radius() << shape.surface(1);
  const double size = std::isfinite(shape.outer_radius()) ? shape.outer_radius() : 1;
  for (int k = 0; k < 8; ++k)
    hash << shape
                .distance_to(size * (0.2 + 0.1 * k) * Vec3(std::sin(k), std::cos(3 * k), std::sin(2 * k + 1)))
                .distance;
  return hash.value();
}

}  // namespace

Fingerprint fingerprint(const ClothModel& model, const StepOptions& options) {
  Fingerprint result;
  result.parts[kMesh] = hash_of_mesh(model);
  result.parts[kMaterial] = hash_of_materials(model.pieces);
  result.parts[kCloth] = hash_of_options(model.pieces, model.corners);
  result.parts[kStep] = (Hash() << options.dt).value();
  result.parts[kGravity] = (Hash() << options.gravity).value();
  const ProjectionOptions& p = options.projection;
  result.parts[kSolver] = (Hash() << static_cast<int>(options.integrator) << static_cast<int>(p.method)
                                  << p.tolerance << p.max_iterations << options.iteration_budget)
                              .value();
  return result;
}

void Fingerprint::add(const Obstacle& obstacle) {
  parts[kObstacles] = (Hash(parts[kObstacles]) << hash_of(*obstacle.shape) << obstacle.friction).value();
  if (!obstacle.finger) return;
  const Finger& f = *obstacle.finger;
  parts[kObstacles] =
      (Hash(parts[kObstacles]) << f.axis << f.opening << f.stroke << f.mass << f.speed).value();
}

const char* Fingerprint::difference_from(const Fingerprint& other) const {
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] != other.parts[i]) return kDifferences[i];
  return nullptr;
}

}  // namespace isocloth
