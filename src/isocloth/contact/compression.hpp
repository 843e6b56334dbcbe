#pragma once

/// What a cloth answers with where it is squeezed below its thickness: a pressure that rises from zero and
/// nearly diverges at half the thickness.
///
///   p(s) = P z/(1 − z),   z = s/r   up to z = 0.95, from there on along its tangent
///
/// s: by how much it is squeezed [m]. r: what it can give way by [m]: t/2 for a cloth of thickness t, so t/4
/// on each side of its middle, where obstacles touch it. P: pressure that squeezes it by half of that [Pa].
/// The energy per area is P r (−z − ln(1 − z)), convex; also beyond 0.95, so that a program with it has a
/// solution however little room there is. A point that stands for an area A answers with F = A·P at z = 1/2.
///
/// The curve is what fabric compression testers measure (KES-FB3, from 0.5 to 50 gf/cm²; docs/contact.md).

namespace isocloth {

struct Compression {
  double force = 0;  ///< A·P [N]
  double range = 0;  ///< r [m]; 0: hard

  bool is_soft() const { return range > 0; }
};

double squeeze_force(const Compression& law, double squeeze);      ///< [N]; 0 where it is not squeezed
double squeeze_stiffness(const Compression& law, double squeeze);  ///< its derivative [N/m]
double squeeze_energy(const Compression& law, double squeeze);     ///< its integral [J]

/// s at which the force is f ≥ 0 [m]; 0 for a hard contact.
double squeeze_of(const Compression& law, double force);

/// Whether it is squeezed so far that the tester's curve has ended.
bool is_beyond_law(const Compression& law, double squeeze);

}  // namespace isocloth
