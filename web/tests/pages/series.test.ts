// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { leadersWords, offersOf, seriesWords } from '../../src/leagues/series';
import type { RulesetCard, SeriesInfo } from '../../src/lib/types';

const card = (title: string) => ({ title, text: '', rule: '' });
const RULESET = {
  setup: { kart: { light: card('Light') }, upgrades: { gear: card('+1 gear'), handling: card('+1 Handling') } },
} as unknown as RulesetCard;
const series = (more: Partial<SeriesInfo> = {}): SeriesInfo => ({
  title: 'Grand Prix',
  rule: 'E21',
  text: '',
  unit: 'points',
  pays: 'coins',
  number: 2,
  over: false,
  races: [
    { course: 'A', table: 't' },
    { course: 'B', table: null },
  ],
  standings: [
    [8, 1],
    [8, 1],
    [4, 3],
  ].map(([score = 0, place = 0], seat) => ({
    seat,
    name: ['Ann', 'Bob', 'Cid'][seat] ?? '',
    place,
    score,
    races: [score],
    figures: [],
  })),
  sold: ['upgrades'],
  refused: [{ upgrades: { handling: 'too much' } }, { upgrades: { handling: 'too much', gear: 'too much' } }],
  ...more,
});

describe('a series', () => {
  it('says which race it is', () => {
    expect(seriesWords(series())).toBe('Grand Prix, race 2 of 2');
  });
  it('offers what is sold and may be bought', () => {
    const [offer] = offersOf(series(), RULESET, 0, { upgrades: 'gear' });
    expect(offer?.cards.map(({ key, chosen }) => [key, chosen])).toEqual([
      ['', false],
      ['gear', true],
    ]);
    expect(offersOf(series(), RULESET, 1, {})).toEqual([]);
    expect(offersOf(null, RULESET, 0, {})).toEqual([]);
  });
  it('names who leads, wins or shares', () => {
    const alone = series().standings.map((one) => ({ ...one, place: one.seat + 1 }));
    expect(leadersWords(series(), [0])).toBe('Ann and Bob lead the Grand Prix');
    expect(leadersWords(series({ over: true }), [])).toBe('Ann and Bob share the Grand Prix');
    expect(leadersWords(series({ standings: alone }), [0])).toBe('You lead the Grand Prix');
    expect(leadersWords(series({ standings: alone, over: true }), [1])).toBe('Ann wins the Grand Prix');
  });
});
