#pragma once

/// A trajectory in the form that another program reads, chosen by the ending of the file's name.

#include <string>
#include <vector>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The endings that are written, ".ict" first.
std::vector<std::string> export_endings();

/// InputError that lists them where the name has another ending.
void check_export(const std::string& path);

/// .ict .csv .npz .pvd .vtp .glb .pc2 .obj; InputError as above.
void export_trajectory(const std::string& path, const Trajectory& trajectory);

// The formats one by one, each by its ending.

/// Positions as a table: header `t,x0,y0,z0,x1,…`, one row per frame, [s] and [m], 9 significant digits.
void export_csv(const std::string& path, const Trajectory& trajectory);

/// Everything as numpy arrays; `numpy.load(path)` gives, for f frames, n nodes, e elements, g grasps and k
/// obstacles:
///
///   t (f)  positions (f,n,3)  velocities (f,n,3)  rest (n,3)  elements (e,4), −1 as a triangle's fourth
///   metric_error area_total area_mean area_dispersion (f)  steps converged_steps iterations (f)
///   node_penetration surface_penetration (f)  grasp_force grasp_torque (f,g,3)
///   grasp_pose (f,g,7)  grasp_names (g)
///   obstacle_names (k)  obstacle_pose (f,k,7): x y z qw qx qy qz  obstacle_force obstacle_torque (f,k,3)
///   contact_force (f,n,3), (f,0,3) without obstacles
///
/// InputError above 4 GB, the limit of zip without extensions.
void export_npz(const std::string& path, const Trajectory& trajectory);

/// ParaView files: PolyData (`.vtp`), binary as inline base64, quads kept; and a collection in time (`.pvd`).
///
/// Point data: velocity [m/s], contact_force [N] where there are obstacles. Cell data: area_error, signed
/// relative error of the element's area [-]; of obstacles: obstacle, which one a cell belongs to.
/// A `.vtp` shows the last frame; InputError where there is none.
void export_vtp(const std::string& path, const Trajectory& trajectory);

/// `NAME.pvd`, and one file per frame `NAME/frame_000000.vtp` in the folder of that name beside it. Obstacles
/// are part 1: `NAME/obstacles_000000.vtp`, a new one whenever they have moved.
void export_pvd(const std::string& path, const Trajectory& trajectory);

/// glTF 2.0 in one binary file: an animated mesh for Blender, three.js, Windows and macOS viewers.
///
/// The mesh is the first frame; each later frame is a morph target (differences of positions and normals),
/// and an animation moves linearly from one to the next. Obstacles are nodes beside it, moved and turned by
/// the same animation. Triangles (quads are cut), float32, y up: (x, y, z) → (x, z, −y).
/// InputError where there is no frame, no element, or the file would pass 4 GB.
void export_glb(const std::string& path, const Trajectory& trajectory);

/// More frames than this are thinned evenly, the first and the last kept: viewers hold every target in
/// memory.
inline constexpr int kGlbMaxFrames = 600;

/// PointCache2, read by Blender's mesh cache, Houdini and 3ds Max: positions only, float32, z up.
///
///   "POINTCACHE2\0" · i32 version 1 · i32 nodes · f32 first frame 0 · f32 frames per sample 1 · i32 samples
///   then samples × nodes × (x, y, z)
void export_pc2(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
