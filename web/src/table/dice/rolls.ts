// The rolls of the latest moves; undone ones are removed.

import type { Play, DiceRoll } from '../../lib/types';

const MOST = 30;

export interface Kept {
  number: number;
  rolls: DiceRoll[];
  fresh: number;
} // fresh: from this number on they are of the latest move

export const NONE: Kept = { number: -1, rolls: [], fresh: 0 };

export function keepRolls(kept: Kept, play: Play): Kept {
  const forward = play.number >= kept.number;
  const first = play.rolls[0]?.number;
  const before = forward ? kept.rolls.filter((roll) => first === undefined || roll.number < first) : [];
  const rolls = [...before, ...play.rolls].slice(-MOST);
  const last = rolls.at(-1)?.number ?? -1;
  return { number: play.number, rolls, fresh: first ?? last + 1 };
}
