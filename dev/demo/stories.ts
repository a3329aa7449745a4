import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { numbersFrom } from '@concert/test-kit/numbers';
import type { Order } from '@concert/test-kit/site-client';
import { drawPeople, oneOf, shuffled, type Draw, type Person } from './people.ts';

/** What becomes of a booking, with the share of all bookings it becomes of. The rest is paid, and nothing more happens. */
export const STORY_SHARES = {
  /** Reserved, and the payment page not opened yet. */
  reserved: 0.02,
  /** At the payment page. */
  paying: 0.03,
  /** At the payment page, where the card was declined. */
  declined: 0.015,
  /** Given up by its buyer. */
  'given up': 0.05,
  /** Paid in a way that fails some time later. */
  failed: 0.02,
  refunded: 0.06,
  /** The provider has the order to send the money back and has not done so. */
  'refund waits': 0.015,
  'refund failed': 0.015,
  disputed: 0.015,
  'dispute won': 0.01,
  'dispute lost': 0.01,
  /** Lost to a bank, and its seats freed. */
  'charged back': 0.01,
  /** Bought twice by mistake; the second is sent back by one press. */
  'bought twice': 0.015,
  /** Its mail bounced, and an organiser corrected the address. */
  'address corrected': 0.01,
  /** Its mail bounced, and nobody has looked yet. */
  bounced: 0.01,
  /** Its mail came late. */
  deferred: 0.01,
  /** Its mail was reported as spam. */
  spam: 0.005,
} as const;

export type Story = keyof typeof STORY_SHARES | 'paid';

/** Below this many bookings, not every story has one. */
export const MIN_BOOKINGS = Object.keys(STORY_SHARES).length + SEATINGS.length;

/** A booking that the demo is going to make. */
export interface PlannedBooking {
  readonly person: Person;
  readonly order: Order;
  readonly story: Story;
}

type Unnamed = Omit<PlannedBooking, 'person'>;

/** Beginnings of addresses that the mail stand-in treats so. */
const ADDRESSES: Partial<Record<Story, string>> = {
  'address corrected': 'bounce.',
  bounced: 'bounce.',
  deferred: 'deferred.',
  spam: 'spam.',
};

/** Shares of the dear categories, which have few seats, and the tickets that people order there. */
const DEAR: readonly { readonly seating: Seating; readonly share: number; readonly tickets: readonly number[] }[] = [
  { seating: 'VIP Seating', share: 0.015, tickets: [6, 4, 6] },
  { seating: 'Premium Seating', share: 0.03, tickets: [6, 6, 5, 4] },
  { seating: 'Preferred Seating', share: 0.06, tickets: [4, 4, 3, 2] },
];

/** Tickets of a General booking, each as often as people order it. */
const GENERAL_TICKETS = [1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 4, 5];

const many = (count: number, share: number): number => Math.max(1, Math.round(count * share));

/**
 * The bookings of a demo in the order they are made; the same ones for the same seed.
 * @param count how many, at least {@link MIN_BOOKINGS}
 * @param seed a whole number
 */
export function planBookings(count: number, seed: number): PlannedBooking[] {
  const draw = numbersFrom(seed);
  const stories = Object.entries(STORY_SHARES).flatMap(([story, share]) => Array<Story>(many(count, share)).fill(story as Story));
  // The dear categories are paid, so that each of them has money in the report.
  const dear = DEAR.flatMap(({ seating, share, tickets }) =>
    Array.from({ length: many(count, share) }, (): Unnamed => ({ story: 'paid', order: { seating, notickets: oneOf(tickets, draw) } })),
  );
  const general = Array.from({ length: Math.max(0, count - dear.length) }, (_, index): Unnamed => ({
    story: stories[index] ?? 'paid',
    order: { seating: 'General Seating', notickets: oneOf(GENERAL_TICKETS, draw) },
  }));
  const people = drawPeople(count, draw);
  return shuffled([...dear, ...general], draw).map((booking, index) => ({ ...booking, person: reachable(people[index]!, booking.story) }));
}

function reachable(person: Person, story: Story): Person {
  return { ...person, email: `${ADDRESSES[story] ?? ''}${person.email}` };
}

/** A guest of the organisers in one of the three groups. */
export interface PlannedGuest {
  readonly person: Person;
  readonly group: 'h' | 'v' | 'f';
  readonly notickets: number;
}

/** Complimentary guests: some in each group for so many bookings. */
export function planGuests(bookings: number, draw: Draw): PlannedGuest[] {
  const groups = (
    [
      ['h', 0.05],
      ['v', 0.03],
      ['f', 0.06],
    ] as const
  ).flatMap(([group, share]) => Array<PlannedGuest['group']>(Math.max(2, Math.round(bookings * share))).fill(group));
  const people = drawPeople(groups.length, draw);
  return groups.map((group, index) => ({ group, person: people[index]!, notickets: oneOf([1, 2, 2, 2, 3], draw) }));
}
