#pragma once

/// The obstacles of a batch: what lanes know of their shapes, and their poses as numbers.

#include <vector>

#include "isocloth/batch/tables.hpp"
#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::batch {

/// One for each obstacle, those that were removed included.
std::vector<ShapeFacts> shapes_of(const Simulation& simulation);

/// Whether lanes can have the contacts of such a simulation: with simple shapes.
bool can_touch_in_lanes(const Simulation& simulation);

/// x y z [m], quaternion w x y z.
void put_pose(const RigidPose& pose, double* numbers);
RigidPose pose_in(const double* numbers);

/// What a state remembers of its contacts, to and from the numbers of a world.
void put_contacts(const Tables& tables, const ClothState& state, double* numbers);
void take_contacts(const Tables& tables, const double* numbers, std::vector<ContactMemory>& to);

/// Whether lanes have all of these contacts.
bool are_in_lanes(const Tables& tables, const std::vector<ContactMemory>& contacts);

}  // namespace isocloth::batch
