// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { gripOf, meantBy } from '../../src/board/options/grip';
import type { Menu, MenuOption, Preview } from '../../src/lib/types';
import { blocksOf } from '../../src/table/question/groups';

const at = (handle: [number, number] | null): Preview => ({ pieces: [], shapes: [], targets: [], labels: [], handle });
const option = (name: string, group = '', preview: Preview | null = null): MenuOption => ({
  name,
  label: name,
  meaning: '',
  chance: null,
  chance_of: '',
  stated: null,
  rules: [],
  preview,
  group,
  short: '',
  numbered: true,
});
const menu = (grip: [number, number] | null, ...handles: ([number, number] | null)[]): Menu => ({
  number: 3,
  seat: 0,
  who: 'Ann',
  ask: 'plan',
  hint: '',
  complete: true,
  prompt: { question: 'Which way?', situation: [], rule: 'W14', sides: 0, default: null, grip },
  options: handles.map((handle, index) => option(`o${index}`, '', at(handle))),
});

describe('the grip', () => {
  const grip = gripOf(menu([0, 0], [0, 0], null, [100, 0], [0, 40]));

  it('leads to the option whose handle is the nearest to the hand', () => {
    expect(grip?.handles.map((handle) => handle.option)).toEqual([0, 2, 3]);
    expect(meantBy(grip!, { x: 80, y: 5 })).toBe(2);
    expect(meantBy(grip!, { x: 10, y: 30 })).toBe(3);
    expect(meantBy(grip!, { x: 3, y: -2 })).toBe(0);
  });

  it('means nothing far away from all of them', () => {
    expect(meantBy(grip!, { x: -400, y: 0 })).toBeNull();
  });

  it('is there only where there is something to drag, and somewhere to go', () => {
    expect(gripOf(null)).toBeNull();
    expect(gripOf(menu(null, [1, 1], [2, 2]))).toBeNull();
    expect(gripOf(menu([0, 0], [1, 1], null))).toBeNull();
  });
});

describe('options that stand together', () => {
  it('are those of one group that follow each other', () => {
    const blocks = blocksOf([
      option('go'),
      option('1', 'forward'),
      option('2', 'forward'),
      option('b', 'back'),
      option('3', 'forward'),
    ]);
    expect(blocks.map(({ first, group, options }) => [first, group, options.length])).toEqual([
      [0, '', 1],
      [1, 'forward', 2],
      [3, 'back', 1],
      [4, 'forward', 1],
    ]);
  });
});
