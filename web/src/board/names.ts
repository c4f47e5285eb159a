// Names beside pieces: each finds a free place around its piece, or is left out. In pixels.

export interface Tag { key: string; x: number; y: number; radius: number; width: number; height: number; must: boolean }
export interface Spot { dx: number; dy: number } // the middle of the name, from the piece

export interface Rect { x: number; y: number; w: number; h: number } // by its middle

export interface Edges { left: number; top: number; right: number; bottom: number } // of what is seen
const ANYWHERE: Edges = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

const GAP = 3;
const SHY = 0.6; // how much worse it is to cover words of the ground than nothing; pieces: 1

/** A place for each name by key; null: there is none. Those that must be shown come first.
    `shy`: better left uncovered, if it can be. */
export function placeNames(tags: readonly Tag[], view: Edges = ANYWHERE, shy: readonly Rect[] = []): Map<string, Spot | null> {
  const taken: Rect[] = tags.map(({ x, y, radius }) => ({ x, y, w: radius * 1.7, h: radius * 1.7 }));
  const places = new Map<string, Spot | null>();
  for (const tag of [...tags].sort((a, b) => Number(b.must) - Number(a.must))) {
    let best: Spot | null = null;
    let least = Infinity;
    let cost = Infinity;
    for (const spot of spotsOf(tag)) {
      const rect = { x: tag.x + spot.dx, y: tag.y + spot.dy, w: tag.width, h: tag.height };
      const covered = taken.reduce((sum, other) => sum + overlap(rect, other), outside(rect, view));
      const words = shy.reduce((sum, other) => sum + overlap(rect, other), 0) * SHY;
      if (covered + words < cost - 1) [best, least, cost] = [spot, covered, covered + words];
    }
    if (best && !tag.must && least > 0.12 * tag.width * tag.height) best = null;
    places.set(tag.key, best);
    if (best) taken.push({ x: tag.x + best.dx, y: tag.y + best.dy, w: tag.width, h: tag.height });
  }
  return places;
}

function spotsOf({ radius, width, height }: Tag): Spot[] {
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

/** How much of a name would be out of sight. */
function outside({ x, y, w, h }: Rect, view: Edges): number {
  const over = (far: number): number => Math.max(far, 0);
  const across = over(view.left - (x - w / 2)) + over(x + w / 2 - view.right);
  const down = over(view.top - (y - h / 2)) + over(y + h / 2 - view.bottom);
  return Math.min(across, w) * h + Math.min(down, h) * w;
}

function overlap(a: Rect, b: Rect): number {
  const across = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2);
  const down = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The same direction, as near to the one before as it goes: no kart spins the long way round. */
export function unwind(heading: number, before: number): number {
  return before + ((((heading - before) % 360) + 540) % 360) - 180;
}
