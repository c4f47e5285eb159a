// Plain HTTP to the table. A failure is always a Refused with one line that can be shown.

import { url } from './site';
import { tellTime } from './time';
import type {
  CheckedOrders,
  CheckOrders,
  DriverFields,
  Glance,
  Ground,
  Hint,
  HouseFile,
  NewTable,
  OwnOrders,
  Push,
  Refusal,
  Replay,
  ReviewState,
  RulesetCard,
  RulesPage,
  TableCard,
  TableInfo,
  WantHint,
} from './types';

export class Refused extends Error implements Refusal {
  readonly kind: Refusal['kind'];
  readonly text: string;
  readonly rule: string;
  readonly status: number; // of HTTP; 0: the table could not be reached

  constructor(refusal: Refusal, status = 0) {
    super(refusal.text);
    this.name = 'Refused';
    this.kind = refusal.kind;
    this.text = refusal.text;
    this.rule = refusal.rule;
    this.status = status;
  }
}

/** One line to show for anything that was thrown. */
export function sentence(problem: unknown): string {
  if (problem instanceof Refused) return problem.text;
  if (problem instanceof Error && problem.message) return problem.message;
  return 'Something went wrong. Reload the page to try again.';
}

const UNREACHED: Refusal = {
  kind: 'busy',
  text: 'The table cannot be reached. Check the connection, then try again.',
  rule: '',
};

function asRefusal(body: unknown, status: number): Refusal {
  const error = (body as { error?: Partial<Refusal> } | null)?.error;
  if (error && typeof error.text === 'string')
    return { kind: error.kind ?? 'malformed', text: error.text, rule: error.rule ?? '' };
  if (status === 404) return { kind: 'unknown', text: 'There is nothing at this address.', rule: '' };
  if (status === 429) return { kind: 'too_many', text: 'Too much at once. Wait a moment, then try again.', rule: '' };
  return { kind: 'busy', text: `The table answered with an error (${status}).`, rule: '' };
}

export async function fetchJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'AbortError') throw problem;
    throw new Refused(UNREACHED);
  }
  noteTime(response);
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    if (response.ok) throw new Refused(UNREACHED, response.status);
  }
  if (!response.ok) throw new Refused(asRefusal(body, response.status), response.status);
  return body as T;
}

function noteTime({ headers }: Response): void {
  const told = headers.get('server-time');
  if (told !== null) tellTime(Number(told));
}

export function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  return fetchJson<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export interface Made {
  id: string;
  host: string;
  seats: { seat: number; token: string }[];
}
export type TableAsSent = Extract<Push, { type: 'state' }>;

export const api = {
  rulesets: () => fetchJson<RulesetCard[]>(url`api/rulesets`),
  rules: (ruleset: string) => fetchJson<RulesPage>(url`api/rulesets/${ruleset}/rules`),
  course: (ruleset: string, course: string) =>
    fetchJson<{ ground: Ground; features: string[] }>(url`api/rulesets/${ruleset}/courses/${course}`),
  readHouse: (ruleset: string, text: string) => post<HouseFile>(url`api/rulesets/${ruleset}/house`, { text }),
  ownRuleset: (table: string) => fetchJson<RulesetCard>(url`api/tables/${table}/ruleset`),
  tables: (state: 'open' | 'running' | 'over', offset = 0) =>
    fetchJson<{ tables: TableCard[]; more: boolean }>(url`api/tables?state=${state}&offset=${offset}`),
  several: (ids: readonly string[]) =>
    fetchJson<{ tables: Glance[] }>(url`api/tables/several?${new URLSearchParams(ids.map((id) => ['id', id]))}`),
  table: (id: string) => fetchJson<TableAsSent>(url`api/tables/${id}`),
  review: (id: string) => fetchJson<ReviewState>(url`api/tables/${id}/review`),
  replay: (id: string, after = 0) =>
    fetchJson<Replay>(after ? url`api/tables/${id}/replay?after=${after}` : url`api/tables/${id}/replay`),
  orders: (id: string, seat: number, token: string) =>
    fetchJson<OwnOrders>(url`api/tables/${id}/orders?seat=${seat}`, { headers: { authorization: `Bearer ${token}` } }),
  checkOrders: (id: string, wanted: CheckOrders) => post<CheckedOrders>(url`api/tables/${id}/orders/check`, wanted),
  hint: (id: string, wanted: WantHint) => post<Hint>(url`api/tables/${id}/hint`, wanted),
  driverFields: (id: string, token: string) =>
    fetchJson<DriverFields>(url`api/tables/${id}/referee`, { headers: { authorization: `Bearer ${token}` } }),
  newTable: (table: NewTable) => post<Made>(url`api/tables`, table),
  firstRace: (ruleset: string, token: string) => post<Made>(url`api/tables/first-race`, { ruleset, token }),
  fork: (id: string, number: number, token: string, tokens: readonly string[]) =>
    post<Made>(url`api/tables/${id}/fork`, { number, token, tokens }),
  again: (id: string, tokens: readonly string[]) => post<Made>(url`api/tables/${id}/again`, { tokens }),
};

// Addresses for links, not fetched here.
/** Are dice and log of this race not shown yet? Others still race with the dice of the day. */
export const isSealed = (table: TableInfo): boolean => table.day !== '' && table.fair?.secret === null;

export const logAddress = (id: string) => url`api/tables/${id}/log`;
export const invitationAddress = (id: string) => url`api/tables/${id}/invitation.svg`;
