import type { RefundState } from './refunds.ts';

const ON_ITS_WAY = 'Your refund is on its way to the card you paid with. You do not have to do anything.';

/* `owed`: all of it is to be refunded, and nothing was sent yet. Its second sentence is the specified promise. */
const WORDS: Readonly<Record<RefundState | 'owed', string>> = {
  owed: 'You will be refunded in full, to the card you paid with. A refund link will be sent to you by email within 2 or 3 days.',
  planned: ON_ITS_WAY,
  requested: ON_ITS_WAY,
  pending: ON_ITS_WAY,
  succeeded: 'Your refund has been sent to the card you paid with. Banks usually take 5 to 10 days to show it.',
  failed: 'Your refund has not reached your card. We are on it, and nothing is lost.',
};

/** The one answer to 'What happens to my money', on every screen and in every email, from the state of the refund. */
export function moneyBackInWords(state: RefundState | 'owed'): string {
  return WORDS[state];
}
