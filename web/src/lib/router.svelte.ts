// Real addresses, by the History API. Pages read `here`; links are plain <a href={url`…`}>.

import routes from '../../../src/wreckoning/server/http/routes.json';
import { inSite } from './site';

export type Route =
  | { page: 'lobby' }
  | { page: 'new' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'rules'; key: string }
  | { page: 'rulebooks' }
  | { page: 'campaigns' }
  | { page: 'campaign'; id: string }
  | { page: 'leagues' }
  | { page: 'league'; id: string }
  | { page: 'build'; key: string }
  | { page: 'me' }
  | { page: 'join' }
  | { page: 'profile'; id: string }
  | { page: 'learn' }
  | { page: 'about' }
  | { page: 'nowhere' };

/** The page at a path of this site; null is a path outside it. The server reads the same list. */
export function routeOf(path: string | null): Route {
  let words: string[];
  try {
    words = (path ?? '/nowhere').split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'nowhere' }; // an address with a broken %
  }
  for (const [shape, page] of Object.entries(routes)) {
    const names = shape.split('/').filter(Boolean);
    const given = names.map((name, index) => [name.replace(':', ''), words[index] ?? ''] as const);
    if (names.length !== words.length || names.some((name, index) => !name.startsWith(':') && name !== words[index]))
      continue;
    return { page, ...Object.fromEntries(given.filter((_, index) => names[index]?.startsWith(':'))) } as Route;
  }
  return { page: 'nowhere' };
}

class Here {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);
  visits = $state(0); // pages gone to: tells the shell to move the focus
  route = $derived(routeOf(inSite(this.path)));

  read(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.hash = location.hash;
  }

  asked(name: string): string | null {
    return new URLSearchParams(this.query).get(name);
  }
}

export const here = new Here();

/** Go to an address of this site. A changed path is another page: from its top, focus on it. */
export function go(address: string, { replace = false } = {}): void {
  const before = location.pathname;
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState({}, '', address);
  here.read();
  if (location.pathname === before) {
    if (location.hash) jump();
  } else {
    here.visits += 1;
    if (!location.hash) scrollTo(0, 0);
  }
}

/** Change what the address says about this page, and nothing else. */
export function note(address: string): void {
  history.replaceState(history.state, '', address);
  here.read();
}

/** Scroll to the place on the page that the address names. */
export function jump(): void {
  const name = decodeURIComponent(location.hash.slice(1));
  const place = name ? document.getElementById(name) : null;
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

function followed(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
  const path = link.origin === location.origin ? inSite(link.pathname) : null;
  if (path === null || path.startsWith('/api/')) return;
  event.preventDefault();
  const address = link.pathname + link.search + link.hash;
  const same = address === location.pathname + location.search + location.hash;
  go(address, { replace: same });
}

/** Start following links. Returns a function that stops it. */
export function startRouter(): () => void {
  const moved = (): void => {
    const before = here.path;
    here.read();
    if (here.path !== before) here.visits += 1;
  };
  document.addEventListener('click', followed);
  addEventListener('popstate', moved);
  return () => {
    document.removeEventListener('click', followed);
    removeEventListener('popstate', moved);
  };
}
