// The words over a preview, a chance or a distance: how big they are, and which one lies under the pointer.

import type { Label } from '../../lib/types';
import type { Point } from '../camera';
import type { Rect } from '../names';

const SMALL = 11; // pixels: never smaller
const LETTER = 0.45; // of its height a letter is wide
const TOUCH = 28; // pixels: within at least this it is meant

/** How high its letters are, in the scene's units. */
export function heightOf(label: Label, scale: number): number {
  return Math.max(label.size, SMALL / scale);
}

/** Its place and size, in pixels of the whole board. */
export function plateOf(label: Label, scale: number): Rect {
  const high = heightOf(label, scale) * scale;
  return { x: label.x * scale, y: label.y * scale, w: label.text.length * high * LETTER, h: high };
}

/** The words at a point of the scene, if they have a meaning to tell; the last drawn first. */
export function plateAt(labels: readonly Label[], scale: number, point: Point): Label | null {
  const found = labels.filter((label) => {
    const { x, y, w, h } = plateOf(label, scale);
    const near = (off: number, size: number): boolean => Math.abs(off) <= Math.max(size, TOUCH) / 2;
    return label.about !== '' && near(point.x * scale - x, w) && near(point.y * scale - y, h);
  });
  return found.at(-1) ?? null;
}
