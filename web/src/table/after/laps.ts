// The places of all drivers, turn by turn, read from the frames of a replay.

import type { Replay, Row } from '../../lib/types';

export interface Course {
  seat: number;
  name: string;
  places: (number | null)[]; // by turn; null where nothing is known
  laps: number[]; // indexes of the turns in which a lap was begun
  finished: number | null; // the index of the turn in which the driver came home
}
export interface Chart {
  turns: number[];
  courses: Course[]; // in the order at the end
}

type Frame = Replay['frames'][number];

/** The last frame of every turn: the race at its end. */
export function turnEnds<F extends { headline: { turn: number } }>(frames: readonly F[]): F[] {
  const ends = new Map<number, F>();
  for (const frame of frames) ends.set(frame.headline.turn, frame);
  return [...ends.values()].sort((a, b) => a.headline.turn - b.headline.turn);
}

export function chartOf(frames: readonly Frame[]): Chart {
  const ends = turnEnds(frames);
  const rowsBySeat = ends.map((frame) => new Map(frame.standings.map((row) => [row.seat, row])));
  const last = ends[ends.length - 1]?.standings ?? [];
  const courses = [...last]
    .sort((a, b) => a.place - b.place)
    .map(({ seat, name }) => {
      const rows = rowsBySeat.map((rows) => rows.get(seat));
      return {
        seat,
        name,
        places: rows.map((row) => row?.place ?? null),
        laps: lapsBegun(rows),
        finished: firstIndex(rows, (row) => row.finished > 0),
      };
    });
  return { turns: ends.map((frame) => frame.headline.turn), courses };
}

function lapsBegun(rows: readonly (Row | undefined)[]): number[] {
  const begun: number[] = [];
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    if (row && before && row.lap > before.lap) begun.push(index);
  });
  return begun;
}

function firstIndex(rows: readonly (Row | undefined)[], is: (row: Row) => boolean): number | null {
  const found = rows.findIndex((row) => row !== undefined && is(row));
  return found < 0 ? null : found;
}
