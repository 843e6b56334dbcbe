import { describe, expect, it } from 'vitest';
import { fromBase64, inflate, openContainer } from '../src/data/container';

/** A container as io/html/sections.cpp writes it. */
function container(text: object, bytes: Uint8Array): ArrayBuffer {
  let json = JSON.stringify(text);
  json = json.padEnd(Math.ceil(json.length / 4) * 4);
  const buffer = new ArrayBuffer(4 + json.length + bytes.length);
  new DataView(buffer).setUint32(0, json.length, true);
  new Uint8Array(buffer, 4).set(new TextEncoder().encode(json));
  new Uint8Array(buffer, 4 + json.length).set(bytes);
  return buffer;
}

describe('container', () => {
  it('finds its arrays', () => {
    const floats = new Float32Array([1.5, -2]);
    const opened = openContainer(container({ a: 1 }, new Uint8Array(floats.buffer)));
    expect(opened.text).toEqual({ a: 1 });
    expect([...opened.f32({ at: 0, count: 2, type: 'f32' })]).toEqual([1.5, -2]);
  });

  it('refuses what is cut off, damaged or of another type', () => {
    const whole = container({}, new Uint8Array(8));
    expect(() => openContainer(new ArrayBuffer(2))).toThrow('empty');
    expect(() => openContainer(whole.slice(0, 5))).toThrow('cut off');
    const opened = openContainer(whole);
    expect(() => opened.f32({ at: 0, count: 3, type: 'f32' })).toThrow('damaged');
    expect(() => opened.u8({ at: 0, count: 2, type: 'f32' })).toThrow('damaged');
  });

  it('inflates base64 of zlib', async () => {
    const { deflateSync } = await import('node:zlib');
    const text = Buffer.from('cloth '.repeat(100));
    const bytes = await inflate(fromBase64(deflateSync(text).toString('base64')));
    expect(Buffer.from(bytes).equals(text)).toBe(true);
  });
});
