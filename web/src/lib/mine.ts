// The tables where this browser has a seat: how they stand, and whether it is our turn.

import { api, Refused } from './api';
import { dropTable, hostToken, myTables, seatsOf } from './seats';
import type { TableInfo } from './types';

export interface Mine {
  table: TableInfo;
  seats: number[];
  host: boolean;
  turn: string[]; // names of our seats that are asked now
  where: string;
}

const MOST = 8; // tables looked at each time

async function lookAt(id: string): Promise<Mine | null> {
  try {
    const { table, play } = await api.table(id);
    const seats = seatsOf(id);
    const asked = (play?.asked ?? []).filter((ask) => !ask.answered && seats.includes(ask.seat));
    const headline = play?.headline;
    return {
      table,
      seats,
      host: hostToken(id) !== '',
      turn: table.state === 'running' ? asked.map((ask) => ask.who) : [],
      where: headline ? `turn ${headline.turn}, lap ${headline.lap} of ${headline.laps}` : '',
    };
  } catch (problem) {
    if (problem instanceof Refused && problem.status === 404) dropTable(id);
    return null;
  }
}

/** Those that still go on, ours to move first. */
export async function lookAtMine(): Promise<Mine[]> {
  const found = await Promise.all(myTables().slice(0, MOST).map(lookAt));
  return found
    .filter((mine): mine is Mine => mine !== null)
    .filter(({ table }) => table.state === 'open' || table.state === 'running')
    .sort((a, b) => Number(b.turn.length > 0) - Number(a.turn.length > 0));
}
