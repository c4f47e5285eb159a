// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type Mark, markHalf } from '../../src/board/options/marks';
import { overlap, type Rect } from '../../src/board/names';
import { isCrowded, type Laid, legible, spread } from '../../src/board/options/spread';

const mark = (number: number, x: number, y: number, below = false): Mark => ({
  x,
  y,
  options: [number - 1],
  text: String(number),
  about: '',
  below,
});
const RADIUS = 8;
const box = ({ mark: { x, y }, dx, dy }: Laid, scale = 1, half = RADIUS): Rect => ({
  x: x * scale + dx,
  y: y * scale + dy,
  w: 2 * half,
  h: 2 * RADIUS,
});
const apart = (rects: readonly Rect[]): boolean =>
  rects.every((one, at) => rects.slice(at + 1).every((other) => overlap(one, other) === 0));

describe('numbers on a crowded board', () => {
  it('stay where options lead while there is room', () => {
    const laid = spread([mark(1, 0, 0), mark(2, 30, 0), mark(3, 60, 0, true)], 1, RADIUS, []);
    expect(laid.map(({ dx, dy, dot }) => [dx, dy, dot])).toEqual([
      [0, 0, false],
      [0, 0, false],
      [0, 17, false],
    ]);
  });

  it('step aside for each other, for names, and for one’s own car', () => {
    const marks = [1, 2, 3, 4, 5, 6].map((number) => mark(number, 50 + number * 2, 50));
    const taken = [
      { x: 50, y: 50, w: 20, h: 20 },
      { x: 60, y: 30, w: 60, h: 17 },
    ];
    const laid = spread(marks, 1, RADIUS, taken);
    const seen = laid.filter(({ dot }) => !dot);
    expect(seen.length).toBeGreaterThan(3);
    expect(apart([...taken, ...seen.map((one) => box(one, 1, markHalf(one.mark, RADIUS)))])).toBe(true);
  });

  it('are dots where nothing is free, the usual one last of all', () => {
    const heap = Array.from({ length: 60 }, (_, at) => mark(at + 1, 0, 0));
    const laid = spread(heap, 1, RADIUS, [], 59);
    expect(laid.filter(({ dot }) => dot).length).toBeGreaterThan(20);
    expect(laid.find(({ mark: { text } }) => text === '60')).toMatchObject({ dx: 0, dy: 0, dot: false });
  });

  it('are a heap from afar and none close up', () => {
    const marks = [mark(1, 0, 0), mark(2, 30, 0)];
    expect(isCrowded(marks, 0.3)).toBe(true);
    expect(isCrowded(marks, 1)).toBe(false);
    expect(isCrowded([], 1)).toBe(false);
  });
});

describe('words of a preview', () => {
  const word = (x: number): Rect => ({ x, y: 0, w: 18, h: 11 });

  it('leave names alone, and each other', () => {
    const name = { x: 40, y: 0, w: 30, h: 17 };
    expect(legible([word(0), word(10), word(40), word(80)], [name])).toEqual([true, false, false, true]);
  });

  it('are always said of a single place', () => {
    expect(legible([word(40)], [word(40)])).toEqual([true]);
    expect(legible([], [])).toEqual([]);
  });
});
