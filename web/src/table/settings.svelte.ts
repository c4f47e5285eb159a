// The settings of the table: kept in the browser, and by the profile.

import { recall, remember } from '../lib/store';

export interface Settings {
  confirm: boolean; // a choice is sent only when it is confirmed
  keys: boolean; // single keys are shortcuts
  mine: boolean; // the log shows only the player's own lines
  open: boolean; // players at this browser have no secrets from each other
  text: boolean; // the board as text
  speed: number; // of played steps; 0: at once
  sound: boolean;
  coach: boolean; // a sentence at each new kind of question, in the first races
  coached: string; // the ids of the tables where the coach has spoken
  folded: boolean; // log, dice and chat are folded away, on a desk
}
const USUAL: Settings = {
  confirm: false,
  keys: true,
  mine: false,
  open: false,
  text: false,
  folded: false,
  speed: 1,
  sound: true,
  coach: true,
  coached: '',
};

export function tableSettings(): Settings {
  return { ...USUAL, ...recall<Partial<Settings>>('table-settings', {}) };
}

/** The settings on this page. */
export class KeptSettings {
  now: Settings = $state(tableSettings());

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.now[name] = value;
    remember('table-settings', $state.snapshot(this.now));
  }
}
