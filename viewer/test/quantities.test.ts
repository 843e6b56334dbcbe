import { describe, expect, it } from 'vitest';
import { newSnapshot } from '../src/data/things';
import { clothQuantities } from '../src/quantities/cloth_quantities';
import { mapColor, type Rgb } from '../src/quantities/color_maps';
import { inWords, roundUp } from '../src/quantities/quantity';
import { elementArea } from '../src/surface/area';
import { sheet } from './sheet';

describe('quantities', () => {
  const things = sheet(3, 3, 0.1);
  const snapshot = newSnapshot(things, false);
  const compute = (id: string) => {
    const quantity = clothQuantities(things).find((q) => q.id === id)!;
    const values = new Float32Array(quantity.per === 'node' ? 9 : 4);
    quantity.compute(snapshot, values);
    return values;
  };

  it('area error and stretch of a sheet pulled by a tenth along x are a tenth', () => {
    snapshot.x.set(things.rest.map((v, k) => (k % 3 === 0 ? 1.1 * v : v)));
    for (const value of compute('area')) expect(value).toBeCloseTo(0.1, 5);
    for (const value of compute('stretch')) expect(value).toBeCloseTo(0.1, 5);
  });

  it('stretch keeps the sign of the edge that changed most', () => {
    snapshot.x.set(things.rest.map((v, k) => (k % 3 === 0 ? 0.9 * v : 1.05 * v)));
    for (const value of compute('stretch')) expect(value).toBeCloseTo(-0.1, 5);
  });

  it('are not offered where they make no sense', () => {
    expect(clothQuantities(things).map((q) => q.id)).toEqual(['area', 'stretch', 'speed']);
  });

  it('curvature is |Δx|', () => {
    const l = { nodes: [4], starts: [0, 3], columns: [3, 4, 5], weights: [100, -200, 100] };
    const curved = {
      ...things,
      laplacian: {
        nodes: new Int32Array(l.nodes), starts: new Int32Array(l.starts),
        columns: new Int32Array(l.columns), weights: new Float32Array(l.weights),
      },
    };
    const radius = 0.5;
    const rolled = newSnapshot(curved, false);
    for (let i = 0; i < 9; ++i) {
      const angle = things.rest[3 * i] / radius;
      rolled.x.set([radius * Math.sin(angle), things.rest[3 * i + 1], radius * Math.cos(angle)], 3 * i);
    }
    const values = new Float32Array(9);
    clothQuantities(curved).find((q) => q.id === 'curvature')!.compute(rolled, values);
    expect(values[4]).toBeCloseTo(1 / radius, 1);
    expect(values[3]).toBeCloseTo(values[4]); // the rim has the mean of its neighbours
  });

  it('area of a twisted quad is that of its parametrisation', () => {
    const x = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0]); // z = x y: ∬ √(1 + x² + y²) = 1.2808
    expect(elementArea(x, new Int32Array([0, 1, 2, 3]), 0)).toBeCloseTo(1.2808, 3);
    expect(elementArea(x, new Int32Array([0, 1, 3, -1]), 0)).toBeCloseTo(0.5);
  });
});

describe('words and colours', () => {
  it('ranges are 1, 2 or 5 times a power of ten', () => {
    expect([0.3, 1, 1.2, 4.9, 7, 0].map(roundUp)).toEqual([0.5, 1, 2, 5, 10, 1]);
  });

  it('values have sign and unit', () => {
    const [area] = clothQuantities(sheet(2, 2, 1));
    expect(inWords(area, 0.0123)).toBe('+1.23 %');
    expect(inWords(area, -0.5)).toBe('−50.0 %');
  });

  it('signed colours are blue below, red above, pale at zero, and stay at the ends', () => {
    const [low, middle, high, beyond]: Rgb[] = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]];
    mapColor(-1, true, low);
    mapColor(0, true, middle);
    mapColor(1, true, high);
    mapColor(7, true, beyond);
    expect(low[2]).toBeGreaterThan(low[0]);
    expect(high[0]).toBeGreaterThan(high[2]);
    expect(Math.min(...middle)).toBeGreaterThan(0.9);
    expect(beyond).toEqual(high);
  });
});
