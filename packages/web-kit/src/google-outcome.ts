/** What became of a sign-in by way of Google, as the address says to which the browser comes back. */
export type GoogleOutcome = { readonly done: true } | { readonly done: false; readonly reason: string };

const CHANNEL = 'concert-google';

/** The outcome an address carries (`google=done`, or `google=failed` with a `reason`), or undefined. */
export function googleOutcomeIn(search: URLSearchParams): GoogleOutcome | undefined {
  switch (search.get('google')) {
    case 'done':
      return { done: true };
    case 'failed':
      return { done: false, reason: search.get('reason') ?? '' };
    default:
      return undefined;
  }
}

/*
 * The window Google was opened in and the page that opened it lose each other on the way, as the opener policy of both
 * sites wants it. What they say to each other goes through the site's own channel. It is no more than a word to look:
 * who is signed in is asked of the server.
 */

/** Tells the page that waits what became of it. */
export function tellGoogleOutcome(outcome: GoogleOutcome): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
}

/** Runs `heard` when another window tells an outcome. Answers how to stop. */
export function onGoogleOutcome(heard: (outcome: GoogleOutcome) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (message: MessageEvent<GoogleOutcome>) => heard(message.data));
  return () => channel.close();
}
