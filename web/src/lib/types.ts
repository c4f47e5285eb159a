// Made by scripts/types from the server's models (src/wreckoning/table/replies.py and models.py):
// change those.

export type Tells = 'turn' | 'posts';
export type Pace = Live | Relaxed | Days;
export type CampaignState = 'open' | 'running' | 'over';
export type WaitAtPace = number | 'never' | null;
export type Setting = boolean | number | string | null;
export type EmoteName = 'honk' | 'wow' | 'ouch' | 'thanks' | 'sorry' | 'hurry';
export type Command =
  | Claim
  | ChangeSeat
  | Leave
  | SeatBot
  | Remove
  | Mute
  | Lift
  | Start
  | GiveAnswer
  | Undo
  | HandOver
  | TakeBack
  | GiveOrders
  | RaceOn
  | Correct
  | SkipSeat
  | Call
  | Abandon
  | Chat
  | Emote
  | ReadLine;
export type CommandWord =
  'undo' | 'help' | 'board' | 'standings' | 'log' | 'dice' | 'chat' | 'rule';
export type TableState = 'open' | 'running' | 'over' | 'abandoned';
export type MoveRead = OptionRead | CommandRead | UnclearRead;
export type LeagueStateWord = 'open' | 'running' | 'over';
export type LeagueCommand =
  | SignUp
  | Withdraw
  | CheckIn
  | OpenRound
  | CloseRound
  | Advance
  | Replace
  | CorrectResult
  | ChangeLeague
  | NextSeason;
export type Push =
  State | Update | Current | TimeNow | YouAre | MenusNow | Said | Here | Reply | Refuses;
export type RefusalKind =
  | 'malformed'
  | 'illegal'
  | 'not_your_turn'
  | 'stale'
  | 'over'
  | 'forbidden'
  | 'unknown'
  | 'too_many'
  | 'busy'
  | 'failed';
export type ReviewedStep = ReviewedDie | ReviewedChoice;

/**
 * All types by name.
 */
export interface Everything {
  Abandon: Abandon;
  AddedModifier: AddedModifier;
  Adopted: Adopted;
  Advance: Advance;
  Again: Again;
  AsHost: AsHost;
  AwayRow: AwayRow;
  BoardStep: BoardStep;
  Build: Build;
  BuildProblem: BuildProblem;
  Built: Built;
  BuiltPart: BuiltPart;
  BuiltVehicle: BuiltVehicle;
  CalendarRow: CalendarRow;
  Call: Call;
  CameFrom: CameFrom;
  CampaignCard: CampaignCard;
  CampaignCards: CampaignCards;
  CampaignClaim: CampaignClaim;
  CampaignFairness: CampaignFairness;
  CampaignForm: CampaignForm;
  CampaignGameCard: CampaignGameCard;
  CampaignInfo: CampaignInfo;
  CampaignMove: CampaignMove;
  CampaignMoveOffer: CampaignMoveOffer;
  CampaignStanding: CampaignStanding;
  CampaignState: CampaignState;
  CampaignTable: CampaignTable;
  CampaignText: CampaignText;
  CampaignView: CampaignView;
  CampaignYou: CampaignYou;
  Card: Card;
  Cell: Cell;
  ChampionsOf: ChampionsOf;
  ChangeLeague: ChangeLeague;
  ChangeProfile: ChangeProfile;
  ChangeSeat: ChangeSeat;
  Channel: Channel;
  ChannelKind: ChannelKind;
  Channels: Channels;
  Chat: Chat;
  ChatLine: ChatLine;
  CheckIn: CheckIn;
  CheckOrders: CheckOrders;
  CheckedOrders: CheckedOrders;
  Claim: Claim;
  Claimed: Claimed;
  CloseRound: CloseRound;
  Command: Command;
  CommandRead: CommandRead;
  CommandWord: CommandWord;
  Correct: Correct;
  CorrectResult: CorrectResult;
  CorrectionCard: CorrectionCard;
  CostlyDecision: CostlyDecision;
  CourseBest: CourseBest;
  CourseCard: CourseCard;
  CourseName: CourseName;
  CoursePage: CoursePage;
  Current: Current;
  CurrentRaces: CurrentRaces;
  DailyMade: DailyMade;
  DailyRace: DailyRace;
  DailyResult: DailyResult;
  Days: Days;
  Device: Device;
  DiceCount: DiceCount;
  DiceRoll: DiceRoll;
  Division: Division;
  DivisionCard: DivisionCard;
  Done: Done;
  DriveRow: DriveRow;
  DriverField: DriverField;
  DriverFields: DriverFields;
  Effect: Effect;
  Emote: Emote;
  EmoteName: EmoteName;
  EventReference: EventReference;
  Fairness: Fairness;
  FieldForm: FieldForm;
  FieldReference: FieldReference;
  Finisher: Finisher;
  FirstRaceCard: FirstRaceCard;
  Fork: Fork;
  FormField: FormField;
  Frame: Frame;
  GamePlayer: GamePlayer;
  GameResults: GameResults;
  Gauge: Gauge;
  GiveAnswer: GiveAnswer;
  GiveOrders: GiveOrders;
  Glance: Glance;
  Glances: Glances;
  Ground: Ground;
  HTTPValidationError: HTTPValidationError;
  HandOver: HandOver;
  Headline: Headline;
  Health: Health;
  Held: Held;
  Hello: Hello;
  Here: Here;
  Hint: Hint;
  HintNoted: HintNoted;
  Holiday: Holiday;
  HouseFile: HouseFile;
  HouseRule: HouseRule;
  Join: Join;
  JoinLink: JoinLink;
  Label: Label;
  LeagueCalendar: LeagueCalendar;
  LeagueCard: LeagueCard;
  LeagueCards: LeagueCards;
  LeagueCommand: LeagueCommand;
  LeagueDone: LeagueDone;
  LeagueDriver: LeagueDriver;
  LeagueEntries: LeagueEntries;
  LeagueEntryCard: LeagueEntryCard;
  LeagueInfo: LeagueInfo;
  LeagueInvitation: LeagueInvitation;
  LeagueRatings: LeagueRatings;
  LeagueRecords: LeagueRecords;
  LeagueResults: LeagueResults;
  LeagueRound: LeagueRound;
  LeagueStandings: LeagueStandings;
  LeagueStateWord: LeagueStateWord;
  LeagueTeams: LeagueTeams;
  LeagueTerms: LeagueTerms;
  LeagueYou: LeagueYou;
  LearningPage: LearningPage;
  Leave: Leave;
  LessonNow: LessonNow;
  Lift: Lift;
  LineChange: LineChange;
  Live: Live;
  LogLine: LogLine;
  Look: Look;
  LookAtLeague: LookAtLeague;
  Made: Made;
  MadeLeague: MadeLeague;
  MeetingRow: MeetingRow;
  Menu: Menu;
  MenuOption: MenuOption;
  MenusNow: MenusNow;
  ModifierReference: ModifierReference;
  Moment: Moment;
  MoveRead: MoveRead;
  Mute: Mute;
  NewCampaign: NewCampaign;
  NewChannel: NewChannel;
  NewDailyRace: NewDailyRace;
  NewFirstRace: NewFirstRace;
  NewLeague: NewLeague;
  NewPlayer: NewPlayer;
  NewProfile: NewProfile;
  NewSeat: NewSeat;
  NewTable: NewTable;
  NewTableChannel: NewTableChannel;
  NextRoll: NextRoll;
  NextSeason: NextSeason;
  OpenRound: OpenRound;
  OptionRead: OptionRead;
  OrderKind: OrderKind;
  OrderRule: OrderRule;
  OrderedNow: OrderedNow;
  OrdersForm: OrdersForm;
  OrdersInForce: OrdersInForce;
  OwnAnswer: OwnAnswer;
  OwnDailyRace: OwnDailyRace;
  OwnOrders: OwnOrders;
  OwnProfile: OwnProfile;
  OwnRace: OwnRace;
  OwnRaces: OwnRaces;
  OwnSeat: OwnSeat;
  OwnedVehicle: OwnedVehicle;
  Pace: Pace;
  Part: Part;
  PartToAdd: PartToAdd;
  Passkey: Passkey;
  PasskeyCard: PasskeyCard;
  PasskeyOptions: PasskeyOptions;
  Piece: Piece;
  Play: Play;
  Points: Points;
  PointsTables: PointsTables;
  Preview: Preview;
  ProfilePage: ProfilePage;
  ProfileSettings: ProfileSettings;
  Prompt: Prompt;
  Push: Push;
  PushKeys: PushKeys;
  QuestionReference: QuestionReference;
  QuickStart: QuickStart;
  QuietHours: QuietHours;
  RaceOn: RaceOn;
  RacePlace: RacePlace;
  RaceReview: RaceReview;
  RatedDecision: RatedDecision;
  RatedOption: RatedOption;
  RatingRow: RatingRow;
  ReadHouse: ReadHouse;
  ReadLine: ReadLine;
  ReadyMade: ReadyMade;
  RecordRow: RecordRow;
  RefereeSubject: RefereeSubject;
  Reference: Reference;
  Refusal: Refusal;
  RefusalKind: RefusalKind;
  Refused: Refused;
  Refuses: Refuses;
  Refusing: Refusing;
  Relaxed: Relaxed;
  Remove: Remove;
  Removed: Removed;
  Replace: Replace;
  Replay: Replay;
  Reply: Reply;
  Result: Result;
  ResultRow: ResultRow;
  ReviewAmount: ReviewAmount;
  ReviewAnswer: ReviewAnswer;
  ReviewPoint: ReviewPoint;
  ReviewRival: ReviewRival;
  ReviewRoll: ReviewRoll;
  ReviewState: ReviewState;
  ReviewedChoice: ReviewedChoice;
  ReviewedDie: ReviewedDie;
  ReviewedDriver: ReviewedDriver;
  ReviewedStep: ReviewedStep;
  Rhythm: Rhythm;
  RollKind: RollKind;
  RosterForm: RosterForm;
  Row: Row;
  RuleBlock: RuleBlock;
  RuleChapter: RuleChapter;
  RulesPage: RulesPage;
  RulesetCard: RulesetCard;
  Said: Said;
  SeasonLuck: SeasonLuck;
  SeatBot: SeatBot;
  SeatHoliday: SeatHoliday;
  SeatInfo: SeatInfo;
  SeriesCard: SeriesCard;
  SeriesInfo: SeriesInfo;
  SeriesRace: SeriesRace;
  SeriesStanding: SeriesStanding;
  Setting: Setting;
  Shape: Shape;
  SignUp: SignUp;
  SignedIn: SignedIn;
  SkipSeat: SkipSeat;
  StandingsRow: StandingsRow;
  Start: Start;
  State: State;
  Status: Status;
  StoryRound: StoryRound;
  Stretch: Stretch;
  Subscription: Subscription;
  SubstitutionCard: SubstitutionCard;
  SwitchCard: SwitchCard;
  Symbol: Symbol;
  TableCard: TableCard;
  TableInfo: TableInfo;
  TablePage: TablePage;
  TableState: TableState;
  TableSummary: TableSummary;
  TakeBack: TakeBack;
  TaughtStep: TaughtStep;
  TeamSize: TeamSize;
  TeamStandingsRow: TeamStandingsRow;
  Tells: Tells;
  TimeNow: TimeNow;
  TurnPost: TurnPost;
  UnclearRead: UnclearRead;
  Undo: Undo;
  Update: Update;
  UsualSetup: UsualSetup;
  ValidationError: ValidationError;
  VehicleToAdd: VehicleToAdd;
  WaitAtPace: WaitAtPace;
  Waiting: Waiting;
  WaitsByPace: WaitsByPace;
  WantHint: WantHint;
  WeighedOption: WeighedOption;
  Withdraw: Withdraw;
  You: You;
  YouAre: YouAre;
}
/**
 * The host ends the race for good.
 */
export interface Abandon {
  request: string;
  token: string;
  do: 'abandon';
}
/**
 * A modifier that was added to a die.
 */
export interface AddedModifier {
  name: string;
  value: number;
  rule: string;
}
/**
 * The tables where all that was held belongs to the profile now.
 */
export interface Adopted {
  tables: string[];
}
/**
 * The owner goes on: closes the round that is open, and opens the next one.
 */
export interface Advance {
  request: string;
  token: string;
  do: 'advance';
}
/**
 * Race again with the same seats: players with these tokens keep theirs.
 */
export interface Again {
  tokens?: string[];
}
/**
 * A request of a table's host, or a league's owner: by their token, or that of a device.
 *
 * `tells`: the channels that are told whose turn it is, or those that get each turn's post.
 */
export interface AsHost {
  token: string;
  tells?: Tells;
}
/**
 * When a driver left the league, and when they came back; 0 while they are away.
 */
export interface AwayRow {
  left: number;
  back: number;
}
/**
 * A step to play on the board: what has changed there and what is gone.
 *
 * `lines` are told after it. The effects are shown when moving pieces have arrived.
 */
export interface BoardStep {
  lines: number;
  things: Piece[];
  gone: string[];
  rolls: DiceRoll[];
  effects: Effect[];
}
/**
 * A thing that moves, comes or goes. `key` identifies it before and after a move.
 */
export interface Piece {
  key: string;
  symbol: string;
  x: number;
  y: number;
  heading: number;
  seat: number;
  text: string;
  about: string;
  marks: string[];
  faint: boolean;
  mounted: string[];
}
/**
 * A roll of the race, by its number from 0, with its modifiers.
 */
export interface DiceRoll {
  number: number;
  who: string;
  question: string;
  rule: string;
  natural: number[];
  sides: number;
  modifiers: AddedModifier[];
  result: number;
}
/**
 * Something that is seen on the board for a moment.
 */
export interface Effect {
  kind: 'bump' | 'crash' | 'shot' | 'blast' | 'slip' | 'boost' | 'item' | 'flag' | 'good' | 'bad';
  x: number;
  y: number;
  source: [number, number] | null;
  key: string;
}
/**
 * A team under construction, for a size of game; `name` is the new name of a vehicle.
 */
export interface Build {
  code?: string;
  size?: string;
  vehicle?: number;
  name?: string;
}
/**
 * A fault of a team; `missing`: something is still missing.
 */
export interface BuildProblem {
  vehicle: number;
  text: string;
  rule: string;
  missing: boolean;
}
/**
 * A team under construction, and the parts that may be added or removed.
 */
export interface Built {
  code: string;
  title: string;
  text: string;
  size: string;
  size_words: string;
  points: number;
  limit: number;
  legal: boolean;
  problems: BuildProblem[];
  file: string;
  sizes: TeamSize[];
  ready_made: ReadyMade[];
  vehicles: BuiltVehicle[];
  add: VehicleToAdd[];
}
/**
 * A size of game.
 */
export interface TeamSize {
  key: string;
  title: string;
  words: string;
}
/**
 * A ready-made team.
 */
export interface ReadyMade {
  key: string;
  title: string;
  text: string;
  points: number;
  vehicles: number;
  code: string;
}
/**
 * A vehicle of a team. `without`, `again`: the team's codes without it, and with it twice.
 */
export interface BuiltVehicle {
  name: string;
  card: string;
  points: number;
  figures: [string, number][];
  special: string[];
  parts: BuiltPart[];
  add: PartToAdd[];
  without: string;
  again: string;
}
/**
 * A part of a vehicle; `without` is the code of the team without it.
 */
export interface BuiltPart {
  title: string;
  text: string;
  points: number;
  without: string;
}
/**
 * A part that may be added, and the code of the team with it; `off` says why not.
 */
export interface PartToAdd {
  kind: string;
  title: string;
  text: string;
  points: number;
  code: string;
  off: string;
}
/**
 * A vehicle that may be added, and the code of the team with it; `off` says why not.
 */
export interface VehicleToAdd {
  title: string;
  text: string;
  points: number;
  code: string;
  off: string;
}
/**
 * A round of the calendar. `house_rules`: what its options and its house file change.
 */
export interface CalendarRow {
  round: number;
  title: string;
  ruleset: string;
  game: string;
  courses: string[];
  pace: Pace;
  opens: number | null;
  closes: number | null;
  words: string;
  state: 'planned' | 'open' | 'over';
  races: number;
  awaited: number;
  house_rules: HouseRule[];
  plan: LeagueRound;
}
/**
 * A clock: so many seconds for each decision.
 */
export interface Live {
  kind: 'live';
  seconds: number;
}
/**
 * No clock.
 */
export interface Relaxed {
  kind: 'relaxed';
}
/**
 * By post: so many days for each decision.
 *
 * `holidays`: while a player is on holiday the race waits for them, together `holiday_days` days a
 * race at most, or a bot drives.
 */
export interface Days {
  kind: 'days';
  days: number;
  holidays?: 'wait' | 'bot';
  holiday_days?: number;
}
/**
 * A house rule in force: what it changes, as a sentence without a full stop, and its rule.
 */
export interface HouseRule {
  text: string;
  rule: string;
}
/**
 * A round of the calendar. Several courses are one series of races, such as a Grand Prix.
 *
 * With `campaign`, its settings, each group plays a campaign instead, and there is no course.
 * `house` is the text of a house file: own cards and figures, as TOML. `laps` of 0 means the
 * course's own. `opens` and `closes` are local times of the league.
 */
export interface LeagueRound {
  title?: string;
  ruleset: string;
  courses: string[];
  campaign?: {
    [k: string]: string;
  } | null;
  options?: {
    [k: string]: string;
  };
  house?: string;
  pace?: Pace;
  laps?: number;
  seats?: number;
  heats?: number;
  final?: number;
  best_of?: number;
  scoring?: 'league' | 'own' | 'order';
  opens?: string | null;
  closes?: string | null;
  opened?: number | null;
  closed?: number | null;
  lineups?: number[][];
  present?: number[];
}
/**
 * The host, as referee, has a driver roll a check that the rules do not know.
 *
 * A die with so many sides, and the modifier, must reach the target. `rolled` is what a real die
 * shows, at a table with physical dice. What follows is a correction.
 */
export interface Call {
  request: string;
  token: string;
  do: 'call';
  version: number;
  seat: number;
  target: number;
  sides?: number;
  modifier?: number;
  rolled?: number;
  reason: string;
}
/**
 * The race that this one was forked from, after this many answers.
 */
export interface CameFrom {
  table: string;
  number: number;
}
/**
 * A campaign in a list.
 */
export interface CampaignCard {
  title: string;
  headline: string;
  names: string[];
  state: CampaignState;
  id: string;
  ruleset: string;
  updated: number;
}
/**
 * A page of public campaigns.
 */
export interface CampaignCards {
  campaigns: CampaignCard[];
  page: number;
  pages: number;
}
/**
 * Take an open seat of a campaign.
 */
export interface CampaignClaim {
  request: string;
  seat: number;
  name: string;
  text?: string;
  token?: string;
}
/**
 * The data to check the dice by; while `open`, texts may be given.
 */
export interface CampaignFairness {
  match: string;
  commitment: string;
  texts: string[];
  open: boolean;
  secret: string | null;
}
/**
 * The form of a new campaign: the least and most players, and its fields.
 */
export interface CampaignForm {
  /**
   * @minItems 2
   * @maxItems 2
   */
  players: [number, number];
  fields: FormField[];
}
/**
 * A setting of a new campaign, and its possible values.
 */
export interface FormField {
  name: string;
  label: string;
  values: string[];
}
/**
 * A game of a campaign.
 */
export interface CampaignGameCard {
  number: number;
  round: number;
  mission: string;
  over: boolean;
  players: GamePlayer[];
}
/**
 * A player of a campaign's game; `points` once it is over.
 */
export interface GamePlayer {
  seat: number;
  name: string;
  points: number | null;
  won: boolean;
}
/**
 * A campaign as one player sees it.
 *
 * `open` are the seats that can be taken; `problem` says why it does not go on here, '' if nothing
 * is wrong. `league` is the id of the league to which it belongs, or ''.
 */
export interface CampaignInfo {
  id: string;
  ruleset: string;
  ruleset_title: string;
  state: CampaignState;
  version: number;
  listed: boolean;
  pace: Pace;
  you: CampaignYou;
  open: number[];
  tables: CampaignTable[];
  fair: CampaignFairness;
  page: CampaignView;
  problem: string;
  league: string;
}
/**
 * Your own seats, and whether you are the host.
 */
export interface CampaignYou {
  seats: number[];
  host: boolean;
}
/**
 * The table of a campaign's game, and your own seats there.
 */
export interface CampaignTable {
  game: number;
  table: string;
  seats: OwnSeat[];
}
/**
 * A seat, and the token for its answers.
 */
export interface OwnSeat {
  seat: number;
  token: string;
}
/**
 * A campaign as one player sees it, by its ruleset.
 */
export interface CampaignView {
  title: string;
  headline: string;
  phase: string;
  now: string;
  waited_for: number[];
  round: number;
  rounds: number;
  size: string;
  standings: CampaignStanding[];
  games: CampaignGameCard[];
  roster: OwnedVehicle[];
  pool: number;
  build: RosterForm | null;
  field: FieldForm | null;
  moves: CampaignMoveOffer[];
  moves_now: string;
  story: StoryRound[];
}
/**
 * A player's place in a campaign, and the points that it counts; `bot` is '' for a person.
 */
export interface CampaignStanding {
  seat: number;
  name: string;
  bot: string;
  place: number;
  points: number;
  figures: [string, number | string][];
  waited_for: boolean;
}
/**
 * A vehicle in a roster.
 */
export interface OwnedVehicle {
  key: number;
  title: string;
  card: string;
  parts: string[];
  points: number;
  state: string;
  fielded: boolean;
  code: string;
  moves: CampaignMoveOffer[];
}
/**
 * A possible move in a campaign; `off` says why not now. Send `move` back to make it.
 */
export interface CampaignMoveOffer {
  label: string;
  meaning: string;
  move: {
    [k: string]: unknown;
  };
  off: string;
}
/**
 * The form of a new roster: how many vehicles, and for how many points.
 */
export interface RosterForm {
  least: number;
  most: number;
  points: number;
  ready_made: ReadyMade[];
  code: string;
}
/**
 * The form of a team for a game.
 */
export interface FieldForm {
  least: number;
  most: number;
  points: number;
  chosen: number[];
  done: boolean;
}
/**
 * The events of a round.
 */
export interface StoryRound {
  round: number;
  lines: string[];
}
/**
 * Make a move in a campaign, as its page offers it; for seat −1 by the host.
 */
export interface CampaignMove {
  request: string;
  token: string;
  seat: number;
  version: number;
  move: {
    [k: string]: unknown;
  };
}
/**
 * Another text for the dice of a campaign, before its first roll.
 */
export interface CampaignText {
  request: string;
  token: string;
  seat: number;
  text: string;
}
/**
 * One of a seat's choices, such as a perk. Cards with the same `group` are shown together.
 */
export interface Card {
  title: string;
  text: string;
  rule: string;
  group?: string;
}
/**
 * A field of a small table on a dashboard; `paint` is a word as in Shape, '' for none.
 */
export interface Cell {
  text: string;
  paint: string;
  about: string;
  here: boolean;
}
/**
 * The best drivers of leagues that are over meet: seeded by place, then by share of points.
 */
export interface ChampionsOf {
  leagues: string[];
  each?: number;
  kind?: 'bracket' | 'ladder';
  go_on?: number;
}
/**
 * The owner changes the league. `rounds` replace those that have not opened.
 */
export interface ChangeLeague {
  request: string;
  token: string;
  do: 'change';
  title?: string | null;
  text?: string | null;
  listed?: boolean | null;
  sign_up?: ('open' | 'closed') | null;
  points?: Points | null;
  rounds?: LeagueRound[] | null;
}
/**
 * The points for a race: by place, and for tallies.
 *
 * `each` pays for every unit of a tally, `most` the drivers with the most of it.
 */
export interface Points {
  key?: string;
  title?: string;
  places: number[];
  pole?: number;
  fastest_lap?: number;
  each?: {
    [k: string]: number;
  };
  most?: {
    [k: string]: number;
  };
  drop?: number;
}
/**
 * A new name, colour or settings; missing fields stay as they are.
 */
export interface ChangeProfile {
  name?: string | null;
  colour?: string | null;
  public?: boolean | null;
  wait?: number | null;
  waits?: WaitsByPace | null;
  rhythm?: Rhythm | null;
  page?: {
    [k: string]: Setting;
  } | null;
}
/**
 * How many minutes a question waits in a race of each pace; null: as in all others.
 */
export interface WaitsByPace {
  live?: WaitAtPace;
  relaxed?: WaitAtPace;
  days?: WaitAtPace;
}
/**
 * When a person wants to be left alone by races by post.
 *
 * `zone` is a name of the IANA database, '' for UTC. `days_off`: 0 is Monday. `remind`: so many
 * hours before a deadline; 0 for never.
 */
export interface Rhythm {
  zone?: string;
  quiet?: QuietHours | null;
  days_off?: number[];
  holidays?: Holiday[];
  remind?: number;
}
/**
 * From when until when, each day, by the person's own clock.
 */
export interface QuietHours {
  since: string;
  until: string;
}
/**
 * Whole days, the first and the last of them, by the person's own calendar.
 */
export interface Holiday {
  first: string;
  last: string;
}
/**
 * Another name, vehicle or text, before the start.
 */
export interface ChangeSeat {
  request: string;
  token: string;
  do: 'change';
  seat: number;
  name?: string | null;
  setup?: {
    [k: string]: string;
  } | null;
  text?: string | null;
}
/**
 * A channel as its owner sees it. `here`: it is the asking browser.
 */
export interface Channel {
  id: string;
  kind: string;
  title: string;
  name: string;
  created: number;
  sent: number | null;
  problem: string;
  here: boolean;
}
/**
 * A kind of channel that is switched on, with an example of its addresses.
 */
export interface ChannelKind {
  key: string;
  title: string;
  example: string;
}
/**
 * The channels of a person or a table, and those that may be added.
 *
 * `push` is the server's key for Web Push; '' if that is switched off.
 */
export interface Channels {
  kinds: ChannelKind[];
  push: string;
  channels: Channel[];
}
/**
 * Say something at the table; with `line` as a reply to that line of the log.
 */
export interface Chat {
  request: string;
  token: string;
  do: 'chat';
  text: string;
  line?: number | null;
}
/**
 * A chat message. `line` is the number of the log line that it quotes.
 */
export interface ChatLine {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  emote: EmoteName | '';
  line: number | null;
  quote: string;
}
/**
 * Say that you are here for an open round.
 */
export interface CheckIn {
  request: string;
  token: string;
  do: 'check_in';
  entry: number;
  round: number;
}
/**
 * Check orders before they are given: what they mean, and what they choose now.
 */
export interface CheckOrders {
  token: string;
  seat: number;
  text: string;
}
/**
 * Orders as they were understood, written back as `text`, or the `problem` in a line.
 *
 * `now`: what they choose at the questions that are open for the seat.
 */
export interface CheckedOrders {
  problem: string;
  text: string;
  rules: OrderRule[];
  otherwise: 'wait' | 'usual';
  until: 'changed' | 'this turn' | 'next turn';
  now: OrderedNow[];
}
/**
 * What orders say of a kind of questions: the preferences, the best first.
 */
export interface OrderRule {
  kind: string;
  preferences: string[];
}
/**
 * What orders choose at an open question: an option, or '' to wait for the player.
 *
 * `kind` and `said` are the order behind it; `kind` is '' if none fits. `chance` is a chance of
 * `chance_of`, if the option shows one.
 */
export interface OrderedNow {
  ask: string;
  question: string;
  kind: string;
  said: string;
  option: string;
  label: string;
  chance: number | null;
  chance_of: string;
}
/**
 * Take an open seat. With a device's `token` it belongs to that profile.
 */
export interface Claim {
  request: string;
  do: 'claim';
  seat: number;
  name: string;
  setup?: {
    [k: string]: string;
  };
  text?: string;
  token?: string;
}
/**
 * The token of a claimed seat.
 */
export interface Claimed {
  token: string;
}
/**
 * The owner closes a round now; races that are not over do not count.
 */
export interface CloseRound {
  request: string;
  token: string;
  do: 'close';
  round: number;
}
/**
 * Give a seat up, before the start.
 */
export interface Leave {
  request: string;
  token: string;
  do: 'leave';
  seat: number;
}
/**
 * The host puts a bot into a seat, or opens it again.
 */
export interface SeatBot {
  request: string;
  token: string;
  do: 'seat_bot';
  seat: number;
  player: string;
}
/**
 * The host takes a seat from its player; with `ban` they may not come back to this table.
 */
export interface Remove {
  request: string;
  token: string;
  do: 'remove';
  seat: number;
  ban?: boolean;
}
/**
 * The host keeps a player from talking, or lets them talk again.
 */
export interface Mute {
  request: string;
  token: string;
  do: 'mute';
  seat: number;
  muted?: boolean;
}
/**
 * The host lifts a ban: which of them, and against which name.
 */
export interface Lift {
  request: string;
  token: string;
  do: 'lift';
  number: number;
  name: string;
}
/**
 * The host starts the race.
 */
export interface Start {
  request: string;
  token: string;
  do: 'start';
}
/**
 * An answer to an open question. Dice rolled by hand are seat −1, the referee is −2.
 */
export interface GiveAnswer {
  request: string;
  token: string;
  do: 'answer';
  version: number;
  seat: number;
  ask: string;
  answer: string;
}
/**
 * Take the last answer back, if the rules for undo allow it.
 */
export interface Undo {
  request: string;
  token: string;
  do: 'undo';
  version: number;
  seat: number;
}
/**
 * Let a bot drive this seat from now on.
 */
export interface HandOver {
  request: string;
  token: string;
  do: 'hand_over';
  seat: number;
  player: string;
}
/**
 * Drive again instead of the bot.
 */
export interface TakeBack {
  request: string;
  token: string;
  do: 'take_back';
  seat: number;
}
/**
 * Give your seat's standing answers ahead as text, instead of those it has; '' for none.
 *
 * Questions that they cover are answered at once. Nobody else sees them before they are used.
 */
export interface GiveOrders {
  request: string;
  token: string;
  do: 'orders';
  seat: number;
  text: string;
}
/**
 * Let the bots race on to the end, where no player drives any more and the race waits.
 */
export interface RaceOn {
  request: string;
  token: string;
  do: 'race_on';
}
/**
 * The host, as referee, lays a partial position over the race. The reason stands in the log.
 *
 * With empty `changes`, only answers are taken back.
 */
export interface Correct {
  request: string;
  token: string;
  do: 'correct';
  version: number;
  changes: {
    [k: string]: unknown;
  };
  reason: string;
}
/**
 * The host, as referee, skips a seat's open question, or all of its questions this turn.
 *
 * They are answered as for an absent player. The reason stands in the log.
 */
export interface SkipSeat {
  request: string;
  token: string;
  do: 'skip';
  version: number;
  seat: number;
  reason: string;
  turn?: boolean;
}
/**
 * Say one of a few things by one click.
 */
export interface Emote {
  request: string;
  token: string;
  do: 'emote';
  emote: EmoteName;
}
/**
 * Ask what a typed line means at a seat's open question, or as a command without one.
 *
 * The reply says what it would choose; the answer itself is a separate command.
 */
export interface ReadLine {
  request: string;
  token: string;
  do: 'read';
  version: number;
  seat?: number | null;
  ask?: string;
  line: string;
}
/**
 * A typed line that is a command with its argument.
 */
export interface CommandRead {
  kind: 'command';
  word: CommandWord;
  argument: string;
}
/**
 * The owner corrects a result; the reason stays visible. `entry` 0: the whole race.
 */
export interface CorrectResult {
  request: string;
  token: string;
  do: 'correct';
  race: string;
  entry?: number;
  change: 'place' | 'points' | 'void';
  value?: number;
  reason: string;
}
/**
 * A correction of a result, in words.
 */
export interface CorrectionCard {
  race: string;
  words: string;
  reason: string;
  at: number;
}
/**
 * A decision with a better option: what was `taken`, what was `better`, and by how much.
 *
 * `number` answers were given before it: a race played on from there begins with this question.
 * `loss` is a chance to win, 0 to 1, with half of its 95 % interval as `band`. `times`: so many in
 * direct succession count once, and this is the costliest.
 */
export interface CostlyDecision {
  number: number;
  turn: number;
  rule: string;
  question: string;
  taken: string;
  better: string;
  why: string;
  loss: number;
  band: number;
  situation: string[];
  grade: '' | 'inaccuracy' | 'mistake' | 'blunder';
  times: number;
}
/**
 * A profile's best results on a course; 0 if unknown.
 */
export interface CourseBest {
  ruleset: string;
  title: string;
  course: string;
  races: number;
  place: number;
  turns: number;
  best_lap: number;
  table: string;
}
/**
 * A course in a list.
 */
export interface CourseCard {
  key: string;
  title: string;
  facts: string;
  blurb: string;
}
/**
 * A course's key and title.
 */
export interface CourseName {
  key: string;
  title: string;
}
/**
 * A course with its drawing and counted features.
 */
export interface CoursePage {
  ground: Ground;
  features: {
    [k: string]: number;
  };
}
/**
 * The part of the board that never moves. x grows to the right, y downwards.
 */
export interface Ground {
  width: number;
  height: number;
  shapes: Shape[];
  labels: Label[];
  symbols: Symbol[];
  around: string;
  landscape:
    'meadow' | 'sand' | 'snow' | 'ash' | 'rust' | 'moor' | 'night' | 'candy' | 'coast' | 'sawdust';
  way: [number, number][];
}
/**
 * A shape of a drawing: an SVG path, and its paint as a word that clients translate.
 *
 * Paints: ground, road, verge, line, kerb, water, leaf, wood, stone, wall, sign, hot, good, bad,
 * item, dark, light, seat (the colour of the piece's seat), and each as `outline:…`, a line of
 * `width`.
 */
export interface Shape {
  path: string;
  paint: string;
  width: number;
}
/**
 * Words on the board, centred at a point, `size` high, in the scene's units.
 */
export interface Label {
  x: number;
  y: number;
  text: string;
  size: number;
  rule: string;
  about: string;
  turned: number;
}
/**
 * The drawing of one kind of pieces: around (0, 0), heading along +x, in the scene's units.
 */
export interface Symbol {
  name: string;
  shapes: Shape[];
}
/**
 * The reply to a hello if nothing was missed.
 */
export interface Current {
  type: 'current';
  version: number;
}
/**
 * The races of a profile that wait or go on, its turn first.
 */
export interface CurrentRaces {
  races: OwnRace[];
}
/**
 * A race of a profile: the table, its own seats and their results.
 */
export interface OwnRace {
  table: TableSummary;
  created: number;
  updated: number;
  deadline: number | null;
  seats: string[];
  numbers: number[];
  vehicle: string;
  host: boolean;
  turn: boolean;
  place: number | null;
}
/**
 * A table in a list, as stored.
 *
 * `where`: "turn 7, lap 2 of 3". `own_data`: it has a house file.
 */
export interface TableSummary {
  id: string;
  title: string;
  state: TableState;
  ruleset: string;
  ruleset_title: string;
  course: string;
  names: string[];
  open_seats: number;
  seats: number;
  pace: Pace;
  dice: string;
  where: string;
  series: string;
  winner: string;
  own_data: boolean;
}
/**
 * The table of your race of the day.
 */
export interface DailyMade {
  table: string;
}
/**
 * A day's race (UTC): the same course, bots and dice for everyone.
 *
 * `commitment` is that of its secret, which is shown when the day is over (`ends`); until then
 * there is also that of the following day.
 */
export interface DailyRace {
  day: string;
  ends: number;
  ruleset: string;
  ruleset_title: string;
  course: CourseName;
  bots: number;
  commitment: string;
  secret: string | null;
  following: string | null;
  own: OwnDailyRace | null;
  results: DailyResult[];
}
/**
 * Your own race of a day.
 */
export interface OwnDailyRace {
  table: string;
  state: TableState;
}
/**
 * A finisher of the race of the day. `table` is shown once you have finished it too.
 */
export interface DailyResult {
  rank: number;
  name: string;
  place: number;
  drivers: number;
  turns: number;
  mine: boolean;
  table: string | null;
}
/**
 * A signed-in browser. `here`: the one that asks.
 */
export interface Device {
  id: string;
  name: string;
  created: number;
  seen: number;
  here: boolean;
}
/**
 * How often each face of a die fell, and how often each was expected.
 */
export interface DiceCount {
  sides: number;
  rolls: number;
  faces: number[];
  expected: number;
}
/**
 * A division: at the end of a season the best `up` are promoted, the last `down` relegated.
 */
export interface Division {
  title: string;
  up?: number;
  down?: number;
  places?: number;
}
/**
 * A division, with the number of its drivers and of those in line.
 */
export interface DivisionCard {
  title: string;
  places: number;
  drivers: number;
  up: number;
  down: number;
}
/**
 * A command was done; the table's version after it.
 */
export interface Done {
  version: number;
  result: Result;
}
/**
 * The result of a command.
 *
 * `claim`: the seat and its token. `chat`: the number of the message. `read`: the meaning of the
 * first move on a typed line, and the rest of the line. `remove` with a ban: what the banned
 * player is recognised by, their profile or their address.
 */
export interface Result {
  token?: string;
  seat?: number;
  known_by?: string[];
  id?: number;
  read?: MoveRead;
  rest?: string;
}
/**
 * A typed line that chooses an option of the open question, or asks for its meaning.
 */
export interface OptionRead {
  kind: 'choice' | 'meaning';
  option: string;
}
/**
 * A typed line that means nothing here: why, by which rule or '', and the possible options.
 */
export interface UnclearRead {
  kind: 'unclear';
  problem: string;
  rule: string;
  options: string[];
}
/**
 * One race of a driver.
 */
export interface DriveRow {
  race: string;
  round: number;
  course: string;
  place: number;
  grid: number;
  drivers: number;
}
/**
 * A field of a driver or vehicle in a `part` of a position: what it takes, and if several.
 *
 * `low` and `high` are the least and the greatest number; None if it depends on the race.
 */
export interface DriverField {
  part: string;
  name: string;
  kind: 'number' | 'yes or no' | 'driver' | 'choice';
  several: boolean;
  choices: string[];
  low: number | null;
  high: number | null;
}
/**
 * What the referee can correct: the fields, and the drivers and vehicles that have them.
 *
 * `next_roll` is None in rules that let no referee add to a roll. `taken_back` names the drivers
 * whose answers it takes back; `barred` says why it cannot be made now, '' if it can.
 */
export interface DriverFields {
  taken_back: string[];
  barred: string;
  fields: DriverField[];
  next_roll: NextRoll | null;
  subjects: RefereeSubject[];
}
/**
 * What the referee can add to a next roll: to which kind of roll, and how much.
 *
 * `roll` and `added` are the fields of a subject of this `part` that have the modifier; `kinds`
 * are the kinds of roll.
 */
export interface NextRoll {
  part: string;
  roll: string;
  added: string;
  kinds: RollKind[];
  low: number;
  high: number;
}
/**
 * A kind of roll that rules add modifiers to: its name in positions, and in words.
 */
export interface RollKind {
  name: string;
  words: string;
}
/**
 * A driver, or a driver's vehicle, as one `part` of a position has it: its `key` there.
 *
 * `values` are those that a correction finds, by field.
 */
export interface RefereeSubject {
  driver: string;
  name: string;
  part: string;
  key: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * An event. `rule` is '' if it depends on what happened; `words` has {fields} in it.
 */
export interface EventReference {
  name: string;
  rule: string;
  words: string;
  about: string;
  fields: FieldReference[];
}
/**
 * A field of an event's JSON: its meaning, and its possible values if they are names.
 */
export interface FieldReference {
  name: string;
  kind: string;
  values: string[];
}
/**
 * The data to check the dice by: docs/fair-dice.md. The secret is shown after the race.
 */
export interface Fairness {
  match: string;
  commitment: string;
  texts: string[];
  secret: string | null;
}
/**
 * A driver on the last page: the place, the times, and the deeds.
 */
export interface Finisher {
  seat: number;
  name: string;
  player: string;
  place: number;
  turns: number;
  best_lap: number;
  laps: number[];
  tallies: [string, number][];
  note: string;
}
/**
 * A ruleset's first race: its title, what it shows, and how long it takes.
 */
export interface FirstRaceCard {
  title: string;
  about: string;
  minutes: number;
}
/**
 * Play on from a moment of a race, in a new table: after this many answers.
 *
 * While the race runs, one of the `tokens`, or the device's, must be a player's or the host's.
 */
export interface Fork {
  number: number;
  token?: string;
  tokens?: string[];
}
/**
 * A moment of a replay: after this many answers, with this many lines told.
 *
 * Those that the rules of 0.1.0 told have no `effects`.
 */
export interface Frame {
  number: number;
  lines: number;
  things: Piece[];
  headline: Headline;
  standings: Row[];
  track: Stretch[];
  rolls: DiceRoll[];
  effects?: Effect[];
}
/**
 * Where the race stands, in one line. `unit` is what the ruleset counts: turns, rounds.
 *
 * Clients hide the lap in a race of a single lap.
 */
export interface Headline {
  title: string;
  turn: number;
  lap: number;
  laps: number;
  conditions: string[];
  unit: string;
}
/**
 * A driver in the standings.
 *
 * A ruleset may show an energy (`most` 0: none), gauges, a grid, or all of them.
 */
export interface Row {
  seat: number;
  name: string;
  player: string;
  place: number;
  lap: number;
  stretch: number;
  where: string;
  carried: string[];
  statuses: Status[];
  stance: string;
  note: string;
  finished: number;
  vehicle: string;
  energy: number;
  most: number;
  gauges: Gauge[];
  grid: (Cell | null)[][];
  grid_title: string;
}
/**
 * An effect on a driver, and the turns it has left, including this one.
 */
export interface Status {
  name: string;
  turns: number;
  tone: 'good' | 'bad' | '';
}
/**
 * A figure on a driver's dashboard, from 0 to `most` (0: no maximum). `tone`: good or bad.
 */
export interface Gauge {
  name: string;
  value: number;
  most: number;
  tone: 'good' | 'bad' | '';
  about: string;
}
/**
 * A part of the course: its name, road, signs, the things that lie there, the drivers there.
 */
export interface Stretch {
  number: number;
  name: string;
  kind: string;
  road: string;
  signs: [string, string][];
  lying: string[];
  groups: [number, string[]][];
}
/**
 * A profile's results in one game.
 */
export interface GameResults {
  ruleset: string;
  title: string;
  races: number;
  wins: number;
  podiums: number;
  mean_place: number;
  vehicle: string;
}
/**
 * A table, the seats it waits for, and the race's progress.
 */
export interface Glance {
  table: TableInfo;
  asked: number[];
  where: string;
}
/**
 * A table: its settings and its seats.
 *
 * `house_rules` are the rules that its options and its house file change, `own_data` is whether it
 * has a house file. `next_table` is the table of the next race,
 * `ended_by` the name of the host who gave the race up, `lesson` the last words of a first race,
 * `stuck` says why a race that runs cannot go on by the current rules, '' if it can.
 * `day` that of which it is the race: its dice are secret until the day is over. `hints` is
 * whether players may ask for hints, and play on from a moment of the running race, `chances`
 * whether spectators may see who may win. `campaign` and `league` are ids, '' for none.
 */
export interface TableInfo {
  id: string;
  title: string;
  state: TableState;
  ruleset: string;
  ruleset_title: string;
  course: CourseName;
  options: {
    [k: string]: string;
  };
  house_rules: HouseRule[];
  own_data: boolean;
  pace: Pace;
  listed: boolean;
  dice: 'fair' | 'physical';
  fair: Fairness | null;
  seats: SeatInfo[];
  practice: boolean;
  hints: boolean;
  stuck: string;
  chances: boolean;
  hinted: HintNoted[];
  day: string;
  lesson: string;
  campaign: string;
  league: string;
  ended_by: string;
  came_from: CameFrom | null;
  next_table: string | null;
  series: SeriesInfo | null;
  created: number;
  updated: number;
}
/**
 * A seat at a table.
 *
 * `player` is 'person', 'open' or a bot's name. `driver` is the present driver: also a bot in a
 * person's place, or 'absent' after the time was up. `vehicle` is the setup in words, `text` the
 * seat's part of the dice. `here`: its player's browser is connected. `kept`: open, and kept for
 * its player in the previous race. `muted`: the host does not let its player chat.
 */
export interface SeatInfo {
  seat: number;
  name: string;
  player: string;
  driver: string;
  setup: {
    [k: string]: string;
  };
  vehicle: string;
  text: string;
  here: boolean;
  kept: boolean;
  muted: boolean;
}
/**
 * A seat, or −1 for the host, asked for a hint, behind so many lines of the log.
 *
 * `fork`: it began to play on from that moment at another table.
 */
export interface HintNoted {
  seat: number;
  line: number;
  what: 'hint' | 'fork';
}
/**
 * Races in a row that count together, such as a Grand Prix.
 *
 * `unit` is the unit of the score, `pays` the figure that is spent between races, `number` the
 * present race, from 1. `sold` are the kinds of choices that are bought; `refused` has the illegal
 * ones of each seat, before the start.
 */
export interface SeriesInfo {
  title: string;
  rule: string;
  text: string;
  unit: string;
  pays: string;
  number: number;
  over: boolean;
  races: SeriesRace[];
  standings: SeriesStanding[];
  sold: string[];
  refused: Refused[];
}
/**
 * A race of a series; `table` is present once it is over.
 */
export interface SeriesRace {
  course: string;
  table: string | null;
}
/**
 * A driver's place in a series.
 */
export interface SeriesStanding {
  seat: number;
  name: string;
  place: number;
  score: number;
  races: number[];
  figures: [string, number][];
}
export interface Refused {
  [k: string]: {
    [k: string]: string;
  };
}
/**
 * The requested tables that exist.
 */
export interface Glances {
  tables: Glance[];
}
export interface HTTPValidationError {
  detail?: ValidationError[];
}
export interface ValidationError {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: {};
}
/**
 * `ok` and the version, or a fault.
 */
export interface Health {
  status: string;
  version?: string;
}
/**
 * Tokens of seats and hosts in this browser, by table: they become the profile's.
 */
export interface Held {
  tables?: {
    [k: string]: string[];
  };
}
/**
 * The first message on a WebSocket: the tokens, and the last version seen.
 */
export interface Hello {
  do: 'hello';
  tokens?: string[];
  seen?: number | null;
}
/**
 * The seats whose players are connected, and the number of watchers.
 */
export interface Here {
  type: 'here';
  here: number[];
  spectators: number;
}
/**
 * A hint. `compiling`: the game's search is compiled first, ask again; nothing is noted yet.
 */
export interface Hint {
  state: 'compiling' | 'done';
  options: WeighedOption[];
}
/**
 * An option of a question: the seat's chance to win with it, and its standard error, 0 to 1.
 */
export interface WeighedOption {
  name: string;
  chance: number;
  error: number;
}
/**
 * What a house file changes, in words, and its game with these changes.
 */
export interface HouseFile {
  rules: HouseRule[];
  ruleset: RulesetCard;
}
/**
 * A ruleset in the list of games.
 *
 * `seats`: the least and the most. `bots`: the players for seats without a person, with a
 * line on each in `bot_words`. `setup`: a seat's choices by kind, each with its cards. `builds`:
 * the choice that can be built, or ''.
 * `house_example`: the text of a house file that comes with the game, or ''.
 * `minutes`: a race against bots takes at least and at most so long, if the ruleset says so.
 */
export interface RulesetCard {
  key: string;
  title: string;
  version: string;
  stage: string;
  blurb: string;
  sources: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  seats: [number, number];
  bots: string[];
  bot_words: {
    [k: string]: string;
  };
  switches: SwitchCard[];
  setup: {
    [k: string]: {
      [k: string]: Card;
    };
  };
  setup_usual: UsualSetup;
  house_example: string;
  builds: string;
  campaign: CampaignForm | null;
  series: SeriesCard | null;
  courses: CourseCard[];
  first_race: FirstRaceCard | null;
  minutes: [number, number] | null;
  difficulty: ('light' | 'medium' | 'demanding') | null;
  quick: QuickStart;
}
/**
 * A house rule; the first of its values is the default.
 */
export interface SwitchCard {
  name: string;
  values: string[];
  rule: string;
  text: string;
  meanings: string[];
}
/**
 * The setup of a seat that chooses nothing: in words, and its cards by kind.
 */
export interface UsualSetup {
  words: string;
  cards: {
    [k: string]: string;
  };
}
/**
 * The series of a game: races in a row that count together, at least and at most.
 */
export interface SeriesCard {
  title: string;
  rule: string;
  text: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  races: [number, number];
  refused: Refused;
}
/**
 * A race of one player that starts at once: its course, and how many bots drive.
 */
export interface QuickStart {
  course: string;
  bots: number;
}
/**
 * Sign this browser in by the code of a link.
 */
export interface Join {
  code: string;
}
/**
 * A link that signs in one more device, once, until a time; `qr` is the same as SVG.
 */
export interface JoinLink {
  address: string;
  code: string;
  qr: string;
  until: number;
}
/**
 * A page of the calendar.
 */
export interface LeagueCalendar {
  rows: CalendarRow[];
  page: number;
  pages: number;
}
/**
 * A league in a list.
 */
export interface LeagueCard {
  title: string;
  season: number;
  games: string[];
  drivers: number;
  rounds: number;
  closed: number;
  opens: number | null;
  id: string;
  state: LeagueStateWord;
  updated: number;
}
/**
 * A page of public leagues.
 */
export interface LeagueCards {
  leagues: LeagueCard[];
  page: number;
  pages: number;
}
/**
 * Sign up; a driver of an imported league takes their entry by its name.
 *
 * The owner may sign up bots, and other people.
 */
export interface SignUp {
  request: string;
  token: string;
  do: 'sign_up';
  name: string;
  bot?: string;
  team?: string;
  driver_class?: string;
  division?: number | null;
}
/**
 * Leave the league; by the driver or the owner. The first in line gets the place.
 */
export interface Withdraw {
  request: string;
  token: string;
  do: 'withdraw';
  entry: number;
}
/**
 * The owner opens a round now.
 */
export interface OpenRound {
  request: string;
  token: string;
  do: 'open';
  round: number;
}
/**
 * The owner replaces a driver in an open round, by default with the first in line.
 */
export interface Replace {
  request: string;
  token: string;
  do: 'replace';
  round: number;
  leaves: number;
  comes?: number;
}
/**
 * The owner begins the next season, in a league of its own.
 */
export interface NextSeason {
  request: string;
  token: string;
  do: 'next_season';
}
/**
 * What a command did: the entry and its token after a sign-up, the next season's league.
 */
export interface LeagueDone {
  entry: number;
  token: string;
  league: string;
}
/**
 * A driver of a league: their races, a page of them, and the drivers they met.
 */
export interface LeagueDriver {
  driver: LeagueEntryCard;
  away: AwayRow[];
  rows: DriveRow[];
  meetings: MeetingRow[];
  page: number;
  pages: number;
}
/**
 * A driver of a league. `line`: the place on the waiting list, 0 for none.
 */
export interface LeagueEntryCard {
  entry: number;
  name: string;
  bot: string;
  team: string;
  driver_class: string;
  division: string;
  state: 'in' | 'waiting' | 'out';
  line: number;
  taken: boolean;
}
/**
 * A driver against another: races met, won, lost.
 */
export interface MeetingRow {
  entry: number;
  name: string;
  met: number;
  ahead: number;
  behind: number;
}
/**
 * A page of the drivers.
 */
export interface LeagueEntries {
  rows: LeagueEntryCard[];
  page: number;
  pages: number;
}
/**
 * A league: everything except its long lists, which have pages of their own.
 */
export interface LeagueInfo {
  id: string;
  title: string;
  owner: string;
  text: string;
  kind: 'season' | 'bracket' | 'ladder';
  state: LeagueStateWord;
  season: number;
  version: number;
  listed: boolean;
  time_zone: string;
  points: Points;
  scoring: ('league' | 'own' | 'order')[];
  tie_breaks: string[];
  share: string;
  sign_up: 'open' | 'closed';
  substitutes: 'none' | 'before' | 'during';
  check_in: number;
  classes: string[];
  teams: boolean;
  divisions: DivisionCard[];
  waiting: number;
  rounds: number;
  open_rounds: number[];
  next_round: number | null;
  races: number;
  corrections: CorrectionCard[];
  substitutions: SubstitutionCard[];
  seasons: {
    [k: string]: unknown;
  }[];
  next: string;
  you: LeagueYou;
}
/**
 * A driver who stepped in for another.
 */
export interface SubstitutionCard {
  race: string;
  round: number;
  leaves: string;
  comes: string;
  at: number;
}
/**
 * What these tokens are in a league.
 */
export interface LeagueYou {
  owner: boolean;
  entries: LeagueEntryCard[];
  invitations: LeagueInvitation[];
}
/**
 * A race that one of your entries drives: its table, or its campaign, and your seats there.
 */
export interface LeagueInvitation {
  race: string;
  round: number;
  words: string;
  course: string;
  table: string;
  campaign: boolean;
  state: string;
  starts: number;
  entry: number;
  here: boolean;
  seats: OwnSeat[];
}
/**
 * A page of ratings.
 */
export interface LeagueRatings {
  rows: RatingRow[];
  page: number;
  pages: number;
}
/**
 * A driver's rating.
 */
export interface RatingRow {
  place: number;
  entry: number;
  name: string;
  shown: number;
  mean: number;
  doubt: number;
  races: number;
}
/**
 * A page of records.
 */
export interface LeagueRecords {
  rows: RecordRow[];
  page: number;
  pages: number;
}
/**
 * A record of a course. `house`: the first round with the same house file, 0 without one.
 */
export interface RecordRow {
  ruleset: string;
  game: string;
  course: string;
  house: number;
  what: string;
  value: string;
  drivers: string[];
  race: string;
}
/**
 * A page of results.
 */
export interface LeagueResults {
  rows: ResultRow[];
  page: number;
  pages: number;
}
/**
 * A race: its places, or the table where it is run; or a campaign.
 */
export interface ResultRow {
  race: string;
  round: number;
  division: string;
  words: string;
  ruleset: string;
  course: string;
  table: string;
  campaign: boolean;
  state: 'awaited' | 'over' | 'void';
  places: RacePlace[];
}
/**
 * A driver's place in a race; `entry` 0 is a guest.
 */
export interface RacePlace {
  place: number;
  entry: number;
  name: string;
}
/**
 * A page of standings.
 */
export interface LeagueStandings {
  rows: StandingsRow[];
  page: number;
  pages: number;
}
/**
 * A driver's row in a table of standings. `luck` is null if no race was reviewed.
 *
 * `races` counts the races that count, in all rounds.
 */
export interface StandingsRow {
  place: number;
  entry: number;
  name: string;
  team: string;
  points: number;
  wins: number;
  podiums: number;
  poles: number;
  fastest_laps: number;
  races: number;
  form: number[];
  rounds: (number | null)[];
  dropped: number[];
  tie: string;
  moves: string;
  luck: SeasonLuck | null;
}
/**
 * A driver's luck over a season: what their own dice changed in their chance to win.
 *
 * It is summed over the `races` that were reviewed, in wins. `band` is half of its 95 % interval.
 */
export interface SeasonLuck {
  value: number;
  band: number;
  races: number;
}
/**
 * A page of the teams' standings.
 */
export interface LeagueTeams {
  rows: TeamStandingsRow[];
  page: number;
  pages: number;
}
/**
 * A team's row.
 */
export interface TeamStandingsRow {
  place: number;
  team: string;
  points: number;
  drivers: string[];
}
/**
 * The terms of a league.
 */
export interface LeagueTerms {
  kind?: 'season' | 'bracket' | 'ladder';
  points: Points;
  tie_breaks?: (
    'wins' | 'countback' | 'head_to_head' | 'last_round' | 'poles' | 'fastest_laps' | 'entry'
  )[];
  time_zone?: string;
  divisions: Division[];
  classes?: string[];
  team_counts?: number;
  sign_up?: 'open' | 'closed';
  substitutes?: 'none' | 'before' | 'during';
  share?: 'finisher' | 'starter' | 'split';
  check_in?: number;
  go_on?: number;
}
/**
 * The turn in order, the coach's sentence for each question ('' if it needs none).
 */
export interface LearningPage {
  turn: TaughtStep[];
  coach: {
    [k: string]: string;
  };
}
/**
 * A step of a turn, its rule, and the phases of a race (`Moment`) that belong to it.
 */
export interface TaughtStep {
  title: string;
  rule: string;
  text: string;
  phases: string[];
}
/**
 * The step of a first race: what is said at this question, and the options allowed.
 *
 * No option in `allow` means all of them. The steps are numbered from 1.
 */
export interface LessonNow {
  ask: string;
  step: number;
  steps: number;
  allow: string[];
  text: string;
  rule: string;
}
/**
 * Keep this many lines of those you have, then add these.
 */
export interface LineChange {
  keep: number;
  add: LogLine[];
}
/**
 * A line of the log: its parts, the names in it, the rules behind it, and its phase.
 */
export interface LogLine {
  parts: Part[];
  names: string[];
  rules: string[];
  heading: boolean;
  phase: string;
}
/**
 * A piece of a line: words, a die with its modifiers, or a change of a number.
 */
export interface Part {
  text: string;
  kind: 'text' | 'die' | 'change';
  tone: 'good' | 'bad' | '';
  face: number;
}
/**
 * View a campaign with these tokens.
 */
export interface Look {
  tokens?: string[];
}
/**
 * View a league with these tokens.
 */
export interface LookAtLeague {
  tokens?: string[];
}
/**
 * A new table or campaign: the host's token, and those of the seats claimed with it.
 */
export interface Made {
  id: string;
  host: string;
  seats: OwnSeat[];
}
/**
 * A new league, and its owner's token.
 */
export interface MadeLeague {
  id: string;
  host: string;
}
/**
 * An open question of your own, after `number` answers.
 */
export interface Menu {
  number: number;
  seat: number;
  who: string;
  ask: string;
  prompt: Prompt;
  options: MenuOption[];
  hint: string;
  complete: boolean;
}
/**
 * An open question in words: what is asked, and the situation of the asked driver.
 */
export interface Prompt {
  question: string;
  situation: string[];
  rule: string;
  sides: number;
  default: number | null;
  grip: [number, number] | null;
}
/**
 * An option in a menu: its label, meaning, chance, rules, and a drawing.
 *
 * Send `name` back as the answer. `chance_of` says what the chance is for, '' if the label does.
 * `stated` is the chance that `meaning` gives where it is not exact: 0.46 for "at least 46%".
 * Options with the same `group` are shown together, each by its `short` name. A `numbered` option
 * may be chosen by its number in the menu.
 */
export interface MenuOption {
  name: string;
  label: string;
  meaning: string;
  chance: number | null;
  rules: string[];
  chance_of: string;
  group: string;
  short: string;
  stated: number | null;
  numbered: boolean;
  preview: Preview | null;
}
/**
 * The effect of an option, drawn over the board: future pieces, and pieces to point out.
 */
export interface Preview {
  pieces: Piece[];
  shapes: Shape[];
  targets: string[];
  labels: Label[];
  handle: [number, number] | null;
}
/**
 * All open questions of your own; they replace the earlier ones.
 */
export interface MenusNow {
  type: 'menus';
  menus: Menu[];
}
/**
 * A number that may be added to a die.
 */
export interface ModifierReference {
  name: string;
  rule: string;
  words: string;
}
/**
 * A race after `number` answers: who is asked, and until when.
 *
 * `digest` covers all answers and the header: docs/fair-dice.md. `records`: the course's, once the
 * race is over. `held`: only bots drive, and the race waits for a player until the deadline, which
 * is the earliest of those of `asked`. `holidays`: the players' present or next ones, by post.
 * `phase`: the name of the race's phase; '' if there is none. `lesson`: set in a first race.
 */
export interface Moment {
  number: number;
  digest: string;
  asked: Waiting[];
  deadline: number | null;
  held: boolean;
  holidays: SeatHoliday[];
  records: string[];
  lesson: LessonNow | null;
  phase: string;
}
/**
 * An open question, and who has to answer it.
 *
 * Seat −1: dice rolled by hand; −2: the referee. In a group, `answered` are the seats that have
 * answered. `by`: until when this seat may answer, in seconds since 1970; None without a limit.
 */
export interface Waiting {
  seat: number;
  who: string;
  question: string;
  rule: string;
  answered: boolean;
  by: number | null;
}
/**
 * A player's present or next holiday, as everyone at the table sees it.
 */
export interface SeatHoliday {
  who: string;
  first: string;
  last: string;
}
/**
 * A campaign to be made, or taken up again from `document`.
 */
export interface NewCampaign {
  ruleset: string;
  title: string;
  terms?: {
    [k: string]: string;
  };
  pace?: Pace;
  listed?: boolean;
  players: NewPlayer[];
  document?: {
    [k: string]: unknown;
  } | null;
  token?: string;
}
/**
 * A seat of a new campaign: 'mine' is claimed at once, 'open' waits, or a bot's name.
 */
export interface NewPlayer {
  player: string;
  name?: string;
}
/**
 * A channel by its address, as Apprise or the service itself writes it.
 */
export interface NewChannel {
  address: string;
}
/**
 * The race of the day, for the profile of a device's `token`, which has one at most.
 */
export interface NewDailyRace {
  name?: string;
  token: string;
}
/**
 * A ruleset's first race, which leads from question to question.
 */
export interface NewFirstRace {
  ruleset: string;
  token?: string;
}
/**
 * A league to be made, or taken over from the file of another (`document`).
 *
 * A tournament of `champions` has one round in `rounds`; a bracket gets more by itself.
 *
 * With a device's `token` the league belongs to its profile.
 */
export interface NewLeague {
  title?: string;
  owner?: string;
  text?: string;
  terms?: LeagueTerms | null;
  rounds?: LeagueRound[];
  listed?: boolean;
  document?: {
    [k: string]: unknown;
  } | null;
  champions?: ChampionsOf | null;
  token?: string;
}
/**
 * A profile to make, with the data that the browser has so far.
 */
export interface NewProfile {
  name?: string;
  colour?: string;
  settings?: ProfileSettings;
}
/**
 * A person's settings. `public`: others may see the page. `page` is for the browser.
 *
 * `wait`: how many minutes a question waits before the person is told of it, unless `waits` has
 * another number for a pace. `rhythm`: when races by post leave them alone.
 */
export interface ProfileSettings {
  public?: boolean;
  /**
   * minutes
   */
  wait?: number;
  waits?: WaitsByPace;
  rhythm?: Rhythm;
  page?: {
    [k: string]: Setting;
  };
}
/**
 * A seat of a new table: 'mine' is claimed at once, 'open' waits for a player.
 */
export interface NewSeat {
  player: string;
  name?: string;
  setup?: {
    [k: string]: string;
  };
  text?: string;
}
/**
 * A table to be made. `then` are the courses of the races that follow it in one series.
 *
 * `house` is the text of a house file: own cards and figures, as TOML. With a device's `token` the
 * table and the seats that are 'mine' belong to its profile. `hints`: players may ask for hints,
 * and play on from a moment of the race while it runs. `chances`: spectators may see who may win.
 */
export interface NewTable {
  ruleset: string;
  course: string;
  then?: string[];
  options?: {
    [k: string]: string;
  };
  house?: string;
  pace?: Pace;
  listed?: boolean;
  dice?: 'fair' | 'physical';
  seats: NewSeat[];
  practice?: boolean;
  hints?: boolean;
  chances?: boolean;
  token?: string;
}
/**
 * A channel for a table or a league.
 */
export interface NewTableChannel {
  token: string;
  tells?: Tells;
  address: string;
}
/**
 * A kind of questions that orders can be about: its questions in words, and what to choose.
 */
export interface OrderKind {
  name: string;
  questions: string[];
  options: string[];
  special: string[];
}
/**
 * What orders can say in this race: kinds of questions, figures and other conditions.
 */
export interface OrdersForm {
  kinds: OrderKind[];
  figures: string[];
  neighbours: string[];
  signs: string[];
}
/**
 * Orders of one of your seats. They `rest` after an answer was taken back, until you answer.
 */
export interface OrdersInForce {
  seat: number;
  text: string;
  rest: boolean;
}
/**
 * What one of your seats answered while others still choose; `ahead`: by its orders.
 */
export interface OwnAnswer {
  seat: number;
  question: string;
  label: string;
  ahead: boolean;
}
/**
 * The orders of your seat. They `rest` after an answer was taken back, until you answer.
 */
export interface OwnOrders {
  given: boolean;
  rest: boolean;
  checked: CheckedOrders;
  form: OrdersForm;
}
/**
 * A profile as its owner sees it.
 */
export interface OwnProfile {
  id: string;
  name: string;
  colour: string;
  public: boolean;
  wait: number;
  waits: WaitsByPace;
  rhythm: Rhythm;
  page: {
    [k: string]: Setting;
  };
  created: number;
  devices: Device[];
  passkeys: PasskeyCard[];
}
/**
 * A passkey of this profile.
 */
export interface PasskeyCard {
  id: string;
  name: string;
  created: number;
}
/**
 * Some of a profile's races, and how many there are of each kind.
 */
export interface OwnRaces {
  races: OwnRace[];
  more: boolean;
  turn: number;
  running: number;
  open: number;
  over: number;
}
/**
 * A passkey, as the browser's `navigator.credentials` returns it.
 */
export interface Passkey {
  credential: {
    [k: string]: unknown;
  };
}
/**
 * What the browser passes to `navigator.credentials`.
 */
export interface PasskeyOptions {
  options: {
    [k: string]: unknown;
  };
}
/**
 * A race as everyone sees it.
 */
export interface Play {
  number: number;
  digest: string;
  asked: Waiting[];
  deadline: number | null;
  held: boolean;
  holidays: SeatHoliday[];
  records: string[];
  lesson: LessonNow | null;
  phase: string;
  things: Piece[];
  headline: Headline;
  standings: Row[];
  energy: string;
  track: Stretch[];
  podium: Finisher[] | null;
  dice: DiceCount[];
  rolls: DiceRoll[];
}
/**
 * The included tables of points.
 */
export interface PointsTables {
  points: Points[];
}
/**
 * A profile's results.
 */
export interface ProfilePage {
  id: string;
  name: string;
  colour: string;
  own: boolean;
  races: number;
  wins: number;
  podiums: number;
  vehicle: string;
  games: GameResults[];
  courses: CourseBest[];
  latest: OwnRace[];
}
/**
 * The whole state of a table, as anyone may see it.
 */
export interface State {
  type: 'state';
  version: number;
  table: TableInfo;
  ground: Ground | null;
  play: Play | null;
  lines: LogLine[];
  chat: ChatLine[];
}
/**
 * The changes of a table: a missing table or board is unchanged.
 *
 * `steps` say how the board changed, if a client here saw all of it.
 */
export interface Update {
  type: 'update';
  version: number;
  table: TableInfo | null;
  play: Play | Moment | null;
  lines: LineChange;
  steps?: BoardStep[];
}
/**
 * The server's time, in seconds since 1970: all other times are meant by this clock.
 */
export interface TimeNow {
  type: 'time';
  now: number;
}
/**
 * What this browser owns.
 */
export interface YouAre {
  type: 'you';
  you: You;
}
/**
 * Your seats, whether you are the host, and the seats that may undo.
 *
 * `orders`: those of your seats that are in force. `answers`: yours to questions that others still
 * decide in secret. `bans`: for the host, the names of banned players. `removed`: set if the host
 * took your seat.
 */
export interface You {
  seats: number[];
  host: boolean;
  undo: number[];
  orders?: OrdersInForce[];
  answers?: OwnAnswer[];
  bans?: string[];
  removed?: Removed;
}
/**
 * You lost your seat here: who took it, and the name that you drove under.
 */
export interface Removed {
  by: string;
  name: string;
}
/**
 * A new chat message.
 */
export interface Said {
  type: 'chat';
  chat: ChatLine;
}
/**
 * The command of this request was done.
 */
export interface Reply {
  type: 'reply';
  request: string;
  version: number;
  result: Result;
}
/**
 * The command of this request was not done. The request is '' if none could be read.
 */
export interface Refuses {
  type: 'refusal';
  request: string;
  version: number;
  error: Refusal;
}
/**
 * Why something was not done: a word for programs, a line for people, and the rule or ''.
 */
export interface Refusal {
  kind: RefusalKind;
  text: string;
  rule: string;
}
/**
 * The keys of a subscription.
 */
export interface PushKeys {
  p256dh: string;
  auth: string;
}
/**
 * A question, or a die. `options` says how each kind of answer is written; a die has none.
 */
export interface QuestionReference {
  name: string;
  rule: string;
  words: string;
  is_die: boolean;
  options: string[];
}
/**
 * A race with every driver's chance to win, by playouts in which `drives` drives all.
 *
 * `chances` has a row before each step and one at the end, with a chance of each driver;
 * `bands` halves of their 95 % intervals. `chart` is the line to draw: a short look is rough, so
 * its points are means of neighbouring rows. `unit` is what `turn` counts: turns or rounds.
 * `decisions` are those that were rated, in the order of the race. `note` says who drives.
 *
 * A review that an earlier release made and a server keeps has no `decisions`, `note`, grades,
 * `times`, `error_rate` and `even_luck`.
 */
export interface RaceReview {
  title: string;
  ruleset: string;
  unit: string;
  drives: string;
  names: string[];
  over: boolean;
  playouts: number;
  steps: ReviewedStep[];
  chances: number[][];
  bands: number[][];
  chart: ReviewPoint[];
  drivers: ReviewedDriver[];
  decisions: RatedDecision[];
  note: string;
}
/**
 * A die: its `owner` is the driver who rolls it, null if it is drawn for all of them.
 *
 * `number` counts the answers before it.
 */
export interface ReviewedDie {
  number: number;
  turn: number;
  kind: 'die';
  owner: string | null;
  question: string;
  face: number;
}
/**
 * Answers that were given together; none of a driver in a step of the kind `other`.
 *
 * `number` counts the answers before them.
 */
export interface ReviewedChoice {
  number: number;
  turn: number;
  kind: 'choice' | 'other';
  answers: ReviewAnswer[];
}
/**
 * An answer of a reviewed race: the seat's name, the question's, and the option's.
 */
export interface ReviewAnswer {
  who: string;
  question: string;
  answer: string;
}
/**
 * A point of the chart: the mean of neighbouring rows, in the middle of which it stands.
 */
export interface ReviewPoint {
  row: number;
  chances: number[];
  bands: number[];
}
/**
 * A driver's ledger: the chance at the start and all parts add up to the one at the end.
 *
 * Of their `choices`, so many were `rated`; `accuracy` is 0 to 100, null if none was, or too
 * roughly. `by_roll`
 * splits `luck` by the dice's questions, `by_rival` splits `rivals_luck` and `rivals_decisions` by
 * the rivals' names. `error_rate` is what a rated choice lost on average, 0 to 1, null if none was
 * rated. `even_luck` is a sentence, "" if the result with even luck is too rough to say.
 */
export interface ReviewedDriver {
  name: string;
  player: string;
  start: ReviewAmount;
  end: number;
  luck: ReviewAmount;
  decisions: ReviewAmount;
  rivals_luck: ReviewAmount;
  rivals_decisions: ReviewAmount;
  together: ReviewAmount;
  by_roll: {
    [k: string]: ReviewRoll;
  };
  by_rival: {
    [k: string]: ReviewRival;
  };
  accuracy: number | null;
  rated: number;
  choices: number;
  costly: CostlyDecision[];
  error_rate: number | null;
  blunders: number;
  mistakes: number;
  inaccuracies: number;
  even_luck: string;
}
/**
 * A change of a chance to win, −1 to 1; `band` is half of its 95 % interval.
 */
export interface ReviewAmount {
  value: number;
  band: number;
}
/**
 * The luck with one kind of die; `label` says what the die is for.
 */
export interface ReviewRoll {
  label: string;
  value: number;
  band: number;
}
/**
 * What one rival did to a driver's chance: by that rival's dice, and by their choices.
 */
export interface ReviewRival {
  luck: ReviewAmount;
  decisions: ReviewAmount;
}
/**
 * A decision of the driver `who` with all options, the highest chance first.
 *
 * `number` answers were given before it. It is costly if its `loss` is above 0: then one option is
 * `better`. An option with few playouts may stand above it by luck. `times`: so many costly ones
 * in direct succession count once, and this one stands for them; 0 if there is none, or if the
 * one after `counted_with` answers stands for it.
 */
export interface RatedDecision {
  number: number;
  turn: number;
  who: string;
  rule: string;
  question: string;
  situation: string[];
  options: RatedOption[];
  loss: number;
  band: number;
  grade: '' | 'inaccuracy' | 'mistake' | 'blunder';
  times: number;
  counted_with: number | null;
}
/**
 * An option of a rated decision: the chance to win with it, 0 to 1, by so many playouts.
 *
 * `option` is its name in logs, `band` half of the 95 % interval. `better`: than the one taken,
 * beyond the error.
 */
export interface RatedOption {
  option: string;
  label: string;
  chance: number;
  band: number;
  playouts: number;
  taken: boolean;
  better: boolean;
}
/**
 * The text of a house file, to be checked and told in words.
 */
export interface ReadHouse {
  text: string;
}
/**
 * Everything that a ruleset asks and tells.
 */
export interface Reference {
  ruleset: string;
  questions: QuestionReference[];
  modifiers: ModifierReference[];
  events: EventReference[];
}
/**
 * The body of every HTTP error.
 */
export interface Refusing {
  error: Refusal;
}
/**
 * A table's race moment by moment.
 */
export interface Replay {
  ground: Ground;
  lines: LogLine[];
  frames: Frame[];
  energy: string;
  podium: Finisher[] | null;
  records: string[];
  table: TableInfo;
}
/**
 * A race's review, or how far it is.
 *
 * One race is reviewed at a time; the others are `waiting`. `looking` for the first time has
 * `spent` so many seconds by the clock; it takes `seconds` of a processor, more by the clock on a
 * busy server, at most `LONGEST`. It comes after `compiling` if the game's search never was; a
 * first review is then `refining` in a longer look. `failed` has its reason in `why`.
 */
export interface ReviewState {
  state: 'waiting' | 'compiling' | 'looking' | 'refining' | 'done' | 'failed';
  spent: number;
  seconds: number;
  why: string;
  review: RaceReview | null;
}
/**
 * A rule, or (with the number '') the text between rules.
 */
export interface RuleBlock {
  number: string;
  html: string;
  text: string;
}
/**
 * A chapter of the rules.
 */
export interface RuleChapter {
  title: string;
  anchor: string;
  blocks: RuleBlock[];
}
/**
 * The rules of a ruleset, chapter by chapter.
 */
export interface RulesPage {
  ruleset: string;
  title: string;
  version: string;
  chapters: RuleChapter[];
}
/**
 * The new token by which this browser proves its profile.
 */
export interface SignedIn {
  token: string;
  profile: OwnProfile;
}
/**
 * A browser's subscription, as `PushSubscription.toJSON()` returns it.
 */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}
/**
 * A table in a list.
 */
export interface TableCard {
  id: string;
  title: string;
  state: TableState;
  ruleset: string;
  ruleset_title: string;
  course: string;
  names: string[];
  open_seats: number;
  seats: number;
  pace: Pace;
  dice: string;
  where: string;
  series: string;
  winner: string;
  own_data: boolean;
  updated: number;
}
/**
 * One page of the public tables; `more`: there are others.
 */
export interface TablePage {
  tables: TableCard[];
  more: boolean;
}
/**
 * A turn as a post. `messages`: the text in the pieces that a chat takes; most often one.
 *
 * `first` and `last` are the turns that can be posted, `picture` the address of the board then.
 */
export interface TurnPost {
  unit: string;
  turn: number;
  first: number;
  last: number;
  messages: string[];
  picture: string;
  alt: string;
}
/**
 * Ask for the chance to win with each option of your question. The table notes it for all.
 */
export interface WantHint {
  request: string;
  token: string;
  version: number;
  seat: number;
  ask: string;
}
