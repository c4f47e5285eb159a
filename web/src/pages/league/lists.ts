// The lists of a league, as tables of cells: one for each tab of its page.

import { fetchJson } from '../../lib/api';
import { capital, count, list as inWords, place } from '../../lib/format';
import { leagueAddress, leaguePart } from '../../leagues/leagues';
import { raceUrl, url } from '../../lib/site';
import type {
  CalendarRow,
  HouseRule,
  LeagueCalendar,
  LeagueDriver,
  LeagueEntries,
  LeagueInfo,
  LeagueRatings,
  LeagueRecords,
  LeagueResults,
  LeagueStandings,
  LeagueTeams,
  StandingsRow,
} from '../../lib/types';

export interface Cell {
  text: string;
  href?: string;
  hint?: string; // on a line of its own
  tag?: '' | 'gold' | 'good' | 'bad';
}
export interface List {
  head: { text: string; words?: boolean }[]; // words begin at the left, numbers end at the right
  rows: Cell[][];
  pages: number;
  empty: string;
  withLuck?: boolean; // the standings, if a race was reviewed
  houses?: HouseOfRounds[]; // the calendar
}
/** Rounds of one game with the same house rules and house file. */
export interface HouseOfRounds {
  ruleset: string;
  rounds: number[];
  rules: HouseRule[];
}
export type Tab = 'standings' | 'calendar' | 'results' | 'records' | 'ratings' | 'teams' | 'entries' | 'driver';

const cell = (text: string | number, more: Omit<Cell, 'text'> = {}): Cell => ({ text: String(text), ...more });
const words = (text: string): { text: string; words: boolean } => ({ text, words: true });
const number = (text: string): { text: string } => ({ text });

/** A page of a list. `which` is a division, a round or a driver, from 1. */
export async function fetchList(league: LeagueInfo, tab: Tab, page: number, which: number): Promise<List> {
  const get = <T>(part: string): Promise<T> => fetchJson<T>(leaguePart(league.id, part));
  switch (tab) {
    case 'standings':
      return standings(league, await get<LeagueStandings>(`standings?division=${which}&page=${page}`));
    case 'calendar':
      return calendar(await get<LeagueCalendar>(`calendar?page=${page}`));
    case 'results':
      return results(league, await get<LeagueResults>(`results?round=${which}&page=${page}`));
    case 'records':
      return records(await get<LeagueRecords>(`records?page=${page}`));
    case 'ratings':
      return ratings(league, await get<LeagueRatings>(`ratings?page=${page}`));
    case 'teams':
      return teams(await get<LeagueTeams>(`teams?page=${page}`));
    case 'entries':
      return entries(league, await get<LeagueEntries>(`entries?page=${page}`));
    case 'driver':
      return drives(await get<LeagueDriver>(`drivers/${which}?page=${page}`));
  }
}

const driver = (league: LeagueInfo, entry: number): string => `${leagueAddress(league.id)}?show=driver&of=${entry}`;

/** A driver's luck in wins: `+0.42`, `−1.05`. */
const luck = (value: number): string => `${value < -0.005 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

/** What a round brings: the league's table of points, unless all rounds score by their own. */
export function pointsInWords({ points, scoring }: Pick<LeagueInfo, 'points' | 'scoring'>): string {
  if (scoring.length && scoring.every((one) => one === 'own')) return 'The game’s own points count in all rounds';
  const table = `${points.title}: ${points.places.join(', ')}`;
  return scoring.includes('own') ? `${table}; in some rounds the game’s own points count instead` : table;
}

/** The table of standings; with a column of luck if a race was reviewed. */
export function standings(league: LeagueInfo, { rows, pages }: LeagueStandings): List {
  const moves: Record<string, string> = { up: 'goes up', down: 'goes down' };
  const withLuck = rows.some((row) => row.luck !== null);
  const lucky = ({ luck: of, races }: StandingsRow): Cell =>
    of === null
      ? cell('–')
      : cell(luck(of.value), { hint: `± ${of.band.toFixed(2)} in ${of.races} of ${count(races, 'race')}` });
  return {
    head: [
      ...[number(''), words('Driver'), number('Points'), number('Wins'), number('Podiums'), number('Poles')],
      ...(withLuck ? [number('Luck')] : []),
      words('Form'),
    ],
    rows: rows.map((row) => [
      cell(row.place, row.place === 1 && row.form.length ? { tag: 'gold' } : {}),
      cell(row.name, {
        href: driver(league, row.entry),
        hint: [row.team, league.races ? (moves[row.moves] ?? '') : ''].filter(Boolean).join(' · '),
      }),
      cell(row.points, {
        hint: row.dropped.length ? `without round ${row.dropped.join(', ')}` : row.tie ? `by ${row.tie}` : '',
      }),
      cell(row.wins),
      cell(row.podiums),
      cell(row.poles),
      ...(withLuck ? [lucky(row)] : []),
      cell(row.form.join(' ') || '–'),
    ]),
    pages,
    empty: 'No drivers yet.',
    withLuck,
  };
}

function houses(rows: readonly CalendarRow[]): HouseOfRounds[] {
  const found = new Map<string, HouseOfRounds>();
  for (const { ruleset, round, house_rules: rules } of rows.filter((row) => row.house_rules.length)) {
    const key = JSON.stringify([ruleset, rules]);
    const known = found.get(key) ?? { ruleset, rounds: [], rules };
    known.rounds.push(round);
    found.set(key, known);
  }
  return [...found.values()];
}

/** Numbers in order, in words: `1 to 3 and 5`. */
export function numbers(of: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const one of of) {
    const run = runs[runs.length - 1];
    if (run && run[1] === one - 1) run[1] = one;
    else runs.push([one, one]);
  }
  return inWords(
    runs.flatMap(([from, to]) =>
      to > from + 1 ? [`${from} to ${to}`] : from === to ? [`${from}`] : [`${from}`, `${to}`],
    ),
  );
}

function calendar({ rows, pages }: LeagueCalendar): List {
  const tags = { planned: '', open: 'good', over: '' } as const;
  return {
    head: [number(''), words('Round'), words('Opens'), words('State')],
    rows: rows.map((row) => [
      cell(row.round),
      cell(row.title, { hint: row.plan.house ? `${row.game}, with a house file` : row.game }),
      cell(row.words || (row.state === 'planned' ? 'when the owner opens it' : 'by the owner')),
      cell(row.state, {
        tag: tags[row.state],
        hint:
          row.state === 'planned'
            ? ''
            : [count(row.races, 'result'), row.awaited ? `${row.awaited} to come` : ''].filter(Boolean).join(', '),
      }),
    ]),
    pages,
    empty: 'No rounds yet.',
    houses: houses(rows),
  };
}

function results(league: LeagueInfo, { rows, pages }: LeagueResults): List {
  const several = league.divisions.length > 1;
  return {
    head: [words('Race'), words('Course'), words('Result'), words('')],
    rows: rows.map((row) => [
      cell(`Round ${row.round}`, { hint: [several ? row.division : '', row.words].filter(Boolean).join(' · ') }),
      cell(row.course),
      row.state === 'awaited'
        ? cell(row.places.map((one) => one.name).join(', '), { hint: 'not over yet' })
        : cell(
            row.places.map((one) => `${one.place || '–'} ${one.name}`).join(', '),
            row.state === 'void' ? { hint: 'does not count' } : {},
          ),
      row.table === ''
        ? cell('')
        : row.campaign
          ? cell('See it', { href: url`campaign/${row.table}` })
          : cell(row.state === 'awaited' ? 'Watch' : 'Replay', { href: raceUrl(row.table, row.state !== 'awaited') }),
    ]),
    pages,
    empty: 'No race yet.',
  };
}

function records({ rows, pages }: LeagueRecords): List {
  return {
    head: [words('Course'), words('Record'), words('Value'), words('Drivers')],
    rows: rows.map((row) => [
      cell(row.course, { hint: row.house ? `${row.game}, with the house file of round ${row.house}` : row.game }),
      cell(capital(row.what)),
      cell(row.value, row.race.includes('.') ? {} : { href: url`table/${row.race}/replay` }),
      cell(row.drivers.join(', ')),
    ]),
    pages,
    empty: 'No records yet.',
  };
}

function ratings(league: LeagueInfo, { rows, pages }: LeagueRatings): List {
  return {
    head: [number(''), words('Driver'), number('Rating'), number('Races')],
    rows: rows.map((row) => [
      cell(row.place),
      cell(row.name, { href: driver(league, row.entry) }),
      cell(row.shown.toFixed(1), { hint: `${row.mean.toFixed(1)} ± ${row.doubt.toFixed(1)}` }),
      cell(row.races),
    ]),
    pages,
    empty: 'No ratings yet.',
  };
}

function teams({ rows, pages }: LeagueTeams): List {
  return {
    head: [number(''), words('Team'), number('Points'), words('Drivers')],
    rows: rows.map((row) => [cell(row.place), cell(row.team), cell(row.points), cell(row.drivers.join(', '))]),
    pages,
    empty: 'No teams yet.',
  };
}

function entries(league: LeagueInfo, { rows, pages }: LeagueEntries): List {
  return {
    head: [words('Driver'), words('Division'), words('State')],
    rows: rows.map((row) => [
      cell(row.name, {
        href: driver(league, row.entry),
        hint: [row.bot ? `bot: ${row.bot}` : '', row.team, row.driver_class].filter(Boolean).join(' · '),
      }),
      cell(row.division),
      cell(
        row.state === 'in'
          ? row.taken
            ? 'drives'
            : 'signs up under this name'
          : row.state === 'waiting'
            ? `${place(row.line)} in line`
            : 'has left',
        row.state === 'waiting' ? { tag: 'gold' } : {},
      ),
    ]),
    pages,
    empty: 'Nobody has signed up yet.',
  };
}

function drives({ rows, pages }: LeagueDriver): List {
  return {
    head: [words('Race'), words('Course'), number('Place'), number('Grid')],
    rows: rows.map((row) => [
      cell(`Round ${row.round}`),
      cell(row.course),
      cell(`${row.place} of ${row.drivers}`),
      cell(row.grid || '–'),
    ]),
    pages,
    empty: 'No race yet.',
  };
}
