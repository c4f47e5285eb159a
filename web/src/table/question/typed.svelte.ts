// A typed line: the table reads it, and it is carried out here.

import { capital } from '../../lib/format';
import type { CommandWord, Menu, MenuOption, Result } from '../../lib/types';
import type { Commands } from '../commands.svelte';
import type { Choice } from './choice.svelte';
import type { Question } from './question.svelte';

const DICE = -1; // the seat of dice that are rolled by hand

export class TypedLine {
  #ahead = ''; // typed in one line, for the same question put again
  #from: Menu | null = null; // the question at which that was typed
  #reading = false; // a line is on its way

  /** `obey`: run a command of the page. */
  constructor(
    private commands: Commands,
    private question: Question,
    private choice: Choice,
    private obey: (word: CommandWord, argument: string) => void,
  ) {}

  /** Let the table read a typed line, and carry it out. True if it was understood. */
  async type(line: string): Promise<boolean> {
    if (this.#reading) return false;
    this.#reading = true;
    this.#ahead = '';
    const menu = (this.#from = this.question.covered ? null : this.question.menu);
    const result = await this.commands.ask({ do: 'read', seat: menu?.seat ?? null, ask: menu?.ask ?? '', line });
    this.#reading = false;
    return result !== null && this.#take(result);
  }

  /** Go on with the typed line if the same question comes again; else show the rest. */
  goOn(): void {
    const { menu } = this.question;
    const [line, before] = [this.#ahead, this.#from];
    if (line === '' || !before || !menu || this.choice.sent || menu.number === before.number) return;
    this.#ahead = '';
    const isSame = menu.seat === before.seat && (menu.ask === before.ask || menu.seat === DICE);
    if (isSame) void this.type(line);
    else this.commands.problem = `Not done any more: ${line}.`;
  }

  #take({ read, rest = '' }: Result): boolean {
    if (!read) return false;
    if (read.kind === 'unclear') {
      this.commands.problem = `${capital(read.problem)}${read.rule && ` (${read.rule})`}.`;
      return false;
    }
    this.#ahead = rest;
    if (read.kind === 'command') this.obey(read.word, read.argument);
    else {
      const options = this.question.menu?.options;
      const index = options?.findIndex(({ name }) => name === read.option) ?? -1;
      if (read.kind === 'choice') this.choice.pick(index);
      else this.#explain(options?.[index]);
    }
    return true;
  }

  #explain(option: MenuOption | undefined): void {
    if (option) this.commands.told = `${option.label}: ${option.meaning || 'no more to say about it.'}`;
  }
}
