// The place of the guide's words: next to the part they explain, never over it if there is room.

export interface Place {
  x: number;
  y: number;
}
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 14;
const EDGE = 10;

export function placed(spot: Spot | null, width: number, height: number, across: number, down: number): Place {
  const inX = (x: number): number => Math.max(EDGE, Math.min(across - width - EDGE, x));
  const inY = (y: number): number => Math.max(EDGE, Math.min(down - height - EDGE, y));
  if (!spot) return { x: inX((across - width) / 2), y: inY((down - height) / 2) };
  const middleX = inX(spot.x + (spot.width - width) / 2);
  const middleY = inY(spot.y + Math.min(spot.height / 2, 120) - height / 2);
  const right = spot.x + spot.width + GAP;
  const below = spot.y + spot.height + GAP;
  if (right + width <= across - EDGE) return { x: inX(right), y: middleY };
  if (spot.x - GAP - width >= EDGE) return { x: inX(spot.x - GAP - width), y: middleY };
  if (below + height <= down - EDGE) return { x: middleX, y: inY(below) };
  if (spot.y - GAP - height >= EDGE) return { x: middleX, y: inY(spot.y - GAP - height) };
  // No room on any side: at the end of the window that hides less of it.
  const low = spot.y + spot.height / 2 < down / 2;
  return { x: middleX, y: low ? down - height - EDGE : EDGE };
}
