// A finished race, told again: which moment is shown, and how time runs.

import type { Replay, DiceRoll } from '../lib/types';

type Frame = Replay['frames'][number];

export const SPEEDS = [0.5, 1, 2, 4, 8];
const BEAT = 1100; // ms between moments at speed 1

/** Answers that told nothing are no moments of their own: the one after them shows all they did,
    with all that was rolled since the moment before. */
export function momentsOf(frames: readonly Frame[]): Frame[] {
  const moments: Frame[] = [];
  let rolls: DiceRoll[] = [];
  frames.forEach((frame, index) => {
    const known = new Set(rolls.map((roll) => roll.number));
    rolls = [...rolls, ...frame.rolls.filter((roll) => !known.has(roll.number))];
    if (index > 0 && index < frames.length - 1 && frame.lines === frames[index - 1]?.lines) return;
    moments.push({ ...frame, rolls });
    rolls = [];
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

  constructor(replay: Replay, at: number | null) {
    this.moments = momentsOf(replay.frames);
    if (at !== null) this.index = this.#indexOf(at);
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** The latest moment that is not after so many answers. */
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
    }, BEAT / this.speed);
  }
}
