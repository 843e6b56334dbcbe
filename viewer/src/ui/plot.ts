/** Diagnostics over time, one curve per run; pressing anywhere moves the time there. */

import type { Column } from '../data/recording';
import { roundUp } from '../quantities/quantity';
import { make } from './dom';

export interface Curve {
  color: string;
  times: Float32Array;
  column: Column;
}

export class Plot {
  readonly element = make('div', 'plot', { 'aria-hidden': 'true' });
  private readonly canvas = make('canvas');
  private readonly label = make('span', 'plot-label');
  private readonly cursor = make('div', 'cursor');
  private curves: Curve[] = [];

  constructor(
    private readonly first: number,
    private readonly last: number,
    onSeek: (time: number) => void,
  ) {
    this.element.append(this.canvas, this.cursor, this.label);
    const seek = (event: PointerEvent) => {
      const box = this.element.getBoundingClientRect();
      onSeek(first + ((event.clientX - box.left) / box.width) * (last - first));
    };
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) seek(event);
    });
  }

  show(curves: Curve[]): void {
    this.curves = curves;
    this.draw();
  }

  setTime(time: number): void {
    this.cursor.style.left = `${(100 * (time - this.first)) / (this.last - this.first || 1)}%`;
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const context = this.canvas.getContext('2d');
    if (!context || width === 0 || this.curves.length === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    context.scale(ratio, ratio);
    const highest = roundUp(Math.max(...this.curves.map((c) => c.column.values.reduce((a, b) => Math.max(a, b), 0))));
    const { unit, label } = this.curves[0].column;
    this.label.textContent = `${label}, 0 to ${highest >= 1e-3 ? +highest.toPrecision(3) : highest.toExponential(0)}${unit ? ' ' + unit : ''}`;
    for (const curve of this.curves) this.drawCurve(context, curve, width, height, highest);
  }

  private drawCurve(context: CanvasRenderingContext2D, curve: Curve, width: number, height: number, highest: number): void {
    const { times, column } = curve;
    const at = (k: number): [number, number] => [
      ((times[k] - this.first) / (this.last - this.first || 1)) * width,
      height - 1.5 - (column.values[k] / highest) * (height - 6),
    ];
    const path = new Path2D();
    times.forEach((_, k) => path.lineTo(...at(k)));
    const filled = new Path2D(path);
    filled.lineTo(at(times.length - 1)[0], height);
    filled.lineTo(at(0)[0], height);
    context.globalAlpha = 0.16;
    context.fillStyle = context.strokeStyle = curve.color;
    context.fill(filled);
    context.globalAlpha = 1;
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    context.stroke(path);
  }
}
