import { describe, expect, it } from 'vitest';
import { decodePositions, decodeScalars } from '../src/data/positions';

/** The coder of io/html/position_code.cpp, in the words of its header. */
function code(u: number[][]): Uint8Array {
  const values = u[0].length;
  const all = values * u.length;
  const planes = new Uint8Array(4 * all);
  const surprise = (f: number, k: number) => (u[f][k] - 2 * (u[f - 1]?.[k] ?? 0) + (u[f - 2]?.[k] ?? 0)) | 0;
  let at = 0;
  for (let f = 0; f < u.length; ++f)
    for (let k = 0; k < values; ++k, ++at) {
      const d = (surprise(f, k) - (k >= 3 ? surprise(f, k - 3) : 0)) | 0;
      const zigzag = (d << 1) ^ (d >> 31);
      for (let p = 0; p < 4; ++p) planes[p * all + at] = zigzag >>> (8 * p);
    }
  return planes;
}

describe('positions', () => {
  it('come back exactly, whatever the motion', () => {
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) % 1048576;
    const u = Array.from({ length: 5 }, () => Array.from({ length: 12 }, random));
    const x = decodePositions(code(u), 5, 12, { origin: [0, 0, 0], quantum: 1 });
    expect([...x]).toEqual(u.flat());
  });

  it('stand on the grid of their origin and quantum', () => {
    const x = decodePositions(code([[0, 1, 2]]), 1, 3, { origin: [10, 20, 30], quantum: 0.5 });
    expect([...x]).toEqual([10, 20.5, 31]);
  });

  it('are refused where bytes are missing', () => {
    expect(() => decodePositions(new Uint8Array(11), 1, 3, { origin: [0, 0, 0], quantum: 1 })).toThrow('damaged');
    expect(() => decodeScalars(new Uint8Array(3), 1, 2, 1)).toThrow('damaged');
  });

  it('forces add up over time', () => {
    // 0, 65535, then back by 32768: low bytes, then high bytes
    const planes = new Uint8Array([0x00, 0xff, 0x00, 0x00, 0xff, 0x80]);
    const [a, b, c] = decodeScalars(planes, 3, 1, 65535);
    expect([a, b, c]).toEqual([0, 65535, 32767]);
  });
});
