// The live connection to one table. It reconnects by itself after every interruption, says what it saw
// last, and sends unanswered commands again: the request ids make that harmless.

import { fetchJson, Refused } from './api';
import { keepDigest } from './digests';
import { deviceToken, dropSeat, hostToken, keepSeat, seatToken, tokensOf } from './seats';
import { url } from './site';
import { clockJumped, elapsed, tellTime } from './time';
import type {
  ChatLine,
  Command,
  Ground,
  Hello,
  LogLine,
  Menu,
  Play,
  Push,
  Refusal,
  Result,
  BoardStep,
  TableInfo,
  You,
} from './types';

/** A command of a page: request, version and token are filled in here. */
type Said<C> = C extends { do: string }
  ? Omit<C, 'request' | 'token' | 'version'> & { token?: string; version?: number }
  : never;
export type Wish = Said<Command>;
export interface Done {
  version: number;
  result: Result;
}

/** Steps from the race before, with its number of lines, to the race after. */
export interface Steps {
  steps: BoardStep[];
  from: Play | null;
  lines: number;
}

interface Waiting {
  wish: Wish;
  message: string;
  sent: boolean; // on the line that is open now
  since: number; // by `elapsed`
  resolve: (done: Done) => void;
  reject: (problem: Refused) => void;
}

/** The used part of a WebSocket, so that tests can replace it. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}
export interface Tools {
  connect: (address: string) => Socket;
  find: (id: string) => Promise<unknown>; // rejects with a Refused if there is no such table
}

const FIRST_WAIT = 300; // ms until the first new try; doubled each time
const LONGEST_WAIT = 10_000;
const PATIENCE = 8; // seconds without an answer, after which the line counts as dead
const POLICY = 1008; // why a line was closed: it broke a rule, or a newer one took its place …
const TRY_AGAIN = 1013; // … or the table is full
const COME_AGAIN = 'come again'; // the table says so to all when it stops
const NOBODY_HERE: You = { seats: [], host: false, undo: [] };

const browserTools: Tools = {
  connect: (address) => new WebSocket(address) as unknown as Socket,
  find: (id) => fetchJson(url`api/tables/${id}`),
};

export function liveAddress(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${url`api/tables/${id}/live`}`;
}

export function newRequest(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Live {
  readonly id: string;
  table: TableInfo | null = $state.raw(null);
  ground: Ground | null = $state.raw(null);
  play: Play | null = $state.raw(null);
  lines: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  you: You = $state.raw(NOBODY_HERE);
  menus: Menu[] = $state.raw([]);
  here: number[] = $state.raw([]);
  spectators = $state(0);
  connected = $state(false); // and greeted: what is shown is the newest
  version: number | null = $state(null); // the newest seen; null before the first state
  waiting = $state(0); // commands not answered yet
  turnedAway = $state(''); // why the table did not let us in, or closed the line
  triesIn = $state(0); // seconds until the next try
  /** Called with steps before their outcome is shown; steps are kept until there is a listener. */
  onsteps: ((heard: Steps) => void) | null = null;
  unheard: Steps[] = [];
  missing: Refused | null = $state.raw(null); // there is no such table, or it is not for us

  #tools: Tools;
  #socket: Socket | null = null;
  #commands = new Map<string, Waiting>();
  #wait = FIRST_WAIT;
  #tryAt = 0; // when the next try is, by `elapsed`
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #greeted = false; // this line has answered the hello
  #everything = false; // the next hello asks for all, whatever was seen
  #stopped = true;

  constructor(id: string, tools: Partial<Tools> = {}) {
    this.id = id;
    this.#tools = { ...browserTools, ...tools };
  }

  /** Open the line. The page that made this calls `stop` when it is left. */
  start(): this {
    if (!this.#stopped) return this;
    this.#stopped = false;
    this.#watch = setInterval(() => this.#tick(), 1000);
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#comeBack);
      document.addEventListener('visibilitychange', this.#comeBack);
    }
    this.#open();
    return this;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.#comeBack);
      document.removeEventListener('visibilitychange', this.#comeBack);
    }
    this.#hangUp();
    this.connected = false;
    const gone = new Refused({ kind: 'busy', text: 'The table was left.', rule: '' });
    for (const command of this.#commands.values()) command.reject(gone);
    this.#commands.clear();
    this.waiting = 0;
  }

  /** Do something at the table. Resolves when it is done, once; rejects with a Refused. */
  do(wish: Wish): Promise<Done> {
    const request = newRequest();
    const message = JSON.stringify({ ...this.#complete(wish), request });
    return new Promise<Done>((resolve, reject) => {
      const command = { wish, message, sent: false, since: elapsed(), resolve, reject };
      this.#commands.set(request, command);
      this.waiting = this.#commands.size;
      if (this.#greeted) this.#send(command);
    });
  }

  /** Greet again: the tokens of this browser have changed. */
  greet(): void {
    if (this.#socket === null) return;
    const seen = this.#everything ? null : this.version;
    const hello: Hello = { do: 'hello', tokens: tokensOf(this.id), seen };
    this.#socket.send(JSON.stringify(hello));
  }

  #complete(wish: Wish): object {
    const said: Record<string, unknown> = { ...wish };
    if (wish.do !== 'claim' && said['token'] === undefined) said['token'] = this.#tokenFor(wish);
    if (['answer', 'undo', 'correct', 'skip', 'call', 'read'].includes(wish.do) && said['version'] === undefined)
      said['version'] = this.version ?? 0;
    return said;
  }

  /** What opens this seat here: its own token or the profile's; '' for another's seat. */
  tokenOf(seat: number): string {
    return seatToken(this.id, seat) || (this.you.seats.includes(seat) ? deviceToken() : '');
  }

  /** What this browser shows as the host of the table. */
  hosts(): string {
    return hostToken(this.id) || deviceToken();
  }

  #tokenFor(wish: Wish): string {
    const seat = 'seat' in wish ? wish.seat : null;
    const own = seat !== null ? this.tokenOf(seat) : '';
    if (own !== '') return own;
    const device = deviceToken();
    const host = hostToken(this.id);
    if (host !== '' && wish.do !== 'chat' && wish.do !== 'emote') return host;
    const first = this.you.seats.map((each) => seatToken(this.id, each)).find((token) => token);
    return first || device || host;
  }

  // --- the line

  #open(): void {
    this.#greeted = false;
    this.triesIn = 0;
    const socket = this.#tools.connect(liveAddress(this.id));
    this.#socket = socket;
    socket.onopen = () => {
      if (socket === this.#socket) this.greet();
    };
    socket.onmessage = ({ data }) => {
      const pushes = JSON.parse(String(data)) as Push | Push[];
      for (const push of Array.isArray(pushes) ? pushes : [pushes]) if (socket === this.#socket) this.#heard(push);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if ((code === POLICY || code === TRY_AGAIN) && reason !== '' && reason !== COME_AGAIN) this.#turnAway(reason);
      this.#lost();
    };
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    for (const command of this.#commands.values()) command.sent = false;
    socket?.close();
  }

  #lost(): void {
    const never = this.version === null;
    this.#hangUp();
    this.connected = false;
    if (this.#stopped) return;
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait);
    this.#tryAt = elapsed() + wait / 1000;
    this.#countDown();
    if (never) this.#tools.find(this.id).catch((problem: unknown) => this.#notFound(problem));
  }

  /** A line that cannot be opened gives no reason; this request does. */
  #notFound(problem: unknown): void {
    if (this.#stopped || this.#greeted || !(problem instanceof Refused)) return;
    if (problem.kind === 'unknown') {
      this.missing = problem;
      this.stop();
    } else if (problem.kind === 'too_many' || problem.kind === 'forbidden') this.#turnAway(problem.text);
  }

  /** The table gives its reason for closing the line. Asking again at once would change nothing. */
  #turnAway(why: string): void {
    this.turnedAway = `${why.charAt(0).toUpperCase()}${why.slice(1)}${why.endsWith('.') ? '' : '.'}`;
    this.#wait = LONGEST_WAIT;
  }

  #tick(): void {
    this.#checkPatience();
    this.#countDown();
    if (clockJumped() && this.#greeted) this.greet(); // the answer brings the time
  }

  #countDown(): void {
    const left = this.#socket === null ? this.#tryAt - elapsed() : 0;
    this.triesIn = Math.max(0, Math.ceil(left));
  }

  /** Start over on a new line: the update does not fit the state here. */
  #startOver(): void {
    this.#everything = true;
    this.#hangUp();
    this.#open();
  }

  /** The network is back, or the page is visible again: do not sit out a long wait. */
  #comeBack = (): void => {
    if (document.visibilityState !== 'hidden') this.tryNow();
  };

  /** Try again at once, unless a try is under way. */
  tryNow(): void {
    if (this.#stopped || this.#socket !== null) return;
    clearTimeout(this.#retry);
    this.#wait = FIRST_WAIT;
    this.#open();
  }

  #checkPatience(): void {
    if (!this.#greeted) return;
    const oldest = Math.min(...[...this.#commands.values()].map((command) => command.since));
    if (elapsed() - oldest > PATIENCE) this.#lost();
  }

  #send(command: Waiting): void {
    if (command.sent || this.#socket === null) return;
    command.sent = true;
    command.since = elapsed();
    this.#socket.send(command.message);
  }

  // --- messages of the table

  #heard(push: Push): void {
    switch (push.type) {
      case 'state':
        this.table = push.table;
        this.ground = push.ground;
        this.play = push.play;
        this.lines = push.lines;
        this.chat = push.chat;
        this.#everything = false;
        this.#keepDigest(push.version);
        this.version = push.version;
        this.#welcome();
        break;
      case 'update':
        if (push.lines.keep > this.lines.length || !this.#canFollow(push.play)) {
          this.#startOver(); // something is missing here
          break;
        }
        if (push.steps) this.#step({ steps: push.steps, from: this.play, lines: this.lines.length });
        if (push.table) this.table = push.table;
        if (push.play) this.play = { ...this.play, ...push.play } as Play;
        if (push.lines.add.length > 0 || push.lines.keep < this.lines.length)
          this.lines = [...this.lines.slice(0, push.lines.keep), ...push.lines.add];
        this.#keepDigest(push.version);
        this.version = push.version;
        this.#welcome();
        break;
      case 'current':
        this.version = push.version;
        this.#welcome();
        break;
      case 'time':
        tellTime(push.now);
        break;
      case 'you':
        this.you = push.you;
        break;
      case 'menus':
        this.menus = push.menus;
        break;
      case 'chat':
        if (!this.chat.some((line) => line.id === push.chat.id)) this.chat = [...this.chat, push.chat];
        break;
      case 'here':
        this.here = push.here;
        this.spectators = push.spectators;
        break;
      case 'reply':
        this.#answered(push.request, (command) => {
          this.#noteTokens(command.wish, push.result);
          command.resolve({ version: push.version, result: push.result });
        });
        break;
      case 'refusal':
        this.#refused(push.request, push.error);
        break;
    }
  }

  #step(heard: Steps): void {
    if (this.onsteps) this.onsteps(heard);
    else this.unheard = [heard];
  }

  /** Keep the digest, to be compared with the log after the race. Between two versions nothing happens. */
  #keepDigest(version: number): void {
    const away = this.version === null || version > this.version + 1;
    if (this.play?.digest) keepDigest(this.id, this.play.number, this.play.digest, away);
  }

  /** The board of a moment comes once: whether the changes can be laid over the state here. */
  #canFollow(play: Partial<Play> | null): boolean {
    return play === null || (this.ground !== null && (this.play !== null || 'things' in play));
  }

  /** The table has answered the hello: now all waiting commands are sent. */
  #welcome(): void {
    if (this.#greeted) return;
    this.#greeted = true;
    this.connected = true;
    this.turnedAway = '';
    this.#wait = FIRST_WAIT;
    for (const command of this.#commands.values()) this.#send(command);
  }

  #answered(request: string, then: (command: Waiting) => void): void {
    const command = this.#commands.get(request);
    if (command === undefined) return;
    this.#commands.delete(request);
    this.waiting = this.#commands.size;
    then(command);
  }

  #refused(request: string, error: Refusal): void {
    const ends = { unknown: 404, forbidden: 403 } as const; // there is no table, perhaps no more; we are banned
    if (request === '' && (error.kind === 'unknown' || error.kind === 'forbidden')) {
      this.missing = new Refused(error, ends[error.kind]);
      this.stop();
      return;
    }
    if (request === '' && (error.kind === 'too_many' || error.kind === 'illegal')) this.#turnAway(error.text);
    this.#answered(request, (command) => command.reject(new Refused(error)));
  }

  #noteTokens(wish: Wish, result: Result): void {
    if (wish.do === 'claim') {
      if (result.token === undefined) return;
      if (!wish.token) keepSeat(this.id, wish.seat, result.token); // else it is the profile's
      this.greet();
    } else if (wish.do === 'leave') {
      dropSeat(this.id, wish.seat);
      this.greet();
    }
  }
}
