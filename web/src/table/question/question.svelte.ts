// The open question that this browser shows, and the seats and players it is about.

import type { Live } from '../../lib/live.svelte';
import type { LessonNow, Menu } from '../../lib/types';
import type { Seated } from '../people/seated.svelte';
import type { ShownRace } from '../playback/shown.svelte';
import type { KeptSettings } from '../settings.svelte';
import { Coach, speaksAt } from './coach';
import { isSecret, menuOf } from './turn';

export class Question {
  seat: number | null = $state(null); // whose menu was asked for
  holder: number | null = $state(null); // of several players at this browser: the one who looks now
  menu: Menu | null = $derived.by(() => (this.race.playback.scene ? null : menuOf(this.live.menus, this.seat)));
  secret = $derived.by(() => !this.settings.now.open && isSecret(this.live.play?.asked ?? [], this.seated.own));
  covered = $derived.by(
    () => this.secret && this.menu !== null && this.menu.seat >= 0 && this.menu.seat !== this.holder,
  );
  shown: number | null = $derived.by(() => {
    const asked = this.menu?.seat ?? -1;
    return asked >= 0 ? asked : (this.seat ?? this.seated.own[0] ?? null);
  });

  // In a first race: what is said at the open question, and the options that may be chosen.
  lesson: LessonNow | null = $derived.by(() => {
    const { menu, live } = this;
    const now = live.play?.lesson ?? null;
    return menu && menu.number === live.play?.number && menu.seat >= 0 && menu.ask === now?.ask ? now : null;
  });
  // The option that is shown while none is pointed at: that of the lesson, or the obvious one.
  usual: number | null = $derived.by(() => {
    const { lesson, menu } = this;
    const led = menu?.options.findIndex(({ name }) => lesson?.allow.includes(name)) ?? -1;
    return led >= 0 ? led : (menu?.prompt.default ?? null);
  });
  #coach = new Coach();
  // Does the coach have something to say at this question?
  coaching = $derived.by(() => {
    const { menu, live } = this;
    const { coach, coached } = this.settings.now;
    if (!menu || menu.seat < 0 || this.lesson || !coach || !speaksAt(coached, live.id)) return false;
    return this.#coach.isNew(menu.ask, `${menu.number} ${menu.seat}`);
  });

  constructor(
    private live: Live,
    private race: ShownRace,
    private seated: Seated,
    private settings: KeptSettings,
  ) {}
}
