import { describe, expect, it } from 'vitest';
import { findEdges } from '../src/surface/edges';
import { nodeNormals } from '../src/surface/normals';
import { spread, triangulate } from '../src/surface/triangles';
import { sheet } from './sheet';

const mixed = new Int32Array([0, 1, 2, 3, 1, 4, 2, -1]); // a quad and a triangle that share an edge

describe('surface', () => {
  it('a quad becomes four triangles around its middle, a triangle stays', () => {
    const t = triangulate(mixed);
    expect(t.vertexCount).toBe(5 + 3);
    expect([...t.triangleElement]).toEqual([0, 0, 0, 0, 1]);
    const values = new Float32Array(8);
    spread(t, new Float32Array([0, 1, 2, 3, 4]), 1, values);
    expect(values[4]).toBeCloseTo(1.5);
  });

  it('every edge is there once, the rim without those between elements', () => {
    const edges = findEdges(mixed);
    expect(edges.nodes.length / 2).toBe(6);
    expect(edges.rim.length / 2).toBe(5);
  });

  it('normals of a flat sheet are up, of quads and triangles alike', () => {
    const flat = sheet(3, 3, 0.1);
    const cut = new Int32Array([...flat.elements.subarray(0, 12), 4, 5, 8, -1, 4, 8, 7, -1]);
    const normals = new Float32Array(27);
    nodeNormals(flat.rest, cut, normals);
    for (let i = 0; i < 9; ++i) expect([...normals.subarray(3 * i, 3 * i + 3)]).toEqual([0, 0, 1]);
  });
});
