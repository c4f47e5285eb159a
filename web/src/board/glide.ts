// Moves the camera from one place to another in a moment; at once with reduced motion.

import { calm } from '../lib/theme.svelte';
import type { Camera } from './camera';

const TIME = 180; // ms

let running = 0;

export function glide(from: Camera, to: Camera, each: (now: Camera, done: boolean) => void): void {
  cancelAnimationFrame(running);
  if (calm()) return each(to, true);
  const start = performance.now();
  function frame(now: number): void {
    const part = Math.min(Math.max((now - start) / TIME, 0), 1);
    const eased = 1 - (1 - part) ** 3;
    each(between(from, to, eased), part === 1);
    if (part < 1) running = requestAnimationFrame(frame);
  }
  running = requestAnimationFrame(frame);
}

/** Scales are mixed as ratios, so that a zoom is even; the point that stays still stays still. */
export function between(from: Camera, to: Camera, part: number): Camera {
  if (part >= 1) return to;
  const scale = from.scale * (to.scale / from.scale) ** part;
  const way =
    Math.abs(to.scale - from.scale) < 1e-9 ? part : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, scale };
}
