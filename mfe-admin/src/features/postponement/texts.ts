import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { cityOf } from '@concert/contracts/core/time-in-words';

/** The words of a postponement. */
export const texts = {
  purpose: 'postpone the concert',
  lede: 'Move the evening to another date: see who holds tickets, count their money, then announce it.',
  reading: 'Loading the ticket holders',
  failed: 'This could not be loaded',
  cancelled: {
    title: 'The concert is cancelled',
    text: 'Undo the cancellation in the settings first.',
    settings: 'Concert settings',
  },
  holders: {
    title: '1. Who holds tickets',
    caption: 'Holders by category',
    columns: { category: 'Category', bookings: 'Bookings', tickets: 'Tickets' },
    together: 'Total',
    none: 'Nobody holds a ticket yet',
  },
  choices: {
    title: 'What holders chose',
    reading: 'Counting what holders chose',
    failed: 'What holders chose could not be counted',
    states: {
      open: (moment: string) => `Holders of paid tickets choose until ${moment}. Then it is carried out automatically.`,
      'under way': (moment: string) => `The time to choose ended on ${moment}. Returns and refunds are being made now.`,
      done: (moment: string) => `The time to choose ended on ${moment}. All choices were carried out; see Refunds.`,
    },
    keepAll: 'Keep all tickets',
    giveSome: 'Return some',
    giveAll: 'Return all',
    silent: { keep: 'Chose nothing: keep their tickets', refund: 'Chose nothing: refunded' },
    ticketsBack: 'Tickets returned by choice',
    ticketsGiven: 'Of these, given to the welfare work',
    bookings: (count: number) => (count === 1 ? '1 booking' : `${count} bookings`),
    tickets: ticketsInWords,
  },
  date: {
    title: '3. The new date',
    text: 'Everyone who opens the site sees it at once. Nothing can be reserved until reservations are opened again in the settings; tickets keep their codes. No one is refunded before the last day to choose is over. The message about the new date gives each holder a link to choose.',
    first: 'Count the money first.',
    now: (date: string) => `The concert is postponed now. ${date}.`,
    nowToFollow: 'The concert is postponed now. Its new date is to follow.',
    fields: {
      known: 'Is the new date known?',
      local: 'New date and time',
      reason: 'Reason, as visitors read it',
      lastDay: 'Last day to choose',
      silence: 'Holders who choose nothing',
    },
    hints: {
      local: (timeZone: string) => `Venue time (${cityOf(timeZone)}).`,
      lastDay:
        'Until the end of that day at the venue, holders of paid tickets choose on their own page: keep all, return some or return all, with the money refunded or given to the welfare work.',
      silence: 'Carried out automatically when that day is over, with the holders’ choices.',
    },
    known: { date: 'Yes', follow: 'No, it is to follow' },
    silence: { keep: 'keep their tickets', refund: 'are refunded' },
    choose: 'Choose one',
    tell: 'Tell everyone',
    button: 'Postpone the concert …',
    busy: 'Postponing',
    done: 'The concert is postponed.',
    failed: 'The concert was not postponed',
    look: 'View the new settings',
  },
  ask: {
    title: 'Postpone the concert?',
    newDate: 'New date',
    holders: 'Holders',
    holdersText: (bookings: number, tickets: number) =>
      `${ticketsInWords(tickets)} of ${bookings === 1 ? '1 booking or entry' : `${bookings} bookings and entries`}`,
    money: 'Their money',
    compared: 'Compared with the payment provider',
    equal: 'Equal to the cent',
    different: 'The two sums differ',
    notCompared: 'Could not be compared just now',
    keep: 'Go back',
    confirm: 'Postpone the concert',
  },
} as const;
