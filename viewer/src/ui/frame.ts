/** The frame around the stage that replays and live runs share: title, buttons at the top, panel at the bottom. */

import { kViews } from '../stage/camera';
import type { Stage } from '../stage/stage';
import { preferredTheme, type ThemeName } from '../stage/theme';
import { chooser, iconButton, make, setPressed } from './dom';
import style from './style.css?inline';

export class Frame {
  readonly root = make('div', 'root', { tabindex: '0' });
  readonly title = make('div', 'title');
  readonly tools = make('div', 'tools panel');
  readonly bottom = make('div', 'bottom panel');
  readonly side = make('div', 'side');
  private readonly help = make('div', 'help panel');
  theme: ThemeName = 'dark';
  /** Height of what stands under the title and should not cover the motion [CSS pixels]. */
  header = 0;
  private meshLines = false;
  private meshButton: HTMLButtonElement;
  private sizing: ResizeObserver | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly stage: Stage,
  ) {
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.help.hidden = true;
    this.meshButton = iconButton('mesh', 'Mesh lines (M)', () => this.setMeshLines(!this.meshLines));
    const views = chooser('View (1–5)', Object.keys(kViews).map((name) => [name, `view: ${name}`]), (v) => this.look(v));
    views.className = 'views';
    this.tools.append(
      views,
      this.meshButton,
      iconButton('theme', 'Dark or light (T)', () => this.setTheme(this.theme === 'dark' ? 'light' : 'dark')),
      iconButton('full', 'Full screen (F)', () => this.toggleFullscreen()),
      iconButton('help', 'Keys (?)', () => this.toggleHelp()),
    );
    this.root.classList.toggle('software', stage.software);
    this.root.append(stage.canvas, make('div', 'top', {}, this.title, this.tools), this.side, this.bottom, this.help);
    shadow.replaceChildren(make('style', '', {}, style), this.root);
    this.sizing = new ResizeObserver(() => this.resize());
    this.sizing.observe(this.root);
  }

  resize(): void {
    this.stage.resize(this.root.clientWidth, this.root.clientHeight);
    this.root.classList.toggle('narrow', this.root.clientWidth < 620);
    this.root.classList.toggle('tight', this.root.clientWidth < 800); // a frame in a page of text
    this.root.classList.toggle('short', this.root.clientHeight < 420);
    const bottom = this.bottom.offsetHeight;
    this.stage.setInsets(60 + this.header, bottom > 0 ? bottom + 16 : 0);
  }

  look(view: string): void {
    this.stage.look(view);
  }

  setTheme(name: string): void {
    this.theme = name === 'dark' || name === 'light' ? name : preferredTheme();
    this.root.dataset.theme = this.theme;
    this.stage.setTheme(this.theme);
  }

  setMeshLines(on: boolean): void {
    this.meshLines = on;
    setPressed(this.meshButton, on);
    for (const { cloth } of this.stage.actors) cloth.showLines(on);
    this.stage.invalidate();
  }

  toggleMeshLines(): void {
    this.setMeshLines(!this.meshLines);
  }

  toggleFullscreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void this.host.requestFullscreen?.();
  }

  setHelp(keys: [string, string][]): void {
    this.help.replaceChildren(
      ...keys.flatMap(([key, text]) => [make('kbd', '', {}, key), make('span', '', {}, text)]),
    );
    this.help.addEventListener('click', () => this.toggleHelp());
  }

  toggleHelp(): void {
    this.help.hidden = !this.help.hidden;
  }

  /** Keys of this frame; those of the whole page where the page is nothing but it. */
  onKey(wholePage: boolean, act: (key: string, event: KeyboardEvent) => boolean): void {
    const target: HTMLElement | Document = wholePage ? document : this.root;
    target.addEventListener('keydown', (e) => {
      const event = e as KeyboardEvent;
      const from = event.composedPath()[0] as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|TEXTAREA)$/.test(from.tagName ?? '')) return;
      if (from.tagName === 'INPUT' && event.key.startsWith('Arrow')) return;
      if (from.tagName === 'BUTTON' && (event.key === ' ' || event.key === 'Enter')) return;
      if (this.commonKey(event.key) || act(event.key, event)) event.preventDefault();
    });
  }

  private commonKey(key: string): boolean {
    const view = Object.keys(kViews)[Number(key) - 1];
    if (view) this.look(view);
    else if (key === 'm') this.toggleMeshLines();
    else if (key === 't') this.setTheme(this.theme === 'dark' ? 'light' : 'dark');
    else if (key === 'f') this.toggleFullscreen();
    else if (key === '?') this.toggleHelp();
    else return false;
    return true;
  }

  dispose(): void {
    this.sizing?.disconnect();
  }
}
