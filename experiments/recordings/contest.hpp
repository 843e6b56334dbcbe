#pragma once

/// Models that are fitted to some recordings and have to predict others, all on equal terms: the same hanger,
/// latency and offset found from the same frames.

#include "fitting/fit/study.hpp"

namespace isocloth::experiments {

enum class Contender {
  inextensible,  ///< δ and α
  no_air,        ///< δ = ρ: α alone
  edges,         ///< edges keep their length: α and shear stiffness
  plate,         ///< rigid, hangs from the tool and turns with it
};
inline constexpr Contender kContenders[] = {Contender::inextensible, Contender::no_air, Contender::edges,
                                            Contender::plate};

const char* name_of(Contender contender);

/// Frames of a recording from a share of its time on, up to another.
struct Stretch {
  const fitting::Recording* recording = nullptr;
  double from = 0, until = 1;  ///< shares of its duration; training stretches begin at 0
};

struct Training {
  fitting::Hanger hanger{};
  fitting::FitResult fit{};  ///< empty for the plate, but for the shift
};

/// Finds the hanger from the stretches; the camera's turn too.
fitting::Hanger find_hanger(const std::vector<Stretch>& training);

Training train(Contender contender, const std::vector<Stretch>& training, const fitting::Hanger& hanger,
               double tolerance);

/// Errors on frames that were not trained on.
struct Prediction {
  fitting::ErrorSummary errors;
  double floor = 0;  ///< scatter of the held nodes about the trained hanger on the same frames [m]
};
Prediction predict(Contender contender, const Training& training, const Stretch& unseen);

}  // namespace isocloth::experiments
