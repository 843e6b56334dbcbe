/** Something that colours can show: a number per node or per element. */

import type { Snapshot } from '../data/things';

export interface Quantity {
  id: string;
  label: string;
  unit: string;
  factor: number; // what is shown is factor · value, in `unit`
  signed: boolean;
  per: 'node' | 'element';
  compute(snapshot: Snapshot, into: Float32Array): void;
}

/** The value as a person reads it, with its unit. */
export function inWords(quantity: Quantity, value: number): string {
  const shown = quantity.factor * value;
  const digits = Math.abs(shown) >= 100 ? 0 : Math.abs(shown) >= 10 ? 1 : Math.abs(shown) >= 1 ? 2 : 3;
  const text = shown.toFixed(digits).replace('-', '−');
  return `${quantity.signed && shown > 0 ? '+' : ''}${text}${quantity.unit ? ' ' + quantity.unit : ''}`;
}

/** The next of 1, 2, 5, 10, 20, … at or above. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const decade = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 5, 10]) if (step * decade >= value * (1 - 1e-9)) return step * decade;
  return 10 * decade;
}
