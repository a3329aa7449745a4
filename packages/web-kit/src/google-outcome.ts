/** The outcome of a Google sign-in, as the address says it to which the browser comes back. */
export type GoogleOutcome = { readonly done: true; readonly awaitsPasskey?: true } | { readonly done: false; readonly reason: string };

const CHANNEL = 'concert-google';

/** The outcome an address carries (`google=done`, `google=passkey` where a passkey is still asked for, or `google=failed` with a `reason`), or undefined. */
export function googleOutcomeIn(search: URLSearchParams): GoogleOutcome | undefined {
  switch (search.get('google')) {
    case 'done':
      return { done: true };
    case 'passkey':
      return { done: true, awaitsPasskey: true };
    case 'failed':
      return { done: false, reason: search.get('reason') ?? '' };
    default:
      return undefined;
  }
}

/*
 * The popup with Google's page and the page that opened it lose each other, as the opener policy of both sites demands. They talk through a
 * broadcast channel of our own site, which only says that it is time to look: who is signed in is asked of the server.
 */

/** Tells the waiting page the outcome. */
export function tellGoogleOutcome(outcome: GoogleOutcome): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
}

/**
 * Calls `heard` when another window reports an outcome.
 * @returns how to stop
 */
export function onGoogleOutcome(heard: (outcome: GoogleOutcome) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (message: MessageEvent<GoogleOutcome>) => heard(message.data));
  return () => channel.close();
}
