/** Obstacles on the stage: solids with their edges kept sharp, half-spaces as the squares that the data shows of them. */

import { BufferAttribute, BufferGeometry, Group, Mesh, MeshLambertMaterial } from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { ObstacleThing, Things } from '../data/things';
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

export class Obstacles {
  readonly group = new Group();
  readonly meshes: Mesh[];
  private readonly solid: MeshLambertMaterial;
  private readonly floor: MeshLambertMaterial;

  /** `size` of the whole motion [m]. */
  constructor(
    private readonly things: Things,
    size: number,
  ) {
    this.solid = behindCloth(new MeshLambertMaterial(), 0.006 * size);
    this.floor = behindCloth(new MeshLambertMaterial(), 0.006 * size);
    this.meshes = things.obstacles.map((obstacle) => {
      const mesh = new Mesh(geometryOf(obstacle), obstacle.unbounded ? this.floor : this.solid);
      mesh.castShadow = !obstacle.unbounded;
      mesh.receiveShadow = true;
      mesh.name = obstacle.name;
      return mesh;
    });
    if (this.meshes.length > 0) this.group.add(...this.meshes);
  }

  setTheme(theme: Theme): void {
    this.solid.color.set(theme.obstacle);
    this.floor.color.set(theme.ground);
  }

  update(poses: Float32Array): void {
    this.meshes.forEach((mesh, i) => {
      mesh.position.fromArray(poses, 7 * i);
      mesh.quaternion.fromArray(poses, 7 * i + 3);
    });
  }

  /** Whether a half-space takes the place of the ground. */
  get hasFloor(): boolean {
    return this.things.obstacles.some((o) => o.unbounded);
  }
}
