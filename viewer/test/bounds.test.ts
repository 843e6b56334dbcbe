import { describe, expect, it } from 'vitest';
import { addObstacles, boxOfPoints, lowestHanging } from '../src/stage/bounds';
import { sheet } from './sheet';

describe('bounds', () => {
  it('a sheet hangs as low as it is long below what holds it, however it lies now', () => {
    const { rest } = sheet(3, 5, 0.1); // 0.2 × 0.4 m
    const crumpled = new Float32Array(rest.length).fill(1); // all nodes at (1, 1, 1)
    expect(lowestHanging(rest, crumpled, [12, 13, 14])).toBeCloseTo(1 - 0.4, 6); // one edge
    expect(lowestHanging(rest, crumpled, [12])).toBeCloseTo(1 - Math.hypot(0.2, 0.4), 6); // one corner
    expect(lowestHanging(rest, crumpled, [])).toBe(Infinity);
  });

  it('hold parts of a robot that stands off, but no obstacle that comes from there', () => {
    const things = sheet(3, 3, 0.1);
    const x = new Float32Array([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0]);
    const pose = [new Float32Array([0.1, 0.1, 0.5, 0, 0, 0, 1])];
    for (const seenOnly of [false, true]) {
      things.obstacles = [{ name: 'link', friction: 0, unbounded: false, seenOnly, color: null, x, elements: new Int32Array([0, 1, 2, -1]) }];
      const box = boxOfPoints(things.rest);
      addObstacles(box, things, pose);
      expect(box.max.z).toBeCloseTo(seenOnly ? 0.5 : 0, 6);
    }
  });
});
