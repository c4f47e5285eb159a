// The seats that belong to this browser: a token for each, kept per table. Read afresh every time,
// so that two tabs of one browser agree.

import { recall, remember } from './store';

interface Held {
  host: string;
  seats: Record<string, string>; // seat number to token
  at: number; // when a seat was last taken here, to show the newest first
}
type Tables = Record<string, Held>;

const MOST = 200; // tables remembered; the oldest go first

function all(): Tables {
  const found = recall<unknown>('seats', {});
  return typeof found === 'object' && found !== null ? (found as Tables) : {};
}

function held(table: string): Held {
  const found = all()[table];
  return {
    host: typeof found?.host === 'string' ? found.host : '',
    seats: typeof found?.seats === 'object' && found.seats !== null ? { ...found.seats } : {},
    at: typeof found?.at === 'number' ? found.at : 0,
  };
}

function put(table: string, now: Held): void {
  const tables = all();
  if (now.host === '' && Object.keys(now.seats).length === 0) delete tables[table];
  else tables[table] = now;
  const newest = Object.entries(tables).sort((a, b) => (b[1].at || 0) - (a[1].at || 0));
  remember('seats', Object.fromEntries(newest.slice(0, MOST)));
}

export function keepSeat(table: string, seat: number, token: string): void {
  const now = held(table);
  now.seats[String(seat)] = token;
  put(table, { ...now, at: Date.now() });
}

export function keepHost(table: string, token: string): void {
  put(table, { ...held(table), host: token, at: Date.now() });
}

/** What a new table's answer brings: the host's token and those of the seats claimed at once. */
export function keepTable(made: {
  id: string;
  host: string;
  seats: { seat: number; token: string }[];
}): void {
  if (made.host !== '') keepHost(made.id, made.host); // who joins a table that there is keeps what he had
  for (const { seat, token } of made.seats) keepSeat(made.id, seat, token);
}

export function dropSeat(table: string, seat: number): void {
  const now = held(table);
  delete now.seats[String(seat)];
  put(table, now);
}

export function dropTable(table: string): void {
  put(table, { host: '', seats: {}, at: 0 });
}

export function seatToken(table: string, seat: number): string {
  return held(table).seats[String(seat)] ?? '';
}

export function hostToken(table: string): string {
  return held(table).host;
}

/** Everything to show at the door: the host's token first, then the seats'. */
export function tokensOf(table: string): string[] {
  const { host, seats } = held(table);
  return [...new Set([host, ...Object.values(seats)])].filter((token) => token !== '');
}

export function seatsOf(table: string): number[] {
  return Object.keys(held(table).seats)
    .map(Number)
    .sort((a, b) => a - b);
}

/** Tables where this browser has a seat or is the host, newest first. */
export function myTables(): string[] {
  return Object.entries(all())
    .filter(([table]) => !table.includes(':')) // seats of campaigns stand under keys of their own
    .sort((a, b) => (b[1].at || 0) - (a[1].at || 0))
    .map(([table]) => table);
}
