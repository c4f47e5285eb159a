// Tells the server that the player is here: then no notice of a turn is sent.

import { asMe } from '../profile/profile.svelte';
import { deviceToken } from '../lib/seats';
import { url } from '../lib/site';
import { elapsed } from '../lib/time';

const EVERY = 30; // seconds
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Watch what the player does on the page, until stopped. */
export function watchActivity(now: () => number = elapsed): () => void {
  let told = -EVERY;
  const note = (): void => {
    if (deviceToken() === '' || now() - told < EVERY) return;
    told = now();
    void asMe(url`api/profile/active`, {}).catch(() => undefined);
  };
  for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
  return () => SIGNS.forEach((sign) => removeEventListener(sign, note, { capture: true }));
}
