import { describe, expect, it } from 'vitest';
import type { RaceReview, ReviewedDriver, ReviewState } from '../../src/lib/types';
import {
  amount,
  amountsOf,
  costOf,
  gradesOf,
  hasDecisions,
  isSplit,
  isVague,
  lineAt,
  momentAt,
  numberOf,
  points,
  progressOf,
  rateOf,
  reachOf,
  rowOf,
  sideOf,
} from '../../src/replay/reviewing';

const review = {
  names: ['Ann', 'Bob'],
  steps: [{ number: 0 }, { number: 1 }, { number: 4 }],
  chances: [
    [0.5, 0.5],
    [0.6, 0.4],
    [0.02, 0.98],
    [0, 1],
  ],
  bands: [
    [0.1, 0.1],
    [0.1, 0.1],
    [0.05, 0.05],
    [0, 0],
  ],
} as unknown as RaceReview;

describe('a review', () => {
  it('says numbers as points of a hundred', () => {
    expect([0.124, -0.04, 0.001, -0.001].map((value) => points(value))).toEqual(['+12', '−4', '0', '0']);
    expect(points(-0.5, false)).toBe('50');
    expect(amount({ value: 0.1, band: 0.025 })).toBe('+10 ± 3');
  });

  it('gives no figure and no side if the interval says nothing', () => {
    expect(amount({ value: -1.62, band: 0.93 })).toBe('?');
    const sides = [
      [-1.62, 0.93],
      [-0.3, 0.2],
      [0.3, 0.2],
      [0.1, 0.2],
    ].map(([value = 0, band = 0]) => sideOf({ value, band }));
    expect(sides).toEqual(['', 'bad', 'good', '']);
  });

  it('says what counts once, and with which other one', () => {
    expect(costOf({ loss: 0.1, times: 1, counted_with: null })).toBe('');
    expect(costOf({ loss: 0.1, times: 3, counted_with: null })).toContain('costliest of 3');
    expect(costOf({ loss: 0.1, times: 0, counted_with: 0 })).toBe('It counts as one with that after 0 answers.');
    expect(costOf({ loss: 0.1, times: 0, counted_with: 1 })).toContain('after 1 answer.');
    expect(costOf({ loss: 0, times: 0, counted_with: null })).toBe('');
  });

  it('has an error rate in points, or none', () => {
    expect(rateOf({ error_rate: 0.0123 })).toBe('1.23');
    expect(rateOf({ error_rate: null })).toBe('–');
  });

  it('has a line on which a row lies between two points', () => {
    const drawn = [
      { row: 0, chances: [0.5], bands: [0] },
      { row: 4, chances: [0], bands: [0] },
    ];
    expect([0, 1, 4, 9].map((row) => lineAt(drawn, 0, row))).toEqual([0.5, 0.375, 0, 0]);
    expect(lineAt([], 0, 3)).toBe(0);
  });

  it('counts mistakes by grade', () => {
    expect(gradesOf({ blunders: 1, mistakes: 0, inaccuracies: 2 })).toBe('1 blunder, 2 inaccuracies');
    expect(gradesOf({ blunders: 0, mistakes: 0, inaccuracies: 0 })).toBe('nothing of 2 points or more');
  });

  it('may have been kept before it listed decisions', () => {
    expect(hasDecisions(review)).toBe(false);
    expect(hasDecisions({ ...review, decisions: [] })).toBe(false);
    expect(hasDecisions({ ...review, decisions: [{}] } as unknown as RaceReview)).toBe(true);
  });

  it('is too rough also if only an amount by roll or by rival is', () => {
    const sure = { value: 0.1, band: 0.02 };
    const rough = { value: 0.1, band: 0.6 };
    const whole = { luck: sure, decisions: sure, rivals_luck: sure, rivals_decisions: sure, together: sure };
    const of = (luck: typeof sure, decisions: typeof sure, kept?: object) =>
      ({
        ...whole,
        by_roll: { heat_die: { label: 'heat', ...luck } },
        by_rival: { Bob: kept ?? { luck: sure, decisions } },
      }) as unknown as ReviewedDriver;
    const drivers = [of(sure, sure), of(rough, sure), of(sure, rough)];
    expect(drivers.map((driver) => amountsOf(driver).some(isVague))).toEqual([false, true, true]);
    expect(drivers.map(isSplit)).toEqual([true, true, true]);
    // A review kept from an earlier version has one amount of each rival.
    expect(isSplit(of(sure, sure, sure))).toBe(false);
    expect(amountsOf(of(rough, sure, rough))).toHaveLength(5);
  });

  it('says the moment of a row', () => {
    const told = {
      ...review,
      over: true,
      unit: 'round',
      steps: review.steps.map((step, at) => ({ ...step, turn: at + 1 })),
    };
    expect([0, 1, 3].map((row) => momentAt(told, row))).toEqual(['at the start', 'round 2', 'after the race']);
  });

  it('finds the row of a moment, and the moment of a row', () => {
    expect([0, 1, 2, 4, 9].map((number) => rowOf(review, number))).toEqual([0, 1, 2, 2, 3]);
    expect(numberOf(review, 2)).toBe(4);
    expect(numberOf(review, 3)).toBe(Number.MAX_SAFE_INTEGER); // the end
  });

  it('keeps bands between 0 and 1', () => {
    const drawn = review.chances.map((chances, row) => ({ row, chances, bands: review.bands[row] ?? [] }));
    const reach = reachOf(
      drawn,
      0,
      (row) => 10 * row,
      (chance) => 100 * chance,
    );
    expect(reach.middle).toBe('0.0,50.0 10.0,60.0 20.0,2.0 30.0,0.0');
    expect(reach.lower).toBe('30.0,0.0 20.0,0.0 10.0,50.0 0.0,40.0');
  });

  it('says how long it takes', () => {
    const looking: ReviewState = { state: 'looking', spent: 3.2, seconds: 10, why: '', review: null };
    expect(progressOf(looking)).toContain('10 s of work, longer on a busy server');
    expect(progressOf({ ...looking, state: 'waiting', spent: 24 })).toBe('Another race is being reviewed first.');
    expect(progressOf({ ...looking, state: 'compiling' })).toContain('once on this server');
  });
});
