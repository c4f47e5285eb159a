import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LeagueInfo, Points, StandingsRow } from '../../src/lib/types';
import { divisionsIn, inTurn } from '../../src/leagues/leagues';
import { fetchList, numbers, pointsInWords, standings } from '../../src/pages/league/lists';

const league = { id: 'cup', races: 8 } as LeagueInfo;
const row = (entry: number, luck: StandingsRow['luck']): StandingsRow =>
  ({
    place: entry,
    entry,
    name: `D${entry}`,
    points: 0,
    races: 8,
    form: [],
    dropped: [],
    tie: '',
    moves: '',
    luck,
  }) as unknown as StandingsRow;
const list = (...rows: StandingsRow[]) => standings(league, { rows, page: 1, pages: 1 });

describe('standings', () => {
  it('show luck with its band and the number of reviewed races', () => {
    const found = list(
      row(1, { value: 0.42, band: 0.2, races: 3 }),
      row(2, { value: -1.05, band: 0.1, races: 1 }),
      row(3, null),
    );
    const at = found.head.findIndex((one) => one.text === 'Luck');
    expect(found.rows.map((cells) => [cells[at]?.text, cells[at]?.hint])).toEqual([
      ['+0.42', '± 0.20 in 3 of 8 races'],
      ['−1.05', '± 0.10 in 1 of 8 races'],
      ['–', undefined],
    ]);
    expect(found.withLuck).toBe(true);
  });

  it('show no luck without a review', () => {
    const found = list(row(1, null));
    expect(found.head.map((one) => one.text)).not.toContain('Luck');
    expect(found.rows[0]?.length).toBe(found.head.length);
    expect(found.withLuck).toBe(false);
  });
});

describe('the points of a league', () => {
  const points = { title: 'Ten', places: [10, 6] } as Points;
  it('are those of its table, unless all rounds score by their own', () => {
    expect(pointsInWords({ points, scoring: ['league', 'order'] })).toBe('Ten: 10, 6');
    expect(pointsInWords({ points, scoring: ['own'] })).toBe('The game’s own points count in all rounds');
    expect(pointsInWords({ points, scoring: ['league', 'own'] })).toBe(
      'Ten: 10, 6; in some rounds the game’s own points count instead',
    );
  });
});

describe('the calendar', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('tells the house rules of rounds once if they are the same', async () => {
    const rule = [{ text: 'Keen Eye: box is 2', rule: '' }];
    const row = (round: number, house_rules: typeof rule) => ({
      round,
      ruleset: 'rtd',
      title: '',
      game: 'Kart RTD',
      words: '',
      state: 'planned',
      house_rules,
      plan: { house: house_rules.length ? '…' : '' },
    });
    const rows = [row(1, []), row(2, rule), row(3, rule), row(4, []), row(5, rule)];
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ rows, page: 1, pages: 1 })));
    const found = await fetchList(league, 'calendar', 1, 0);
    expect(found.houses).toEqual([{ ruleset: 'rtd', rounds: [2, 3, 5], rules: rule }]);
    expect(found.rows.map((cells) => cells[1]?.hint)).toEqual([
      'Kart RTD',
      ...Array<string>(2).fill('Kart RTD, with a house file'),
      'Kart RTD',
      'Kart RTD, with a house file',
    ]);
  });

  it('names rounds in a row by the first and the last', () => {
    expect([[4], [2, 3, 5], [1, 2, 3, 7, 8, 9]].map(numbers)).toEqual(['4', '2, 3 and 5', '1 to 3 and 7 to 9']);
  });
});

describe('the rounds of a new league', () => {
  const dates = Array.from({ length: 3 }, () => ({ opens: null, closes: null }));

  it('take its courses in turn, so many races each', () => {
    const like = { ruleset: 'any', courses: ['oval', 'hill', 'dip'], house: ' ' };
    expect(inTurn(like, 2, dates).map((round) => round.courses)).toEqual([
      ['oval', 'hill'],
      ['dip', 'oval'],
      ['hill', 'dip'],
    ]);
    expect(inTurn(like, 1, dates).map((round) => round.house)).toEqual(['', '', '']);
  });

  it('are campaigns without a course', () => {
    const like = { ruleset: 'any', courses: [], campaign: { rounds: '4' }, house: '' };
    expect(inTurn(like, 1, dates).map((round) => [round.campaign, round.courses])).toEqual(
      Array(3).fill([{ rounds: '4' }, []]),
    );
  });
});

describe('the divisions of a new league', () => {
  it('are understood whole, or not at all', () => {
    expect(divisionsIn('Gold:8, Silver', 2)).toEqual([
      { title: 'Gold', places: 8, up: 0, down: 2 },
      { title: 'Silver', places: 0, up: 2, down: 0 },
    ]);
    for (const text of [
      'Gold:8x',
      'Gold:eight',
      'Gold:1e2',
      'Gold:-1',
      'Gold:2.5',
      'Gold:٣',
      'Gold:',
      ':8',
      'A:1:2',
      'A:99999',
    ])
      expect(divisionsIn(text, 0), text).toBeNull();
  });
});
