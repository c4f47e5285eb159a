// The pages next to the board: which of them is open. On a phone the question is one of them.

import type { KeptSettings } from './settings.svelte';

export type Tab = 'move' | 'standings' | 'log' | 'dice' | 'chat';

export class Side {
  tab: Tab = $state('move');
  led: number | null = $state(null); // a line of the log that is to be brought into view

  constructor(private settings: KeptSettings) {}

  /** Go to a page of the side, and unfold it. */
  turnTo(tab: Tab): void {
    this.tab = tab;
    if (this.settings.now.folded && tab !== 'move' && tab !== 'standings') this.settings.set('folded', false);
  }

  /** Lead to a line of the log. */
  leadTo(line: number): void {
    if (this.settings.now.mine) this.settings.set('mine', false); // it may be hidden
    this.led = line;
    this.turnTo('log');
  }
}
