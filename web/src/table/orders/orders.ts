// The text of orders, as the form changes it. The server reads and checks it; here it is only put together.

import type { CheckedOrders } from '../../lib/types';

/** A condition as the form has it: `what` alone, or compared with a number. */
export interface OrderCondition {
  what: string;
  sign: string; // '' for one without a number
  value: number;
}

export const CHANCE = 'chance';

/** A choice with its conditions, as text. An option's name is put in quotes, which is always read. */
export function choiceText(choice: string, special: readonly string[], conditions: readonly OrderCondition[]): string {
  const what = special.includes(choice) ? choice : JSON.stringify(choice);
  const said = conditions.map(({ what, sign, value }) =>
    sign ? `${what} ${sign} ${value}${what === CHANCE ? '%' : ''}` : what,
  );
  return said.length ? `${what} if ${said.join(' and ')}` : what;
}

/** The lines of a text: parts between `;` are lines, too, except in quotes. */
export function linesOf(text: string): string[] {
  return (text.match(/(?:"(?:[^"\\]|\\.)*"|[^;\n])+/g) ?? []).map((line) => line.trim()).filter(Boolean);
}

const kindOf = (line: string): string => line.slice(0, line.indexOf(':')).trim().toLowerCase().replaceAll('_', ' ');

/** The text with this choice as the last one of its kind: in the line of that kind, or a new one. */
export function withChoice(text: string, kind: string, choice: string): string {
  const lines = linesOf(text);
  const known = lines.findLastIndex((line) => kindOf(line) === kind);
  if (known >= 0) lines[known] += ` else ${choice}`;
  else {
    const end = lines.findIndex((line) => ['otherwise', 'until'].includes(kindOf(line)));
    lines.splice(end < 0 ? lines.length : end, 0, `${kind}: ${choice}`);
  }
  return lines.join('\n');
}

/** The text with `otherwise` or `until` set to this value. */
export function withEnd(text: string, kind: 'otherwise' | 'until', value: string): string {
  return [...linesOf(text).filter((line) => kindOf(line) !== kind), `${kind}: ${value}`].join('\n');
}

/** What orders choose now, a line for each open question; empty if none is open. */
export function nowLines(
  checked: CheckedOrders,
  percent: (chance: number) => string,
): { question: string; chosen: string; behind: string }[] {
  return checked.now.map((one) => ({
    question: one.question,
    chosen:
      one.option === ''
        ? 'You are asked'
        : one.label + (one.chance === null ? '' : `, ${percent(one.chance)} ${one.chance_of}`.trimEnd()),
    behind: `${one.kind || 'otherwise'}: ${one.said}`,
  }));
}
