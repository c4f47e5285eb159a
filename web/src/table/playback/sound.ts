// Plays sounds: only after a first click, and never when muted. The sounds themselves are loaded when
// the first one is due.

import type { Scene } from './playback.svelte';
import type { SoundName } from './sounds';

export function hasClicked(): boolean {
  return typeof navigator !== 'undefined' && (navigator.userActivation?.hasBeenActive ?? false);
}

/** The sounds of a step, each with its delay in seconds. */
export function soundsOf(scene: Scene, drives: boolean): { name: SoundName; after: number }[] {
  const arrived = scene.ms / 2000;
  const heard: { name: SoundName; after: number }[] = [];
  if (drives) heard.push({ name: 'engine', after: 0 });
  if (scene.rolls.length > 0) heard.push({ name: 'dice', after: 0 });
  for (const kind of new Set(scene.effects.map((effect) => effect.kind))) {
    if (kind === 'bump' || kind === 'slip') heard.push({ name: 'bump', after: arrived });
    else if (kind === 'crash' || kind === 'blast' || kind === 'shot') heard.push({ name: 'crash', after: arrived });
    else if (kind === 'item' || kind === 'boost') heard.push({ name: 'item', after: arrived });
    else if (kind === 'flag') heard.push({ name: 'flag', after: arrived });
  }
  return heard;
}

export async function play(scene: Scene, drives: boolean): Promise<void> {
  const heard = soundsOf(scene, drives);
  if (heard.length === 0) return;
  const sounds = await import('./sounds');
  const start = (): void => heard.forEach(({ name, after }) => sounds.play(name, after, scene.ms / 1000));
  requestAnimationFrame(() => setTimeout(start)); // after the frame that shows the step
}
