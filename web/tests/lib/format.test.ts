import { describe, expect, it } from 'vitest';
import { ago, count, left, list, percent, place, readable } from '../../src/lib/format';
import { luckyText, MOST_TEXT } from '../../src/setup/luck';
import { placed } from '../../src/guide/place';
import { paceInWords, seatsFor, usualBot } from '../../src/setup/making';
import type { RulesetCard } from '../../src/lib/types';

describe('words for numbers', () => {
  it('say how long ago', () => {
    const now = 2_000_000_000;
    expect([10, 70, 7200, 90_000, 300_000].map((gone) => ago(now - gone, now))).toEqual([
      'just now',
      '1 min ago',
      '2 h ago',
      'yesterday',
      '3 days ago',
    ]);
    expect(ago(now + 500, now)).toBe('just now'); // a clock that goes wrong
    expect(ago(0, now)).toBe('Jan 1, 1970');
  });

  it('say what is left', () => {
    expect([0, -5, 9.2, 61, 3600, 4200, 200_000].map(left)).toEqual([
      '0:00',
      '0:00',
      '0:10',
      '1:01',
      '1 h',
      '1 h 10 min',
      '2 days',
    ]);
  });

  it('never say that a chance is certain when it is not', () => {
    expect([0, 0.001, 0.5, 0.996, 1].map(percent)).toEqual(['0%', '<1%', '50%', '>99%', '100%']);
  });

  it('count, list and rank', () => {
    expect([count(1, 'seat'), count(0, 'seat'), count(2, 'match', 'matches')]).toEqual([
      '1 seat',
      '0 seats',
      '2 matches',
    ]);
    expect([list([]), list(['A']), list(['A', 'B']), list(['A', 'B', 'C'])]).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ]);
    expect([1, 2, 3, 4, 11, 12, 21].map(place)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '21st']);
    expect(readable('momentum_cap')).toBe('Momentum cap');
  });

  it('say the pace', () => {
    expect(paceInWords({ kind: 'relaxed' })).toBe('no clock');
    expect(paceInWords({ kind: 'live', seconds: 120 })).toBe('2 min a decision');
    expect(paceInWords({ kind: 'live', seconds: 45 })).toBe('45 s a decision');
    expect(paceInWords({ kind: 'days', days: 2 })).toBe('2 days a decision');
  });
});

describe('the seats of a new table', () => {
  const game = (least: number, most: number, bots = ['random', 'rookie']): RulesetCard =>
    ({ seats: [least, most], bots }) as unknown as RulesetCard;
  const players = (card: RulesetCard): string[] => seatsFor(card, 3, 2).map((seat) => seat.player);

  it('are me, bots and open ones', () => {
    expect(players(game(2, 12))).toEqual(['mine', 'rookie', 'rookie', 'rookie', 'open', 'open']);
  });

  it('keep to what the game takes', () => {
    expect(players(game(2, 4))).toEqual(['mine', 'rookie', 'rookie', 'rookie']);
    expect(players(game(8, 8))).toHaveLength(8);
    expect(players(game(4, 4, []))).toEqual(['mine', 'open', 'open', 'open']);
  });

  it('have the rookie where there is one', () => {
    expect(usualBot(game(2, 4))).toBe('rookie');
    expect(usualBot(game(2, 4, ['expert']))).toBe('expert');
  });
});

it('a seat’s words for the dice are short enough and never the same', () => {
  const texts = Array.from({ length: 200 }, luckyText);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(MOST_TEXT);
  expect(new Set(texts).size).toBe(200);
  expect(texts.every((text) => /^[a-z]+-[a-z]+-[a-z]+-\d+$/.test(text))).toBe(true);
});

describe('the guide stands', () => {
  const within = (spot: Parameters<typeof placed>[0]): ReturnType<typeof placed> => placed(spot, 300, 200, 1000, 700);

  it('in the middle when it points at nothing', () => {
    expect(within(null)).toEqual({ x: 350, y: 250 });
  });

  it('next to what it points at, else below, else above', () => {
    expect(within({ x: 100, y: 100, width: 200, height: 200 }).x).toBeGreaterThanOrEqual(300);
    expect(within({ x: 600, y: 100, width: 390, height: 200 }).x).toBeLessThanOrEqual(300);
    expect(within({ x: 0, y: 0, width: 1000, height: 300 }).y).toBeGreaterThanOrEqual(300);
    expect(within({ x: 0, y: 400, width: 1000, height: 300 }).y).toBeLessThanOrEqual(200);
  });

  it('within the window, wherever that is', () => {
    for (const spot of [
      { x: -50, y: -50, width: 20, height: 20 },
      { x: 0, y: 0, width: 1000, height: 700 },
      { x: 990, y: 690, width: 50, height: 50 },
    ]) {
      const { x, y } = within(spot);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + 300).toBeLessThanOrEqual(1000);
      expect(y + 200).toBeLessThanOrEqual(700);
    }
  });
});
