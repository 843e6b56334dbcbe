/** What is seen, without its motion: cloth, obstacles, grasps (io/html/describe_things.cpp). */

import type { Container, Section } from './container';

/** Rows of the Laplacian at the interior nodes: |Δx| is twice the mean curvature [1/m]. */
export interface Laplacian {
  nodes: Int32Array;
  starts: Int32Array;
  columns: Int32Array;
  weights: Float32Array;
}

export interface ObstacleThing {
  name: string;
  friction: number;
  unbounded: boolean;
  seenOnly: boolean; // the cloth does not meet it: a robot's cover, say
  color: number | null; // 0xRRGGBB; null: as the theme has it
  x: Float32Array; // [m], own frame
  elements: Int32Array; // four nodes each, −1 as the fourth of a triangle
}

export interface GraspThing {
  name: string;
  nodes: number[];
}

/** One of the cloths that share nodes and elements: a run of each. */
export interface ClothThing {
  name: string;
  firstNode: number;
  nodeCount: number;
  firstElement: number;
  elementCount: number;
}

export interface Things {
  step: number; // [s]
  nodeCount: number;
  rest: Float32Array; // [m]
  elements: Int32Array;
  nodeArea: Float32Array; // [m²]
  laplacian: Laplacian | null;
  cloths: ClothThing[]; // one at least
  grasps: GraspThing[];
  obstacles: ObstacleThing[];
}

/** One moment of the things. The arrays are reused from one moment to the next. */
export interface Snapshot {
  time: number; // [s]
  x: Float32Array; // [m]
  speed: Float32Array; // per node [m/s]
  traction: Float32Array | null; // contact force over area, per node [N/m²]
  poses: Float32Array; // per obstacle: x y z [m], quaternion x y z w
  holds: boolean[]; // per grasp
}

export interface ThingsText {
  step: number;
  rest: Section;
  elements: Section;
  nodeArea: Section;
  laplacian?: { nodes: Section; starts: Section; columns: Section; weights: Section };
  cloths: { name: string; nodes: number; elements: number }[];
  grasps: { name: string; nodes: number[] }[];
  obstacles: { name: string; friction: number; unbounded: boolean; seenOnly: boolean; color?: number; x: Section; elements: Section }[];
}

/** Cloths one after the other. */
export function placeCloths(text: ThingsText['cloths']): ClothThing[] {
  let [firstNode, firstElement] = [0, 0];
  return text.map(({ name, nodes, elements }) => {
    const cloth = { name, firstNode, nodeCount: nodes, firstElement, elementCount: elements };
    firstNode += nodes;
    firstElement += elements;
    return cloth;
  });
}

/** The cloth that a node is of. */
export function clothOf(things: Things, node: number): ClothThing {
  return things.cloths.find((c) => node < c.firstNode + c.nodeCount) ?? things.cloths[0];
}

export function readThings(text: ThingsText, container: Container): Things {
  const rest = container.f32(text.rest);
  const l = text.laplacian;
  return {
    step: text.step,
    nodeCount: rest.length / 3,
    rest,
    elements: container.i32(text.elements),
    nodeArea: container.f32(text.nodeArea),
    laplacian: l
      ? {
          nodes: container.i32(l.nodes),
          starts: container.i32(l.starts),
          columns: container.i32(l.columns),
          weights: container.f32(l.weights),
        }
      : null,
    cloths: placeCloths(text.cloths),
    grasps: text.grasps.map(({ name, nodes }) => ({ name, nodes })),
    obstacles: text.obstacles.map((o) => ({
      name: o.name,
      friction: o.friction,
      unbounded: o.unbounded,
      seenOnly: o.seenOnly,
      color: o.color ?? null,
      x: container.f32(o.x),
      elements: container.i32(o.elements),
    })),
  };
}

export function newSnapshot(things: Things, withTraction: boolean): Snapshot {
  return {
    time: 0,
    x: new Float32Array(3 * things.nodeCount),
    speed: new Float32Array(things.nodeCount),
    traction: withTraction ? new Float32Array(things.nodeCount) : null,
    poses: new Float32Array(7 * things.obstacles.length),
    holds: things.grasps.map(() => false),
  };
}
