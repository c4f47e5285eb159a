// The seats of the table, and which of them this browser plays.

import type { Live } from '../../lib/live.svelte';

export class Seated {
  own: number[] = $derived.by(() => this.live.you.seats);
  watching = $derived.by(() => this.own.length === 0);
  takesPart = $derived.by(() => !this.watching || this.live.you.host); // as a driver, or as the host
  names: string[] = $derived.by(() => (this.live.table?.seats ?? []).map((one) => one.name));
  ownNames: string[] = $derived.by(() =>
    (this.live.table?.seats ?? []).filter((one) => this.own.includes(one.seat)).map((one) => one.name),
  );

  constructor(private live: Live) {}
}
