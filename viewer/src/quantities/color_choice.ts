/** Which quantity the colours show, and over which range: that of nearly all values of the run, rounded up. */

import type { Recording } from '../data/recording';
import { sample } from '../data/recording';
import { newSnapshot } from '../data/things';
import { chooser } from '../ui/dom';
import { Legend } from '../ui/legend';
import { clothQuantities } from './cloth_quantities';
import { roundUp, type Quantity } from './quantity';

const kMoments = 40; // of a run, at which large values are looked for
const kShare = 0.995; // of the values that the range holds; a few at a sharp corner do not bleach the rest

function large(recording: Recording, quantity: Quantity): number {
  const snapshot = newSnapshot(recording.things, recording.tractions !== null);
  const values = new Float32Array(
    quantity.per === 'node' ? recording.things.nodeCount : recording.things.elements.length / 4,
  );
  const frames = recording.times.length;
  const all: number[] = [];
  for (let m = 0; m < Math.min(frames, kMoments); ++m) {
    const frame = frames <= kMoments ? m : Math.round((m * (frames - 1)) / (kMoments - 1));
    sample(recording, recording.times[frame], snapshot);
    quantity.compute(snapshot, values);
    for (const value of values) if (value !== 0) all.push(Math.abs(value));
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(kShare * (all.length - 1))] ?? 0;
}

export class ColorChoice {
  readonly legend = new Legend();
  readonly select: HTMLSelectElement;
  private readonly quantities: Quantity[][]; // per run
  private chosen = '';
  private readonly ranges = new Map<string, number>();

  constructor(
    private readonly recordings: Recording[],
    private readonly onChange: () => void,
  ) {
    this.quantities = recordings.map((r) => clothQuantities(r.things));
    const known = new Map(this.quantities.flat().map((q) => [q.id, q.label]));
    this.select = chooser('Colours (C)', [['', 'colour: plain'], ...known], (id) => this.choose(id));
  }

  quantitiesOf(run: number): Quantity[] {
    return this.quantities[run];
  }

  /** The quantity that colours this run; null: its own plain colour. */
  of(run: number): Quantity | null {
    return this.quantities[run].find((q) => q.id === this.chosen) ?? null;
  }

  get range(): number {
    return this.ranges.get(this.chosen) ?? 1;
  }

  choose(id: string): void {
    const quantity = this.quantities.flat().find((q) => q.id === id) ?? null;
    this.chosen = quantity ? id : '';
    this.select.value = this.chosen;
    if (quantity && !this.ranges.has(id)) this.ranges.set(id, this.findRange(id));
    this.legend.show(quantity, this.range);
    this.onChange();
  }

  next(): void {
    const ids = [...this.select.options].map((option) => option.value);
    this.choose(ids[(ids.indexOf(this.chosen) + 1) % ids.length]);
  }

  private findRange(id: string): number {
    let most = 0;
    this.recordings.forEach((recording, run) => {
      const own = this.quantities[run].find((q) => q.id === id);
      if (own) most = Math.max(most, own.factor * large(recording, own));
    });
    const factor = this.quantities.flat().find((q) => q.id === id)?.factor ?? 1;
    return roundUp(most) / factor;
  }
}
