/** The panel under a replay: plot, time bar, play, speed, loop, and which diagnostics are plotted. */

import type { Recording } from '../data/recording';
import { kSpeeds, type Player } from '../player';
import { chooser, icon, iconButton, make, setPressed } from './dom';
import { Plot } from './plot';

export class TimePanel {
  readonly element = make('div');
  readonly frameTime: number; // [s] between frames
  private readonly plot: Plot;
  private readonly bar: HTMLInputElement;
  private readonly clock = make('span', 'time');
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly speeds: HTMLSelectElement;
  private playing: boolean | null = null;

  constructor(
    private readonly player: Player,
    private readonly runs: { recording: Recording; color: string }[],
  ) {
    const { times } = runs[0].recording;
    this.frameTime = times.length > 1 ? (times[times.length - 1] - times[0]) / (times.length - 1) : 0.02;
    this.plot = new Plot(player.first, player.last, (time) => player.seek(time));
    this.bar = make('input', '', {
      type: 'range', min: `${player.first}`, max: `${player.last}`, step: 'any', 'aria-label': 'Time',
    });
    this.bar.addEventListener('input', () => player.seek(Number(this.bar.value)));
    this.playButton = iconButton('play', 'Play, pause (space)', () => player.play(!player.playing));
    this.playButton.classList.add('play');
    this.loopButton = iconButton('loop', 'Loop (L)', () => player.setLoop(!player.loop));
    this.speeds = chooser('Speed (− +)', kSpeeds.map((s) => [`${s}`, `${s}×`]), (s) => player.setSpeed(Number(s)));
    this.element.append(
      this.plot.element,
      this.bar,
      make('div', 'row', {}, this.playButton, this.clock, this.speeds, this.loopButton, make('span', 'gap'), this.plotChoice()),
    );
    new ResizeObserver(() => this.plot.draw()).observe(this.plot.element);
  }

  private plotChoice(): HTMLSelectElement {
    const labels = new Set(this.runs.flatMap(({ recording }) => recording.columns.map((c) => c.label)));
    const show = (label: string) =>
      this.plot.show(
        this.runs.flatMap(({ recording, color }) => {
          const column = recording.columns.find((c) => c.label === label);
          return column ? [{ color, times: recording.times, column }] : [];
        }),
      );
    const choice = chooser('Plot', [...labels].map((label) => [label, `plot: ${label}`]), show);
    show(choice.value);
    return choice;
  }

  update(): void {
    const { player } = this;
    this.bar.value = `${player.time}`;
    this.bar.style.setProperty('--done', `${(100 * (player.time - player.first)) / (player.last - player.first || 1)}%`);
    this.plot.setTime(player.time);
    const digits = player.last < 10 ? 2 : 1;
    this.clock.innerHTML = `${player.time.toFixed(digits)} <small>/ ${player.last.toFixed(digits)} s</small>`;
    this.speeds.value = `${player.speed}`;
    setPressed(this.loopButton, player.loop);
    if (this.playing !== player.playing) {
      this.playing = player.playing;
      this.playButton.innerHTML = icon(player.playing ? 'pause' : 'play');
    }
  }
}
