// The service worker: it shows the notices of the server, also when no page is open, and says so when
// there is no connection. It keeps no page but that one, so nothing is ever stale.

const HOME = self.registration.scope; // addresses here are relative to it: the site may be below a path
const OFFLINE = 'offline.html';
const OURS = `wreckoning ${HOME} `; // other sites may share the host, and its caches
const KEPT = `${OURS}offline-1`; // the next number when that page changes
const OLD = /^offline-\d+$/; // of earlier releases

self.addEventListener('install', (event) => {
  const page = new Request(OFFLINE, { cache: 'reload' });
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add(page)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) => names.filter((name) => name !== KEPT && (name.startsWith(OURS) || OLD.test(name))));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
});

self.addEventListener('push', (event) => {
  const told = event.data?.json() ?? {};
  const { title = 'Wreckoning', body = '', url = HOME } = told;
  // A later notice about the same table takes the place of the one before.
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      icon: 'icons/icon-192.png',
      tag: url,
      renotify: true,
      data: { url },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data ?? { url: HOME };
  event.waitUntil(open(url));
});

/** Go to the page that shows this address, or open it. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split('#')[0] === url);
  if (there) await there.focus();
  else await self.clients.openWindow(url);
}
