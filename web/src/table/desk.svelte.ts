// A player's desk at the table: its parts, and what needs several of them. One for each table page.

import type { Live } from '../lib/live.svelte';
import type { CommandWord } from '../lib/types';
import { openRule } from '../rules/rules.svelte';
import { Talk } from './chat/talk.svelte';
import { Commands } from './commands.svelte';
import { LatestRolls } from './dice/latest.svelte';
import { Seated } from './people/seated.svelte';
import { ShownRace } from './playback/shown.svelte';
import { Choice } from './question/choice.svelte';
import { Hint } from './question/hint.svelte';
import { Question } from './question/question.svelte';
import { TypedLine } from './question/typed.svelte';
import { KeptSettings } from './settings.svelte';
import { Side } from './side.svelte';

export type Open = '' | 'help' | 'table' | 'correct' | 'skip' | 'call' | 'abandon' | 'post' | 'orders';

export class Desk {
  readonly live: Live;
  readonly settings = new KeptSettings();
  readonly side = new Side(this.settings);
  readonly commands: Commands;
  readonly seated: Seated;
  readonly talk: Talk;
  readonly race: ShownRace;
  readonly rolls: LatestRolls;
  readonly question: Question;
  readonly choice: Choice;
  readonly hint: Hint;
  readonly typed: TypedLine;
  open: Open = $state(''); // the dialog
  lit: string | null = $state(null); // the key of a piece that is pointed out
  ruleset = $derived.by(() => this.live.table?.ruleset ?? '');

  constructor(live: Live) {
    this.live = live;
    this.commands = new Commands(live);
    this.seated = new Seated(live);
    this.talk = new Talk(live, this.seated);
    this.race = new ShownRace(live, this.settings);
    this.rolls = new LatestRolls(this.race);
    this.question = new Question(live, this.race, this.seated, this.settings);
    this.choice = new Choice(live, this.seated, this.settings, this.commands, this.question);
    this.hint = new Hint(live, this.commands, this.question);
    this.typed = new TypedLine(this.commands, this.question, this.choice, (word, argument) =>
      this.#obey(word, argument),
    );
  }

  /** Reply to a line of the log, in the chat. */
  replyTo(line: number, text: string): void {
    this.talk.reply = { line, text };
    this.side.turnTo('chat');
  }

  /** The text of the rule of the option that is looked at, or else of the question. */
  showRule(): void {
    const rule = this.choice.option?.rules[0] ?? this.question.menu?.prompt.rule;
    if (rule) openRule.show(this.ruleset, rule);
  }

  #obey(word: CommandWord, argument: string): void {
    const { settings, commands, choice } = this;
    switch (word) {
      case 'help':
        this.open = word;
        break;
      case 'board':
        settings.set('text', !settings.now.text);
        break;
      case 'rule':
        if (argument) openRule.show(this.ruleset, argument.toUpperCase());
        else commands.problem = 'Which rule? Type its number as well.';
        break;
      case 'undo':
        if (choice.mayUndo !== null) choice.undo();
        else commands.problem = 'There is nothing that you may take back now.';
        break;
      default:
        this.side.turnTo(word);
    }
  }
}
