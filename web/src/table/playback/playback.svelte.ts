// The steps since the viewer last looked, played one by one. It delays only what is shown, not the
// state of the table, and can be skipped at any moment.

import { serverNow } from '../../lib/time';
import type { DiceRoll, Effect, Piece, Play, BoardStep } from '../../lib/types';
import { isMoved, lengthOf } from './pace';

export interface Scene {
  number: number; // of the step, counted while the page is open
  things: Piece[];
  lines: number; // log lines told so far, …
  from: number; // … and before this step
  rolls: DiceRoll[];
  effects: readonly Effect[];
  ms: number; // how long it is shown
}

const LONGEST = 60; // seconds, for all there is to see: else it goes faster
const MOST = 400; // steps: what was before these is shown at once

export class Playback {
  scene: Scene | null = $state.raw(null); // null: all is shown as it is now
  left = $state(0); // steps after this one
  summary: string[] = $state.raw([]); // of what was missed
  before: Play | null = null; // the race as it was when the first of the steps began

  #queue: BoardStep[] = [];
  #things = new Map<string, Piece>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #lines = 0; // that were told before
  #until: number | null = null; // when an answer is due
  #end = 0; // by then it is over

  /** `speed`: a factor of the usual speed; 0: nothing is played. */
  constructor(
    private speed: () => number,
    private seen: (scene: Scene, drives: boolean) => void = () => undefined,
    private isAway: () => boolean = () => typeof document !== 'undefined' && document.visibilityState === 'hidden',
  ) {}

  get playing(): boolean {
    return this.scene !== null;
  }

  /** These steps lead from the race as it was to the race as it is. `until`: when an answer is due. */
  add(steps: readonly BoardStep[], from: Play, lines: number, until: number | null = null): void {
    if (steps.length === 0 || this.speed() === 0) return;
    if (!this.scene && this.#queue.length === 0) {
      this.before = from;
      this.#lines = lines;
      this.#things = new Map(from.things.map((piece) => [piece.key, piece]));
      if (this.isAway()) this.#show({ lines, rolls: [], effects: [] }, 0);
    }
    this.#queue.push(...steps);
    while (this.#queue.length > MOST) this.#apply(this.#queue.shift()!);
    this.#until = until;
    this.#allow();
    if (!this.#timer && !this.isAway()) this.#next();
  }

  /** The page is visible again. */
  lookedAt(): void {
    if (!this.scene || this.#timer || this.isAway()) return;
    this.#allow();
    this.#next();
  }

  /** Skip to the present race. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.scene = null;
    this.before = null;
    this.left = 0;
    this.summary = [];
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const step = this.#queue[0];
    if (this.speed() === 0 || !step) return this.skip();
    if (this.isAway()) return; // until the page is visible
    const length = (lengthOf(step, this.#things) / this.speed()) * this.#hurry();
    const drives = step.things.some((piece) => piece.seat >= 0 && isMoved(this.#things.get(piece.key), piece));
    this.#queue.shift();
    this.#apply(step);
    this.#show(step, length * 1000);
    if (this.scene) this.seen(this.scene, drives);
    this.#timer = setTimeout(() => this.#next(), length * 1000);
  }

  /** The factor by which steps are shortened, so that all of them are not too long. */
  #hurry(): number {
    const total = this.#queue.reduce((sum, step) => sum + lengthOf(step, this.#things), 0) / this.speed();
    return Math.min(1, Math.max(this.#end - serverNow(), 0) / total);
  }

  /** The longest time to play: a minute, or a quarter of the time until an answer is due. */
  #allow(): void {
    const now = serverNow();
    const left = this.#until === null ? LONGEST : Math.max((this.#until - now) / 4, 1);
    this.#end = now + Math.min(left, LONGEST);
  }

  #apply(step: BoardStep): void {
    for (const key of step.gone) this.#things.delete(key);
    for (const piece of step.things) this.#things.set(piece.key, piece);
  }

  #show({ lines, rolls, effects }: Pick<BoardStep, 'lines' | 'rolls' | 'effects'>, ms: number): void {
    this.scene = {
      number: ++this.#count,
      things: [...this.#things.values()],
      lines,
      from: this.#lines,
      rolls,
      effects,
      ms,
    };
    this.#lines = lines;
    this.left = this.#queue.length;
  }
}
