#pragma once

/// numpy arrays in and out.
///
/// In: contiguous float64 or int32, checked and converted by the Python layer (isocloth/_arrays.py), which
/// says what is wrong in one sentence; nanobind refuses anything else. Out: read-only views that keep their
/// owner alive, or new arrays.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "isocloth/dynamics/handed_over.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::python {

namespace nb = nanobind;

template <class... Shape>
using NumbersIn = nb::ndarray<const double, Shape..., nb::c_contig, nb::device::cpu>;
using PointsIn = NumbersIn<nb::shape<-1, 3>>;
using VectorIn = NumbersIn<nb::shape<-1>>;
using Vec3In = NumbersIn<nb::shape<3>>;
using ElementsIn = nb::ndarray<const int, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

template <class Scalar, class... Shape>
using View = nb::ndarray<nb::numpy, const Scalar, Shape..., nb::c_contig>;
using PointsView = View<double, nb::shape<-1, 3>>;
using Columns = nb::typed<nb::dict, nb::str, nb::any>;  ///< arrays by name
using NumbersOut = nb::ndarray<nb::numpy, double, nb::c_contig>;

inline Points to_points(const PointsIn& array) {
  return Eigen::Map<const Points>(array.data(), static_cast<Eigen::Index>(array.shape(0)), 3);
}

inline Vec3 to_vec3(const Vec3In& array) { return Eigen::Map<const Vec3>(array.data()); }

inline std::vector<Vec3> to_vec3s(const PointsIn& array) {
  std::vector<Vec3> list(array.shape(0));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = Eigen::Map<const Vec3>(array.data() + 3 * i);
  return list;
}

/// A view of memory that lives as long as `owner`.
inline PointsView view_of(const Points& points, nb::handle owner) {
  return PointsView(points.data(), {static_cast<std::size_t>(points.rows()), 3}, owner);
}

/// A new array of this shape, to be filled through data().
template <class Scalar>
nb::ndarray<nb::numpy, Scalar, nb::c_contig> new_array(std::initializer_list<std::size_t> shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  auto* data = new Scalar[size > 0 ? size : 1]();
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Scalar*>(p); });
  return nb::ndarray<nb::numpy, Scalar, nb::c_contig>(data, shape, owner);
}

inline NumbersOut array_of(const Points& points) {
  NumbersOut array = new_array<double>({static_cast<std::size_t>(points.rows()), 3});
  Eigen::Map<Points>(array.data(), points.rows(), 3) = points;
  return array;
}

inline NumbersOut array_of(const Vec3& v) {
  NumbersOut array = new_array<double>({3});
  Eigen::Map<Vec3>(array.data()) = v;
  return array;
}

/// Force and torque, or momentum and its moment: (6,).
inline NumbersOut array_of(const Wrench& wrench) {
  NumbersOut array = new_array<double>({6});
  Eigen::Map<Vec3>(array.data()) = wrench.force;
  Eigen::Map<Vec3>(array.data() + 3) = wrench.torque;
  return array;
}

}  // namespace isocloth::python
