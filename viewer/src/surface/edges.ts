/** Edges of the elements, each once; those of a single element are the rim. */

export interface Edges {
  nodes: Uint32Array; // two per edge
  rim: Uint32Array; // two per edge
}

export function findEdges(elements: Int32Array): Edges {
  const counts = new Map<string, [number, number, number]>();
  for (let e = 0; e < elements.length; e += 4) {
    const corners = elements[e + 3] < 0 ? 3 : 4;
    for (let k = 0; k < corners; ++k) {
      const a = elements[e + k];
      const b = elements[e + ((k + 1) % corners)];
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const known = counts.get(key);
      if (known) ++known[2];
      else counts.set(key, [a, b, 1]);
    }
  }
  const all = [...counts.values()];
  return {
    nodes: new Uint32Array(all.flatMap(([a, b]) => [a, b])),
    rim: new Uint32Array(all.filter(([, , count]) => count === 1).flatMap(([a, b]) => [a, b])),
  };
}

/** Neighbours of each node along edges. */
export function neighbours(edges: Edges, nodeCount: number): number[][] {
  const lists: number[][] = Array.from({ length: nodeCount }, () => []);
  for (let k = 0; k < edges.nodes.length; k += 2) {
    lists[edges.nodes[k]].push(edges.nodes[k + 1]);
    lists[edges.nodes[k + 1]].push(edges.nodes[k]);
  }
  return lists;
}
