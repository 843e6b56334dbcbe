#pragma once

/// Contacts by their number (tables.hpp, InnerSite): of which obstacle, and which point of the cloth.

#include "isocloth/batch/world.hpp"

namespace isocloth::batch {

ISOCLOTH_ANYWHERE inline int contacts_of_nodes(const Tables& t) { return t.obstacles * t.nodes; }
ISOCLOTH_ANYWHERE inline int contacts_remembered(const Tables& t) { return contacts_of_nodes(t) + t.inner; }
ISOCLOTH_ANYWHERE inline int all_contacts(const Tables& t) { return contacts_remembered(t) + t.kept; }

/// The site of a contact inside an edge or element, also of one that is kept.
ISOCLOTH_ANYWHERE inline const InnerSite& site_of(const Tables& t, int contact) {
  return t.site[(contact - contacts_of_nodes(t)) % t.inner];
}

ISOCLOTH_ANYWHERE inline int obstacle_of(const Tables& t, int contact) {
  return contact < contacts_of_nodes(t) ? contact / t.nodes : site_of(t, contact).obstacle;
}

/// Whether two contacts that are not of nodes are of the same nodes.
ISOCLOTH_ANYWHERE inline bool are_of_one_element(const Tables& t, int a, int b) {
  const InnerSite &one = site_of(t, a), &other = site_of(t, b);
  return one.part == other.part && one.count == other.count;
}

/// A point of the cloth that moves with its nodes.
template <class E>
struct SitePoint {
  using Real = typename E::Real;
  int count, nodes[4];
  Real weights[4];

  /// That of a contact, whose weights are in `weights`, four for each that is not of a node.
  ISOCLOTH_ANYWHERE static SitePoint of(const Tables& t, const Real* weights, int contact) {
    const int inner = contact - contacts_of_nodes(t);
    if (inner < 0) return {1, {contact % t.nodes}, {real<E>(1)}};
    const InnerSite& site = site_of(t, contact);
    SitePoint point{site.count, {}, {}};
    for (int i = 0; i < site.count; ++i) {
      point.nodes[i] = site.nodes[i];
      point.weights[i] = weights[4 * inner + i];
    }
    return point;
  }
  ISOCLOTH_ANYWHERE static SitePoint of(const World<E>& w, int contact) {
    return of(w.tables, w.weights(), contact);
  }

  ISOCLOTH_ANYWHERE Three<Real> at(const Real* x) const {
    Three<Real> sum = weights[0] * three_at(x, nodes[0]);
    for (int i = 1; i < count; ++i) sum = sum + weights[i] * three_at(x, nodes[i]);
    return sum;
  }

  /// The same of vectors in the order of elimination.
  ISOCLOTH_ANYWHERE Three<Real> moved_by(const Tables& t, const Real* d) const {
    Three<Real> sum = weights[0] * three_at(d, t.place_of[nodes[0]]);
    for (int i = 1; i < count; ++i) sum = sum + weights[i] * three_at(d, t.place_of[nodes[i]]);
    return sum;
  }
};

/// The contacts that there are in one of the worlds at hand, in order; `of_nodes` of them are at nodes.
template <class E>
struct Listing {
  using Real = typename E::Real;
  const int* contacts;
  int count, of_nodes;
  const Real* listed;  ///< above 0 where a contact is one of the world's
  int all;             ///< contacts that there may be

  ISOCLOTH_ANYWHERE static Listing of(const World<E>& w) {
    const Real* const listed = w.listed();
    const int nodes = contacts_of_nodes(w.tables), all = all_contacts(w.tables);
    const auto is_listed = [=](int c) { return listed[c] > 0; };
    const int of_nodes = E::gather(0, nodes, is_listed, w.list()),
              inside = all > nodes ? E::gather(nodes, all, is_listed, w.list() + of_nodes) : 0;
    return {w.list(), of_nodes + inside, of_nodes, listed, all};
  }
  template <class Body>
  ISOCLOTH_ANYWHERE void each(const Body& body) const {
    E::each(count, [&](int k) { body(contacts[k]); });
  }
  template <class Body>
  ISOCLOTH_ANYWHERE Real largest(const Body& body) const {
    return E::largest(count, [&](int k) { return body(contacts[k]); });
  }
  template <class Body>
  ISOCLOTH_ANYWHERE Real sum(const Body& body) const {
    return E::sum_of(all, [&](int c) { return listed[c] > 0; }, contacts, count, body);
  }
};

/// Whether a hand holds the node fast.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask is_held(const World<E>& w, int node) {
  using Real = typename E::Real;
  const int slot = w.tables.slot_of[node];
  const Real held = slot >= 0 ? w.held()[slot] : Real{};
  return held > 0;
}

}  // namespace isocloth::batch
