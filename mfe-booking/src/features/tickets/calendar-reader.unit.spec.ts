import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import type { ConcertView } from '@concert/contracts/booking/http';
import { concertView } from '../../testing/booking.tsx';
import { calendarFile } from './calendar-entry.ts';

/** What a calendar keeps of an entry. */
interface Kept {
  readonly uid: string;
  readonly sequence: number;
  readonly status: string;
  readonly starts: string;
  readonly ends: string;
  readonly title: string;
}

/** How a calendar program reads the one entry of a file. */
function read(file: string): Kept {
  const component = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const event = new ICAL.Event(component.getFirstSubcomponent('vevent') ?? undefined);
  return {
    uid: event.uid,
    sequence: event.sequence,
    status: String(event.component.getFirstPropertyValue('status')),
    starts: event.startDate.toJSDate().toISOString(),
    ends: event.endDate.toJSDate().toISOString(),
    title: event.summary,
  };
}

/* RFC 5546 section 2.1.5: of two with one UID, the one with the greater SEQUENCE is the truth. */
function calendarOf(entries: readonly Kept[]): Kept[] {
  const kept = new Map<string, Kept>();
  for (const entry of entries) if ((kept.get(entry.uid)?.sequence ?? -1) < entry.sequence) kept.set(entry.uid, entry);
  return [...kept.values()];
}

const OLD = '2027-07-03T22:00:00.000Z';
const NEW = '2027-09-04T22:00:00.000Z';
const file = (changes: Partial<ConcertView>) =>
  calendarFile(
    {
      concert: concertView({ startsAt: OLD, title: 'Music', ...changes }),
      reference: 'bk_1',
      link: 'https://concert.example/get-details?ref=bk_1',
    },
    new Date('2027-06-01T00:00:00.000Z'),
  );
const postponement = {
  dateToFollow: true,
  postponedAt: '2027-07-01T12:00:00.000Z',
  chooseUntil: '2027-08-01T03:59:00.000Z',
  silence: 'keep',
} as const;
/** What happens to a concert, one change of its settings after the other. */
const STORY: readonly [string, Partial<ConcertView>, Omit<Kept, 'uid' | 'sequence' | 'ends'>][] = [
  ['as planned', { revision: 1 }, { status: 'CONFIRMED', starts: OLD, title: 'Music' }],
  [
    'postponed, date to follow',
    { revision: 2, state: 'postponed', postponement },
    { status: 'TENTATIVE', starts: OLD, title: 'New date to follow: Music' },
  ],
  [
    'postponed to a new date',
    { revision: 3, state: 'postponed', startsAt: NEW, previousStarts: [OLD], postponement: { ...postponement, dateToFollow: false } },
    { status: 'CONFIRMED', starts: NEW, title: 'Music' },
  ],
  [
    'cancelled',
    { revision: 4, state: 'cancelled', startsAt: NEW, previousStarts: [OLD] },
    { status: 'CANCELLED', starts: NEW, title: 'Music' },
  ],
];

describe('the evening, read by a calendar program', () => {
  it('B2-534 stays one entry that is brought up to date, in whichever order its files come', () => {
    const entries = STORY.map(([, changes]) => read(file(changes)));
    for (let count = 1; count <= STORY.length; count += 1) {
      const [, , expected] = STORY[count - 1]!;
      for (const order of [entries.slice(0, count), entries.slice(0, count).reverse()]) {
        const calendar = calendarOf(order);
        expect(calendar).toHaveLength(1);
        expect(calendar[0]).toMatchObject(expected);
      }
    }
  });

  it.each([
    ['in January', '2027-01-09T23:00:00.000Z', '2027-01-10T01:30:00.000Z'],
    ['in July', '2027-07-10T22:00:00.000Z', '2027-07-11T00:30:00.000Z'],
    ['in November, over the hour that comes twice', '2027-11-07T04:30:00.000Z', '2027-11-07T07:00:00.000Z'],
  ])('B2-568 shows an evening %s when it is, and as long as it takes', (_, starts, ends) => {
    expect(read(file({ startsAt: starts, lengthMinutes: 150, timeZone: 'America/New_York' }))).toMatchObject({ starts, ends });
  });
});
