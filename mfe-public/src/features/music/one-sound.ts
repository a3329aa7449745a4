const CHANNEL = 'concert-sound';

let stopCurrent: (() => void) | undefined;

/** Shared by the tabs of this site; opened with the first sound and then kept. */
let channel: BroadcastChannel | undefined;

function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => stopCurrent?.());
  }
  channel.postMessage('playing');
}

/** Makes this the only sound: whatever sounded before, here or in another tab, is stopped. */
export function stopOtherSounds(stop: () => void): void {
  if (stopCurrent !== stop) stopCurrent?.();
  stopCurrent = stop;
  tellOtherTabs();
}

/** The sound has ended by itself. */
export function releaseSound(stop: () => void): void {
  if (stopCurrent === stop) stopCurrent = undefined;
}
