// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { LeagueInfo, StandingsRow } from '../src/lib/types';
import { standings } from '../src/pages/league/lists';

const league = { id: 'cup', races: 8 } as LeagueInfo;
const row = (entry: number, luck: StandingsRow['luck']): StandingsRow =>
  ({ place: entry, entry, name: `D${entry}`, points: 0, races: 8, form: [], dropped: [], tie: '', moves: '', luck }) as unknown as StandingsRow;
const list = (...rows: StandingsRow[]) => standings(league, { rows, page: 1, pages: 1 });

describe('standings', () => {
  it('show luck with its band and the number of reviewed races', () => {
    const found = list(row(1, { value: 0.42, band: 0.2, races: 3 }), row(2, { value: -1.05, band: 0.1, races: 1 }), row(3, null));
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
