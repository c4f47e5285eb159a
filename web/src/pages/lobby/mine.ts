// The races of this browser that wait or go on: those of its profile, and those where it has a seat
// without one.

import { api } from '../../lib/api';
import { asMe } from '../../profile/profile.svelte';
import { seriesWords } from '../../leagues/series';
import { deviceToken, dropTable, hostToken, myTables, seatsOf } from '../../lib/seats';
import { url } from '../../lib/site';
import type { CurrentRaces, Glance, OwnRace } from '../../lib/types';

export interface Mine {
  id: string;
  title: string;
  state: 'open' | 'running';
  series: string;
  numbers: number[]; // of our seats
  names: string[]; // of them
  others: string[];
  free: number; // seats
  host: boolean;
  turn: boolean;
  where: string;
  updated: number;
  deadline: number | null;
  profile: boolean; // it belongs to this browser's profile
}

const MOST = 8; // tables without a profile that are looked at each time

/** The order: our turns first. */
export async function lookAtMine(): Promise<Mine[]> {
  const [profile, held] = await Promise.all([ofProfile(), ofTokens()]);
  const known = new Set(profile.map((one) => one.id));
  return [...profile, ...held.filter((one) => !known.has(one.id))].sort((a, b) => Number(b.turn) - Number(a.turn));
}

async function ofProfile(): Promise<Mine[]> {
  if (deviceToken() === '') return [];
  const { races } = await asMe<CurrentRaces>(url`api/profile/current`);
  return races.map(asMine);
}

function asMine({ table, seats, numbers, host, turn, updated, deadline }: OwnRace): Mine {
  return {
    id: table.id,
    title: table.title,
    state: table.state === 'open' ? 'open' : 'running',
    series: table.series,
    numbers,
    names: seats,
    others: table.names.filter((name) => !seats.includes(name)),
    free: table.open_seats,
    host,
    turn,
    where: table.where,
    updated,
    deadline,
    profile: true,
  };
}

/** Tables that the server no longer knows are forgotten here too. */
async function ofTokens(): Promise<Mine[]> {
  const ids = myTables().slice(0, MOST);
  if (ids.length === 0) return [];
  const { tables } = await api.several(ids);
  const there = new Set(tables.map(({ table }) => table.id));
  for (const id of ids) if (!there.has(id)) dropTable(id);
  return tables.filter(({ table }) => table.state === 'open' || table.state === 'running').map(byTokens);
}

function byTokens({ table, asked, where }: Glance): Mine {
  const numbers = seatsOf(table.id);
  const taken = table.seats.filter((seat) => seat.player !== 'open');
  const own = (seat: { seat: number }): boolean => numbers.includes(seat.seat);
  return {
    id: table.id,
    title: table.title,
    state: table.state === 'open' ? 'open' : 'running',
    series: table.series ? seriesWords(table.series) : '',
    numbers,
    names: taken.filter(own).map((seat) => seat.name),
    others: taken.filter((seat) => !own(seat)).map((seat) => seat.name),
    free: table.seats.length - taken.length,
    host: hostToken(table.id) !== '',
    turn: asked.some((seat) => numbers.includes(seat)),
    where,
    updated: table.updated,
    deadline: null,
    profile: false,
  };
}
