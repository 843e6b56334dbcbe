/** Decodes what io/html/position_code.cpp wrote; sums wrap around at 32 bits on both sides. */

export interface Grid {
  origin: [number, number, number]; // [m]
  quantum: number; // [m]
}

/** Positions [m], frame after frame of `values` = 3 · nodes numbers. */
export function decodePositions(planes: Uint8Array, frames: number, values: number, grid: Grid): Float32Array {
  const all = frames * values;
  if (planes.length !== 4 * all) throw new Error('the positions of the replay are damaged');
  const x = new Float32Array(all);
  let before = new Int32Array(values);
  let secondBefore = new Int32Array(values);
  const surprise = [0, 0, 0];
  for (let frame = 0, at = 0; frame < frames; ++frame) {
    surprise.fill(0);
    for (let k = 0; k < values; ++k, ++at) {
      const code = planes[at] | (planes[all + at] << 8) | (planes[2 * all + at] << 16) | (planes[3 * all + at] << 24);
      const axis = k % 3;
      surprise[axis] = (surprise[axis] + ((code >>> 1) ^ -(code & 1))) | 0;
      const u = (surprise[axis] + 2 * before[k] - secondBefore[k]) | 0;
      secondBefore[k] = u; // becomes `before` when the two are exchanged
      x[at] = grid.origin[axis] + grid.quantum * u;
    }
    [before, secondBefore] = [secondBefore, before];
  }
  return x;
}

/** Values from 0 to `largest`, 16 bit each, differences over time. */
export function decodeScalars(planes: Uint8Array, frames: number, values: number, largest: number): Float32Array {
  const all = frames * values;
  if (planes.length !== 2 * all) throw new Error('the forces of the replay are damaged');
  const out = new Float32Array(all);
  const now = new Uint16Array(values);
  for (let frame = 0, at = 0; frame < frames; ++frame) {
    for (let k = 0; k < values; ++k, ++at) {
      now[k] += planes[at] | (planes[all + at] << 8);
      out[at] = (largest * now[k]) / 65535;
    }
  }
  return out;
}
