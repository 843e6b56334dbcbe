#pragma once

/// The contacts of one cloth with its obstacles, and of its layers (layer_contacts.hpp), over the iterations
/// of a step and from step to step.
///
///   begin_step(…)           where the obstacles are at its end, what the last step remembers
///   find(x)                 the contacts near x, with the multipliers of those that were there before
///   enter(…), settle(…)     their program, before and after the matrix is factorised
///   remember(…)             what the next step starts from
///
/// Where the cloth can be squeezed (compression.hpp), each contact stands for an area: that of quarters of
/// elements (area_points.cpp).
///
/// A point that is deep inside an obstacle when a step begins, because it was put there, is let out at a
/// walk: the step asks it to be no deeper than it was less what it walks. So nothing is shot out.

#include <limits>
#include <optional>
#include <vector>

#include "isocloth/contact/contact_limits.hpp"
#include "isocloth/contact/contact_memory.hpp"
#include "isocloth/contact/contact_program.hpp"
#include "isocloth/contact/contact_record.hpp"
#include "isocloth/contact/deepest_point.hpp"
#include "isocloth/contact/finger_system.hpp"
#include "isocloth/contact/layer_contacts.hpp"
#include "isocloth/contact/level_point.hpp"
#include "isocloth/contact/surface_sites.hpp"

namespace isocloth {

/// What each node of a cloth is to obstacles; where empty, of no thickness.
struct ClothSurface {
  Vector half_thickness{};  ///< t/2 [m]
  Vector compression{};     ///< P of compression.hpp [Pa]; infinite: hard
};

/// How far into the obstacles a cloth is, beyond what it can be squeezed [m].
struct Penetration {
  double nodes = 0;    ///< deepest node that is not held
  double surface = 0;  ///< deepest point of the surface
  double beyond = 0;   ///< how much deeper a point is than its force accounts for: of hard contacts, than the
                       ///< step may leave it, which is surface, unless it began sunk
  bool sunk = false;   ///< a point that was inside as the step began is on its way out
  LayerErrors layers{};
};

/// Which contacts' forces are asked for.
enum class ForcesOf { all, obstacles, layers };

class Contacts {
 public:
  /// `layers`: set where the cloth touches itself.
  Contacts(const Mesh& mesh, const Topology& topology, const ClothSurface& surface,
           const std::optional<LayerSurface>& layers = std::nullopt);

  /// Makes room for these: the ones that there were, with paths and forces that may be others, and new ones
  /// behind them. `states`: which were removed; none where all are here. What the last step found stays.
  void set_obstacles(const std::vector<Obstacle>& obstacles, const std::vector<ObstacleState>& states = {});
  int most() const { return static_cast<int>(obstacles_.size()) * stride(); }

  /// A step from `start` [s], with the nodes at x, to `end`; `states` has an entry for each obstacle, or
  /// none where none is a finger.
  void begin_step(const Points& x, double start, double end, const std::vector<ContactMemory>& memory,
                  const std::vector<ObstacleState>& states = {}, const std::vector<LayerMemory>& layers = {});

  /// Forgets what was found and solved in this step so far.
  void restart();

  /// Number of steps in which one of dt that ends at `end` [s] must be taken, so that nothing passes through
  /// an obstacle: 1 where no node comes near one by more than half of what it may enter it.
  int steps_needed(const Points& x, const Points& v, double dt, double end,
                   const std::vector<ObstacleState>& states = {}) const;

  /// The contacts at x. Multipliers are those of the list so far, else those remembered.
  Penetration find(const Points& x, const std::vector<char>& held);

  /// The program of the contacts found last.
  void enter(ContactSystem& assembled);
  ContactProgramReport settle(ContactSystem& factorized, const Points& load, Points& d);

  /// Moves the fingers by a share of what the program found; where they are at the end of the step.
  void move_fingers(double share);
  void read_fingers(std::vector<ObstacleState>& states) const;

  /// u of a contact for a share of the program's d, and what that changes of the fingers' own energy [J].
  Vec3 displacement(const Contact& contact, const Points& d) const;
  double finger_energy(double share) const;

  /// Programs are solved, and deepest points found, to rounding from now on, or no longer: then they have
  /// derivatives.
  void solve_exactly(bool exactly);

  /// Those of the program settled last that press, for nodes that were at x and moved by d.
  void record(const Points& x, const Points& d, ContactRecords& to) const;

  const std::vector<Contact>& list() const { return found_[current_]; }

  /// The list before the last find(): what the last program solved.
  const std::vector<Contact>& solved() const { return found_[1 - current_]; }

  /// Adds the forces of solved() to the nodes' [N].
  void add_forces(double share, Points& force, ForcesOf which = ForcesOf::all) const;

  /// Moves a node that is held out of the obstacles at the end of the step, as far as the cloth cannot be
  /// squeezed. Fingers that give way do so.
  Vec3 pushed_out(int node, Vec3 point) const;

  /// Whether one of the list pressed in the two steps before.
  bool has_settled(const Contact& contact) const {
    return has_settled(ContactKey{contact.obstacle, contact.site, contact.pair});
  }
  bool has_settled(const ContactKey& key) const {
    if (layers_ && key.obstacle == kOtherLayer) return layers_->has_settled(key.pair);
    const int before = remembered(key.obstacle, key.site);
    return before >= 0 && !memory_[static_cast<std::size_t>(before)].fresh;
  }

  /// Keeps those of the last program that press.
  void remember(std::vector<ContactMemory>& memory) const;
  void remember(std::vector<LayerMemory>& memory) const {
    if (layers_) layers_->remember(solved(), memory);
  }

  /// Its layers; nullptr where it does not touch itself.
  const LayerContacts* layers() const { return layers_ ? &*layers_ : nullptr; }

  const RigidPose& pose(int obstacle) const { return end_[obstacle].pose; }

 private:
  std::vector<Contact>& list() { return found_[current_]; }
  /// Whether the cloth that a node belongs to can be squeezed.
  bool is_soft(int node) const { return range_[node] > 0; }
  /// Sites of an obstacle: those, stops of a finger, and a place for a point of each edge and element that is
  /// kept.
  int stride() const { return kept_site(sites_.count()); }
  int kept_site(int site) const { return sites_.count() + 2 + site - sites_.node_count; }
  bool is_kept(int site) const { return site >= kept_site(sites_.node_count); }
  void forget_places(const std::vector<Contact>& contacts);
  void begin_fingers(double start, double end, const std::vector<ObstacleState>& states);
  void put_fingers();
  double finger_load(int finger) const;
  void add_stops(Penetration& deepest);
  void measure_nodes(int obstacle, const Points& x, const std::vector<char>& held, Penetration& deepest);
  double may_stay_inside(int obstacle, const SurfacePoint& point, double gap) const;
  void add(int obstacle, int site, const SurfacePoint& point, const SignedDistance& at, const Points& x,
           double area, Penetration& deepest);
  void find_on_nodes(int obstacle, const Points& x, const std::vector<char>& held, Penetration& deepest);
  void find_on_edges(int obstacle, const Points& x, Penetration& deepest);
  void find_in_elements(int obstacle, const Points& x, Penetration& deepest);
  void keep_pressed(int obstacle, std::size_t first, const Points& x, Penetration& deepest);
  bool is_beyond(const Element& element, const Points& x, double limit) const;
  void find_areas(int obstacle, const Points& x, const std::vector<char>& held, Penetration& deepest);
  void find_deep_edges(int obstacle, const Points& x);
  void share_out(int obstacle, int element, const Points& x, const std::vector<char>& held,
                 Penetration& deepest);
  double margin(int obstacle, int site) const;
  int& index(int obstacle, int site) { return index_[obstacle * stride() + site]; }
  int remembered(int obstacle, int site) const { return memory_index_[obstacle * stride() + site]; }

  /// A finger in the step at hand.
  struct FingerStep {
    int obstacle = 0;
    double start = 0, velocity = 0;  ///< s, ṡ when it began [m], [m/s]
    double position = 0;             ///< s now [m]
    double inertia = 0, drag = 0;    ///< m/dt², c/dt [N/m]
    double force = 0;                ///< F [N]
    double step = 0;                 ///< δs of the last program [m]
  };

  SurfaceSites sites_;
  Vector half_thickness_;  ///< of each node [m]
  Vector range_;           ///< by which it can be squeezed at each side [m]; 0: hard
  Vector pressure_;        ///< P of compression.hpp [Pa]
  double thickest_ = 0;    ///< of half_thickness_
  bool has_soft_ = false, has_hard_ = true;
  double longest_edge_;  ///< at rest [m]
  std::vector<Obstacle> obstacles_;
  std::vector<int> here_;                ///< those that were not removed
  std::vector<PosedShape> start_, end_;  ///< at both ends of the step
  Points x_start_;
  double duration_ = 0;  ///< of the step [s]
  std::vector<ContactMemory> memory_;
  std::vector<int> memory_index_;  ///< per obstacle and site into memory_, or −1
  std::vector<Contact> found_[2];
  int current_ = 0;
  int finds_ = 0;           ///< in this step
  std::vector<int> index_;  ///< per obstacle and site into the current list, or −1
  std::vector<SignedDistance> at_node_;
  std::vector<double> edge_distance_;
  std::vector<char> edge_ends_level_;  ///< it is a contact where a part of it that lies flat ends
  Vector quarter_area_;                ///< of each element, over its corners [m²]
  Vector node_area_, edge_area_;       ///< that stands at nodes and deep points of edges [m²]
  std::vector<DeepPoint> edge_deep_;   ///< its deepest point between its nodes …
  std::vector<char> has_deep_;         ///< … where it has one

  /// How an element that something presses on is shared out until the step ends: choices that changed from
  /// iteration to iteration would never settle. One that was made at a guess far off is made again.
  struct ElementChoice {
    enum Kind : char { open, at_nodes, at_points } kind = open;
    int poking = -1;  ///< site of a point deeper than all others, or −1
    SurfacePoint point{};
    double least = 0;  ///< distance of the nearest of its points when it was made [m]
  };
  std::vector<ElementChoice> choices_;  ///< per obstacle and element
  bool has_choices_ = false;
  ElementChoice& choice(int obstacle, int element) {
    return choices_[obstacle * sites_.elements.size() + element];
  }

  /// The deepest point of an element.
  struct PokingPoint {
    int site = -1;
    DeepPoint deep;
  };
  /// No site where positions are no numbers.
  PokingPoint deepest_of_boundary(int element, const std::vector<char>* held = nullptr) const;
  PokingPoint deepest_of(int obstacle, int element, const Points& x, const std::vector<char>& held) const;
  void give_to(int obstacle, const ElementChoice& choice, const Points& x, double area, Penetration& deepest);

  std::optional<LayerContacts> layers_;
  ContactProgramOptions program_options_{};
  bool is_exact_ = false;  ///< see solve_exactly()
  ContactProgram program_;
  std::vector<FingerStep> fingers_;
  std::vector<Vec3> end_base_;  ///< where their paths end the step [m]
  FingerSystem finger_system_;
  Points finger_load_, finger_d_;  ///< load and d, with the rows of the fingers
};

}  // namespace isocloth
