import { AUDIENCE_PAGE, type AudiencePerson, type ChoiceOffer, type ShownPerson } from '@concert/contracts/booking/audience';
import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { idSchema, type BookingId, type TicketId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { asksHolders, isAsked, isClosedForChoice, type TicketChoice } from '../choices/choice.ts';
import type { MongoChoices } from '../choices/mongo-choices.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Concert } from '../concert/concert.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { concertOfMail } from '../concert/concert-of-mail.ts';
import type { EntryId } from '../complimentary/entry.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { buyerOf, guestOf, ownBookingOf } from './audience.ts';
import type { MongoAudience } from './mongo-audience.ts';

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
    private readonly audience: MongoAudience,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly choices: MongoChoices,
    private readonly signer: TicketSigner,
    private readonly publicOrigin: string,
    private readonly clock: Clock,
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

  /** Who a booking or an entry belongs to now, with the concert. @throws DomainError `booking.not_found` */
  async person(of: BookingId | EntryId): Promise<ShownPerson> {
    const asked = bookingId.safeParse(of);
    const [found, concert, [chosen]] = await Promise.all([
      this.audience.byIds(asked.success ? [asked.data] : [], asked.success ? [] : [of as EntryId]),
      this.concert.current(),
      asked.success ? this.choices.of([asked.data]) : [],
    ]);
    const [booking] = found.bookings;
    const [entry] = found.entries;
    const person = booking ? buyerOf(booking) : entry && guestOf(entry);
    if (!person) throw new DomainError('booking.not_found');
    const bookings = booking ? await this.audience.ofAccount(booking.userId) : [];
    const choice = booking && this.offerOf(booking, concert, chosen);
    return { ...person, bookings: bookings.map(ownBookingOf), ...(choice ? { choice } : {}), concert: concertOfMail(concert) };
  }

  /** The choice link of a booking, while its holder has time to choose. */
  private offerOf(booking: Booking, concert: Concert, choice: TicketChoice | undefined): ChoiceOffer | undefined {
    if (!asksHolders(concert) || !isAsked(booking, concert) || isClosedForChoice(concert, choice, this.clock.now())) return undefined;
    const { chooseUntil, silence } = concert.postponement;
    return {
      url: `${this.publicOrigin}/choose?ref=${booking.id}&ref2=${this.signer.capability(booking, 'choice')}`,
      seating: booking.seating,
      tickets: ticketsLeft(booking).length,
      chooseUntil: chooseUntil.toISOString(),
      silence,
    };
  }

  private async whoAre(inside: boolean | undefined, holders: readonly Holder[]): Promise<AudiencePerson[]> {
    if (inside === undefined) return holders.map(({ person }) => person);
    const admitted = await this.admissions.inside(holders.flatMap(({ ticketIds }) => ticketIds));
    return holders.filter(({ ticketIds }) => ticketIds.some((id) => admitted.has(id)) === inside).map(({ person }) => person);
  }
}
