/** Elements as triangles to draw. A quad becomes four around its middle, so that it has no favourite diagonal. */

export interface Triangles {
  vertexCount: number;
  /** Per vertex: nodes it is the mean of; one for a corner, four for the middle of a quad (others −1). */
  parents: Int32Array; // 4 per vertex
  /** Per vertex: the element it belongs to. Elements share no vertices, so that each can have its own colour. */
  element: Int32Array;
  index: Uint32Array;
  /** Per triangle of `index`: its element. */
  triangleElement: Int32Array;
}

export function triangulate(elements: Int32Array): Triangles {
  const parents: number[] = [];
  const element: number[] = [];
  const index: number[] = [];
  const triangleElement: number[] = [];
  const vertex = (e: number, ...nodes: number[]) => {
    parents.push(...nodes, ...Array<number>(4 - nodes.length).fill(-1));
    element.push(e);
    return element.length - 1;
  };
  for (let e = 0; 4 * e < elements.length; ++e) {
    const corners = [...elements.subarray(4 * e, 4 * e + 4)].filter((node) => node >= 0);
    const v = corners.map((node) => vertex(e, node));
    if (corners.length === 3) {
      index.push(...v);
      triangleElement.push(e);
      continue;
    }
    const middle = vertex(e, ...corners);
    for (let k = 0; k < 4; ++k) {
      index.push(v[k], v[(k + 1) % 4], middle);
      triangleElement.push(e);
    }
  }
  return {
    vertexCount: element.length,
    parents: new Int32Array(parents),
    element: new Int32Array(element),
    index: new Uint32Array(index),
    triangleElement: new Int32Array(triangleElement),
  };
}

/** Values at the nodes (`size` numbers each) as values at the vertices. */
export function spread(triangles: Triangles, nodeValues: Float32Array, size: number, into: Float32Array): void {
  const { parents, vertexCount } = triangles;
  for (let v = 0; v < vertexCount; ++v) {
    const p = 4 * v;
    for (let k = 0; k < size; ++k) {
      const first = nodeValues[size * parents[p] + k];
      into[size * v + k] =
        parents[p + 1] < 0
          ? first
          : (first +
              nodeValues[size * parents[p + 1] + k] +
              nodeValues[size * parents[p + 2] + k] +
              nodeValues[size * parents[p + 3] + k]) /
            4;
    }
  }
}
