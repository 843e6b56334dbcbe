/** A live run: the engine's frames as they come, and a hand that reaches into them. */

import { Box3, Vector3 } from 'three';
import { newSnapshot, type Snapshot, type Things } from '../data/things';
import { clothQuantities } from '../quantities/cloth_quantities';
import { roundUp, type Quantity } from '../quantities/quantity';
import { sayInstead } from '../replay';
import { addObstacles, boxOfPoints, lowestHanging } from '../stage/bounds';
import { Stage } from '../stage/stage';
import { chooser, icon, iconButton, make } from '../ui/dom';
import { Frame } from '../ui/frame';
import { FrameMeter } from '../ui/frame_meter';
import { Legend } from '../ui/legend';
import { Pointer } from '../ui/pointer';
import { Hand } from './hand';
import { Link, type LiveLink, type SavedFile } from './link';
import { fits, kindOf, readFrame, readHello, type Hello, type LiveFigures, type LiveSettings, type Told } from './messages';
import { Sliders } from './sliders';

const kKeys: [string, string][] = [
  ['drag cloth', 'pull on it; a gripper goes along and holds on'],
  ['drag obstacle', 'move it'],
  ['drag beside', 'turn (shift: over the cloth too)'],
  ['space', 'pause, go on'],
  ['→', 'one step'],
  ['R', 'reset'],
  ['G', 'grippers let go'],
  ['C', 'next colours'],
  ['M', 'mesh lines'],
  ['1 … 5', 'views'],
  ['T F', 'dark or light, full screen'],
];

/** Room in which a cloth may be pulled about: its box, somewhat wider, and down to where it can hang. */
function roomOf(things: Things, snapshot: Snapshot): Box3 {
  const box = boxOfPoints(snapshot.x);
  box.expandByScalar(0.12 * box.getSize(new Vector3()).length());
  box.min.z = Math.min(box.min.z, lowestHanging(things.rest, snapshot.x, things.grasps[0].nodes));
  addObstacles(box, things, things.obstacles.map((_, i) => snapshot.poses.subarray(7 * i, 7 * i + 7)));
  return box;
}

export class Live {
  readonly stage: Stage;
  readonly meter = new FrameMeter();
  readonly snapshot: Snapshot;
  figures: LiveFigures | null = null;
  paused = false;
  private readonly frame: Frame;
  private readonly hand: Hand | null;
  private readonly watching: boolean;
  private readonly pointer: Pointer;
  private readonly sliders: Sliders;
  private readonly quantities: Quantity[];
  private readonly legend = new Legend();
  private readonly colors: HTMLSelectElement;
  private quantity: Quantity | null = null;
  private range = 0;
  private readonly state = make('span', 'time');
  private readonly playButton: HTMLButtonElement;
  private stale = true;
  private sayingUntil = 0; // [ms]

  constructor(
    host: HTMLElement,
    hello: Hello,
    first: ArrayBuffer,
    readonly link: LiveLink,
  ) {
    const { things } = hello;
    things.grasps = [{ name: 'gripper', nodes: [] }];
    this.snapshot = newSnapshot(things, things.obstacles.length > 0);
    this.figures = readFrame(first, things, this.snapshot);
    this.stage = new Stage([things], roomOf(things, this.snapshot));
    this.frame = new Frame(host, this.stage);
    this.quantities = clothQuantities(things);
    this.watching = hello.watching ?? false;
    this.hand = this.watching ? null : new Hand(this.stage, this.snapshot, (command) => link.send(command));
    this.pointer = new Pointer(
      this.stage,
      this.frame.root,
      () => ({ name: '', things, snapshot: this.snapshot, quantities: this.quantities }),
      () => [this.snapshot],
    );
    this.sliders = new Sliders(hello.settings, (name, value) => link.send({ do: 'set', name, value }));
    this.colors = chooser('Colours (C)', [['', 'colour: plain'], ...this.quantities.map((q): [string, string] => [q.id, q.label])],
      (id) => this.color(id));
    this.playButton = iconButton('pause', 'Pause, go on (space)', () => this.pause(!this.paused));
    this.layOut(hello);
    this.showStatus(hello);
    this.tick(performance.now());
  }

  private layOut(hello: Hello): void {
    const { frame } = this;
    frame.title.append(hello.title, make('small', '', {}, this.watching ? 'live' : 'live: drag the cloth'));
    frame.tools.prepend(this.colors);
    if (!this.watching) frame.side.append(this.sliders.element);
    frame.side.append(this.legend.element);
    frame.bottom.append(make('div', 'row', {}, ...(this.watching ? [this.state] : this.controls())));
    frame.bottom.classList.add('slim');
    frame.setHelp(this.watching ? kKeys.slice(-4) : kKeys);
    frame.setTheme('');
    frame.resize();
    this.sliders.element.open = !frame.root.classList.contains('tight'); // there they would cover the cloth
    this.stage.setColumns(false);
    frame.onKey(true, (key) => this.key(key));
  }

  private controls(): HTMLElement[] {
    const { link } = this;
    return [
      this.playButton,
      iconButton('step', 'One step (→)', () => this.step()),
      iconButton('reset', 'Reset (R)', () => link.send({ do: 'reset' })),
      this.state,
      make('span', 'gap'),
      this.textButton('let go', 'Grippers let go (G)', () => link.send({ do: 'drop' })),
      this.saveLink('run.ict', 'save run'),
      this.saveLink('scene.yaml', 'save scene'),
    ];
  }

  private textButton(text: string, label: string, onClick: () => void): HTMLButtonElement {
    const button = make('button', '', { type: 'button', title: label }, text);
    button.addEventListener('click', onClick);
    return button;
  }

  private saveLink(name: SavedFile, text: string): HTMLElement {
    const save = this.link.save?.bind(this.link);
    if (!save) return make('a', 'button', { href: name, download: '' }, text);
    return this.textButton(text, `Save as ${name}`, async () => {
      const url = URL.createObjectURL(new Blob([(await save(name)).slice()]));
      make('a', '', { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  }

  addTool(element: HTMLElement): void {
    this.frame.tools.prepend(element);
  }

  addAction(element: HTMLElement): void {
    this.frame.bottom.querySelector('.row')?.append(element);
    this.frame.resize();
  }

  private key(key: string): boolean {
    if (this.watching && key !== 'c') return false;
    if (key === ' ') this.pause(!this.paused);
    else if (key === 'ArrowRight') this.step();
    else if (key === 'r') this.link.send({ do: 'reset' });
    else if (key === 'g') this.link.send({ do: 'drop' });
    else if (key === 'c') {
      const ids = [...this.colors.options].map((option) => option.value);
      this.color(ids[(ids.indexOf(this.colors.value) + 1) % ids.length]);
    } else return false;
    return true;
  }

  pause(on: boolean): void {
    this.link.send({ do: 'pause', on });
  }

  private step(): void {
    if (!this.paused) this.pause(true);
    this.link.send({ do: 'step' });
  }

  color(id: string): void {
    this.colors.value = id;
    this.quantity = this.quantities.find((q) => q.id === id) ?? null;
    this.range = 0;
    this.stale = true;
  }

  receive(message: ArrayBuffer): void {
    if (kindOf(message) === 0) return this.showStatus(readHello(message)); // after a lost connection
    const { things } = this.stage.actors[0];
    if (this.watching && !fits(message, things)) return location.reload(); // another run under the same name
    this.figures = readFrame(message, things, this.snapshot);
    this.stale = true;
  }

  told(message: Told): void {
    if (message.kind === 'error') this.say(message.text);
    else this.showStatus(message);
  }

  private showStatus({ paused, settings }: { paused: boolean; settings: LiveSettings }): void {
    this.paused = paused;
    this.playButton.innerHTML = icon(paused ? 'play' : 'pause');
    this.sliders.show(settings);
    this.showState();
  }

  connection(connected: boolean): void {
    if (!connected) this.say('The engine has ended, or cannot be reached.');
  }

  /** A sentence in place of the clock, long enough to be read. */
  say(sentence: string): void {
    this.state.textContent = sentence;
    this.sayingUntil = performance.now() + 4000;
  }

  private showState(): void {
    if (!this.figures || performance.now() < this.sayingUntil) return;
    const { recentSpeed, areaDispersion } = this.figures;
    const slow = !this.paused && recentSpeed < 0.97;
    const pace = this.watching ? 'as it is computed' : this.paused ? 'paused' : slow ? `too slow for real time: ${recentSpeed.toFixed(2)}×` : 'real time';
    this.state.innerHTML = `${this.snapshot.time.toFixed(2)} s <small class="${slow ? 'warn' : ''}">· ${pace}</small><small class="keys-only"> · area error ${(100 * areaDispersion).toFixed(2)} %</small>`;
  }

  /** The range of colours grows with what is seen. */
  private grow(quantity: Quantity): void {
    const { values } = this.stage.actors[0].cloth;
    quantity.compute(this.snapshot, values[quantity.per]);
    const sorted = values[quantity.per].map(Math.abs).sort();
    const large = sorted[Math.floor(0.98 * (sorted.length - 1))];
    if (large <= this.range && this.range > 0) return;
    this.range = roundUp(quantity.factor * large) / quantity.factor;
  }

  private refresh(): void {
    this.stale = false;
    if (this.quantity) this.grow(this.quantity);
    this.legend.show(this.quantity, this.range);
    this.stage.update(0, this.snapshot, this.quantity, this.range);
    this.showState();
    if (this.hand?.holding) this.pointer.clear();
    else this.pointer.refresh();
  }

  private tick = (now: number): void => {
    requestAnimationFrame(this.tick);
    if (this.stale) this.refresh();
    this.pointer.tick();
    const drawn = this.stage.draw();
    const { quality } = this.stage;
    if (drawn ? quality.add(now, !this.paused) : quality.rest(!this.paused)) this.frame.resize();
    if (drawn) this.meter.add(now);
    else this.meter.rest(now);
  };
}

/** Waits for the first frame, then shows it and all that follow. */
export function openLive(host: HTMLElement): void {
  let hello: Hello | null = null;
  let live: Live | null = null;
  const address = new URL('live', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const link = new Link(address.href, {
    onBinary(message) {
      if (live) return live.receive(message);
      if (kindOf(message) === 0) return void (hello = readHello(message));
      if (!hello) return;
      try {
        live = new Live(host, hello, message, link);
        Object.assign(host, { isocloth: live });
      } catch (error) {
        sayInstead(host, `The run cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
      }
    },
    onTold: (told) => live?.told(told),
    onState: (connected) => live?.connection(connected),
  });
}
