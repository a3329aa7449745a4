import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';

const ofNumbers = (numbers: readonly number[]) =>
  numbers.length === 1 ? `Ticket ${numbers[0]}` : `Tickets ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

/** Every word about tickets that their buyer gives back. */
export const words = {
  title: 'If you cannot come',
  until: (moment: string) => `You can give tickets back until ${moment}.`,
  signIn: 'To give tickets back, sign in with the account you booked with. You find them under your bookings.',
  act: 'Give back',
  labelOf: (id: string) => `Give back tickets of ${id}`,
  ask: (count: number) => (count === 0 ? 'Give tickets back?' : `Give back ${ticketsInWords(count)}?`),
  which: 'Tickets to give back',
  stay: (count: number) =>
    count === 1 ? 'Your ticket stays valid until someone takes the seat.' : 'Your tickets stay valid until someone takes the seats.',
  then: (amount: string) => `Then you get ${amount} back.`,
  change: 'Until then you can keep them after all.',
  atOnce: (count: number, amount: string) =>
    `You get ${amount} back at once, and ${count === 1 ? 'this ticket ends' : 'these tickets end'}.`,
  no: 'Go back',
  busy: 'Giving back ...',
  done: { waits: 'Given back. Your tickets are valid until someone takes the seats.', atOnce: 'Given back. The refund is on its way.' },
  guest: {
    signIn: 'To give tickets back, sign in with the email address they were sent to. Then open this page again.',
    atOnce: (count: number) => `${count === 1 ? 'This ticket ends' : 'These tickets end'} at once, and others can have the seats.`,
    done: 'Given back. Thank you: others can have the seats.',
  },
  returning: 'Given back: valid until someone takes the seat',
  returningOf: (numbers: readonly number[]) => `${ofNumbers(numbers)}, given back: valid until someone takes the seat`,
  keep: (count: number) => (count === 1 ? 'Keep my ticket' : 'Keep my tickets'),
  keepOne: (number: number) => `Keep ticket ${number}`,
  keeping: 'Keeping ...',
  kept: 'You keep your tickets.',
  promised: 'Someone is paying for these seats.',
  promisedOne: 'Should they not pay, you can keep your ticket after all. Try again in some minutes.',
  promisedSome: 'You may still keep some of your tickets: choose one. Should they not pay, you can keep the others as well.',
} as const;
