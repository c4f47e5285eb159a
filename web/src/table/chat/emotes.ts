// Quick emotes: what one click says in the chat.

import type { ChatLine } from '../../lib/types';

export type EmoteName = Exclude<ChatLine['emote'], ''>;

/** In the order of their keys, with the words that the chat has for them. */
export const EMOTES: readonly [EmoteName, string][] = [
  ['honk', 'Honk!'],
  ['wow', 'What a move!'],
  ['ouch', 'Ouch!'],
  ['thanks', 'Thanks!'],
  ['sorry', 'Sorry!'],
  ['hurry', 'Tick, tock …'],
];
