// What a game teaches newcomers: the turn in order, and a sentence for each question. Fetched once each.

import { fetchJson } from './api';
import type { LearningPage } from './types';

const pages = new Map<string, Promise<LearningPage>>();

export function learning(ruleset: string): Promise<LearningPage> {
  let page = pages.get(ruleset);
  if (page === undefined) {
    page = fetchJson<LearningPage>(`/api/rulesets/${encodeURIComponent(ruleset)}/learning`);
    pages.set(ruleset, page);
    page.catch(() => pages.delete(ruleset)); // the next one tries again
  }
  return page;
}
