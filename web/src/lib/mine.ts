// The tables where this browser has a seat: how they stand, and whether it is our turn.

import { api } from './api';
import { dropTable, hostToken, myTables, seatsOf } from './seats';
import type { Glance, TableInfo } from './types';

export interface Mine {
  table: TableInfo;
  seats: number[];
  host: boolean;
  turn: string[]; // names of our seats that are asked now
  where: string;
}

const MOST = 8; // tables looked at each time

/** Those that still go on, ours to move first. What the server knows no more is forgotten here too. */
export async function lookAtMine(): Promise<Mine[]> {
  const ids = myTables().slice(0, MOST);
  if (ids.length === 0) return [];
  const { tables } = await api.several(ids);
  const there = new Set(tables.map(({ table }) => table.id));
  for (const id of ids) if (!there.has(id)) dropTable(id);
  return tables
    .filter(({ table }) => table.state === 'open' || table.state === 'running')
    .map(ours)
    .sort((a, b) => Number(b.turn.length > 0) - Number(a.turn.length > 0));
}

function ours({ table, asked, where }: Glance): Mine {
  const seats = seatsOf(table.id);
  const turn = asked.filter((seat) => seats.includes(seat)).map((seat) => table.seats[seat]?.name ?? '');
  return { table, seats, host: hostToken(table.id) !== '', turn, where };
}
