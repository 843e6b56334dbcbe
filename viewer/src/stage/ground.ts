/** The ground: a disc with a grid that fades into the background, and the shadows on it. */

import { CircleGeometry, Color, Group, Mesh, ShaderMaterial, ShadowMaterial } from 'three';
import { roundUp } from '../quantities/quantity';
import type { Theme } from './theme';

const kVertex = `
varying vec2 at;
void main() {
  at = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const kFragment = `
varying vec2 at;
uniform vec3 ground, grid;
uniform float cell, radius;
void main() {
  vec2 place = at / cell, width = fwidth(place);
  vec2 near = abs(fract(place - 0.5) - 0.5) / width;
  float line = (1.0 - min(min(near.x, near.y), 1.0)) * clamp(0.6 - 2.0 * max(width.x, width.y), 0.0, 1.0);
  float fade = 1.0 - smoothstep(0.15, 1.0, length(at) / radius);
  gl_FragColor = vec4(mix(ground, grid, line), fade * mix(0.75, 1.0, line));
  #include <colorspace_fragment>
}`;

export class Ground {
  readonly group = new Group();
  private readonly disc: ShaderMaterial;
  private readonly shadow = new ShadowMaterial({ depthWrite: false });

  /** `size` of the motion [m], of which the ground shows three around its middle. */
  constructor(size: number) {
    const cell = roundUp(size / 12); // of the grid [m]
    const radius = 3 * size;
    this.disc = new ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      transparent: true,
      depthWrite: false,
      uniforms: {
        ground: { value: new Color() },
        grid: { value: new Color() },
        cell: { value: cell },
        radius: { value: radius },
      },
    });
    const disc = new Mesh(new CircleGeometry(radius, 64), this.disc);
    disc.renderOrder = -2;
    const shadow = new Mesh(new CircleGeometry(1.2 * size, 48), this.shadow);
    shadow.receiveShadow = true;
    shadow.renderOrder = -1;
    this.group.add(disc, shadow);
  }

  setTheme(theme: Theme): void {
    (this.disc.uniforms.ground.value as Color).set(theme.ground);
    (this.disc.uniforms.grid.value as Color).set(theme.grid);
    this.shadow.opacity = theme.shadow;
  }
}
