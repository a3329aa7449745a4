import { waitingChangedV1 } from '@concert/contracts/booking/events';
import { tooManyTickets } from '@concert/contracts/booking/reserving';
import { seatingRules } from '@concert/contracts/booking/seating';
import type {
  OfferedView,
  waitingRoutes,
  WaitingMail,
  WaitingRow,
  WaitingState,
  WaitingView,
  WantedSeating,
} from '@concert/contracts/booking/waiting';
import { DAY_MS } from '@concert/contracts/core/durations';
import { idSchema, type WaitingId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import type { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { GiveUpBooking } from '../bookings/give-up-booking.ts';
import { KeyedQueue } from '../bookings/keyed-queue.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import { inPatience } from '../bookings/place-booking.ts';
import type { ConcertChanges } from '../concert/concert-changes.ts';
import { concertOfMail } from '../concert/concert-of-mail.ts';
import { protectionIsOver } from '../concert/concert.ts';
import { fieldRefusal } from '../concert/field-refusal.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { assertOnSale } from '../concert/sale.ts';
import type { MongoStock } from '../seats/mongo-stock.ts';
import { seatsLeft } from '../seats/stock.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import type { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import { SITE_NETWORKS } from '../unpaid-holds/unpaid-holds.ts';
import type { MongoWaiting } from './mongo-waiting.ts';
import type { OfferSeats } from './offer-seats.ts';
import { categoriesOf, fits, isSameWish, leaveLink, OPEN_STATES, seatsBefore, withState, type Waiting } from './waiting.ts';

type Answers = { readonly [R in keyof typeof waitingRoutes]: AnswerOf<(typeof waitingRoutes)[R]> };
type JoinBody = CallOf<typeof waitingRoutes.waitForSeats>['body'];

const USUAL_PAGE = 50;
/** Seats that are wanted before a place, by what is waited for. */
type Wanted = Map<WantedSeating, number>;
const NOBODY: Wanted = new Map();
const isWaiting = ({ state }: Waiting) => state === 'waiting';
const TOO_MANY = 'Many people joined the waiting list from here today. Please try again tomorrow, or write to us and we will help you.';
const pages = createTimeCursor(idSchema('waiting'));

/** The waiting list: joins, looks and leaves, of people and of organisers. What becomes free is offered by {@link OfferSeats}. */
export class WaitingList {
  /** All who join change the same counters, so in this process they do it one after the other. */
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly places: MongoWaiting,
    private readonly stock: MongoStock,
    private readonly concert: MongoConcert,
    private readonly bookings: Pick<MongoBookings, 'byId'>,
    private readonly offers: OfferSeats,
    private readonly giveUp: GiveUpBooking,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
    private readonly changes: ConcertChanges,
    private readonly named: NamedPeopleLimit,
    private readonly signer: TicketSigner,
    private readonly unpaid: Pick<MongoUnpaidHolds, 'networksOf'>,
    private readonly windows: WindowCounts,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly publicOrigin: string,
    private readonly patienceMs: number,
    private readonly perSource: number,
  ) {}

  /**
   * @throws DomainError `booking.waits_already`, `booking.registration_closed`, `booking.sale_not_open`, `booking.sale_ended`, `booking.waiting_closed`,
   *   `booking.seats_left`, `booking.too_many_waiting`, `booking.busy`; `request.invalid` where no category that is wanted sells so many seats in one booking
   */
  async join(wish: JoinBody, who: Identity, source: string): Promise<WaitingView> {
    const joining = this.queue.run('join', () => this.transactions.run((transaction) => this.joined(wish, who, source, transaction)));
    return this.view(await inPatience(joining, this.patienceMs));
  }

  private async joined(wish: JoinBody, { userId, email, role }: Identity, source: string, transaction: ClientSession): Promise<Waiting> {
    const open = (await this.places.ofAccount(userId, transaction)).find(({ state }) => OPEN_STATES.some((one) => one === state));
    if (open && !isSameWish(open, wish)) throw new DomainError('booking.waits_already');
    if (open) return open;
    const [now, concert] = [this.clock.now(), await this.concert.current(transaction)];
    const isForNextDate = wish.seating === 'next date';
    if (!isForNextDate) assertOnSale(concert, now, role);
    if (isForNextDate ? concert.state !== 'cancelled' : concert.waitingClosed) throw new DomainError('booking.waiting_closed');
    const rules = seatingRules(concert.pricing);
    const wanted = categoriesOf(wish, rules);
    if (wanted.length === 0 && wish.seating !== 'any' && wish.seating !== 'next date')
      throw fieldRefusal({ pointer: '/seats', field: 'seats', detail: tooManyTickets(rules[wish.seating].maxTickets) });
    const field = wish.access ? 'waitsForAccessible' : 'waitsFor';
    const isLeft = (await this.stock.all(now, transaction)).some(
      // Where others wait already, what is free is theirs.
      (stock) => wanted.includes(stock.seating) && !stock[field] && fits(wish, seatsLeft(stock, protectionIsOver(concert, now))),
    );
    if (isLeft) throw new DomainError('booking.seats_left');
    if (!isForNextDate) await this.countFrom(source, transaction);
    const place: Waiting = { id: this.ids.next('waiting'), userId, email, ...wish, joinedAt: now, state: 'waiting', version: 1 };
    await this.stock.lowerWaits(wanted, field, wish.seats, transaction);
    await this.places.add(place, transaction);
    // Whoever waits for the next date reads of it when there is one.
    if (!isForNextDate)
      await this.outbox.record(transaction, [this.outbox.fact(waitingChangedV1, place.id, 1, { waitingId: place.id, what: 'joined' })]);
    return place;
  }

  /** An email of one's own costs nothing to whoever has a domain, so a list of proven ones is bounded by where they come from. */
  private async countFrom(address: string, transaction: ClientSession): Promise<void> {
    const { source, site } = this.unpaid.networksOf(address);
    for (const [network, most] of [
      [source, this.perSource],
      [site, this.perSource * SITE_NETWORKS],
    ] as const) {
      const counted = network && (await this.windows.add(`waiting ${network}`, DAY_MS, transaction));
      if (counted && counted.count > most)
        throw new DomainError('booking.too_many_waiting', { detail: TOO_MANY, retryAfterSeconds: Math.ceil(counted.leftMs / 1_000) });
    }
  }

  async own({ userId }: Identity): Promise<Answers['showOwnWaiting']> {
    const [[latest], { waitingClosed = false }] = await Promise.all([this.places.ofAccount(userId), this.concert.current()]);
    return { own: latest ? await this.offeredView(latest) : null, closed: waitingClosed };
  }

  /** @throws DomainError `request.invalid` for a cursor that this list did not issue, `request.sign_in_again` for too many people */
  async list(
    { over, cursor, limit = USUAL_PAGE }: CallOf<typeof waitingRoutes.listWaiting>['query'],
    who: Identity,
  ): Promise<Answers['listWaiting']> {
    const found = await this.places.page(over, pages.after(cursor), limit + 1);
    const { items, next } = pages.page(found, limit, ({ joinedAt, id }) => ({ at: joinedAt, id }));
    await this.named.note(
      who,
      items.map(({ id }) => id),
    );
    // Those of a page stand one after the other, so their places are counted together.
    const first = items.find(isWaiting);
    const wanted = first ? await this.places.wantedBefore(first) : NOBODY;
    const rows: Promise<WaitingRow>[] = [];
    for (const place of items) {
      rows.push(this.row(place, new Map(wanted)));
      if (isWaiting(place)) wanted.set(place.seating, (wanted.get(place.seating) ?? 0) + place.seats);
    }
    return { items: await Promise.all(rows), next, counts: await this.counts() };
  }

  async counts(): Promise<Answers['closeWaiting']> {
    const [counts, { waitingClosed = false }] = await Promise.all([this.places.counts(), this.concert.current()]);
    return { ...counts, closed: waitingClosed };
  }

  /** @throws DomainError `booking.waiting_not_found` */
  async mail(id: WaitingId): Promise<WaitingMail> {
    const [place, concert] = await Promise.all([this.places.byId(id), this.concert.current()]);
    if (!place) throw new DomainError('booking.waiting_not_found');
    const leaveUrl = leaveLink(this.publicOrigin, id, this.signer.capability(place));
    const { pay, ...view } = await this.offeredView(place);
    const links = { url: pay ? `${leaveUrl}&ref3=${pay.ref2}` : `${this.publicOrigin}/waiting`, leaveUrl };
    return { ...view, name: place.name, email: place.email, ...links, concert: concertOfMail(concert) };
  }

  /**
   * @param ref2 the secret of the link that pays the offer
   * @throws DomainError `booking.waiting_not_found`, also where that offer is no longer the latest
   */
  async ofLink(id: WaitingId, ref2 = ''): Promise<Answers['showOffer']> {
    const place = await this.places.byId(id);
    const booking = place?.offer && (await this.bookings.byId(place.offer.bookingId));
    if (!booking || !this.signer.opens(booking, ref2, 'offer')) throw new DomainError('booking.waiting_not_found');
    return this.offeredView(place);
  }

  /** @throws DomainError those of `OfferSeats.offerByHand` */
  async offer(id: WaitingId, by: Identity): Promise<WaitingRow> {
    return this.row(await this.offers.offerByHand(id, by));
  }

  /**
   * What is offered is declined: its seats go back once the provider has closed a payment page that is open.
   * @param ref2 the secret of its link, for who is not signed in
   * @throws DomainError `booking.waiting_not_found`
   */
  async leave(id: WaitingId, ref2: string | undefined, who: Identity | undefined): Promise<WaitingState> {
    const place = await this.places.byId(id);
    if (!place || !(place.userId === who?.userId || (ref2 !== undefined && this.signer.opens(place, ref2))))
      throw new DomainError('booking.waiting_not_found');
    return this.end(id);
  }

  /** @throws DomainError `booking.waiting_not_found` */
  remove(id: WaitingId, by: Identity): Promise<WaitingState> {
    return this.end(id, by);
  }

  async close(closed: boolean, by: Identity): Promise<Answers['closeWaiting']> {
    await this.transactions.run(async (transaction) => {
      const before = await this.concert.current(transaction);
      if ((before.waitingClosed ?? false) === closed) return;
      const after = { ...before, waitingClosed: closed, version: before.version + 1 };
      await this.changes.store(before, after, by, { act: closed ? 'waiting.closed' : 'waiting.opened' }, transaction);
    });
    return this.counts();
  }

  /** Whoever is offered seats leaves by declining them; organisers end any place that is open. */
  private async end(id: WaitingId, by?: Identity): Promise<WaitingState> {
    const place = await this.transactions.run(async (transaction) => {
      const before = await this.places.byId(id, transaction);
      if (!before) throw new DomainError('booking.waiting_not_found');
      if (before.state !== 'waiting' && !(by && before.state === 'offered')) return before;
      const [at, { seats: tickets, seating }] = [this.clock.now(), before];
      const after = withState(before, by ? 'removed' : 'left', at);
      await this.places.replace(before, after, transaction);
      const act = { act: 'waiting.removed', subject: { kind: 'waiting', id }, detail: { tickets, seating } } as const;
      if (by) await this.audit.record(transaction, by.userId, at, act);
      return after;
    });
    const { offer, userId, state } = place;
    if (offer && ['offered', 'removed'].includes(state))
      await this.giveUp.cancel(offer.bookingId, { userId }, by?.userId).catch((error: unknown) => {
        // It ended, or was paid, a moment ago.
        if (!(error instanceof DomainError && error.code === 'booking.not_cancellable')) throw error;
      });
    return state === 'offered' ? (await this.offers.settle([place]))[0]!.state : state;
  }

  private async row(place: Waiting, wanted?: Wanted): Promise<WaitingRow> {
    return { ...(await this.view(place, wanted)), name: place.name, email: place.email, since: place.joinedAt.toISOString() };
  }

  private async offeredView(place: Waiting): Promise<OfferedView> {
    const [{ name, email }, view] = [place, await this.view(place)];
    const booking = view.offer && (await this.bookings.byId(view.offer.bookingId));
    return { ...view, ...(booking ? { pay: { name, email, ref2: this.signer.capability(booking, 'offer') } } : {}) };
  }

  private async view(place: Waiting, known?: Wanted): Promise<WaitingView> {
    const { id, state, seats, seating, access, offer } = place;
    const wanted = isWaiting(place) ? (known ?? (await this.places.wantedBefore(place))) : NOBODY;
    const booking = state === 'offered' && offer ? await this.bookings.byId(offer.bookingId) : undefined;
    return {
      ...{ id, state, seats, seating, before: seatsBefore(place, wanted) },
      ...(access ? { access } : {}),
      ...(booking?.offerEndsAt
        ? { offer: { bookingId: booking.id, seating: booking.seating, amount: booking.price, endsAt: booking.offerEndsAt.toISOString() } }
        : {}),
    };
  }
}
