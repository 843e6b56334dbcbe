/** Sky from above, light thrown back by the ground, one lamp that casts shadows. */

import { type Box3, DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';
import type { Theme } from './theme';

const kTowardsLamp = new Vector3(-0.35, -0.55, 1).normalize();

export class Lights {
  readonly group = new Group();
  private readonly sky = new HemisphereLight(0xffffff, 0x888888, 1.75);
  private readonly lamp = new DirectionalLight(0xfff4e6, 2.1);

  /** `cells` of the shadow map in each direction. */
  constructor(box: Box3, cells: number) {
    this.sky.position.set(0, 0, 1);
    const middle = box.getCenter(new Vector3());
    const radius = 0.62 * box.getSize(new Vector3()).length() + 1e-3;
    this.lamp.target.position.copy(middle);
    this.lamp.position.copy(middle).addScaledVector(kTowardsLamp, 4 * radius);
    this.lamp.castShadow = true;
    const { camera, mapSize } = this.lamp.shadow;
    mapSize.set(cells, cells);
    [camera.left, camera.right, camera.bottom, camera.top] = [-radius, radius, -radius, radius];
    [camera.near, camera.far] = [radius, 8 * radius];
    this.lamp.shadow.bias = -0.3 / cells;
    this.lamp.shadow.normalBias = (4 * radius) / cells; // two cells: else a surface shades itself in stripes
    this.lamp.shadow.radius = 3;
    this.group.add(this.sky, this.lamp, this.lamp.target);
  }

  setTheme(theme: Theme): void {
    this.sky.color.set(theme.sky);
    this.sky.groundColor.set(theme.bounce);
  }
}
