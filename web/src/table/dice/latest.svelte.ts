// The latest rolls of the race as it is shown.

import type { ShownRace } from '../playback/shown.svelte';
import { type Kept, keepRolls, NONE } from './rolls';

export class LatestRolls {
  #kept: Kept = NONE;
  kept: Kept = $derived.by(() => {
    const { play } = this.race;
    return play ? (this.#kept = keepRolls(this.#kept, play)) : this.#kept;
  });

  constructor(private race: ShownRace) {}
}
