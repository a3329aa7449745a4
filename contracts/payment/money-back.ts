import type { RefundState } from './refunds.ts';

/* `owed`: all of it is to be refunded, and nothing was sent yet. Its second sentence is the specified promise. */
const WORDS: Readonly<Record<RefundState | 'owed', (sum: string, card: string) => string>> = {
  owed: (sum, card) =>
    `You will be refunded in full${sum && `, ${sum}`}, to ${card}. A refund link will be sent to you by email within 2 or 3 days.`,
  planned: onItsWay,
  requested: onItsWay,
  pending: onItsWay,
  succeeded: (sum, card) =>
    `Your refund${sum && ` of ${sum}`} has been sent to ${card}. Banks usually take 5 to 10 business days to show it.`,
  failed: (sum, card) => `Your refund${sum && ` of ${sum}`} has not reached ${card}. We are on it, and nothing is lost.`,
};

function onItsWay(sum: string, card: string): string {
  return `Your refund${sum && ` of ${sum}`} is on its way to ${card}. You do not have to do anything.`;
}

/** The one answer to 'What happens to my money', on every screen and in every email, from the state of the refund. */
export function moneyBackInWords(state: RefundState | 'owed', sum = '', card = 'the card you paid with'): string {
  return WORDS[state](sum, card);
}
