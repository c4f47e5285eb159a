// What one has before oneself at the table: which of one's seats, which option is looked at, which
// page of the side is open, what was refused. One for each table page.

import { sentence } from '../lib/api';
import { capital } from '../lib/format';
import type { Live, Wish } from '../lib/live.svelte';
import { openRule } from '../lib/rules.svelte';
import { recall, remember } from '../lib/store';
import type { Menu, MenuOption, Preview } from '../lib/types';
import { parseMove, splitMoves } from './moves';
import { type Kept, keepRolls, NONE } from './rolls';
import { isSecret, menuOf } from './turn';

export type Tab = 'move' | 'standings' | 'log' | 'dice' | 'chat';
export type Open = '' | 'help' | 'table' | 'correct' | 'abandon';
export interface Settings {
  confirm: boolean; // a choice is sent only when it is confirmed
  keys: boolean; // single keys do things
  mine: boolean; // the log shows only what concerns oneself
  open: boolean; // several at this browser have no secrets from each other
  text: boolean; // the board as text
  folded: boolean; // log, dice and chat are folded away, on a desk
}
const LIKE_A_MOVE = /^[a-z][\w ½./]{1,40}$/i;
const USUAL: Settings = { confirm: false, keys: true, mine: false, open: false, text: false, folded: false };

export class Desk {
  readonly live: Live;
  settings: Settings = $state({ ...USUAL, ...recall<Partial<Settings>>('table-settings', {}) });
  seat: number | null = $state(null); // whose menu was asked for
  pointed: number | null = $state(null); // the option under the pointer or the focus
  picked: number | null = $state(null); // the option that is chosen but not confirmed
  sent: { menu: Menu; index: number } | null = $state.raw(null);
  lit: string | null = $state(null); // the key of a piece that is pointed out
  problem = $state('');
  told = $state(''); // an answer to something typed
  tab: Tab = $state('move');
  open: Open = $state('');
  holder: number | null = $state(null); // of several at this browser: who looks now

  menu: Menu | null = $derived.by(() => menuOf(this.live.menus, this.seat));
  own: number[] = $derived.by(() => this.live.you.seats);
  over = $derived.by(() => this.live.table?.state === 'over' || this.live.table?.state === 'abandoned');
  watching = $derived.by(() => this.own.length === 0);
  ruleset = $derived.by(() => this.live.table?.ruleset ?? '');
  secret = $derived.by(() => !this.settings.open && isSecret(this.live.play?.asked ?? [], this.own));
  covered = $derived.by(
    () => this.secret && this.menu !== null && this.menu.seat >= 0 && this.menu.seat !== this.holder,
  );
  names: string[] = $derived.by(() => (this.live.table?.seats ?? []).map((one) => one.name));
  ownNames: string[] = $derived.by(() =>
    (this.live.table?.seats ?? []).filter((one) => this.own.includes(one.seat)).map((one) => one.name),
  );
  shown: number | null = $derived.by(() => {
    const asked = this.menu?.seat ?? -1;
    return asked >= 0 ? asked : (this.seat ?? this.own[0] ?? null);
  });
  mayUndo = $derived.by(() => {
    const may = this.live.you.undo.filter((seat) => this.own.includes(seat) || this.live.you.host);
    const shown = this.menu?.seat ?? this.seat;
    return shown !== null && may.includes(shown) ? shown : (may[0] ?? null);
  });
  preview: Preview | null = $derived.by(() => {
    if (!this.menu || this.covered) return null;
    const at = this.pointed ?? this.picked ?? this.menu.prompt.default;
    return at === null ? null : (this.menu.options[at]?.preview ?? null);
  });

  option: MenuOption | null = $derived.by(() => {
    const at = this.covered ? null : (this.pointed ?? this.picked);
    return at === null ? null : (this.menu?.options[at] ?? null);
  });

  #ahead: string[] = []; // typed in one line, for the same question put again
  #from: Menu | null = null; // the question at which that was typed
  #kept: Kept = NONE;
  rolls: Kept = $derived.by(() => {
    const play = this.live.play;
    return play ? (this.#kept = keepRolls(this.#kept, play)) : this.#kept;
  });

  constructor(live: Live) {
    this.live = live;
  }

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.settings[name] = value;
    remember('table-settings', $state.snapshot(this.settings));
  }

  /** To a page of the side; what was folded away unfolds. */
  turnTo(tab: Tab): void {
    this.tab = tab;
    if (this.settings.folded && tab !== 'move' && tab !== 'standings') this.set('folded', false);
  }

  /** Do something; what is refused is told, not thrown. */
  async do(wish: Wish): Promise<boolean> {
    this.problem = '';
    this.told = '';
    try {
      await this.live.do(wish);
      return true;
    } catch (refused) {
      this.problem = sentence(refused);
      return false;
    }
  }

  /** An option was chosen: send it, or pick it out until it is confirmed. */
  choose(index: number, confirmed: boolean): void {
    const option = this.menu?.options[index];
    if (!option || this.sent || this.covered) return;
    if (!confirmed && this.picked !== index) {
      this.picked = index;
      return;
    }
    void this.answer(index, option);
  }

  async answer(index: number, option: MenuOption): Promise<void> {
    const menu = this.menu;
    if (!menu) return;
    const sent = (this.sent = { menu, index });
    await this.do({ do: 'answer', seat: menu.seat, ask: menu.ask, answer: option.name });
    if (this.sent !== sent) return; // the next question has come, and perhaps its answer
    this.sent = null;
    this.picked = null;
    this.pointed = null;
  }

  /** The text of the rule of the option that is looked at, or else of the question. */
  showRule(): void {
    const rule = this.option?.rules[0] ?? this.menu?.prompt.rule;
    if (rule) openRule.show(this.ruleset, rule);
  }

  undo(): void {
    if (this.mayUndo !== null) void this.do({ do: 'undo', seat: this.mayUndo });
  }

  /** A typed line: an answer, several with commas between them, or a command. True if it was understood. */
  type(line: string): boolean {
    this.#ahead = [];
    const menu = this.covered ? null : this.menu;
    const [first = '', ...more] = splitMoves(line, menu?.options ?? []);
    if (!this.#take(first)) return false;
    this.#ahead = more;
    return true;
  }

  /** Go on with what was typed, if the same question is put again; else say what is left. */
  goOn(): void {
    const [next, ...more] = this.#ahead;
    const { menu, sent } = this;
    const before = this.#from;
    if (next === undefined || !before || !menu || sent || menu.number === before.number) return;
    this.#ahead = [];
    if (menu.seat !== before.seat || menu.ask !== before.ask) this.problem = `Not done any more: ${[next, ...more].join(', ')}.`;
    else if (this.#take(next)) this.#ahead = more;
  }

  #take(line: string): boolean {
    this.problem = '';
    this.told = '';
    const menu = this.covered ? null : this.menu;
    this.#from = menu;
    const read = parseMove(line, menu?.options ?? [], menu?.prompt.default ?? null);
    if (read.kind === 'unclear') {
      this.problem = read.problem;
      if (menu && menu.seat >= 0 && LIKE_A_MOVE.test(line)) void this.#whyNot(menu, line.trim());
      return false;
    }
    if (read.kind === 'choice') this.choose(read.index, !this.settings.confirm || this.picked === read.index);
    else this.#obey(read.word, read.argument);
    return true;
  }

  /** What sounds like a move and is none of the options: the rules may know why. */
  async #whyNot(menu: Menu, line: string): Promise<void> {
    const before = this.problem;
    try {
      await this.live.do({ do: 'answer', seat: menu.seat, ask: menu.ask, answer: line });
    } catch (refused) {
      const [, reason] = /^\w+: [^:]+: (?!no option )(.+)$/.exec(sentence(refused)) ?? [];
      if (reason && this.problem === before)
        this.problem = `${capital(reason)}.`;
    }
  }

  #obey(word: string, argument: string): void {
    if (word === 'help') this.open = 'help';
    else if (word === 'board') this.set('text', !this.settings.text);
    else if (word === 'standings' || word === 'log' || word === 'dice' || word === 'chat') this.turnTo(word);
    else if (word === 'rule') {
      if (argument) openRule.show(this.ruleset, argument.toUpperCase());
      else this.problem = 'Which rule? Type its number as well.';
    } else if (word === 'option') this.#explain(argument);
    else if (this.mayUndo !== null) this.undo();
    else this.problem = 'There is nothing that you may take back now.';
  }

  #explain(argument: string): void {
    const options = this.menu?.options ?? [];
    const read = parseMove(argument, options, null);
    const option = read.kind === 'choice' ? options[read.index] : undefined;
    if (option) this.told = `${option.label}: ${option.meaning || 'no more to say about it.'}`;
    else this.problem = read.kind === 'unclear' ? read.problem : 'No such option.';
  }
}
