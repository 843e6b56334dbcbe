import { randomBytes } from 'node:crypto';
import { truncateSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, rawSocket, textFrame, webSocket } from './raw_socket';
import { inFolder, isocloth, Viewer } from './support';

let viewer: Viewer & { url: URL };
const get = (path: string, host = viewer.url.host, more = '') =>
  exchange(viewer.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`);
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
    expect(await exchange(viewer.url, `POST ${token} HTTP/1.1\r\nHost: ${viewer.url.host}\r\nContent-Length: 0\r\n\r\n`)).toMatch(/404/);
  });

  it('answers under addresses of its own only, and no page but its own', async () => {
    const { pathname, host, port } = viewer.url;
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
    for (const own of [host, `localhost:${port}`, `LOCALHOST:9000`, `[::1]:${port}`]) // 9000: through a tunnel
      expect(await get(pathname, own, `Origin: http://${own}\r\n`), own).toMatch(/^HTTP\/1.1 200/);
    for (const other of [`evil.example:${port}`, `localhost.evil.example:${port}`, `127.0.0.1.evil.example`, `10.0.0.1:${port}`, '', '[', 'x'])
      for (const path of [pathname, `${pathname}live`, '/'])
        expect(await get(path, other, path.endsWith('live') ? upgrade : ''), other).toMatch(/^HTTP\/1.1 403[\s\S]*by its address/);
    for (const origin of ['http://evil.example', 'null', `https://${host}`, 'http://127.0.0.1:1'])
      for (const [path, more] of [[pathname, ''], [`${pathname}live`, upgrade], [`${pathname}scene.yaml`, '']])
        expect(await get(path, host, `Origin: ${origin}\r\n${more}`), origin).toMatch(/^HTTP\/1.1 403/);
    expect(await exchange(viewer.url, `GET ${pathname} HTTP/1.0\r\n\r\n`)).toMatch(/403/);
    expect(await get(`${pathname}live`, host, `Origin: http://${host}\r\n${upgrade}`)).toMatch(/^HTTP\/1.1 101/);
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

  it('strangers never keep a viewer out, however many they are', async () => {
    const many = await Promise.all(Array.from({ length: 80 }, () => rawSocket(viewer.url))); // without the token, for ever
    await alive();
    await framesGoOn();
    for (const socket of many) socket.destroy();
  });

  it('strangers that say nothing are let go after a few seconds', async () => {
    const socket = await rawSocket(viewer.url);
    socket.resume();
    await new Promise((done) => socket.once('close', done));
  });

  it('turns away the thirty-third viewer, and has room again afterwards', async () => {
    const many = await Promise.all(Array.from({ length: 32 }, () => webSocket(viewer.url)));
    expect(await get(viewer.url.pathname)).toMatch(/^HTTP\/1.1 503/);
    for (const socket of many) socket.resetAndDestroy();
    await new Promise((done) => setTimeout(done, 300));
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
    expect(await exchange(cut.url, `GET ${cut.url.pathname} HTTP/1.1\r\nHost: ${cut.url.host}\r\n\r\n`)).toContain('isoclothReplay(');
    expect(await cut.stop()).toBe(0);
  });
});
