// The log in parts: a part begins with a heading.

import type { LogLine } from '../lib/types';

export interface Entry { line: LogLine; index: number; mine: boolean }
export interface Chapter { key: number; head: string; entries: Entry[] }

/** Lines from an index on, in parts; `only`: those that concern one of these names. */
export function chapters(lines: readonly LogLine[], from: number, names: readonly string[], only: boolean): Chapter[] {
  const found: Chapter[] = [];
  let head = '';
  for (let index = from - 1; index >= 0 && head === ''; index--) {
    const line = lines[index];
    if (line?.heading) head = textOf(line); // the part that the first lines are of
  }
  let part: Chapter = { key: -1, head, entries: [] };
  found.push(part);
  lines.slice(from).forEach((line, at) => {
    const index = from + at;
    if (line.heading) found.push((part = { key: index, head: textOf(line), entries: [] }));
    else {
      const mine = line.names.some((name) => names.includes(name));
      if (!only || mine || line.names.length === 0) part.entries.push({ line, index, mine });
    }
  });
  const last = found.at(-1);
  return found.filter((one) => one.entries.length > 0 || (one === last && one.head !== '' && !only));
}

/** Where to begin to show the latest lines: not within the first lines of a part. */
export function beginning(lines: readonly LogLine[], most: number): number {
  const from = Math.max(0, lines.length - most);
  if (from === 0) return 0;
  for (let index = from; index < lines.length && index < from + 20; index++) if (lines[index]?.heading) return index;
  return from;
}

function textOf(line: LogLine): string {
  return line.parts.map((part) => part.text).join('');
}
