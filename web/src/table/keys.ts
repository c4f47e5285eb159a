// The keys of the table page, while nothing is being typed.

import { isControl, isTyping, shortcut, types } from '../lib/keys';
import type { Desk } from './desk.svelte';

export const KEYS = [
  { keys: ['1', '–', '9'], does: 'choose an option' },
  { keys: ['↑', '↓'], does: 'go from option to option' },
  { keys: ['Enter'], does: 'choose the current option; again: confirm it' },
  { keys: ['any'], does: 'catch up, while what happened is played' },
  { keys: ['Esc'], does: 'let go of the marked option; close a dialog' },
  { keys: ['r'], does: 'the rule of the current option, or of the question' },
  { keys: ['m'], does: 'to the question' },
  { keys: ['t', '/'], does: 'type a move' },
  { keys: ['u'], does: 'undo' },
  { keys: ['h'], does: 'a hint, where the table gives them' },
  { keys: ['b'], does: 'to the board (then + − 0, arrows, n, p, f)' },
  { keys: ['x'], does: 'board as text, or drawn' },
  { keys: ['s'], does: 'standings' },
  { keys: ['l'], does: 'log' },
  { keys: ['d'], does: 'dice' },
  { keys: ['c'], does: 'chat' },
  { keys: ['e'], does: 'say something by one click' },
  { keys: ['Enter'], does: 'in the log: to the replies (then ↑ ↓, Esc)' },
  { keys: ['?'], does: 'the turn in order; this help' },
];

export interface Places {
  question: () => void;
  typing: () => void;
  board: () => void;
  rule: () => void;
  emotes: () => void;
  tab: (tab: 'standings' | 'log' | 'dice' | 'chat') => void;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const ALWAYS = ['ArrowDown', 'ArrowUp', 'Escape', 'Enter']; // also where single keys are no shortcuts

/** Run a key's shortcut. True if there was one. */
export function pressed(event: KeyboardEvent, desk: Desk, places: Places): boolean {
  if (event.repeat || isTyping(event.target)) return false;
  const { choice, settings } = desk;
  if (desk.open !== '' || document.querySelector('dialog[open]') !== null) return false;
  const singles = singleKeys(desk, places);
  const key = shortcut(event, settings.now.keys ? [...ALWAYS, ...DIGITS, ...Object.keys(singles)] : ALWAYS);
  if (key === 'ArrowDown' || key === 'ArrowUp') return arrow(event, places);
  if (key === 'Escape') return choice.picked !== null && did(() => (choice.picked = null));
  if (key === 'Enter')
    return choice.picked !== null && !isControl(event.target) && did(() => choice.choose(choice.picked ?? 0, true));
  if (DIGITS.includes(key)) return choose(Number(key) - 1, desk);
  const does = singles[key];
  return does !== undefined && did(does);
}

function singleKeys(desk: Desk, places: Places): Record<string, () => void> {
  return {
    m: places.question,
    t: places.typing,
    '/': places.typing,
    u: () => desk.choice.undo(),
    h: () => void desk.hint.want(),
    r: places.rule,
    b: places.board,
    x: () => desk.settings.set('text', !desk.settings.now.text),
    s: () => places.tab('standings'),
    l: () => places.tab('log'),
    d: () => places.tab('dice'),
    e: places.emotes,
    c: () => places.tab('chat'),
    '?': () => (desk.open = 'help'),
  };
}

/** While steps are played, a key catches up; keys that lead elsewhere work as always. */
export function catchesUp(event: KeyboardEvent): boolean {
  if (event.repeat || isTyping(event.target) || document.querySelector('dialog[open]') !== null) return false;
  const key = shortcut(event, ['Enter', ' ', 'Escape']);
  return key === 'Escape' || (key === '' ? types(event) : !isControl(event.target));
}

function did(what: () => void): true {
  what();
  return true;
}

function choose(index: number, desk: Desk): boolean {
  const { menu, covered } = desk.question;
  if (covered || !menu?.options[index]?.numbered) return false;
  desk.choice.choose(index, !desk.settings.now.confirm);
  return true;
}

/** From the page itself, arrows lead into the menu. */
function arrow(event: KeyboardEvent, places: Places): boolean {
  if (event.target !== document.body) return false;
  places.question();
  return true;
}
