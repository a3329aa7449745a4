import type { ConcertState } from '@concert/contracts/booking/states';

/** The one current concert. Capacity lives with the seats. */
export interface Concert {
  readonly title: string;
  readonly heading: string;
  readonly state: ConcertState;
  readonly stateReason: string;
  readonly startsAt: Date;
  readonly timeZone: string;
  readonly venue: { readonly name: string; readonly address: string };
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly siteUrl: string;
  readonly version: number;
}

/** Minutes that a time zone is ahead of UTC at an instant. */
function offsetMinutes(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return (Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - instant) / 60_000;
}

/** The instant at which a wall clock in a time zone shows this date and hour (18:00 exists once every day everywhere). */
export function instantOf(year: number, month: number, day: number, hour: number, timeZone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour);
  return new Date(asUtc - offsetMinutes(asUtc - offsetMinutes(asUtc, timeZone) * 60_000, timeZone) * 60_000);
}

const TIME_ZONE = 'America/New_York';

/** Tickets of each category at first. */
export const FIRST_CAPACITIES = { 'General Seating': 500, 'Preferred Seating': 80, 'Premium Seating': 60, 'VIP Seating': 30 } as const;

/**
 * The concert of a first start: the specified 13 July 2024 when it is already called off, else a Saturday at 18:00 about
 * eight weeks ahead, so that nobody is offered an evening in the past.
 */
export function firstConcert(state: ConcertState, now: Date): Concert {
  return {
    title: 'Music for Meditation Concert',
    heading: 'MUSIC FOR MEDITATION CONCERT',
    state,
    stateReason: 'Registration is disabled due to unforeseen weather conditions.',
    startsAt: state === 'open' ? saturdayAhead(now) : instantOf(2024, 7, 13, 18, TIME_ZONE),
    timeZone: TIME_ZONE,
    venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive, Princeton, NJ 08540' },
    supportEmail: 'info@concert.example',
    supportPhone: '(555) 123-4567',
    siteUrl: 'https://concert.example',
    version: 1,
  };
}

function saturdayAhead(now: Date): Date {
  const date = new Date(now.getTime() + 56 * 86_400_000);
  date.setUTCDate(date.getUTCDate() + ((6 - date.getUTCDay() + 7) % 7));
  return instantOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), 18, TIME_ZONE);
}
