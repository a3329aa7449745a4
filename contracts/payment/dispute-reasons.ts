/** What a card's owner says, by Stripe's reason (https://docs.stripe.com/disputes/categories). */
const WORDS: Readonly<Record<string, string>> = {
  credit_not_processed: 'The buyer says that money was due back and did not come',
  duplicate: 'The buyer says that they paid twice for the same',
  fraudulent: 'The buyer says that they did not make this payment',
  general: 'The bank gives no reason',
  product_not_received: 'The buyer says that they did not get what they paid for',
  product_unacceptable: 'The buyer says that it was not what was promised',
  unrecognized: 'The buyer does not recognise the payment',
};

/** A dispute's reason in words; one that we do not know as the provider names it. */
export function disputeReasonInWords(reason: string): string {
  return WORDS[reason] ?? `The bank's reason: ${reason.replaceAll('_', ' ')}`;
}
