// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Waiting, LogLine, MenuOption, Play, DiceRoll, TableInfo } from '../../src/lib/types';
import { Gatherer, message, news, spoken } from '../../src/table/log/announce';
import { beginning, chapters, hintsAfter } from '../../src/table/log/log';
import { completions } from '../../src/table/question/completions';
import { keepRolls, NONE } from '../../src/table/dice/rolls';
import { asking, bestOf, isSecret, rollerOf, waiting, winsOf } from '../../src/table/question/turn';

const option = (name: string, label: string): MenuOption => ({
  name,
  label,
  meaning: '',
  chance: null,
  chance_of: '',
  stated: null,
  rules: [],
  group: '',
  short: '',
  numbered: true,
  preview: null,
});
const OPTIONS = [
  option('aggressive', 'Drive Aggressively'),
  option('defensive', 'Drive Defensively'),
  option('slide', 'Power Slide'),
  option('log', 'Roll the log'),
];

describe('what a line may become', () => {
  it('is found by number, name and label, options first', () => {
    expect(completions('', OPTIONS)).toHaveLength(4);
    expect(completions('d', OPTIONS).map((c) => c.text)).toEqual(['Drive Aggressively', 'Drive Defensively', 'dice']);
    expect(completions('2', OPTIONS).map((c) => c.index)).toEqual([1]);
    expect(completions('un', OPTIONS).map((c) => c.text)).toEqual(['undo']);
  });

  it('is found by the beginnings of several words', () => {
    const ways = ['6', '6½', '7'].map((far) => ({ ...option(`forward ${far}`, `Forward ${far}`), numbered: false }));
    expect(completions('f 6', ways).map(({ text }) => text)).toEqual(['Forward 6', 'Forward 6½']);
    expect(completions('6', ways)).toEqual([]);
  });
});

const line = (text: string, heading = false): LogLine => ({
  parts: [{ text, kind: 'text', tone: '', face: 0 }],
  names: [],
  rules: [],
  heading,
  phase: '',
});

describe('what is read out', () => {
  it('says dice and changes in words', () => {
    const rolled: LogLine = {
      ...line(''),
      parts: [
        { text: 'Ann slid: ', kind: 'text', tone: '', face: 0 },
        { text: '⚃ 4 −1 ink = 3', kind: 'die', tone: '', face: 4 },
        { text: ' (M 0→−1)', kind: 'change', tone: '', face: 0 },
      ],
    };
    expect(spoken(rolled)).toBe('Ann slid: 4 minus 1 ink = 3 (M 0 to minus 1)');
  });

  it('finds what is new, a line that has grown included', () => {
    const before = [line('Turn 1', true), line('Ann drove')];
    const now = [line('Turn 1', true), line('Ann drove, and slid'), line('Bolt rammed')];
    expect(news(before, now).map(spoken)).toEqual(['Ann drove, and slid', 'Bolt rammed']);
    expect(news(now, before).map(spoken)).toEqual(['Ann drove']);
    expect(news(before, before)).toEqual([]);
  });

  it('makes one message of many lines, the latest of too many', () => {
    expect(message([line('One'), line('Two!')])).toBe('One. Two!');
    const many = message(Array.from({ length: 20 }, (_, i) => line(`Line ${i}`)));
    expect(many).toMatch(/^12 more lines in the log\. Line 12\./);
  });

  describe('in its own time', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('waits for a moment of quiet, but not for ever', () => {
      const said: string[] = [];
      const gatherer = new Gatherer((text) => said.push(text), 700, 2000);
      gatherer.add([line('One')]);
      vi.advanceTimersByTime(500);
      gatherer.add([line('Two')]);
      vi.advanceTimersByTime(500);
      expect(said).toEqual([]);
      vi.advanceTimersByTime(300);
      expect(said).toEqual(['One. Two.']);
      for (let i = 0; i < 10; i++) {
        gatherer.add([line('x')]);
        vi.advanceTimersByTime(500);
      }
      expect(said.length).toBeGreaterThan(1);
    });
  });
});

describe('whose turn it is', () => {
  const asked = (seat: number, who: string, answered = false): Waiting => ({
    seat,
    who,
    question: 'order',
    rule: 'R17',
    answered,
    by: null,
  });

  it('names who is waited for, and nobody who is in', () => {
    const group = [asked(0, 'Ann'), asked(1, 'Ben', true), asked(2, 'Cleo')];
    expect(waiting(group, [])).toBe('Waiting for Ann and Cleo.');
    expect(waiting(group, [0])).toBe('Waiting for Cleo.');
    expect(waiting([asked(-1, 'dice')], [])).toBe('Waiting for the dice.');
    expect(waiting([], [])).toContain('goes on');
  });

  it('tells the other players which seat is asked', () => {
    const open = (at: number, who: string, question: string, answered = false): Waiting => ({
      seat: at,
      who,
      question,
      rule: '',
      answered,
      by: null,
    });
    const group = [
      open(0, 'Ann', 'What is your action?', true),
      open(1, 'Ben', 'What is your action?'),
      open(2, 'Cleo', 'What is your action?'),
    ];
    expect(asking(group, [0])).toEqual(['Ben and Cleo are asked: “What is your action?”']);
    expect(asking(group, [1, 2])).toEqual([]);
    expect(asking([open(1, 'Ben', 'Push it?'), open(2, 'Cleo', 'Where to?')], [])).toEqual([
      'Ben is asked: “Push it?”',
      'Cleo is asked: “Where to?”',
    ]);
    expect(asking([open(-1, 'dice', 'Ben: Rocket Start')], [0])).toEqual(['Ben: Rocket Start']);
  });

  it('knows whose die is asked for', () => {
    const table = {
      seats: [
        { seat: 0, name: 'Ann' },
        { seat: 1, name: 'Ann: B' },
        { seat: 2, name: '' },
      ],
    } as unknown as TableInfo;
    expect(rollerOf('Ann: Rocket Start', table)).toEqual({ seat: 0, who: 'Ann', what: 'Rocket Start' });
    expect(rollerOf('Ann: B: Rocket Start', table)).toEqual({ seat: 1, who: 'Ann: B', what: 'Rocket Start' });
    expect(rollerOf('the table: pole position', table)).toEqual({ seat: -1, who: 'The table', what: 'pole position' });
    expect(rollerOf('How far?', table)).toEqual({ seat: -1, who: '', what: 'How far?' });
  });

  it('is secret when several of one browser answer at once', () => {
    expect(isSecret([asked(0, 'Ann'), asked(1, 'Ben', true)], [0, 1])).toBe(true);
    expect(isSecret([asked(0, 'Ann'), asked(2, 'Cleo')], [0, 1])).toBe(false);
  });
});

describe('the rolls one sees', () => {
  const roll = (number: number): DiceRoll => ({
    number,
    who: 'Ann',
    question: 'check',
    rule: 'R4',
    natural: [3],
    sides: 6,
    modifiers: [],
    result: 3,
  });
  const play = (number: number, ...rolls: number[]): Play => ({ number, rolls: rolls.map(roll) }) as unknown as Play;

  it('are kept over moves without dice', () => {
    let kept = keepRolls(NONE, play(5, 0, 1));
    kept = keepRolls(kept, play(6));
    expect(kept.rolls.map((one) => one.number)).toEqual([0, 1]);
    expect(kept.fresh).toBe(2);
    kept = keepRolls(kept, play(7, 2));
    expect(kept.rolls.map((one) => one.number)).toEqual([0, 1, 2]);
    expect(kept.fresh).toBe(2);
  });

  it('are forgotten when what they were for is undone', () => {
    const kept = keepRolls(keepRolls(NONE, play(9, 4, 5)), play(8, 3));
    expect(kept.rolls.map((one) => one.number)).toEqual([3]);
  });

  it('are not too many', () => {
    let kept = NONE;
    for (let at = 0; at < 80; at++) kept = keepRolls(kept, play(at, at));
    expect(kept.rolls.length).toBe(30);
    expect(kept.rolls.at(-1)?.number).toBe(79);
  });
});

describe('the log', () => {
  const LINES = [
    line('Turn 1', true),
    { ...line('Ann slid'), names: ['Ann'] },
    line('Rain'),
    line('Turn 2', true),
    { ...line('Bolt slid'), names: ['Bolt'] },
  ];

  it('comes in parts, each under its heading', () => {
    const parts = chapters(LINES, 0, ['Ann'], false);
    expect(parts.map((part) => [part.head, part.phases[0]?.entries.length])).toEqual([
      ['Turn 1', 2],
      ['Turn 2', 1],
    ]);
    expect(parts[0]?.phases[0]?.entries.map((entry) => entry.mine)).toEqual([true, false]);
  });

  it('can be only what concerns me, and what concerns nobody', () => {
    const parts = chapters(LINES, 0, ['Ann'], true);
    expect(parts.map((part) => part.head)).toEqual(['Turn 1']);
    expect(parts[0]?.phases[0]?.entries.length).toBe(2);
  });

  it('has the phases of a turn, those in which something happened to me', () => {
    const told = [
      line('Turn 1', true),
      { ...line('Ann braked'), names: ['Ann'], phase: 'Action phase' },
      { ...line('Bolt slid'), names: ['Bolt'], phase: 'Movement phase' },
      { ...line('Rain'), phase: 'Cleanup phase' },
      { ...line('Sun'), phase: 'Cleanup phase' },
    ];
    const phases = (only: boolean): unknown[] =>
      chapters(told, 0, ['Ann'], only)[0]!.phases.map((phase) => [phase.name, phase.entries.length]);
    expect(phases(false)).toEqual([
      ['Action phase', 1],
      ['Movement phase', 1],
      ['Cleanup phase', 2],
    ]);
    expect(phases(true)).toEqual([
      ['Action phase', 1],
      ['Cleanup phase', 2],
    ]);
  });

  it('begins late where it is long, with a heading', () => {
    const many = Array.from({ length: 50 }, () => LINES).flat();
    const from = beginning(many, 42);
    expect(many[from]?.heading).toBe(true);
    expect(many.length - from).toBeLessThanOrEqual(42);
    expect(chapters(many, 1, [], false)[0]?.head).toBe('Turn 1');
  });
});

describe('a hint in the log', () => {
  const LINES = [line('Turn 1', true), line('Ann slid'), line('Rain'), line('Turn 2', true), line('Bolt slid')];
  const hinted = (after: number) => [{ seat: 0, line: after, what: 'hint' as const }];

  it('follows the last line that was told before it', () => {
    const parts = chapters(LINES, 0, [], false);
    const after = (count: number): number[] => [...hintsAfter(parts, hinted(count)).keys()];
    expect(after(3)).toEqual([2]);
    expect(after(4), 'the heading of a turn').toEqual([2]);
    expect(after(5)).toEqual([4]);
    expect(after(999), 'lines were taken back').toEqual([4]);
    expect(after(0), 'nothing was told yet').toEqual([]);
  });
});

describe('a hint', () => {
  const weighed = (...options: [number, number][]) =>
    options.map(([chance, error], at) => ({ name: `o${at}`, chance, error }));

  it('marks the best option only if it is better beyond the error', () => {
    expect(bestOf(weighed([0.21, 0.005], [0.26, 0.005]))).toBe(1);
    expect(bestOf(weighed([0.44, 0.16], [0, 0.05], [0.22, 0.13]))).toBe(-1);
    expect(bestOf(weighed([0.3, 0.01], [0.3, 0.01]))).toBe(-1);
    expect(bestOf([])).toBe(-1);
  });

  it('gives the band of a rough chance', () => {
    expect(weighed([0.44, 0.16], [0.26, 0.005]).map(winsOf)).toEqual(['44% ± 32', '26%']);
  });
});
