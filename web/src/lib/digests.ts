// The digests of a race that this browser saw: kept to be compared with its log when it is over.
// How a digest is made: docs/fair-dice.md.

import { forget, recall, remember } from './store';

/** The digest after a number of answers. */
export interface Seen {
  number: number;
  digest: string;
  away?: boolean; // the page was away just before: answers may have been taken back unseen
}

const MOST_TABLES = 60; // the latest
const MOST_SEEN = 64; // of a table
const DIGITS = 32; // kept of each: enough to tell

const placeOf = (table: string): string => `digests.${table}`;

/** The digests of a table that this browser saw, in the order of the race. */
export function seenOf(table: string): Seen[] {
  const found = recall<unknown>(placeOf(table), []);
  return Array.isArray(found) ? (found as unknown[]).filter(isSeen) : [];
}

/**
 * Note the digest of the present race; with `away`, the page has missed the way there. Digests of
 * answers that were taken back are dropped.
 */
export function keepDigest(table: string, number: number, digest: string, away = false): void {
  const now = { number, digest: digest.slice(0, DIGITS) };
  const before = seenOf(table);
  const last = before.at(-1);
  if (last?.number === number && last.digest === now.digest) return;
  const first = before.findIndex((one) => one.number >= number);
  const stay = first < 0 ? before : before.slice(0, first);
  const wasAway = away || before.slice(stay.length).some((one) => one.away);
  remember(placeOf(table), thinned([...stay, wasAway && stay.length > 0 ? { ...now, away: true } : now]));
  keepTable(table);
}

/** Keep a limited number. Of too many the one goes that leaves the smallest gap. */
function thinned(seen: readonly Seen[]): readonly Seen[] {
  if (seen.length <= MOST_SEEN) return seen;
  const gap = (index: number): number => (seen[index + 1]?.number ?? Infinity) - (seen[index - 1]?.number ?? -Infinity);
  const least = seen.reduce((best, _, index) => (gap(index) < gap(best) ? index : best), 0);
  const wasAway = seen[least]?.away === true;
  const rest = seen.slice(least + 1);
  return [
    ...seen.slice(0, least),
    ...rest.map((one, index) => (wasAway && index === 0 ? { ...one, away: true } : one)),
  ];
}

function keepTable(table: string): void {
  const found = recall<unknown>('digests', []);
  const known = Array.isArray(found) ? (found as unknown[]).map(String) : [];
  if (known[0] === table) return;
  const [kept, gone] = split([table, ...known.filter((one) => one !== table)]);
  gone.forEach((one) => forget(placeOf(one)));
  remember('digests', kept);
}

function split(tables: readonly string[]): [string[], string[]] {
  return [tables.slice(0, MOST_TABLES), tables.slice(MOST_TABLES)];
}

function isSeen(given: unknown): given is Seen {
  const { number, digest } = (given ?? {}) as Record<string, unknown>;
  return typeof number === 'number' && typeof digest === 'string' && digest !== '';
}

/** The first digits of a digest, as people compare them: `8f3c 12ab 99de 0012 …` */
export function inShort(digest: string): string {
  return `${(digest.slice(0, 16).match(/.{1,4}/g) ?? []).join(' ')} …`;
}
