// Names next to pieces: each finds a free place around its piece, or is left out. In pixels.

export interface Tag {
  key: string;
  x: number;
  y: number;
  radius: number;
  width: number;
  height: number;
  must: boolean;
  short?: number; /* the width of fewer letters */
}
export interface Spot {
  dx: number;
  dy: number;
  short: boolean;
} // the middle of the name, from the piece

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
} // by its middle

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
} // of what is seen
const ANYWHERE: Edges = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

const GAP = 3;
const SHY = 0.6; // how much worse it is to cover words of the ground than nothing; pieces: 1

/** A place for each name by key; null: there is none. Those that must be shown come first.
    `shy`: better left uncovered, if it can be. */
export function placeNames(
  tags: readonly Tag[],
  view: Edges = ANYWHERE,
  shy: readonly Rect[] = [],
): Map<string, Spot | null> {
  const taken: Rect[] = tags.map(({ x, y, radius }) => ({ x, y, w: radius * 1.7, h: radius * 1.7 }));
  const places = new Map<string, Spot | null>();
  for (const tag of [...tags].sort((a, b) => Number(b.must) - Number(a.must))) {
    const whole = bestOf(tag, tag.width, false, taken, view, shy);
    const short = whole.fits || tag.short === undefined ? whole : bestOf(tag, tag.short, true, taken, view, shy);
    const best = short.fits || (tag.must && short.cost < whole.cost) ? short : whole;
    const spot = best.fits || tag.must ? best.spot : null;
    places.set(tag.key, spot);
    if (spot) taken.push({ x: tag.x + spot.dx, y: tag.y + spot.dy, w: best.width, h: tag.height });
  }
  return places;
}

interface Best {
  spot: Spot;
  width: number;
  cost: number;
  fits: boolean;
}

/** The place around a piece at which a name of this width covers least. */
function bestOf(
  tag: Tag,
  width: number,
  short: boolean,
  taken: readonly Rect[],
  view: Edges,
  shy: readonly Rect[],
): Best {
  let best: Best = { spot: { dx: 0, dy: 0, short }, width, cost: Infinity, fits: false };
  for (const { dx, dy } of spotsOf(tag.radius, width, tag.height)) {
    const rect = { x: tag.x + dx, y: tag.y + dy, w: width, h: tag.height };
    const covered = taken.reduce((sum, other) => sum + overlap(rect, other), outside(rect, view));
    const cost = covered + shy.reduce((sum, other) => sum + overlap(rect, other), 0) * SHY;
    if (cost < best.cost - 1)
      best = { spot: { dx, dy, short }, width, cost, fits: covered <= 0.12 * width * tag.height };
  }
  return best;
}

function spotsOf(radius: number, width: number, height: number): { dx: number; dy: number }[] {
  const aside = radius + GAP + width / 2;
  const above = radius + GAP + height / 2;
  const corner = { dx: radius * 0.5 + width / 2, dy: radius * 0.7 + height / 2 };
  return [
    { dx: 0, dy: -above },
    { dx: 0, dy: above },
    { dx: aside, dy: 0 },
    { dx: -aside, dy: 0 },
    { dx: corner.dx, dy: -corner.dy },
    { dx: -corner.dx, dy: -corner.dy },
    { dx: corner.dx, dy: corner.dy },
    { dx: -corner.dx, dy: corner.dy },
  ];
}

/** The part of a name that would be out of sight. */
function outside({ x, y, w, h }: Rect, view: Edges): number {
  const over = (far: number): number => Math.max(far, 0);
  const across = over(view.left - (x - w / 2)) + over(x + w / 2 - view.right);
  const down = over(view.top - (y - h / 2)) + over(y + h / 2 - view.bottom);
  return Math.min(across, w) * h + Math.min(down, h) * w;
}

/** The part of one that lies under the other. */
export function overlap(a: Rect, b: Rect): number {
  const across = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2);
  const down = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The same direction, as near to the one before as it goes: nothing spins the long way round. */
export function unwind(heading: number, before: number): number {
  return before + ((((heading - before) % 360) + 540) % 360) - 180;
}
