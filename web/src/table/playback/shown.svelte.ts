// The race as it is shown: while steps are played, the race before, except for the pieces.

import { api } from '../../lib/api';
import type { Live, Steps } from '../../lib/live.svelte';
import type { LogLine, Play } from '../../lib/types';
import type { KeptSettings } from '../settings.svelte';
import { lookedAt, stepsOf, summaryOf } from './away';
import { Playback, type Scene } from './playback.svelte';
import { hasClicked, play } from './sound';

export class ShownRace {
  readonly playback = new Playback(
    () => this.settings.now.speed,
    (scene, drives) => this.hear(scene, drives),
  );
  play: Play | null = $derived.by(() => {
    const { scene, before } = this.playback;
    const now = this.live.play;
    if (!scene || !now) return now;
    return { ...(before ?? now), asked: now.asked, deadline: now.deadline, held: now.held, things: scene.things };
  });
  lines: LogLine[] = $derived.by(() => {
    const { scene } = this.playback;
    return scene ? this.live.lines.slice(0, scene.lines) : this.live.lines;
  });
  over = $derived.by(
    () => !this.playback.scene && (this.live.table?.state === 'over' || this.live.table?.state === 'abandoned'),
  );

  constructor(
    private live: Live,
    private settings: KeptSettings,
  ) {
    live.onsteps = (heard) => this.#play(heard);
    for (const heard of live.unheard.splice(0)) this.#play(heard);
  }

  /** Play these steps, if the race was shown before. */
  #play({ steps, from, lines }: Steps): void {
    const start = from ?? (this.live.play ? { ...this.live.play, things: [] } : null);
    if (start) this.playback.add(steps, start, lines, this.live.play?.deadline);
  }

  /** Play what happened since this browser was here last, if it was. */
  async playMissed(): Promise<void> {
    const { id, play } = this.live;
    const after = lookedAt(id);
    if (!play || after === null || after >= play.number || this.settings.now.speed === 0) return;
    const missed = await api.replay(id, after).catch(() => null); // then it is only not played
    const [first, last] = [missed?.frames[0], missed?.frames.at(-1)];
    if (!missed || !first || !last || this.live.play?.number !== play.number || this.playback.playing) return;
    const { things, headline, standings, track } = first;
    this.playback.add(
      stepsOf(missed.frames),
      { ...play, things, headline, standings, track },
      first.lines,
      play.deadline,
    );
    if (this.playback.playing) this.playback.summary = summaryOf(first, last, missed.lines, this.live.you.seats);
  }

  /** Play the sounds of a step. */
  hear(scene: Scene, drives: boolean): void {
    if (this.settings.now.sound && hasClicked()) void play(scene, drives);
  }
}
