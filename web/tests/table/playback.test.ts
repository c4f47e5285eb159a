import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effect, Piece, Play, BoardStep } from '../../src/lib/types';
import { Playback, type Scene } from '../../src/table/playback/playback.svelte';
import { soundsOf } from '../../src/table/playback/sound';
import { serverNow } from '../../src/lib/time';

const car = (x: number): Piece => ({
  key: 'car:0',
  symbol: 'car',
  x,
  y: 0,
  heading: 0,
  seat: 0,
  text: 'Ann',
  about: '',
  marks: [],
  faint: false,
  mounted: [],
});
const effect = (kind: Effect['kind']): Effect => ({ kind, x: 0, y: 0, source: null, key: '' });
const step = (x: number, lines: number, ...kinds: Effect['kind'][]): BoardStep => ({
  lines,
  things: [car(x)],
  gone: [],
  rolls: [],
  effects: kinds.map(effect),
});
const before = { number: 1, things: [car(0)] } as unknown as Play;

let speed = 1;
let away = false;
let seen: number[];
let playback: Playback;

const x = (): number | undefined => playback.scene?.things[0]?.x;

beforeEach(() => {
  vi.useFakeTimers();
  [speed, away, seen] = [1, false, []];
  playback = new Playback(
    () => speed,
    (scene) => seen.push(scene.number),
    () => away,
  );
});
afterEach(() => vi.useRealTimers());

describe('what happened, step by step', () => {
  it('shows a step a second, two for a crash, and then the race as it is', () => {
    playback.add([step(10, 5), step(20, 6, 'crash'), step(30, 7)], before, 4);
    expect([x(), playback.scene?.from, playback.scene?.lines, playback.left]).toEqual([10, 4, 5, 2]);
    vi.advanceTimersByTime(1000);
    expect([x(), playback.scene?.from, playback.scene?.ms]).toEqual([20, 5, 2000]);
    vi.advanceTimersByTime(1990);
    expect(x()).toBe(20);
    vi.advanceTimersByTime(20);
    expect(x()).toBe(30);
    vi.advanceTimersByTime(1000);
    expect(playback.playing).toBe(false);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('goes on with what happens meanwhile', () => {
    playback.add([step(10, 5)], before, 4);
    playback.add([step(20, 6)], { number: 2, things: [] } as unknown as Play, 5);
    expect(playback.before).toBe(before);
    vi.advanceTimersByTime(1000);
    expect(x()).toBe(20);
  });

  it('is skipped at any moment', () => {
    playback.add([step(10, 5), step(20, 6)], before, 4);
    playback.skip();
    expect(playback.playing).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(seen).toEqual([1]);
  });

  it('takes the speed that the viewer wants, also while it runs', () => {
    speed = 2;
    playback.add([step(10, 5), step(20, 6), step(30, 7)], before, 4);
    vi.advanceTimersByTime(500);
    expect(x()).toBe(20);
    speed = 0;
    vi.advanceTimersByTime(500);
    expect(playback.playing).toBe(false);
    playback.add([step(40, 8)], before, 7);
    expect(playback.playing).toBe(false);
  });

  it('waits until the page is looked at', () => {
    away = true;
    playback.add([step(10, 5)], before, 4);
    vi.advanceTimersByTime(60_000);
    expect([x(), playback.scene?.lines]).toEqual([0, 4]);
    away = false;
    playback.lookedAt();
    expect(x()).toBe(10);
  });

  it('takes a minute at most, and less if an answer is due', () => {
    const many = Array.from({ length: 300 }, (_, at) => step(at + 1, at));
    playback.add(many, before, 0);
    vi.advanceTimersByTime(61_000);
    expect(playback.playing).toBe(false);
    playback.add(many, before, 0, serverNow() + 20);
    vi.advanceTimersByTime(6_000);
    expect(playback.playing).toBe(false);
  });

  it('is heard: an engine, dice, and what happens when it has arrived', () => {
    const scene = {
      number: 1,
      ms: 1000,
      rolls: [{}],
      effects: [effect('bump'), effect('slip'), effect('flag')],
    } as unknown as Scene;
    expect(soundsOf(scene, true)).toEqual([
      { name: 'engine', after: 0 },
      { name: 'dice', after: 0 },
      { name: 'bump', after: 0.5 },
      { name: 'bump', after: 0.5 },
      { name: 'flag', after: 0.5 },
    ]);
    expect(soundsOf({ ...scene, rolls: [], effects: [] }, false)).toEqual([]);
  });
});
