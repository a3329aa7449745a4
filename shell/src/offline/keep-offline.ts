import type { Page } from '@concert/contracts/site/pages';

const WORKER = new URL('./offline-worker.ts', import.meta.url).pathname;

/**
 * Has a page kept on this device, so that it opens without network: its program by a service worker of its own scope, and, where it has a
 * manifest, offers it to the browser as an app to install. Never throws: a browser that keeps nothing shows the page as before.
 */
export async function keepOffline({ path, remote, manifest }: Page): Promise<void> {
  if (manifest && !document.querySelector('link[rel=manifest]')) {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = manifest;
    document.head.append(link);
  }
  if (!('serviceWorker' in navigator)) return;
  try {
    const { active } = await navigator.serviceWorker.register(`${WORKER}?remote=${remote}`, { scope: path, updateViaCache: 'none' });
    active?.postMessage('renew');
  } catch {
    // Switched off or without space: the page needs the network, as without this.
  }
}
