import type { Things } from '../src/data/things';

/** A flat sheet of columns × rows nodes in the x–y plane, `side` [m] between nodes. */
export function sheet(columns: number, rows: number, side: number): Things {
  const rest = new Float32Array(3 * columns * rows);
  const elements: number[] = [];
  for (let r = 0; r < rows; ++r)
    for (let c = 0; c < columns; ++c) {
      rest.set([c * side, r * side, 0], 3 * (r * columns + c));
      if (r + 1 < rows && c + 1 < columns) {
        const a = r * columns + c;
        elements.push(a, a + 1, a + columns + 1, a + columns);
      }
    }
  return {
    step: 0.01, nodeCount: columns * rows, rest, elements: new Int32Array(elements),
    nodeArea: new Float32Array(columns * rows).fill(side * side), laplacian: null,
    cloths: [{ name: 'cloth', firstNode: 0, nodeCount: columns * rows, firstElement: 0, elementCount: elements.length / 4 }],
    grasps: [], obstacles: [],
  };
}
