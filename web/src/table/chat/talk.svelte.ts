// The chat: what is said, and what the player is about to say.

import type { Live } from '../../lib/live.svelte';
import type { ChatLine } from '../../lib/types';
import { mutedHere } from '../people/muted.svelte';
import type { Seated } from '../people/seated.svelte';

export class Talk {
  reply: { line: number; text: string } | null = $state.raw(null); // the line of the log that is replied to
  emoting = $state(false); // whether the emotes are shown
  lines: ChatLine[] = $derived.by(() =>
    this.live.chat.filter((line) => !mutedHere.has(this.live.id, line.seat, line.name)),
  );
  mayTalk = $derived.by(
    () => this.seated.takesPart && !this.live.table?.seats.find((one) => one.seat === this.seated.own[0])?.muted,
  );

  constructor(
    private live: Live,
    private seated: Seated,
  ) {}
}
