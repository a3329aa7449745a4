/** The words of counting what would go back. */
export const texts = {
  title: '2. Count the money',
  text: 'A dry run: reads what we would send back and what the payment provider holds, and moves nothing.',
  button: 'Count what would go back',
  again: 'Count again',
  busy: 'Asking the payment provider',
  ours: 'Would go back',
  theirs: 'The provider holds',
  payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  equal: 'Both sums are equal',
  equalText: 'What would go back is what the payment provider holds for this concert, payment by payment.',
  different: 'The two sums differ',
  differentText: (count: number) =>
    `${count === 1 ? '1 payment differs' : `${count} payments differ`}. Look at each before you go on; a run starts only with an explanation.`,
  disputed: (count: number, total: string) =>
    `Apart from that, ${count === 1 ? '1 payment is' : `${count} payments are`} disputed: a bank has taken ${total} until it decides. Should it decide for us, count again.`,
  lost: (count: number, total: string) =>
    `Apart from that, ${total} of ${count === 1 ? '1 payment was' : `${count} payments were`} lost to disputes: banks have given it back to the buyers, and nothing goes back twice.`,
  given: (count: number, total: string) =>
    `Apart from that, ${total} of ${count === 1 ? '1 payment was' : `${count} payments were`} given to the welfare work and ${count === 1 ? 'stays' : 'stay'} with us.`,
  arriving: (count: number) =>
    `${count === 1 ? '1 payment has just arrived and is' : `${count} payments have just arrived and are`} being settled. Count again in a moment.`,
  nothing: 'There is no money to send back',
  caption: 'Payments that differ',
  columns: { booking: 'Booking', kind: 'Difference', ours: 'We have', theirs: 'Provider has' },
  kinds: { 'only at the provider': 'Only at the provider', 'only with us': 'Only with us', 'another amount': 'Another amount' },
  unknown: 'Not ours',
};
