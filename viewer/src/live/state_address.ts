/** What stands after the # of a page that simulates by itself: #scene=NAME&state=BASE64, either may be missing. */

export interface Address {
  scene: string;
  state: Uint8Array | null;
  broken: boolean; // there is a state, and it cannot be read
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

export function readAddress(hash: string): Address {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const text = parts.get('state');
  const state = text === null ? null : fromBase64Url(text);
  return { scene: parts.get('scene') ?? '', state, broken: text !== null && state === null };
}

export function writeAddress(scene: string, state: Uint8Array | null): string {
  return `#scene=${encodeURIComponent(scene)}${state ? `&state=${toBase64Url(state)}` : ''}`;
}
