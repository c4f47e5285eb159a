// The player's choice of an option: looked at, picked out, sent, taken back.

import type { Live } from '../../lib/live.svelte';
import type { Menu, MenuOption, Preview } from '../../lib/types';
import type { Commands } from '../commands.svelte';
import type { Seated } from '../people/seated.svelte';
import type { KeptSettings } from '../settings.svelte';
import type { Question } from './question.svelte';

export class Choice {
  pointed: number | null = $state(null); // the option under the pointer or the focus
  picked: number | null = $state(null); // the option that is chosen but not confirmed
  sent: { menu: Menu; index: number } | null = $state.raw(null);

  option: MenuOption | null = $derived.by(() => {
    const at = this.question.covered ? null : (this.pointed ?? this.picked);
    return at === null ? null : (this.question.menu?.options[at] ?? null);
  });
  preview: Preview | null = $derived.by(() => {
    const { menu, covered, usual } = this.question;
    if (!menu || covered) return null;
    const at = this.pointed ?? this.picked ?? usual;
    return at === null ? null : (menu.options[at]?.preview ?? null);
  });
  mayUndo = $derived.by(() => {
    const { undo, host } = this.live.you;
    const may = undo.filter((seat) => this.seated.own.includes(seat) || host);
    const shown = this.question.menu?.seat ?? this.question.seat;
    return shown !== null && may.includes(shown) ? shown : (may[0] ?? null);
  });

  constructor(
    private live: Live,
    private seated: Seated,
    private settings: KeptSettings,
    private commands: Commands,
    private question: Question,
  ) {}

  /** Let go of the marks of the question before. */
  clear(): void {
    this.pointed = null;
    this.picked = null;
    this.sent = null;
  }

  /** An option was chosen: send it, or pick it out until it is confirmed. */
  choose(index: number, confirmed: boolean): void {
    const { menu, covered } = this.question;
    const option = menu?.options[index];
    if (!option || this.sent || covered) return;
    if (!confirmed && this.picked !== index) {
      this.picked = index;
      return;
    }
    void this.#answer(menu, index, option);
  }

  /** Choose an option that was typed. */
  pick(index: number): void {
    this.choose(index, !this.settings.now.confirm || this.picked === index);
  }

  async #answer(menu: Menu, index: number, option: MenuOption): Promise<void> {
    const sent = (this.sent = { menu, index });
    await this.commands.do({ do: 'answer', seat: menu.seat, ask: menu.ask, answer: option.name });
    if (this.sent === sent) this.clear(); // else the next question has come, and perhaps its answer
  }

  undo(): void {
    if (this.mayUndo !== null) void this.commands.do({ do: 'undo', seat: this.mayUndo });
  }
}
