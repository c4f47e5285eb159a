// The grip of a question: the piece that can be dragged over the board to an option's place.

import type { Menu } from '../../lib/types';
import type { Point } from '../camera';

export interface Handle extends Point {
  option: number;
} // an index into the menu
export interface Grip extends Point {
  handles: Handle[];
}

const LEAVE = 3; // times as far as the furthest handle: letting go there chooses none

/** The piece that can be dragged, and its handles; null if there is none. */
export function gripOf(menu: Menu | null): Grip | null {
  const at = menu?.prompt.grip;
  if (!menu || !at) return null;
  const handles = menu.options.flatMap(({ preview }, option) =>
    preview?.handle ? [{ x: preview.handle[0], y: preview.handle[1], option }] : [],
  );
  return handles.length > 1 ? { x: at[0], y: at[1], handles } : null;
}

/** The option whose handle is the nearest to a point of the board; null far away from all of them. */
export function meantBy(grip: Grip, point: Point): number | null {
  let nearest: Handle | null = null;
  let furthest = 0;
  for (const handle of grip.handles) {
    if (!nearest || far(handle, point) < far(nearest, point)) nearest = handle;
    furthest = Math.max(furthest, far(handle, grip));
  }
  return nearest && far(point, grip) <= LEAVE * furthest ? nearest.option : null;
}

const far = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
