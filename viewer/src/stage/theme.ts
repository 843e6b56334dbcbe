/** Colours of the two themes: what the renderer draws; the rest is in ui/style.css. */

export type ThemeName = 'dark' | 'light';

export interface Theme {
  background: number;
  ground: number;
  grid: number;
  shadow: number; // opacity
  obstacle: number;
  line: number;
  rim: number;
  grasp: number;
  sky: number;
  bounce: number;
}

export const kThemes: Record<ThemeName, Theme> = {
  dark: {
    background: 0x12151c, ground: 0x1b202a, grid: 0x3a4252, shadow: 0.5, obstacle: 0x8d95a5, line: 0x0b0d12, rim: 0xcfe0ff,
    grasp: 0xff6a5c, sky: 0xdfe8ff, bounce: 0x5a5e6c,
  },
  light: {
    background: 0xf5f6f8, ground: 0xffffff, grid: 0xc9ced8, shadow: 0.28, obstacle: 0xa9b0bd, line: 0x1c2430, rim: 0x1c2430,
    grasp: 0xd6372f, sky: 0xffffff, bounce: 0xb9b4ab,
  },
};

/** Cloths beside each other in one space: told apart on both themes, by the colour-blind too. */
export const kClothColors = [0x4f8fd0, 0xe58a4e, 0x58b68c, 0xb07cc6, 0xd9b740, 0xd0677d];

/** Of cloth `cloth` of run `run`. */
export const clothColor = (run: number, cloth: number): number => kClothColors[(run + cloth) % kClothColors.length];

/** The other side of a cloth that is alone, as `isocloth render` has it. */
export const kBackColor = 0xe2a75c;

export function preferredTheme(): ThemeName {
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}
