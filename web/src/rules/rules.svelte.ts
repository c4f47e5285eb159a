// The rulebooks, fetched once each, and the rule that is open over the page.

import { api } from '../lib/api';
import type { RulesPage } from '../lib/types';

const books = new Map<string, Promise<RulesPage>>();

export function rulebook(ruleset: string): Promise<RulesPage> {
  let book = books.get(ruleset);
  if (book === undefined) {
    book = api.rules(ruleset);
    books.set(ruleset, book);
    book.catch(() => books.delete(ruleset)); // the next one tries again
  }
  return book;
}

export interface FoundRule {
  number: string;
  html: string;
  chapter: string;
}

export function findRule(book: RulesPage, number: string): FoundRule | null {
  for (const chapter of book.chapters)
    for (const block of chapter.blocks)
      if (block.number === number) return { number, html: block.html, chapter: chapter.title };
  return null;
}

class OpenRule {
  ruleset = $state('');
  number = $state(''); // '': none is open

  show(ruleset: string, number: string): void {
    this.ruleset = ruleset;
    this.number = number;
  }

  close(): void {
    this.number = '';
  }
}

export const openRule = new OpenRule();
