/**
 * Keeps the page fluent where there is no graphics card: fewer pixels while frames of an animation take long, all of them
 * when the picture stands still.
 */

const kFrames = 12; // between two decisions
const kLongest = 40; // [ms] above this a frame is too slow …
const kShort = 18; // … and below this there is time for more pixels
const kLowest = 0.35;

export class Quality {
  private readonly durations: number[] = [];
  private scale: number;
  private still = true;
  private last = 0; // [ms]

  constructor(start = 1) {
    this.scale = start;
  }

  /** Share of the screen's pixels along each side. */
  get share(): number {
    return this.still ? 1 : this.scale;
  }

  /** A frame was drawn at `now` [ms] of a picture in motion or at rest; true when the share changed. */
  add(now: number, moving: boolean): boolean {
    const changed = this.rest(moving);
    const took = now - this.last;
    this.last = now;
    if (!moving || took > 1000) return changed; // longer: the page was asleep
    const before = this.share;
    this.durations.push(took);
    if (this.durations.length === kFrames) this.decide();
    return changed || this.share !== before;
  }

  /** Nothing was drawn; true when the share changed because the picture came to rest, or began to move. */
  rest(moving: boolean): boolean {
    const before = this.share;
    if (this.still === moving) this.durations.length = 0;
    this.still = !moving;
    return this.share !== before;
  }

  private decide(): void {
    const mean = this.durations.reduce((sum, d) => sum + d, 0) / kFrames;
    this.durations.length = 0;
    if (mean > kLongest) this.scale *= Math.max(0.6, Math.sqrt(kLongest / mean));
    else if (mean < kShort) this.scale *= 1.1;
    this.scale = Math.min(1, Math.max(kLowest, this.scale));
  }
}
