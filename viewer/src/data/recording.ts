/** A trajectory in memory, and its state at any time: straight between frames. */

import type { Container, Section } from './container';
import { decodePositions, decodeScalars, type Grid } from './positions';
import { readThings, type Snapshot, type Things, type ThingsText } from './things';

/** A number per frame, for the plot. */
export interface Column {
  label: string;
  unit: string;
  values: Float32Array; // in `unit`
}

export interface Recording {
  name: string;
  things: Things;
  times: Float32Array; // [s]
  x: Float32Array; // [m], frame after frame
  tractions: Float32Array | null; // [N/m²], frame after frame
  holds: Uint8Array[]; // per grasp, per frame
  poses: Float32Array[]; // per obstacle: one pose, or one per frame
  columns: Column[];
}

export interface RecordingText extends ThingsText {
  name: string;
  times: Section;
  origin: Grid['origin'];
  quantum: number;
  positions: Section;
  diagnostics: Record<string, Section>;
  tractions?: { largest: number; planes: Section };
  grasps: (ThingsText['grasps'][number] & { holds: Section; force: Section; torque?: Section })[];
  obstacles: (ThingsText['obstacles'][number] & { poses: Section; force?: Section })[];
}

const kColumns: [string, string, string, number][] = [
  ['areaDispersion', 'area error, dispersion', '%', 100],
  ['areaMean', 'area error, mean', '%', 100],
  ['areaTotal', 'area error, total', '%', 100],
  ['metricError', 'metric error', '%', 100],
  ['penetration', 'penetration', 'mm', 1000],
  ['iterations', 'iterations a step', '', 1],
  ['kineticEnergy', 'kinetic energy', 'mJ', 1000],
  ['energy', 'energy', 'mJ', 1000],
];

function readColumns(text: RecordingText, container: Container): Column[] {
  const columns: Column[] = [];
  for (const [key, label, unit, factor] of kColumns) {
    const section = text.diagnostics[key];
    if (section) columns.push({ label, unit, values: container.f32(section).map((v) => factor * v) });
  }
  for (const g of text.grasps) {
    columns.push({ label: `force of ${g.name}`, unit: 'N', values: container.f32(g.force) });
    if (g.torque) columns.push({ label: `torque of ${g.name}`, unit: 'N·m', values: container.f32(g.torque) });
  }
  for (const o of text.obstacles)
    if (o.force) columns.push({ label: `force of ${o.name}`, unit: 'N', values: container.f32(o.force) });
  return columns;
}

export function readRecording(text: RecordingText, container: Container): Recording {
  const things = readThings(text, container);
  const times = container.f32(text.times);
  const grid = { origin: text.origin, quantum: text.quantum };
  const t = text.tractions;
  return {
    name: text.name,
    things,
    times,
    x: decodePositions(container.u8(text.positions), times.length, 3 * things.nodeCount, grid),
    tractions: t ? decodeScalars(container.u8(t.planes), times.length, things.nodeCount, t.largest) : null,
    holds: text.grasps.map((g) => container.u8(g.holds)),
    poses: text.obstacles.map((o) => container.f32(o.poses)),
    columns: readColumns(text, container),
  };
}

/** The last frame at or before the time, and how far the next one is, 0 to 1. */
export function locate(times: Float32Array, time: number): { frame: number; share: number } {
  let low = 0;
  let high = times.length - 1;
  if (time >= times[high]) return { frame: high, share: 0 };
  if (time <= times[0]) return { frame: 0, share: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return { frame: low, share: (time - times[low]) / (times[high] - times[low]) };
}

function blend(from: Float32Array, frame: number, share: number, into: Float32Array): void {
  const n = into.length;
  const a = from.subarray(frame * n, (frame + 1) * n);
  if (share === 0) return into.set(a);
  const b = from.subarray((frame + 1) * n, (frame + 2) * n);
  for (let k = 0; k < n; ++k) into[k] = a[k] + share * (b[k] - a[k]);
}

/** Speed of each node [m/s] from the frames around the time. */
function speeds(recording: Recording, frame: number, share: number, into: Float32Array): void {
  const last = recording.times.length - 1;
  const before = Math.max(0, share > 0 ? frame : frame - 1);
  const after = Math.min(last, frame + 1);
  const seconds = recording.times[after] - recording.times[before];
  if (!(seconds > 0)) return void into.fill(0);
  const n = 3 * into.length;
  for (let i = 0; i < into.length; ++i) {
    const a = before * n + 3 * i;
    const b = after * n + 3 * i;
    const x = recording.x;
    into[i] = Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]) / seconds;
  }
}

function blendPose(poses: Float32Array, frame: number, share: number, into: Float32Array): void {
  if (poses.length === 7) return into.set(poses);
  blend(poses, frame, share, into);
  if (share > 0) {
    const a = poses.subarray(7 * frame, 7 * frame + 7);
    const b = poses.subarray(7 * frame + 7, 7 * frame + 14);
    const sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1; // the short way round
    for (let k = 3; k < 7; ++k) into[k] = (1 - share) * a[k] + share * sign * b[k];
  }
  const length = Math.hypot(into[3], into[4], into[5], into[6]) || 1;
  for (let k = 3; k < 7; ++k) into[k] /= length;
}

export function sample(recording: Recording, time: number, snapshot: Snapshot): void {
  const { frame, share } = locate(recording.times, time);
  snapshot.time = time;
  blend(recording.x, frame, share, snapshot.x);
  speeds(recording, frame, share, snapshot.speed);
  if (snapshot.traction && recording.tractions) blend(recording.tractions, frame, share, snapshot.traction);
  recording.poses.forEach((poses, i) => blendPose(poses, frame, share, snapshot.poses.subarray(7 * i, 7 * i + 7)));
  recording.holds.forEach((holds, g) => (snapshot.holds[g] = holds[frame] !== 0));
}
