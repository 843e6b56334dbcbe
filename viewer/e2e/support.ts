/** The built program and a browser, as a user has them. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';

export const kProgram = resolve(process.env.ISOCLOTH_PROGRAM ?? '../build/bin/isocloth');
export const kShots = resolve(process.env.ISOCLOTH_SHOTS ?? '../out/viewer');
mkdirSync(kShots, { recursive: true });

/** Where tests write, gone when they end. */
export const kFolder = mkdtempSync(join(tmpdir(), 'isocloth_e2e_'));
process.on('exit', () => rmSync(kFolder, { recursive: true, force: true }));
export const inFolder = (name: string) => join(kFolder, name);

export const isocloth = (...args: string[]) =>
  promisify(execFile)(kProgram, args, { maxBuffer: 64 << 20, timeout: 50_000 }).catch((error: { code: number; stderr: string }) => {
    if (error.code === 1) return error as unknown as { stdout: string; stderr: string }; // ran, but missed a tolerance
    throw new Error(error.stderr);
  });

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    ],
  });
}

/** What the page puts on its element; only what tests ask. */
export interface Handle {
  firstFrame: number;
  paused: boolean;
  player: { time: number; playing: boolean; play(on: boolean): void; seek(time: number): void };
  colors: { choose(id: string): void };
  figures: { totalSpeed: number; recentSpeed: number; engineSpeed: number };
  snapshot: { time: number; x: Float32Array; poses: Float32Array };
  meter: { framesPerSecond: number };
  stage: {
    canvas: HTMLCanvasElement;
    quality: { share: number };
    view: { camera: { position: { constructor: new () => Vector } } };
  };
}
interface Vector {
  x: number;
  y: number;
  fromArray(array: ArrayLike<number>, at: number): Vector;
  project(camera: unknown): Vector;
}
declare global {
  interface HTMLElement {
    isocloth?: Handle;
  }
}

/** Asks the page until the answer is true. Playwright's own waiting needs eval, which the page forbids. */
export async function until(page: Page, ask: () => boolean, seconds = 15): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  while (!(await page.evaluate(ask))) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${ask}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

export const ready = (page: Page) => until(page, () => document.getElementById('isocloth')?.isocloth !== undefined);

/** Reads a number off the page's element. */
export const ask = <T>(page: Page, question: (handle: Handle) => T): Promise<T> =>
  page.evaluate(`(${question.toString()})(document.getElementById('isocloth').isocloth)`) as Promise<T>;

/** Where a node is on the screen [CSS pixels]. */
export function screenPlace(page: Page, node: number): Promise<[number, number]> {
  return page.evaluate((k) => {
    const { stage, snapshot } = document.getElementById('isocloth')!.isocloth!;
    const { camera } = stage.view;
    const point = new camera.position.constructor().fromArray(snapshot.x, 3 * k).project(camera);
    const box = stage.canvas.getBoundingClientRect();
    return [((point.x + 1) / 2) * box.width, ((1 - point.y) / 2) * box.height] as [number, number];
  }, node);
}

/** `isocloth view …` as a child process. */
export class Viewer {
  out = '';
  private constructor(
    readonly child: ChildProcess,
    readonly ended: Promise<number | null>,
  ) {}

  static async start(...args: string[]): Promise<Viewer & { url: URL }> {
    const child = spawn(kProgram, ['view', ...args, '--no-open']);
    const viewer = new Viewer(child, new Promise((done) => child.on('exit', done)));
    let errors = '';
    child.stderr.on('data', (text) => (errors += text));
    const url = await new Promise<URL>((found, failed) => {
      child.stdout.on('data', (text) => {
        viewer.out += text;
        const address = /http:\S+/.exec(viewer.out);
        if (address) found(new URL(address[0]));
      });
      void viewer.ended.then(() => failed(new Error(errors)));
    });
    return Object.assign(viewer, { url });
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}
