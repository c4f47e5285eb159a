// A player's desk at the table: which of their seats, which option is looked at, which
// page of the side is open, what was refused. One for each table page.

import { api, sentence } from '../lib/api';
import { capital } from '../lib/format';
import { type Live, newRequest, type Steps, type Wish } from '../lib/live.svelte';
import { mutedHere } from './people/muted.svelte';
import { openRule } from '../rules/rules.svelte';
import type {
  ChatLine,
  CommandWord,
  LessonNow,
  LogLine,
  Menu,
  MenuOption,
  Play,
  Preview,
  Result,
  WeighedOption,
} from '../lib/types';
import { lookedAt, stepsOf, summaryOf } from './playback/away';
import { Coach, speaksAt } from './question/coach';
import { Playback, type Scene } from './playback/playback.svelte';
import { type Kept, keepRolls, NONE } from './dice/rolls';
import { keepSettings, type Settings, tableSettings } from './settings';
import { hasClicked, play } from './playback/sound';
import { isSecret, menuOf } from './question/turn';

export type Tab = 'move' | 'standings' | 'log' | 'dice' | 'chat';
export type Open = '' | 'help' | 'table' | 'correct' | 'skip' | 'call' | 'abandon' | 'post' | 'orders';
const DICE = -1; // the seat of dice that are rolled by hand

export class Desk {
  readonly live: Live;
  settings: Settings = $state(tableSettings());
  seat: number | null = $state(null); // whose menu was asked for
  pointed: number | null = $state(null); // the option under the pointer or the focus
  picked: number | null = $state(null); // the option that is chosen but not confirmed
  sent: { menu: Menu; index: number } | null = $state.raw(null);
  lit: string | null = $state(null); // the key of a piece that is pointed out
  problem = $state('');
  told = $state(''); // an answer to something typed
  tab: Tab = $state('move');
  open: Open = $state('');
  reply: { line: number; text: string } | null = $state.raw(null); // the line of the log that the chat replies to
  emoting = $state(false); // whether the emotes are shown
  led: number | null = $state(null); // a line of the log that is to be brought into view
  holder: number | null = $state(null); // of several players at this browser: the one who looks now

  // In a first race: what is said at the open question, and the options that may be chosen.
  lesson: LessonNow | null = $derived.by(() => {
    const { menu, live } = this;
    const now = live.play?.lesson ?? null;
    return menu && menu.number === live.play?.number && menu.seat >= 0 && menu.ask === now?.ask ? now : null;
  });
  // The option that is shown while none is pointed at: that of the lesson, or the obvious one.
  usual: number | null = $derived.by(() => {
    const { lesson, menu } = this;
    const led = menu?.options.findIndex(({ name }) => lesson?.allow.includes(name)) ?? -1;
    return led >= 0 ? led : (menu?.prompt.default ?? null);
  });
  #coach = new Coach();
  // Does the coach have something to say at this question?
  coaching = $derived.by(() => {
    const { menu, settings } = this;
    if (!menu || menu.seat < 0 || this.lesson || !settings.coach || !speaksAt(settings.coached, this.live.id))
      return false;
    return this.#coach.isNew(menu.ask, `${menu.number} ${menu.seat}`);
  });

  playback = new Playback(
    () => this.settings.speed,
    (scene, drives) => this.hear(scene, drives),
  );
  // The race as it is shown: while steps are played, the race before, except for the pieces.
  play: Play | null = $derived.by(() => {
    const { scene, before } = this.playback;
    const now = this.live.play;
    if (!scene || !now) return now;
    return { ...(before ?? now), asked: now.asked, deadline: now.deadline, held: now.held, things: scene.things };
  });
  lines: LogLine[] = $derived.by(() => {
    const { scene } = this.playback;
    return scene ? this.live.lines.slice(0, scene.lines) : this.live.lines;
  });
  menu: Menu | null = $derived.by(() => (this.playback.scene ? null : menuOf(this.live.menus, this.seat)));
  own: number[] = $derived.by(() => this.live.you.seats);
  over = $derived.by(
    () => !this.playback.scene && (this.live.table?.state === 'over' || this.live.table?.state === 'abandoned'),
  );
  chat: ChatLine[] = $derived.by(() =>
    this.live.chat.filter((line) => !mutedHere.has(this.live.id, line.seat, line.name)),
  );
  watching = $derived.by(() => this.own.length === 0);
  mayTalk = $derived.by(
    () =>
      (!this.watching || this.live.you.host) && !this.live.table?.seats.find((one) => one.seat === this.own[0])?.muted,
  );
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
    const at = this.pointed ?? this.picked ?? this.usual;
    return at === null ? null : (this.menu.options[at]?.preview ?? null);
  });

  option: MenuOption | null = $derived.by(() => {
    const at = this.covered ? null : (this.pointed ?? this.picked);
    return at === null ? null : (this.menu?.options[at] ?? null);
  });

  #weighed: { menu: Menu; options: WeighedOption[] } | null = $state.raw(null);
  hinting = $state(false); // a hint is being worked out
  // May the player ask for a hint at this question?
  mayHint: boolean = $derived.by(() => {
    const { menu, live } = this;
    return live.table?.hints === true && menu !== null && menu.seat >= 0 && menu.options.length > 1;
  });
  // The hint for this question, if one was asked for: option by option.
  hint: WeighedOption[] | null = $derived.by(() => {
    const { menu } = this;
    const weighed = this.#weighed;
    return weighed && menu && isSame(weighed.menu, menu) ? weighed.options : null;
  });

  #ahead = ''; // typed in one line, for the same question put again
  #from: Menu | null = null; // the question at which that was typed
  #reading = false; // a line is on its way
  #kept: Kept = NONE;
  rolls: Kept = $derived.by(() => {
    const play = this.play;
    return play ? (this.#kept = keepRolls(this.#kept, play)) : this.#kept;
  });

  constructor(live: Live) {
    this.live = live;
    live.onsteps = (heard) => this.#play(heard);
    for (const heard of live.unheard.splice(0)) this.#play(heard);
  }

  /** Play these steps, if the race was shown before. */
  #play({ steps, from, lines }: Steps): void {
    const start = from ?? (this.live.play ? { ...this.live.play, things: [] } : null);
    if (start) this.playback.add(steps, start, lines, this.live.play?.deadline);
  }

  /** Play what happened since this browser was here last, if it was. */
  async playMissed(): Promise<void> {
    const { id, play } = this.live;
    const after = lookedAt(id);
    if (!play || after === null || after >= play.number || this.settings.speed === 0) return;
    const missed = await api.replay(id, after).catch(() => null); // then it is only not played
    const [first, last] = [missed?.frames[0], missed?.frames.at(-1)];
    if (!missed || !first || !last || this.live.play?.number !== play.number || this.playback.playing) return;
    const { things, headline, standings, track } = first;
    this.playback.add(
      stepsOf(missed.frames),
      { ...play, things, headline, standings, track },
      first.lines,
      play.deadline,
    );
    if (this.playback.playing) this.playback.summary = summaryOf(first, last, missed.lines, this.own);
  }

  hear(scene: Scene, drives: boolean): void {
    if (this.settings.sound && hasClicked()) void play(scene, drives);
  }

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.settings[name] = value;
    keepSettings($state.snapshot(this.settings));
  }

  /** Go to a page of the side, and unfold it. */
  turnTo(tab: Tab): void {
    this.tab = tab;
    if (this.settings.folded && tab !== 'move' && tab !== 'standings') this.set('folded', false);
  }

  /** Reply to a line of the log, in the chat. */
  replyTo(line: number, text: string): void {
    this.reply = { line, text };
    this.turnTo('chat');
  }

  /** Lead to a line of the log. */
  leadTo(line: number): void {
    if (this.settings.mine) this.set('mine', false); // it may be hidden
    this.led = line;
    this.turnTo('log');
  }

  /** Run an action; a refusal is shown, not thrown. */
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

  /** Ask for the chance to win with each option; the table notes it. */
  async wantHint(): Promise<void> {
    const { menu, live } = this;
    if (!menu || !this.mayHint || this.hinting || this.hint) return;
    this.hinting = true;
    this.problem = this.told = '';
    try {
      const { seat, ask } = menu;
      const wanted = { request: newRequest(), token: live.tokenOf(seat), version: live.version ?? 0, seat, ask };
      for (;;) {
        const { state, options } = await api.hint(live.id, wanted);
        if (state === 'done') {
          this.#weighed = { menu, options };
          return;
        }
        this.told = 'The computer prepares for this game. That takes a minute or two, once.';
        await new Promise((done) => setTimeout(done, 2000));
        if (!this.menu || !isSame(this.menu, menu)) return;
      }
    } catch (refused) {
      this.problem = sentence(refused);
    } finally {
      this.hinting = false;
      if (this.#weighed?.menu === menu) this.told = '';
    }
  }

  /** The text of the rule of the option that is looked at, or else of the question. */
  showRule(): void {
    const rule = this.option?.rules[0] ?? this.menu?.prompt.rule;
    if (rule) openRule.show(this.ruleset, rule);
  }

  undo(): void {
    if (this.mayUndo !== null) void this.do({ do: 'undo', seat: this.mayUndo });
  }

  /** Choose an option that was typed. */
  pick(index: number): void {
    this.choose(index, !this.settings.confirm || this.picked === index);
  }

  /** Let the table read a typed line, and carry it out. True if it was understood. */
  async type(line: string): Promise<boolean> {
    if (this.#reading) return false;
    this.#reading = true;
    this.#ahead = '';
    this.problem = '';
    this.told = '';
    const menu = (this.#from = this.covered ? null : this.menu);
    try {
      const { result } = await this.live.do({ do: 'read', seat: menu?.seat ?? null, ask: menu?.ask ?? '', line });
      return this.#take(result);
    } catch (refused) {
      this.problem = sentence(refused);
      return false;
    } finally {
      this.#reading = false;
    }
  }

  /** Go on with the typed line if the same question comes again; else show the rest. */
  goOn(): void {
    const { menu, sent } = this;
    const [line, before] = [this.#ahead, this.#from];
    if (line === '' || !before || !menu || sent || menu.number === before.number) return;
    this.#ahead = '';
    const isSame = menu.seat === before.seat && (menu.ask === before.ask || menu.seat === DICE);
    if (isSame) void this.type(line);
    else this.problem = `Not done any more: ${line}.`;
  }

  #take({ read, rest = '' }: Result): boolean {
    if (!read) return false;
    if (read.kind === 'unclear') {
      this.problem = `${capital(read.problem)}${read.rule && ` (${read.rule})`}.`;
      return false;
    }
    this.#ahead = rest;
    if (read.kind === 'command') this.#obey(read.word, read.argument);
    else {
      const index = this.menu?.options.findIndex(({ name }) => name === read.option) ?? -1;
      if (read.kind === 'choice') this.pick(index);
      else this.#explain(this.menu?.options[index]);
    }
    return true;
  }

  #obey(word: CommandWord, argument: string): void {
    switch (word) {
      case 'help':
        this.open = word;
        break;
      case 'board':
        this.set('text', !this.settings.text);
        break;
      case 'rule':
        if (argument) openRule.show(this.ruleset, argument.toUpperCase());
        else this.problem = 'Which rule? Type its number as well.';
        break;
      case 'undo':
        if (this.mayUndo !== null) this.undo();
        else this.problem = 'There is nothing that you may take back now.';
        break;
      default:
        this.turnTo(word);
    }
  }

  #explain(option: MenuOption | undefined): void {
    if (option) this.told = `${option.label}: ${option.meaning || 'no more to say about it.'}`;
  }
}

function isSame(one: Menu, other: Menu): boolean {
  return one.number === other.number && one.seat === other.seat && one.ask === other.ask;
}
