import { describe, expect, it } from 'vitest';
import { locate, sample, type Recording } from '../src/data/recording';
import { newSnapshot } from '../src/data/things';
import { sheet } from './sheet';

function moving(): Recording {
  const things = sheet(2, 2, 1);
  things.grasps = [{ name: 'left', nodes: [0] }];
  things.obstacles = [
    { name: 'ball', friction: 0, unbounded: false, seenOnly: false, color: null, x: new Float32Array(0), elements: new Int32Array(0) },
  ];
  const n = things.rest.length;
  const x = new Float32Array(2 * n);
  x.set(things.rest);
  x.set(things.rest.map((v, k) => (k % 3 === 2 ? v + 1 : v)), n); // up by a metre in half a second
  const poses = new Float32Array([0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0]); // by two metres, half a turn
  return {
    name: 'a', things, times: new Float32Array([0, 0.5]), x, tractions: null, columns: [],
    holds: [new Uint8Array([1, 0])], poses: [poses],
  };
}

describe('recording', () => {
  it('locates times between frames and outside', () => {
    const times = new Float32Array([0, 1, 2, 4]);
    expect(locate(times, -1)).toEqual({ frame: 0, share: 0 });
    expect(locate(times, 1)).toEqual({ frame: 1, share: 0 });
    expect(locate(times, 3)).toEqual({ frame: 2, share: 0.5 });
    expect(locate(times, 9)).toEqual({ frame: 3, share: 0 });
  });

  it('is straight between frames, with its speed, poses and grasps', () => {
    const recording = moving();
    const snapshot = newSnapshot(recording.things, false);
    sample(recording, 0.25, snapshot);
    expect(snapshot.x[2]).toBeCloseTo(0.5);
    expect([...snapshot.speed]).toEqual([2, 2, 2, 2]);
    expect(snapshot.poses[0]).toBeCloseTo(1);
    expect(Math.hypot(...snapshot.poses.subarray(3))).toBeCloseTo(1); // still a rotation
    expect(snapshot.holds).toEqual([true]);
    sample(recording, 0.5, snapshot);
    expect(snapshot.holds).toEqual([false]);
  });
});
