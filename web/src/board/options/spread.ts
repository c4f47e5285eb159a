// Numbers on a crowded board: each finds a free spot at its place or near it, or is a dot until it is
// looked at. None covers another, a name, or your own car. In pixels.

import { type Mark, markHalf, markRadius } from './marks';
import { overlap, type Rect } from '../names';

export interface Laid {
  mark: Mark;
  dx: number;
  dy: number;
  dot: boolean;
} // the middle, from its place

const LABEL = 9; // half of what a label is high
const ROOM = 1; // between two
const RINGS = [1.15, 2.3, 3.6]; // radii away from its place, nearest first
const WAYS = [0, 4, 2, 6, 1, 3, 5, 7].map((eighth) => (eighth * Math.PI) / 4);

/** The distance of a mark below its place if it stands there alone. */
export const home = (mark: Mark, radius: number): number => (mark.below ? LABEL + radius : 0);

/** The places of marks of this radius. `taken`: areas to keep clear of, from the scene's own corner. The
    mark of the usual option comes first, then as the menu has them. */
export function spread(
  marks: readonly Mark[],
  scale: number,
  radius: number,
  taken: readonly Rect[],
  usual: number | null = null,
): Laid[] {
  const full = [...taken];
  const first = (mark: Mark): number => Number(usual !== null && mark.options.includes(usual));
  return [...marks]
    .sort((one, other) => first(other) - first(one))
    .map((mark) => {
      const half = markHalf(mark, radius);
      const away = home(mark, radius);
      const around = RINGS.flatMap((ring) =>
        WAYS.map((way) => ({
          dx: Math.cos(way) * (ring * radius + half - radius),
          dy: away + Math.sin(way) * ring * radius,
        })),
      );
      for (const { dx, dy } of [{ dx: 0, dy: away }, ...around]) {
        const box = { x: mark.x * scale + dx, y: mark.y * scale + dy, w: 2 * half + ROOM, h: 2 * radius + ROOM };
        if (full.some((other) => overlap(box, other) > 0)) continue;
        full.push(box);
        return { mark, dx, dy, dot: false };
      }
      return { mark, dx: 0, dy: away, dot: true };
    });
}

/** Whether some of them have no room at their own place. */
export function isCrowded(marks: readonly Mark[], scale: number): boolean {
  const radius = markRadius(marks, scale);
  return spread(marks, scale, radius, []).some(({ mark, dx, dy }) => dx !== 0 || dy !== home(mark, radius));
}

/** The words that are written: those of one place always, of many those with room. */
export function legible(words: readonly Rect[], taken: readonly Rect[]): boolean[] {
  if (words.length === 1) return [true];
  const full = [...taken];
  return words.map((word) => {
    const free = full.every((other) => overlap(word, other) === 0);
    if (free) full.push(word);
    return free;
  });
}
