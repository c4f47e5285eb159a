// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { nameWidth, shortened } from '../../src/board/layout';
import { plateAt, plateOf } from '../../src/board/options/plates';
import type { Label, Piece } from '../../src/lib/types';

const label = (x: number, text: string, about = 'The chance to hit'): Label => ({
  x,
  y: 100,
  text,
  size: 20,
  rule: '',
  about,
  turned: 0,
});

describe('the words over a preview', () => {
  it('are as high as they say, but never under 11 pixels', () => {
    expect(plateOf(label(50, '58%'), 1)).toEqual({ x: 50, y: 100, w: 27, h: 20 });
    expect(plateOf(label(50, '58%'), 0.1).h).toBe(11);
  });

  it('are meant within a finger of them, the last drawn before others', () => {
    const [first, last] = [label(50, '58%'), label(60, '8%')];
    expect(plateAt([first, last], 1, { x: 55, y: 100 })).toBe(last);
    expect(plateAt([first, last], 1, { x: 40, y: 112 })).toBe(first);
    expect(plateAt([first, last], 1, { x: 40, y: 120 })).toBeNull();
    expect(plateAt([first], 0.25, { x: 50 + 13 * 4, y: 100 })).toBe(first);
  });

  it('are not asked about without a meaning', () => {
    expect(plateAt([label(50, '58%', '')], 1, { x: 50, y: 100 })).toBeNull();
  });
});

describe('the name of a piece', () => {
  const piece = (text: string): Piece => ({
    key: text,
    symbol: 'kart',
    x: 0,
    y: 0,
    heading: 0,
    seat: 0,
    text,
    about: '',
    marks: [],
    faint: false,
    mounted: [],
  });

  it('is cut to the room of usual letters, wide ones sooner', () => {
    expect(shortened('Bolt', 900)).toBe('Bolt');
    expect(shortened('Ann-Sophie Richter', 900)).toBe('Ann-Sophie Richt…');
    expect(shortened('W'.repeat(24), 900)).toBe(`${'W'.repeat(10)}…`);
    expect(shortened('🏎'.repeat(24), 900)).toBe(`${'🏎'.repeat(7)}…`);
  });

  it('has a plate as wide as its letters', () => {
    const [usual = 0, wide = 0] = ['nnnn', 'WWWW'].map((name) => nameWidth(piece(name), 900));
    expect(wide - usual).toBeCloseTo(12);
  });
});
