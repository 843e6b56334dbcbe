/** Colours of numbers. Signed ones as in io/picture/color_map.cpp: blue below zero, near white, red above. */

export type Rgb = [number, number, number]; // sRGB, 0 to 1

const hex = (code: number): Rgb => [(code >> 16) / 255, ((code >> 8) & 255) / 255, (code & 255) / 255];

const kDiverging = [
  0x1b3f7f, 0x3f74b5, 0x7fabd3, 0xc3d9ea, 0xf4f2ee, 0xf4cdb9, 0xdf8f74, 0xbf4a45, 0x861a2f,
].map(hex);

/** From blue over violet and coral to pale yellow, evenly brighter. */
const kSequential = [
  0x35459a, 0x544ca6, 0x7850aa, 0x9d55a6, 0xc05e9a, 0xdc6f87, 0xee8a76, 0xf8ab70, 0xfbcf84, 0xfdf3bd,
].map(hex);

function pick(stops: Rgb[], place: number, into: Rgb): void {
  const at = Math.min(1, Math.max(0, place)) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(at));
  const t = at - below;
  for (let k = 0; k < 3; ++k) into[k] = stops[below][k] + t * (stops[below + 1][k] - stops[below][k]);
}

/** `value` from −1 to 1 where signed, else from 0 to 1; beyond, the end colours. */
export function mapColor(value: number, signed: boolean, into: Rgb): void {
  if (signed) pick(kDiverging, (value + 1) / 2, into);
  else pick(kSequential, value, into);
}

/** The whole map as a CSS gradient, for the legend. */
export function cssGradient(signed: boolean): string {
  const stops = (signed ? kDiverging : kSequential).map((c) => `rgb(${c.map((v) => Math.round(255 * v)).join(' ')})`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** sRGB to linear light, which is what the renderer's vertex colours are. */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
