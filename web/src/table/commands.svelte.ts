// What the player does at the table, and what came of it.

import { sentence } from '../lib/api';
import type { Live, Wish } from '../lib/live.svelte';
import type { Result } from '../lib/types';

export class Commands {
  problem = $state(''); // why the last one was refused
  told = $state(''); // an answer to something typed

  constructor(private live: Live) {}

  /** Forget what came of the last one. */
  clear(): void {
    this.problem = '';
    this.told = '';
  }

  /** Run a command; a refusal is shown, not thrown. */
  async do(wish: Wish): Promise<boolean> {
    return (await this.ask(wish)) !== null;
  }

  /** Run a command for its result; null if it was refused. */
  async ask(wish: Wish): Promise<Result | null> {
    this.clear();
    try {
      return (await this.live.do(wish)).result;
    } catch (refused) {
      this.problem = sentence(refused);
      return null;
    }
  }
}
