import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import type { Order } from '@concert/test-kit/site-client';

/** Somebody the demo has act. */
export interface Person {
  readonly name: string;
  readonly lastname: string;
  readonly email: string;
  readonly phoneno: string;
}

/** What becomes of every second General booking of a round; the other bookings are paid, and nothing more happens. */
const STORIES = [
  ...(['given up', 'refunded', 'reserved', 'disputed', 'bounced', 'paying', 'failed'] as const),
  ...(['given up', 'refund failed', 'declined', 'spam', 'refunded', 'deferred'] as const),
];
export type Story = (typeof STORIES)[number];

/** A booking that the demo is going to make. */
export interface PlannedBooking {
  readonly person: Person;
  readonly order: Order;
  readonly story: Story | undefined;
}

/** Tickets of each booking of a round, by category; the dear ones are all paid, so that each has money in the report. */
const TICKETS: Readonly<Record<Seating, readonly number[]>> = {
  'VIP Seating': [4],
  'Premium Seating': [5, 3],
  'Preferred Seating': [4, 3, 2],
  'General Seating': [2, 1, 2, 4, 2, 2, 1, 3, 2, 5, 2, 1, 2, 2, 4, 2, 1, 2, 3, 2, 4, 1, 2, 2, 4, 2, 1],
};

const ROUND = (Object.keys(SEATING_RULES) as Seating[]).flatMap((seating) =>
  TICKETS[seating].map((notickets, index) => ({
    order: { seating, notickets },
    story: seating === 'General Seating' && index % 2 === 1 ? STORIES[(index - 1) / 2] : undefined,
  })),
);

/** Below this many bookings, not every story has one. */
export const MIN_BOOKINGS = ROUND.length;

/** Beginnings of addresses that the mail stand-in treats so. */
const ADDRESSES: Partial<Record<Story, string>> = { bounced: 'bounce.', deferred: 'deferred.', spam: 'spam.' };

/** The bookings of a demo in the order they are made. @param first the number of the first person */
export function planBookings(count: number, first: number): PlannedBooking[] {
  return Array.from({ length: count }, (_, index) => {
    const { order, story } = ROUND[index % ROUND.length]!;
    const person = personOf(first + index);
    return { order, story, person: { ...person, email: `${(story && ADDRESSES[story]) ?? ''}${person.email}` } };
  });
}

const GIVEN =
  'Emma,Lucía,Arjun,Amélie,Jürgen,Misaki,Zofia,Chinedu,Hương,Oksana,結衣,Дарина,Ελένη,Noah,Priya,Étienne,Greta,Mateo,Ngozi'.split(',');
const FAMILY =
  'Brooks,Fernández,Sharma,Lefèvre,Schröder,Tanaka,Kowalska,Okafor,Nguyễn,Shevchenko,Sullivan,Muñoz,Iyer,Béranger,Krüger,Adeyemi'.split(
    ',',
  );

/** The person of a number: names repeat after some three hundred, addresses never. */
export function personOf(number: number): Person {
  const [name, lastname] = [GIVEN[number % GIVEN.length]!, FAMILY[number % FAMILY.length]!];
  const latin = `${name}.${lastname}`
    .normalize('NFD')
    .replaceAll(/[^a-z.]/gi, '')
    .toLowerCase();
  // Numbers with 555-01 are kept for stories.
  const phoneno = `(212) 555-01${String(number % 100).padStart(2, '0')}`;
  return { name, lastname, email: `${latin.replace(/^[.]/, '')}.${number}@example.org`, phoneno };
}

/** What visitors write to the organisers. */
export const MESSAGES: readonly { readonly subject: string; readonly message: string }[] = [
  { subject: 'Wheelchair places', message: 'My mother uses a wheelchair.\nIs there a place for her beside my seat?' },
  { subject: 'Photographs', message: 'May I take photographs during the first piece, without flash?' },
  { subject: 'Merci pour l’an dernier', message: 'Nous revenons à six. Y a-t-il un endroit pour laisser les manteaux ?' },
  { subject: 'Parken', message: 'Gibt es in der Nähe einen Parkplatz, der nach Mitternacht noch offen ist?' },
  { subject: 'Where is my email?', message: 'I paid ten minutes ago and have no tickets yet. It may be that I mistyped my address.' },
  { subject: '¿Habrá otra fecha?', message: 'No puedo ir ese día. Si hay otra fecha, me encantaría saberlo.' },
];
