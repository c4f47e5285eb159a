// A review as it is drawn: numbers as people read them, and lines of a chart.

import { count } from '../lib/format';
import type { RaceReview, RatedDecision, ReviewAmount, ReviewedDriver, ReviewPoint, ReviewState } from '../lib/types';

/** Points of a hundred, with a sign: 12, +3, −4. */
export function points(value: number, signed = true): string {
  const rounded = Math.round(100 * value);
  if (!signed || rounded === 0) return String(Math.abs(rounded));
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

/** Points of a hundred to a tenth: what a decision cost is often little more than its band. */
export const tenths = (value: number): string => (100 * value).toFixed(1);

const VAGUE = 0.5; // a band that leaves nothing said

/** True if its interval is so wide that it says nothing. */
export const isVague = (of: ReviewAmount): boolean => of.band > VAGUE;

/** A change of a chance with its band: +12 ± 3; ? if that says nothing. */
export function amount(of: ReviewAmount): string {
  return isVague(of) ? '?' : `${points(of.value)} ± ${points(of.band, false)}`;
}

/** The side on which its interval lies, if it does not reach both: 'good' above 0, 'bad' below. */
export function sideOf(of: ReviewAmount): 'good' | 'bad' | '' {
  if (isVague(of) || Math.abs(of.value) <= of.band) return '';
  return of.value > 0 ? 'good' : 'bad';
}

/** The parts of the ledger: label, name, meaning. */
export const parts = [
  ['Luck', 'luck', 'what the driver’s own dice did'],
  ['Choices', 'decisions', 'what the driver’s own choices did, compared with a rookie’s'],
  ['Rivals’ luck', 'rivals_luck', 'what the dice of all rivals did'],
  ['Rivals’ choices', 'rivals_decisions', 'what the choices of all rivals did'],
  ['Together', 'together', 'what orders given at the same time did to one another, and dice without an owner'],
] as const;

/** False for a kept review of before its parts were split by roll and by rival. */
export const isSplit = (driver: ReviewedDriver): boolean =>
  Object.values(driver.by_roll).every((luck) => 'label' in luck) &&
  Object.values(driver.by_rival).every((did) => 'luck' in did);

/** All changes of the chance that are shown for a driver. */
export function amountsOf(driver: ReviewedDriver): ReviewAmount[] {
  const whole = parts.map(([, part]) => driver[part]);
  if (!isSplit(driver)) return whole;
  const rivals = Object.values(driver.by_rival).flatMap((did) => [did.luck, did.decisions]);
  return [...whole, ...Object.values(driver.by_roll), ...rivals];
}

/** The message while there is no review yet. */
export function progressOf(found: ReviewState): string {
  if (found.state === 'waiting') return 'Another race is being reviewed first.';
  if (found.state === 'compiling')
    return 'Compiling this game’s search. That takes a minute or two, once on this server.';
  return `Playing the race on from every answer and die: ${found.seconds} s of work, longer on a busy server.`;
}

export interface Reach {
  upper: string;
  middle: string;
  lower: string;
}

/** A driver's line through the chart and the band around it, as points of an SVG.

    `x` says where a row stands, `y` where a chance does. */
export function reachOf(
  drawn: readonly ReviewPoint[],
  seat: number,
  x: (row: number) => number,
  y: (chance: number) => number,
): Reach {
  const at = (point: ReviewPoint, value: number) =>
    `${x(point.row).toFixed(1)},${y(Math.max(0, Math.min(1, value))).toFixed(1)}`;
  const line = (by: number) =>
    drawn.map((point) => at(point, (point.chances[seat] ?? 0) + by * (point.bands[seat] ?? 0)));
  return { upper: line(1).join(' '), middle: line(0).join(' '), lower: line(-1).reverse().join(' ') };
}

/** A driver's chance where the drawn line passes a row: between two points, on the line. */
export function lineAt(drawn: readonly ReviewPoint[], seat: number, row: number): number {
  const after = drawn.findIndex((point) => point.row >= row);
  const next = drawn[after < 0 ? drawn.length - 1 : after];
  const before = drawn[after - 1] ?? next;
  if (!next || !before) return 0;
  const [one, other] = [before.chances[seat] ?? 0, next.chances[seat] ?? 0];
  const wide = next.row - before.row;
  return wide > 0 ? one + ((other - one) * (row - before.row)) / wide : other;
}

/** The row of the chart for a moment of the replay, after a number of answers. */
export function rowOf(review: RaceReview, number: number): number {
  const found = review.steps.findIndex((step) => step.number >= number);
  return found < 0 ? review.steps.length : found;
}

/** The moment of a row in words: turn 7. */
export function momentAt(review: RaceReview, row: number): string {
  if (row === 0) return 'at the start';
  const step = review.steps[row];
  if (step) return `${review.unit ?? 'turn'} ${step.turn}`;
  return review.over ? 'after the race' : 'now';
}

/** The number of answers before this row. */
export function numberOf(review: RaceReview, row: number): number {
  return review.steps[row]?.number ?? Number.MAX_SAFE_INTEGER;
}

/** Why a costly decision counts once, if it is one of several in a row. */
export function costOf({
  loss,
  times,
  counted_with: counted,
}: Pick<RatedDecision, 'loss' | 'times' | 'counted_with'>): string {
  if (loss > 0 && typeof counted === 'number') return `It counts as one with that after ${count(counted, 'answer')}.`;
  return times > 1 ? `The costliest of ${times} in a row, which count as one.` : '';
}

/** "0.35 points": what a driver's costly decisions lost on average; – without a rated decision. */
export const rateOf = ({ error_rate: rate }: Pick<ReviewedDriver, 'error_rate'>): string =>
  rate === null ? '–' : (100 * rate).toFixed(2);

/** False for a kept review of before all decisions were in it. */
export const hasDecisions = (review: RaceReview): boolean => (review.decisions ?? []).length > 0;

/** "1 blunder, 2 inaccuracies". */
export function gradesOf(driver: Pick<ReviewedDriver, 'blunders' | 'mistakes' | 'inaccuracies'>): string {
  const found = [
    driver.blunders && count(driver.blunders, 'blunder'),
    driver.mistakes && count(driver.mistakes, 'mistake'),
    driver.inaccuracies && count(driver.inaccuracies, 'inaccuracy', 'inaccuracies'),
  ];
  return found.filter(Boolean).join(', ') || 'nothing of 2 points or more';
}
