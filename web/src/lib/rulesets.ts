// The games of this table, fetched once.

import { api } from './api';
import type { RulesetCard } from './types';

let cards: Promise<RulesetCard[]> | null = null;

export function rulesets(): Promise<RulesetCard[]> {
  if (cards === null) {
    cards = api.rulesets();
    cards.catch(() => (cards = null)); // the next one tries again
  }
  return cards;
}

export async function rulesetOf(key: string): Promise<RulesetCard | null> {
  return (await rulesets()).find((card) => card.key === key) ?? null;
}
