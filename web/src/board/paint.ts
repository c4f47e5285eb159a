// Paints are words (`core/shown.py`); CSS says how each looks: `--paint-road` and so on, and `--seat`
// for the colour of the seat whose piece it is.

import type { Shape } from '../lib/types';

const OUTLINE = 'outline:';

export interface Paint {
  fill: string;
  stroke: string;
  width: number;
}

export function paintOf(shape: Shape): Paint {
  const outline = shape.paint.startsWith(OUTLINE);
  const colour = colourOf(outline ? shape.paint.slice(OUTLINE.length) : shape.paint);
  return outline
    ? { fill: 'none', stroke: colour, width: shape.width || 1 }
    : { fill: colour, stroke: 'none', width: 0 };
}

/** The CSS colour of a paint. */
export function colourOf(word: string): string {
  if (word === 'seat') return 'var(--seat, var(--paint-line))';
  return /^[a-z-]+$/.test(word) ? `var(--paint-${word}, var(--paint-line))` : 'var(--paint-line)';
}

/** The CSS colour of a seat; '' for none. */
export function seatColour(seat: number): string {
  return seat < 0 ? '' : `var(--seat-${seat % 12})`;
}
