// What a person does on a page, one thing at a time: while it runs, and what went wrong.

import { sentence } from './api';

export class Acting {
  busy = $state(false);
  problem = $state('');

  /** Run it, if nothing else runs. True if it went well; else `problem` says why. */
  do = async (does: () => Promise<unknown>): Promise<boolean> => {
    if (this.busy) return false;
    this.busy = true;
    this.problem = '';
    try {
      await does();
      return true;
    } catch (found) {
      this.problem = sentence(found);
      return false;
    } finally {
      this.busy = false;
    }
  };
}
