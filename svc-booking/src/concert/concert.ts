import type { Silence } from '@concert/contracts/booking/postponement';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import { FIRST_PRICING, type Pricing } from '@concert/contracts/booking/seating';
import type { ConcertState } from '@concert/contracts/booking/states';
import type { MessageRunId } from '@concert/contracts/core/ids';
import { TEXT_NOTES } from '@concert/contracts/booking/visitor-notes';
import type { VisitorNotes } from '@concert/contracts/booking/visitor-note-fields';
import { ofEach } from '@concert/contracts/core/of-each';
import { instantsOf, localTimeOf } from '@concert/contracts/core/zoned-time';

/** The latest postponement. */
export interface Postponement {
  /** The new date is not known yet: while the concert is `postponed`, `startsAt` is the evening that does not take place. */
  readonly dateToFollow: boolean;
  /** When it was said. Whoever booked later knew of it and has nothing to choose. */
  readonly postponedAt: Date;
  /** Until when holders choose what becomes of their tickets. */
  readonly chooseUntil: Date;
  readonly silence: Silence;
}

/** A stop of the evening that told everybody. */
export interface EveningStop {
  /** The message run that tells them. */
  readonly runId: MessageRunId;
  readonly at: Date;
  /** What undoing it goes back to. */
  readonly from: { readonly state: ConcertState; readonly reason: string };
}

/** What the organisers say about accessible seats and companions. */
export interface AccessRules {
  /** The day, by the clocks of the venue, from which protected seats are for everybody, as `2027-01-31`; empty for never. */
  readonly protectedUntil: string;
  /** One companion by an accessible seat pays nothing. */
  readonly freeCompanion: boolean;
}

/** What buyers who cannot come may do. */
export type GiveBackRules = ConcertSettings['giveBack'];

/** When seats can be reserved. */
export interface SaleTimes {
  /** Null while it is not known: then nothing can be reserved yet. */
  readonly opensAt: Date | null;
  /** Minutes from its end to the beginning of the evening, so that it moves along with that; 0 unless an admin says otherwise. */
  readonly endsMinutesBefore: number;
}

/** What buyers who cannot come may do, until an admin says otherwise. */
const FIRST_GIVE_BACK: GiveBackRules = { allowed: true, untilMinutes: 120, when: 'waits', first: false };

/** Until an admin says otherwise: how many accessible seats a hall has is known to nobody else. */
export const NO_ACCESS_RULES: AccessRules = { protectedUntil: '', freeCompanion: false };

/** Until an admin says otherwise: what a hall is like is known to nobody else. */
export const NO_NOTES: VisitorNotes = { ...ofEach(TEXT_NOTES, () => ''), mapUrl: '', doorsMinutes: null, intervalMinutes: null };

/** The one current concert. Capacities are stored with the seats. */
export interface Concert {
  readonly title: string;
  readonly heading: string;
  /** Who performs; empty where nobody is named. */
  readonly performer: string;
  readonly state: ConcertState;
  readonly stateReason: string;
  /** What the organisers add to the notice of a cancellation; may be empty. */
  readonly cancellationNote: string;
  readonly startsAt: Date;
  /** Starts that were given before, oldest first, also of the same evening; a date that holds again is not among them. */
  readonly previousStarts: readonly Date[];
  /** Stays when reservations open again, because holders choose until its deadline. */
  readonly postponement?: Postponement;
  /** While it is cancelled by one. */
  readonly stop?: EveningStop | null;
  readonly sale: SaleTimes;
  readonly timeZone: string;
  /** Length of the concert, for the end of calendar entries. */
  readonly lengthMinutes: number;
  readonly venue: { readonly name: string; readonly address: string };
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly siteUrl: string;
  /** Who answers for the evening and the site, and where by post. */
  readonly organiser: string;
  readonly organiserAddress: string;
  readonly notes: VisitorNotes;
  readonly access: AccessRules;
  /** Nobody joins the waiting list any more. */
  readonly waitingClosed?: boolean;
  /** Price, default and most tickets of each category. Bookings keep their own price. */
  readonly pricing: Pricing;
  /** Whether a gift to the welfare work can be paid beside the seats. */
  readonly gifts: boolean;
  readonly giveBack: GiveBackRules;
  readonly version: number;
}

/** Length of a concert until an admin changes it. */
export const USUAL_LENGTH_MINUTES = 150;

const TIME_ZONE = 'America/New_York';

/** Capacity of each category at first. */
export const FIRST_CAPACITIES = { 'General Seating': 500, 'Preferred Seating': 80, 'Premium Seating': 60, 'VIP Seating': 30 } as const;

/** What a first concert says so that the site can be tried. It belongs to nobody, and is never told beside a live payment key. */
export const INVENTED = {
  performer: 'Nilan Vasudev',
  venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive, Princeton, NJ 08540' },
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
  siteUrl: 'https://concert.example',
  organiser: 'Music for Meditation Concert',
  organiserAddress: '1 Example Street, Example City',
} as const;

/** No clock change skips or repeats 18:00 in any time zone. */
function eveningOf(year: number, month: number, day: number): Date {
  return instantsOf({ year, month, day, hour: 18, minute: 0 }, TIME_ZONE)[0]!;
}

/** How a concert can be at first start: a draft takes no reservations until an admin says when they open. */
export const FIRST_STATES = ['open', 'draft', 'disabled', 'cancelled'] as const;
export type FirstState = (typeof FIRST_STATES)[number];

const MINUTE_MS = 60_000;
/** The sale of the first concert began this long before its evening, which is always in the past. */
const FIRST_SALE_MS = 70 * 86_400_000;

/**
 * The concert at first start: the specified 13 July 2024 if it is seeded as cancelled or disabled, else a Saturday at 18:00 about eight
 * weeks ahead, because nobody may be offered a date in the past.
 */
export function firstConcert(first: FirstState, now: Date): Concert {
  const state: ConcertState = first === 'draft' ? 'open' : first;
  const startsAt = state === 'open' ? saturdayAhead(now) : eveningOf(2024, 7, 13);
  return {
    title: 'Music for Meditation Concert',
    heading: 'MUSIC FOR MEDITATION CONCERT',
    state,
    stateReason: 'Registration is disabled due to unforeseen weather conditions.',
    cancellationNote: '',
    startsAt,
    sale: { opensAt: first === 'draft' ? null : new Date(startsAt.getTime() - FIRST_SALE_MS), endsMinutesBefore: 0 },
    previousStarts: [],
    timeZone: TIME_ZONE,
    lengthMinutes: USUAL_LENGTH_MINUTES,
    ...INVENTED,
    notes: NO_NOTES,
    access: NO_ACCESS_RULES,
    pricing: FIRST_PRICING,
    gifts: false,
    giveBack: FIRST_GIVE_BACK,
    version: 1,
  };
}

function saturdayAhead(now: Date): Date {
  const date = new Date(now.getTime() + 56 * 86_400_000);
  date.setUTCDate(date.getUTCDate() + ((6 - date.getUTCDay() + 7) % 7));
  return eveningOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Whether only admins can reserve, because when the sale opens is not known. */
export function isDraft({ sale }: Pick<Concert, 'sale'>): boolean {
  return sale.opensAt === null;
}

/** The stop that holds in a state: it ends with the cancellation. */
export function stopIn(state: ConcertState, { stop }: Concert): EveningStop | null {
  return state === 'cancelled' ? (stop ?? null) : null;
}

/** When the sale ends. */
export function saleEndsAt({ startsAt, sale }: Pick<Concert, 'startsAt' | 'sale'>): Date {
  return new Date(startsAt.getTime() - sale.endsMinutesBefore * MINUTE_MS);
}

/** Until when tickets can be given back; undefined where that is over, or the organisers take none. */
export function givenBackUntil({ giveBack, startsAt, state }: Concert, now: Date): Date | undefined {
  const until = new Date(startsAt.getTime() - giveBack.untilMinutes * MINUTE_MS);
  return giveBack.allowed && state !== 'cancelled' && now < until ? until : undefined;
}

/** Whether the day has come from which protected seats are for everybody. */
export function protectionIsOver({ access, timeZone }: Pick<Concert, 'access' | 'timeZone'>, now: Date): boolean {
  return access.protectedUntil !== '' && localTimeOf(now, timeZone).slice(0, access.protectedUntil.length) >= access.protectedUntil;
}
