// Messages to a screen reader: many lines at once become one message.

import { elapsed } from '../../lib/time';
import type { LogLine, Part } from '../../lib/types';

const GLYPHS = /^[⚀-⚅]\s*/;
const MOST = 8; // lines in one message

/** A die's part without its drawn face: "4 +1 course = 5". */
export function withoutGlyph(part: Part): string {
  return part.kind === 'die' ? part.text.replace(GLYPHS, '') : part.text;
}

/** A line as it is read out. */
export function spoken(line: LogLine): string {
  return line.parts
    .map(withoutGlyph)
    .join('')
    .replaceAll('→', ' to ')
    .replace(/−(?=\d)/g, 'minus ');
}

/** The lines that are new or have changed. */
export function news(before: readonly LogLine[], now: readonly LogLine[]): LogLine[] {
  let same = 0;
  while (same < before.length && same < now.length && isSame(before[same], now[same])) same += 1;
  return now.slice(same);
}

function isSame(one: LogLine | undefined, other: LogLine | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && spoken(one) === spoken(other);
}

/** One message of several lines; of too many the latest, and how many there were. */
export function message(lines: readonly LogLine[]): string {
  const told = lines.slice(-MOST).map(spoken);
  const left = lines.length - told.length;
  return [...(left > 0 ? [left === 1 ? 'One more line in the log' : `${left} more lines in the log`] : []), ...told]
    .map(ended)
    .join(' ');
}

function ended(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** Gathers lines until a pause, or until it has waited long enough. */
export class Gatherer {
  #lines: LogLine[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0; // by `elapsed`

  constructor(
    private say: (text: string) => void,
    private quiet = 700,
    private longest = 2500,
  ) {}

  add(lines: readonly LogLine[]): void {
    if (lines.length === 0) return;
    if (this.#lines.length === 0) this.#since = elapsed();
    this.#lines.push(...lines);
    clearTimeout(this.#timer);
    const left = this.longest - (elapsed() - this.#since) * 1000;
    this.#timer = setTimeout(() => this.flush(), Math.max(0, Math.min(this.quiet, left)));
  }

  flush(): void {
    clearTimeout(this.#timer);
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length > 0) this.say(message(lines));
  }
}
