// The service worker: it shows the notices of the server, also when no page is open.

self.addEventListener('push', (event) => {
  const told = event.data?.json() ?? {};
  const { title = 'Wreckoning', body = '', url = '/' } = told;
  // A later notice about the same table takes the place of the one before.
  event.waitUntil(self.registration.showNotification(title, { body, tag: url, renotify: true, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data ?? { url: '/' };
  event.waitUntil(open(url));
});

/** Go to the page that shows this address, or open it. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split('#')[0] === url);
  if (there) await there.focus();
  else await self.clients.openWindow(url);
}
