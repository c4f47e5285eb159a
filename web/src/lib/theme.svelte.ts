// Light, dark, or the system's theme. The choice is an attribute of <html>; the styles do the rest.

import { recall, remember } from './store';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: Theme[] = ['system', 'light', 'dark'];

const remembered = recall<Theme>('theme', 'system');

class Choice {
  theme: Theme = $state(THEMES.includes(remembered) ? remembered : 'system');

  choose(theme: Theme): void {
    this.theme = theme;
    remember('theme', theme);
    this.show();
  }

  show(): void {
    if (this.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }
}

export const choice = new Choice();

/** Whether the user asks for reduced motion. */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
