// The tokens that open seats to this browser: its device's token, which stands for its profile, and those
// of seats that belong to no profile, kept per table. Read every time, so that two tabs agree.

import { forget, recall, remember } from './store';

interface Held {
  host: string;
  seats: Record<string, string>; // seat number to token
  at: number; // the larger, the later a seat was taken here
}
type Tables = Record<string, Held>;

const MOST = 200; // tables remembered; the oldest go first

/** The token that stands for this browser's profile; '' without one. */
export function deviceToken(): string {
  const found = recall<unknown>('device', '');
  return typeof found === 'string' ? found : '';
}

export function keepDevice(token: string): void {
  remember('device', token);
}

export function dropDevice(): void {
  forget('device');
}

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

/** The largest `at` so far. */
function latest(): number {
  return Math.max(0, ...Object.values(all()).map(({ at }) => at || 0));
}

export function keepSeat(table: string, seat: number, token: string): void {
  const now = held(table);
  now.seats[String(seat)] = token;
  put(table, { ...now, at: latest() + 1 });
}

export function keepHost(table: string, token: string): void {
  put(table, { ...held(table), host: token, at: latest() + 1 });
}

/** Keep the tokens of a new table: the host's and those of the seats claimed at once. */
export function keepTable(made: { id: string; host: string; seats: { seat: number; token: string }[] }): void {
  if (made.host !== '') keepHost(made.id, made.host); // joining an existing table keeps the tokens
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

/** The tokens kept of a table: the host's first, then the seats'. */
function keptOf(table: string): string[] {
  const { host, seats } = held(table);
  return [...new Set([host, ...Object.values(seats)])].filter((token) => token !== '');
}

/** All tokens to show to a table, the device's first. */
export function tokensOf(table: string): string[] {
  return [deviceToken(), ...keptOf(table)].filter((token) => token !== '');
}

/** The kept tokens of each table, newest first. */
export function heldTables(): [string, string[]][] {
  const leagues = Object.keys(all()).filter((key) => key.startsWith('league:'));
  return [...myTables(), ...leagues].map((table) => [table, keptOf(table)]);
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
