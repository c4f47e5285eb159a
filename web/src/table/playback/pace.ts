// The time for which a step is shown.

import type { Effect, Piece, BoardStep } from '../../lib/types';

const HARD: Effect['kind'][] = ['crash', 'blast'];

/** In seconds, at the usual speed. `things`: the pieces before the step. */
export function lengthOf(
  step: Pick<BoardStep, 'things' | 'rolls' | 'effects'>,
  things: ReadonlyMap<string, Piece>,
): number {
  if (step.effects.some(({ kind }) => HARD.includes(kind))) return 2;
  const drives = step.things.some((piece) => piece.seat >= 0 && isMoved(things.get(piece.key), piece));
  return drives || step.rolls.length > 0 || step.effects.length > 0 ? 1 : 0.6;
}

export function isMoved(before: Piece | undefined, after: Piece): boolean {
  return before !== undefined && (before.x !== after.x || before.y !== after.y || before.heading !== after.heading);
}
