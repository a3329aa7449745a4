import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
/** The words of the refunds. Texts of the specification are verbatim. */
export const texts = {
  purpose: 'refund bookings',
  pleaseSignIn: 'Please log in to send refund notification.',
  lede: 'Refund a booking.',
  get: 'Get Details',
  loading: 'Please wait while fetching details ...',
  loaded: 'Data loaded successfully.',
  failed: (error: string) => `Failed to send refund link.  ${error}`,
  started: (first: string, last: string) => `Refund process initiated successfully for ${`${first} ${last}`.trim()}`,
  columns: {
    name: 'Name',
    id: 'Booking ID',
    paid: 'Paid',
    status: 'Status',
    seating: 'Seating',
    tickets: 'No. Of Tickets',
    amount: 'Amount',
    refund: 'Refund',
  },
  /** Several at once. The sum is that of those that were started. */
  startedSeveral: (started: number, asked: number, amount: string) => `${started} of ${asked} refunds started, ${amount}.`,
  waiting: (count: number) => `${count === 1 ? '1 waits' : `${count} wait`} for another organiser’s approval.`,
  notStarted: (count: number) => `${count === 1 ? '1 was' : `${count} were`} not started: the list says why.`,
  untried: (count: number) => `${count === 1 ? '1 was' : `${count} were`} not tried.`,
  choose: (name: string, email: string) => `Choose ${name}, ${email}`,
  chooseAll: (count: number) => `Choose all ${count}`,
  chosenOf: (count: number) => `${count} chosen`,
  refundChosen: (count: number, amount: string) => `Refund ${count === 1 ? '1 booking' : `${count} bookings`}, ${amount}`,
  refundingOf: (number: number, count: number) => `Refunding ${number} of ${count}`,
  open: (name: string, email: string) => `${name}, ${email}, open the booking`,
  caption: 'Bookings with money',
  search: 'Search bookings',
  searchHint: 'Name, email, phone, booking, ticket, payment',
  firstFound: 'Only the newest are shown. Search for more of the name to find others.',
  empty: 'Nothing to refund',
  emptyText: 'Paid bookings appear here until they are refunded.',
  chosen: 'Only the booking you came from is shown. Get Details lists all with money.',
  chosenEmpty: 'Nothing to refund for this booking',
  chosenEmptyText: 'Nothing was paid for it, or there is no such booking. Get Details lists all with money.',
  noMatch: (search: string) => `No paid or refunded booking matches “${search}”.`,
  more: 'Show more bookings',
  refund: 'Refund',
  again: 'Refund again',
  partTold: (tickets: number, amount: string) =>
    `Partial refund, ${tickets === 0 ? '' : tickets === 1 ? '1 ticket and ' : `${tickets} tickets and `}${amount}`,
  refundOf: (name: string, amount: string) => `Refund ${amount} to ${name}`,
  busy: 'Starting the refund',
  disputed: 'Disputed',
  disputedText: (amount: string) =>
    `The card holder disputes this payment. The bank has taken ${amount} until it decides, so no refund can be sent.`,
  lost: 'Lost to a dispute',
  lostText: (amount: string) => `The bank has given ${amount} back to the card holder. It cannot be refunded as well.`,
  lostSeats: 'The seats are still taken: open the booking',
  statuses: {
    pending: 'Pending',
    paid: 'Paid',
    failed: 'Not paid',
    cancelled: 'Released',
    expired: 'Expired',
    late_paid: 'Paid too late',
    refund_requested: 'Refund on its way',
    refunded: 'Refunded',
    refund_failed: 'Refund failed',
    charged_back: 'Charged back',
    no_booking: 'There is no such booking',
  },
  states: {
    planned: 'Waits for the cancellation email',
    requested: 'Being sent',
    pending: 'Sent, the bank has not confirmed it',
    succeeded: 'Refunded',
    failed: 'Failed',
  },
  otherwise: 'The buyer was refunded another way',
  given: (tickets: number, amount: string) => `${amount}${tickets === 0 ? '' : ` of ${ticketsInWords(tickets)}`} given to the welfare work`,
  giftBack: (amount: string) => `Gift of ${amount}`,
  partly: (amount: string) => `${amount} was refunded at the payment provider`,
  expected: (day: string) => `on the card by ${day}`,
  following: 'This list updates automatically while refunds are on their way.',
  mails: 'Email everyone refunded',
  mailsText: 'Emails everyone who has been refunded, once each.',
  dialog: {
    title: (name: string) => `Refund ${name}?`,
    titleOf: (count: number) => `Refund ${count} bookings?`,
    text: (amount: string, count: number) =>
      `${amount} is refunded to the ${count === 1 ? 'card' : 'cards'} it came from. The tickets stop being valid at once, and the seats can be sold again.`,
    onceMore: (count: number) =>
      count === 1 ? 'The last attempt failed. This makes a new one.' : 'Some were tried before and failed. This makes a new attempt.',
    cannot: 'A refund cannot be undone.',
    keep: (count: number) => (count === 1 ? 'Keep the booking' : 'Keep the bookings'),
    confirm: (amount: string) => `Refund ${amount}`,
  },
} as const;

/** The words of the question before a part of a booking is returned. */
export const partTexts = {
  title: (name: string) => `Partial refund for ${name}`,
  tickets: 'Tickets that end',
  ticket: (number: number) => `Ticket ${number}`,
  inside: (number: number) => `Ticket ${number}: someone went in with it`,
  ticketsHint:
    'They stop being valid at once, and their seats can be sold again. Choose none to refund money only. At least one ticket has to stay.',
  again: (tickets: readonly number[], amount: string) =>
    tickets.length === 0
      ? `The last attempt to send ${amount} back failed. This makes a new one.`
      : `The last attempt to send ${amount} back failed; ${tickets.length === 1 ? `ticket ${tickets[0]} has` : `tickets ${tickets.join(', ')} have`} ended already. This makes a new one.`,
  amount: 'Amount in US dollars',
  amountHint: (left: string) => `Less than ${left}, the amount left on the booking.`,
  reason: 'Reason',
  reasonHint: 'Kept with your name in the audit log. The buyer does not see it.',
  cannot: 'This cannot be undone.',
  confirm: 'Refund',
  confirmAmount: (amount: string) => `Refund ${amount}`,
  busy: 'Starting the refund',
  started: (amount: string, name: string) => `${amount} is on its way back to ${name}. The rest of the booking stands.`,
} as const;

/** The words of the question before a gift is sent back. */
export const giftTexts = {
  button: (amount: string) => `Send the gift of ${amount} back …`,
  title: (name: string) => `Send the gift of ${name} back?`,
  text: (amount: string) => `${amount} is refunded to the card it came from. The rest of the booking stays as it is.`,
  started: (amount: string, name: string) => `The gift of ${amount} is on its way back to ${name}.`,
} as const;

/** The words of the page that mails everybody whose money has gone back. */
export const mailTexts = {
  purpose: 'send the refund emails',
  lede: texts.mailsText,
  busy: 'Emailing everyone who has been refunded …',
  failed: 'No emails were sent.',
  toRefunds: 'Go to the refunds',
} as const;

/** The words of counting what would go back. */
export const countTexts = {
  title: '2. Count the money',
  text: 'A dry run: compares what we would refund with what the payment provider holds. No money moves.',
  button: 'Count the refunds',
  again: 'Count again',
  busy: 'Asking the payment provider',
  ours: (count: number) => `To refund, ${count === 1 ? '1 payment' : `${count} payments`}`,
  theirs: (count: number) => `The provider holds, ${count === 1 ? '1 payment' : `${count} payments`}`,
  balance: {
    enough: (available: string) => `The balance at the payment provider is enough: ${available} is available.`,
    short: 'The balance at the payment provider is not enough yet',
    shortText: (available: string, pending: string) =>
      `${available} is available now and ${pending} later. You can start: refunds beyond the balance wait at the payment provider until there is enough, then they are sent by themselves. It is quicker if you add money to the balance there.`,
    otherwise: (currency: string, available: string, pending: string) =>
      `The account is kept in ${currency}: ${available} is available now and ${pending} later. Refunds are converted on the day; those beyond the balance wait at the payment provider until there is enough.`,
  },
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
