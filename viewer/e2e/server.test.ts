import { randomBytes } from 'node:crypto';
import { truncateSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, rawSocket, textFrame, webSocket } from './raw_socket';
import { inFolder, isocloth, Viewer } from './support';

let viewer: Viewer & { url: URL };
const get = (path: string) => exchange(viewer.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
const alive = async () => expect(await get(viewer.url.pathname)).toMatch(/^HTTP\/1.1 200/);

/** The engine still sends frames, each later than the one before. */
async function framesGoOn(): Promise<void> {
  const socket = await webSocket(viewer.url);
  let bytes = 0;
  socket.on('data', (data) => (bytes += data.length));
  await new Promise((done) => setTimeout(done, 500));
  socket.destroy();
  expect(bytes).toBeGreaterThan(5 * 81 * 16); // five frames of 81 nodes
}

beforeAll(async () => {
  viewer = await Viewer.start('shake', '--live');
});
afterAll(() => void viewer?.child.kill('SIGKILL'));

describe('server', () => {
  it('answers only under its token, and has no files', async () => {
    const token = viewer.url.pathname;
    expect(token).toMatch(/^\/[0-9a-f]{32}\/$/);
    await alive();
    const wrong = ['/', '/index.html', `/${'0'.repeat(32)}/`, token.slice(0, -2) + '/', `${token}../../etc/passwd`,
      `${token}%2e%2e/%2e%2e/etc/passwd`, `${token}/etc/passwd`, '/../../../../etc/passwd', `${token}live`, `${token}run.ict/..`];
    for (const path of wrong) {
      const answer = await get(path);
      expect(answer, path).toMatch(/^HTTP\/1.1 404/);
      expect(answer, path).not.toContain('root:');
    }
    expect(await exchange(viewer.url, `POST ${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`)).toMatch(/404/);
  });

  it('survives 10 MB of garbage on its port and on the WebSocket', async () => {
    const garbage = randomBytes(10 << 20);
    await exchange(viewer.url, garbage);
    await exchange(viewer.url, 'GET /' + 'a'.repeat(10 << 20) + ' HTTP/1.1\r\n\r\n');
    for (const bytes of [garbage, textFrame(garbage), textFrame(Buffer.from('{"do":"grab","node":1e99,"at":[]}'))]) {
      const socket = await webSocket(viewer.url);
      socket.write(bytes);
      await new Promise((done) => setTimeout(done, 200));
      socket.destroy();
    }
    await alive();
    await framesGoOn();
  });

  it('refuses commands that make no sense and goes on', async () => {
    const socket = await webSocket(viewer.url);
    for (const text of ['', '[]', '{}', '{"do":"fly"}', '{"do":"grab","node":-1,"at":[0,0,0]}', '{"do":"grab","node":99999,"at":[0,0,0]}',
      '{"do":"obstacle","index":0,"at":[0,0,0]}', '{"do":"set","name":"density","value":1}', '{"do":"set","name":"bending","value":-1}',
      '{"do":"set","name":"virtual_mass","value":"a"}', '{"do":"move","at":[1e999,0,0]}', '{"do":"pause"}'])
      socket.write(textFrame(Buffer.from(text)));
    await new Promise((done) => setTimeout(done, 300));
    socket.destroy();
    await framesGoOn();
  });

  it('viewers that stop reading, or are killed, disturb nobody', async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => webSocket(viewer.url)));
    for (const socket of slow) socket.pause();
    const hanging = await Promise.all(Array.from({ length: 8 }, () => rawSocket(viewer.url))); // say nothing at all
    await framesGoOn();
    for (const socket of [...slow, ...hanging]) socket.resetAndDestroy();
    await framesGoOn();
  });

  it('turns away the thirty-third, and has room again afterwards', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, () => rawSocket(viewer.url)));
    await new Promise((done) => setTimeout(done, 200));
    for (const socket of many) socket.destroy();
    await new Promise((done) => setTimeout(done, 200));
    await alive();
  });

  it('ends on Ctrl-C and says how it kept up', async () => {
    expect(await viewer.stop()).toBe(0);
    expect(viewer.out).toMatch(/s simulated in .* s, [\d.]+× real time/);
  });
});

describe('view', () => {
  it('refuses what is no trajectory, and shows what a killed run left', async () => {
    writeFileSync(inFolder('bad.ict'), 'nonsense');
    await expect(Viewer.start(inFolder('bad.ict'))).rejects.toThrow(/^isocloth: .*bad\.ict/);
    await isocloth('run', 'shake', '--set', 'time.duration=0.2', '--out', inFolder('cut.ict'));
    truncateSync(inFolder('cut.ict'), statSync(inFolder('cut.ict')).size - 9);
    const cut = await Viewer.start(inFolder('cut.ict'));
    expect(await exchange(cut.url, `GET ${cut.url.pathname} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain('isoclothReplay(');
    expect(await cut.stop()).toBe(0);
  });
});
