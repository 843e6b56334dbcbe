/** Bodies that are only seen, such as a robot's covers: in replays, and live from a file that another program writes. */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, inFolder, isocloth, kShots, launch, ready, until, Viewer } from './support';

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; ++k) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

/** The run's ball, green and not met by the cloth, as the header of docs/trajectory-format.md has it. */
function paintBall(file: Buffer): void {
  const u64 = (at: number) => Number(file.readBigUInt64LE(at));
  const [header, nodes, elements, grasps] = [u64(16), u64(32), u64(40), u64(56)];
  const table = 128 + 24 * nodes + 16 * elements + grasps;
  file.writeUInt32LE(0x14c03000 + 2 + 4, table + 12);
  file.writeUInt32LE(crc32(file.subarray(0, header - 8)), header - 8);
}

const greenPixels = async (page: Page): Promise<number> => {
  const png = (await page.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const { data: rgba } = pen.getImageData(0, 0, image.width, image.height);
    let green = 0;
    for (let k = 0; k < rgba.length; k += 4) green += rgba[k + 1] > 50 && rgba[k + 1] > 2 * rgba[k] && rgba[k + 1] > 2 * rgba[k + 2] ? 1 : 0;
    return green / (image.width * image.height);
  }, png);
};

let browser: Browser;
let whole: Buffer;
beforeAll(async () => {
  browser = await launch();
  await isocloth('run', 'ball', '--set', 'time.duration=0.6', '--set', 'obstacles.ball.sphere.radius=0.1', '--out', inFolder('plain.ict'));
  whole = readFileSync(inFolder('plain.ict'));
  paintBall(whole);
  writeFileSync(inFolder('painted.ict'), whole);
  for (const name of ['plain', 'painted']) await isocloth('export', inFolder(`${name}.ict`), inFolder(`${name}.html`));
}, 60_000);
afterAll(() => browser?.close());

const open = async (address: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 800, height: 500 } })).newPage();
  await page.goto(address);
  await ready(page);
  return page;
};

describe('a body that is only seen', () => {
  it('is in a replay, in its colour, and has no force', async () => {
    const seen: Record<string, { green: number; curves: string }> = {};
    for (const name of ['plain', 'painted']) {
      const page = await open(`file://${inFolder(`${name}.html`)}`);
      await page.evaluate(() => {
        const { player } = document.getElementById('isocloth')!.isocloth!;
        player.play(false);
        player.seek(0.32);
      });
      await page.waitForTimeout(900);
      const curves = await page.locator('.bottom select').allInnerTexts();
      seen[name] = { green: await greenPixels(page), curves: curves.join() };
      await page.screenshot({ path: join(kShots, `body-${name}.png`) });
      await page.context().close();
    }
    expect(seen.plain.green).toBeLessThan(0.001);
    expect(seen.painted.green).toBeGreaterThan(0.003);
    expect(seen.plain.curves).toContain('force of ball');
    expect(seen.painted.curves).not.toContain('force of ball');
  });

  it('moves in the page that follows a file, which starts over with another run', async () => {
    const header = Number(whole.readBigUInt64LE(16));
    const frame = Number(whole.readBigUInt64LE(24));
    const part = (from: number, to: number) => whole.subarray(header + from * frame, header + to * frame);
    const path = inFolder('grows.ict');
    writeFileSync(path, whole.subarray(0, header + 2 * frame));
    const viewer = await Viewer.start(path, '--live');
    const page = await open(viewer.url.href);
    const pose = () => ask(page, (h) => [...h.snapshot.poses.slice(0, 3)]);
    const first = await pose();
    appendFileSync(path, part(2, 40));
    appendFileSync(path, part(40, 41).subarray(0, 100)); // a frame that is not whole yet
    await until(page, () => document.getElementById('isocloth')!.isocloth!.snapshot.time > 0.38);
    expect(await ask(page, (h) => h.snapshot.time)).toBeCloseTo(whole.readDoubleLE(header + 39 * frame), 5);
    expect(Math.hypot(...(await pose()).map((p, k) => p - first[k]))).toBeGreaterThan(0.01);
    await page.waitForTimeout(700);
    expect(await greenPixels(page)).toBeGreaterThan(0.003);
    await page.screenshot({ path: join(kShots, 'watch.png') });
    expect(await page.getByText('save scene').count()).toBe(0);
    writeFileSync(inFolder('cell.html'), `<!doctype html><iframe src="${viewer.url.href}"></iframe>`); // as in a notebook
    const cell = await (await browser.newContext()).newPage();
    await cell.goto(`file://${inFolder('cell.html')}`);
    await cell.frameLocator('iframe').getByText('as it is computed').waitFor({ timeout: 15_000 });
    await cell.context().close();
    const anew = page.waitForEvent('load', { timeout: 20_000 });
    await isocloth('run', 'shake', '--set', 'time.duration=0.2', '--out', path); // another cloth under the same name
    await anew;
    await until(page, () => document.getElementById('isocloth')?.isocloth?.snapshot.x.length === 3 * 81);
    expect(await viewer.stop()).toBe(0);
    await page.context().close();
  });
});
