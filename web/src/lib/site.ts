// Addresses of this site. Only this file knows where it is: at the root of its host, or below a path.

/** The path below which the site is served, such as `/race`; '' at the root of its host. */
export const root = rootOf(
  typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="root"]'),
);

/** The server writes its root into the page; a page that it did not serve has none. */
export function rootOf(meta: { content: string } | null): string {
  const told = (meta?.content ?? '').replace(/\/+$/, '');
  return told.startsWith('/') ? told : '';
}

/** An address of this site, its values encoded: url`table/${id}/replay`. A query is one value. */
export function url(parts: TemplateStringsArray, ...values: (string | number | URLSearchParams)[]): string {
  const encoded = values.map((value) => (value instanceof URLSearchParams ? String(value) : encodeURIComponent(value)));
  return `${root}/${String.raw({ raw: parts }, ...encoded)}`;
}

/** The address of a race: its table, or its replay once it is over. */
export const raceUrl = (id: string, isOver: boolean): string => (isOver ? url`table/${id}/replay` : url`table/${id}`);

/** A path of this host as seen from the root, such as `/table/x7`; null for a path outside the site. */
export function inSite(path: string): string | null {
  if (path === root) return '/';
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}
