import { beforeEach, describe, expect, it } from 'vitest';
import type { Effect, LogLine, Piece, Replay, Row } from '../../src/lib/types';
import { lookedAt, noteLook, stepsOf, summaryOf } from '../../src/table/playback/away';

type Frame = Replay['frames'][number];
const car = (seat: number, x: number): Piece => ({
  key: `car:${seat}`,
  symbol: 'car',
  x,
  y: 0,
  heading: 0,
  seat,
  text: '',
  about: '',
  marks: [],
  faint: false,
  mounted: [],
});
const row = (seat: number, name: string, place: number, more: Partial<Row> = {}): Row =>
  ({ seat, name, place, lap: 1, where: 'The Bend', finished: 0, ...more }) as Row;
const effect = (kind: Effect['kind']): Effect => ({ kind, x: 0, y: 0, source: null, key: '' });
const frame = (number: number, turn: number, things: Piece[], standings: Row[], effects: Effect[] = []): Frame => ({
  number,
  lines: number,
  things,
  standings,
  effects,
  rolls: [],
  track: [],
  headline: { title: '', turn, lap: 1, laps: 2, conditions: [], unit: 'turn' },
});
const line = (heading = false): LogLine => ({ parts: [], names: [], rules: [], heading, phase: '' });

describe('what was missed', () => {
  beforeEach(() => localStorage.clear());

  it('is known from the last look, table by table', () => {
    expect(lookedAt('one')).toBeNull();
    noteLook('one', 7);
    noteLook('two', 3);
    expect([lookedAt('one'), lookedAt('two')]).toEqual([7, 3]);
    for (let at = 0; at < 80; at++) noteLook(`table ${at}`, at);
    expect([lookedAt('one'), lookedAt('table 79')]).toEqual([null, 79]);
  });

  it('is a step wherever something drives or is hit; news without either come with the next', () => {
    const steps = stepsOf([
      frame(1, 1, [car(0, 0), car(1, 0)], []),
      frame(2, 1, [car(0, 0), car(1, 0)], [], [effect('good')]),
      frame(3, 1, [car(0, 50), car(1, 0)], []),
      frame(4, 2, [car(0, 50), car(1, 0)], [], [effect('crash')]),
      frame(5, 2, [car(0, 50)], []),
    ]);
    expect(steps.map(({ lines, effects, gone }) => [lines, effects.map(({ kind }) => kind), gone])).toEqual([
      [3, ['good'], []],
      [4, ['crash'], []],
      [5, [], ['car:1']],
    ]);
  });

  it('is told in three lines', () => {
    const first = frame(1, 3, [], [row(1, 'Bolt', 1), row(0, 'Ann', 2)]);
    const last = frame(4, 5, [], [row(1, 'Bolt', 1, { lap: 2 }), row(2, 'Cid', 2), row(0, 'Ann', 3)]);
    const lines = [line(), line(true), line(), line(), line()];
    expect(summaryOf(first, last, lines, [0])).toEqual([
      '2 turns went by, 2 lines in the log.',
      'Ann: 2nd → 3rd; lap 1 of 2, The Bend.',
      'Bolt leads; lap 2 of 2, The Bend.',
    ]);
    expect(summaryOf(first, first, lines, [])[0]).toBe('Turn 3 went on, 0 lines in the log.');
  });
});
