#include "io/picture/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

namespace isocloth::io {

namespace {

/// A piece of an ellipse about (x, y) with radii (rx, ry), from one angle to another [deg, counter-clockwise
/// from +x]; or, where both radii are 0, the line from (x, y) to (from, to). Digits are 1 high and stand on y
/// = 0.
struct Stroke {
  double x, y, rx, ry, from, to;
};

Stroke line(double x0, double y0, double x1, double y1) { return {x0, y0, 0, 0, x1, y1}; }
Stroke arc(double x, double y, double rx, double ry, double from, double to) {
  return {x, y, rx, ry, from, to};
}

struct Glyph {
  double width = 0.4;  ///< with the gap after it
  std::vector<Stroke> strokes{};
};

const Glyph& glyph_of(char c) {
  constexpr double w = 0.72;
  static const std::map<char, Glyph> kGlyphs{
      {'0', {w, {arc(.28, .5, .26, .5, 0, 360)}}},
      {'1', {w, {line(.1, .8, .32, 1), line(.32, 1, .32, 0)}}},
      {'2', {w, {arc(.28, .73, .25, .27, -30, 170), line(.497, .595, .03, 0), line(.03, 0, .54, 0)}}},
      {'3', {w, {arc(.26, .755, .23, .245, -90, 155), arc(.26, .255, .265, .255, -155, 90)}}},
      {'4', {w, {line(.42, 0, .42, 1), line(.42, 1, .02, .28), line(.02, .28, .58, .28)}}},
      {'5', {w, {line(.5, 1, .12, 1), line(.12, 1, .07, .56), arc(.27, .32, .265, .32, -145, 131)}}},
      {'6', {w, {arc(.28, .32, .255, .32, 0, 360), arc(.6, .32, .575, .72, 108, 180)}}},
      {'7', {w, {line(.02, 1, .54, 1), line(.54, 1, .2, 0)}}},
      {'8', {w, {arc(.28, .76, .215, .24, 0, 360), arc(.28, .26, .26, .26, 0, 360)}}},
      {'9', {w, {arc(.28, .68, .255, .32, 0, 360), arc(-.04, .68, .575, .72, -72, 0)}}},
      {'.', {0.28, {line(.08, .02, .08, .02)}}},
      {'-', {0.72, {line(.08, .42, .5, .42)}}},
      {'+', {0.72, {line(.06, .42, .54, .42), line(.3, .18, .3, .66)}}},
      {'=', {0.72, {line(.06, .3, .54, .3), line(.06, .54, .54, .54)}}},
      {'%', {1.0, {arc(.17, .78, .15, .2, 0, 360), arc(.67, .22, .15, .2, 0, 360), line(.66, 1, .18, 0)}}},
      {'t', {0.46, {line(.16, .95, .16, .15), arc(.29, .15, .13, .15, 180, 280), line(.02, .68, .34, .68)}}},
      {'s', {0.52, {arc(.21, .52, .17, .16, 35, 270), arc(.21, .18, .19, .18, -150, 90)}}},
      {'a', {0.64, {arc(.24, .34, .22, .34, 0, 360), line(.46, .68, .46, 0)}}},
      {'r', {0.42, {line(.06, .68, .06, 0), arc(.26, .42, .2, .26, 75, 180)}}},
      {'e', {0.64, {arc(.26, .34, .24, .34, 0, 315), line(.02, .34, .5, .34)}}},
      {'o', {0.66, {arc(.26, .34, .24, .34, 0, 360)}}},
      {'c', {0.6, {arc(.26, .34, .24, .34, 45, 315)}}},
      {'n', {0.62, {line(.06, .68, .06, 0), arc(.26, .4, .2, .28, 0, 180), line(.46, .4, .46, 0)}}},
      {'f', {0.42, {line(.16, 0, .16, .8), arc(.3, .8, .14, .2, 70, 180), line(.02, .64, .34, .64)}}},
      {'p', {0.66, {line(.06, .68, .06, -.3), arc(.28, .34, .22, .34, 0, 360)}}},
      {'P',
       {0.66,
        {line(.06, 0, .06, 1), line(.06, 1, .3, 1), arc(.3, .74, .24, .26, -90, 90),
         line(.3, .48, .06, .48)}}},
  };
  static const Glyph kBlank;
  const auto found = kGlyphs.find(c);
  return found == kGlyphs.end() ? kBlank : found->second;
}

double distance_to_segment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 d = b - a;
  const double t = d.squaredNorm() > 0 ? std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0) : 0.0;
  return (p - a - t * d).norm();
}

/// Collects the pixels (row, column) within a round pen that is drawn along segments.
struct Pen {
  const Canvas& canvas;
  double radius;
  std::vector<std::pair<int, int>>& inked;

  void segment(const Vec2& a, const Vec2& b) const {
    const Vec2 low = a.cwiseMin(b) - Vec2::Constant(radius + 1),
               high = a.cwiseMax(b) + Vec2::Constant(radius + 1);
    for (int y = std::max(0, int(low.y())); y < std::min(double(canvas.height), high.y()); ++y) {
      for (int x = std::max(0, int(low.x())); x < std::min(double(canvas.width), high.x()); ++x) {
        if (distance_to_segment({x + 0.5, y + 0.5}, a, b) <= radius) inked.emplace_back(y, x);
      }
    }
  }
};

void trace(const Stroke& s, const Vec2& origin, double size, const Pen& pen) {
  const auto place = [&](double x, double y) { return Vec2(origin.x() + size * x, origin.y() - size * y); };
  if (s.rx == 0 && s.ry == 0) return pen.segment(place(s.x, s.y), place(s.from, s.to));
  constexpr int kPieces = 24;
  const auto on_arc = [&](int k) {
    const double angle = (s.from + (s.to - s.from) * k / kPieces) * std::numbers::pi / 180;
    return place(s.x + s.rx * std::cos(angle), s.y + s.ry * std::sin(angle));
  };
  for (int k = 0; k < kPieces; ++k) pen.segment(on_arc(k), on_arc(k + 1));
}

}  // namespace

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char c : text) width += glyph_of(c).width * size;
  return width;
}

void draw_text(Canvas& canvas, std::string_view text, double left, double base, double size,
               const Color& color) {
  constexpr double kPenRadius = 0.055;  // share of the size
  std::vector<std::pair<int, int>> inked;
  const Pen pen{canvas, kPenRadius * size, inked};
  for (const char c : text) {
    const Glyph& glyph = glyph_of(c);
    for (const Stroke& stroke : glyph.strokes) trace(stroke, {left, base}, size, pen);
    left += glyph.width * size;
  }
  // a pixel under two strokes is inked once
  std::sort(inked.begin(), inked.end());
  inked.erase(std::unique(inked.begin(), inked.end()), inked.end());
  for (const auto& [y, x] : inked) canvas.blend(x, y, color, 1.0f);
}

}  // namespace isocloth::io
