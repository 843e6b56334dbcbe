import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, inFolder, isocloth, kProgram, kShots, launch, ready, screenPlace, until } from '../e2e/support';

const kSeconds = Number(process.env.ISOCLOTH_LIVE_SECONDS ?? 10);
let browser: Browser;
let page: Page;
let asked: string[] = [];
const address = (name: string) => `file://${inFolder(name)}`;

async function open(url: string, size = { width: 900, height: 600 }): Promise<void> {
  await page?.context().close();
  page = await (await browser.newContext({ viewport: size })).newPage();
  asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  await ready(page);
}

const place = (node: number) =>
  page.evaluate((n) => [...document.getElementById('isocloth')!.isocloth!.snapshot.x.slice(3 * n, 3 * n + 3)], node);
const positions = () => ask(page, (h) => Array.from(h.snapshot.x));
const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, k) => value - b[k]));
const said = () => page.evaluate(() => document.getElementById('isocloth')!.shadowRoot!.querySelector('.time')!.textContent!);
const saysBroken = () => /link is broken/.test(document.getElementById('isocloth')!.shadowRoot!.querySelector('.time')!.textContent!);

async function pause(): Promise<void> {
  await page.keyboard.press(' ');
  await until(page, () => document.getElementById('isocloth')!.isocloth!.paused);
  await page.waitForTimeout(200);
}

/** Makes a link to the state as it is, and returns the address. */
async function link(): Promise<string> {
  await page.getByText('link', { exact: true }).click();
  await until(page, () => location.hash.includes('state='));
  return page.url();
}

async function drag(node: number, seconds: number, reach: number): Promise<void> {
  const [x, y] = await screenPlace(page, node);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const start = Date.now();
  while (Date.now() - start < 1000 * seconds) {
    const t = (Date.now() - start) / 1000;
    await page.mouse.move(x + reach * Math.sin(2 * t), y - 0.5 * reach + 0.5 * reach * Math.cos(2 * t));
    await page.waitForTimeout(30);
  }
}

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => browser?.close());

describe('a page that simulates by itself', () => {
  it('is small, opens from disk and asks nobody for anything', async () => {
    await isocloth('export', 'shake17', inFolder('cloth.html'), '--live', '--set', 'grasps.left.motion=fixed', '--set', 'grasps.right.motion=fixed');
    expect(statSync(inFolder('cloth.html')).size).toBeLessThan(3e6);
    await open(address('cloth.html'));
    await until(page, () => document.getElementById('isocloth')!.isocloth!.snapshot.time > 1);
    expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([address('cloth.html')]);
  });

  it('follows the mouse, and lets go', async () => {
    const before = await place(8);
    await drag(8, 1, 120);
    const held = await place(8);
    await page.screenshot({ path: join(kShots, 'play-drag.png') });
    await page.mouse.up();
    expect(distance(held, before)).toBeGreaterThan(0.05);
    await page.waitForTimeout(2000);
    expect(distance(await place(8), held)).toBeGreaterThan(0.03);
  });

  it('changes its material, steps and resets', async () => {
    await pause();
    const before = await ask(page, (h) => h.snapshot.time);
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
    expect(await ask(page, (h) => h.snapshot.time)).toBeCloseTo(before + 0.01, 4);
    await page.locator('input[name=bending]').fill('150');
    await until(page, () => /e−4/.test(document.getElementById('isocloth')!.shadowRoot!.querySelector('output')!.textContent!));
    await page.keyboard.press('r');
    await until(page, () => document.getElementById('isocloth')!.isocloth!.snapshot.time < 0.1);
    await page.keyboard.press(' ');
  });

  it('shares a link to its state, which a reload and another window open', async () => {
    await page.waitForTimeout(500);
    const corner = 16 * 17; // a gripper holds it; it is taken elsewhere and stays there
    await drag(corner, 0.7, 60);
    await page.mouse.up();
    await pause();
    const [time, there] = [await ask(page, (h) => h.snapshot.time), await place(corner)];
    const shared = await link();
    for (const again of ['reload', 'elsewhere']) {
      if (again === 'reload') await page.reload();
      else await open(shared);
      await ready(page);
      await pause();
      expect(await ask(page, (h) => h.snapshot.time)).toBeGreaterThanOrEqual(time);
      expect(distance(await place(corner), there)).toBeLessThan(0.02); // held where it was left, but for what the cloth pulls
      const output = await page.evaluate(() => document.getElementById('isocloth')!.shadowRoot!.querySelector('output')!.textContent!);
      expect(output).toMatch(/e−4/); // the material came along
    }
  });

  it('goes on from a link bit by bit', async () => {
    await open(address('cloth.html'));
    await page.waitForTimeout(700);
    await pause();
    const shared = await link();
    const steps = async () => {
      for (let k = 0; k < 5; ++k) {
        const now = await ask(page, (h) => h.snapshot.time);
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(120);
        expect(await ask(page, (h) => h.snapshot.time)).toBeGreaterThan(now);
      }
      return positions();
    };
    const expected = await steps();
    await page.evaluate((hash) => { history.replaceState(null, '', '#'); location.hash = hash; }, new URL(shared).hash);
    await page.waitForTimeout(500);
    expect(await steps()).toEqual(expected);
  });

  it.each([
    ['cut', (hash: string) => hash.slice(0, -40)],
    ['changed', (hash: string) => `${hash.slice(0, 200)}${hash[200] === 'A' ? 'B' : 'A'}${hash.slice(201)}`],
    ['no state', () => '#scene=shake17&state=%%%'],
    ['of a scene that is not here', () => '#scene=nowhere'],
  ])('says that a link is broken: %s', async (_, breaking) => {
    await open(address('cloth.html'));
    const shared = new URL(await link());
    await page.goto('about:blank');
    await page.goto(address('cloth.html') + breaking(shared.hash));
    await ready(page);
    await until(page, saysBroken, 5).catch(async () => expect(await said()).toMatch(/broken/));
  });

  it('is saved as a trajectory and as a scene that the program runs', async () => {
    await open(address('cloth.html'));
    await page.waitForTimeout(1000);
    await drag(8, 0.7, 80);
    await page.mouse.up();
    for (const [text, name] of [['save run', 'saved.ict'], ['save scene', 'saved.yaml']]) {
      const download = page.waitForEvent('download');
      await page.getByText(text).click();
      await (await download).saveAs(inFolder(name));
    }
    const info = JSON.parse((await isocloth('info', inFolder('saved.ict'), '--json')).stdout) as { frames: number };
    expect(info.frames).toBeGreaterThan(20);
    const run = JSON.parse((await isocloth('run', inFolder('saved.yaml'), '--json')).stdout) as { steps: number };
    expect(run.steps).toBeGreaterThan(100);
  });

  it('reads meshes that its scene names, and moves obstacles', async () => {
    writeFileSync(inFolder('sheet.obj'), ['v 0 0 0', 'v 0.2 0 0', 'v 0.4 0 0', 'v 0 0.2 0', 'v 0.2 0.2 0', 'v 0.4 0.2 0', 'v 0 0.4 0', 'v 0.2 0.4 0', 'v 0.4 0.4 0',
      'f 1 2 5 4', 'f 2 3 6 5', 'f 4 5 8 7', 'f 5 6 9 8', ''].join('\n'));
    writeFileSync(inFolder('ball.yaml'), ['cloth:', '  mesh: {file: sheet.obj}', '  pose: {rotate_deg: [90, 0, 0]}', '  material: {density: 0.2, damping: 0.5}',
      'grasps:', '  - {nodes: [6, 7, 8]}', 'obstacles:', '  - {name: ball, sphere: {radius: 0.08}, pose: {translate: [0.2, -0.2, 0.2]}, friction: 0.3}', 'time: {duration: 2}'].join('\n'));
    await isocloth('export', inFolder('ball.yaml'), inFolder('ball.html'), '--live');
    await open(address('ball.html'));
    const ball = () => ask(page, (h) => Array.from(h.snapshot.poses.slice(0, 3)));
    const before = await ball();
    const [x, y] = await page.evaluate((center) => {
      const { stage } = document.getElementById('isocloth')!.isocloth!;
      const point = new stage.view.camera.position.constructor().fromArray(center, 0).project(stage.view.camera);
      const box = stage.canvas.getBoundingClientRect();
      return [((point.x + 1) / 2) * box.width, ((1 - point.y) / 2) * box.height];
    }, before);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= 15; ++k) {
      await page.mouse.move(x - 4 * k, y - 3 * k);
      await page.waitForTimeout(40);
    }
    await page.mouse.up();
    await page.waitForTimeout(300);
    expect(distance(await ball(), before)).toBeGreaterThan(0.02);
  });

  it('offers a choice of scenes', async () => {
    await isocloth('export', 'shake', 'drop', inFolder('two.html'), '--live');
    await open(address('two.html'));
    await Promise.all([page.waitForEvent('load'), page.locator('select.scenes').selectOption('drop')]);
    await ready(page);
    expect(await page.evaluate(() => document.getElementById('isocloth')!.shadowRoot!.querySelector('.title')!.textContent)).toContain('drop');
  });
});

describe('what it computes', () => {
  it.each(['shake', 'shake17'])('is what the program computes: %s after 1 s', async (scene) => {
    await isocloth('export', scene, inFolder(`${scene}.html`), '--live');
    await open(address(`${scene}.html`));
    await until(page, () => document.getElementById('isocloth')!.isocloth!.snapshot.time > 1.1);
    const download = page.waitForEvent('download');
    await page.getByText('save run').click();
    await (await download).saveAs(inFolder('page.ict'));
    const { stdout } = await promisify(execFile)(resolve('../playground/compare_run'), [kProgram, scene, inFolder('page.ict')]);
    console.log(`${scene} in the page against the program ${(await isocloth('--version')).stdout.trim()}: ${Number(stdout)} m apart after 1 s`);
    expect(Number(stdout)).toBeLessThan(1e-9); // other instructions, other rounding: no multiplications and additions in one
  });
});

describe('speed', () => {
  it.each([
    ['9×9', 'shake', 4],
    ['17×17', 'shake17', 8],
    ['23×23', 'locking', 528],
  ])('of %s nodes, dragged', async (size, scene, node) => {
    await isocloth('export', scene, inFolder(`${scene}.html`), '--live');
    await open(address(`${scene}.html`), { width: 800, height: 520 });
    await page.waitForTimeout(500);
    await drag(node, kSeconds, 100);
    const figures = await ask(page, (h) => ({ ...h.figures, frames: h.meter.framesPerSecond }));
    await page.mouse.up();
    console.log(`${size} dragged for ${kSeconds} s: engine ${figures.engineSpeed.toFixed(1)} × real time, ` +
      `run ${figures.totalSpeed.toFixed(3)} of real time, ${figures.frames.toFixed(0)} frames a second`);
    expect(figures.totalSpeed).toBeGreaterThan(0);
  });
});
