// A race that is over, in the shape of a live one, so that the table's own parts can show it.

import type { Live } from '../lib/live.svelte';
import type { LogLine, Play, Replay, TableInfo, You } from '../lib/types';

/** Drivers who replace absent players are known only at the end, so no moment shows them. */
export function atTheWheel(table: TableInfo): TableInfo {
  return { ...table, seats: table.seats.map((seat) => ({ ...seat, driver: seat.player })) };
}

export class Still {
  readonly id: string;
  readonly table: TableInfo;
  readonly you: You = { seats: [], host: false, undo: [] };
  readonly menus: never[] = [];
  readonly unheard: never[] = [];
  onsteps: unknown = null;
  readonly chat: never[] = [];
  readonly here: number[] = [];
  readonly spectators = 0;
  readonly connected = true;
  play: Play | null = $state.raw(null);
  lines: LogLine[] = $state.raw([]);
  readonly #all: LogLine[];

  constructor(replay: Replay) {
    this.id = replay.table.id;
    this.table = atTheWheel(replay.table);
    this.#all = replay.lines;
  }

  show(play: Play, lines: number): void {
    this.play = play;
    if (lines !== this.lines.length) this.lines = this.#all.slice(0, lines);
  }

  asLive(): Live {
    return this as unknown as Live;
  }
}
