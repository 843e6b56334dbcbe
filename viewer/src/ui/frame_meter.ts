/** Frames per second that were really drawn, over the last second of an animation. */

export class FrameMeter {
  private readonly times: number[] = [];

  add(now: number): void {
    this.times.push(now);
    while (this.times.length > 2 && now - this.times[0] > 1000) this.times.shift();
  }

  /** Nothing was drawn; after a quarter of a second what came before does not count. */
  rest(now: number): void {
    if (now - (this.times[this.times.length - 1] ?? now) > 250) this.times.length = 0;
  }

  get framesPerSecond(): number {
    const seconds = (this.times[this.times.length - 1] - this.times[0]) / 1000;
    return seconds > 0 ? (this.times.length - 1) / seconds : 0;
  }
}
