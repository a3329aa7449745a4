import { AUDIENCE_PAGE, type AudiencePerson } from '@concert/contracts/booking/audience';
import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { idSchema, type BookingId, type TicketId } from '@concert/contracts/core/ids';
import type { AskedOutcome } from '@concert/service-kit/asked-together';
import type { AdmissionsRepository } from '../admissions/admissions.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import type { Entry, EntryId } from '../complimentary/entry.ts';
import { buyerOf, guestOf } from './audience.ts';
import type { AudienceRepository } from './audience.repository.ts';

/** What an audience is chosen by. */
export interface AudienceQuestion {
  readonly buyers?: { readonly statuses: readonly BookingStatus[]; readonly seatings: readonly Seating[] } | undefined;
  readonly guests?: readonly ComplimentaryCategory[] | undefined;
  readonly inside?: boolean | undefined;
  readonly booking?: BookingId | undefined;
}

/** A page ends at a booking or an entry; guests come after buyers. */
export interface AudiencePlace {
  readonly in: 'buyers' | 'guests';
  readonly after: string;
}

interface AudiencePage {
  readonly people: AudiencePerson[];
  readonly next?: AudiencePlace;
}

/** Somebody with the tickets that tell whether they went in. */
interface Holder {
  readonly person: AudiencePerson;
  readonly ticketIds: readonly TicketId[];
}

const bookingId = idSchema('booking');

/** Says who is written to, and how they are reached. */
export class ShowAudience {
  constructor(
    private readonly audience: AudienceRepository,
    private readonly admissions: AdmissionsRepository,
    private readonly concert: ConcertRepository,
  ) {}

  /** One page; it may hold nobody and have a next one. The one booking comes with the first page. */
  async page({ buyers, guests = [], inside, booking }: AudienceQuestion, place?: AudiencePlace): Promise<AudiencePage> {
    const alone = place === undefined && booking ? (await this.audience.byIds([booking], [])).bookings : [];
    const among = async (holders: readonly Holder[]): Promise<AudiencePerson[]> => {
      const extra = alone
        .filter(({ erasedAt }) => erasedAt === undefined)
        .map((one) => ({ person: buyerOf(one), ticketIds: one.ticketIds }));
      return this.whoAre(inside, [...extra, ...holders]);
    };
    if (buyers && place?.in !== 'guests') {
      const found = await this.audience.bookings(buyers, place?.after ?? '', AUDIENCE_PAGE);
      const people = await among(found.map((one) => ({ person: buyerOf(one), ticketIds: one.ticketIds })));
      const last = found.length === AUDIENCE_PAGE ? found.at(-1) : undefined;
      if (last) return { people, next: { in: 'buyers', after: last.id } };
      return guests.length > 0 ? { people, next: { in: 'guests', after: '' } } : { people };
    }
    if (guests.length === 0) return { people: await among([]) };
    const found = await this.audience.entries(guests, place?.in === 'guests' ? place.after : '', AUDIENCE_PAGE);
    const people = await among(found.map((one) => ({ person: guestOf(one), ticketIds: one.ticketIds })));
    const last = found.length === AUDIENCE_PAGE ? found.at(-1) : undefined;
    return last ? { people, next: { in: 'guests', after: last.id } } : { people };
  }

  /** Who some bookings and entries belong to now, with the concert; each alone may be refused as `booking.not_found`. */
  async people(of: readonly string[]) {
    const bookings = of.filter((id): id is BookingId => bookingId.safeParse(id).success);
    const entries = of.filter((id): id is EntryId => !bookingId.safeParse(id).success);
    const [found, { title, startsAt, timeZone, venue, supportEmail, supportPhone }] = await Promise.all([
      this.audience.byIds(bookings, entries),
      this.concert.current(),
    ]);
    const known = new Map<string, AudiencePerson>([
      ...found.bookings.map((one) => [one.id, buyerOf(one)] as const),
      ...found.entries.map((one: Entry) => [one.id, guestOf(one)] as const),
    ]);
    return {
      concert: { title, startsAt: startsAt.toISOString(), timeZone, venue: `${venue.name}, ${venue.address}`, supportEmail, supportPhone },
      outcomes: of.map((id): AskedOutcome<AudiencePerson> => {
        const person = known.get(id);
        return person ? { answer: person } : { problem: 'booking.not_found' };
      }),
    };
  }

  private async whoAre(inside: boolean | undefined, holders: readonly Holder[]): Promise<AudiencePerson[]> {
    if (inside === undefined) return holders.map(({ person }) => person);
    const admitted = await this.admissions.inside(holders.flatMap(({ ticketIds }) => ticketIds));
    return holders.filter(({ ticketIds }) => ticketIds.some((id) => admitted.has(id)) === inside).map(({ person }) => person);
  }
}
