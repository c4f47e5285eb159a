// Players whose words this browser does not show: by table, seat and name, kept here only.

import { recall, remember } from '../../lib/store';

type Muted = Record<string, string[]>; // by table: "seat name"
const MOST = 50; // tables

class MutedPlayers {
  #all: Muted = $state(recall<Muted>('muted', {}));

  has(table: string, seat: number, name: string): boolean {
    return this.#all[table]?.includes(`${seat} ${name}`) ?? false;
  }

  set(table: string, seat: number, name: string, muted: boolean): void {
    const key = `${seat} ${name}`;
    const kept = recall<Muted>('muted', {}); // perhaps changed by another tab
    const others = (kept[table] ?? []).filter((one) => one !== key);
    const now = { ...kept };
    delete now[table]; // the newest comes last
    this.#all = Object.fromEntries(
      [...Object.entries(now), [table, muted ? [...others, key] : others] as const].slice(-MOST),
    );
    remember('muted', $state.snapshot(this.#all));
  }
}

export const mutedHere = new MutedPlayers();
