/** Sliders for the material, each over the decades that cloth has. */

import { make } from '../ui/dom';
import type { LiveSettings } from './messages';

interface Knob {
  name: keyof LiveSettings;
  label: string;
  unit: string;
  lowest: number; // the first step above zero where logarithmic
  highest: number;
  logarithmic: boolean;
}

const kKnobs: Knob[] = [
  { name: 'bending', label: 'bending κ', unit: 'N·m', lowest: 1e-7, highest: 1e-2, logarithmic: true },
  { name: 'virtual_mass', label: 'virtual mass δ', unit: 'kg/m²', lowest: 0, highest: 2, logarithmic: false },
  { name: 'damping', label: 'damping α', unit: 'kg/(m²·s)', lowest: 1e-2, highest: 20, logarithmic: true },
  { name: 'friction', label: 'friction µ', unit: '', lowest: 0, highest: 1.5, logarithmic: false },
];

const kSteps = 200;

/** Place of a value on a slider of 0 … kSteps; 0 is exactly zero. */
export function placeOf(knob: Pick<Knob, 'lowest' | 'highest' | 'logarithmic'>, value: number): number {
  if (!knob.logarithmic) return Math.round((kSteps * value) / knob.highest);
  if (value < knob.lowest) return 0;
  return Math.round(1 + ((kSteps - 1) * Math.log(value / knob.lowest)) / Math.log(knob.highest / knob.lowest));
}

export function valueAt(knob: Pick<Knob, 'lowest' | 'highest' | 'logarithmic'>, place: number): number {
  if (!knob.logarithmic) return (knob.highest * place) / kSteps;
  if (place < 1) return 0;
  return knob.lowest * (knob.highest / knob.lowest) ** ((place - 1) / (kSteps - 1));
}

export function shortNumber(value: number): string {
  if (value === 0) return '0';
  return value >= 0.01 ? value.toPrecision(2) : value.toExponential(1).replace('-', '−');
}

export class Sliders {
  readonly element = make('details', 'controls panel', { open: '' }, make('summary', '', {}, 'material'));
  private readonly rows = new Map<string, { knob: Knob; input: HTMLInputElement; output: HTMLOutputElement }>();

  constructor(settings: LiveSettings, onSet: (name: string, value: number) => void) {
    for (const knob of kKnobs) {
      if (settings[knob.name] === undefined) continue;
      const input = make('input', '', { type: 'range', min: '0', max: `${kSteps}`, step: '1', name: knob.name });
      const output = make('output');
      input.addEventListener('input', () => this.write(knob, valueAt(knob, Number(input.value))));
      input.addEventListener('change', () => onSet(knob.name, valueAt(knob, Number(input.value))));
      this.element.append(make('label', '', {}, make('span', '', {}, knob.label), output, input));
      this.rows.set(knob.name, { knob, input, output });
    }
    this.show(settings);
  }

  show(settings: LiveSettings): void {
    for (const { knob, input } of this.rows.values()) {
      const value = settings[knob.name] ?? 0;
      input.value = `${placeOf(knob, value)}`;
      this.write(knob, value);
    }
  }

  private write(knob: Knob, value: number): void {
    const row = this.rows.get(knob.name);
    if (!row) return;
    row.output.textContent = `${shortNumber(value)} ${knob.unit}`;
    row.input.style.setProperty('--done', `${(100 * placeOf(knob, value)) / kSteps}%`);
  }
}
