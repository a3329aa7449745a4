import {
  AUDIENCE_PAGE,
  MAX_OWN_BOOKINGS,
  type AudiencePerson,
  type ChoiceOffer,
  type ShownPerson,
} from '@concert/contracts/booking/audience';
import type { bookingRoutes } from '@concert/contracts/booking/http';
import { idSchema, type TicketId, type WaitingId } from '@concert/contracts/core/ids';
import type { CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { asksHolders, isAsked, isClosedForChoice, type TicketChoice } from '../choices/choice.ts';
import type { MongoChoices } from '../choices/mongo-choices.ts';
import type { Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { Concert } from '../concert/concert.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { concertOfMail } from '../concert/concert-of-mail.ts';
import type { EntryId } from '../complimentary/entry.ts';
import type { MongoEntries } from '../complimentary/mongo-entries.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { buyerOf, guestOf, listedOf, ownBookingOf } from './audience.ts';
import type { MongoWaiting } from '../waiting/mongo-waiting.ts';
import { leaveLink } from '../waiting/waiting.ts';

/** What an audience is chosen by. */
type AudienceQuestion = Omit<CallOf<typeof bookingRoutes.listAudience>['body'], 'cursor'>;

/** The parts of an audience, in the order in which they are told. */
export const PARTS = ['buyers', 'guests', 'nextDate'] as const;

/** Where a page ends. */
export interface AudiencePlace {
  readonly in: (typeof PARTS)[number];
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

const [bookingId, waitingId] = [idSchema('booking'), idSchema('waiting')];

function holding<H extends { readonly ticketIds: readonly TicketId[] }>(personOf: (holder: H) => AudiencePerson) {
  return (holder: H): Holder => ({ person: personOf(holder), ticketIds: holder.ticketIds });
}

/** Says who is written to, and how they are reached. */
export class ShowAudience {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly entries: MongoEntries,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly choices: MongoChoices,
    private readonly waiting: Pick<MongoWaiting, 'byId' | 'forNextDate'>,
    private readonly signer: TicketSigner,
    private readonly publicOrigin: string,
    private readonly clock: Clock,
  ) {}

  /** One page; it may hold nobody and have a next one. The one booking comes with the first page. */
  async page({ buyers, guests = [], inside, booking, nextDate = false }: AudienceQuestion, place?: AudiencePlace): Promise<AudiencePage> {
    const alone = place === undefined && booking ? await this.bookings.byId(booking) : undefined;
    const extra = alone && !alone.erasedAt ? [holding(buyerOf)(alone)] : [];
    const asked = { buyers: buyers !== undefined, guests: guests.length > 0, nextDate };
    const parts = PARTS.filter((part) => asked[part]);
    const part = place?.in ?? parts[0];
    const found = part === undefined ? [] : await this.part(part, { buyers, guests }, place?.after ?? '');
    const last = found.length === AUDIENCE_PAGE ? found.at(-1)!.person.of : undefined;
    const further = parts[parts.indexOf(part!) + 1];
    const next = last !== undefined ? { in: part!, after: last } : further && { in: further, after: '' };
    return { people: await this.whoAre(part === 'nextDate' ? undefined : inside, [...extra, ...found]), ...(next ? { next } : {}) };
  }

  private async part(part: AudiencePlace['in'], { buyers, guests = [] }: AudienceQuestion, after: string): Promise<Holder[]> {
    if (part === 'nextDate')
      return (await this.waiting.forNextDate(after, AUDIENCE_PAGE)).map((place) => ({ person: listedOf(place), ticketIds: [] }));
    if (part === 'guests') return (await this.entries.named(guests, after, AUDIENCE_PAGE)).map(holding(guestOf));
    if (!buyers) return [];
    return (await this.bookings.inStatuses(buyers.statuses, after, AUDIENCE_PAGE, buyers.seatings)).map(holding(buyerOf));
  }

  /**
   * Who a booking or an entry belongs to now, or a place in the list for the next date, with the concert.
   * @throws DomainError `booking.not_found`, also where the place was left
   */
  async person(of: AudiencePerson['of']): Promise<ShownPerson> {
    const listed = waitingId.safeParse(of);
    if (listed.success) return this.listed(listed.data);
    const asked = bookingId.safeParse(of);
    const [booking, entry, concert, [chosen]] = await Promise.all([
      asked.success ? this.bookings.byId(asked.data) : undefined,
      asked.success ? undefined : this.entries.byId(of as EntryId),
      this.concert.current(),
      asked.success ? this.choices.of([asked.data]) : [],
    ]);
    const person = booking ? buyerOf(booking) : entry && guestOf(entry);
    if (!person) throw new DomainError('booking.not_found');
    const bookings = booking ? (await this.bookings.ofUser(booking.userId)).filter(({ unproven }) => !unproven) : [];
    const choice = booking && this.offerOf(booking, concert, chosen);
    return {
      ...person,
      bookings: bookings.slice(0, MAX_OWN_BOOKINGS).map(ownBookingOf),
      ...(choice ? { choice } : {}),
      concert: concertOfMail(concert),
    };
  }

  private async listed(id: WaitingId): Promise<ShownPerson> {
    const [place, concert] = await Promise.all([this.waiting.byId(id), this.concert.current()]);
    if (place?.state !== 'waiting' || place.seating !== 'next date') throw new DomainError('booking.not_found');
    const leaveUrl = leaveLink(this.publicOrigin, id, this.signer.capability(place));
    return { ...listedOf(place), bookings: [], leaveUrl, concert: concertOfMail(concert) };
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
