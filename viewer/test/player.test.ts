import { describe, expect, it } from 'vitest';
import { Player } from '../src/player';
import { placeOf, shortNumber, valueAt } from '../src/live/sliders';
import { Quality } from '../src/stage/quality';

describe('player', () => {
  it('loops, or stops at the end and begins anew', () => {
    const player = new Player(0, 2, () => undefined);
    player.play();
    player.tick(2.5);
    expect(player.time).toBeCloseTo(0.5);
    player.setLoop(false);
    player.tick(9);
    expect([player.time, player.playing]).toEqual([2, false]);
    player.play();
    expect(player.time).toBe(0);
  });

  it('never runs before the first frame where a browser stamps its first frames with the time before a long wait', () => {
    const player = new Player(0, 2, () => undefined);
    player.play();
    player.tick(-1.61);
    expect(player.time).toBe(0);
    player.tick(0.5);
    player.tick(-1.61);
    expect(player.time).toBeCloseTo(0.5);
  });

  it('keeps time within the run and speed within its steps', () => {
    const player = new Player(1, 2, () => undefined);
    player.seek(-5);
    expect(player.time).toBe(1);
    for (let k = 0; k < 9; ++k) player.shiftSpeed(1);
    expect(player.speed).toBe(4);
  });
});

describe('sliders', () => {
  const knob = { lowest: 1e-7, highest: 1e-2, logarithmic: true };
  it('have zero at the start and decades after it', () => {
    expect(valueAt(knob, 0)).toBe(0);
    expect(valueAt(knob, 200)).toBeCloseTo(1e-2);
    expect(placeOf(knob, 0)).toBe(0);
    expect(valueAt(knob, placeOf(knob, 1e-5)) / 1e-5).toBeCloseTo(1, 1);
  });
  it('write numbers shortly', () => {
    expect([0, 2.69, 1e-5].map(shortNumber)).toEqual(['0', '2.7', '1.0e−5']);
  });
});

describe('quality', () => {
  it('has fewer pixels while frames are slow, and all of them when nothing moves', () => {
    const quality = new Quality();
    for (let k = 1; k < 60; ++k) quality.add(120 * k, true);
    expect(quality.share).toBeLessThan(0.5);
    expect(quality.rest(false)).toBe(true);
    expect(quality.share).toBe(1);
  });
});
