/** What the engine sends (cli/view/live_message.hpp) and what it is asked (live_command.hpp). */

import { openContainer } from '../data/container';
import { readThings, type Snapshot, type Things, type ThingsText } from '../data/things';

/** Of a run that is only watched: none. */
export interface LiveSettings {
  bending?: number; // κ [N·m]
  virtual_mass?: number; // δ [kg/m²]
  damping?: number; // α [kg/(m²·s)]
  density?: number; // ρ [kg/m²]
  friction?: number; // µ, where there are obstacles
}

export interface Hello {
  title: string;
  settings: LiveSettings;
  paused: boolean;
  watching?: boolean; // another program computes it: nothing to pull or to set
  things: Things;
}

export interface LiveFigures {
  recentSpeed: number;
  totalSpeed: number;
  engineSpeed: number;
  areaDispersion: number;
}

export type Command =
  | { do: 'grab'; node: number; at: number[] }
  | { do: 'move'; at: number[] }
  | { do: 'obstacle'; index: number; at: number[] }
  | { do: 'set'; name: string; value: number }
  | { do: 'pause'; on: boolean }
  | { do: 'release' | 'drop' | 'step' | 'reset' };

export type Told =
  | { kind: 'status'; paused: boolean; settings: LiveSettings }
  | { kind: 'error'; text: string };

export function kindOf(message: ArrayBuffer): number {
  return message.byteLength >= 4 ? new DataView(message).getUint32(0, true) : -1;
}

export function readHello(message: ArrayBuffer): Hello {
  const container = openContainer(message.slice(4));
  const text = container.text as Omit<Hello, 'things'> & { things: ThingsText };
  return { ...text, things: readThings(text.things, container) };
}

/** Whether a frame is one of these things. */
export function fits(message: ArrayBuffer, things: Things): boolean {
  const [n, obstacles] = [things.nodeCount, things.obstacles.length];
  const held = new DataView(message).getUint32(4, true);
  return message.byteLength === 8 + 4 * (5 + 4 * n + (obstacles > 0 ? n : 0) + 7 * obstacles + held);
}

/** Puts a frame into the snapshot and returns its figures; `things.grasps[0]` gets the nodes that are held. */
export function readFrame(message: ArrayBuffer, things: Things, snapshot: Snapshot): LiveFigures {
  const n = things.nodeCount;
  const obstacles = things.obstacles.length;
  const held = new DataView(message).getUint32(4, true);
  if (!fits(message, things)) throw new Error('the engine sent a frame of another cloth');
  let at = 8;
  const take = (count: number) => {
    const part = new Float32Array(message, at, count);
    at += 4 * count;
    return part;
  };
  const [time, recentSpeed, totalSpeed, engineSpeed, areaDispersion] = take(5);
  snapshot.time = time;
  snapshot.x.set(take(3 * n));
  snapshot.speed.set(take(n));
  if (obstacles > 0) snapshot.traction?.set(take(n));
  snapshot.poses.set(take(7 * obstacles));
  things.grasps[0].nodes = [...new Uint32Array(message, at, held)];
  snapshot.holds[0] = true;
  return { recentSpeed, totalSpeed, engineSpeed, areaDispersion };
}
