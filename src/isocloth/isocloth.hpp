#pragma once

/// The library, by one include. README.md beside this file lists what it leads to: the headers that are
/// installed.

#include "isocloth/batch/cloth_batch.hpp"
#include "isocloth/core/version.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "isocloth/garments/garment.hpp"
#include "isocloth/gradient/rollout_gradient.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/parts.hpp"
#include "isocloth/session/make_frame.hpp"
#include "isocloth/session/rollout.hpp"
