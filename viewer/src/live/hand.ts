/** The pointer as a hand: takes hold of a node or an obstacle and leads it in the plane that faces the camera. */

import { Plane, Vector3 } from 'three';
import type { Snapshot } from '../data/things';
import type { Stage } from '../stage/stage';
import type { Command } from './messages';

const kReach = 22; // [CSS pixels] beside a cloth that still takes hold of it
const kReminder = 250; // [ms] between messages of a hand that holds still

export class Hand {
  private readonly plane = new Plane();
  private readonly offset = new Vector3(); // from the pointer's place to what it leads
  private pointer: number | null = null;
  private obstacle = -1;
  private last: number[] = [];
  private timer = 0;

  constructor(
    private readonly stage: Stage,
    private readonly snapshot: Snapshot,
    private readonly send: (command: Command) => void,
  ) {
    const { canvas } = stage;
    // before the camera's own controls, which must not turn while something is led
    canvas.addEventListener('pointerdown', (event) => this.take(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.lead(event), { capture: true });
    for (const end of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(end, (event) => this.leave(event), { capture: true });
  }

  get holding(): boolean {
    return this.pointer !== null;
  }

  private take(event: PointerEvent): void {
    if (this.pointer !== null || event.button !== 0 || event.shiftKey) return;
    const hit = this.stage.pick(event.offsetX, event.offsetY, [this.snapshot]);
    const solid = this.pickObstacle(event.offsetX, event.offsetY);
    const eye = this.stage.view.camera.position;
    const inFront = hit && (!solid || hit.point.distanceTo(eye) <= solid.point.distanceTo(eye) + 0.01);
    const beside = hit || solid ? -1 : this.stage.nearestOnScreen(event.offsetX, event.offsetY, this.snapshot, kReach);
    const node = inFront ? hit.node : beside;
    let point: Vector3;
    if (node >= 0) {
      point = new Vector3().fromArray(this.snapshot.x, 3 * node);
      this.obstacle = -1;
      this.last = point.toArray();
      this.send({ do: 'grab', node, at: this.last });
    } else if (solid) {
      this.obstacle = solid.index;
      point = solid.point;
      this.offset.fromArray(this.snapshot.poses, 7 * solid.index).sub(point);
      this.last = [];
    } else return;
    this.plane.setFromNormalAndCoplanarPoint(this.stage.view.camera.getWorldDirection(new Vector3()), point);
    this.pointer = event.pointerId;
    this.stage.view.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.timer = window.setInterval(() => this.remind(), kReminder);
    event.stopImmediatePropagation();
  }

  private pickObstacle(x: number, y: number): { index: number; point: Vector3 } | null {
    const { caster } = this.stage.ray(x, y);
    const { objects } = this.stage.actors[0].obstacles;
    const { obstacles } = this.stage.actors[0].things;
    const solids = objects.filter((_, i) => !obstacles[i].unbounded && !obstacles[i].seenOnly);
    const [hit] = caster.intersectObjects(solids, false);
    return hit ? { index: objects.indexOf(hit.object), point: hit.point } : null;
  }

  private lead(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    event.stopImmediatePropagation();
    const { caster } = this.stage.ray(event.offsetX, event.offsetY);
    const at = caster.ray.intersectPlane(this.plane, new Vector3());
    if (!at) return;
    if (this.obstacle >= 0) at.add(this.offset);
    this.last = at.toArray();
    this.remind();
  }

  private remind(): void {
    if (this.last.length === 0) return;
    if (this.obstacle >= 0) this.send({ do: 'obstacle', index: this.obstacle, at: this.last });
    else this.send({ do: 'move', at: this.last });
  }

  private leave(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    clearInterval(this.timer);
    this.pointer = null;
    this.stage.view.controls.enabled = true;
    if (this.obstacle < 0) this.send({ do: 'release' });
    event.stopImmediatePropagation();
  }
}
