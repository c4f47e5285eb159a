// A hint: the chance to win with each option of the open question.

import { api, sentence } from '../../lib/api';
import { type Live, newRequest } from '../../lib/live.svelte';
import type { Menu, WeighedOption } from '../../lib/types';
import type { Commands } from '../commands.svelte';
import type { Question } from './question.svelte';

const AGAIN = 2000; // ms until the table is asked again

export class Hint {
  running = $state(false); // it is being worked out
  #weighed: { menu: Menu; options: WeighedOption[] } | null = $state.raw(null);
  // May the player ask for one at this question?
  may: boolean = $derived.by(() => {
    const { menu } = this.question;
    return this.live.table?.hints === true && menu !== null && menu.seat >= 0 && menu.options.length > 1;
  });
  // Option by option, if it was asked for at this question.
  options: WeighedOption[] | null = $derived.by(() => {
    const { menu } = this.question;
    const weighed = this.#weighed;
    return weighed && menu && isSame(weighed.menu, menu) ? weighed.options : null;
  });

  constructor(
    private live: Live,
    private commands: Commands,
    private question: Question,
  ) {}

  /** Ask for it; the table notes that. */
  async want(): Promise<void> {
    const { live, commands } = this;
    const { menu } = this.question;
    if (!menu || !this.may || this.running || this.options) return;
    this.running = true;
    commands.clear();
    try {
      const { seat, ask } = menu;
      const wanted = { request: newRequest(), token: live.tokenOf(seat), version: live.version ?? 0, seat, ask };
      for (;;) {
        const { state, options } = await api.hint(live.id, wanted);
        if (state === 'done') {
          this.#weighed = { menu, options };
          return;
        }
        commands.told = 'The computer prepares for this game. That takes a minute or two, once.';
        await new Promise((done) => setTimeout(done, AGAIN));
        if (!this.question.menu || !isSame(this.question.menu, menu)) return;
      }
    } catch (refused) {
      commands.problem = sentence(refused);
    } finally {
      this.running = false;
      if (this.#weighed?.menu === menu) commands.told = '';
    }
  }
}

function isSame(one: Menu, other: Menu): boolean {
  return one.number === other.number && one.seat === other.seat && one.ask === other.ask;
}
