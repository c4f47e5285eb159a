// The number of chat lines not seen yet.

import type { ChatLine } from '../../lib/types';

/** Counts from its creation on. `open`: whether the chat is visible. */
export function unreadChat(chat: () => ChatLine[], open: () => boolean): { readonly unread: number } {
  let seen = $state(-1);
  const newest = $derived(chat().at(-1)?.id ?? 0);
  $effect(() => {
    if (seen < 0 || open()) seen = newest;
  });
  return {
    get unread() {
      return seen < 0 ? 0 : chat().filter((line) => line.id > seen).length;
    },
  };
}
