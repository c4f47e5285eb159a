// The places of a menu's options, as numbers on the board: they show the reach at once.

import type { Menu, Piece, Preview } from '../../lib/types';
import type { Camera, Point, Size } from '../camera';

export interface Mark extends Point {
  options: number[]; // indices into the menu; several lead to the same place
  text: string; // what they are called in the menu: short names in a group, else numbers
  about: string; // their labels
  below: boolean; // the place is that of a label, which is not to be covered
}

const SAME = 2; // units of the scene: nearer than this is the same place
const CAR = 14; // pixels: a car seen smaller than this is too small to play by
const AMPLE = 40; // pixels: bigger than this a car need not be
const LETTER = 6.2; // pixels a figure of a mark takes
const LEAST = 8; // pixels a mark reaches from its middle: in a smaller one the number could not be read
const AROUND = 44; // pixels around what has to be seen

/** A mark for each place that options lead to; none if all lead to one, or nowhere. */
export function marksOf(menu: Menu | null, pieces: readonly Piece[]): Mark[] {
  const marks: Mark[] = [];
  const own = pieces.filter((piece) => piece.seat === menu?.seat);
  menu?.options.forEach((option, index) => {
    const goal = goalOf(option.preview);
    if (!goal || own.some((piece) => isNear(piece, goal))) return;
    const name = (option.group && option.short) || String(index + 1);
    const mark = marks.find((one) => isNear(one, goal));
    if (mark) {
      mark.options.push(index);
      mark.text += `·${name}`;
      mark.about += `\n${option.label}`;
    } else {
      const below = !option.preview?.pieces.length;
      marks.push({ x: goal.x, y: goal.y, options: [index], text: name, about: option.label, below });
    }
  });
  return marks.length > 1 ? marks : [];
}

/** The place that a preview shows: of its first piece, or else of its only label. */
function goalOf(preview: Preview | null): Point | null {
  const [label, ...more] = preview?.labels ?? [];
  return preview?.pieces[0] ?? (label && more.length === 0 ? label : null);
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < SAME;
}

/** How big marks are drawn, in pixels, so that neighbours do not cover each other; where that would be
    too small, they make way (`spread`). */
export function markRadius(marks: readonly Point[], scale: number): number {
  let nearest = Infinity;
  marks.forEach((one, at) => {
    for (const other of marks.slice(at + 1)) nearest = Math.min(nearest, Math.hypot(one.x - other.x, one.y - other.y));
  });
  return Math.min(Math.max((nearest * scale) / 2, LEAST), 11);
}

/** Half the width of a mark, in pixels. */
export function markHalf(mark: Mark, radius: number): number {
  return Math.max(radius, (mark.text.length * LETTER) / 2 + 4);
}

/** The points to be seen for an answer: the asked seat, and everything in the previews. */
export function concernsOf(menu: Menu | null, pieces: readonly Piece[]): Point[] {
  if (!menu || menu.seat < 0 || !menu.complete) return []; // not twice: previews come a moment later
  const own = pieces.filter((piece) => piece.seat === menu.seat);
  const shown = menu.options.flatMap(({ preview }) =>
    preview
      ? [...preview.pieces, ...(preview.labels ?? []), ...pieces.filter(({ key }) => preview.targets.includes(key))]
      : [],
  );
  return own.length ? [...own, ...shown] : [];
}

/** A camera that has all these points in sight, if the whole board shows a car too small or the marks
    too crowded; else null. */
export function closeUp(
  points: readonly Point[],
  radius: number,
  whole: Camera,
  pane: Size,
  crowded = false,
): Camera | null {
  if (points.length === 0 || (2 * radius * whole.scale >= CAR && !crowded)) return null;
  const left = Math.min(...points.map((point) => point.x)) - radius;
  const right = Math.max(...points.map((point) => point.x)) + radius;
  const top = Math.min(...points.map((point) => point.y)) - radius;
  const bottom = Math.max(...points.map((point) => point.y)) + radius;
  const room = { width: Math.max(pane.width - 2 * AROUND, 1), height: Math.max(pane.height - 2 * AROUND, 1) };
  const scale = Math.min(room.width / (right - left), room.height / (bottom - top), AMPLE / (2 * radius));
  if (scale <= whole.scale) return null;
  return { x: (left + right - pane.width / scale) / 2, y: (top + bottom - pane.height / scale) / 2, scale };
}
