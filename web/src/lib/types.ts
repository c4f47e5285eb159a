// What the server sends and takes. The server's models are the source; this file follows them.

// --- drawing data: `src/wreckoning/core/shown.py` says what each field means

export type Tone = '' | 'good' | 'bad';
export interface Part { text: string; kind: 'text' | 'die' | 'change'; tone: Tone; face: number }
export interface Line { parts: Part[]; names: string[]; rules: string[]; heading: boolean }
export interface Shape { path: string; paint: string; width: number }
export interface Symbol { name: string; shapes: Shape[] }
export interface Label { x: number; y: number; text: string; size: number; rule: string; about: string; turned: number }
export interface Ground { width: number; height: number; shapes: Shape[]; labels: Label[]; symbols: Symbol[]; around?: string }
export interface Piece {
  key: string; symbol: string; x: number; y: number; heading: number; seat: number;
  text: string; about: string; marks: string[]; faint: boolean;
  mounted?: string[]; // symbols drawn over its own
}
export interface Preview { pieces: Piece[]; shapes: Shape[]; targets: string[]; labels?: Label[]; handle?: [number, number] | null }
export interface Status { name: string; turns: number; tone: Tone }
export interface Gauge { name: string; value: number; most: number; tone: Tone; about: string }
export interface Cell { text: string; paint: string; about: string; here: boolean }
export interface Row {
  seat: number; name: string; player: string; place: number; lap: number; stretch: number; where: string;
  carried: string[]; statuses: Status[]; stance: string; note: string; finished: number; vehicle: string;
  energy: number; most: number; // most 0: a ruleset without
  gauges: Gauge[]; grid: (Cell | null)[][]; grid_title: string;
}
export interface Stretch {
  number: number; name: string; kind: string; road: string; signs: [string, string][]; lying: string[];
  groups: [number, string[]][]; // lap, and drivers front to back
}
export interface Headline { title: string; turn: number; lap: number; laps: number; conditions: string[]; unit: string /* what is counted: turn, round */ }
export interface Finisher {
  seat: number; name: string; player: string; place: number; turns: number; best_lap: number;
  laps: number[]; tallies: [string, number][];
  note: string; // what became of who never came home
}
export interface Prompt {
  question: string; situation: string[]; rule: string; sides: number; default: number | null;
  grip?: [number, number] | null; // what is dragged to an option's handle
}
export interface Option {
  name: string; label: string; meaning: string; chance: number | null; rules: string[]; preview: Preview | null;
  chance_of: string; // what the chance is one of; '' where the label says it
  group?: string; short?: string; // options of one group stand together, each by a few letters
}

// --- the lobby

export interface Card { title: string; text: string; rule: string; group?: string } // of a seat's choice, such as a perk
export interface Switch { name: string; values: string[]; rule: string; text: string } // the first value is the default
export interface CourseCard { key: string; title: string; facts: string; blurb: string }
export interface RulesetCard {
  key: string; title: string; version: string; stage: string; blurb: string; sources: string[];
  seats: [number, number]; bots: string[]; // players a seat can have beside people
  switches: Switch[]; setup: Record<string, Record<string, Card>>;
  setup_usual: { words: string; cards: Record<string, string> }; // what one has who chooses nothing; its cards by kind
  builds: string; // the choice that can be put together; '' for none
  campaign: { players: [number, number]; fields: { name: string; label: string; values: string[] }[] } | null;
  series: { title: string; rule: string; text: string; races: [number, number]; refused: Refused } | null; // races in a row
  courses: CourseCard[];
}
/** Of a seat's choices those that it may not take, and why: by kind, then by card; '' is none of them. */
export type Refused = Record<string, Record<string, string>>;

export interface Series { // such as a Grand Prix
  title: string; rule: string; text: string;
  unit: string; pays: string; // of the score; the figure that is spent
  number: number; over: boolean; // which race this is, from 1; is it the last, and over?
  races: { course: string; table: string | null }[]; // table: of a race that is over
  standings: {
    seat: number; name: string; place: number; score: number; races: number[]; figures: [string, number][];
  }[];
  sold: string[]; // the kinds of choices that are bought between races
  refused: Refused[]; // by seat, before the start
}

export type Pace = { kind: 'live'; seconds: number } | { kind: 'relaxed' } | { kind: 'days'; days: number };
export type TableState = 'open' | 'running' | 'over' | 'abandoned';

export interface Seat {
  seat: number;
  name: string; // '' while open
  player: string; // 'person', 'open', or a bot's name
  driver: string; // who drives now: 'person', a bot's name (handed over), or 'absent' (out of time)
  setup: Record<string, string>;
  vehicle: string; // the setup in words
  text: string; // what the seat adds to the dice
  here: boolean; // is its player's browser connected?
  kept: boolean; // open, and kept for who sat there in the race before
}

export interface TableInfo {
  id: string; title: string; state: TableState;
  ruleset: string; ruleset_title: string; course: { key: string; title: string };
  options: Record<string, string>; pace: Pace; listed: boolean;
  dice: 'fair' | 'physical';
  fair: { match: string; commitment: string; texts: string[]; secret: string | null } | null; // secret: once it is over
  seats: Seat[];
  practice: boolean;
  came_from: { table: string; number: number } | null; // played on from there
  next_table: string | null; // "once more": the table of the next race
  series: Series | null; // the one that this race is of
  created: number; updated: number; // seconds since 1970
}

export interface TableCard { // in lists
  id: string; title: string; state: TableState; ruleset: string; ruleset_title: string; course: string;
  names: string[]; open_seats: number; seats: number; pace: Pace; dice: string; where: string; // "turn 7, lap 2 of 3"
  series: string; // "Grand Prix, race 2 of 3"
  winner: string; updated: number;
}

export interface Glance { table: TableInfo; asked: number[] /* seats waited for */; where: string }

// --- a race at a table

export interface Asked {
  seat: number; // -1: dice to be rolled by hand; -2: the referee
  who: string; question: string; rule: string;
  answered: boolean; // of a group: this one is in, the others are waited for
}
export interface Roll {
  number: number; // from 0
  who: string; question: string; rule: string; natural: number[]; sides: number;
  modifiers: { name: string; value: number; rule: string }[]; result: number;
}
export interface DiceCount { sides: number; rolls: number; faces: number[]; expected: number } // how often each face fell
export interface Play {
  number: number; // answers so far: a moment of the race, for links and for playing on
  digest: string; // of all of them, and of the header: see docs/fair-dice.md
  things: Piece[]; headline: Headline; standings: Row[]; energy: string; track: Stretch[];
  asked: Asked[]; deadline: number | null; // seconds since 1970
  rolls: Roll[]; // of the latest move
  dice: DiceCount[];
  podium: Finisher[] | null; records: string[]; // once it is over
}
export interface You { seats: number[]; host: boolean; undo: number[] /* seats that may undo now */ }
export interface ChatLine { id: number; seat: number; name: string; text: string; at: number }

export interface Menu {
  number: number; // belongs to this moment
  seat: number; who: string; ask: string; // the question's name, to be given back with the answer
  prompt: Prompt; options: Option[]; // for dice: options are the faces
  complete: boolean; // false: chances and previews are still being worked out
}

// --- the live line: ws(s)://…/api/tables/{id}/live

// A message on the line is one of these, or a list of them.
export type Push =
  | { type: 'state'; version: number; table: TableInfo; ground: Ground | null; play: Play | null; lines: Line[]; chat: ChatLine[] }
  | { type: 'update'; version: number; table: TableInfo | null; play: Partial<Play> | null; // what a play leaves out is as it was
      lines: { keep: number; add: Line[] } } // keep so many lines of what you have, then add these
  | { type: 'current'; version: number } // after hello: nothing was missed
  | { type: 'you'; you: You }
  | { type: 'menus'; menus: Menu[] } // all open questions of your seats; replaces those before
  | { type: 'chat'; chat: ChatLine }
  | { type: 'here'; here: number[]; spectators: number } // seats whose players are connected
  | { type: 'reply'; request: string; version: number; result: unknown }
  | { type: 'refusal'; request: string; version: number; error: Refusal };

export interface Refusal {
  kind: 'malformed' | 'illegal' | 'not_your_turn' | 'stale' | 'over' | 'forbidden' | 'unknown' | 'too_many' | 'busy';
  text: string; // one line
  rule: string;
}

// The first message on the line, and again whenever the tokens change.
export interface Hello { do: 'hello'; tokens: string[]; seen: number | null }

// Everything else: the same commands by the line (with `do`) and by POST /api/tables/{id}/{do}.
// `request` is a random text, unique for each thing done: said twice, it is done once.
// `token` is the seat's or the host's. `version` is the newest the sender saw.
export type Command =
  | { do: 'claim'; request: string; seat: number; name: string; setup: Record<string, string>; text: string } // result: {token}
  | { do: 'change'; request: string; token: string; seat: number; name?: string; setup?: Record<string, string>; text?: string }
  | { do: 'leave'; request: string; token: string; seat: number } // before the start
  | { do: 'seat_bot'; request: string; token: string; seat: number; player: string } // the host: 'rookie', 'open', …
  | { do: 'start'; request: string; token: string }
  | { do: 'answer'; request: string; token: string; version: number; seat: number; ask: string; answer: string }
  | { do: 'undo'; request: string; token: string; version: number; seat: number }
  | { do: 'hand_over'; request: string; token: string; seat: number; player: string } // to a bot
  | { do: 'take_back'; request: string; token: string; seat: number } // from the bot, or back from being absent
  | { do: 'correct'; request: string; token: string; version: number; changes: Record<string, unknown> } // the host as referee
  | { do: 'abandon'; request: string; token: string }
  | { do: 'chat'; request: string; token: string; text: string };

// --- plain HTTP (all JSON, errors are {error: Refusal})
// GET  /api/rulesets                         RulesetCard[]
// GET  /api/rulesets/{key}/rules             RulesPage
// GET  /api/rulesets/{key}/courses/{course}  {ground: Ground, features: string[]}
// GET  /api/tables?state=open|running|over&offset=0   {tables: TableCard[], more: boolean}
// POST /api/tables   NewTable                {id, host: token, seats: [{seat, token}]}
// GET  /api/tables/several?id=…&id=…         {tables: Glance[]}: of those that there are
// GET  /api/tables/{id}                      the `state` push
// POST /api/tables/{id}/{do}                 {version, result}
// GET  /api/tables/{id}/invitation.svg       QR code of the table's address
// GET  /api/tables/{id}/log                  the log, JSON Lines
// GET  /api/tables/{id}/replay               Replay
// POST /api/tables/{id}/fork  {number}       {id, host: token, seats: []}: a new table that plays on from there
// POST /api/tables/{id}/again  {tokens}      {id, host, seats}: the table of the next race; whose seats these were sits there
export interface NewTable {
  ruleset: string; course: string; options: Record<string, string>; pace: Pace; listed: boolean; dice: 'fair' | 'physical';
  then?: string[]; // the courses of the races that follow in one series
  // 'mine': claimed at once by who makes the table, and the answer carries its token
  seats: { player: string /* 'mine' | 'open' | a bot */; name: string; setup: Record<string, string>; text: string }[];
  practice: boolean;
}
export interface Replay {
  table: TableInfo; ground: Ground; lines: Line[];
  frames: { number: number; lines: number /* so many lines told */; things: Piece[]; headline: Headline; standings: Row[]; track: Stretch[]; rolls: Roll[] }[];
  energy: string; podium: Finisher[] | null; records: string[];
}
export interface RulesPage {
  ruleset: string; title: string; version: string;
  chapters: { title: string; anchor: string; blocks: { number: string; html: string; text: string }[] }[];
}
