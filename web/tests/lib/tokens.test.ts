// @vitest-environment node
// The colours: readable by day and by night.

import { describe, expect, it } from 'vitest';
import board from '../../src/styles/board.css?raw';
import css from '../../src/styles/tokens.css?raw';

function colour(name: string, dark: boolean): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? '';
  const both = /light-dark\((#\w{6}), (#\w{6})\)/.exec(value);
  const found = both ? both[dark ? 2 : 1] : /#\w{6}/.exec(value)?.[0];
  if (!found) throw new Error(`no colour --${name}: ${value}`);
  return found;
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([false, true])('dark: %s', (dark) => {
  const between = (a: string, b: string): number => contrast(colour(a, dark), colour(b, dark));

  it.each(['ink', 'ink-soft', 'accent-text', 'good', 'bad'])('--%s can be read on every surface', (text) => {
    for (const surface of ['paper', 'card', 'sunk']) expect(between(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['on-gold', 'gold'],
    ['good', 'good-soft'],
    ['bad', 'bad-soft'],
    ['ink', 'bad-soft'],
    ['ink', 'gold-soft'],
    ['on-mark', 'mark'],
    ['on-asphalt', 'asphalt'],
    ['on-asphalt-soft', 'asphalt'],
  ])('--%s can be read on --%s', (text, surface) => {
    expect(between(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['line-strong', 'focus', 'accent'])('--%s can be seen on every surface', (edge) => {
    for (const surface of ['paper', 'card']) expect(between(edge, surface)).toBeGreaterThanOrEqual(3);
  });
});

describe('the seats', () => {
  const seats = Array.from({ length: 12 }, (_, seat) => seat);

  it.each(seats)('%i: its number can be read on its colour', (seat) => {
    expect(contrast(colour(`seat-${seat}-ink`, false), colour(`seat-${seat}`, false))).toBeGreaterThanOrEqual(4.5);
  });

  // As who lacks one kind of cone sees them (Machado, Oliveira and Fernandes 2009), in sRGB.
  const EYES: Record<string, number[][]> = {
    usual: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    protan: [
      [0.152, 1.053, -0.205],
      [0.115, 0.786, 0.099],
      [-0.004, -0.048, 1.052],
    ],
    deutan: [
      [0.367, 0.861, -0.228],
      [0.28, 0.673, 0.047],
      [-0.012, 0.043, 0.969],
    ],
    tritan: [
      [1.256, -0.077, -0.179],
      [-0.078, 0.931, 0.148],
      [0.005, 0.691, 0.304],
    ],
  };
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

  function lab(hex: string, eyes: number[][]): number[] {
    const rgb = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
    const [r = 0, g = 0, b = 0] = eyes
      .map((line) => line.reduce((sum, part, at) => sum + part * (rgb[at] ?? 0), 0))
      .map((part) => Math.max(0, Math.min(1, part)));
    const xyz = [
      (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
      0.2126 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ];
    const [x = 0, y = 0, z = 0] = xyz.map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  }
  const apart = (a: number[], b: number[]): number => Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));

  it.each(Object.keys(EYES))('can be told apart by %s eyes', (eyes) => {
    const seen = seats.map((seat) => lab(colour(`seat-${seat}`, false), EYES[eyes] ?? []));
    const close: string[] = [];
    for (const a of seats)
      for (const b of seats) {
        const far = apart(seen[a] ?? [], seen[b] ?? []);
        if (a < b && far < (eyes === 'usual' ? 20 : 10)) close.push(`${a + 1} and ${b + 1}: ${far.toFixed(1)}`);
      }
    expect(close).toEqual([]);
  });
});

describe('landscapes', () => {
  const both = [
    ...board.matchAll(
      /\[data-landscape='(\w+)'\].*--paint-ground: light-dark\((#\w{6}), (#\w{6})\); --paint-verge: light-dark\((#\w{6}), (#\w{6})\)/g,
    ),
  ];

  it('are several, and no two of one colour', () => {
    expect(both.length).toBeGreaterThan(8);
    expect(new Set(both.map(([, , day]) => day)).size).toBe(both.length);
  });

  it.each(both.map(([, name, ...colours]) => ({ name, colours })))('words can be read on $name', ({ colours }) => {
    colours.forEach((ground, at) =>
      expect(contrast(colour('paint-text', at % 2 === 1), ground)).toBeGreaterThanOrEqual(4.5),
    );
  });
});
