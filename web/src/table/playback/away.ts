// The moments missed since this browser last saw the race, as steps to play and in three lines.

import { capital, count, place } from '../../lib/format';
import { recall, remember } from '../../lib/store';
import type { LogLine, Piece, Replay, Row, BoardStep } from '../../lib/types';
import { isMoved } from './pace';

type Frame = Replay['frames'][number];

const KEPT = 60; // tables
const LOOKED = 'looked-at';
const QUIET = ['good', 'bad']; // effects that are no step of their own

/** The number of answers when this browser last saw the race; null: it never did. */
export function lookedAt(table: string): number | null {
  return recall<Record<string, number>>(LOOKED, {})[table] ?? null;
}

export function noteLook(table: string, number: number): void {
  const { [table]: before, ...others } = recall<Record<string, number>>(LOOKED, {});
  if (before === number) return;
  remember(LOOKED, Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [table, number]]));
}

/** The steps that lead from the first of these moments to the last. */
export function stepsOf(frames: readonly Frame[]): BoardStep[] {
  const steps: BoardStep[] = [];
  let before = new Map<string, Piece>(frames[0]?.things.map((piece) => [piece.key, piece]));
  let waiting: Pick<BoardStep, 'rolls' | 'effects'> = { rolls: [], effects: [] };
  frames.slice(1).forEach((frame, at) => {
    const { rolls, effects } = waiting;
    waiting = { rolls: [...rolls, ...frame.rolls], effects: [...effects, ...(frame.effects ?? [])] };
    const drives = frame.things.some((piece) => piece.seat >= 0 && isMoved(before.get(piece.key), piece));
    const isLast = at === frames.length - 2;
    if (!drives && !isLast && waiting.effects.every(({ kind }) => QUIET.includes(kind))) return;
    const now = new Map(frame.things.map((piece) => [piece.key, piece]));
    const gone = [...before.keys()].filter((key) => !now.has(key));
    steps.push({ ...waiting, lines: frame.lines, things: frame.things, gone });
    before = now;
    waiting = { rolls: [], effects: [] };
  });
  return steps;
}

/** Three lines: the time missed, the fate of the player's own driver, the leader. */
export function summaryOf(first: Frame, last: Frame, lines: readonly LogLine[], own: readonly number[]): string[] {
  const { unit, turn, laps } = last.headline;
  const turns = turn - first.headline.turn;
  const told = count(lines.slice(first.lines, last.lines).filter((line) => !line.heading).length, 'line');
  const [leader] = last.standings;
  const mine = last.standings.find((row) => own.includes(row.seat));
  const was = mine && first.standings.find((row) => row.seat === mine.seat);
  const where = (row: Row): string =>
    [row.lap && laps > 1 ? `lap ${row.lap} of ${laps}` : '', row.where].filter((word) => word).join(', ');
  return [
    `${turns > 0 ? `${count(turns, unit)} went by` : `${capital(unit)} ${turn} went on`}, ${told} in the log.`,
    ...(mine && was
      ? [`${mine.name}: ${fared(was, mine)}${mine.finished ? ', home' : where(mine) && `; ${where(mine)}`}.`]
      : []),
    ...(leader && leader !== mine
      ? [`${leader.name} ${leader.finished ? 'is home first' : `leads${where(leader) && `; ${where(leader)}`}`}.`]
      : []),
  ];
}

function fared(was: Row, now: Row): string {
  if (was.place === now.place) return `still ${place(now.place)}`;
  return `${place(was.place)} → ${place(now.place)}`;
}
