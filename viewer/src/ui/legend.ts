/** What the colours mean, with units; and which run is which. */

import { cssGradient } from '../quantities/color_maps';
import { inWords, type Quantity } from '../quantities/quantity';
import { make } from './dom';

export class Legend {
  readonly element = make('div', 'legend');
  private readonly name = make('div', 'legend-name');
  private readonly bar = make('div', 'legend-bar');
  private readonly low = make('span');
  private readonly high = make('span');

  constructor() {
    this.element.append(this.name, this.bar, make('div', 'legend-ends', {}, this.low, this.high));
    this.show(null, 1);
  }

  show(quantity: Quantity | null, range: number): void {
    this.element.hidden = quantity === null;
    if (!quantity) return;
    this.name.textContent = quantity.label;
    this.bar.style.background = cssGradient(quantity.signed);
    this.low.textContent = quantity.signed ? inWords(quantity, -range) : `0 ${quantity.unit}`;
    this.high.textContent = inWords(quantity, range);
  }
}

/** A dot and a name for each run. */
export function runList(runs: { name: string; color: string }[]): HTMLElement {
  const list = make('div', 'runs');
  for (const run of runs) {
    const dot = make('i');
    dot.style.background = run.color;
    list.append(make('span', '', {}, dot, run.name));
  }
  return list;
}
