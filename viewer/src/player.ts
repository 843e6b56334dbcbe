/** The clock of a replay [s]. */

export const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4];

export class Player {
  time: number;
  playing = false;
  loop = true;
  speed = 1;

  constructor(
    readonly first: number,
    readonly last: number,
    private readonly onChange: () => void,
  ) {
    this.time = first;
  }

  seek(time: number): void {
    this.time = Math.min(this.last, Math.max(this.first, time));
    this.onChange();
  }

  play(on = true): void {
    if (on && this.time >= this.last) this.time = this.first;
    this.playing = on && this.last > this.first;
    this.onChange();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.onChange();
  }

  /** The next faster (+1) or slower (−1) speed. */
  shiftSpeed(by: number): void {
    const at = kSpeeds.indexOf(this.speed) + by;
    this.setSpeed(kSpeeds[Math.min(kSpeeds.length - 1, Math.max(0, at))]);
  }

  setLoop(on: boolean): void {
    this.loop = on;
    this.onChange();
  }

  /** Real time goes on by `seconds`; browsers also stamp a late frame with a time before the one they last told, which is none. */
  tick(seconds: number): void {
    if (!this.playing || !(seconds > 0)) return;
    let time = this.time + this.speed * seconds;
    if (time >= this.last) {
      if (this.loop) time = this.first + ((time - this.first) % (this.last - this.first));
      else {
        this.playing = false;
        time = this.last;
      }
    }
    this.time = time;
    this.onChange();
  }
}
