import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import vectors from '../../../tests/core/fair_vectors.json';
import { keepDigest } from '../../src/lib/digests';
import { Live, type Socket } from '../../src/lib/live.svelte';
import { keepSeat } from '../../src/lib/seats';
import type {
  LogLine,
  Waiting,
  Menu,
  MenuOption,
  Play,
  Push,
  Result,
  Row,
  SeatInfo,
  TableInfo,
} from '../../src/lib/types';
import Table from '../../src/table/Table.svelte';
import { tableSettings } from '../../src/table/settings.svelte';

const WITHIN = { timeout: 60_000 }; // ms: a safety net

// Without a server there are no games, whatever other tests have fetched before.
vi.mock('../../src/lib/rulesets', () => ({
  rulesets: () => Promise.reject(new TypeError('no server')),
  rulesetOf: () => Promise.reject(new TypeError('no server')),
}));

const NAMES = ['Ann', 'Ben', 'Bolt'];
const option = (name: string, label: string, chance: number | null = null): MenuOption => ({
  name,
  label,
  meaning: `${label} means it`,
  chance,
  chance_of: '',
  stated: null,
  rules: ['R1'],
  group: '',
  short: '',
  numbered: true,
  preview: null,
});
const seat = (at: number, player = 'person'): SeatInfo => ({
  seat: at,
  name: NAMES[at] ?? '',
  player,
  driver: 'person',
  setup: {},
  vehicle: '',
  text: '',
  here: true,
  kept: false,
  muted: false,
});
const row = (at: number): Row => ({
  seat: at,
  name: NAMES[at] ?? '',
  player: at < 2 ? 'person' : 'rookie',
  place: at + 1,
  lap: 1,
  stretch: 1,
  where: 'The Bend',
  energy: 2,
  most: 5,
  carried: [],
  statuses: [],
  stance: '',
  note: '',
  finished: 0,
  vehicle: '',
  gauges: [],
  grid: [],
  grid_title: '',
});
const TABLE: TableInfo = {
  id: 'tab',
  title: 'Friday',
  campaign: '',
  league: '',
  lesson: '',
  day: '',
  ended_by: '',
  state: 'running',
  ruleset: 'any',
  ruleset_title: 'Any',
  course: { key: 'c', title: 'C' },
  options: {},
  house_rules: [],
  own_data: false,
  pace: { kind: 'relaxed' },
  listed: false,
  dice: 'fair',
  fair: { match: 'm', commitment: 'c0ffee', texts: ['', '', ''], secret: null },
  seats: [seat(0), seat(1), seat(2, 'rookie')],
  practice: false,
  stuck: '',
  hints: false,
  chances: false,
  hinted: [],
  came_from: null,
  next_table: null,
  series: null,
  created: 0,
  updated: 0,
};
const play = (asked: Waiting[], number = 1): Play => ({
  number,
  digest: 'ab12'.repeat(16),
  things: [],
  headline: { title: 'The Course', turn: 3, lap: 1, laps: 2, conditions: ['Rain'], unit: 'turn' },
  standings: [0, 1, 2].map(row),
  energy: 'E',
  track: [
    {
      number: 1,
      name: 'The Bend',
      kind: 'curve',
      road: '',
      signs: [['!', 'Oil']],
      lying: ['a peel'],
      groups: [[1, NAMES]],
    },
  ],
  asked,
  deadline: null,
  held: false,
  holidays: [],
  rolls: [],
  dice: [],
  podium: null,
  records: [],
  phase: '',
  lesson: null,
});
const asked = (at: number, answered = false): Waiting => ({
  seat: at,
  who: NAMES[at] ?? 'dice',
  question: 'What now?',
  rule: 'R1',
  answered,
  by: null,
});
const menu = (at: number, more: Partial<Menu> = {}): Menu => ({
  number: 1,
  seat: at,
  who: NAMES[at] ?? 'dice',
  ask: 'order',
  hint: '',
  complete: true,
  prompt: { question: 'What now?', situation: ['It rains'], rule: 'R1', sides: 0, default: null, grip: null },
  options: [option('go', 'Go on', 0.25), option('stop', 'Stop')],
  ...more,
});

let socket: Socket;
let sent: Record<string, unknown>[];
let page: ReturnType<typeof mount>;
let live: Live;

function hear(...pushes: Push[]): void {
  for (const push of pushes) socket.onmessage?.({ data: JSON.stringify(push) });
  flushSync();
}

function open(seats: number[], menus: Menu[], now: Play, undo: number[] = []): void {
  for (const at of seats) keepSeat('tab', at, `token-${at}`);
  sent = [];
  socket = {
    onopen: null,
    onclose: null,
    onmessage: null,
    send: (text) => void sent.push(JSON.parse(text)),
    close: () => undefined,
  };
  live = new Live('tab', { connect: () => socket, find: async () => null }).start();
  socket.onopen?.();
  page = mount(Table, { target: document.body, props: { id: 'tab', live } });
  hear(
    {
      type: 'state',
      version: 7,
      table: TABLE,
      ground: {
        width: 100,
        height: 50,
        shapes: [],
        labels: [],
        symbols: [],
        around: 'ground',
        landscape: 'meadow',
        way: [],
      },
      play: now,
      lines: [],
      chat: [],
    },
    { type: 'you', you: { seats, host: false, undo } },
    { type: 'menus', menus },
    { type: 'here', here: seats, spectators: 0 },
  );
}

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const button = (text: string): HTMLButtonElement => {
  const found = all('button').find((each) => each.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found as HTMLButtonElement;
};
const press = (key: string, more: KeyboardEventInit = {}): void => {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
  flushSync();
};
const type = (line: string): void => {
  const input = one('[data-move]') as HTMLInputElement;
  input.value = line;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  input.form?.requestSubmit();
  flushSync();
};
const reply = (result: Result): void =>
  hear({ type: 'reply', request: String(sent.at(-1)?.['request']), version: 7, result });
const answers = (): unknown[] => sent.filter((each) => each['do'] === 'answer').map((each) => each['answer']);

function viewport(width: number, height: number): void {
  (window as unknown as { happyDOM: { setViewport(to: object): void } }).happyDOM.setViewport({ width, height });
}

beforeEach(() => {
  viewport(1024, 768);
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')));
});
afterEach(() => {
  live.stop();
  void unmount(page);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the table page', () => {
  it('shows the question with its options, and sends what is chosen', () => {
    open([0], [menu(0)], play([asked(0)]));
    expect(one('.question').textContent).toContain('What now?');
    expect(all('.choose').map((each) => each.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      '1 Go on chance 25%',
      '2 Stop',
    ]);
    all('.choose')[1]?.click();
    expect(sent.at(-1)).toMatchObject({
      do: 'answer',
      seat: 0,
      ask: 'order',
      answer: 'stop',
      token: 'token-0',
      version: 7,
    });
  });

  it('lets drivers glide to new places, and measures none while their order stays', async () => {
    const measured = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return 20 * [...(this.parentElement?.children ?? [])].indexOf(this);
    });
    const glided: [string, string][] = [];
    HTMLElement.prototype.animate = function (this: HTMLElement, frames) {
      glided.push([
        this.querySelector('.name')?.textContent ?? '',
        String((frames as PropertyIndexedKeyframes)['transform']),
      ]);
      return {} as Animation;
    };
    const placed = (...seats: number[]): Push => ({
      type: 'update',
      version: 8,
      table: null,
      play: { ...play([asked(0)]), standings: seats.map(row) },
      lines: { keep: 0, add: [] },
    });
    open([0], [menu(0)], play([asked(0)]));
    hear(placed(0, 1, 2));
    expect(measured).not.toHaveBeenCalled();
    hear(placed(1, 0, 2));
    await vi.waitFor(
      () =>
        expect(glided).toEqual([
          ['Ann', 'translateY(-20px),none'],
          ['Ben', 'translateY(20px),none'],
        ]),
      WITHIN,
    );
    measured.mockRestore();
  });

  it('says in the tab, by title and icon, that it is your turn', () => {
    document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="plain.svg" />';
    open([0], [menu(0)], play([asked(0)]));
    expect(document.title).toBe('● Your turn · The Course');
    expect(one('link[rel="icon"]').getAttribute('href')).toContain('icon-turn');
    hear({ type: 'menus', menus: [] });
    expect(document.title).toBe('Turn 3 · The Course');
    expect(one('link[rel="icon"]').getAttribute('href')).not.toContain('icon-turn');
  });

  it('replies to a line of the log; the quote leads back to it', async () => {
    open([0], [], play([asked(1)]));
    const line = (text: string): LogLine => ({
      parts: [{ kind: 'text', text, tone: '', face: 0 }],
      names: [],
      rules: [],
      heading: false,
      phase: '',
    });
    hear({
      type: 'update',
      version: 8,
      table: null,
      play: null,
      lines: { keep: 0, add: [line('Ben spins'), line('Ann drafts')] },
    });
    press('l');
    await vi.waitFor(() => expect(all('[data-line]').length).toBe(2), WITHIN);
    one('[data-line="0"]').click();
    flushSync();
    one('.picked .reply').click();
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('chat-text'), WITHIN);
    expect(one('.replying').textContent).toContain('Ben spins');
    const field = document.activeElement as HTMLInputElement;
    field.value = 'Ha';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    button('Send').click();
    await vi.waitFor(
      () => expect(sent.at(-1)).toMatchObject({ do: 'chat', text: 'Ha', line: 0, token: 'token-0' }),
      WITHIN,
    );
    hear({
      type: 'chat',
      chat: { id: 1, seat: 0, name: 'Ann', text: 'Ha', at: 1, emote: '', line: 0, quote: 'Ben spins' },
    });
    await vi.waitFor(() => expect(one('button.quote').textContent).toContain('Ben spins'), WITHIN);
    one('button.quote').click();
    await vi.waitFor(() => expect(one('.picked').textContent).toContain('Ben spins'), WITHIN);
  });

  it('has six emotes a key away', async () => {
    open([0], [], play([asked(1)]));
    press('e');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-emote')).toBe('honk'), WITHIN);
    expect(all('[data-emote]').map((each) => each.getAttribute('aria-label'))).toHaveLength(6);
    (document.activeElement as HTMLElement).click();
    flushSync();
    expect(all('[data-emote]')).toHaveLength(0);
    expect(sent.at(-1)).toMatchObject({ do: 'emote', emote: 'honk', token: 'token-0' });
    hear({
      type: 'chat',
      chat: { id: 1, seat: 0, name: 'Ann', text: 'Honk!', at: Date.now() / 1000, emote: 'honk', line: null, quote: '' },
    });
    expect(one('.chat .text').textContent).toBe('Honk!');
    press('l');
    expect(one('.pops').textContent).toContain('Ann: Honk!');
  });

  it('leads through a first race: the words of the step, and what may be chosen', () => {
    const lesson = { ask: 'order', step: 2, steps: 15, allow: ['stop'], text: 'Stop here.', rule: 'R2' };
    open([0], [menu(0)], { ...play([asked(0)]), lesson });
    expect(one('.coach').textContent).toContain('Stop here.');
    expect(one('.coach').textContent).toMatch(/2\s*of\s*\/15/);
    expect(one('.coach a').getAttribute('href')).toBe('/rules/any#R2');
    expect(all('.choose').map((each) => each.getAttribute('aria-disabled'))).toEqual(['true', null]);
    expect(one('.about').textContent).toContain('Stop');
    all('.choose')[1]?.click();
    expect(answers()).toEqual(['stop']);
  });

  it('shows of many options only those of the step', () => {
    const options = Array.from({ length: 9 }, (_, at) => ({
      ...menu(0).options[0]!,
      name: `way ${at}`,
      label: `Way ${at}`,
    }));
    const lesson = { ask: 'order', step: 1, steps: 3, allow: ['way 7'], text: 'There.', rule: '' };
    open([0], [{ ...menu(0), options }], { ...play([asked(0)]), lesson });
    expect(one('.options').classList.contains('few')).toBe(true);
    expect(document.body.textContent).toContain('8 other options, for another time.');
    press('m');
    one('.menu').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(document.activeElement?.getAttribute('data-option')).toBe('way 7');
  });

  it('sends one answer, however often one presses', () => {
    open([0], [menu(0)], play([asked(0)]));
    all('.choose')[0]?.click();
    all('.choose')[0]?.click();
    press('2');
    expect(answers()).toEqual(['go']);
  });

  it('takes the numbers of the options as keys, but not while one types', () => {
    open([0], [menu(0)], play([asked(0)]));
    one('[data-move]').focus();
    press('1');
    expect(answers()).toEqual([]);
    one('[data-move]').blur();
    press('1');
    expect(answers()).toEqual(['go']);
  });

  it.each([
    ['&', 'Digit1', {}], // AZERTY
    ['1', 'Digit1', { shiftKey: true }],
    ['١', 'Digit1', {}],
    ['1', 'Numpad1', {}],
  ])('takes %s at %s as a number', (key, code, more) => {
    open([0], [menu(0)], play([asked(0)]));
    press(key, { code, ...more });
    expect(answers()).toEqual(['go']);
  });

  it.each(['X', 'Ч', 'ч', 'χ', 'Process'])('shows the board as text by %s, and not with another key held', (key) => {
    open([0], [menu(0)], play([asked(0)]));
    const before = tableSettings().text;
    for (const held of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) press(key, { code: 'KeyX', [held]: true });
    expect(tableSettings().text).toBe(before);
    press(key, { code: 'KeyX' });
    expect(tableSettings().text).toBe(!before);
    press('x');
  });

  it('has a typed line read by the table, does what it means, and goes on with the rest', async () => {
    open([0], [menu(0)], play([asked(0)]));
    type('st, go');
    expect(sent.at(-1)).toMatchObject({
      do: 'read',
      seat: 0,
      ask: 'order',
      line: 'st, go',
      token: 'token-0',
      version: 7,
    });
    type('again'); // not while that is being read
    reply({ read: { kind: 'choice', option: 'stop' }, rest: 'go' });
    await vi.waitFor(() => expect(answers()).toEqual(['stop']));
    reply({});
    hear({ type: 'menus', menus: [menu(0, { number: 2 })] });
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ do: 'read', line: 'go' }));
    reply({ read: { kind: 'unclear', problem: 'you cannot', rule: 'R7', options: [] }, rest: '' });
    await vi.waitFor(() => expect(document.body.textContent).toContain('You cannot (R7).'));
    expect(answers()).toEqual(['stop']);
  });

  it('does commands that are typed, and tells what an option means', async () => {
    open([0], [menu(0)], play([asked(0)]));
    type('? 1');
    reply({ read: { kind: 'meaning', option: 'go' }, rest: '' });
    await vi.waitFor(() => expect(document.body.textContent).toContain('Go on: Go on means it'));
    type('h');
    reply({ read: { kind: 'command', word: 'help', argument: '' }, rest: '' });
    await vi.waitFor(() => expect(one('dialog').textContent).toContain('Typed moves'));
  });

  it('marks what is touched first, and sends it when it is confirmed', () => {
    open([0], [menu(0)], play([asked(0)]));
    const choose = all('.choose')[0];
    choose?.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
    choose?.click();
    flushSync();
    expect(answers()).toEqual([]);
    expect(all('.picked')).toHaveLength(1);
    button('Confirm: Go on').click();
    expect(answers()).toEqual(['go']);
  });

  it('tells what was refused', async () => {
    open([0], [menu(0)], play([asked(0)]));
    all('.choose')[0]?.click();
    hear({
      type: 'refusal',
      request: String(sent.at(-1)?.['request']),
      version: 7,
      error: { kind: 'stale', text: 'Too late.', rule: '' },
    });
    await vi.waitFor(() => expect(one('.move .problem').textContent).toBe('Too late.'), WITHIN);
    expect((all('.choose')[0] as HTMLButtonElement).disabled).toBe(false);
  });

  it('says who is waited for, not the bots, and who is in', () => {
    open([0], [], play([asked(0, true), asked(1), asked(2)]), [0]);
    expect(one('.move h2').textContent).toBe('Waiting for Ben.');
    expect(one('.waiting ul').textContent).toContain('✓ in');
    button('Undo').click();
    expect(sent.at(-1)).toMatchObject({ do: 'undo', seat: 0 });
  });

  it('hides a secret question until its driver is at the screen', () => {
    open([0, 1], [menu(0), menu(1)], play([asked(0), asked(1), asked(2)]));
    expect(one('.move').textContent).toContain('Pass to Ann');
    expect(all('.choose')).toHaveLength(0);
    press('1');
    expect(answers()).toEqual([]);
    button('I am Ann').click();
    flushSync();
    expect(all('.choose')).toHaveLength(2);
    hear(
      {
        type: 'update',
        version: 8,
        table: null,
        play: play([asked(0, true), asked(1), asked(2)], 2),
        lines: { keep: 0, add: [] },
      },
      { type: 'menus', menus: [menu(1)] },
    );
    expect(one('.move').textContent).toContain('Pass to Ben');
  });

  it('shows one question after the other at one screen where there is no secret', () => {
    open([0, 1], [menu(1)], play([asked(1)]));
    expect(one('.question').textContent).toContain('Ben: What now?');
    expect(all('.choose')).toHaveLength(2);
  });

  it('asks for the face of a real die', () => {
    const faces = [1, 2, 3, 4, 5, 6].map((face) => option(String(face), String(face)));
    const prompt = { question: 'Ann: slide', situation: [], rule: 'R1', sides: 6, default: null, grip: null };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    open([0], [menu(-2, { who: 'dice', ask: 'slide', prompt, options: faces })], play([{ ...asked(-2), who: 'dice' }]));
    expect(all('.faces .buttons button')).toHaveLength(6);
    expect(all('.faces.someone.seat-0')).toHaveLength(1);
    expect(one('[data-question]').textContent?.replace(/\s+/g, ' ')).toContain('Ann: slide');
    all('.faces .buttons button')[3]?.click();
    expect(answers(), 'a second tap on the face before').toEqual([]);
    vi.advanceTimersByTime(310);
    flushSync();
    all('.faces .buttons button')[3]?.click();
    expect(sent.at(-1)).toMatchObject({ do: 'answer', seat: -2, ask: 'slide', answer: '4' });
    hear({
      type: 'menus',
      menus: [
        menu(-2, {
          number: 2,
          who: 'dice',
          ask: 'slide',
          prompt: { ...prompt, question: 'Ben: slide' },
          options: faces,
        }),
      ],
    });
    expect(all('.faces.someone.seat-1')).toHaveLength(1);
    expect(all('.faces .buttons button:disabled')).toHaveLength(6);
    vi.advanceTimersByTime(310);
    flushSync();
    expect(all('.faces .buttons button:disabled')).toHaveLength(0);
    vi.useRealTimers();
  });

  it('has the dice in order of how often they fell', () => {
    const count = (sides: number, rolls: number) => ({
      sides,
      rolls,
      faces: Array.from({ length: sides }, () => 0),
      expected: rolls / sides,
    });
    open([0], [menu(0)], { ...play([asked(0)]), dice: [count(2, 1), count(3, 1), count(6, 28)] });
    press('d');
    expect(all('.dice figcaption b').map((each) => each.textContent)).toEqual(['d6', 'd3', 'd2']);
  });

  it('lets a spectator look, and do nothing', () => {
    open([], [], play([asked(0), asked(2)]));
    expect(one('.move').textContent).toContain('You are watching.');
    expect(one('.move').textContent).toContain('Waiting for Ann.');
    expect(all('[data-guide="undo"], .choose, [data-move]')).toHaveLength(0);
    press('1');
    press('u');
    expect(sent.map((each) => each['do'])).toEqual(['hello']);
  });

  it('has the board as text, in the order of the course', () => {
    open([0], [], play([asked(1)]));
    const text = one('[aria-label="Board as text"]').textContent?.replace(/\s+/g, ' ');
    expect(text).toContain('1 The Bend curve');
    expect(text).toContain('Oil');
    expect(text).toContain('Lying here: a peel');
    expect(text).toContain('Lap 1: Ann, Ben, Bolt');
  });

  it('draws gauges and the grid of a dashboard, and no energy where there is none', () => {
    const gauges = [
      { name: 'Structure', value: 1, most: 8, tone: 'bad' as const, about: 'What holds the car together' },
      { name: 'Turbo', value: 2, most: 3, tone: '' as const, about: '' },
    ];
    const cell = (text: string, here = false) => ({ text, paint: 'good', about: '', here });
    const cars = [0, 1].map((at) => ({
      ...row(at),
      energy: 0,
      most: 0,
      gauges,
      grid: [
        [cell('20'), null],
        [cell('40', true), cell('60')],
      ],
      grid_title: 'Gears',
    }));
    const told = { ...play([asked(1)]), standings: cars };
    viewport(1280, 1000);
    open([0], [], told);
    const words = (selector: string): string => one(selector).textContent?.replace(/\s+/g, ' ').trim() ?? '';
    expect(all('.energy')).toHaveLength(0);
    expect(words('.dash .gauges')).toContain('Structure 1 of /8!, danger');
    expect(all('.dash .gauges i')).toHaveLength(8 + 3);
    expect(all('.dash .gauges i.on')).toHaveLength(1 + 2);
    expect(words('.standings tbody tr')).toContain('Turbo 2 of /3');
    expect(all('.dash table tr').map((line) => line.children.length)).toEqual([2, 2]);
    expect(words('.dash caption')).toBe('Gears');
    expect(all('.dash [aria-current]').map((each) => each.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      '40 (here)',
    ]);
    viewport(1280, 800); // with little height: the figures alone
    flushSync();
    expect(all('.dash .gauges i')).toHaveLength(0);
    expect(words('.dash .gauges')).toContain('Structure 1 of /8!, danger');
    expect(one('.dash details').hasAttribute('open')).toBe(false);
  });

  it('leaves names and chat as they are written', () => {
    open([0], [], play([asked(1)]));
    hear({
      type: 'chat',
      chat: {
        id: 1,
        seat: 1,
        name: '<b>Ben</b>',
        text: '<img src=x onerror=alert(1)>',
        at: 1,
        emote: '',
        line: null,
        quote: '',
      },
    });
    press('c');
    expect(all('.chat img, .chat .text b')).toHaveLength(0);
    expect(one('.chat .text').textContent).toBe('<img src=x onerror=alert(1)>');
  });

  it('opens and closes its help by keys', () => {
    open([0], [menu(0)], play([asked(0)]));
    press('?');
    expect(one('dialog h2').textContent).toBe('The turn, keys and commands');
    press('1'); // not through an open dialog
    expect(answers()).toEqual([]);
  });

  it('offers the wheel to who was away', () => {
    open([0], [], play([asked(1)]));
    hear({
      type: 'update',
      version: 8,
      table: { ...TABLE, seats: [{ ...seat(0), driver: 'absent' }, seat(1), seat(2, 'rookie')] },
      play: null,
      lines: { keep: 0, add: [] },
    });
    button('I am back').click();
    expect(sent.at(-1)).toMatchObject({ do: 'take_back', seat: 0 });
  });
});

describe('checking a race', () => {
  const LOG = vectors.log.slice(0, -1).join('\n');
  const COUNT = vectors.digests.length - 1;
  const END = `{"secret": "${vectors.bots.secret}", "answers": ${COUNT}, "digest": "${vectors.digests[COUNT]!}", "sum": "0"}`;

  interface Kept {
    before?: Record<number, string>; // seen before the page was left
    seen?: Record<number, string>; // and since it is here
    dice?: 'fair' | 'physical';
  }

  /** The table of the known race when it is over, and what the page says of this log. */
  async function checked(log: string, { before = {}, seen = {}, dice = 'fair' }: Kept = {}): Promise<string> {
    const header = JSON.parse(vectors.log[0]!) as { fair: { match: string; commitment: string; texts: string[] } };
    vi.stubGlobal('fetch', async () => new Response(log));
    for (const [number, digest] of Object.entries(before)) keepDigest('tab', Number(number), digest);
    const steps = [...Object.entries(seen), [`${COUNT}`, vectors.digests[COUNT]!] as const];
    const [first, ...others] = steps.map(([number, digest]) => ({ number: Number(number), digest }));
    open([0], [], { ...play([]), ...first! });
    const lines = { keep: 0, add: [] };
    others.forEach((now, at) =>
      hear({ type: 'update', version: 8 + at, table: null, play: { ...play([]), ...now }, lines }),
    );
    const fair = dice === 'fair' ? { ...header.fair, secret: vectors.bots.secret } : null;
    hear({
      type: 'update',
      version: 8 + others.length,
      table: { ...TABLE, state: 'over', dice, fair },
      play: null,
      lines,
    });
    button(dice === 'fair' ? 'Check the dice' : 'Check the answers').click();
    flushSync();
    expect(one('.digest').textContent).toContain(`Digest at answer ${COUNT} · ${vectors.digests[COUNT]!.slice(0, 4)} `);
    all('.fair .button')
      .find((each) => each.textContent?.includes('answers'))
      ?.click();
    await vi.waitFor(() => expect(all('.verdict').length + all('.fair .problem').length).toBeGreaterThan(0), WITHIN);
    return all('.verdict')
      .map((each) => each.textContent?.replace(/\s+/g, ' ').trim())
      .join(' ');
  }

  it.each(['seen', 'before'])('says that dice and answers hold (%s)', async (when) => {
    const said = await checked(`${LOG}\n${END}`, { [when]: { 4: vectors.digests[4]!, 9: vectors.digests[9]! } });
    expect(said).toBe(
      `✓ All 3 rolls came from the sealed secret. ✓ The log agrees with what this browser saw at answer ${COUNT}, and at 2 moments before.`,
    );
  });

  it('says which answer is not what this browser saw', async () => {
    const said = await checked(`${LOG}\n${END}`, { seen: { 4: vectors.digests[4]!, 9: 'c7'.repeat(32) } });
    expect(said).toContain(
      '✗ The log differs from what this browser saw at answer 9: an answer up to there was changed.',
    );
    expect(said).not.toContain('✓ The log agrees');
  });

  it('cannot tell what happened while it was away', async () => {
    const said = await checked(`${LOG}\n${END}`, { before: { 4: vectors.digests[4]!, 9: 'c7'.repeat(32) } });
    expect(said).toContain(
      '? The log differs from what this browser saw at answer 9, and this page was away after that.',
    );
    expect(said).toContain('It cannot tell whether an answer was taken back meanwhile, or changed.');
    expect(said).toContain(`✓ The log agrees with what this browser saw at answer ${COUNT}, and at 1 moment before.`);
    expect(all('.verdict.bad')).toHaveLength(0);
    expect(one('.verdict.unsure').textContent).toContain('?');
  });

  it('says that a log was cut short', async () => {
    const said = await checked([...vectors.log.slice(0, 8), END].join('\n'));
    expect(said).toContain('✗ The last line of the log does not fit its answers');
  });

  it('checks the answers where people rolled the dice', async () => {
    const log = LOG.replace('"dice": "fair"', '"dice": "physical"');
    expect(await checked(log, { dice: 'physical' })).toContain('✗ The log differs from what this browser saw');
  });
});
