import { describe, expect, it } from 'vitest';
import { clothOf, placeCloths } from '../src/data/things';
import { sheet } from './sheet';

describe('cloths', () => {
  it('follow each other, and know their nodes', () => {
    const things = sheet(2, 5, 1);
    things.cloths = placeCloths([{ name: 'napkin', nodes: 4, elements: 1 }, { name: 'towel', nodes: 6, elements: 3 }]);
    expect(things.cloths[1]).toEqual({ name: 'towel', firstNode: 4, nodeCount: 6, firstElement: 1, elementCount: 3 });
    expect(clothOf(things, 3).name).toBe('napkin');
    expect(clothOf(things, 4).name).toBe('towel');
  });
});
