/**
 * Keeps the page fluent where there is no graphics card: fewer pixels while frames of an animation take long, all of them
 * when the picture stands still.
 */

const kFrames = 12; // between two decisions
const kLongest = 36; // [ms] above this a frame is too slow …
const kShort = 18; // … and below this there is time for more pixels
const kLowest = 0.35;

export class Quality {
  private readonly durations: number[] = [];
  private scale: number;
  private still = true;

  constructor(start = 1) {
    this.scale = start;
  }

  /** Share of the screen's pixels along each side. */
  get share(): number {
    return this.still ? 1 : this.scale;
  }

  /** Takes the time since the last frame [ms] and whether the picture is in motion; true when the share changed. */
  add(milliseconds: number, moving: boolean): boolean {
    const before = this.share;
    if (this.still === moving) this.durations.length = 0;
    this.still = !moving;
    if (moving && milliseconds < 1000) this.durations.push(milliseconds); // longer: the page was asleep
    if (this.durations.length === kFrames) this.decide();
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
