/** A connection without a browser's manners. */

import { connect, type Socket } from 'node:net';

export async function rawSocket(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined); // being thrown out is what some tests are for
  await new Promise((done) => socket.once('connect', done));
  return socket;
}

/** Sends bytes and returns all that comes back until the server closes, or for a second. */
export async function exchange(url: URL, bytes: string | Uint8Array): Promise<string> {
  const socket = await rawSocket(url);
  let answer = '';
  socket.on('data', (data) => (answer += data.toString('latin1')));
  const closed = new Promise((done) => socket.on('close', done));
  socket.write(bytes);
  await Promise.race([closed, new Promise((done) => setTimeout(done, 1000))]);
  socket.destroy();
  return answer;
}

/** An open WebSocket; nothing is read from it unless the caller does. */
export async function webSocket(url: URL): Promise<Socket> {
  const socket = await rawSocket(url);
  socket.write(
    `GET ${url.pathname}live HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await new Promise((done) => socket.once('data', done));
  return socket;
}

/** A masked frame as a browser sends it. */
export function textFrame(payload: Buffer): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 6 : 14);
  head[0] = 0x81;
  if (payload.length < 126) head[1] = 0x80 | payload.length;
  else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, payload]); // the mask is zero
}
