#pragma once

/// A synthetic recording on disk, as a real one would be: clouds and a manifest, the tool of the robot on its
/// own clock, what tracking needs to know, and the truth.
///
///   clouds/00000.ply …   manifest.csv (time,file)   tool.csv (t,x,y,z of the hanger's middle)
///   track.yaml           truth.csv (t,x0,y0,z0,…)

#include <functional>
#include <string>

#include "fitting/camera/synthetic_recording.hpp"

namespace isocloth::fitting {

/// Into a folder, which is made. `nodes`: of the true grid. `wrote`: called after each frame; false ends it,
/// and then there is no manifest.
void write_recording(const SyntheticRecording& recording, std::array<int, 2> nodes, const std::string& folder,
                     const std::function<bool(int frame)>& wrote = {});

}  // namespace isocloth::fitting
