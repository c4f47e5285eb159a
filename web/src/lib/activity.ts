// Tells the server that the player is here: then no notice of a turn is sent.

import { asMe } from './profile.svelte';
import { deviceToken } from './seats';

const EVERY = 30_000; // ms
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Watch what the player does on the page, until stopped. */
export function watchActivity(now: () => number = Date.now): () => void {
  let told = -EVERY;
  const note = (): void => {
    if (deviceToken() === '' || now() - told < EVERY) return;
    told = now();
    void asMe('/api/profile/active', {}).catch(() => undefined);
  };
  for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
  return () => SIGNS.forEach((sign) => removeEventListener(sign, note, { capture: true }));
}
