/** Obstacles on the stage: solids with their edges kept sharp, half-spaces as ground. */

import { Box3, BufferAttribute, BufferGeometry, Group, Mesh, MeshLambertMaterial, type Object3D, Vector3 } from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { ObstacleThing, Things } from '../data/things';
import { Ground } from './ground';
import type { Theme } from './theme';

const kCrease = (40 * Math.PI) / 180; // as io/trajectory/surface.hpp

function geometryOf(obstacle: ObstacleThing): BufferGeometry {
  const index: number[] = [];
  const { elements } = obstacle;
  for (let e = 0; e < elements.length; e += 4) {
    const [a, b, c, d] = elements.subarray(e, e + 4);
    index.push(a, b, c);
    if (d >= 0) index.push(a, c, d);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(obstacle.x, 3));
  geometry.setIndex(index);
  return toCreasedNormals(geometry, kCrease);
}

/**
 * Cloth lies on obstacles, and between its nodes cuts through rounded edges by a hair: it is drawn in front of what lies
 * less than `depth` [m] above it, along the view.
 */
function behindCloth(material: MeshLambertMaterial, depth: number): MeshLambertMaterial {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.depth = { value: depth };
    shader.vertexShader = shader.vertexShader.replace('#include <common>', '#include <common>\nuniform float depth;').replace(
      '#include <project_vertex>',
      `#include <project_vertex>
      vec4 behind = projectionMatrix * vec4(mvPosition.xyz + depth * normalize(mvPosition.xyz), 1.0);
      gl_Position.z = behind.z / behind.w * gl_Position.w;`,
    );
  };
  return material;
}

function solidMaterial(size: number, color = 0xffffff): MeshLambertMaterial {
  // offset as the cloth's own material is, which matters where few pixels see a surface at a flat angle
  const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  return behindCloth(new MeshLambertMaterial({ ...offset, color }), 0.006 * size);
}

/** The plane of a half-space, of which the data shows a square; a hair lower, so that cloth lies on it. */
function floorOf(obstacle: ObstacleThing, size: number): Ground {
  const corner = (k: number) => new Vector3().fromArray(obstacle.x, 3 * obstacle.elements[k]);
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
  const ground = new Ground(size);
  ground.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
  ground.group.position.copy(a).add(c).multiplyScalar(0.5).addScaledVector(normal, -0.004 * size);
  return ground;
}

export class Obstacles {
  readonly group = new Group();
  readonly objects: Object3D[];
  private readonly floors: Ground[] = [];
  private readonly solid: MeshLambertMaterial;
  private readonly painted = new Map<number, MeshLambertMaterial>();

  /** `size` of the whole motion [m]. */
  constructor(
    private readonly things: Things,
    size: number,
  ) {
    this.solid = solidMaterial(size);
    for (const { color } of things.obstacles)
      if (color !== null && !this.painted.has(color)) this.painted.set(color, solidMaterial(size, color));
    this.objects = things.obstacles.map((obstacle) =>
      obstacle.unbounded ? this.addFloor(obstacle, size) : this.makeSolid(obstacle),
    );
    if (this.objects.length > 0) this.group.add(...this.objects);
  }

  private makeSolid(obstacle: ObstacleThing): Mesh {
    const own = obstacle.color === null ? null : this.painted.get(obstacle.color);
    const mesh = new Mesh(geometryOf(obstacle), own ?? this.solid);
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  }

  private addFloor(obstacle: ObstacleThing, size: number): Group {
    const holder = new Group();
    if (obstacle.elements.length === 0) return holder;
    const floor = floorOf(obstacle, size);
    this.floors.push(floor);
    holder.add(floor.group);
    return holder;
  }

  setTheme(theme: Theme): void {
    this.solid.color.set(theme.obstacle);
    for (const floor of this.floors) floor.setTheme(theme);
  }

  update(poses: Float32Array): void {
    this.objects.forEach((mesh, i) => {
      mesh.position.fromArray(poses, 7 * i);
      mesh.quaternion.fromArray(poses, 7 * i + 3);
    });
  }

  /** The lowest that a solid reaches [m]; Infinity without one. */
  get lowest(): number {
    const solids = this.objects.filter((_, i) => !this.things.obstacles[i].unbounded && this.things.obstacles[i].x.length > 0);
    return Math.min(...solids.map((solid) => new Box3().setFromObject(solid).min.z));
  }

  /** Whether a half-space takes the place of the ground. */
  get hasFloor(): boolean {
    return this.things.obstacles.some((o) => o.unbounded);
  }
}
