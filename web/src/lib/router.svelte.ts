// Real addresses, by the History API. Pages read `here`; links are plain <a href="/…">.

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

const PLAIN = new Map(
  Object.entries<Route>({
    '': { page: 'lobby' },
    new: { page: 'new' },
    rules: { page: 'rulebooks' },
    campaigns: { page: 'campaigns' },
    leagues: { page: 'leagues' },
    me: { page: 'me' },
    join: { page: 'join' },
    learn: { page: 'learn' },
    about: { page: 'about' },
  }),
);

export function routeOf(path: string): Route {
  let words: string[];
  try {
    words = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'nowhere' }; // an address with a broken %
  }
  const [first = '', second, third, ...more] = words;
  if (second === undefined) return PLAIN.get(first) ?? { page: 'nowhere' };
  if (more.length > 0) return { page: 'nowhere' };
  if (first === 'table' && third === undefined) return { page: 'table', id: second };
  if (first === 'table' && third === 'replay') return { page: 'replay', id: second };
  if (first === 'campaign' && third === undefined) return { page: 'campaign', id: second };
  if (first === 'league' && third === undefined) return { page: 'league', id: second };
  if (first === 'profile' && third === undefined) return { page: 'profile', id: second };
  if (first === 'build' && third === undefined) return { page: 'build', key: second };
  if (first === 'rules' && third === undefined) return { page: 'rules', key: second };
  return { page: 'nowhere' };
}

class Here {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);
  visits = $state(0); // pages gone to: tells the shell to move the focus
  route = $derived(routeOf(this.path));

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
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
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
