import { describe, expect, it } from 'vitest';
import { closeUp, concernsOf, markRadius, marksOf } from '../../src/board/options/marks';
import type { Menu, Piece, Preview } from '../../src/lib/types';
import { abbreviated } from '../../src/table/standings/abbreviate';

const piece = (key: string, x: number, y: number, seat = -1): Piece => ({
  key,
  symbol: 'car',
  x,
  y,
  heading: 0,
  seat,
  text: '',
  about: '',
  marks: [],
  faint: false,
  mounted: [],
});
const ghost = (x: number, y: number): Preview => ({
  pieces: [piece('ghost:0', x, y, 0)],
  shapes: [],
  targets: [],
  labels: [],
  handle: null,
});
const reach = (...places: [number, number][]): Preview => ({
  pieces: [],
  shapes: [],
  targets: [],
  handle: null,
  labels: places.map(([x, y]) => ({ x, y, text: '88', size: 10, rule: '', about: '', turned: 0 })),
});
const menu = (...previews: (Preview | null)[]): Menu => ({
  number: 3,
  seat: 0,
  who: 'Ann',
  ask: 'step',
  hint: '',
  complete: true,
  prompt: { question: 'Where?', situation: [], rule: '', sides: 0, default: null, grip: null },
  options: previews.map((preview, at) => ({
    name: `o${at}`,
    label: `Option ${at}`,
    meaning: '',
    chance: null,
    chance_of: '',
    stated: null,
    rules: [],
    group: '',
    short: '',
    numbered: true,
    preview,
  })),
});
const OWN = piece('car:0', 100, 100, 0);
const MINE = piece('mine:1', 200, 100);

describe('the marks of options', () => {
  it('stand where each option leads, also where something lies', () => {
    const marks = marksOf(menu(ghost(150, 100), ghost(200, 100)), [OWN, MINE]);
    expect(marks.map(({ x, text, options }) => [x, text, options])).toEqual([
      [150, '1', [0]],
      [200, '2', [1]],
    ]);
    expect(marks.map(({ below }) => below)).toEqual([false, false]);
  });

  it('are one where several lead to one place', () => {
    const marks = marksOf(menu(ghost(150, 100), ghost(180, 100), ghost(151, 100)), [OWN]);
    expect(marks.map(({ text, options }) => [text, options])).toEqual([
      ['1·3', [0, 2]],
      ['2', [1]],
    ]);
  });

  it('are called what the menu calls options of a group', () => {
    const spots = menu(ghost(150, 100), ghost(180, 100), ghost(151, 100));
    spots.options.forEach((option, at) => Object.assign(option, { group: 'spot', short: String(25 + at) }));
    expect(marksOf(spots, [OWN]).map(({ text }) => text)).toEqual(['25·27', '26']);
  });

  it('leave out what leads nowhere, and what has many places', () => {
    const many = reach([150, 100], [150, 120]);
    expect(marksOf(menu(ghost(100, 100), null, many, ghost(150, 100)), [OWN])).toEqual([]);
    const labelled = marksOf(menu(reach([150, 100]), reach([170, 100])), [OWN]);
    expect(
      labelled.map(({ below }) => below),
      'a label is not covered',
    ).toEqual([true, true]);
    expect(marksOf(null, [OWN])).toEqual([]);
  });

  it('do not cover each other', () => {
    const at = [
      { x: 0, y: 0 },
      { x: 24, y: 0 },
    ];
    expect(markRadius(at, 0.75)).toBe(9);
    expect(markRadius(at, 0.1), 'readable: they step aside instead').toBe(8);
    expect(markRadius(at, 5)).toBe(11);
  });
});

describe('the view of what a question is about', () => {
  const pane = { width: 400, height: 300 };
  const whole = { x: 0, y: 0, scale: 0.2 };

  it('has one’s own car and all places in sight', () => {
    const points = concernsOf(menu(ghost(300, 100), reach([500, 140], [500, 180])), [OWN, MINE]);
    expect(points.map(({ x }) => x)).toEqual([100, 300, 500, 500]);
    const camera = closeUp(points, 10, whole, pane);
    expect(camera?.scale).toBeCloseTo((400 - 88) / 420);
    for (const { x, y } of points) {
      const at = { x: (x - (camera?.x ?? 0)) * (camera?.scale ?? 0), y: (y - (camera?.y ?? 0)) * (camera?.scale ?? 0) };
      expect(at.x).toBeGreaterThanOrEqual(44);
      expect(at.x).toBeLessThanOrEqual(356);
      expect(at.y).toBeGreaterThan(44);
      expect(at.y).toBeLessThan(256);
    }
  });

  it('is not needed where cars are big enough, nor while nothing is asked', () => {
    expect(closeUp([OWN], 10, { ...whole, scale: 0.8 }, pane)).toBeNull();
    expect(closeUp([], 10, whole, pane)).toBeNull();
    expect(concernsOf(null, [OWN])).toEqual([]);
    expect(concernsOf(menu(ghost(1, 1)), [MINE])).toEqual([]);
  });

  it('comes closer where numbers would lie in a heap', () => {
    const near = { ...whole, scale: 0.8 };
    expect(closeUp([OWN], 10, near, pane, true)?.scale).toBe(2);
    expect(closeUp([OWN], 10, { ...whole, scale: 2.1 }, pane, true)).toBeNull();
  });

  it('comes no closer than is of use', () => {
    expect(closeUp([OWN], 10, whole, pane)?.scale).toBe(2);
  });
});

describe('short names', () => {
  it('are told apart', () => {
    expect(abbreviated(['Structure', 'Heat', 'Steering', 'Brake'])).toEqual(['Str', 'He', 'Ste', 'Br']);
    expect(abbreviated(['Hull'])).toEqual(['Hu']);
  });
});
