// The service worker, and Web Push: this browser is told of the player's turn, also when no page is open.

import { asMe } from '../profile/profile.svelte';
import { url } from '../lib/site';
import type { Channels } from '../lib/types';

const WORKER = url`sw.js`;

/** Start the service worker, if this address may have one: https, or localhost. */
export async function register(): Promise<void> {
  if (window.isSecureContext && 'serviceWorker' in navigator) await navigator.serviceWorker.register(WORKER);
}

/** True if this browser takes pushes at this address: https, or localhost. */
export function takesPush(): boolean {
  return window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Subscribe this browser. `key` is the server's. Throws with a reason that can be shown. */
export async function subscribe(key: string): Promise<Channels> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser does not let the page show notices: allow them in its settings for this page.');
  await register();
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe(); // perhaps with another server's key
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await worker.pushManager.subscribe(options).catch((problem: unknown) => {
    throw new Error(
      `The browser’s push service did not answer: ${problem instanceof Error ? problem.message : 'no reason given'}`,
    );
  });
  return asMe<Channels>(url`api/profile/channels/push`, made.toJSON());
}

/** End this browser's subscription, if it has one. */
export async function unsubscribe(): Promise<void> {
  if (!takesPush()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
