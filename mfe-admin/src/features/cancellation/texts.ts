/** The words of a cancellation. Texts of the specification are verbatim. */
export const texts = {
  purpose: 'cancel the concert',
  lede: 'Cancel the concert, then refund and tell everyone.',
  reading: 'Reading how things stand',
  failed: 'This could not be read',
  again: 'Try again',
  state: {
    title: '1. The concert',
    open: 'The concert is on',
    openText: 'Cancelling it closes registration and every open payment page at once. Money moves only in step 3.',
    cancelled: 'The concert is cancelled',
    cancelledText: 'Nothing can be reserved or paid. Ticket pages show the cancellation notice.',
    onlyAdmins: 'An admin has to cancel the concert.',
    cancel: 'Cancel the concert …',
    settling: 'The concert is being cancelled',
    dialog: {
      title: 'Cancel the concert?',
      text: 'Everybody who opens the site reads that it is cancelled. Open payment pages are closed. No money moves yet.',
      reason: 'Reason, as visitors read it',
      reasonRequired: 'Please say why',
      keep: 'Keep it on',
      confirm: 'Cancel the concert',
      busy: 'Cancelling the concert',
    },
  },
  count: {
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
  },
  others: {
    title: 'Everybody else',
    text: 'Buyers whose money goes back read of it in the mail about that money. Guests, the list for the next date and buyers without money are told by a message run.',
    tell: 'Tell everybody else',
  },
  nextDate: {
    title: 'The next date',
    reading: 'Counting the list for the next date',
    count: (count: number) =>
      count === 0
        ? 'Nobody is on the list for the next date yet. The home page and every ticket page lead to it.'
        : `${count === 1 ? '1 person is' : `${count} people are`} on the list for the next date.`,
  },
  start: {
    title: '3. Send everything back',
    notCancelled: 'Cancel the concert first: no money goes back while it is on.',
    notCounted: 'Count the money first.',
    countAgain: 'This run is over. Count the money again to see whether any is left to send.',
    nothing: 'There is no money to send back.',
    text: 'Each buyer is mailed that the concert is cancelled, with a secret link to the state of the refund; then the money goes back to the card. It can be paused, and it goes on by itself after a crash.',
    confirmation: (words: string) => `Type ${words} to confirm`,
    explanation: 'Why do the sums differ?',
    button: (total: string) => `Send ${total} back`,
    busy: 'Starting',
    mismatch: (words: string) => `Please type ${words}, letter for letter.`,
  },
  run: {
    title: 'Sending everything back',
    states: { gathering: 'Listing the payments', running: 'Under way', paused: 'Paused', finished: 'Finished' },
    stuck: 'Needs somebody',
    atBanks: 'At the banks',
    progress: 'Refunds settled',
    money: (settled: string, total: string) => `${settled} of ${total} has gone back to its cards`,
    told: (told: number, count: number) =>
      count === 1
        ? told === 1
          ? 'The buyer of the payment has been mailed'
          : 'The buyer of the payment has not been mailed yet'
        : `The buyers of ${told} of ${count} payments have been mailed`,
    pause: 'Pause',
    resume: 'Go on',
    pausing: 'Pausing',
    resuming: 'Going on',
    done: 'Every buyer has the money back',
    attention: (count: number) => `${count === 1 ? '1 row needs' : `${count} rows need`} somebody`,
    attentionText: 'Try them again, or settle them in another way and say so.',
    show: 'Show',
    all: 'All rows',
    rowStates: {
      waiting: 'Waiting',
      notified: 'Notified',
      'refund sent': 'Refund sent',
      settled: 'Settled',
      failed: 'Failed',
      'needs a choice': 'Needs a choice',
    },
    columns: { name: 'Name', seating: 'Seating', tickets: 'No. Of Tickets', amount: 'Amount', state: 'State', act: 'Act' },
    caption: 'Buyers of this run',
    empty: 'No row is in this state.',
    more: 'Show more rows',
    retry: 'Try again',
    retryOf: (name: string) => `Try the refund of ${name} again`,
    otherwise: 'Settled otherwise',
    otherwiseOf: (name: string) => `${name} got the money in another way`,
    notChosen: (name: string) => `The choice for ${name} was not confirmed`,
    noName: 'Booking',
    countAgain: 'Is there money left? Count again.',
  },
} as const;
