#pragma once

/// What a camera sees: for each pixel the first surface along the ray through its middle.
///
/// A triangle with corners p_0, p_1, p_2 in the camera's frame is met by the ray t·d where
///
///   w = M⁻¹ d ≥ 0,   M = (p_0 p_1 p_2),   at depth t = 1 / (w_0 + w_1 + w_2),   barycentric coordinates t·w
///
/// w is linear in the picture, so each row of pixels has one interval that is inside; nothing needs to be
/// clipped at the camera. [Olano & Greer 1997, Triangle scan conversion using 2D homogeneous coordinates]

#include <cstdint>
#include <limits>
#include <vector>

#include "io/camera/pinhole.hpp"
#include "isocloth/mesh/mesh.hpp"
#include "isocloth/obstacles/shape.hpp"

namespace isocloth::io {

inline constexpr int kNothing = -1;  ///< label of pixels that see nothing

struct Sight {
  explicit Sight(const Pinhole& camera);

  Pinhole camera;
  std::vector<float> depth;             ///< [m], row by row from the top; infinite where nothing is
  std::vector<std::int32_t> label;      ///< of the thing that is seen
  std::vector<std::int32_t> part;       ///< which element of it
  std::vector<Eigen::Vector3f> normal;  ///< unit, in the world, towards the camera
  std::vector<Eigen::Vector3f> paint;   ///< colour without light: sRGB, 0 to 1

  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * camera.width + x; }
};

/// A pattern of squares on the rest shape, so that trackers have something to track.
struct Paint {
  Eigen::Vector3f color{0.25F, 0.5F, 0.77F};
  Eigen::Vector3f other{0.9F, 0.9F, 0.9F};  ///< of every second square
  double square = 0;                        ///< its side [m]; 0: one colour
  Points rest{};                            ///< where each node is in the pattern [m]; empty without squares
  Points colors{};                          ///< instead: of each node, 0 to 1; empty: none
};

/// Which sides of triangles are seen: of a closed surface the front alone.
enum class Sides { both, front };

/// Draws elements, quads as two triangles from their first corner, at x [m] of a body's frame.
void draw_elements(const Points& x, const std::vector<Element>& elements, const Paint& paint, int label,
                   Sight& sight, const RigidPose& body = {}, Sides sides = Sides::both);

/// Draws a solid exactly where its distance is 0: what its surface of flat pieces covers is led along each
/// ray to the true surface. Of a mesh the flat pieces are drawn as they are, a half-space is seen to the
/// horizon.
void draw_solid(const Shape& shape, const RigidPose& pose, const Paint& paint, int label, Sight& sight);

/// Nodes of the cloth with this label that nothing hides, in increasing order: the pixel at the node or a
/// neighbour of it sees an element of the node.
std::vector<int> visible_nodes(const Points& x, const std::vector<Element>& elements, int label,
                               const Sight& sight);

/// sRGB bytes, three a pixel: a lamp at the camera and light from everywhere; `background` where nothing is.
std::vector<std::uint8_t> shade(const Sight& sight, const Eigen::Vector3f& background);

}  // namespace isocloth::io
