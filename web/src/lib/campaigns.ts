// Campaigns and the builder: what the server sends of them, and how it is asked.

import { fetchJson, type Made, Refused } from './api';
import { newRequest } from './live.svelte';
import type { NewTable, Pace } from './types';

export interface CampaignCard { id: string; ruleset: string; title: string; headline: string; names: string[]; state: string; updated: number }
export interface Move { label: string; meaning: string; move: Record<string, unknown>; off: string } // off: why not now
export interface Owned {
  key: number; title: string; card: string; parts: string[]; points: number; state: string; fielded: boolean; code: string; moves: Move[];
}
export interface CampaignView { // as its ruleset draws it
  title: string; headline: string; phase: string; now: string; waited_for: number[]; round: number; rounds: number; size: string;
  standings: { seat: number; name: string; bot: string; figures: [string, number | string][]; waited_for: boolean }[];
  games: { number: number; round: number; mission: string; over: boolean; players: { seat: number; name: string; points: number | null; won: boolean }[] }[];
  roster: Owned[]; pool: number;
  build: { least: number; most: number; points: number; code: string; ready_made: ReadyMade[] } | null;
  field: { least: number; most: number; points: number; chosen: number[]; done: boolean } | null;
  moves: Move[]; moves_now: string; story: { round: number; lines: string[] }[];
}
export interface ReadyMade { title: string; text: string; points: number; vehicles: number; code: string }
export interface Campaign {
  id: string; ruleset: string; ruleset_title: string; state: 'open' | 'running' | 'over'; version: number; listed: boolean; pace: Pace;
  you: { seats: number[]; host: boolean }; open: number[];
  tables: { game: number; table: string; seats: { seat: number; token: string }[] }[];
  fair: { match: string; commitment: string; texts: string[]; open: boolean; secret: string | null }; // open: texts may be given
  page: CampaignView;
  problem: string; // why it does not go on here; '' if nothing is wrong
}
export interface NewCampaign {
  ruleset: string; title: string; terms: Record<string, string>; pace: NewTable['pace']; listed: boolean;
  players: { player: string; name: string }[]; document?: unknown;
}

// --- the builder

export interface Part { title: string; text: string; points: number; without: string }
export interface Addition { kind?: string; title: string; text: string; points: number; code: string; off: string }
export interface Built { // each `code`, `without` and `again` is what comes of it
  code: string; title?: string; size: string; size_words: string; points: number; limit: number; legal: boolean; file: string;
  problems: { vehicle: number; text: string; rule: string; missing: boolean /* there is too little yet */ }[];
  sizes: { key: string; title: string; words: string }[];
  ready_made: ReadyMade[];
  vehicles: {
    name: string; card: string; points: number; figures: [string, number][]; special: string[];
    parts: Part[]; add: Addition[]; without: string; again: string;
  }[];
  add: Addition[];
}

const at = encodeURIComponent;
const post = <T>(path: string, body: unknown): Promise<T> =>
  fetchJson<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const TRIES = 5;
const PAUSE = 400; // milliseconds before the second try; twice as long before each one after it

/** Send a command until the table answers: by the request it knows what it has done already. */
async function command<T>(path: string, body: object): Promise<T> {
  const request = newRequest();
  for (let tried = 1; ; tried++) {
    try {
      return await post<T>(path, { ...body, request });
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.kind !== 'busy' || tried === TRIES) throw problem;
      await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** (tried - 1)));
    }
  }
}

/** The campaign's place among the seats that this browser keeps. */
export const seatKey = (id: string): string => `campaign:${id}`;

export const campaigns = {
  list: (state: 'open' | 'running' | 'over') => fetchJson<{ campaigns: CampaignCard[] }>(`/api/campaigns?state=${state}`),
  create: (wanted: NewCampaign) => post<Made>('/api/campaigns', wanted),
  look: (id: string, tokens: string[]) => post<Campaign>(`/api/campaigns/${at(id)}/look`, { tokens }),
  claim: (id: string, seat: number, name: string, text: string) =>
    command<{ token: string }>(`/api/campaigns/${at(id)}/claim`, { seat, name, text }),
  giveText: (id: string, token: string, seat: number, text: string) =>
    command<Campaign>(`/api/campaigns/${at(id)}/text`, { token, seat, text }),
  move: (id: string, token: string, seat: number, version: number, move: Record<string, unknown>) =>
    command<Campaign>(`/api/campaigns/${at(id)}/move`, { token, seat, version, move }),
};
export const campaignFile = (id: string): string => `/api/campaigns/${at(id)}/file`;

export const build = (ruleset: string, code: string, size: string, vehicle = -1, name = ''): Promise<Built> =>
  post<Built>(`/api/rulesets/${at(ruleset)}/builder`, { code, size, vehicle, name });
