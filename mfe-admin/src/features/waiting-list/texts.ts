import { seatsInWords } from '@concert/contracts/booking/counts-in-words';

/** The words of the waiting list. */
export const texts = {
  purpose: 'see who waits for seats',
  lede: 'Whatever becomes free is offered to the people who wait, first come first, before anyone else can reserve it.',
  caption: 'People on the waiting list, first come first',
  columns: { who: 'Who', seats: 'Seats', since: 'When', state: 'State', acts: 'Action' },
  wish: (seats: number, seating: string, isAccessible: boolean) =>
    seating === 'next date'
      ? 'A next date'
      : `${seatsInWords(seats)}, ${seating === 'any' ? 'any category' : seating}${isAccessible ? ', one accessible' : ''}`,
  since: (at: string) => `Since ${at}`,
  until: (at: string) => `Offer ends ${at}`,
  states: {
    waiting: 'Waits',
    offered: 'Seats offered',
    bought: 'Bought',
    missed: 'Offer missed',
    declined: 'Declined',
    left: 'Left the list',
    removed: 'Removed',
  },
  counts: (waiting: number, offered: number, filled: number) => `${waiting} waiting, ${offered} offered, ${seatsInWords(filled)} filled`,
  show: 'Show',
  views: { open: 'On the list', over: 'Over' },
  closed: 'The list is closed: nobody can join it. Whoever waits keeps the place.',
  offer: 'Offer seats …',
  offerOf: (name: string) => `Offer seats to ${name}`,
  remove: 'Remove …',
  removeOf: (name: string) => `Remove ${name} from the list`,
  close: 'Close the list …',
  open: 'Open the list …',
  reading: 'Loading the waiting list',
  failed: 'The waiting list could not be loaded',
  more: 'Show more people',
  empty: { open: 'Nobody waits for seats', over: 'No place on the list has ended' },
  emptyText: 'Where nothing is left, visitors can wait for seats on the reservation page.',
  failure: (reason: string) => `Nothing was changed. ${reason}`,
  asked: {
    offer: {
      title: 'Offer seats now?',
      text: (name: string) => `Free seats are held for ${name}, before people who came earlier. An email says until when.`,
      confirm: 'Offer the seats',
    },
    remove: {
      title: 'Remove this person?',
      text: (name: string) => `What is offered to ${name} goes to the next person. No email says so.`,
      confirm: 'Remove',
    },
    close: {
      title: 'Close the waiting list?',
      text: () => 'Nobody can join it any more. Whoever waits keeps the place and still gets offers.',
      confirm: 'Close the list',
    },
    open: { title: 'Open the waiting list?', text: () => 'Where nothing is left, people can join it again.', confirm: 'Open the list' },
  },
} as const;
