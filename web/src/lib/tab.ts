// The icon in the browser's tab: it has a yellow light while it is your turn.

import turn from '../styles/icon-turn.svg';
import { url } from './site';

const PLAIN = url`icons/icon.svg`;

/** Show in the tab whether it is your turn. */
export function showTurn(yours: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  const wanted = yours ? turn : PLAIN;
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}
