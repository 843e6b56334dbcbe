#pragma once

/// The contacts of a cloth with itself, and of several with each other.
///
/// A contact is a row for one pair (layer_pairs.hpp), taken where no layer passes through another: its normal
/// n and weights w are those of the nearest points at `safe`, its gap
///
///   n·Σ w_i x_i − asked      at the x where the program begins, also where x is beyond another layer
///
/// so that both sides stay where they are, whatever the iteration tries. Nodes over the inside of a triangle,
/// or over an edge that the surface bends round, always have a row when they are near; pairs of edges, and
/// nodes beyond a hem, only where they are nearer by 0.5 %: in layers that lie flat, nodes carry all, and
/// nothing pushes sideways. Where two hems cross, as under the corner of a sheet that overhangs, there may be
/// no node to carry it: those edges have a row too.
///
/// A cloth that can be squeezed answers with the pressure of compression.hpp over half the area of the node,
/// the other half being that of the nodes on the other side; both sides give way by t/4. Edges answer as a
/// node does, where they are nearer than the nodes at their ends are squeezed, and a node over two triangles
/// shares its area out between them: no area counts twice.
///
/// The dents of such a cloth tilt normals by p/P·t/2 over an edge's length at most, and what that pushes
/// aside under one hem does not quite cancel what it does under the opposite one: a millionth of the weight
/// of two sheets, a ten-thousandth of ten. A friction below that is no property of the cloth: they hold each
/// other by 1e-4 at least, less than 0.01° of slope.
///
/// The way along the other side is measured in its frame, which turns with it; γ and τ are remembered per
/// pair, and go on to the next triangle with a node that slides there.

#include <limits>
#include <vector>

#include "isocloth/contact/contact.hpp"
#include "isocloth/contact/contact_record.hpp"
#include "isocloth/contact/layer_memory.hpp"
#include "isocloth/contact/layer_pairs.hpp"

namespace isocloth {

/// What a node is to other layers.
struct LayerSurface {
  Vector half_thickness;  ///< t/2 [m]
  Vector compression;     ///< P [Pa]; infinite: hard
  Vector friction;        ///< µ; of two sides their geometric mean
  Vector area;            ///< m_k [m²]
};

/// How far layers are from what they should be.
struct LayerErrors {
  double beyond = 0;     ///< how much nearer a pair is than its force accounts for, over what is asked [-]
  bool crosses = false;  ///< the way to x is not free
};

class LayerContacts {
 public:
  LayerContacts(const Mesh& rest, const LayerSurface& surface);

  /// A step of `duration` [s] from x, which crosses nothing.
  void begin_step(const Points& x, double duration, const std::vector<LayerMemory>& memory);
  void restart() { pairs_.restart(); }

  /// Moves `safe` towards x as far as that is free, and appends the contacts there to the list. `before`: the
  /// list that was solved last.
  LayerErrors find(const Points& x, const std::vector<char>& held, const std::vector<Contact>& before,
                   std::vector<Contact>& list);

  /// Contacts found last.
  std::size_t count() const { return count_; }

  /// Pairs of nodes that the contacts of a list couple: of each, the smaller first; sorted.
  void list_couplings(const std::vector<Contact>& list, std::vector<Edge>& couplings) const;

  /// … and those that may soon.
  void list_couplings_ahead(const std::vector<Contact>& list, std::vector<Edge>& couplings) const;

  /// Whether a contact pressed in the two steps before.
  bool has_settled(std::uint64_t pair) const;

  /// Keeps those of a list that press.
  void remember(const std::vector<Contact>& solved, std::vector<LayerMemory>& memory) const;

  /// A contact that presses, for nodes that were at x and moved by d.
  void record(const Contact& contact, const Points& x, const Points& d, ContactRecords& to) const;

  const LayerPairs& pairs() const { return pairs_; }

  /// Whether all are pairs of this cloth, and sorted.
  bool are_known(const std::vector<LayerMemory>& memory) const;

 private:
  /// A pair that may get a row.
  struct Candidate {
    int pair = 0;
    Nearest nearest;
    double distance = 0;
  };
  /// Of the same pair, or of the triangle that the node was on before.
  struct Known {
    const Contact* before = nullptr;  ///< in the iteration before
    const LayerMemory* memory = nullptr;
  };

  void measure_squeeze(const std::vector<Contact>& before);
  double squeeze_around(const LayerPair& pair, const Nearest& nearest) const;
  Compression law_of(const LayerPair& pair, double asked) const;
  bool may_touch(const LayerPair& pair) const;
  void gather(std::size_t first, std::size_t last);
  bool is_at_hem(const Candidate& candidate) const;
  double share_of_area(const Candidate& candidate) const;
  bool is_hidden(const Candidate& candidate) const;
  bool are_hems(const LayerPair& pair) const;
  bool is_of_crossing_hems(const LayerPair& pair) const;
  Known look_up(const LayerPair& pair, const std::vector<Contact>& before) const;
  Vec3 way_since_start(const LayerPair& pair, const Nearest& nearest, const Vec3& between) const;
  void add(const Candidate& candidate, bool is_weak, const Points& x, const std::vector<char>& held,
           const std::vector<Contact>& before, std::vector<Contact>& list, LayerErrors& errors);

  LayerSurface surface_;
  LayerPairs pairs_;
  double duration_ = 0;
  std::vector<LayerMemory> memory_;  ///< sorted by pair
  std::vector<Candidate> candidates_;
  Vector squeeze_;  ///< by which each node is squeezed against other layers, as solved last [m]
  std::size_t count_ = 0;
};

}  // namespace isocloth
