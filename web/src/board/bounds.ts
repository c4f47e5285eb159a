// The size of a drawing: the box around the points of SVG paths. Control points count, so that the
// box may be a little too big, never too small (arcs: the box around their ends).

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const NUMBERS: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7, z: 0 };

export function boundsOf(paths: readonly string[]): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const path of paths) for (const [x, y] of pointsOf(path)) grow(box, x, y);
  return box.left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : box;
}

function grow(box: Box, x: number, y: number): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
}

function* pointsOf(path: string): Generator<[number, number]> {
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  for (const [, letter = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = letter.toLowerCase();
    const relative = letter === command;
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    const take = NUMBERS[command] ?? 0;
    if (command === 'z') [x, y] = [startX, startY];
    for (let at = 0; take > 0 && at + take <= numbers.length; at += take) {
      const given = numbers.slice(at, at + take);
      const fromX = x;
      const fromY = y;
      if (command === 'h') x = (given[0] ?? 0) + (relative ? x : 0);
      else if (command === 'v') y = (given[0] ?? 0) + (relative ? y : 0);
      else {
        const pairs = command === 'a' ? given.slice(5) : given;
        for (let i = 0; i < pairs.length; i += 2) {
          x = (pairs[i] ?? 0) + (relative ? fromX : 0);
          y = (pairs[i + 1] ?? 0) + (relative ? fromY : 0);
          if (i + 2 < pairs.length) yield [x, y];
        }
      }
      if (command === 'm' && at === 0) [startX, startY] = [x, y];
      yield [x, y];
    }
  }
}
