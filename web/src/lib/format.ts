// Times and counts in words.

import { serverNow, today } from './time';
import type { Headline } from './types';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** "just now", "5 min ago", "yesterday" from seconds since 1970. */
export function ago(then: number, now = serverNow()): string {
  const gone = Math.max(0, now - then);
  if (gone < 45) return 'just now';
  if (gone < HOUR) return `${Math.max(1, Math.round(gone / MINUTE))} min ago`;
  if (gone < DAY) return `${Math.round(gone / HOUR)} h ago`;
  if (gone < 2 * DAY) return 'yesterday';
  if (gone < 14 * DAY) return `${Math.floor(gone / DAY)} days ago`;
  return new Date(then * 1000).toLocaleDateString('en', DATE);
}

/** A day of the calendar, "31 May 2027", from "2027-05-31". */
export function dayWords(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleDateString('en', DATE);
}

/** A moment by the reader's own clock: "Thu 27 Nov, 07:00"; of today only "07:00". */
export function moment(seconds: number): string {
  const at = new Date(seconds * 1000);
  const clock = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (at.toLocaleDateString('sv') === today()) return clock;
  return `${at.toLocaleDateString('en', { weekday: 'short', day: 'numeric', month: 'short' })}, ${clock}`;
}

/** The time left: "0:42", "12:05", "3 h 10 min", "2 days". */
export function left(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 2 * DAY) return `${Math.floor(whole / DAY)} days`;
  if (whole >= HOUR) {
    const minutes = Math.floor((whole % HOUR) / MINUTE);
    return `${Math.floor(whole / HOUR)} h${minutes ? ` ${minutes} min` : ''}`;
  }
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `round` → `Round`. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** `Round 3, lap 1 of 2`; without laps `Round 3`. */
export function momentOf({ unit, turn, lap, laps }: Pick<Headline, 'unit' | 'turn' | 'lap' | 'laps'>): string {
  return `${capital(unit)} ${turn}${laps > 1 ? `, lap ${lap} of ${laps}` : ''}`;
}

/** "Ann", "Ann and Bolt", "Ann, Bolt and Gasket". */
export function list(words: string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** 1st, 2nd, 3rd … */
export function place(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  const end = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${end}`;
}

/** A chance between 0 and 1 as a percentage that never lies about certainty. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return '<1%';
  if (chance < 1 && chance > 0.99) return '>99%';
  return `${Math.round(chance * 100)}%`;
}

/** A word from data, such as `some_switch`, to be read: "Some switch". */
export function readable(name: string): string {
  const words = name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
