// Whose turn it is, in words.

import { list, percent } from '../../lib/format';
import type { Menu, TableInfo, Waiting, WeighedOption } from '../../lib/types';

/** Whether the menu asks for the face of a die, and not for a choice. */
export const isDice = (menu: Menu | null): boolean => menu !== null && menu.prompt.sides > 0;

/** The open asks that people have to answer: bots do so in a moment, when the people are in. */
export function ofPeople(asked: readonly Waiting[], table: TableInfo): Waiting[] {
  const people = asked.filter(({ seat }) => {
    const found = table.seats.find((one) => one.seat === seat);
    if (found === undefined) return true; // the dice, the referee
    return found.player === 'person' && (found.driver === 'person' || found.driver === 'absent');
  });
  return people.some((one) => !one.answered) ? people : [...asked];
}

/** The names waited for, each once. */
export function waitedFor(asked: readonly Waiting[], own: readonly number[]): string[] {
  const open = asked.filter((one) => !one.answered && !own.includes(one.seat));
  return [...new Set(open.map(whoIs))];
}

export function whoIs(asked: Waiting): string {
  return asked.seat < 0 ? `the ${asked.who}` : asked.who;
}

/** "Waiting for Ann and Bolt." */
export function waiting(asked: readonly Waiting[], own: readonly number[]): string {
  const names = waitedFor(asked, own);
  return names.length === 0 ? 'The race goes on in a moment.' : `Waiting for ${list(names)}.`;
}

/** “Bolt: Rocket Start” is for a die of Bolt's, “the table: first place” for one without a seat (-1). */
export function rollerOf(question: string, table: TableInfo): { seat: number; who: string; what: string } {
  const one = table.seats
    .filter(({ name }) => name !== '' && question.startsWith(`${name}: `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (one) return { seat: one.seat, who: one.name, what: question.slice(one.name.length + 2) };
  const [, what] = /^the table: (.+)$/s.exec(question) ?? [];
  return { seat: -1, who: what ? 'The table' : '', what: what ?? question };
}

/** The questions to other drivers, a line for each. A question's “you” means its driver, not the reader. */
export function asking(asked: readonly Waiting[], own: readonly number[]): string[] {
  const open = asked.filter((one) => !one.answered && !own.includes(one.seat) && one.question !== '');
  return [...new Set(open.map((one) => one.question))].map((question) => {
    const names = [...new Set(open.filter((one) => one.seat >= 0 && one.question === question).map(whoIs))];
    return names.length ? `${list(names)} ${names.length > 1 ? 'are' : 'is'} asked: “${question}”` : question;
  });
}

/** Whether several of these seats are asked at once: then each answers out of sight of the others. */
export function isSecret(asked: readonly Waiting[], own: readonly number[]): boolean {
  return new Set(asked.filter((one) => own.includes(one.seat)).map((one) => one.seat)).size > 1;
}

/** The menu to show: of the seat looked at, or else the first. */
export function menuOf(menus: readonly Menu[], seat: number | null): Menu | null {
  return menus.find((menu) => menu.seat === seat) ?? menus[0] ?? null;
}

/** The driver of a seat: is it driven in its player's place, is it left to the absent rule, and by which policy. */
export function driverOf(table: TableInfo, seat: number): { driven: boolean; away: boolean; by: string } {
  const found = table.seats.find((one) => one.seat === seat);
  const by = found?.driver ?? '';
  const person = found?.player === 'person';
  return { driven: person && by !== 'person', away: person && by === 'absent', by };
}

/** "What is your action this turn?" with the driver's name in front where it is not plain. */
export function questionOf(menu: Menu, own: readonly number[]): string {
  if (menu.seat < 0) return menu.prompt.question || `For the ${menu.who}`;
  return own.length > 1 ? `${menu.who}: ${menu.prompt.question}` : menu.prompt.question;
}

const BEYOND = 2; // standard errors of a difference beyond which it counts

/** The option with the best chance to win; −1 if it is not better than the next beyond the error. */
export function bestOf(weighed: readonly WeighedOption[]): number {
  const [first, second] = [...weighed.keys()].sort((a, b) => (weighed[b]?.chance ?? 0) - (weighed[a]?.chance ?? 0));
  const [best, next] = [weighed[first ?? -1], weighed[second ?? -1]];
  if (first === undefined || !best) return -1;
  return next && best.chance - next.chance <= BEYOND * Math.hypot(best.error, next.error) ? -1 : first;
}

const ROUGH = 5; // points to either side that are worth saying

/** A weighed option's chance to win, with its 95 % band if that is wide: 44% ± 31. */
export function winsOf({ chance, error }: WeighedOption): string {
  const band = Math.round(200 * error);
  return band > ROUGH ? `${percent(chance)} ± ${band}` : percent(chance);
}
