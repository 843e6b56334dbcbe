/** The camera: places from which the whole motion fills the view, and orbiting by hand. */

import { type Box3, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

export const kViews: Record<string, [number, number, number]> = {
  corner: [0.62, -1, 0.42],
  front: [0, -1, 0.04],
  side: [1, 0, 0.04],
  top: [0, -0.001, 1],
  below: [0.5, -0.8, -0.35],
};

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  readonly controls: OrbitControls;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly box: Box3,
    onMove: () => void,
  ) {
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.addEventListener('change', onMove);
  }

  /** Stands in the direction from which the box just fills the view, of which `free` of the height is not covered. */
  look(view: string, width: number, height: number, free: number): void {
    const direction = new Vector3(...(kViews[view] ?? kViews.corner)).normalize();
    const middle = this.box.getCenter(new Vector3());
    const right = new Vector3(0, 0, 1).cross(direction).normalize();
    const up = direction.clone().cross(right);
    const slope = Math.tan((this.camera.fov * Math.PI) / 360);
    const across = (slope * width) / height;
    const upwards = (slope * free) / height;
    let back = 0;
    for (let k = 0; k < 8; ++k) {
      const corner = new Vector3(
        k & 1 ? this.box.max.x : this.box.min.x,
        k & 2 ? this.box.max.y : this.box.min.y,
        k & 4 ? this.box.max.z : this.box.min.z,
      ).sub(middle);
      const towards = corner.dot(direction);
      back = Math.max(
        back,
        towards + Math.abs(corner.dot(right)) / across,
        towards + Math.abs(corner.dot(up)) / upwards,
      );
    }
    const size = this.box.getSize(new Vector3()).length() + 1e-3;
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(direction, 1.08 * back);
    this.camera.near = 0.01 * size;
    this.camera.far = 40 * size;
    this.controls.minDistance = 0.05 * size;
    this.controls.maxDistance = 15 * size;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }
}
