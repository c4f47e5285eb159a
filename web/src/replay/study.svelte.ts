// The decisions of a review, one after the other: those of a driver, or of all.

import type { RaceReview, RatedDecision } from '../lib/types';

export class Study {
  who = $state(''); // a driver's name; '' for all
  at = $state(0); // among the decisions below
  all: readonly RatedDecision[] = $state.raw([]);
  decisions = $derived.by(() => this.all.filter((each) => !this.who || each.who === this.who));
  now = $derived.by((): RatedDecision | null => this.decisions[this.at] ?? null);
  costly = $derived.by(() => this.decisions.filter(isCostly).length);

  constructor(readonly review: RaceReview) {
    this.all = review.decisions;
  }

  /** Go forwards or back. It stays within the list. */
  step(by: 1 | -1): void {
    this.at = Math.max(0, Math.min(this.decisions.length - 1, this.at + by));
  }

  /** Go to the next costly decision; after the last comes the first. */
  next(): void {
    const { length } = this.decisions;
    for (let far = 1; far <= length; far++) {
      const at = (this.at + far) % length;
      if (this.decisions[at] && isCostly(this.decisions[at])) {
        this.at = at;
        return;
      }
    }
  }

  /** Look at the decisions of a driver, or of all, from about this moment on. */
  of(who: string): void {
    const number = this.now?.number ?? 0;
    this.who = who;
    this.seek(number);
  }

  /** Go to the first decision after a number of answers; of this driver, if one is named. */
  seek(number: number, who = ''): void {
    const found = this.decisions.findIndex((each) => each.number >= number && (!who || each.who === who));
    this.at = found < 0 ? Math.max(0, this.decisions.length - 1) : found;
  }
}

/** True if it is costly, and no other one stands for it. */
export const isCostly = (each: RatedDecision): boolean => each.times > 0;
