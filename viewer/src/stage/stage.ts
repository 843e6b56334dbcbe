/** Everything that is drawn: one space with ground, light and camera, and a group of things for each run. */

import { type Box3, Color, Group, Raycaster, Scene, Vector2, Vector3, type WebGLRenderer } from 'three';
import type { Snapshot, Things } from '../data/things';
import type { Quantity } from '../quantities/quantity';
import { OrbitCamera } from './camera';
import { Cloth } from './cloth';
import { Grasps } from './grasps';
import { Ground } from './ground';
import { Lights } from './lights';
import { Obstacles } from './obstacles';
import { Quality } from './quality';
import { makeRenderer } from './renderer';
import { clothColor, kBackColor, kThemes, type ThemeName } from './theme';

/** One run on the stage. */
export interface Actor {
  things: Things;
  cloth: Cloth;
  obstacles: Obstacles;
  grasps: Grasps;
  group: Group;
}

export interface Hit {
  actor: number;
  element: number;
  node: number;
  point: Vector3;
}

export class Stage {
  readonly canvas = document.createElement('canvas');
  readonly actors: Actor[];
  readonly view: OrbitCamera;
  readonly quality: Quality;
  readonly software: boolean; // no graphics card
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground: Ground | null;
  private readonly lights: Lights;
  private readonly size: number; // [m]
  private width = 1;
  private height = 1;
  private columns = false;
  private insets = { top: 0, bottom: 0 }; // covered by panels [CSS pixels]
  private needed = true;
  private drawn = 0; // [ms]
  private readonly grounded = new Set<number>(); // actors that the ground lies below

  constructor(
    allThings: Things[],
    box: Box3,
    cloud: Float32Array = cornersOf(box),
  ) {
    const { renderer, software } = makeRenderer(this.canvas);
    this.renderer = renderer;
    this.software = software;
    this.quality = new Quality(software ? 0.6 : 1);
    this.size = box.getSize(new Vector3()).length() || 0.1;
    this.actors = allThings.map((things, i) => {
      const colors = things.cloths.map((_, cloth) => clothColor(i, cloth));
      return this.addActor(things, colors, allThings.length === 1 && colors.length === 1 ? kBackColor : null);
    });
    this.lights = new Lights(box, software ? 512 : 1536);
    const hasFloor = this.actors.some((a) => a.obstacles.hasFloor);
    this.ground = hasFloor ? null : new Ground(this.size);
    if (this.ground) {
      const middle = box.getCenter(new Vector3());
      this.ground.group.position.set(middle.x, middle.y, box.min.z - 0.004 * this.size);
      this.scene.add(this.ground.group);
    }
    this.scene.add(this.lights.group);
    this.view = new OrbitCamera(this.canvas, box, cloud, () => this.invalidate());
  }

  private addActor(things: Things, colors: number[], back: number | null): Actor {
    const cloth = new Cloth(things, colors, back);
    const obstacles = new Obstacles(things, this.size);
    const side = Math.sqrt(things.nodeArea.reduce((sum, area) => sum + area, 0) / things.nodeCount); // between nodes [m]
    const grasps = new Grasps(things, Math.min(0.011 * this.size, 0.36 * side));
    const group = new Group();
    group.add(cloth.group, obstacles.group, grasps.balls);
    this.scene.add(group);
    return { things, cloth, obstacles, grasps, group };
  }

  setTheme(name: ThemeName): void {
    const theme = kThemes[name];
    this.scene.background = null;
    this.renderer.setClearColor(new Color(theme.background));
    for (const part of [this.ground, this.lights]) part?.setTheme(theme);
    for (const { cloth, obstacles, grasps } of this.actors) for (const p of [cloth, obstacles, grasps]) p.setTheme(theme);
    this.invalidate();
  }

  /** Runs beside each other instead of in one space. */
  setColumns(on: boolean): void {
    this.columns = on;
    this.look('corner');
  }

  get columnCount(): number {
    return this.columns ? this.actors.length : 1;
  }

  look(view: string): void {
    const free = this.height - this.insets.top - this.insets.bottom;
    this.view.look(view, this.width / this.columnCount, this.height, Math.max(0.3 * this.height, free));
    this.invalidate();
  }

  /** Panels cover this much at the top and the bottom [CSS pixels]: the motion is shown between them. */
  setInsets(top: number, bottom: number): void {
    this.insets = { top, bottom };
    this.invalidate();
  }

  resize(width: number, height: number): void {
    [this.width, this.height] = [Math.max(1, width), Math.max(1, height)];
    const ratio = Math.min(2, devicePixelRatio) * this.quality.share;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.width, this.height, false);
    this.invalidate();
  }

  update(actor: number, snapshot: Snapshot, quantity: Quantity | null, range: number): void {
    const { cloth, obstacles, grasps } = this.actors[actor];
    cloth.update(snapshot, quantity, range);
    obstacles.update(snapshot.poses);
    if (!this.grounded.has(actor)) this.lowerGround(actor);
    grasps.update(snapshot);
    this.invalidate();
  }

  /** The ground lies below what a run begins with: a table stands on it, and is not cut by it. */
  private lowerGround(actor: number): void {
    this.grounded.add(actor);
    const below = this.actors[actor].obstacles.lowest - 0.004 * this.size;
    if (this.ground) this.ground.group.position.z = Math.min(this.ground.group.position.z, below);
  }

  invalidate(): void {
    this.needed = true;
  }

  add(object: Group): void {
    this.scene.add(object);
  }

  /** Draws where something changed; whether it did. */
  draw(): boolean {
    this.view.controls.update();
    if (!this.needed || this.mustWait()) return false;
    this.needed = false;
    const { camera } = this.view;
    const count = this.columnCount;
    camera.aspect = this.width / count / this.height;
    const up = (this.insets.bottom - this.insets.top) / 2;
    camera.setViewOffset(this.width / count, this.height, 0, up, this.width / count, this.height);
    this.renderer.setScissorTest(count > 1);
    for (let column = 0; column < count; ++column) {
      this.actors.forEach(({ group }, i) => (group.visible = count === 1 || i === column));
      const left = (column * this.width) / count;
      this.renderer.setViewport(left, 0, this.width / count, this.height);
      this.renderer.setScissor(left, 0, this.width / count, this.height);
      this.renderer.clear();
      this.renderer.render(this.scene, camera);
    }
    return true;
  }

  /** Without a graphics card thirty frames a second are enough: the processor has more to do, such as the engine. */
  private mustWait(): boolean {
    const now = performance.now();
    if (this.software && now - this.drawn < 31) return true;
    this.drawn = now;
    return false;
  }

  /** The ray through a point of the canvas [CSS pixels], and the column it is in. */
  ray(x: number, y: number): { caster: Raycaster; column: number } {
    const count = this.columnCount;
    const wide = this.width / count;
    const column = Math.min(count - 1, Math.max(0, Math.floor(x / wide)));
    const caster = new Raycaster();
    const at = new Vector2((2 * (x - column * wide)) / wide - 1, 1 - (2 * y) / this.height);
    caster.setFromCamera(at, this.view.camera);
    return { caster, column };
  }

  /** The cloth under a point of the canvas [CSS pixels]. */
  pick(x: number, y: number, snapshots: Snapshot[]): Hit | null {
    const { caster, column } = this.ray(x, y);
    let best: Hit | null = null;
    let nearest = Infinity;
    this.actors.forEach((actor, i) => {
      if (this.columnCount > 1 && i !== column) return;
      const [hit] = caster.intersectObject(actor.cloth.surface, false);
      if (!hit || hit.distance >= nearest || hit.faceIndex == null) return;
      nearest = hit.distance;
      const element = actor.cloth.triangles.triangleElement[hit.faceIndex];
      best = { actor: i, element, node: nearestNode(actor.things, snapshots[i], element, hit.point), point: hit.point };
    });
    return best;
  }

  /** The node of a run that is nearest to a point of the canvas, at most `reach` away [CSS pixels]; −1: none. */
  nearestOnScreen(x: number, y: number, snapshot: Snapshot, reach: number): number {
    const point = new Vector3();
    let best = -1;
    let nearest = reach;
    for (let node = 0; 3 * node < snapshot.x.length; ++node) {
      point.fromArray(snapshot.x, 3 * node).project(this.view.camera);
      const away = Math.hypot(((point.x + 1) / 2) * this.width - x, ((1 - point.y) / 2) * this.height - y);
      if (away < nearest && point.z < 1) [best, nearest] = [node, away];
    }
    return best;
  }

  dispose(): void {
    this.view.controls.dispose();
    this.renderer.dispose();
  }
}

function cornersOf({ min, max }: Box3): Float32Array {
  const corners: number[] = [];
  for (let k = 0; k < 8; ++k) corners.push(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z);
  return new Float32Array(corners);
}

function nearestNode(things: Things, snapshot: Snapshot, element: number, point: Vector3): number {
  const corners = [...things.elements.subarray(4 * element, 4 * element + 4)].filter((node) => node >= 0);
  const distance = (node: number) => point.distanceToSquared(new Vector3().fromArray(snapshot.x, 3 * node));
  return corners.reduce((best, node) => (distance(node) < distance(best) ? node : best));
}
