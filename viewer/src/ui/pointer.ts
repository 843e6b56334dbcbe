/** The read-out that follows the pointer over the cloth, and a ring around the node it names. */

import { Group, Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import type { Snapshot, Things } from '../data/things';
import type { Quantity } from '../quantities/quantity';
import type { Hit, Stage } from '../stage/stage';
import { Readout } from './readout';

export interface Subject {
  name: string;
  things: Things;
  snapshot: Snapshot;
  quantities: Quantity[];
}

export class Pointer {
  private readonly readout = new Readout();
  private readonly mark = new Group();
  private readonly ball: Mesh;
  private at: { x: number; y: number } | null = null;
  private moved = false;

  constructor(
    private readonly stage: Stage,
    root: HTMLElement,
    private readonly subject: (hit: Hit) => Subject,
    private readonly snapshots: () => Snapshot[],
  ) {
    root.append(this.readout.element);
    this.ball = new Mesh(new SphereGeometry(1, 14, 10), new MeshBasicMaterial({ color: 0xff5a7a }));
    this.ball.visible = false;
    this.mark.add(this.ball);
    stage.add(this.mark);
    const canvas = stage.canvas;
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerleave', () => this.leave());
    canvas.addEventListener('pointerdown', (event) => (event.pointerType === 'mouse' ? this.leave() : this.move(event)));
  }

  private move(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.buttons !== 0) return this.leave();
    this.at = { x: event.offsetX, y: event.offsetY };
    this.moved = true;
  }

  private leave(): void {
    this.at = null;
    this.moved = true;
  }

  /** The pointer is busy otherwise. */
  clear(): void {
    if (this.at) this.leave();
  }

  /** The cloth has moved under the pointer. */
  refresh(): void {
    if (this.at) this.moved = true;
  }

  tick(): void {
    if (!this.moved) return;
    this.moved = false;
    const hit = this.at && this.stage.pick(this.at.x, this.at.y, this.snapshots());
    const shown = this.ball.visible;
    this.ball.visible = hit !== null;
    if (shown || hit) this.stage.invalidate();
    if (!hit || !this.at) return this.readout.hide();
    const { name, things, snapshot, quantities } = this.subject(hit);
    this.ball.position.fromArray(snapshot.x, 3 * hit.node);
    this.ball.scale.setScalar(0.006 * this.stage.view.camera.position.distanceTo(this.ball.position));
    this.readout.show(hit, name, things, snapshot, quantities, this.at.x, this.at.y);
  }
}
