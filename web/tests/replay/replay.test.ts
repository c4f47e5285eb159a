import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chartOf } from '../../src/table/after/laps';
import type { Replay, DiceRoll, Row, TableInfo } from '../../src/lib/types';
import { momentsOf, Player } from '../../src/replay/player.svelte';
import { atTheWheel } from '../../src/replay/still.svelte';

type Frame = Replay['frames'][number];
const row = (seat: number, place: number, lap = 1, finished = 0): Row =>
  ({ seat, name: `D${seat}`, place, lap, finished }) as Row;
const frame = (number: number, turn: number, lines: number, more: Partial<Frame> = {}): Frame =>
  ({ number, lines, headline: { turn }, things: [], standings: [], track: [], rolls: [], ...more }) as unknown as Frame;
const roll = (number: number): DiceRoll => ({ number }) as DiceRoll;

// turn 0: moments 0, 2; turn 1: 3, 5; turn 2: 6 and the end
const frames = [
  frame(0, 0, 1),
  frame(1, 0, 1, { rolls: [roll(0)] }),
  frame(2, 0, 2, { rolls: [roll(0), roll(1)] }),
  frame(3, 1, 4, { rolls: [roll(2)] }),
  frame(4, 1, 4),
  frame(5, 1, 5),
  frame(6, 2, 7),
  frame(7, 2, 7),
];
const replay = { frames } as Replay;

describe('the moments of a replay', () => {
  it('are what told something, the first and the last', () => {
    expect(momentsOf(frames).map((moment) => moment.number)).toEqual([0, 2, 3, 5, 6, 7]);
  });

  it('have every roll since the moment before, once', () => {
    const rolls = momentsOf(frames).map((moment) => moment.rolls.map((one) => one.number));
    expect(rolls).toEqual([[], [0, 1], [2], [], [], []]);
  });
});

it('shows no replaced drivers at any moment', () => {
  const seats = [
    { player: 'person', driver: 'rookie' },
    { player: 'person', driver: 'absent' },
    { player: 'rookie', driver: 'rookie' },
  ];
  const drivers = atTheWheel({ seats } as unknown as TableInfo).seats.map(({ driver }) => driver);
  expect(drivers).toEqual(['person', 'person', 'rookie']);
});

describe('the player', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    [null, 0],
    [0, 0],
    [1, 0], // told nothing: shown with the moment before it
    [2, 2],
    [4, 3],
    [7, 7],
    [99, 7],
  ])('opens at %s on moment %s', (at, number) => {
    expect(new Player(replay, at).frame.number).toBe(number);
  });

  it('steps, and stays within the race', () => {
    const player = new Player(replay, null);
    player.to(-1);
    expect(player.frame.number).toBe(0);
    player.to(player.index + 1);
    expect([player.frame.number, player.smooth]).toEqual([2, true]);
    player.to(99);
    expect([player.frame.number, player.smooth]).toEqual([7, false]);
  });

  it('goes by turns', () => {
    const player = new Player(replay, null);
    player.turn(1);
    expect(player.frame.number).toBe(3);
    player.to(player.index + 1);
    player.turn(-1);
    expect(player.frame.number).toBe(3); // first to the turn's own beginning
    player.turn(-1);
    expect(player.frame.number).toBe(0);
    player.turn(-1);
    expect(player.frame.number).toBe(0);
    player.toTurn(1);
    expect(player.frame.number).toBe(5);
    player.turn(1);
    player.turn(1);
    expect(player.frame.number).toBe(7);
  });

  it('plays to the end, faster when told to, and then from the beginning', () => {
    const player = new Player(replay, null);
    player.play();
    vi.advanceTimersByTime(1150);
    expect(player.index).toBe(1);
    player.speed = 4;
    vi.advanceTimersByTime(60_000);
    expect([player.index, player.playing]).toEqual([player.last, false]);
    player.toggle();
    expect([player.index, player.playing]).toEqual([0, true]);
    player.toggle();
    vi.advanceTimersByTime(60_000);
    expect([player.index, player.playing]).toEqual([0, false]);
  });
});

describe('the lap chart', () => {
  const chart = chartOf([
    frame(0, 0, 0, { standings: [row(0, 1), row(1, 2)] }),
    frame(1, 1, 0, { standings: [row(0, 1), row(1, 2)] }),
    frame(2, 1, 0, { standings: [row(1, 1), row(0, 2)] }), // what counts is how a turn ended
    frame(3, 2, 0, { standings: [row(1, 1, 2), row(0, 2)] }),
    frame(4, 3, 0, { standings: [row(1, 1, 2, 3), row(0, 2, 2)] }),
  ]);

  it('has a course for each driver, in the order at the end', () => {
    expect(chart.turns).toEqual([0, 1, 2, 3]);
    expect(chart.courses.map((course) => course.seat)).toEqual([1, 0]);
    expect(chart.courses.map((course) => course.places)).toEqual([
      [2, 1, 1, 1],
      [1, 2, 2, 2],
    ]);
  });

  it('marks where laps began and who came home', () => {
    expect(chart.courses.map((course) => course.laps)).toEqual([[2], [3]]);
    expect(chart.courses.map((course) => course.finished)).toEqual([3, null]);
  });

  it('of nothing is empty', () => {
    expect(chartOf([])).toEqual({ turns: [], courses: [] });
  });
});
