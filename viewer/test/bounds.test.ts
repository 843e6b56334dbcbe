import { describe, expect, it } from 'vitest';
import { lowestHanging } from '../src/stage/bounds';
import { sheet } from './sheet';

describe('bounds', () => {
  it('a sheet hangs as low as it is long below what holds it, however it lies now', () => {
    const { rest } = sheet(3, 5, 0.1); // 0.2 × 0.4 m
    const crumpled = new Float32Array(rest.length).fill(1); // all nodes at (1, 1, 1)
    expect(lowestHanging(rest, crumpled, [12, 13, 14])).toBeCloseTo(1 - 0.4, 6); // one edge
    expect(lowestHanging(rest, crumpled, [12])).toBeCloseTo(1 - Math.hypot(0.2, 0.4), 6); // one corner
    expect(lowestHanging(rest, crumpled, [])).toBe(Infinity);
  });
});
