#include "crossings/random_cloths.hpp"

#include <algorithm>
#include <limits>

#include "isocloth/garments/garment.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::test {
namespace {

constexpr double kMostOfEdge = 0.55;  ///< thickness over the shortest edge, diagonals of quads aside

double shortest_edge(const Mesh& mesh) {
  double least = 1;
  for (const Element& e : mesh.elements)
    for (int c = 0, n = corner_count(e); c < n; ++c)
      least = std::min(least, (mesh.x.row(e[c]) - mesh.x.row(e[(c + 1) % n])).norm());
  return least;
}

Material material_of(Chance& chance, const Mesh& mesh) {
  Material material{.density = chance.magnitude(0.05, 0.5), .damping = chance.between(0, 0.5)};
  if (!chance.once_in(4)) material.bending = chance.magnitude(1e-6, 2e-4);
  if (chance.once_in(3)) material.shear_stiffness = chance.magnitude(10, 200);
  material.compression = chance.once_in(6) ? INFINITY : chance.magnitude(500, 20000);
  material.thickness = std::min(chance.magnitude(3e-4, 4e-3), kMostOfEdge * shortest_edge(mesh));
  return material;
}

ClothOptions options_of(Chance& chance) {
  ClothOptions options;
  if (chance.once_in(5)) options.rows = RowsAt::nodes;
  options.self_contact = SelfContact{chance.once_in(4) ? 0.0 : chance.between(0, 1)};
  return options;
}

Mesh sheet(Chance& chance, int most) {
  const std::array<double, 2> size{chance.between(0.15, 0.4), chance.between(0.15, 0.4)};
  const int a = chance.whole(5, most), b = chance.whole(5, most);
  if (chance.once_in(3)) return make_irregular_rectangle(size, std::max(25, a * b), 7);
  return make_rectangle(size, {a, b}, chance.once_in(4) ? ElementKind::triangle : ElementKind::quad);
}

Mesh garment(Chance& chance) {
  switch (chance.whole(0, 3)) {
    case 0:
      return make_garment(TankTop{.triangles = chance.whole(300, 500)}).mesh;
    case 1:
      return make_garment(TShirt{.triangles = chance.whole(400, 600)}).mesh;
    case 2:
      return make_garment(Skirt{.triangles = chance.whole(200, 400)}).mesh;
    default:
      return make_garment(Trousers{.triangles = chance.whole(500, 700)}).mesh;
  }
}

/// A sheet that is cut from its left side to its middle.
Mesh cut_sheet(Chance& chance) {
  const int columns = 2 * chance.whole(3, 6) + 1, rows = 2 * chance.whole(2, 5) + 1, middle = rows / 2;
  Mesh mesh = make_rectangle({0.3, 0.3}, {columns, rows});
  mesh.parts.clear();
  const int n = mesh.node_count(), cut = columns / 2;
  mesh.x.conservativeResize(n + cut, 3);
  for (int c = 0; c < cut; ++c) {
    mesh.x.row(n + c) = mesh.x.row(middle * columns + c);
    mesh.x(n + c, 1) += 4e-3;
  }
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    if (static_cast<int>(e) / (columns - 1) >= middle)
      for (int& node : mesh.elements[e])
        if (node / columns == middle && node % columns < cut) node = n + node % columns;
  return mesh;
}

Points turned(const Points& x, const Vec3& degrees) {
  Mesh mesh{.x = x, .elements = {}};
  mesh.x.rowwise() -= x.colwise().mean();
  return transformed(mesh, degrees, Vec3::Zero()).x;
}

/// One above the other, some nearer than their thickness.
void stack(Chance& chance, int count, int most, Cloths& cloths) {
  double z = 2e-3, below = 0;
  for (int k = 0; k < count; ++k) {
    const Mesh mesh = sheet(chance, most);
    Points x = turned(mesh.x, {0, 0, chance.between(0, 360)});
    x.rowwise() += Eigen::RowVector3d(chance.between(-0.04, 0.04), chance.between(-0.04, 0.04), 0);
    cloths.add(chance, mesh, x);
    const double half = 0.5 * cloths.thickness();
    z += (below + half) * (chance.once_in(3) ? chance.between(0.45, 1) : chance.between(1, 1.6));
    cloths.lift_to(z);
    below = half;
  }
}

void drop(Chance& chance, Cloths& cloths) {
  double z = 2e-3;
  for (int k = chance.whole(1, 2); k > 0; --k) {
    const Mesh mesh = sheet(chance, 17);
    const Vec3 turn(chance.between(30, 150), chance.between(-60, 60), chance.between(0, 90));
    cloths.add(chance, mesh, turned(mesh.x, turn));
    cloths.lift_to(z + cloths.thickness());
    z = cloths.start.back().col(2).maxCoeff() + 5e-3;
  }
}

void hang(Chance& chance, Cloths& cloths) {
  for (int k = chance.whole(1, 2); k > 0; --k) {
    const Mesh mesh = sheet(chance, 15);
    cloths.add(chance, mesh, turned(mesh.x, {90, 0, 0}));
    cloths.start.back().col(1).array() += 8e-3 * k;
    cloths.lift_to(0.15);
  }
}

void lay_side_by_side(Chance& chance, Cloths& cloths) {
  double x = 0;
  for (int k = chance.whole(2, 3); k > 0; --k) {
    const Mesh mesh = sheet(chance, 11);
    cloths.add(chance, mesh, turned(mesh.x, {0, 0, 0}));
    Points& at = cloths.start.back();
    at.col(0).array() += x - at.col(0).minCoeff();
    at.col(1).array() += chance.between(-0.03, 0.03);
    cloths.lift_to(3e-3);
    x = at.col(0).maxCoeff() + chance.between(2e-3, 6e-3);
  }
}

void add_tube(Chance& chance, Cloths& cloths) {
  const double radius = chance.between(0.02, 0.06), height = chance.between(0.15, 0.4);
  const int around = chance.whole(6, 20), along = chance.whole(6, 20);
  const ElementKind kind = chance.once_in(3) ? ElementKind::triangle : ElementKind::quad;
  const Mesh mesh = make_tube(radius, height, {around, along}, kind);
  cloths.add(chance, mesh, turned(mesh.x, {chance.once_in(2) ? 0 : chance.between(20, 90), 0, 0}));
  cloths.lift_to(0.01);
}

void add_ring(Chance& chance, Cloths& cloths) {
  const bool is_disc = chance.once_in(3);
  const double inner = chance.between(0.02, 0.06);
  const int first = chance.whole(10, 30), second = chance.whole(3, 9);
  const Mesh mesh =
      is_disc ? make_disc(0.15, first / 7, second / 3 + 1) : make_ring(inner, 0.16, {first, second});
  cloths.add(chance, mesh, turned(mesh.x, {chance.between(-60, 60), chance.between(-60, 60), 0}));
  cloths.lift_to(0.05);
}

}  // namespace

void Cloths::add(Chance& chance, Mesh mesh, const Points& at) {
  if (chance.once_in(2)) add_noise(mesh, 5e-4, 3, 0.05);
  const Material material = material_of(chance, mesh);
  pieces.push_back({mesh, "cloth" + std::to_string(pieces.size()), material, options_of(chance)});
  start.push_back(at);
}

Points Cloths::all_starts() const {
  Eigen::Index count = 0;
  for (const Points& at : start) count += at.rows();
  Points all(count, 3);
  count = 0;
  for (const Points& at : start) {
    all.middleRows(count, at.rows()) = at;
    count += at.rows();
  }
  return all;
}

Cloths random_cloths(Chance& chance, Kind kind) {
  Cloths cloths;
  if (kind == Kind::heap) drop(chance, cloths);
  if (kind == Kind::pile) stack(chance, chance.whole(2, 4), 13, cloths);
  if (kind == Kind::fold) stack(chance, chance.once_in(4) ? 2 : 1, 19, cloths);
  if (kind == Kind::tube) add_tube(chance, cloths);
  if (kind == Kind::ring) add_ring(chance, cloths);
  if (kind == Kind::hung) hang(chance, cloths);
  if (kind == Kind::side_by_side) lay_side_by_side(chance, cloths);
  if (kind == Kind::garment) {
    const Mesh mesh = garment(chance);
    cloths.add(chance, mesh, turned(mesh.x, {chance.between(-90, 90), chance.between(-30, 30), 0}));
    cloths.lift_to(0.01);
  }
  if (kind == Kind::cut) {
    const Mesh mesh = cut_sheet(chance);
    cloths.add(chance, mesh, turned(mesh.x, {chance.once_in(2) ? 0.0 : 90.0, 0, 0}));
    cloths.lift_to(4e-3);
  }
  return cloths;
}

}  // namespace isocloth::test
