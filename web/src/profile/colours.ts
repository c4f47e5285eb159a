// The colours of profiles, and legible letters on them.

/** The colours offered for a profile: white letters can be read on each. */
export const COLOURS: Record<string, string> = {
  '#b3261e': 'red',
  '#c2410c': 'orange',
  '#92590a': 'amber',
  '#3f6b1d': 'green',
  '#0f766e': 'teal',
  '#1d4ed8': 'blue',
  '#6d28d9': 'violet',
  '#a21a63': 'pink',
};

const LIGHT = '#ffffff';
const DARK = '#211d18';

/** The colour of letters on `#rrggbb`: light or dark, by the higher contrast. */
export function inkOn(colour: string): string {
  return contrast(LIGHT, colour) >= contrast(DARK, colour) ? LIGHT : DARK;
}

/** The contrast of two colours as WCAG defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
