/** The quantities of a cloth, computed from its positions; the same words and signs as `isocloth render`. */

import type { Snapshot, Things } from '../data/things';
import { elementArea, elementAreas } from '../surface/area';
import { findEdges, neighbours } from '../surface/edges';
import type { Quantity } from './quantity';

function areaError(things: Things): Quantity {
  const restAreas = elementAreas(things.rest, things.elements);
  return {
    id: 'area', label: 'area error', unit: '%', factor: 100, signed: true, per: 'element',
    compute(s, into) {
      for (let e = 0; e < into.length; ++e)
        into[e] = restAreas[e] > 0 ? elementArea(s.x, things.elements, e) / restAreas[e] - 1 : 0;
    },
  };
}

/** The edge of the element that differs most from its rest length, as length / rest − 1. */
function stretch(things: Things): Quantity {
  const { elements, rest } = things;
  const length = (x: Float32Array, a: number, b: number) =>
    Math.hypot(x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1], x[3 * b + 2] - x[3 * a + 2]);
  return {
    id: 'stretch', label: 'stretch of edges', unit: '%', factor: 100, signed: true, per: 'element',
    compute(s, into) {
      for (let e = 0; e < into.length; ++e) {
        const corners = elements[4 * e + 3] < 0 ? 3 : 4;
        let worst = 0;
        for (let k = 0; k < corners; ++k) {
          const a = elements[4 * e + k];
          const b = elements[4 * e + ((k + 1) % corners)];
          const value = length(s.x, a, b) / length(rest, a, b) - 1;
          if (Math.abs(value) > Math.abs(worst)) worst = value;
        }
        into[e] = worst;
      }
    },
  };
}

/** |Δx|, twice the mean curvature: 1/R on a cylinder. Nodes of the rim take the mean of their neighbours. */
function curvature(things: Things): Quantity | null {
  const l = things.laplacian;
  if (!l) return null;
  const near = neighbours(findEdges(things.elements), things.nodeCount);
  const interior = new Set(l.nodes);
  const rim = near.map((list, node) => (interior.has(node) ? [] : list.filter((other) => interior.has(other))));
  return {
    id: 'curvature', label: 'curvature', unit: '1/m', factor: 1, signed: false, per: 'node',
    compute(s, into) {
      into.fill(0);
      for (let row = 0; row < l.nodes.length; ++row) {
        let [x, y, z] = [0, 0, 0];
        for (let k = l.starts[row]; k < l.starts[row + 1]; ++k) {
          const at = 3 * l.columns[k];
          x += l.weights[k] * s.x[at];
          y += l.weights[k] * s.x[at + 1];
          z += l.weights[k] * s.x[at + 2];
        }
        into[l.nodes[row]] = Math.hypot(x, y, z);
      }
      rim.forEach((list, node) => {
        if (list.length > 0) into[node] = list.reduce((sum, other) => sum + into[other], 0) / list.length;
      });
    },
  };
}

const contact: Quantity = {
  id: 'contact', label: 'contact force per area', unit: 'Pa', factor: 1, signed: false, per: 'node',
  compute(s: Snapshot, into: Float32Array) {
    if (s.traction) into.set(s.traction);
    else into.fill(0);
  },
};

const speed: Quantity = {
  id: 'speed', label: 'speed', unit: 'm/s', factor: 1, signed: false, per: 'node',
  compute: (s, into) => into.set(s.speed),
};

/** All that this cloth has; contact only where something can touch it. */
export function clothQuantities(things: Things): Quantity[] {
  const list = [areaError(things), stretch(things), curvature(things), speed];
  if (things.obstacles.length > 0) list.splice(3, 0, contact);
  return list.filter((quantity): quantity is Quantity => quantity !== null);
}
