// The coach speaks in a person's first races, at the first question of each kind.

const RACES = 3;

/** The races in which the coach has spoken, this one included if there is room for it. */
export function racesWith(coached: string, table: string): string {
  const races = coached.split(' ').filter((id) => id !== '');
  return races.includes(table) || races.length >= RACES ? coached : [...races, table].join(' ');
}

/** Does the coach speak at this table? */
export const speaksAt = (coached: string, table: string): boolean =>
  racesWith(coached, table).split(' ').includes(table);

export class Coach {
  #first = new Map<string, string>(); // of each kind of question: the first one, while this page is open

  /** Is this the first question of its kind? Its chances, which come later, change nothing. */
  isNew(kind: string, question: string): boolean {
    if (!this.#first.has(kind)) this.#first.set(kind, question);
    return this.#first.get(kind) === question;
  }
}
