/** A replay in an element: reads the data, then lets the user look. */

import { newSnapshot } from './data/things';
import { sample } from './data/recording';
import { readReplay, type ReplayData, type ReplaySettings } from './data/replay_data';
import { Player } from './player';
import { ColorChoice } from './quantities/color_choice';
import { boundsOf, cloudOf } from './stage/bounds';
import { Stage } from './stage/stage';
import { clothColor } from './stage/theme';
import { iconButton, make, setPressed } from './ui/dom';
import { Frame } from './ui/frame';
import { runList } from './ui/legend';
import { Pointer } from './ui/pointer';
import { TimePanel } from './ui/time_panel';
import { FrameMeter } from './ui/frame_meter';

export interface ReplayOptions extends Partial<ReplaySettings> {
  /** The page is nothing but this replay: keys work wherever the focus is. */
  page?: boolean;
}

const css = (color: number) => `#${color.toString(16).padStart(6, '0')}`;

const kKeys: [string, string][] = [
  ['space', 'play, pause'],
  ['← →', 'frame by frame (shift: ten)'],
  ['Home End', 'first, last frame'],
  ['− +', 'slower, faster'],
  ['L', 'loop'],
  ['C', 'next colours'],
  ['M', 'mesh lines'],
  ['1 … 5', 'views'],
  ['S', 'side by side'],
  ['T', 'dark, light'],
  ['F', 'full screen'],
  ['drag', 'turn (two fingers: move, zoom)'],
];

export class Replay {
  readonly player: Player;
  readonly stage: Stage;
  readonly frame: Frame;
  readonly colors: ColorChoice;
  readonly meter = new FrameMeter();
  private readonly panel: TimePanel;
  private readonly pointer: Pointer;
  private readonly snapshots;
  private columnsButton: HTMLButtonElement | null = null;
  private columns = false;
  private stale = true;
  /** When the first frame was drawn, since the page began to load [ms]. */
  firstFrame = 0;
  private last = 0;
  private request = 0;

  constructor(
    host: HTMLElement,
    private readonly data: ReplayData,
    options: ReplayOptions,
  ) {
    const { recordings } = data;
    const settings = { ...data.settings, ...options };
    this.snapshots = recordings.map((r) => newSnapshot(r.things, r.tractions !== null));
    this.stage = new Stage(recordings.map((r) => r.things), boundsOf(recordings), cloudOf(recordings));
    this.frame = new Frame(host, this.stage);
    const first = Math.min(...recordings.map((r) => r.times[0]));
    const last = Math.max(...recordings.map((r) => r.times[r.times.length - 1]));
    this.player = new Player(first, last, () => (this.stale = true));
    this.colors = new ColorChoice(recordings, () => (this.stale = true));
    this.panel = new TimePanel(this.player, recordings.map((r, i) => ({ recording: r, color: css(clothColor(i, 0)) })));
    this.pointer = new Pointer(this.stage, this.frame.root, (hit) => ({
      name: recordings.length > 1 ? recordings[hit.actor].name : '',
      things: recordings[hit.actor].things,
      snapshot: this.snapshots[hit.actor],
      quantities: this.colors.quantitiesOf(hit.actor),
    }), () => this.snapshots);
    this.layOut(settings);
    this.bindKeys(options.page ?? false);
    this.player.play(settings.autoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches);
    this.tick(performance.now());
  }

  private layOut(settings: ReplaySettings): void {
    const { frame, data } = this;
    frame.title.append(settings.title);
    frame.tools.prepend(this.colors.select);
    frame.side.append(this.colors.legend.element);
    if (data.recordings.length > 1) {
      frame.side.prepend(runList(data.recordings.map((r, i) => ({ name: r.name, color: css(clothColor(i, 0)) }))));
      this.columnsButton = iconButton('columns', 'Side by side (S)', () => this.setColumns(!this.columns));
      frame.tools.insertBefore(this.columnsButton, frame.tools.children[2]);
    }
    const { cloths } = data.recordings[0].things;
    if (data.recordings.length === 1 && cloths.length > 1)
      frame.side.prepend(runList(cloths.map(({ name }, c) => ({ name, color: css(clothColor(0, c)) }))));
    frame.bottom.append(this.panel.element);
    frame.setHelp(kKeys);
    frame.setTheme(settings.theme);
    frame.setMeshLines(settings.meshLines);
    frame.header = data.recordings.length > 1 ? 90 : 0;
    frame.resize();
    this.setColumns(settings.sideBySide && data.recordings.length > 1);
    this.colors.choose(settings.color);
  }

  setColumns(on: boolean): void {
    this.columns = on;
    if (this.columnsButton) setPressed(this.columnsButton, on);
    this.stage.setColumns(on);
  }

  private bindKeys(page: boolean): void {
    const { player } = this;
    const frameTime = this.panel.frameTime;
    this.frame.onKey(page, (key, event) => {
      const many = event.shiftKey ? 10 : 1;
      if (key === ' ') player.play(!player.playing);
      else if (key === 'ArrowRight') player.seek(player.time + many * frameTime);
      else if (key === 'ArrowLeft') player.seek(player.time - many * frameTime);
      else if (key === 'Home') player.seek(player.first);
      else if (key === 'End') player.seek(player.last);
      else if (key === '+' || key === '=') player.shiftSpeed(1);
      else if (key === '-') player.shiftSpeed(-1);
      else if (key === 'l') player.setLoop(!player.loop);
      else if (key === 'c') this.colors.next();
      else if (key === 's' && this.columnsButton) this.setColumns(!this.columns);
      else return false;
      return true;
    });
  }

  private refresh(): void {
    this.stale = false;
    this.data.recordings.forEach((recording, i) => {
      sample(recording, this.player.time, this.snapshots[i]);
      this.stage.update(i, this.snapshots[i], this.colors.of(i), this.colors.range);
    });
    this.panel.update();
    this.pointer.refresh();
  }

  private tick = (now: number): void => {
    this.request = requestAnimationFrame(this.tick);
    const milliseconds = this.last > 0 ? now - this.last : 0;
    this.last = now;
    this.player.tick(Math.min(0.25, milliseconds / 1000));
    if (this.stale) this.refresh();
    this.pointer.tick();
    if (!this.stage.draw()) {
      if (this.stage.quality.rest(this.player.playing)) this.frame.resize();
      return this.meter.rest(now);
    }
    if (this.stage.quality.add(now, this.player.playing)) this.frame.resize();
    this.firstFrame ||= performance.now();
    this.meter.add(now);
  };

  dispose(): void {
    cancelAnimationFrame(this.request);
    this.frame.dispose();
    this.stage.dispose();
  }
}

/** A sentence in place of the replay. */
export function sayInstead(host: HTMLElement, sentence: string): void {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const note = make('div', '', {}, sentence);
  note.style.cssText = 'position:absolute;inset:0;display:grid;place-items:center;padding:24px;text-align:center;font:15px system-ui';
  shadow.replaceChildren(note);
}

export async function openReplay(host: HTMLElement, data: string, options: ReplayOptions = {}): Promise<Replay | null> {
  try {
    return new Replay(host, await readReplay(data), options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    sayInstead(host, /WebGL/i.test(reason)
      ? 'This browser shows no 3D graphics (WebGL is off); turn it on or open the page in another browser.'
      : `The replay cannot be shown: ${reason}.`);
    return null;
  }
}
