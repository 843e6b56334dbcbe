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
    private readonly cloud: Float32Array, // points of the motion [m], all of which are to be seen
    onMove: () => void,
  ) {
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.addEventListener('change', onMove);
  }

  /** Stands in the direction from which the motion just fills the view, of which `free` of the height is not covered. */
  look(view: string, width: number, height: number, free: number): void {
    const direction = new Vector3(...(kViews[view] ?? kViews.corner)).normalize();
    const middle = this.box.getCenter(new Vector3());
    const right = new Vector3(0, 0, 1).cross(direction).normalize();
    const up = direction.clone().cross(right);
    const slope = Math.tan((this.camera.fov * Math.PI) / 360);
    const across = (slope * width) / height;
    const upwards = (slope * free) / height;
    let back = 0;
    const point = new Vector3();
    for (let k = 0; k < this.cloud.length; k += 3) {
      point.fromArray(this.cloud, k).sub(middle);
      const towards = point.dot(direction);
      back = Math.max(
        back,
        towards + Math.abs(point.dot(right)) / across,
        towards + Math.abs(point.dot(up)) / upwards,
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
