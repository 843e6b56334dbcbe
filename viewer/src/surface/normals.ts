/** Unit normals at the nodes: the mean over the corners of the elements there, weighted by area. */

export function nodeNormals(x: Float32Array, elements: Int32Array, normals: Float32Array): void {
  normals.fill(0);
  for (let e = 0; e < elements.length; e += 4) {
    const corners = elements[e + 3] < 0 ? 3 : 4;
    // diagonals of a quad, two sides of a triangle: their cross product is twice the area along the normal
    const [a, b, c] = [3 * elements[e], 3 * elements[e + 1], 3 * elements[e + 2]];
    const d = corners === 4 ? 3 * elements[e + 3] : a;
    const [p, q] = corners === 4 ? [a, b] : [b, a];
    const ux = x[c] - x[p], uy = x[c + 1] - x[p + 1], uz = x[c + 2] - x[p + 2];
    const vx = corners === 4 ? x[d] - x[q] : x[q] - x[p];
    const vy = corners === 4 ? x[d + 1] - x[q + 1] : x[q + 1] - x[p + 1];
    const vz = corners === 4 ? x[d + 2] - x[q + 2] : x[q + 2] - x[p + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    for (let k = 0; k < corners; ++k) {
      const n = 3 * elements[e + k];
      normals[n] += nx;
      normals[n + 1] += ny;
      normals[n + 2] += nz;
    }
  }
  for (let n = 0; n < normals.length; n += 3) {
    const length = Math.hypot(normals[n], normals[n + 1], normals[n + 2]);
    if (length > 0) {
      normals[n] /= length;
      normals[n + 1] /= length;
      normals[n + 2] /= length;
    } else normals[n + 2] = 1;
  }
}
