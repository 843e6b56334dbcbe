import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, inFolder, isocloth, kShots, launch, ready, until } from './support';

let browser: Browser;
const requests: string[] = [];

async function open(file: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  await context.setOffline(true);
  const page = await context.newPage();
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(`file://${inFolder(file)}`);
  await ready(page);
  return page;
}

const still = async (page: Page, time: number) => {
  await page.evaluate((t) => {
    const { player } = document.getElementById('isocloth')!.isocloth!;
    player.play(false);
    player.seek(t);
  }, time);
  await page.waitForTimeout(400);
};

beforeAll(async () => {
  browser = await launch();
  await isocloth('run', 'garment1700', '--set', 'time.duration=10', '--out', inFolder('garment.ict'));
  await isocloth('run', 'drop', '--set', 'cloth.mesh.rectangle.nodes=[33,33]', '--set', 'time.duration=2', '--out', inFolder('drop33.ict'));
  await isocloth('run', 'shake', '--out', inFolder('shake.ict'));
  await isocloth('run', 'shake17', '--out', inFolder('fine.ict'));
  await isocloth('run', 'ball', '--set', 'time.duration=0.6', '--out', inFolder('ball.ict'));
  for (const name of ['garment', 'drop33', 'shake', 'ball'])
    await isocloth('export', inFolder(`${name}.ict`), inFolder(`${name}.html`));
  await isocloth('export', inFolder('shake.ict'), inFolder('fine.ict'), inFolder('two.html'), '--side-by-side', '--color', 'area');
}, 120_000);
afterAll(() => browser?.close());

describe('exported page, from disk, offline', () => {
  it('10 s of 1,700 triangles: at most 5 MB, first frame within 1 s of loading', async () => {
    const megabytes = statSync(inFolder('garment.html')).size / 1e6;
    const page = await open('garment.html');
    await until(page, () => document.getElementById('isocloth')!.isocloth!.firstFrame > 0);
    const milliseconds = await ask(page, (h) => h.firstFrame);
    console.log(`garment1700, 10 s: ${megabytes.toFixed(2)} MB, first frame after ${milliseconds.toFixed(0)} ms`);
    await still(page, 2.2);
    await page.screenshot({ path: join(kShots, 'garment.png') });
    expect(megabytes).toBeLessThanOrEqual(5);
    expect(milliseconds).toBeLessThan(1000);
    await page.context().close();
  });

  it('33×33 nodes play with at least 20 frames per second in software', async () => {
    const page = await open('drop33.html');
    await page.waitForTimeout(2500); // pixels are found that the processor can draw
    const rates: number[] = [];
    for (let k = 0; k < 3; ++k) {
      await page.waitForTimeout(700);
      rates.push(await ask(page, (h) => h.meter.framesPerSecond));
    }
    const mean = rates.reduce((a, b) => a + b) / rates.length;
    const share = await ask(page, (h) => h.stage.quality.share);
    console.log(`33×33: ${mean.toFixed(0)} frames per second, ${(100 * share).toFixed(0)} % of the pixels along a side`);
    expect(mean).toBeGreaterThanOrEqual(20);
    await page.context().close();
  });

  it('plays, pauses, steps and scrubs', async () => {
    const page = await open('shake.html');
    const time = () => ask(page, (h) => h.player.time);
    const first = await time();
    await expect.poll(time, { timeout: 10_000 }).toBeGreaterThan(first + 0.1);
    await page.keyboard.press(' ');
    await page.waitForTimeout(100);
    const paused = await time();
    await page.waitForTimeout(300);
    expect(await time()).toBe(paused);
    await page.keyboard.press('ArrowRight');
    expect(await time()).toBeCloseTo(paused + 0.02, 3);
    await page.keyboard.press('End');
    expect(await time()).toBeCloseTo(10, 3);
    const plot = (await page.locator('.plot').boundingBox())!;
    await page.mouse.click(plot.x + 0.25 * plot.width, plot.y + 20);
    expect(await time()).toBeCloseTo(2.5, 1);
    await page.getByLabel('Time').fill('4.5');
    expect(await time()).toBeCloseTo(4.5, 3);
    await page.context().close();
  });

  it('colours by each quantity, with a legend in units', async () => {
    const page = await open('ball.html');
    await still(page, 0.42);
    const pictures = [await page.screenshot()];
    for (const [id, unit] of [['area', '%'], ['stretch', '%'], ['curvature', '1/m'], ['contact', 'Pa'], ['speed', 'm/s']]) {
      await page.getByLabel('Colours (C)').selectOption(id);
      await page.waitForTimeout(200);
      expect(await page.locator('.legend-ends').innerText()).toContain(unit);
      pictures.push(await page.screenshot({ path: join(kShots, `ball-${id}.png`) }));
    }
    expect(new Set(pictures.map((p) => p.toString('base64'))).size).toBe(6);
    await page.context().close();
  });

  it('says what is under the pointer', async () => {
    const page = await open('shake.html');
    await still(page, 0);
    await page.mouse.move(640, 330);
    await page.waitForTimeout(300);
    const text = await page.locator('.readout').innerText();
    for (const word of ['node', 'element', 'area error', 'm/s']) expect(text).toContain(word);
    await page.screenshot({ path: join(kShots, 'readout.png') });
    await page.context().close();
  });

  it('shows runs side by side and in one space, dark and light', async () => {
    const page = await open('two.html', { colorScheme: 'light' });
    await still(page, 1.1);
    await page.screenshot({ path: join(kShots, 'two-columns.png') });
    await page.keyboard.press('s');
    await page.keyboard.press('m');
    await page.keyboard.press('t');
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(kShots, 'two-overlaid.png') });
    expect(await page.locator('.root').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('.runs').innerText()).toMatch(/shake\s+fine/);
    await page.context().close();
  });

  it('fits a phone, and a finger scrubs', async () => {
    const page = await open('ball.html', { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
    await still(page, 0.45);
    await page.screenshot({ path: join(kShots, 'phone.png') });
    for (const selector of ['.tools', '.bottom', '.play']) {
      const box = (await page.locator(selector).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      expect(box.y + box.height).toBeLessThanOrEqual(780);
    }
    const plot = (await page.locator('.plot').boundingBox())!;
    await page.touchscreen.tap(plot.x + 0.5 * plot.width, plot.y + 20);
    expect(await ask(page, (h) => h.player.time)).toBeCloseTo(0.3, 1);
    await page.context().close();
  });

  it('several replays share one script inside another page', async () => {
    const html = readFileSync(inFolder('shake.html'), 'utf8');
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)![1];
    const data = /getElementById\("isocloth"\), "([^"]*)"/.exec(html)![1];
    const replay = (id: string) =>
      `<div id="${id}" style="height: 320px"></div><script>isoclothReplay(document.getElementById("${id}"), "${data}")</script>`;
    writeFileSync(inFolder('report.html'),
      `<!doctype html><meta charset="utf-8"><style>button { display: none }</style><h1>Report</h1><script>${script}</script>${replay('isocloth')}${replay('b')}`);
    const page = await open('report.html');
    await until(page, () => document.getElementById('b')!.isocloth !== undefined);
    expect(await page.locator('#b .play').isVisible()).toBe(true); // the report's styles stay outside
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(kShots, 'report.png') });
    await page.context().close();
  });

  it('asked the network for nothing', () => {
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  });
});
