// New tables: their form, its remembered values, and the first commands.

import { api, type Made, post } from '../lib/api';
import { luckyText } from './luck';
import { signIn } from '../profile/profile.svelte';
import { rulesets } from '../lib/rulesets';
import { keepTable } from '../lib/seats';
import { recall, remember } from '../lib/store';
import { url } from '../lib/site';
import type { DailyMade, NewSeat, NewTable, Pace, RulesetCard } from '../lib/types';

export const myName = (): string => recall('name', '');
export const keepName = (name: string): void => remember('name', name.trim());

export function mySeat(name = myName()): NewSeat {
  return { player: 'mine', name, setup: {}, text: luckyText() };
}
export function openSeat(): NewSeat {
  return { player: 'open', name: '', setup: {}, text: '' };
}
/** The default bot as an opponent: every game has a rookie. */
export function usualBot(ruleset: RulesetCard): string {
  return ruleset.bots.includes('rookie') ? 'rookie' : (ruleset.bots[0] ?? 'open');
}
export function botSeat(ruleset: RulesetCard): NewSeat {
  return { player: usualBot(ruleset), name: '', setup: {}, text: '' };
}

/** The usual number of seats, within the ruleset's limits. */
export function seatsFor(ruleset: RulesetCard, bots: number, open: number): NewSeat[] {
  const [least, most] = ruleset.seats;
  const bot = ruleset.bots.length > 0;
  const seats = [mySeat()];
  const others = [
    ...Array.from({ length: bot ? bots : 0 }, () => botSeat(ruleset)),
    ...Array.from({ length: open }, openSeat),
  ];
  while (seats.length + others.length < least) others.push(bot ? botSeat(ruleset) : openSeat());
  return [...seats, ...others].slice(0, most);
}

/** A new table: its seats belong to this browser's profile, which is made if there is none. */
export async function make(table: NewTable): Promise<Made> {
  const token = await signIn(table.seats.find((seat) => seat.player === 'mine')?.name);
  const made = await api.newTable({ ...table, token });
  if (token === '') keepTable(made);
  return made;
}

/** Begin a game's first race, which leads from question to question. Returns the table's id. */
export async function firstRace(ruleset: string): Promise<string> {
  const token = await signIn();
  const made = await api.firstRace(ruleset, token);
  if (token === '') keepTable(made);
  return made.id;
}

/** A race against bots that starts at once, in a game or in the first of them. Returns the table's id. */
export async function playNow(game?: RulesetCard): Promise<string> {
  const ruleset = game ?? (await rulesets())[0];
  if (!ruleset) throw new Error('This table has no game to play.');
  const seats = seatsFor(ruleset, ruleset.quick.bots, 0).map((seat) =>
    seat.player === 'mine' && seat.name === '' ? { ...seat, name: 'You' } : seat,
  );
  const made = await make({
    ruleset: ruleset.key,
    course: ruleset.quick.course,
    options: {},
    pace: { kind: 'relaxed' },
    listed: false,
    dice: 'fair',
    seats,
    practice: true,
  });
  return made.id; // a practice race starts at once
}

/** The race of the day of this browser's profile, begun now if it was not. Returns the table's id. */
export async function dailyRace(): Promise<string> {
  const token = await signIn(myName());
  return (await post<DailyMade>(url`api/daily`, { name: myName(), token })).table;
}

/** The day before this one, as `2026-11-24`. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** What a race by post does while a player is on holiday. */
export type Away = { holidays: 'wait' | 'bot'; holiday_days: number };
const USUAL: Away = { holidays: 'wait', holiday_days: 14 };
export const AWAY: { words: string; away: Away }[] = [
  { words: 'wait for them, 14 days a race at most', away: USUAL },
  { words: 'wait for them, 30 days a race at most', away: { holidays: 'wait', holiday_days: 30 } },
  { words: 'wait for them, 5 days a race at most', away: { holidays: 'wait', holiday_days: 5 } },
  { words: 'do not wait', away: { holidays: 'wait', holiday_days: 0 } },
  { words: 'a bot drives for them', away: { holidays: 'bot', holiday_days: 0 } },
];

export function awayOf(pace: Pace): Away {
  return pace.kind === 'days'
    ? { holidays: pace.holidays ?? USUAL.holidays, holiday_days: pace.holiday_days ?? USUAL.holiday_days }
    : USUAL;
}

export function withAway(pace: Pace, away: Away): Pace {
  return pace.kind === 'days' ? { ...pace, ...away } : pace;
}

/** What a race by post does while a player is on holiday; '' for other paces. */
export function holidayWords(pace: Pace): string {
  if (pace.kind !== 'days') return '';
  if (pace.holidays === 'bot') return 'A bot drives for a player who is on holiday.';
  const days = pace.holiday_days ?? 14;
  return days === 0
    ? 'The race does not wait for holidays.'
    : `The race waits for a player who is on holiday, ${days === 1 ? 'one day' : `${days} days`} in all at most.`;
}

export function paceInWords(pace: Pace): string {
  if (pace.kind === 'live')
    return pace.seconds % 60 === 0 ? `${pace.seconds / 60} min a decision` : `${pace.seconds} s a decision`;
  if (pace.kind === 'days') return pace.days === 1 ? 'a day a decision' : `${pace.days} days a decision`;
  return 'no clock';
}
