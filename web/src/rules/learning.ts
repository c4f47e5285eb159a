// What a game teaches newcomers: the turn in order, and a sentence for each question. Fetched once each.

import { fetchJson } from '../lib/api';
import { url } from '../lib/site';
import type { LearningPage } from '../lib/types';

const pages = new Map<string, Promise<LearningPage>>();

export function learning(ruleset: string): Promise<LearningPage> {
  let page = pages.get(ruleset);
  if (page === undefined) {
    page = fetchJson<LearningPage>(url`api/rulesets/${ruleset}/learning`);
    pages.set(ruleset, page);
    page.catch(() => pages.delete(ruleset)); // the next one tries again
  }
  return page;
}
