// Campaigns and the builder: the types of the server's answers, and its requests.

import { fetchJson, type Made, post, Refused } from '../lib/api';
import { newRequest } from '../lib/live.svelte';
import { url } from '../lib/site';
import type { Built, CampaignCards, CampaignInfo, NewCampaign } from '../lib/types';

const TRIES = 5;
const PAUSE = 400; // milliseconds before the second try; twice as long before each one after it

/** Send a command until the table answers; the request's id tells it what is done already. */
export async function command<T>(path: string, body: object): Promise<T> {
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
  list: (state: 'open' | 'running' | 'over', page = 1) =>
    fetchJson<CampaignCards>(url`api/campaigns?state=${state}&page=${page}`),
  create: (wanted: NewCampaign) => post<Made>(url`api/campaigns`, wanted),
  look: (id: string, tokens: string[]) => post<CampaignInfo>(url`api/campaigns/${id}/look`, { tokens }),
  claim: (id: string, seat: number, name: string, text: string, token: string) =>
    command<{ token: string }>(url`api/campaigns/${id}/claim`, { seat, name, text, token }),
  giveText: (id: string, token: string, seat: number, text: string) =>
    command<CampaignInfo>(url`api/campaigns/${id}/text`, { token, seat, text }),
  move: (id: string, token: string, seat: number, version: number, move: Record<string, unknown>) =>
    command<CampaignInfo>(url`api/campaigns/${id}/move`, { token, seat, version, move }),
};
export const campaignFile = (id: string): string => url`api/campaigns/${id}/file`;

export const build = (ruleset: string, code: string, size: string, vehicle = -1, name = ''): Promise<Built> =>
  post<Built>(url`api/rulesets/${ruleset}/builder`, { code, size, vehicle, name });
