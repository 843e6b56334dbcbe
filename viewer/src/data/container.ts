/** The container that io/html/sections.cpp writes: a JSON text that names arrays, and the arrays. */

export interface Section {
  at: number;
  count: number;
  type: 'f32' | 'i32' | 'u8';
}

export interface Container {
  text: unknown;
  f32(section: Section): Float32Array;
  i32(section: Section): Int32Array;
  u8(section: Section): Uint8Array;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

export function openContainer(buffer: ArrayBuffer): Container {
  if (buffer.byteLength < 4) throw new Error('the data of the replay is empty');
  const length = new DataView(buffer).getUint32(0, true);
  if (4 + length > buffer.byteLength) throw new Error('the data of the replay is cut off');
  const text: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const start = 4 + length;
  const check = (section: Section, type: Section['type'], bytes: number) => {
    if (section.type !== type || start + section.at + section.count * bytes > buffer.byteLength)
      throw new Error('the data of the replay is damaged');
    return start + section.at;
  };
  return {
    text,
    f32: (s) => new Float32Array(buffer, check(s, 'f32', 4), s.count),
    i32: (s) => new Int32Array(buffer, check(s, 'i32', 4), s.count),
    u8: (s) => new Uint8Array(buffer, check(s, 'u8', 1), s.count),
  };
}
