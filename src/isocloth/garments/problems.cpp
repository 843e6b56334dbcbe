// Which cuts are refused, each for one reason: lengths out of range, then lengths that do not fit together.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isocloth/core/require.hpp"
#include "isocloth/garments/garment.hpp"
#include "isocloth/mesh/relax_triangles.hpp"

namespace isocloth {
namespace {

constexpr double kShortest = 0.005, kLongest = 10;  // of a length of the cut [m]: doll to giant
constexpr int kFewestTriangles = 200, kMostTriangles = 200'000;
constexpr double kAlmost = 0.9;    // a part may take up this share of the whole it lies in [-]
constexpr double kSteepest = 0.7;  // slope of a seam that should be about level or upright [-]
constexpr double kDeepest = 0.6;   // depth over the width of the narrowest tube [-]
constexpr double kQuarterTurn = std::numbers::pi / 4;  // length of a bend up to its crest, over the depth [-]
constexpr double kNarrowest = 20;                      // longer over shorter side of a towel [-]
constexpr double kLargestSlope = 45;                   // of a sleeve [°]

/// Collects the first thing that is wrong.
class Problems {
 public:
  void within(const std::string& name, double value, double low, double high, const std::string& unit) {
    if (value >= low && value <= high) return;  // false for NaN too
    report(name + " must be from " + to_text(low) + " to " + to_text(high) + unit + ", got " +
           to_text(value));
  }

  void at_most(const std::string& name, double value, double limit, const std::string& what) {
    if (value <= limit) return;
    report(name + " must be at most " + to_text(limit) + " m (" + what + "), got " + to_text(value));
  }

  void at_least(const std::string& name, double value, double limit, const std::string& what) {
    if (value >= limit) return;
    report(name + " must be at least " + to_text(limit) + " m (" + what + "), got " + to_text(value));
  }

  /// The bends over the two shoulders, at this slope [rad], must not reach each other below the neck opening.
  template <class Cut>
  void neck_drops(const Cut& cut, double slope) {
    const double least = (kQuarterTurn * cut.depth - cut.neck_width / 2 * std::sin(slope)) / std::cos(slope);
    const std::string what = "or the bends over the shoulders meet; or make depth smaller";
    at_least("front_neck_drop", cut.front_neck_drop, least, what);
    at_least("back_neck_drop", cut.back_neck_drop, least, what);
    at_most("front_neck_drop", cut.front_neck_drop, kAlmost * cut.length, "0.9 of length");
    at_most("back_neck_drop", cut.back_neck_drop, kAlmost * cut.length, "0.9 of length");
  }

  /// Each number alone.
  template <class Cut>
  void numbers(Cut cut) {
    within("triangles", cut.triangles, kFewestTriangles, kMostTriangles, "");
    for (const auto& [name, value] : lengths_of(cut)) {
      const std::string key = name;
      if (key == "slope_deg")
        within(key, *value, 0, kLargestSlope, " degrees");
      else
        within(key, *value, key == "shoulder_drop" ? 0 : kShortest, kLongest, " m");
    }
  }

  std::optional<std::string> first() const { return first_; }

 private:
  void report(std::string sentence) {
    if (!first_) first_ = std::move(sentence);
  }

  std::optional<std::string> first_;
};

}  // namespace

std::optional<std::string> problem(const TankTop& cut) {
  Problems p;
  p.numbers(cut);
  p.at_most("shoulder_width", cut.shoulder_width, kAlmost * cut.width, "0.9 of width");
  p.at_most("neck_width", cut.neck_width, kAlmost * cut.shoulder_width, "0.9 of shoulder_width");
  p.at_most("shoulder_drop", cut.shoulder_drop, kSteepest * (cut.shoulder_width - cut.neck_width) / 2,
            "0.7 of a shoulder's length");
  p.at_most("arm_hole", cut.arm_hole, kAlmost * cut.length - cut.shoulder_drop,
            "0.9 of length, less shoulder_drop");
  p.neck_drops(cut, std::atan2(cut.shoulder_drop, (cut.shoulder_width - cut.neck_width) / 2));
  p.at_most("depth", cut.depth, kDeepest * cut.width, "0.6 of width");
  return p.first();
}

std::optional<std::string> problem(const TShirt& cut) {
  Problems p;
  p.numbers(cut);
  p.at_most("neck_width", cut.neck_width, kAlmost * cut.width, "0.9 of width");
  const double slope = cut.slope_deg * kDegree;
  p.neck_drops(cut, slope);
  const double shoulder =
      std::tan(slope) * (cut.width - cut.neck_width) / 2;  // its outer end, below the neck
  p.at_most("sleeve_width", cut.sleeve_width, (kAlmost * cut.length - shoulder) * std::cos(slope),
            "or the armpit is below 0.9 of length");
  p.at_least("sleeve_length", cut.sleeve_length, cut.sleeve_width * (std::tan(slope) + 0.25),
             "or nothing is left of its lower edge");
  p.at_most("depth", cut.depth, kDeepest * std::min(cut.width, cut.sleeve_width),
            "0.6 of width and of sleeve_width");
  return p.first();
}

std::optional<std::string> problem(const Skirt& cut) {
  Problems p;
  p.numbers(cut);
  p.at_most("hem", cut.hem, cut.waist + 2 * kSteepest * cut.length, "waist + 1.4 length");
  p.at_most("waist", cut.waist, cut.hem + 2 * kSteepest * cut.length, "hem + 1.4 length");
  p.at_most("depth", cut.depth, kDeepest * std::min(cut.waist, cut.hem), "0.6 of waist and of hem");
  return p.first();
}

std::optional<std::string> problem(const Trousers& cut) {
  Problems p;
  p.numbers(cut);
  p.at_most("rise", cut.rise, kAlmost * cut.length, "0.9 of length");
  p.at_least("rise", cut.rise, 1.5 * kQuarterTurn * cut.depth,
             "the bend at the crotch; or make depth smaller");
  const double ankles = cut.stride + 2 * cut.leg_width;  // from the one's outer end to the other's
  p.at_most("waist", cut.waist, ankles + 2 * kSteepest * cut.length, "stride + 2 leg_width + 1.4 length");
  p.at_least("waist", cut.waist, ankles - 2 * kSteepest * cut.length, "stride + 2 leg_width - 1.4 length");
  p.at_most("depth", cut.depth, kDeepest * std::min(cut.waist, cut.leg_width),
            "0.6 of waist and of leg_width");
  return p.first();
}

std::optional<std::string> problem(const Towel& cut) {
  Problems p;
  p.numbers(cut);
  p.at_most("width", cut.width, kNarrowest * cut.length, "20 length");
  p.at_most("length", cut.length, kNarrowest * cut.width, "20 width");
  return p.first();
}

}  // namespace isocloth
