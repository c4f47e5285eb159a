// What one may type: a line is an option (its number, its name, or how its label begins), or a
// command with its argument. As in the terminal.

import { capital } from '../lib/format';
import type { MenuOption } from '../lib/types';
import { blocksOf } from './groups';

export type Read =
  | { kind: 'choice'; index: number }
  | { kind: 'command'; word: CommandWord; argument: string }
  | { kind: 'unclear'; problem: string };

export const COMMANDS = {
  undo: 'take back your last decision',
  help: 'the keys, and what can be typed',
  board: 'the board as text, or as a drawing',
  standings: 'who is where',
  log: 'what happened',
  dice: 'the latest rolls, and dice so far',
  chat: 'talk to the others',
  rule: 'a rule’s text: rule, and its number',
  option: 'what an option means: ?, and its number or name',
} as const;
export type CommandWord = keyof typeof COMMANDS;

const ALIASES: Record<string, CommandWord> = {
  u: 'undo', '?': 'help', h: 'help', rules: 'rule', map: 'board', text: 'board', score: 'standings', report: 'log',
};
const MOST_DIGITS = 6;

export function parseMove(line: string, options: readonly MenuOption[], usual: number | null): Read {
  const text = line.trim();
  if (text === '')
    return usual === null ? { kind: 'unclear', problem: capital(expected(options)) } : { kind: 'choice', index: usual };
  if (/^\?+\s*[^?\s]/.test(text))
    return { kind: 'command', word: 'option', argument: text.replace(/^[?\s]+/, '') };
  const found = findOption(text, options);
  if (typeof found === 'number') return { kind: 'choice', index: found };
  const [first = '', ...rest] = text.toLowerCase().split(/\s+/);
  const word = ALIASES[first] ?? first;
  if (isCommand(word)) return { kind: 'command', word, argument: rest.join(' ') };
  if (/^[a-z]\d{1,4}$/.test(first)) return { kind: 'command', word: 'rule', argument: first };
  return { kind: 'unclear', problem: found };
}

/** Several moves in a line have commas between them, unless all of it is one option's name. */
export function splitMoves(line: string, options: readonly MenuOption[]): string[] {
  if (!line.includes(',') || typeof findOption(line, options) === 'number') return [line];
  return line.split(',').map((part) => part.trim()).filter((part) => part !== '');
}

/** The index of the option meant, or what is wrong with it. */
export function findOption(text: string, options: readonly MenuOption[]): number | string {
  const given = text.trim().toLowerCase();
  if (/^\d+$/.test(given)) return byNumber(given, options);
  const ofGroup = byGroup(given, options);
  if (ofGroup !== null) return ofGroup;
  for (const words of [options.map((o) => o.name), options.map((o) => o.label)]) {
    const at = words.findIndex((word) => word.toLowerCase() === given);
    if (at >= 0) return at;
  }
  const matches = options.flatMap((option, at) => (begins(option, given) ? [at] : []));
  if (matches.length === 1 && matches[0] !== undefined) return matches[0];
  if (matches.length > 1) {
    const labels = matches.map((at) => options[at]?.label).join(' or ');
    return `“${text.slice(0, 30)}” may be ${labels}.`;
  }
  return `“${text.slice(0, 30)}” is neither an option nor a command: ${expected(options)}`;
}

/** Are these, of one group, told apart by figures? Then numbers beside them would confuse. */
function haveFigures(options: readonly MenuOption[]): boolean {
  return options.every(({ group, short }) => Boolean(group) && /^[\d½]/.test(short ?? ''));
}

/** Is it chosen by its number? */
export function isNumbered(option: MenuOption | undefined): boolean {
  return option !== undefined && !haveFigures([option]);
}

/** The option of this number. Where `6` might as well be six inches, it has to be said. */
function byNumber(given: string, options: readonly MenuOption[]): number | string {
  if (options.length && haveFigures(options) && new Set(options.map(({ group }) => group)).size === 1)
    return inGroup(given, options, [...options.keys()]);
  const number = given.length <= MOST_DIGITS ? Number(given) : 0;
  const meant = options[number - 1];
  if (isNumbered(meant)) return number - 1;
  const said = given.slice(0, MOST_DIGITS);
  const hint = groupHint(options);
  return hint ? `${said} of what? Type ${hint}.` : `There is no option ${said}: ${expected(options)}`;
}

/** `f 6.5`, `right 30`: how a group begins, and a figure of it; null if that is not meant. */
function byGroup(given: string, options: readonly MenuOption[]): number | string | null {
  const [, word = '', figure = ''] = /^([a-z]+)[ ,]*(\.?\d[\d./½ ]*|½)°?$/.exec(given) ?? [];
  if (!word) return null;
  const meant = [...options.keys()].filter((at) => options[at]?.group?.startsWith(word));
  if (!meant.length || !haveFigures(meant.flatMap((at) => options[at] ?? []))) return null;
  const groups = [...new Set(meant.map((at) => options[at]?.group ?? ''))].sort();
  if (groups.length > 1) return `“${given.slice(0, 30)}” may be ${groups.join(' or ')}.`;
  return inGroup(figure, options, meant);
}

const wholeOf = (figure: string): number => parseInt(figure, 10) || 0;

/** The one of these options that has this figure: `6.5`, `6 1/2` and `6½` are one. */
function inGroup(figure: string, options: readonly MenuOption[], meant: readonly number[]): number | string {
  const text = figure.replaceAll(' ', '').replace(/\.0$/, '').replace(/(^0)?(\.5|1\/2)$/, '½');
  const shorts = meant.map((at) => options[at]?.short ?? '');
  const at = meant[shorts.indexOf(text)];
  if (at !== undefined) return at;
  const [first = 0] = meant;
  const ends = [shorts[0] ?? '', shorts.at(-1) ?? ''].sort((one, other) => wholeOf(one) - wholeOf(other));
  return `${capital(options[first]?.group ?? '')}: ${ends.join(' to ')}, not ${figure.slice(0, MOST_DIGITS)}.`;
}

/** `f 5, or several in a line: f 5, r 25`; '' where nothing is told apart by figures. */
export function groupHint(options: readonly MenuOption[]): string {
  const examples = blocksOf(options)
    .filter(({ group, options: members }) => group !== '' && haveFigures(members))
    .map(({ group, options: members }) => `${group[0]} ${members[members.length >> 1]?.short}`);
  const [first, last] = [examples[0], examples.at(-1)];
  if (first === undefined) return '';
  return examples.length > 1 ? `${first}, or several in a line: ${first}, ${last}` : first;
}

export interface Completion { text: string; about: string; index: number | null } // index: of an option

/** What the line may become: options first, then commands. */
export function completions(line: string, options: readonly MenuOption[]): Completion[] {
  const given = line.trim().toLowerCase();
  const all = options.map((option, index) => ({ text: option.label, about: option.meaning, index }));
  if (given === '') return all;
  if (/^\d+$/.test(given))
    return all.filter(({ index }) => isNumbered(options[index]) && String(index + 1).startsWith(given));
  const figure = byGroup(given, options);
  if (typeof figure === 'number') return all.slice(figure, figure + 1);
  const fitting = all.filter(({ index }) => {
    const option = options[index];
    return option !== undefined && begins(option, given);
  });
  const words = Object.entries(COMMANDS)
    .filter(([word]) => word !== 'option' && word.startsWith(given))
    .map(([text, about]) => ({ text, about, index: null }));
  return [...fitting, ...words];
}

function begins(option: MenuOption, given: string): boolean {
  const label = option.label.toLowerCase();
  return (
    option.name.toLowerCase().startsWith(given) ||
    label.startsWith(given) ||
    label.split(/\s+/).some((word) => word.startsWith(given))
  );
}

function isCommand(word: string): word is CommandWord {
  return Object.hasOwn(COMMANDS, word);
}

function expected(options: readonly MenuOption[]): string {
  return options.length === 0
    ? 'nothing is asked of you now; type ? for help.'
    : `type 1 to ${options.length}, a name, or ? for help.`;
}
