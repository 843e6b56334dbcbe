/** The cloths of a run on the stage: surface, mesh lines, rim. */

import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Mesh, Sphere, Vector3,
} from 'three';
import type { Snapshot, Things } from '../data/things';
import { mapColor, toLinear, type Rgb } from '../quantities/color_maps';
import type { Quantity } from '../quantities/quantity';
import { findEdges } from '../surface/edges';
import { nodeNormals } from '../surface/normals';
import { spread, triangulate, type Triangles } from '../surface/triangles';
import { makeClothMaterial, type ClothMaterial } from './cloth_material';
import type { Theme } from './theme';

const dynamic = (count: number, size: number) => {
  const attribute = new BufferAttribute(new Float32Array(count * size), size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
};

export class Cloth {
  readonly group = new Group();
  readonly surface: Mesh;
  readonly triangles: Triangles;
  readonly values: Record<'node' | 'element', Float32Array>;
  private readonly material: ClothMaterial;
  private readonly normals: Float32Array;
  private readonly nodes: BufferAttribute; // positions of the nodes, for the lines
  private readonly lines: LineSegments;
  private readonly rim: LineSegments;
  private painted = '';

  constructor(
    private readonly things: Things,
    private readonly colors: number[], // of each cloth
    back: number | null, // of the other side; null: the same
  ) {
    this.material = makeClothMaterial(back);
    this.triangles = triangulate(things.elements);
    this.normals = new Float32Array(3 * things.nodeCount);
    this.values = { node: new Float32Array(things.nodeCount), element: new Float32Array(things.elements.length / 4) };
    const geometry = new BufferGeometry();
    for (const name of ['position', 'normal', 'color']) geometry.setAttribute(name, dynamic(this.triangles.vertexCount, 3));
    geometry.setIndex(new BufferAttribute(this.triangles.index, 1));
    geometry.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.surface = new Mesh(geometry, this.material);
    this.surface.castShadow = this.surface.receiveShadow = true;
    this.surface.frustumCulled = false;

    this.nodes = dynamic(things.nodeCount, 3);
    const edges = findEdges(things.elements);
    this.lines = this.makeLines(edges.nodes, 0.5);
    this.rim = this.makeLines(edges.rim, 0.45);
    this.lines.visible = false;
    this.group.add(this.surface, this.lines, this.rim);
  }

  private makeLines(nodes: Uint32Array, opacity: number): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.nodes);
    geometry.setIndex(new BufferAttribute(nodes, 1));
    const lines = new LineSegments(geometry, new LineBasicMaterial({ transparent: true, opacity, depthWrite: false }));
    lines.frustumCulled = false;
    return lines;
  }

  setTheme(theme: Theme): void {
    (this.lines.material as LineBasicMaterial).color.set(theme.line);
    (this.rim.material as LineBasicMaterial).color.set(theme.rim);
  }

  showLines(on: boolean): void {
    this.lines.visible = on;
  }

  /** Puts the cloth where the snapshot has it, and colours it by the quantity from 0 (or −range) to range. */
  update(snapshot: Snapshot, quantity: Quantity | null, range: number): void {
    const { position, normal, color } = this.surface.geometry.attributes as Record<string, BufferAttribute>;
    (this.nodes.array as Float32Array).set(snapshot.x);
    this.nodes.needsUpdate = true;
    nodeNormals(snapshot.x, this.things.elements, this.normals);
    spread(this.triangles, snapshot.x, 3, position.array as Float32Array);
    spread(this.triangles, this.normals, 3, normal.array as Float32Array);
    position.needsUpdate = normal.needsUpdate = true;
    if (quantity) this.paint(snapshot, quantity, range, color);
    else this.paintPlain(color);
  }

  private paint(snapshot: Snapshot, quantity: Quantity, range: number, color: BufferAttribute): void {
    const values = this.values[quantity.per];
    quantity.compute(snapshot, values);
    const colors = new Float32Array(3 * values.length);
    const rgb: Rgb = [0, 0, 0];
    for (let i = 0; i < values.length; ++i) {
      mapColor(values[i] / range, quantity.signed, rgb);
      for (let k = 0; k < 3; ++k) colors[3 * i + k] = toLinear(rgb[k]);
    }
    const into = color.array as Float32Array;
    if (quantity.per === 'node') spread(this.triangles, colors, 3, into);
    else this.triangles.element.forEach((e, v) => into.set(colors.subarray(3 * e, 3 * e + 3), 3 * v));
    color.needsUpdate = true;
    this.painted = quantity.id;
    this.material.setPlain(false);
  }

  private paintPlain(color: BufferAttribute): void {
    if (this.painted === 'plain') return;
    this.things.cloths.forEach(({ firstElement, elementCount }, c) => {
      const code = this.colors[c];
      const rgb = [code >> 16, (code >> 8) & 255, code & 255].map((part) => toLinear(part / 255));
      this.triangles.element.forEach((e, v) => {
        if (e >= firstElement && e < firstElement + elementCount) (color.array as Float32Array).set(rgb, 3 * v);
      });
    });
    color.needsUpdate = true;
    this.painted = 'plain';
    this.material.setPlain(true);
  }
}
