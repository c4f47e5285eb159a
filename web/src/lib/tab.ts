// The icon in the browser's tab: it has a yellow light while it is your turn.

import plain from '../styles/icon.svg';
import turn from '../styles/icon-turn.svg';

/** Show in the tab whether it is your turn. */
export function showTurn(yours: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  const wanted = yours ? turn : plain;
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}
