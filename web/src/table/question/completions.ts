// Completions of a typed line. The server tells its meaning when it is sent.

import type { CommandWord, MenuOption } from '../../lib/types';

export const COMMANDS: Record<CommandWord, string> = {
  undo: 'take back your last decision',
  help: 'the keys, and what can be typed',
  board: 'the board as text, or as a drawing',
  standings: 'who is where',
  log: 'what happened',
  dice: 'the latest rolls, and dice so far',
  chat: 'talk to the others',
  rule: 'a rule’s text: rule, and its number',
};

export interface Completion {
  text: string;
  about: string;
  index: number | null;
} // index: of an option

/** Options first: those with a number, or with words, that begin as typed; then commands. */
export function completions(line: string, options: readonly MenuOption[]): Completion[] {
  const typed = line.trim().toLowerCase();
  const fits = (option: MenuOption, index: number): boolean =>
    /^\d+$/.test(typed) ? option.numbered && String(index + 1).startsWith(typed) : begins(option, typed);
  const fitting = options.flatMap((option, index) =>
    fits(option, index) ? [{ text: option.label, about: option.meaning, index }] : [],
  );
  if (typed === '') return fitting;
  const words = Object.entries(COMMANDS).filter(([word]) => word.startsWith(typed));
  return [...fitting, ...words.map(([text, about]) => ({ text, about, index: null }))];
}

/** Whether each typed word begins a word of the option's name or label. */
function begins(option: MenuOption, typed: string): boolean {
  const words = `${option.name} ${option.label}`.toLowerCase().split(/[\s_]+/);
  return typed.split(/\s+/).every((each) => words.some((word) => word.startsWith(each)));
}
