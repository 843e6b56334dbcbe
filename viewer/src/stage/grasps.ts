/** Grippers: a ball at each node that is held, and gone where it is released. */

import { InstancedMesh, Matrix4, MeshLambertMaterial, SphereGeometry } from 'three';
import type { Snapshot, Things } from '../data/things';
import type { Theme } from './theme';

export class Grasps {
  readonly balls: InstancedMesh;
  private readonly most: number;
  private readonly material = new MeshLambertMaterial();
  private readonly matrix = new Matrix4();

  constructor(
    private readonly things: Things,
    radius: number, // [m]
  ) {
    const named = things.grasps.reduce((sum, grasp) => sum + grasp.nodes.length, 0);
    this.most = Math.max(256, named); // a hand may take hold of more
    this.balls = new InstancedMesh(new SphereGeometry(radius, 16, 12), this.material, this.most);
    this.balls.castShadow = true;
    this.balls.frustumCulled = false;
    this.balls.count = 0;
  }

  setTheme(theme: Theme): void {
    this.material.color.set(theme.grasp);
    this.material.emissive.set(theme.grasp).multiplyScalar(0.25);
  }

  update(snapshot: Snapshot): void {
    let shown = 0;
    this.things.grasps.forEach((grasp, g) => {
      if (!snapshot.holds[g]) return;
      for (const node of grasp.nodes.slice(0, this.most - shown)) {
        this.matrix.makeTranslation(snapshot.x[3 * node], snapshot.x[3 * node + 1], snapshot.x[3 * node + 2]);
        this.balls.setMatrixAt(shown++, this.matrix);
      }
    });
    this.balls.count = shown;
    this.balls.instanceMatrix.needsUpdate = true;
  }
}
