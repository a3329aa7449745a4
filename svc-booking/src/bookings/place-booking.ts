import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { freeTickets } from '@concert/contracts/booking/access';
import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import type { bookingRoutes } from '@concert/contracts/booking/http';
import { priceMinor, seatingRules, type Seating, type SeatingRules } from '@concert/contracts/booking/seating';
import { tooManyTickets } from '@concert/contracts/booking/reserving';
import { formatMoney, money, type Money } from '@concert/contracts/core/money';
import { emailKey } from '@concert/contracts/core/fields';
import type { UserId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import type { CallOf } from '@concert/contracts/core/route';
import { NEVER_REFUSED, TooBusyError } from '@concert/service-kit/store/batcher';
import type { Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import { withTimeout, TimeoutError } from '@concert/service-kit/process/with-timeout';
import { isPayable, hasJustBought, newBooking, transitioned, type Booking } from './booking.ts';
import { fieldRefusal } from '../concert/field-refusal.ts';
import { assertNotClosed, assertOnSale } from '../concert/sale.ts';
import { TooManyUnpaidError } from '../unpaid-holds/unpaid-holds.ts';
import type { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import { assertHoldLimit, assertUnprovenLimits, type OpenHold, type OpenSeatLimits } from './open-holds.ts';
import type { MongoDisk } from './mongo-disk.ts';
import { heldView, placedView, type Held, type Placed } from './held-view.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { SeatCommand, SeatLanes } from './lane/seat-lanes.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';
import type { ReleaseBooking } from './release-booking.ts';
import { inPlaceOf } from './unproven-hold.ts';

type PlacingBody = CallOf<typeof bookingRoutes.reserve>['body'];
type HoldingBody = CallOf<typeof bookingRoutes.holdSeats>['body'];
/** Whose a booking becomes, and whom it is counted for. */
type Buyer = Pick<Booking, 'userId' | 'unproven' | 'heldFor' | 'source' | 'site'>;

/** What a command decided. */
interface Decided<T> {
  readonly answer: T;
  /** Holds in other categories that its seats took the place of. */
  readonly instead: readonly Pick<Booking, 'id' | 'seating'>[];
}

/** Holds seats and creates a pending booking. */
export class PlaceBooking {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly lanes: SeatLanes,
    private readonly release: ReleaseBooking,
    private readonly unpaid: MongoUnpaidHolds,
    private readonly idempotency: Idempotency,
    private readonly ids: Ids,
    private readonly holdSeconds: number,
    private readonly patienceMs: number,
    /** The site's own address, which is kept with each booking. */
    private readonly origin: string,
    private readonly limits: OpenSeatLimits,
    private readonly disk: MongoDisk,
  ) {}

  /**
   * What is held for this email, and what strangers typed with it, ends with the booking; nothing but seats and price of it is used.
   * @param key the Idempotency-Key: the same key and body get the first answer again while the booking can be paid or is, and a new booking
   *   once its time was over; a refusal where its buyer ended it before
   * @throws DomainError `booking.email_mismatch`, `booking.amount_mismatch`, `booking.registration_closed`,
   *   `booking.sale_not_open`, `booking.sale_ended`, `booking.seats_unavailable`, `booking.no_accessible_seat`, `booking.seats_wait`, `booking.second_purchase`, `booking.too_many_unpaid`, `booking.too_many_held`, `request.key_reused`; nothing is stored then. `booking.busy`
   *   when it takes too long: the booking may or may not be stored, which a retry with the same key finds out
   */
  async place(body: PlacingBody, who: Identity, key: string): Promise<Placed> {
    if (emailKey(body.email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
    const { userId, role } = who;
    const waitSeconds = this.unpaid.waitSeconds({ userId });
    if (waitSeconds > 0) throw new TooManyUnpaidError(waitSeconds);
    const heldFor = this.unpaid.heldForOf(body.email);
    return this.decided(userId, body.seating, {
      buyer: userId,
      heldFor,
      counts: { userId },
      attempt: this.idempotency.attempt(userId, 'reserve', key, body),
      // SeatLanes runs it in the next batch of the category, and again where a write had been overtaken.
      decide: (seats) => this.reserve(seats, body, { userId, role, heldFor }),
      again: ({ answer, instead }, seats) => {
        const placed = seats.ofBuyer(userId).find(({ id }) => id === answer.id);
        const stands = placed && (placed.status === 'paid' || isPayable(placed, seats.now));
        return stands ? { answer: placedView(placed, answer.resumed, seats, this.holdSeconds), instead } : anew(answer, seats.now);
      },
    });
  }

  /**
   * Holds seats for whoever proves this email while a sign-in code lives, in the place of what this browser held before. Who does not is
   * counted by their network alone: a stranger who types somebody's email uses up nothing of theirs, and takes nothing away.
   * @param key as for {@link place}, as long as the seats are held
   * @throws DomainError as {@link place}, but nothing of second purchases and accounts; `booking.sign_in_first`
   */
  async holdSeats({ hold_secret: secret, ...body }: HoldingBody, key: string, address: string): Promise<Held> {
    const networks = this.unpaid.networksOf(address);
    if (this.unpaid.waitSeconds(networks) > 0) throw new DomainError('booking.sign_in_first');
    const userId = this.unpaid.browserOf(secret);
    const buyer = { userId, unproven: true as const, heldFor: this.unpaid.heldForOf(body.email), ...networks };
    const { id: _id, ...held } = await this.decided<Held & Pick<Booking, 'id'>>(networks.site ?? networks.source, body.seating, {
      buyer: userId,
      counts: buyer,
      attempt: this.idempotency.attempt(userId, 'hold', key, body),
      decide: (seats) => this.holdUnproven(seats, body, buyer),
      again: (first, seats) => {
        const stands = seats.ofBuyer(userId).some((hold) => hold.id === first.answer.id && isPayable(hold, seats.now));
        return stands ? first : anew(first.answer, seats.now);
      },
    });
    return held;
  }

  /** Returns the buyer's pending booking, or a new one. @throws DomainError with the reason of a refusal */
  reserve(
    seats: SeatDraft,
    body: PlacingBody,
    { userId, role, heldFor }: { readonly userId: UserId; readonly role?: Role; readonly heldFor?: string },
  ): Decided<Placed> {
    const { concert, now } = seats;
    assertNotClosed(concert);
    const isHere = ({ seating }: Booking) => seating === body.seating;
    const held = heldFor === undefined ? [] : seats.heldFor(heldFor);
    const decided = (booking: Booking, resumed: boolean) => ({
      answer: placedView(booking, resumed, seats, this.holdSeconds),
      instead: held.filter((hold) => !isHere(hold)).map(({ id, seating }) => ({ id, seating })),
    });
    const giveBack = (holds: readonly Booking[]) => {
      for (const { id } of holds) this.release.release(seats, id, 'cancelled', { actor: `user:${userId}`, cause: 'given up' });
    };
    const own = seats.ofBuyer(userId);
    const pending = own.find(({ status }) => status === 'pending');
    // It has a price of its own, which the answer tells.
    if (pending && pending.holdEndsAt > now) {
      giveBack(held.filter(isHere));
      return decided(pending, true);
    }
    const promised = held.filter(isHere).findLast((hold) => isPayable(hold, now) && isSameOrder(hold, body));
    if (!promised) {
      assertOnSale(concert, now, role);
      this.disk.assertRoom();
      assertNotWaitedFor(seats);
    }
    const booking = this.ordered(seats, body, { userId }, this.holdSeconds, promised);
    if (!body.second_purchase && hasJustBought(own, now)) throw new DomainError('booking.second_purchase');
    assertHoldLimit(seats.openHolds, booking, this.limits, now);
    // An ended hold that is not cleared yet must not keep its buyer from a new booking.
    if (pending) this.release.outlive(seats, pending);
    // Its seats did not end unpaid: they are taken again below, before anybody else can.
    if (promised) seats.put(transitioned(promised, 'cancelled', { at: now, actor: `user:${userId}`, cause: 'reserved' }));
    giveBack(held.filter(isHere));
    take(seats, booking);
    return decided(booking, false);
  }

  /** What the same browser holds gives way, so that going back and choosing anew is not two holds. */
  private holdUnproven(seats: SeatDraft, body: PlacingBody, buyer: Buyer): Decided<Held & Pick<Booking, 'id'>> {
    assertOnSale(seats.concert, seats.now);
    this.disk.assertRoom();
    assertNotWaitedFor(seats);
    const isOwn = ({ userId }: OpenHold) => userId === buyer.userId;
    const open = seats.openHolds.filter(({ unproven }) => unproven);
    const before = open.filter(isOwn);
    const order = this.ordered(seats, body, buyer, Math.min(this.holdSeconds, SIGN_IN_CODE_SECONDS));
    const booking = inPlaceOf(before, order);
    // Counted as ended, also where its time was over a moment ago.
    for (const { id, status, seating } of seats.ofBuyer(buyer.userId))
      if (status === 'pending' && seating === body.seating)
        this.release.release(seats, id, 'cancelled', { actor: 'svc-booking', cause: 'chosen anew' });
    assertUnprovenLimits(
      open.filter((hold) => !isOwn(hold)),
      booking,
      this.limits,
      seats.stock,
    );
    take(seats, booking);
    const instead = before.flatMap(({ id, seating }) => (seating === body.seating ? [] : { id, seating }));
    return { answer: { id: booking.id, ...heldView(booking) }, instead };
  }

  /** The booking that is asked for, for the price that its buyer saw, or that was promised. */
  private ordered({ concert, now }: SeatDraft, body: PlacingBody, buyer: Buyer, holdSeconds: number, promised?: Booking): Booking {
    const free = promised ? (promised.access?.free ?? 0) : freeTickets(body.seating, body.access, concert.access.freeCompanion);
    const price = promised?.price ?? priceSeen(body, free, seatingRules(concert.pricing));
    const order = {
      id: this.ids.next('booking'),
      ...buyer,
      ...buyerFieldsOf(body),
      seating: body.seating,
      tickets: body.notickets,
      host: this.origin,
      ...giftIn(body, concert),
      ...chosen(body, free),
    };
    return newBooking(order, price, now, holdSeconds);
  }

  /**
   * The answer to a command, once the holds are given back that it stands in the place of. Each is in a category of its own, and so in a transaction of
   * its own: where that fails they end by themselves, or with the next choice.
   * @param key whose seats are counted for it
   */
  private decided<T>(key: string | undefined, category: Seating, command: SeatCommand<Decided<T>>): Promise<T> {
    const deadline = NEVER_REFUSED.now() + this.patienceMs;
    const giveBack = async () => {
      const { answer, instead } = await this.queue.run(key, () => this.lanes.submit(category, { ...command, deadline }));
      await Promise.allSettled(
        instead.map(({ id, seating }) =>
          this.lanes.submit(seating, {
            bookings: [id],
            decide: (seats) => this.release.release(seats, id, 'cancelled', { actor: 'svc-booking', cause: 'chosen anew' }),
          }),
        ),
      );
      return answer;
    };
    return inPatience(giveBack(), this.patienceMs);
  }
}

/** @throws DomainError `booking.seats_wait`: what is free goes to the waiting list first */
function assertNotWaitedFor({ areWaitedFor }: SeatDraft): void {
  if (areWaitedFor) throw new DomainError('booking.seats_wait');
}

/**
 * What no longer stands is decided anew once its time was over. What ended before, its buyer ended: a copy of the request that comes
 * later, as from a process that stood still, takes no seats again.
 * @throws DomainError `request.key_reused`
 */
function anew({ holdEndsAt }: Held, now: Date): undefined {
  if (Date.parse(holdEndsAt) > now.getTime()) throw new DomainError('request.key_reused');
}

/** @throws DomainError `booking.no_accessible_seat`, `booking.seats_unavailable` */
function take(seats: SeatDraft, booking: Booking): void {
  const missing = seats.take(booking);
  if (missing !== 'none') throw new DomainError(missing === 'accessible' ? 'booking.no_accessible_seat' : 'booking.seats_unavailable');
}

/** A command's outcome, if it comes in time. @throws DomainError `booking.busy`: it keeps running, and a retry finds its answer */
export async function inPatience<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  try {
    return await withTimeout(work, patienceMs);
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof TooBusyError) throw new DomainError('booking.busy', { cause: error });
    throw error;
  }
}

/** Whether these seats were promised for this price. */
function isSameOrder({ tickets, access, price }: Booking, body: PlacingBody): boolean {
  return tickets === body.notickets && access?.companions === body.access?.companions && price.amountMinor === body.amount;
}

/**
 * The price of these seats now, which has to be the one that the buyer saw.
 * @throws DomainError `booking.amount_mismatch` with the price; `request.invalid` when the category does not sell so many tickets in one booking
 */
function priceSeen({ amount, seating, notickets }: PlacingBody, free: number, rules: SeatingRules): Money {
  const { maxTickets } = rules[seating];
  if (notickets > maxTickets) throw fieldRefusal({ pointer: '/notickets', field: 'notickets', detail: tooManyTickets(maxTickets) });
  const price = money(priceMinor(seating, notickets - free, rules));
  if (amount === price.amountMinor) return price;
  const detail = `These seats cost ${formatMoney(price.amountMinor)}, not ${formatMoney(amount)}`;
  throw new DomainError('booking.amount_mismatch', { detail, errors: [{ pointer: '/amount', field: 'amount', detail }] });
}

/** The gift of who is asked for one. @throws DomainError `request.invalid` while the concert takes none */
function giftIn({ giftMinor }: PlacingBody, { gifts }: SeatDraft['concert']): Pick<Booking, 'giftMinor'> {
  if (giftMinor !== undefined && !gifts)
    throw fieldRefusal({ pointer: '/giftMinor', field: 'giftMinor', detail: 'Gifts are not taken now: reserve without one' });
  return giftMinor === undefined ? {} : { giftMinor };
}

/** What is kept only of those who chose it. */
function chosen(
  { access, needs, terms_version: termsVersion }: PlacingBody,
  free: number,
): Pick<Booking, 'access' | 'needs' | 'termsVersion'> {
  return {
    ...(access ? { access: { ...access, free } } : {}),
    ...(needs && (needs.kinds.length > 0 || needs.ownWords !== '') ? { needs } : {}),
    ...(termsVersion === undefined ? {} : { termsVersion }),
  };
}
