import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Done, Live } from '../../src/lib/live.svelte';
import type { BoardStep, DiceRoll, Menu, Play, TableInfo } from '../../src/lib/types';
import { Desk } from '../../src/table/desk.svelte';

const menu = (number: number): Menu =>
  ({
    number,
    seat: 0,
    ask: 'order',
    prompt: { default: null },
    options: [{ name: 'draft' }, { name: 'ram' }],
  }) as unknown as Menu;
const play = (number: number, ...rolls: number[]): Play =>
  ({ number, things: [], rolls: rolls.map((roll) => ({ number: roll }) as DiceRoll) }) as unknown as Play;

let live: Live;
let desk: Desk;
beforeEach(() => {
  localStorage.clear();
  live = new Live('tab');
  live.table = { state: 'running', hints: true, seats: [] } as unknown as TableInfo;
  live.menus = [menu(3)];
  live.do = vi.fn(() => Promise.resolve({ version: 1, result: {} } as Done));
  desk = new Desk(live);
});
afterEach(() => vi.unstubAllGlobals());

describe('a choice', () => {
  const answer = { do: 'answer', seat: 0, ask: 'order', answer: 'ram' };

  it('is sent at once, or when it is confirmed', () => {
    desk.settings.set('confirm', true);
    desk.choice.pick(1);
    expect(desk.choice.picked).toBe(1);
    expect(live.do).not.toHaveBeenCalled();
    desk.choice.pick(1);
    expect(live.do).toHaveBeenCalledExactlyOnceWith(answer);
    desk.choice.clear();
    desk.settings.set('confirm', false);
    desk.choice.pick(1);
    expect(live.do).toHaveBeenCalledTimes(2);
  });

  it('leaves the marks of the next question alone when its reply comes late', async () => {
    let reply: (done: Done) => void = () => undefined;
    live.do = () => new Promise((resolve) => (reply = resolve));
    desk.choice.choose(1, true);
    desk.choice.clear();
    desk.choice.picked = 0;
    reply({ version: 2, result: {} });
    await new Promise((resolve) => setTimeout(resolve));
    expect(desk.choice.picked).toBe(0);
  });
});

it('a refusal is shown until the next command', async () => {
  live.do = vi.fn().mockRejectedValueOnce(new Error('No.')).mockResolvedValue({ result: {} });
  expect(await desk.commands.do({ do: 'start' })).toBe(false);
  expect(desk.commands.problem).not.toBe('');
  expect(await desk.commands.do({ do: 'start' })).toBe(true);
  expect(desk.commands.problem).toBe('');
});

it('a hint is for one question', async () => {
  const options = [{ name: 'draft', chance: 0.4, error: 0.01 }];
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ state: 'done', options }))));
  await desk.hint.want();
  expect(desk.hint.options).toEqual(options);
  live.menus = [menu(4)];
  expect(desk.hint.options).toBeNull();
});

it('pages that fold away unfold when one leads there', () => {
  desk.settings.set('folded', true);
  desk.side.turnTo('standings');
  expect(desk.settings.now.folded).toBe(true);
  desk.side.turnTo('dice');
  expect(desk.settings.now.folded).toBe(false);
});

it('rolls are kept from move to move', () => {
  live.play = play(1, 7);
  expect(desk.rolls.kept.rolls).toHaveLength(1);
  live.play = play(2, 8, 9);
  expect(desk.rolls.kept.rolls.map((roll) => roll.number)).toEqual([7, 8, 9]);
  expect(desk.rolls.kept.fresh).toBe(8);
});

it('the race is over when all its steps are played, those too that came before there was a desk', () => {
  const step = { lines: 1, rolls: [], effects: [], things: [], gone: [] } as unknown as BoardStep;
  live.table = { ...live.table, state: 'over' } as TableInfo;
  live.onsteps = null;
  live.unheard = [{ steps: [step], from: play(1), lines: 0 }];
  desk = new Desk(live);
  expect(desk.race.playback.playing).toBe(true);
  expect(desk.race.over).toBe(false);
  desk.race.playback.skip();
  expect(desk.race.over).toBe(true);
});
