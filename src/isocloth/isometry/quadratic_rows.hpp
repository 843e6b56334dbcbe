#pragma once

/// Rows that are quadratic forms in the positions:
///
///   c_r(x) = Σ_ij T_r^{ij} ⟨x_i, x_j⟩ − c_r⁰,   ∂c_r/∂x_i = 2 Σ_j T_r^{ij} x_j,   c = ½ ∇c·x − c⁰
///
/// T_r is symmetric and Σ_j T_r^{ij} = 0, so rows do not change when x is shifted; positions are taken
/// relative to the first node of the support, which keeps the rounding error independent of where the cloth
/// is. [Coltraro et al., "Constraints evaluation"]

#include <array>
#include <vector>

#include "isocloth/core/rows.hpp"

namespace isocloth {

/// What a group holds, which decides the positive part of its tension.
enum class QuadraticKind {
  metric,   ///< three rows E, F, G of a node: tension is the positive part of the stress tensor [λ_E ½λ_F;
            ///< ½λ_F λ_G]
  threads,  ///< two rows E, G of a node of woven cloth: tension max(λ_E, 0), max(λ_G, 0)
  shear,    ///< one row F of a corner: its stress tensor has eigenvalues ±½λ; left out
  length,   ///< one row, squared length of an edge: max(λ, 0)
  hem,      ///< one row, squared length of a quad's edge less that in the quad's middle: max(λ, 0) of the
            ///< edge; what it takes from the stress in the middle counts there
};

/// Functions of groups work on those from `first` up to `last`, and groups do not touch each other's values:
/// threads may share them.
class QuadraticRows {
 public:
  /// Adds a group; `tensors` holds one support×support matrix per row, which may already be divided by a
  /// scale.
  void add_group(QuadraticKind kind, const std::vector<int>& support,
                 const std::vector<Eigen::MatrixXd>& tensors);

  /// Adds a hem of a group of kind metric or threads: a form on the same nodes, `length`, less the sum of
  /// that group's rows times `share`.
  void add_hem(int quad, const Eigen::MatrixXd& length, const std::vector<double>& share);

  /// Adds the groups from `first` up to `last` of other rows, whose nodes are counted from `first_node` on;
  /// hems come with their quads.
  void append(const QuadraticRows& other, int first, int last, int first_node);

  /// Rows added before this are constraints, those after it springs.
  void end_constraints() {
    pattern_.constraint_rows = pattern_.row_count();
    pattern_.constraint_groups = pattern_.group_count();
  }

  /// Makes every row zero at x.
  void set_rest(const Points& x);

  const RowPattern& pattern() const { return pattern_; }

  /// c and ∂c/∂x at x.
  void evaluate_groups(int first, int last, const Points& x, RowValues& values) const;

  /// c alone.
  void measure_groups(int first, int last, const Points& x, Vector& c) const;

  /// Positive semidefinite part of Σ_r λ_r ∂²c_r/∂x² over the rows of each group: the stiffness that a
  /// stretched surface has against moving sideways. One scalar per pair of nodes, the same for x, y and z.
  void tension_of_groups(int first, int last, const Vector& multipliers, RowValues& values) const;

  /// The same of all groups.
  void evaluate(const Points& x, RowValues& values) const {
    evaluate_groups(0, pattern_.group_count(), x, values);
  }
  void measure(const Points& x, Vector& c) const { measure_groups(0, pattern_.group_count(), x, c); }
  void tension(const Vector& multipliers, RowValues& values) const {
    tension_of_groups(0, pattern_.group_count(), multipliers, values);
  }

  /// Backwards through tension(), for a loss that has −Σ_g ⟨w, T_g(λ) d⟩ in it: adds its derivative by λ.
  /// products: −Σ_ij T_r^{ij} ⟨w_i, d_j⟩ of each row, which is −½ w·∇c_r(d).
  void add_tension_adjoint(const Vector& multipliers, const Vector& products, Vector& gradient) const;

  /// What going back through an iteration asks of the rows (row_forms.cpp). No gradients are kept for it: ∇c
  /// is linear, and symmetric as a form of two positions.
  struct Forms {
    explicit Forms(Eigen::Index rows) : xd(Vector::Zero(rows)), xw(xd), dw(xd) {}
    Vector xd, xw, dw;  ///< ∇c_r(x)·d, ∇c_r(x)·w, ∇c_r(d)·w
  };
  void find_forms(const Points& x, const Points& d, const Points& w, Forms& out) const;

  /// out += Σ_r a_r ∇c_r(x) over the rows from a group on; out += Σ_r ∇c_r(a_r x + b_r d + e_r w) over all.
  void add_gradients(int first_group, const Points& x, const Vector& a, Points& out) const;
  void add_gradients(const Points& x, const Vector& a, const Points& d, const Vector& b, const Points& w,
                     const Vector& e, Points& out) const;

  /// What the rows are made of, for those who evaluate them elsewhere: kind of a group; its tensors
  /// [row][i][j], of a hem also that of its length; c⁰ of all rows.
  QuadraticKind kind(int group) const { return kind_[group]; }
  const double* tensors(int group) const { return tensors_.data() + tensor_begin_[group]; }
  const Vector& rest() const { return rest_; }

  struct Hem {
    int quad = 0;  ///< its group
    int row = 0;
    std::array<double, 3> share{};  ///< of the quad's rows
  };
  const std::vector<Hem>& hems() const { return hems_; }  ///< in order of their quads

  /// Number of stored entries T_r^{ij} that are not zero.
  int tensor_nonzeros() const;

 private:
  /// Groups that follow each other, with as many rows and nodes each; all of them products of tangents, or
  /// none.
  struct Stretch {
    int first = 0, last = 0;
    int rows = 0, size = 0;
    int tangents = -1;  ///< of the first, in tangents_; −1 where they are no products
  };
  void add_to_stretches(int rows, int size, int tangents);
  void add_tensor(const Eigen::MatrixXd& tensor);

  /// Calls body(stretch, first, last) for what lies between two groups.
  template <class Body>
  void each_stretch(int first, int last, const Body& body) const;

  void evaluate_products(const Stretch& stretch, int first, int last, const Points& x, double* jacobian,
                         Vector& c) const;
  void evaluate_tensors(const Stretch& stretch, int first, int last, const Points& x,
                        RowValues& values) const;
  void measure_tensors(const Stretch& stretch, int first, int last, const Points& x, Vector& c) const;

  /// Calls of_tangents.operator()<tangents>(derivatives, nodes, size, first row) for groups of products from
  /// one on, of_tensors(group, rows, size) for the others.
  template <class OfTangents, class OfTensors>
  void each_group_of_forms(int first_group, const OfTangents& of_tangents, const OfTensors& of_tensors) const;

  /// Multipliers of a quad less what its hems take from them; `hem` goes on to the next quad's.
  std::array<double, 3> stress_of_quad(int group, int rows, const Vector& multipliers,
                                       std::vector<Hem>::const_iterator& hem) const;

  /// Tension of groups of one stretch: of E, F, G, four groups at a time; of edges on two nodes.
  void tension_of_metrics(int first, int last, int size, const Vector& multipliers,
                          std::vector<Hem>::const_iterator& hem, RowValues& values) const;
  void tension_of_edges(int first, int last, const Vector& multipliers, RowValues& values) const;

  RowPattern pattern_;
  std::vector<QuadraticKind> kind_;   ///< per group
  std::vector<int> tensor_begin_{0};  ///< per group, into tensors_
  std::vector<double> tensors_;       ///< per group: [row][i][j]; of a hem also its length
  std::vector<Hem> hems_;             ///< in order of their quads
  std::vector<Stretch> stretches_;
  std::vector<double> tangents_;   ///< per group of products: d1, d2 (tangent_rows.hpp)
  Vector rest_ = Vector::Zero(0);  ///< c⁰
};

}  // namespace isocloth
