// A review as it is drawn: numbers as people read them, and lines of a chart.

import type { RaceReview, ReviewAmount, ReviewState } from '../lib/types';

/** Points of a hundred, with a sign: 12, +3, −4. */
export function points(value: number, signed = true): string {
  const rounded = Math.round(100 * value);
  if (!signed || rounded === 0) return String(Math.abs(rounded));
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

/** A change of a chance with its band: +12 ± 3. */
export function amount(of: ReviewAmount): string {
  return `${points(of.value)} ± ${points(of.band, false)}`;
}

/** The message while there is no review yet. */
export function progressOf(found: ReviewState): string {
  if (found.state === 'compiling')
    return 'Compiling this game’s search. That takes a minute or two, once on this server.';
  const left = Math.ceil(found.seconds - found.spent);
  return left > 0
    ? `Playing the race on from every answer and die: ${left} s more.`
    : 'Playing the race on from every answer and die. Soon done.';
}

export interface Reach {
  upper: string;
  middle: string;
  lower: string;
}

/** A point of the chart: the mean of neighbouring rows, so that a short look draws a line and no noise. */
export interface Point {
  row: number; // where it stands
  chances: number[];
  bands: number[];
}

const NARROW = 0.06; // a band that is good enough
const FEWEST = 48; // points, even if they are not

/** The rows of a review as points whose bands are narrow, as far as that leaves enough points.

    Errors of neighbouring rows are independent, so the band of a mean of n is that of one by √n. The
    start and the end stand by themselves. */
export function pointsOf(review: RaceReview): Point[] {
  const rows = review.chances.length;
  const bands = review.bands.flat().filter((band) => band > 0);
  const usual = bands.reduce((sum, band) => sum + band, 0) / Math.max(1, bands.length);
  const each = Math.max(1, Math.min(Math.ceil((usual / NARROW) ** 2), Math.floor(rows / FEWEST)));
  const found: Point[] = [];
  for (let from = 0; from < rows; ) {
    const until = from === 0 ? 1 : Math.min(from + each, from === rows - 1 ? rows : rows - 1);
    const taken = until - from;
    const mean = (of: readonly number[][], seat: number) =>
      of.slice(from, until).reduce((sum, row) => sum + (row[seat] ?? 0), 0) / taken;
    const seats = review.names.map((_, seat) => seat);
    found.push({
      row: from + (taken - 1) / 2,
      chances: seats.map((seat) => mean(review.chances, seat)),
      bands: seats.map((seat) => mean(review.bands, seat) / Math.sqrt(taken)),
    });
    from = until;
  }
  return found;
}

export interface Reach {
  upper: string;
  middle: string;
  lower: string;
}

/** A driver's line through the chart and the band around it, as points of an SVG.

    `x` says where a row stands, `y` where a chance does. */
export function reachOf(drawn: readonly Point[], seat: number, x: (row: number) => number, y: (chance: number) => number): Reach {
  const at = (point: Point, value: number) =>
    `${x(point.row).toFixed(1)},${y(Math.max(0, Math.min(1, value))).toFixed(1)}`;
  const line = (by: number) =>
    drawn.map((point) => at(point, (point.chances[seat] ?? 0) + by * (point.bands[seat] ?? 0)));
  return { upper: line(1).join(' '), middle: line(0).join(' '), lower: line(-1).reverse().join(' ') };
}

/** The row of the chart for a moment of the replay, after a number of answers. */
export function rowOf(review: RaceReview, number: number): number {
  const found = review.steps.findIndex((step) => step.number >= number);
  return found < 0 ? review.steps.length : found;
}

/** The number of answers before this row. */
export function numberOf(review: RaceReview, row: number): number {
  return review.steps[row]?.number ?? Number.MAX_SAFE_INTEGER;
}
