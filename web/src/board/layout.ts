// The sizes of pieces at a zoom, and the places of their names.

import type { Ground, Label, Piece } from '../lib/types';
import { boundsOf } from './bounds';
import { type Edges, placeNames, type Rect, type Spot, type Tag } from './names';

export interface Figure {
  radius: number;
  shapes: Ground['symbols'][number]['shapes'];
}

export const READABLE = 6.5; // pixels: smaller words of the ground are left out
const SMALLEST = 10; // pixels from the middle of a seat's piece to its edge …
const MOST = 2.2; // … reached by enlarging it by this factor at most
const LETTER = 5.6; // pixels a letter of a name takes …
const WIDE_LETTER = 8.6; // … M and W …
const FULL_LETTER = 13; // … and one as wide as it is high: Chinese, Japanese, Korean, pictures
export const MARK_LETTER = 5.5; // pixels a letter of a mark takes
export const TAB = 16; // the number of the seat, before the name
const FEW = 5; // letters of a name where it is crowded
const NAME_HEIGHT = 17;
const BARE = 15; // a seat's number alone, on its piece

/** Each symbol's shapes, and their reach from the middle. */
export function figuresOf(ground: Ground): Map<string, Figure> {
  return new Map(
    ground.symbols.map(({ name, shapes }) => {
      const box = boundsOf(shapes.map((shape) => shape.path));
      const radius = Math.max(-box.left, box.right, -box.top, box.bottom, 1);
      return [name, { radius, shapes }];
    }),
  );
}

/** The symbols drawn over a piece's own symbol. */
export function mountedOf(piece: Piece, figures: Map<string, Figure>): Figure[] {
  return (piece.mounted ?? []).flatMap((name) => figures.get(name) ?? []);
}

/** The factor by which pieces are enlarged, so that they can be seen. */
export function magnify(figures: Map<string, Figure>, pieces: readonly Piece[], scale: number): number {
  const sizes = pieces.filter((piece) => piece.seat >= 0).map((piece) => figures.get(piece.symbol)?.radius ?? 10);
  if (sizes.length === 0) return 1;
  return Math.min(Math.max(SMALLEST / (Math.max(...sizes) * scale), 1), MOST);
}

/** The pixels a letter of a name takes, about. */
function letterWidth(letter: string): number {
  if (/[MWmw@]/.test(letter)) return WIDE_LETTER;
  return (letter.codePointAt(0) ?? 0) >= 0x2e80 ? FULL_LETTER : LETTER;
}

const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** A name cut to the room on a board of this width, that of some usual letters; `few` on a crowded board. */
export function shortened(name: string, width: number, few = false): string {
  const most = few ? FEW : width < 480 ? 9 : 16;
  if (textWidth(name) < (most + 1.5) * LETTER) return name;
  let kept = '';
  for (const letter of name) {
    if (textWidth(kept + letter) > (most + 0.5) * LETTER) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** The width of a name with its marks. */
export function nameWidth(piece: Piece, width: number, few = false): number {
  const name = piece.text ? textWidth(shortened(piece.text, width, few)) + 9 : 2;
  return (piece.seat >= 0 ? TAB : 0) + name + marksWidth(piece.marks);
}

export function marksWidth(marks: readonly string[]): number {
  return marks.reduce((sum, mark) => sum + mark.length * MARK_LETTER + 9, 0);
}

/** The areas covered by names, and by the numbers of pieces without a name. */
export function platesOf(
  pieces: readonly Piece[],
  spots: Map<string, Spot | null>,
  scale: number,
  letters: number,
  across: number,
): Rect[] {
  return pieces.flatMap((piece) => {
    const spot = spots.get(piece.key);
    const [x, y] = [piece.x * scale, piece.y * scale];
    if (!spot) return piece.seat >= 0 ? [{ x, y, w: BARE, h: BARE }] : [];
    return [
      { x: x + spot.dx, y: y + spot.dy, w: nameWidth(piece, across, spot.short) * letters, h: NAME_HEIGHT * letters },
    ];
  });
}

/** The places of names, by key. */
export function spotsFor(
  pieces: readonly Piece[],
  figures: Map<string, Figure>,
  scale: number,
  size: number,
  view: Edges, // in pixels, from the scene's own corner
  letters: number, // the factor by which names are enlarged
  must: (piece: Piece) => boolean,
  labels: readonly Label[] = [],
): Map<string, Spot | null> {
  const tags: Tag[] = pieces
    .filter((piece) => piece.text !== '' || piece.marks.length > 0)
    .map((piece) => ({
      key: piece.key,
      x: piece.x * scale,
      y: piece.y * scale,
      radius: (figures.get(piece.symbol)?.radius ?? 10) * size * scale,
      width: nameWidth(piece, view.right - view.left) * letters,
      short: nameWidth(piece, view.right - view.left, true) * letters,
      height: NAME_HEIGHT * letters,
      must: must(piece),
    }));
  const words = labels
    .filter((label) => label.turned === 0 && label.size * scale >= READABLE)
    .map((label) => ({
      x: label.x * scale,
      y: label.y * scale,
      w: label.text.length * label.size * scale * 0.42,
      h: label.size * scale,
    }));
  return placeNames(tags, view, words);
}
