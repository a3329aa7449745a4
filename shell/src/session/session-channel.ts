const CHANNEL = 'concert-session';

/** Tells this site's other tabs that somebody signed in or out. */
export function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/**
 * Calls `changed` when somebody signed in or out in another tab.
 * @returns how to stop
 */
export function onOtherTab(changed: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', changed);
  return () => channel.close();
}
