/** The words of counting what would go back. */
export const texts = {
  title: '2. Count the money',
  text: 'A dry run: compares what we would refund with what the payment provider holds. No money moves.',
  button: 'Count the refunds',
  again: 'Count again',
  busy: 'Asking the payment provider',
  ours: 'To refund',
  theirs: 'The provider holds',
  payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  equal: 'Both sums are equal',
  equalText: 'The refunds match what the payment provider holds for this concert, payment by payment.',
  different: 'The two sums differ',
  differentText: (count: number) =>
    `${count === 1 ? '1 payment differs' : `${count} payments differ`}. Check each one first; refunds start only with an explanation.`,
  disputed: (count: number, total: string) =>
    `In addition, ${count === 1 ? '1 payment is' : `${count} payments are`} disputed: a bank has taken ${total} until it decides. If it rules in our favour, count again.`,
  lost: (count: number, total: string) =>
    `In addition, ${count === 1 ? `1 payment (${total}) was` : `${count} payments (${total}) were`} lost to disputes: banks have paid the buyers back, and no one is refunded twice.`,
  given: (count: number, total: string) =>
    `In addition, ${count === 1 ? `1 payment (${total}) was` : `${count} payments (${total}) were`} given to the welfare work.`,
  arriving: (count: number) =>
    `${count === 1 ? '1 payment has just arrived and is' : `${count} payments have just arrived and are`} being settled. Count again in a moment.`,
  nothing: 'There is nothing to refund',
  caption: 'Payments that differ',
  columns: { booking: 'Booking', kind: 'Difference', ours: 'We have', theirs: 'Provider has' },
  kinds: { 'only at the provider': 'Only at the provider', 'only with us': 'Only with us', 'another amount': 'Another amount' },
  unknown: 'Not ours',
};
