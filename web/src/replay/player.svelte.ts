// The player of a replay: the moment that is shown, and the speed.

import type { DiceRoll, Effect, Replay } from '../lib/types';
import { isMoved, lengthOf } from '../table/playback/pace';
import type { Scene } from '../table/playback/playback.svelte';

type Frame = Replay['frames'][number];

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** Answers without events are no moments of their own: the next moment shows their effects,
    with all that was rolled since the moment before. */
export function momentsOf(frames: readonly Frame[]): Frame[] {
  const moments: Frame[] = [];
  let rolls: DiceRoll[] = [];
  let effects: Effect[] = [];
  frames.forEach((frame, index) => {
    const known = new Set(rolls.map((roll) => roll.number));
    rolls = [...rolls, ...frame.rolls.filter((roll) => !known.has(roll.number))];
    effects = [...effects, ...(frame.effects ?? [])];
    if (index > 0 && index < frames.length - 1 && frame.lines === frames[index - 1]?.lines) return;
    moments.push({ ...frame, rolls, effects });
    [rolls, effects] = [[], []];
  });
  return moments;
}

export class Player {
  readonly moments: Frame[];
  index = $state(0);
  playing = $state(false);
  speed = $state(1);
  smooth = $state(true); // was the last step one forward? Then things glide
  #timer: ReturnType<typeof setTimeout> | undefined;

  frame: Frame = $derived.by(() => this.moments[this.index] as Frame);
  // The step that led here, as it is played at a table; null after a jump.
  scene: Scene | null = $derived.by(() => {
    const before = this.moments[this.index - 1];
    if (!before || !this.smooth) return null;
    const { things, lines, rolls, effects = [] } = this.frame;
    return { number: this.index, things, lines, from: before.lines, rolls, effects, ms: this.#length(this.index) };
  });
  drives: boolean = $derived.by(() => {
    const before = this.#before(this.index);
    return this.frame.things.some((piece) => piece.seat >= 0 && isMoved(before.get(piece.key), piece));
  });

  constructor(replay: Replay, at: number | null) {
    this.moments = momentsOf(replay.frames);
    if (at !== null) this.index = this.#indexOf(at);
  }

  #before(index: number): Map<string, Frame['things'][number]> {
    return new Map(this.moments[index - 1]?.things.map((piece) => [piece.key, piece]));
  }

  /** The time for which a moment is shown, in ms. */
  #length(index: number): number {
    const { things, rolls, effects = [] } = this.moments[index] as Frame;
    return (lengthOf({ things, rolls, effects }, this.#before(index)) * 1000) / this.speed;
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** The latest moment up to a number of answers. */
  #indexOf(number: number): number {
    const after = this.moments.findIndex((frame) => frame.number > number);
    return after < 0 ? this.last : Math.max(0, after - 1);
  }

  to(index: number): void {
    const next = Math.max(0, Math.min(this.last, index));
    this.smooth = next === this.index + 1;
    this.index = next;
  }

  toNumber(number: number): void {
    this.to(this.#indexOf(number));
  }

  /** To the first moment of the next turn, or of this one (of the one before, when there already). */
  turn(by: 1 | -1): void {
    const now = this.frame.headline.turn;
    if (by > 0) {
      const next = this.moments.findIndex((frame, index) => index > this.index && frame.headline.turn > now);
      this.to(next < 0 ? this.last : next);
      return;
    }
    const begun = this.moments.findIndex((frame) => frame.headline.turn === now);
    const before = this.moments[begun - 1]?.headline.turn;
    if (this.index > begun || before === undefined) this.to(begun);
    else this.to(this.moments.findIndex((frame) => frame.headline.turn === before));
  }

  /** To the end of a turn. */
  toTurn(turn: number): void {
    const found = this.moments.findLastIndex((frame) => frame.headline.turn === turn);
    if (found >= 0) this.to(found);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.index === this.last) this.to(0);
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      this.to(this.index + 1);
      if (this.index === this.last) this.pause();
      else this.#tick();
    }, this.#length(this.index));
  }
}
