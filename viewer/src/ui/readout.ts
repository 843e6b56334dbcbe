/** What is under the pointer: node, element, and all quantities there. */

import { clothOf, type Snapshot, type Things } from '../data/things';
import { inWords, type Quantity } from '../quantities/quantity';
import type { Hit } from '../stage/stage';
import { make } from './dom';

export class Readout {
  readonly element = make('div', 'readout', { role: 'status' });

  constructor() {
    this.element.hidden = true;
  }

  hide(): void {
    this.element.hidden = true;
  }

  show(hit: Hit, name: string, things: Things, snapshot: Snapshot, quantities: Quantity[], x: number, y: number): void {
    const at = [0, 1, 2].map((k) => snapshot.x[3 * hit.node + k].toFixed(3).replace('-', '−'));
    const cloth = clothOf(things, hit.node);
    const rows: [string, string][] = [
      ...(things.cloths.length > 1 ? [['cloth', cloth.name] as [string, string]] : []),
      ['node', `${hit.node - cloth.firstNode}`],
      ['at', `${at.join(', ')} m`],
      ['element', `${hit.element - cloth.firstElement}`],
    ];
    const buffers = { node: new Float32Array(things.nodeCount), element: new Float32Array(things.elements.length / 4) };
    for (const quantity of quantities) {
      quantity.compute(snapshot, buffers[quantity.per]);
      const value = buffers[quantity.per][quantity.per === 'node' ? hit.node : hit.element];
      rows.push([quantity.label, inWords(quantity, value)]);
    }
    const held = things.grasps.find((grasp, g) => snapshot.holds[g] && grasp.nodes.includes(hit.node));
    if (held) rows.push(['held by', held.name]);
    this.element.replaceChildren(
      ...(name ? [make('b', '', {}, name)] : []),
      ...rows.flatMap(([label, value]) => [make('span', '', {}, label), make('span', 'value', {}, value)]),
    );
    this.element.hidden = false;
    this.place(x, y);
  }

  private place(x: number, y: number): void {
    const { offsetWidth: width, offsetHeight: height, parentElement: root } = this.element;
    const right = root ? root.clientWidth : 0;
    const left = x + 18 + width > right ? Math.max(6, x - width - 14) : x + 18;
    this.element.style.transform = `translate(${left}px, ${Math.max(6, y - height - 10)}px)`;
  }
}
