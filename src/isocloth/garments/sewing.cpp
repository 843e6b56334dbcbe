#include "isocloth/garments/sewing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {
namespace {

constexpr int kFewestSegments = 2;   // along a curve: a sewn edge must not be a panel's whole width
constexpr double kSamePlace = 1e-6;  // ends of curves nearer than this share of the depth are one node [-]

struct FilledPanel {
  Panel mesh;
  std::vector<int> begin;  ///< curve k has the rim's nodes from begin[k] up to and with begin[k + 1]
};

Chain divide_rim(const Outline& outline, double spacing, std::vector<int>& begin) {
  Chain rim;
  for (const OutlineCurve& curve : outline) {
    const int segments =
        std::max(kFewestSegments, static_cast<int>(std::lround(length_of(curve.points) / spacing)));
    const Chain nodes = divided(curve.points, segments);
    begin.push_back(static_cast<int>(rim.size()));
    rim.insert(rim.end(), nodes.begin(), nodes.end() - 1);
  }
  begin.push_back(static_cast<int>(rim.size()));
  return rim;
}

/// As many inner nodes as give the triangles asked for, in all panels evenly dense.
std::vector<FilledPanel> fill_panels(const std::vector<CutPanel>& panels, const SewingOptions& options) {
  std::vector<double> areas;
  double area = 0;
  for (const CutPanel& panel : panels) {
    areas.push_back(area_of(polygon_of(panel.outline)));
    area += areas.back();
  }
  const double spacing = std::sqrt(4 * area / (std::sqrt(3.0) * options.triangles));  // equilateral triangles

  std::vector<FilledPanel> filled(panels.size());
  std::mt19937 random(options.seed);
  double wanted = 0;  // triangles up to this panel
  int made = 0;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const Chain rim = divide_rim(panels[p].outline, spacing, filled[p].begin);
    const int rim_count = static_cast<int>(rim.size());
    wanted += options.triangles * areas[p] / area;
    const int inner = static_cast<int>(std::floor((wanted - made - rim_count + 2) / 2 + 0.25));
    require(inner > 0, "triangles: " + std::to_string(options.triangles) +
                           " are too few to follow the outlines; ask for more");
    filled[p].mesh = fill_panel(rim, inner, spacing, random);
    made += 2 * inner + rim_count - 2;
  }
  return filled;
}

/// Gives the nodes of all panels their numbers in the garment.
class Sewing {
 public:
  explicit Sewing(double depth) : depth_(depth) {}

  void add(const CutPanel& panel, const FilledPanel& filled) {
    std::vector<int> number(filled.mesh.points.size(), kNoNode);
    const auto place = [&](int i) {
      return bent_over(panel.folds, filled.mesh.points[i], panel.side, depth_ / 2);
    };
    const int rim_count = filled.begin.back();
    for (std::size_t k = 0; k < panel.outline.size(); ++k)
      number[filled.begin[k]] = corner_at(place(filled.begin[k]));
    for (std::size_t k = 0; k < panel.outline.size(); ++k) {
      std::vector<int> nodes{number[filled.begin[k]]};
      for (int i = filled.begin[k] + 1; i < filled.begin[k + 1]; ++i) nodes.push_back(kNoNode);
      nodes.push_back(number[filled.begin[k + 1] % rim_count]);
      sew_curve(panel.outline[k], nodes, [&](int i) { return place(filled.begin[k] + i); });
      std::copy(nodes.begin(), nodes.end() - 1, number.begin() + filled.begin[k]);
    }
    for (int i = rim_count; i < static_cast<int>(number.size()); ++i) number[i] = new_node(place(i));
    add_triangles(panel, filled, number);
  }

  Garment finished() {
    garment_.mesh.x.resize(static_cast<Eigen::Index>(places_.size()), 3);
    for (std::size_t i = 0; i < places_.size(); ++i)
      garment_.mesh.x.row(static_cast<Eigen::Index>(i)) = places_[i].transpose();
    return std::move(garment_);
  }

 private:
  int new_node(const Vec3& place) {
    places_.push_back(place);
    return static_cast<int>(places_.size()) - 1;
  }

  int corner_at(const Vec3& place) {
    for (const int corner : corners_)
      if ((places_[corner] - place).norm() < kSamePlace * depth_) return corner;
    corners_.push_back(new_node(place));
    return corners_.back();
  }

  /// Fills in the nodes between the ends of a curve: those of the panel on the other side of a seam, or new.
  template <class Place>
  void sew_curve(const OutlineCurve& curve, std::vector<int>& nodes, const Place& place) {
    const auto other = curve.seam ? seams_.find(curve.name) : seams_.end();
    if (other != seams_.end()) {
      const bool same_way = other->second.front() == nodes.front();
      nodes = other->second;
      if (!same_way) std::reverse(nodes.begin(), nodes.end());
      return;
    }
    for (std::size_t i = 1; i + 1 < nodes.size(); ++i) nodes[i] = new_node(place(static_cast<int>(i)));
    if (curve.seam) seams_[curve.name] = nodes;
    add_to_part(curve.name, nodes);
  }

  void add_to_part(const std::string& name, const std::vector<int>& nodes) {
    const auto same = [&](const MeshPart& part) { return part.name == name; };
    std::vector<MeshPart>& parts = garment_.mesh.parts;
    auto part = std::find_if(parts.begin(), parts.end(), same);
    if (part == parts.end()) part = parts.insert(part, MeshPart{name, {}});
    for (const int node : nodes)
      if (std::find(part->nodes.begin(), part->nodes.end(), node) == part->nodes.end())
        part->nodes.push_back(node);
  }

  void add_triangles(const CutPanel& panel, const FilledPanel& filled, const std::vector<int>& number) {
    for (Triangle t : filled.mesh.triangles) {
      if (panel.side == PanelSide::back) std::swap(t[1], t[2]);
      garment_.mesh.elements.push_back({number[t[0]], number[t[1]], number[t[2]], kNoNode});
      garment_.pattern.push_back(
          {filled.mesh.points[t[0]], filled.mesh.points[t[1]], filled.mesh.points[t[2]]});
    }
  }

  double depth_;
  std::vector<Vec3> places_;
  std::vector<int> corners_;
  std::map<std::string, std::vector<int>> seams_;
  Garment garment_;
};

/// Folds that come too near to each other would stretch the cloth between them.
void check_unstretched(const CutPanel& panel, const FilledPanel& filled, double depth) {
  for (const Vec2& point : filled.mesh.points)
    require(stretch_at(panel.folds, point, depth / 2) <= kMostStretch,
            "depth: " + to_text(depth) +
                " m is too large, seams and openings leave too little room for it; make it smaller");
}

}  // namespace

Garment sew(const std::vector<CutPanel>& panels, const SewingOptions& options) {
  const std::vector<FilledPanel> filled = fill_panels(panels, options);
  Sewing sewing(options.depth);
  for (std::size_t p = 0; p < panels.size(); ++p) {
    check_unstretched(panels[p], filled[p], options.depth);
    sewing.add(panels[p], filled[p]);
  }
  Garment garment = sewing.finished();
  try {
    (void)analyze_topology(garment.mesh);
  } catch (const InputError&) {
    throw InputError("triangles: " + std::to_string(options.triangles) +
                     " are too few for the cut, panels are one triangle wide somewhere; ask for more");
  }
  return garment;
}

}  // namespace isocloth
