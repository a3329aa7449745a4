import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingView } from '@concert/contracts/booking/http';
import type { HeldMail, TicketMail } from '@concert/contracts/booking/internal';
import type { ReceiptView } from '@concert/contracts/booking/receipts';
import type { PartialReturnView } from '@concert/contracts/booking/partial-returns';
import type { HeldForYou } from '@concert/contracts/booking/reserving';
import { idSchema, type BookingId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { roleIncludes } from '@concert/contracts/core/roles';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { concertOfMail } from '../concert/concert-of-mail.ts';
import type { Concert } from '../concert/concert.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { MongoMoney } from '../money-moves/mongo-money.ts';
import { receiptPdf } from './receipts/pdf-receipt.ts';
import { receiptOf } from './receipts/receipt.ts';
import type { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { assertLinkOpen } from '../tickets/link-end.ts';
import { maskedContact } from '../tickets/masked-contact.ts';
import { ticketPdf } from '../tickets/pdf-ticket.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { accessLeft, seatOfTicket } from './access.ts';
import { isPayable, hasJustBought, paidAt, returnableUntil, type Booking } from './booking.ts';
import { giveBackView } from './give-back.ts';
import type { MongoBookings } from './mongo-bookings.ts';
import { heldView } from './held-view.ts';
import { moreTimesLeft } from './hold-time.ts';
import { returnStateOf, type PartialReturn } from './partial-return.ts';

const bookingId = idSchema('booking');
/** Anybody may hold seats for an email; nobody reads through more. */
const MAX_LISTED = 10;

/** Reads bookings for those who may see them. Others get the same answer as for a booking that does not exist. */
export class ShowBookings {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly concert: MongoConcert,
    private readonly unpaid: Pick<MongoUnpaidHolds, 'heldForOf'>,
    private readonly admissions: Pick<MongoAdmissions, 'inside'>,
    private readonly money: Pick<MongoMoney, 'ofBooking'>,
    private readonly signer: TicketSigner,
    private readonly publicOrigin: string,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
    private readonly paymentsLive: boolean,
  ) {}

  /** A buyer's own bookings, newest first. */
  async own(who: Identity): Promise<BookingView[]> {
    const [bookings, concert] = await Promise.all([this.bookings.ofUser(who.userId), this.concert.current()]);
    return this.ownViews(bookings, bookings, concert);
  }

  /** What is held for the email of this person, what lasts longest first. */
  async heldFor({ email }: Pick<Identity, 'email'>): Promise<HeldForYou[]> {
    const now = this.clock.now();
    return (await this.bookings.heldFor([this.unpaid.heldForOf(email)]))
      .filter((hold) => isPayable(hold, now))
      .sort((a, b) => b.holdEndsAt.getTime() - a.holdEndsAt.getTime())
      .slice(0, MAX_LISTED)
      .map((hold) => ({ name: fullName(hold), seating: hold.seating, ...heldView(hold) }));
  }

  /** One booking, for its buyer or an organiser. @throws DomainError `booking.not_found` for everybody else */
  async one(id: BookingId, who: Identity): Promise<BookingView> {
    const booking = await this.bookings.byId(id);
    if (!booking || !mayRead(booking, who)) throw new DomainError('booking.not_found');
    return this.viewFor(booking, who);
  }

  /**
   * A booking for its buyer, an organiser, or anybody with its signed link, who sees of the buyer's address and number only a part.
   * References are plain text, so a malformed one gets the same answer as an unknown one.
   * @throws DomainError `booking.not_found`, `booking.link_ended`
   */
  async details(reference: string, reference2: string | null | undefined, who: Identity | undefined): Promise<BookingView[]> {
    const booking = await this.opened(reference, reference2, who);
    if (who && mayRead(booking, who)) return [await this.viewFor(booking, who)];
    const { needs: _private, ...seen } = this.view(booking, await this.concert.current());
    return [{ ...seen, ...maskedContact(booking) }];
  }

  private async opened(reference: string, reference2: string | null | undefined, who: Identity | undefined): Promise<Booking> {
    const id = bookingId.safeParse(reference);
    const booking = id.success ? await this.bookings.byId(id.data) : undefined;
    if (booking && who && mayRead(booking, who)) return booking;
    if (!booking || typeof reference2 !== 'string' || !this.signer.opens(booking, reference2)) throw new DomainError('booking.not_found');
    assertLinkOpen(await this.concert.current(), booking.createdAt, this.clock.now());
    return booking;
  }

  /** Its receipt, for the same people. @throws DomainError `booking.not_found`, also where no money was taken; `booking.link_ended` */
  async receipt(id: BookingId, reference2: string | undefined, who: Identity | undefined): Promise<ReceiptView> {
    const booking = await this.opened(id, reference2, who);
    const at = paidAt(booking);
    if (!at) throw new DomainError('booking.not_found');
    const [moves, concert] = await Promise.all([this.money.ofBooking(id), this.concert.asOf(at)]);
    return receiptOf(booking, moves, concert, !this.paymentsLive);
  }

  /** @throws DomainError as `receipt`, and `booking.no_receipt` before it has a number */
  async receiptPdf(id: BookingId, reference2: string | undefined, who: Identity | undefined): Promise<Buffer> {
    const receipt = await this.receipt(id, reference2, who);
    if (receipt.number === undefined) throw new DomainError('booking.no_receipt');
    return receiptPdf(receipt, (await this.concert.current()).timeZone);
  }

  /** The tickets as a PDF, for the same people. @throws DomainError `booking.not_found`, `booking.link_ended`, `booking.no_tickets` */
  async pdf(id: BookingId, reference2: string | undefined, who: Identity | undefined): Promise<Buffer> {
    const [booking] = await this.details(id, reference2, who);
    if (!booking?.tickets?.length) throw new DomainError('booking.no_tickets');
    return ticketPdf({ ...booking, tickets: booking.tickets }, concertOfMail(await this.concert.current()), { test: !this.paymentsLive });
  }

  /** What the ticket mail shows. @throws DomainError `booking.not_found` */
  async ticketMail(id: BookingId): Promise<TicketMail> {
    const [booking, concert] = await Promise.all([this.bookings.byId(id), this.concert.current()]);
    if (!booking) throw new DomainError('booking.not_found');
    return {
      bookingId: booking.id,
      status: booking.status,
      name: fullName(booking),
      email: booking.email,
      seating: booking.seating,
      amount: booking.price,
      ...(booking.giftMinor ? { giftMinor: booking.giftMinor } : {}),
      concert: concertOfMail(concert),
      ticketUrl: this.signer.link(`${this.publicOrigin}/get-details`, booking),
      receiptUrl: this.signer.link(`${this.publicOrigin}/receipt`, booking),
      tickets: this.tickets(booking),
    };
  }

  /** What is held for an email, for the mail with its code. */
  async heldMail(email: string): Promise<HeldMail> {
    const [held, { timeZone }] = await Promise.all([this.heldFor({ email }), this.concert.current()]);
    return { timeZone, held: held.map(({ seating, notickets, amount, holdEndsAt }) => ({ seating, notickets, amount, holdEndsAt })) };
  }

  private async viewFor(booking: Booking, who: Identity | undefined): Promise<BookingView> {
    const concert = await this.concert.current();
    if (booking.userId !== who?.userId) return this.view(booking, concert);
    const isNew = hasJustBought([booking], this.clock.now());
    const others = isNew ? await this.bookings.pendingOrPaidOf([booking.userId], booking.seating) : [];
    return (await this.ownViews([booking], others, concert))[0]!;
  }

  /* Only the buyer can send a booking or some of its tickets back, so only the buyer is told. */
  private async ownViews(bookings: readonly Booking[], others: readonly Booking[], concert: Concert): Promise<BookingView[]> {
    const now = this.clock.now();
    const inside = await this.admissions.inside(bookings.flatMap(({ ticketIds }) => ticketIds));
    return bookings.map((booking) => {
      const until = returnableUntil(booking, others, now);
      const giveBack = giveBackView(booking, concert, inside, now);
      const more = { ...(until ? { returnableUntil: until.toISOString() } : {}), ...(giveBack ? { giveBack } : {}) };
      return { ...this.view(booking, concert), ...more };
    });
  }

  private view(booking: Booking, concert: Concert): BookingView {
    const paid = booking.ticketIds.length > 0;
    const access = accessLeft(booking);
    return {
      id: booking.id,
      userbookingid: booking.id,
      ...buyerFieldsOf(booking),
      seating: booking.seating,
      notickets: booking.tickets,
      amount: booking.price.amountMinor,
      ...(booking.giftMinor ? { giftMinor: booking.giftMinor } : {}),
      currency: booking.price.currency,
      status: booking.status,
      created_at: { _seconds: Math.floor(booking.createdAt.getTime() / 1_000) },
      ...(booking.status === 'pending'
        ? {
            holdEndsAt: booking.holdEndsAt.toISOString(),
            moreTimes: moreTimesLeft(booking, this.clock.now(), { holdSeconds: this.holdSeconds, startsAt: concert.startsAt }),
            ...(booking.access?.free ? { freeTickets: booking.access.free } : {}),
          }
        : {}),
      ...(access ? { access } : {}),
      ...(booking.needs ? { needs: booking.needs } : {}),
      ...(booking.dispute ? { dispute: booking.dispute.state } : {}),
      ...(paid ? { ref2: this.signer.capability(booking) } : {}),
      // A refunded ticket does not admit, so its code is not shown.
      ...(paid && booking.status === 'paid' ? { tickets: this.tickets(booking) } : {}),
      ...(booking.offerEndsAt ? { offered: true as const } : {}),
      ...(booking.returns ? { returned: booking.returns.map(returnView) } : {}),
    };
  }

  private tickets(booking: Booking) {
    return ticketsLeft(booking).map(({ ticketId, number }) => {
      const seat = seatOfTicket(booking, number);
      return { number, code: this.signer.ticketCode(ticketId), ...(seat ? { seat } : {}) };
    });
  }
}

function returnView(part: PartialReturn): PartialReturnView {
  const { state, at } = returnStateOf(part);
  return { tickets: [...part.tickets], amount: part.amountMinor, state, at: at.toISOString() };
}

function mayRead(booking: Booking, who: Identity): boolean {
  return booking.userId === who.userId || roleIncludes(who.role, 'organiser');
}
