// The review of a race as it comes: asked for until it is done; of a race that goes on, again and again
// while the page is open.
import { api, Refused, sentence } from '../lib/api';
import type { ReviewState } from '../lib/types';

const EVERY = 1500; // ms
const SELDOM = 4 * EVERY; // where there is something to look at meanwhile

export class Looking {
  found = $state.raw<ReviewState | null>(null);
  problem = $state('');
  review = $derived.by(() => this.found?.review ?? null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(readonly id: string) {}

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    this.problem = '';
    try {
      if (!this.found || !document.hidden) this.found = await api.review(this.id);
    } catch (failed) {
      this.problem = sentence(failed);
      if (!(failed instanceof Refused) || failed.kind !== 'busy') return;
    }
    if (!this.#stopped && this.#goesOn) this.#timer = setTimeout(() => void this.look(), this.review ? SELDOM : EVERY);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  get #goesOn(): boolean {
    if (!this.found || this.review?.over === false) return true;
    return this.found.state !== 'done' && this.found.state !== 'failed';
  }
}
