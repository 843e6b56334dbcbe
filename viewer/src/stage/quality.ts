/** Keeps the page fluent where there is no graphics card: fewer pixels when frames take long, more when they do not. */

export class Quality {
  private readonly durations: number[] = [];
  private scale = 1;

  /** `longest` [ms]: above this on average a frame is too slow. */
  constructor(
    private readonly longest = 34,
    private readonly lowest = 0.4,
  ) {}

  /** Share of the screen's pixels along each side. */
  get share(): number {
    return this.scale;
  }

  /** Takes the time between two frames of an animation [ms]; true when the share changed. */
  add(milliseconds: number): boolean {
    if (milliseconds > 1000) return false; // the page was asleep
    this.durations.push(milliseconds);
    if (this.durations.length < 20) return false;
    const mean = this.durations.reduce((sum, d) => sum + d, 0) / this.durations.length;
    this.durations.length = 0;
    const before = this.scale;
    if (mean > this.longest) this.scale = Math.max(this.lowest, 0.8 * this.scale);
    else if (mean < 0.52 * this.longest) this.scale = Math.min(1, 1.12 * this.scale);
    return this.scale !== before;
  }
}
