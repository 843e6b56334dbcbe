#pragma once

/// Families of meshes that every module should cope with, and small tools to make more.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::test {

using NamedMesh = std::pair<std::string, Mesh>;

/// Side by side, without shared nodes.
inline Mesh joined(const Mesh& a, const Mesh& b) {
  Mesh mesh;
  mesh.x.resize(a.x.rows() + b.x.rows(), 3);
  mesh.x << a.x, b.x;
  mesh.elements = a.elements;
  for (Element element : b.elements) {
    for (int k = 0; k < corner_count(element); ++k) element[k] += a.node_count();
    mesh.elements.push_back(element);
  }
  return mesh;
}

/// Only the elements that are wanted, and only the nodes that they need, in the same order.
inline Mesh kept(const Mesh& mesh, const std::function<bool(const Vec3& centre)>& wanted) {
  Mesh result;
  std::vector<int> new_index(mesh.node_count(), kNoNode);
  for (const Element& element : mesh.elements) {
    Vec3 centre = Vec3::Zero();
    for (int k = 0; k < corner_count(element); ++k)
      centre += mesh.x.row(element[k]).transpose() / corner_count(element);
    if (wanted(centre)) result.elements.push_back(element);
  }
  for (const Element& element : result.elements)
    for (int k = 0; k < corner_count(element); ++k) new_index[element[k]] = 0;
  int count = 0;
  for (int& index : new_index)
    if (index != kNoNode) index = count++;
  result.x.resize(count, 3);
  for (int i = 0; i < mesh.node_count(); ++i)
    if (new_index[i] != kNoNode) result.x.row(new_index[i]) = mesh.x.row(i);
  for (Element& element : result.elements)
    for (int k = 0; k < corner_count(element); ++k) element[k] = new_index[element[k]];
  return result;
}

/// Every second quad cut into two triangles.
inline Mesh half_cut(const Mesh& quads) {
  Mesh mesh;
  mesh.x = quads.x;
  for (std::size_t e = 0; e < quads.elements.size(); ++e) {
    const auto [a, b, c, d] = quads.elements[e];
    if (e % 2 == 0) {
      mesh.elements.push_back({a, b, c, d});
    } else {
      mesh.elements.push_back({a, b, c, kNoNode});
      mesh.elements.push_back({a, c, d, kNoNode});
    }
  }
  return mesh;
}

/// Square of 5×5 cells [m] without the middle one.
inline Mesh plate_with_hole() {
  return kept(make_rectangle({0.5, 0.5}, {6, 6}),
              [](const Vec3& c) { return (c - Vec3(0.25, 0.25, 0)).norm() > 0.05; });
}

/// Square of 6×6 cells without its upper right quarter.
inline Mesh l_shape() {
  return kept(make_rectangle({0.6, 0.6}, {7, 7}), [](const Vec3& c) { return c.x() < 0.3 || c.y() < 0.3; });
}

/// Two rectangles beside each other.
inline Mesh two_pieces() {
  return joined(make_rectangle({0.2, 0.3}, {4, 5}),
                transformed(make_rectangle({0.2, 0.2}, {3, 3}, ElementKind::triangle), Vec3(0, 0, 0),
                            Vec3(0.5, 0, 0.1)));
}

inline std::vector<NamedMesh> all_meshes() {
  std::vector<NamedMesh> meshes;
  const std::array<double, 2> a3{0.297, 0.42};  // [m]
  for (const std::array<int, 2> nodes :
       std::vector<std::array<int, 2>>{{2, 2}, {3, 2}, {2, 5}, {4, 4}, {9, 9}, {12, 9}}) {
    const std::string size = std::to_string(nodes[0]) + "x" + std::to_string(nodes[1]);
    meshes.emplace_back("quads " + size, make_rectangle(a3, nodes));
    meshes.emplace_back("triangles " + size, make_rectangle(a3, nodes, ElementKind::triangle));
  }
  for (const int count : {4, 5, 9, 30, 81, 150})
    meshes.emplace_back("irregular " + std::to_string(count), make_irregular_rectangle(a3, count, 7));
  meshes.emplace_back("mixed 6x5", half_cut(make_rectangle(a3, {6, 5})));
  meshes.emplace_back("ring", make_ring(0.1, 0.3, {24, 5}));
  meshes.emplace_back("ring of triangles", make_ring(0.1, 0.3, {16, 3}, ElementKind::triangle));
  meshes.emplace_back("disc", make_disc(0.3, 4, 3));
  meshes.emplace_back("tube", make_tube(0.1, 0.4, {16, 7}));
  meshes.emplace_back("tube of triangles", make_tube(0.1, 0.4, {12, 4}, ElementKind::triangle));
  meshes.emplace_back("plate with hole", plate_with_hole());
  meshes.emplace_back("L-shape", l_shape());
  meshes.emplace_back("two pieces", two_pieces());
  meshes.emplace_back("sliver quads", make_rectangle({1.0, 1e-3}, {5, 4}));
  return meshes;
}

}  // namespace isocloth::test
