// The log in parts: a part begins with a heading, and has phases.

import type { HintNoted, LogLine } from '../../lib/types';

export interface Entry {
  line: LogLine;
  index: number;
  mine: boolean;
}
export interface Phase {
  key: number;
  name: string;
  entries: Entry[];
}
export interface Chapter {
  key: number;
  head: string;
  phases: Phase[];
}

/** Lines from an index on, in parts; `only`: those that concern one of these names. */
export function chapters(lines: readonly LogLine[], from: number, names: readonly string[], only: boolean): Chapter[] {
  const found: Chapter[] = [];
  let head = '';
  for (let index = from - 1; index >= 0 && head === ''; index--) {
    const line = lines[index];
    if (line?.heading) head = textOf(line); // the part that the first lines are of
  }
  let part: Chapter = { key: -1, head, phases: [] };
  found.push(part);
  lines.slice(from).forEach((line, at) => {
    const index = from + at;
    if (line.heading) found.push((part = { key: index, head: textOf(line), phases: [] }));
    else {
      const mine = line.names.some((name) => names.includes(name));
      if (!only || mine || line.names.length === 0) add(part, { line, index, mine });
    }
  });
  const last = found.at(-1);
  return found.filter((one) => one.phases.length > 0 || (one === last && one.head !== '' && !only));
}

/** The hints that were asked for, and the moments played on from, by the index of the shown line that they follow. */
export function hintsAfter(parts: readonly Chapter[], hinted: readonly HintNoted[]): Map<number, HintNoted[]> {
  const shown = parts.flatMap((part) => part.phases.flatMap((phase) => phase.entries.map((entry) => entry.index)));
  const first = shown[0] ?? 0;
  const found = new Map<number, HintNoted[]>();
  for (const hint of hinted.filter(({ line }) => line >= first)) {
    const after = shown.findLast((index) => index < hint.line) ?? first;
    found.set(after, [...(found.get(after) ?? []), hint]);
  }
  return found;
}

/** Put a line into its phase: the last one of the part, or one that begins with it. */
function add(part: Chapter, entry: Entry): void {
  const phase = entry.line.phase || ''; // lines told by earlier rules have none
  const last = part.phases.at(-1);
  if (last?.name === phase) last.entries.push(entry);
  else part.phases.push({ key: entry.index, name: phase, entries: [entry] });
}

/** The number of the line that a reply quotes; null if it was taken back. */
export function quoted(lines: readonly LogLine[], number: number, quote: string): number | null {
  const says = (line: LogLine | undefined): boolean => line !== undefined && textOf(line).startsWith(quote);
  if (says(lines[number])) return number;
  const other = lines.findLastIndex(says);
  return other < 0 ? null : other;
}

/** The first line to show of the latest ones: not within the first lines of a part. */
export function beginning(lines: readonly LogLine[], most: number): number {
  const from = Math.max(0, lines.length - most);
  if (from === 0) return 0;
  for (let index = from; index < lines.length && index < from + 20; index++) if (lines[index]?.heading) return index;
  return from;
}

/** A line as plain text. */
export function textOf(line: LogLine): string {
  return line.parts.map((part) => part.text).join('');
}
