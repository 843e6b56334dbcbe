/** Area of an element by its parametrisation, as src/isocloth/fem/element_geometry.cpp has it. */

const kNear = 0.21132486540518712; // Gauss points of a quad: (1 ± 1/√3)/2

export function elementArea(x: Float32Array, elements: Int32Array, e: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * elements[4 * e + k]);
  const cross = (u: number[], v: number[]) =>
    Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  const side = (from: number, to: number) => [x[to] - x[from], x[to + 1] - x[from + 1], x[to + 2] - x[from + 2]];
  if (d < 0) return cross(side(a, b), side(a, c)) / 2;
  const [bottom, top, left, right] = [side(a, b), side(d, c), side(a, d), side(b, c)];
  const mix = (u: number[], v: number[], t: number) => u.map((value, k) => value + t * (v[k] - value));
  let sum = 0;
  for (const eta of [kNear, 1 - kNear])
    for (const xi of [kNear, 1 - kNear]) sum += cross(mix(bottom, top, eta), mix(left, right, xi));
  return sum / 4;
}

export function elementAreas(x: Float32Array, elements: Int32Array): Float32Array {
  return Float32Array.from({ length: elements.length / 4 }, (_, e) => elementArea(x, elements, e));
}
