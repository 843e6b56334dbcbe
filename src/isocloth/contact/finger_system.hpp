#pragma once

/// H with fingers: one unknown more for each, its way δs along its axis a.
///
///   [ H   B ] [ d  ]   [ b   ]      B = −Σ NᵀK a over the contacts of the finger,
///   [ Bᵀ  D ] [ δs ] = [ b_s ]      D = m/dt² + c/dt + Σ aᵀKa
///
/// solved on the factor P of H: S = D − BᵀY, Y = P⁻¹B, one column for each finger. In points, a finger has
/// the rows after the nodes', which hold a δs and a b_s; in halves of a solution one number there.

#include <Eigen/Cholesky>
#include <vector>

#include "isocloth/contact/contact_program.hpp"

namespace isocloth {

class FingerSystem final : public ContactSystem {
 public:
  static constexpr int kMost = 16;

  explicit FingerSystem(int node_count)
      : nodes_(node_count), cloth_part_(Points::Zero(node_count + 1, 3)), outside_part_(cloth_part_) {}

  /// Makes room for this many.
  void resize(int fingers);
  int count() const { return static_cast<int>(fingers_.size()); }

  /// For the step at hand: axis in the world, inertia and damping m/dt² + c/dt [N/m].
  void set(int finger, const Vec3& axis, double inertia) { fingers_[finger] = {axis, inertia, inertia}; }
  const Vec3& axis(int finger) const { return fingers_[finger].axis; }

  /// The matrix of the cloth, assembled, without contacts.
  void use(ContactSystem& cloth);

  void assemble() override;
  double inertia(int row) const override;
  Eigen::Matrix3d diagonal(int row) const override;
  void add(int i, int j, const Eigen::Matrix3d& block) override;
  bool has_place(const SurfacePoint& point) const override { return cloth_->has_place(point); }
  void make_places() override { cloth_->make_places(); }
  bool factor() override;
  double resistance(int row) const override;
  bool is_held(int row) const override { return row < nodes_ && cloth_->is_held(row); }
  void clear_held(Points& x) const override { cloth_->clear_held(x); }
  void solve_inside(Points& x) override;
  void multiply_outside(const Points& p, Points& out) override;
  void solve_lower(const Points& x, double* y) override;
  void solve_lower(const SurfacePoint& point, int finger, double* y, std::ptrdiff_t leading,
                   BlockCholesky::Reach& reach) override;
  void solve_upper(const double* y, Points& x) override;

  /// The columns of the fingers, once the cloth's matrix is factorised.
  bool find_columns();

 private:
  struct Part {
    Vec3 axis = Vec3::UnitX();
    double inertia = 1;
    double diagonal = 1;  ///< D [N/m]
  };
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMost, kMost>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMost, 1>;

  void clear();

  int nodes_;
  ContactSystem* cloth_ = nullptr;
  std::vector<Part> fingers_;
  std::vector<Points> border_, column_;  ///< B, Y
  Points cloth_part_, outside_part_;     ///< rows of the nodes, and one of zeros
  Eigen::LLT<Small> complement_;         ///< of S
};

}  // namespace isocloth
