import { describe, expect, it } from 'vitest';
import type { RaceReview, ReviewState } from '../src/lib/types';
import { amount, momentAt, numberOf, points, progressOf, reachOf, rowOf, sideOf } from '../src/replay/reviewing';

const review = {
  names: ['Ann', 'Bob'],
  steps: [{ number: 0 }, { number: 1 }, { number: 4 }],
  chances: [[0.5, 0.5], [0.6, 0.4], [0.02, 0.98], [0, 1]],
  bands: [[0.1, 0.1], [0.1, 0.1], [0.05, 0.05], [0, 0]],
} as unknown as RaceReview;

describe('a review', () => {
  it('says numbers as points of a hundred', () => {
    expect([0.124, -0.04, 0.001, -0.001].map((value) => points(value))).toEqual(['+12', '−4', '0', '0']);
    expect(points(-0.5, false)).toBe('50');
    expect(amount({ value: 0.1, band: 0.025 })).toBe('+10 ± 3');
  });

  it('gives no figure and no side if the interval says nothing', () => {
    expect(amount({ value: -1.62, band: 0.93 })).toBe('?');
    const sides = [[-1.62, 0.93], [-0.3, 0.2], [0.3, 0.2], [0.1, 0.2]].map(([value = 0, band = 0]) => sideOf({ value, band }));
    expect(sides).toEqual(['', 'bad', 'good', '']);
  });

  it('says the moment of a row', () => {
    const told = { ...review, over: true, unit: 'round', steps: review.steps.map((step, at) => ({ ...step, turn: at + 1 })) };
    expect([0, 1, 3].map((row) => momentAt(told, row))).toEqual(['at the start', 'round 2', 'after the race']);
  });

  it('finds the row of a moment, and the moment of a row', () => {
    expect([0, 1, 2, 4, 9].map((number) => rowOf(review, number))).toEqual([0, 1, 2, 2, 3]);
    expect(numberOf(review, 2)).toBe(4);
    expect(numberOf(review, 3)).toBe(Number.MAX_SAFE_INTEGER); // the end
  });

  it('keeps bands between 0 and 1', () => {
    const drawn = review.chances.map((chances, row) => ({ row, chances, bands: review.bands[row] ?? [] }));
    const reach = reachOf(drawn, 0, (row) => 10 * row, (chance) => 100 * chance);
    expect(reach.middle).toBe('0.0,50.0 10.0,60.0 20.0,2.0 30.0,0.0');
    expect(reach.lower).toBe('30.0,0.0 20.0,0.0 10.0,50.0 0.0,40.0');
  });

  it('says how long it takes', () => {
    const looking: ReviewState = { state: 'looking', spent: 3.2, seconds: 10, why: '', review: null };
    expect(progressOf(looking)).toContain('7 s more');
    expect(progressOf({ ...looking, spent: 12 })).toContain('Soon done');
    expect(progressOf({ ...looking, state: 'waiting', spent: 24 })).toBe('Another race is being reviewed first.');
    expect(progressOf({ ...looking, state: 'compiling' })).toContain('once on this server');
  });
});
