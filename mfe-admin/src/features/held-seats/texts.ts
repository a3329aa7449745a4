import { seatsInWords } from '@concert/contracts/booking/counts-in-words';

/** The words of the screen of held seats. */
export const texts = {
  purpose: 'see held seats',
  lede: 'Seats held for bookings that are not paid yet. Most are paid or released within the hour.',
  caption: 'Holds, ending soonest first',
  columns: { who: 'Who', phone: 'Phone Number', seats: 'Seats', since: 'Since', until: 'Until', state: 'State', acts: 'Action' },
  seats: seatsInWords,
  state: { paying: 'On the payment page', waiting: 'Not paying yet' },
  count: (holds: number, held: number, isMore: boolean) =>
    `${holds === 1 ? '1 hold' : `${holds} holds`}, ${seatsInWords(held)}${isMore ? ' shown, there are more' : ''}`,
  release: 'Release …',
  releaseOf: (name: string) => `Release the seats of ${name}`,
  reading: 'Loading the holds',
  failed: 'The holds could not be loaded',
  more: 'Show more holds',
  empty: 'No seats are held',
  emptyText: 'Every seat is either free or paid.',
  dialog: {
    title: (name: string) => `Release the seats of ${name}?`,
    text: 'The booking ends, and the seats can be bought by others. Its buyer is not told.',
    paying: 'A payment page is open. It is closed first; if the buyer has paid by then, the booking stays.',
    which: 'What is released',
    one: (seating: string, count: number) => `This hold: ${seatsInWords(count)} in ${seating}`,
    account: 'Every hold of this account',
    reason: 'Reason',
    reasonHint: 'Kept in the audit log with your name. Do not write names or addresses.',
    keep: 'Keep the hold',
    confirm: 'Release the seats',
    busy: 'Releasing the seats',
    failed: (reason: string) => `Nothing was released. ${reason}`,
  },
  done: (released: number, closing: number) =>
    [
      ...(released > 0 ? [`${released === 1 ? '1 hold has' : `${released} holds have`} ended.`] : []),
      ...(closing > 0 ? [`${closing === 1 ? '1 payment page is' : `${closing} payment pages are`} being closed.`] : []),
    ].join(' '),
} as const;
