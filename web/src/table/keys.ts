// The keys of the table page, while nothing is being typed.

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
  question: () => void; typing: () => void; board: () => void; rule: () => void; emotes: () => void; tab: (tab: 'standings' | 'log' | 'dice' | 'chat') => void;
}

/** Run a key's shortcut. True if there was one. */
export function pressed(event: KeyboardEvent, desk: Desk, places: Places): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return false;
  if (desk.open !== '' || document.querySelector('dialog[open]') !== null) return false;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return arrow(event, places);
  if (event.key === 'Escape' && desk.picked !== null) return did(() => (desk.picked = null));
  if (event.key === 'Enter' && desk.picked !== null && !isControl(event.target))
    return did(() => desk.choose(desk.picked ?? 0, true));
  if (!desk.settings.keys) return false;
  if (/^[1-9]$/.test(event.key)) return choose(Number(event.key) - 1, desk);
  switch (event.key) {
    case 'm':
      return did(places.question);
    case 't':
    case '/':
      return did(places.typing);
    case 'u':
      return did(() => desk.undo());
    case 'h':
      return did(() => void desk.wantHint());
    case 'r':
      return did(places.rule);
    case 'b':
      return did(places.board);
    case 'x':
      return did(() => desk.set('text', !desk.settings.text));
    case 's':
      return did(() => places.tab('standings'));
    case 'l':
      return did(() => places.tab('log'));
    case 'd':
      return did(() => places.tab('dice'));
    case 'e':
      return did(places.emotes);
    case 'c':
      return did(() => places.tab('chat'));
    case '?':
      return did(() => (desk.open = 'help'));
    default:
      return false;
  }
}

/** While steps are played, a key catches up; keys that lead elsewhere work as always. */
export function catchesUp(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  if (event.key === 'Enter' || event.key === ' ') return !isControl(event.target);
  return event.key === 'Escape' || event.key.length === 1;
}

function did(what: () => void): true {
  what();
  return true;
}

function choose(index: number, desk: Desk): boolean {
  if (!desk.menu || desk.covered || !desk.menu.options[index]?.numbered) return false;
  desk.choose(index, !desk.settings.confirm);
  return true;
}

/** From the page itself, arrows lead into the menu. */
function arrow(event: KeyboardEvent, places: Places): boolean {
  if (event.target !== document.body) return false;
  places.question();
  return true;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type);
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, input') !== null;
}
