/** The words of the refunds. Texts of the specification are verbatim. */
export const texts = {
  purpose: 'send refund notification',
  lede: 'Refund a booking.',
  get: 'Get Details',
  loading: 'Please wait while fetching details ...',
  loaded: 'Data loaded successfully.',
  failed: (error: string) => `Failed to send refund link.  ${error}`,
  started: (first: string, last: string) => `Refund process initiated successfully for ${`${first} ${last}`.trim()}`,
  columns: { name: 'Name', status: 'Status', seating: 'Seating', tickets: 'No. Of Tickets', amount: 'Amount', refund: 'Refund' },
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
  part: 'Partial refund …',
  partAgain: 'Partial refund again',
  partOf: (name: string) => `Partial refund for ${name}`,
  partAgainOf: (name: string) => `Partial refund again for ${name}`,
  partTold: (tickets: number, amount: string) =>
    `Partial refund, ${tickets === 0 ? '' : tickets === 1 ? '1 ticket and ' : `${tickets} tickets and `}${amount}`,
  refundOf: (name: string, amount: string) => `Refund ${amount} to ${name}`,
  busy: 'Starting the refund',
  disputed: 'Disputed',
  disputedText: (amount: string) =>
    `The card holder disputes this payment. The bank has taken ${amount} until it decides, so no refund can be sent.`,
  lost: 'Lost to a dispute',
  lostText: (amount: string) => `The bank has given ${amount} back to the card holder. No refund can be sent on top.`,
  lostSeats: 'The seats are still taken: look at the booking',
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
  given: (tickets: number, amount: string) => `${amount} of ${tickets === 1 ? '1 ticket' : `${tickets} tickets`} given to the welfare work`,
  partly: (amount: string) => `${amount} was refunded at the payment provider`,
  expected: (day: string) => `on the card by ${day}`,
  following: 'This list is updated by itself while refunds are on their way.',
  mails: 'Email everyone refunded',
  mailsText: 'Emails everyone who has been refunded, once each.',
  dialog: {
    title: (name: string) => `Refund ${name}?`,
    text: (amount: string) =>
      `${amount} goes back to the card it came from. The tickets stop being valid at once, and the seats can be sold again.`,
    onceMore: 'The last attempt failed. This makes a new one.',
    cannot: 'A refund cannot be undone.',
    keep: 'Keep the booking',
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
    'They stop being valid at once, and their seats can be sold again. Choose none to send only money back. One ticket has to stay.',
  again: (tickets: readonly number[], amount: string) =>
    tickets.length === 0
      ? `The last attempt to send ${amount} back failed. This makes a new one.`
      : `The last attempt to send ${amount} back failed; ${tickets.length === 1 ? `ticket ${tickets[0]} has` : `tickets ${tickets.join(', ')} have`} ended already. This makes a new one.`,
  amount: 'Amount in US dollars',
  amountHint: (left: string) => `Less than ${left}, which is what the booking still holds.`,
  reason: 'Reason',
  reasonHint: 'Kept with your name in the audit log. The buyer is not told it.',
  cannot: 'Neither the money nor the tickets can be called back.',
  keep: 'Cancel',
  confirm: 'Refund',
  confirmAmount: (amount: string) => `Refund ${amount}`,
  busy: 'Starting the refund',
  started: (amount: string, name: string) => `${amount} is on its way back to ${name}. The rest of the booking stands.`,
} as const;

/** The words of the page that mails everybody whose money has gone back. */
export const mailTexts = {
  purpose: 'send the refund emails',
  lede: texts.mailsText,
  busy: 'Emailing everyone who has been refunded …',
  failed: 'No email was asked for.',
  toRefunds: 'Go to the refunds',
} as const;
