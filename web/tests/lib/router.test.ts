import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { go, here, note, routeOf, startRouter } from '../../src/lib/router.svelte';

describe('an address', () => {
  it.each([
    ['/', { page: 'lobby' }],
    ['/new', { page: 'new' }],
    ['/new/', { page: 'new' }],
    ['/learn', { page: 'learn' }],
    ['/about', { page: 'about' }],
    ['/rules', { page: 'rulebooks' }],
    ['/rules/abc', { page: 'rules', key: 'abc' }],
    ['/leagues', { page: 'leagues' }],
    ['/league/k7', { page: 'league', id: 'k7' }],
    ['/me', { page: 'me' }],
    ['/join', { page: 'join' }],
    ['/profile/p7', { page: 'profile', id: 'p7' }],
    ['/me/x7', { page: 'nowhere' }],
    ['/table/x7', { page: 'table', id: 'x7' }],
    ['/table/x7/replay', { page: 'replay', id: 'x7' }],
    ['/table/a%20b', { page: 'table', id: 'a b' }],
    ['/table', { page: 'nowhere' }],
    ['/table/x7/else', { page: 'nowhere' }],
    ['/table/x7/replay/more', { page: 'nowhere' }],
    ['/rules/abc/def', { page: 'nowhere' }],
    ['/table/%', { page: 'nowhere' }],
    ['/constructor', { page: 'nowhere' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });
});

describe('links', () => {
  let stop: () => void;
  let asked: string[]; // what is left to the browser

  const unhandled = (event: MouseEvent): void => {
    if (!event.defaultPrevented) asked.push((event.target as HTMLAnchorElement).href);
    event.preventDefault();
  };
  function click(html: string, how: MouseEventInit = {}): void {
    document.body.innerHTML = html;
    const target = document.querySelector('a');
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
  }

  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined);
    history.replaceState({}, '', '/');
    here.read();
    asked = [];
    stop = startRouter();
    document.addEventListener('click', unhandled);
  });
  afterEach(() => {
    stop();
    document.removeEventListener('click', unhandled);
    vi.unstubAllGlobals();
  });

  it('of this site change the page without loading', () => {
    const visits = here.visits;
    click('<a href="/table/x7?at=4">watch</a>');
    expect(here.route).toEqual({ page: 'table', id: 'x7' });
    expect(here.asked('at')).toBe('4');
    expect(location.pathname).toBe('/table/x7');
    expect(here.visits).toBe(visits + 1);
    expect(asked).toEqual([]);
  });

  it('to elsewhere, to files and into new tabs are left to the browser', () => {
    click('<a href="https://example.org/">away</a>');
    click('<a href="/api/tables/x/log" download>log</a>');
    click('<a href="/api/tables/x/log">log</a>');
    click('<a href="/new" target="_blank">new</a>');
    click('<a href="/new">new</a>', { ctrlKey: true });
    click('<a href="/new">new</a>', { button: 1 });
    expect(asked).toHaveLength(6);
    expect(here.route.page).toBe('lobby');
  });

  it('within a page are no new visit', () => {
    go('/rules/abc');
    const visits = here.visits;
    click('<a href="#R22">R22</a>');
    expect(here.hash).toBe('#R22');
    expect(here.visits).toBe(visits);
  });

  it('can be noted without a new page', () => {
    const steps = history.length;
    go('/table/x7/replay');
    const visits = here.visits;
    note('/table/x7/replay?at=12');
    expect(here.asked('at')).toBe('12');
    expect(here.visits).toBe(visits);
    expect(history.length).toBe(steps + 1);
  });
});
