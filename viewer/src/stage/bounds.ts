/** The box in which everything happens. */

import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Recording } from '../data/recording';
import type { Things } from '../data/things';

export function boxOfPoints(x: Float32Array): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (let k = 0; k < x.length; k += 3) box.expandByPoint(point.fromArray(x, k));
  return box;
}

/** An obstacle far larger than the cloth's motion is not what the picture is about. */
const kLargestObstacle = 2;

/** How far from the cloth a solid still belongs to the picture, over the size of its motion; a robot's parts do from afar. */
const kNear = 0.6;
const kNearRobot = 3;

/** Adds the solids wherever `poses` (7 numbers each, any number of moments) put them. */
export function addObstacles(box: Box3, things: Things, poses: Float32Array[]): void {
  const size = box.getSize(new Vector3()).length();
  const cloth = box.getCenter(new Vector3());
  const matrix = new Matrix4();
  things.obstacles.forEach((obstacle, i) => {
    if (obstacle.unbounded || obstacle.x.length === 0) return;
    const own = boxOfPoints(obstacle.x);
    if (own.getSize(new Vector3()).length() > kLargestObstacle * size) return;
    const moments = poses[i].length / 7;
    for (let f = 0; f < moments; f += Math.max(1, Math.floor(moments / 20))) {
      const at = new Vector3().fromArray(poses[i], 7 * f);
      matrix.compose(at, new Quaternion().fromArray(poses[i], 7 * f + 3), new Vector3(1, 1, 1));
      const placed = own.clone().applyMatrix4(matrix);
      // something that comes from far away may do so out of sight
      const near = obstacle.seenOnly ? kNearRobot : kNear;
      if (placed.getCenter(new Vector3()).distanceTo(cloth) < near * size) box.union(placed);
    }
  });
}

/** The lowest that a cloth of this rest shape can hang from the nodes that are held at `x` [m]; Infinity where none is. */
export function lowestHanging(rest: Float32Array, x: Float32Array, held: number[]): number {
  const node = (k: number) => new Vector3().fromArray(rest, 3 * k);
  let lowest = Infinity;
  for (let k = 0; held.length > 0 && k < rest.length / 3; ++k)
    lowest = Math.min(lowest, Math.max(...held.map((h) => x[3 * h + 2] - node(h).distanceTo(node(k)))));
  return lowest;
}

/** Nodes at some moments of all runs. */
export function cloudOf(recordings: Recording[]): Float32Array {
  const moments = recordings.flatMap(({ x, times, things }) => {
    const size = 3 * things.nodeCount;
    const every = Math.max(1, Math.floor(times.length / 40));
    return Array.from({ length: Math.ceil(times.length / every) }, (_, m) => x.subarray(m * every * size, (m * every + 1) * size));
  });
  const cloud = new Float32Array(moments.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of moments) {
    cloud.set(part, at);
    at += part.length;
  }
  return cloud;
}

export function boundsOf(recordings: Recording[]): Box3 {
  const box = new Box3();
  for (const recording of recordings) {
    const own = boxOfPoints(recording.x);
    addObstacles(own, recording.things, recording.poses);
    box.union(own);
  }
  return box;
}
