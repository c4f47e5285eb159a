// Races in a row that count together.

import { list } from '../lib/format';
import type { Card, RulesetCard, SeriesInfo } from '../lib/types';

/** "Grand Prix, race 2 of 3". */
export const seriesWords = (series: SeriesInfo): string =>
  `${series.title}, race ${series.number} of ${series.races.length}`;

/** "Ann leads the Grand Prix", "You win the Grand Prix", "Ann and Bob share the Grand Prix". */
export function leadersWords(series: SeriesInfo, own: readonly number[]): string {
  const first = series.standings.filter((one) => one.place === 1);
  const alone = first.length === 1 ? first[0] : undefined;
  const you = alone !== undefined && own.length === 1 && own[0] === alone.seat;
  if (series.over)
    return alone
      ? `${you ? 'You win' : `${alone.name} wins`} the ${series.title}`
      : `${list(first.map((one) => one.name))} share the ${series.title}`;
  return alone
    ? `${you ? 'You lead' : `${alone.name} leads`} the ${series.title}`
    : `${list(first.map((one) => one.name))} lead the ${series.title}`;
}

export interface Offer {
  kind: string;
  cards: { key: string; card: Card | null; chosen: boolean }[]; // card null: none of them
}

/** What a seat can buy before this race; kinds of which there is only one thing to have are left out. */
export function offersOf(
  series: SeriesInfo | null,
  ruleset: RulesetCard | null,
  seat: number,
  setup: Record<string, string>,
): Offer[] {
  const refused = series?.refused[seat];
  if (!series || !ruleset || !refused) return [];
  return series.sold
    .map((kind) => ({
      kind,
      cards: ['', ...Object.keys(ruleset.setup[kind] ?? {})]
        .filter((key) => refused[kind]?.[key] === undefined)
        .map((key) => ({ key, card: ruleset.setup[kind]?.[key] ?? null, chosen: (setup[kind] ?? '') === key })),
    }))
    .filter((offer) => offer.cards.length > 1);
}
