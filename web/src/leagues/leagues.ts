// Leagues: the server's answers, and commands to it.

import { fetchJson, post } from '../lib/api';
import { command } from './campaigns';
import { deviceToken, hostToken, keepHost, keepSeat, seatsOf, seatToken, tokensOf } from '../lib/seats';
import { signIn } from '../profile/profile.svelte';
import { url } from '../lib/site';
import type {
  Advance,
  ChangeLeague,
  CheckIn,
  CloseRound,
  CorrectResult,
  LeagueCalendar,
  LeagueCards,
  LeagueDone,
  LeagueInfo,
  LeagueRound,
  MadeLeague,
  NewLeague,
  NextSeason,
  OpenRound,
  Pace,
  Points,
  Replace,
  SignUp,
  Withdraw,
} from '../lib/types';

/** The league's place among the seats that this browser keeps. */
export const leagueKey = (id: string): string => `league:${id}`;
export const leagueAddress = (id: string): string => url`league/${id}`;
export const leaguePart = (id: string, part: string): string => `${url`api/leagues/${id}`}/${part}`;

type LeagueCommand =
  SignUp | Withdraw | CheckIn | OpenRound | CloseRound | Advance | Replace | CorrectResult | ChangeLeague | NextSeason;
type Wanted = LeagueCommand extends infer C ? (C extends unknown ? Omit<C, 'request' | 'token'> : never) : never;

export const leagues = {
  list: (state: 'open' | 'running' | 'over', page = 1) =>
    fetchJson<LeagueCards>(url`api/leagues?state=${state}&page=${page}`),
  points: () => fetchJson<{ points: Points[] }>(url`api/leagues/points`),
  look: (id: string) => post<LeagueInfo>(leaguePart(id, 'look'), { tokens: tokensOf(leagueKey(id)) }),
  calendar: (id: string, page: number) => fetchJson<LeagueCalendar>(leaguePart(id, `calendar?page=${page}`)),

  async create(wanted: NewLeague): Promise<string> {
    const token = await signIn();
    const made = await post<MadeLeague>(url`api/leagues`, { ...wanted, token });
    if (token === '') keepHost(leagueKey(made.id), made.host);
    return made.id;
  },

  /** Do something as the owner, or as the driver of an entry. */
  do(id: string, wanted: Wanted, entry = 0): Promise<LeagueDone> {
    const key = leagueKey(id);
    const token = (entry > 0 ? seatToken(key, entry) : hostToken(key)) || deviceToken();
    return command<LeagueDone>(leaguePart(id, 'do'), { ...wanted, token });
  },

  async signUp(id: string, name: string, team: string, driver_class: string): Promise<void> {
    const key = leagueKey(id);
    const profile = await signIn(name);
    const [own = 0] = seatsOf(key); // an entry of yours that you have left
    const token = profile || seatToken(key, own);
    const wanted = { do: 'sign_up', name, team, driver_class, token };
    const done = await command<LeagueDone>(leaguePart(id, 'do'), wanted);
    if (profile === '' && done.token !== '') keepSeat(leagueKey(id), done.entry, done.token);
  },
};

export const PACES: { label: string; pace: Pace }[] = [
  { label: 'no clock', pace: { kind: 'relaxed' } },
  { label: 'two minutes a decision', pace: { kind: 'live', seconds: 120 } },
  { label: 'a day a decision', pace: { kind: 'days', days: 1 } },
];

/** Dates of rounds: so many days from one to the next. Local times have no zone here. */
export function dated(
  first: string,
  days: number,
  rounds: number,
  hours: number,
): Pick<LeagueRound, 'opens' | 'closes'>[] {
  const begin = Date.parse(`${first}:00Z`);
  const local = (time: number): string => new Date(time).toISOString().slice(0, 16);
  return Array.from({ length: rounds }, (_, number) => {
    if (first === '' || Number.isNaN(begin)) return { opens: null, closes: null };
    const opens = begin + number * days * 86_400_000;
    return { opens: local(opens), closes: hours > 0 ? local(opens + hours * 3_600_000) : null };
  });
}

/** Rounds like this one at these dates, which take its courses in turn: so many races each. */
export function inTurn(
  like: LeagueRound,
  races: number,
  dates: Pick<LeagueRound, 'opens' | 'closes'>[],
): LeagueRound[] {
  const { courses, campaign, house = '' } = like;
  return dates.map((date, at) => ({
    ...like,
    courses: campaign
      ? []
      : Array.from({ length: races }, (_, number) => courses[(at * races + number) % courses.length] ?? ''),
    house: house.trim() ? house : '',
    ...date,
  }));
}

/** `Gold:8, Silver` → divisions with their places; 0 for any number. Null if that is no number. */
export function divisionsIn(
  text: string,
  move: number,
): { title: string; places: number; up: number; down: number }[] | null {
  const named = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (!named.every((part) => /^[^:]+(:\s*[0-9]{1,4})?$/.test(part))) return null;
  return named.map((part, number) => {
    const [title = '', places = ''] = part.split(':').map((word) => word.trim());
    const last = number === named.length - 1;
    return { title, places: Number(places), up: number > 0 ? move : 0, down: last ? 0 : move };
  });
}
