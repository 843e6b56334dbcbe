import { describe, expect, it } from 'vitest';
import { fromBase64Url, readAddress, toBase64Url, writeAddress } from '../src/live/state_address';

describe('the address of a state', () => {
  it('holds any bytes, and gives them back', () => {
    for (const length of [1, 2, 3, 255, 70_000]) {
      const bytes = Uint8Array.from({ length }, (_, k) => (k * 151 + 7) % 256);
      const address = readAddress(writeAddress('two words & more', bytes));
      expect(address.scene).toBe('two words & more');
      expect(address.broken).toBe(false);
      expect(address.state).toEqual(bytes);
    }
  });

  it('needs neither scene nor state', () => {
    expect(readAddress('')).toEqual({ scene: '', state: null, broken: false });
    expect(readAddress('#scene=shake')).toEqual({ scene: 'shake', state: null, broken: false });
  });

  it('is broken where the state is no base64', () => {
    for (const text of ['', '%', 'a b', 'AAAAA', 'é']) expect(readAddress(`#scene=a&state=${text}`).broken).toBe(true);
    expect(fromBase64Url(toBase64Url(new Uint8Array([255, 254])))).toEqual(new Uint8Array([255, 254]));
  });
});
