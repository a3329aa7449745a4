import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { freeTickets } from '@concert/contracts/booking/access';
import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import type { bookingRoutes } from '@concert/contracts/booking/http';
import { priceMinor, seatingRules, type SeatingRules } from '@concert/contracts/booking/seating';
import { tooManyTickets } from '@concert/contracts/booking/reserving';
import { formatMoney, money, type Money } from '@concert/contracts/core/money';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { TooBusyError } from '@concert/service-kit/store/batcher';
import type { Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import { withTimeout, TimeoutError } from '@concert/service-kit/process/with-timeout';
import { justBought, newBooking, type Booking } from './booking.ts';
import { fieldRefusal } from '../concert/field-refusal.ts';
import { assertNotClosed, assertOnSale } from '../concert/sale.ts';
import type { Holder } from '../unpaid-holds/unpaid-holds.ts';
import type { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import { assertHoldLimit, assertShareLeft, type OpenSeatLimits } from './open-holds.ts';
import { moreTimesLeft } from './hold-time.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';
import type { ReleaseBooking } from './release-booking.ts';

type PlacingBody = CallOf<typeof bookingRoutes.reserve>['body'];
export type Placed = AnswerOf<typeof bookingRoutes.reserve>;
type Held = AnswerOf<typeof bookingRoutes.holdSeats>;
/** Whose a booking becomes, and whom it is counted for. */
type Buyer = Pick<Booking, 'userId' | 'phoneKey' | 'source' | 'unproven'>;

/** Holds seats and creates a pending booking. */
export class PlaceBooking {
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
  ) {}

  /**
   * @param key the Idempotency-Key: the same key and body get the first answer again
   * @param address the network address that the request came from
   * @throws DomainError `booking.email_mismatch`, `booking.amount_mismatch`, `booking.registration_closed`,
   *   `booking.sale_not_open`, `booking.sale_ended`, `booking.seats_unavailable`, `booking.no_accessible_seat`, `booking.second_purchase`, `booking.too_many_unpaid`, `booking.too_many_held`, `request.key_reused`; nothing is stored then. `booking.busy`
   *   when it takes too long: the booking may or may not be stored, which a retry with the same key finds out
   */
  async place(body: PlacingBody, who: Identity, key: string, address: string): Promise<Placed> {
    if (emailKey(body.email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
    const { userId } = who;
    const holder = { userId, phoneKey: this.unpaid.phoneKeyOf(body.phoneno), ...this.sourceOf(address) };
    this.unpaid.assertSeatsLeft(holder);
    return inPatience(
      this.lanes.submit(body.seating, {
        buyer: userId,
        attempt: this.idempotency.attempt(userId, 'reserve', key, body),
        holder,
        decide: (seats) => this.reserve(seats, body, { ...holder, role: who.role }),
      }),
      this.patienceMs,
    );
  }

  /**
   * Holds seats for whoever proves this email while a sign-in code lives. Who does not is counted by their network alone: a stranger who
   * types somebody's email or phone number uses up nothing of theirs.
   * @param key as for {@link place}
   * @throws DomainError as {@link place}, but nothing of second purchases; `booking.sign_in_first`
   */
  async hold(body: PlacingBody, key: string, address: string): Promise<Held> {
    const holder = this.sourceOf(address);
    this.unpaid.assertSeatsLeft(holder);
    const buyer = this.unpaid.buyerOf(body.email);
    return inPatience(
      this.lanes.submit(body.seating, {
        buyer,
        attempt: this.idempotency.attempt(buyer, 'hold', key, body),
        holder,
        countsUnproven: true,
        decide: (seats) => this.holdUnproven(seats, body, { ...holder, userId: buyer, unproven: true }),
      }),
      this.patienceMs,
    );
  }

  /** Returns the buyer's pending booking, or a new one. @throws DomainError with the reason of a refusal */
  reserve(seats: SeatDraft, body: PlacingBody, { role, ...buyer }: Buyer & { readonly role?: Role }): Placed {
    const { concert, now } = seats;
    assertNotClosed(concert);
    const own = seats.ofBuyer(buyer.userId);
    const pending = own.find(({ status }) => status === 'pending');
    // It has a price of its own, which the answer tells.
    if (pending && pending.holdEndsAt > now) return placedView(pending, true, seats, this.holdSeconds);
    assertOnSale(concert, now, role);
    const booking = this.ordered(seats, body, buyer, this.holdSeconds);
    if (!body.second_purchase && justBought(own, now)) throw new DomainError('booking.second_purchase');
    assertHoldLimit(seats.openHolds, booking, this.limits, now);
    // An ended hold that is not cleared yet must not keep its buyer from a new booking.
    if (pending) this.release.outlive(seats, pending);
    take(seats, booking);
    return placedView(booking, false, seats, this.holdSeconds);
  }

  /** What is held for the same email already gives way, so that going back and choosing anew is not two holds. */
  private holdUnproven(seats: SeatDraft, body: PlacingBody, buyer: Buyer): Held {
    assertOnSale(seats.concert, seats.now);
    const before = seats.ofBuyer(buyer.userId).find(({ status }) => status === 'pending');
    const fresh = this.ordered(seats, body, buyer, Math.min(this.holdSeconds, SIGN_IN_CODE_SECONDS));
    const booking = before ? { ...fresh, id: before.id, version: before.version + 1 } : fresh;
    const others = seats.openHolds.filter(({ id }) => id !== booking.id);
    assertHoldLimit(others, booking, this.limits, seats.now);
    assertShareLeft(others, booking.tickets, seats.stock);
    take(seats, booking);
    return heldView(booking);
  }

  /** The booking that is asked for, for the price that its buyer saw. */
  private ordered({ concert, now }: SeatDraft, body: PlacingBody, buyer: Buyer, holdSeconds: number): Booking {
    const free = freeTickets(body.seating, body.access, concert.access.freeCompanion);
    const price = priceSeen(body, free, seatingRules(concert.pricing));
    const order = {
      id: this.ids.next('booking'),
      ...buyer,
      ...buyerFieldsOf(body),
      seating: body.seating,
      tickets: body.notickets,
      host: this.origin,
      ...chosen(body, free),
    };
    return newBooking(order, price, now, holdSeconds);
  }

  private sourceOf(address: string): Pick<Holder, 'source'> {
    const source = this.unpaid.sourceOf(address);
    return source === undefined ? {} : { source };
  }
}

/** @throws DomainError `booking.no_accessible_seat`, `booking.seats_unavailable` */
function take(seats: SeatDraft, booking: Booking): void {
  const missing = seats.take(booking);
  if (missing !== 'none') throw new DomainError(missing === 'accessible' ? 'booking.no_accessible_seat' : 'booking.seats_unavailable');
}

/**
 * The outcome of a command on seats, if it comes in time.
 * @throws DomainError `booking.busy`: the command keeps running, and a retry finds its answer
 */
export async function inPatience<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  try {
    return await withTimeout(work, patienceMs);
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof TooBusyError) throw new DomainError('booking.busy', { cause: error });
    throw error;
  }
}

/** Seats that are held, as anybody may see them who holds them. */
function heldView(booking: Booking): Held {
  return {
    notickets: booking.tickets,
    amount: booking.price.amountMinor,
    currency: booking.price.currency,
    ...(booking.access?.free ? { freeTickets: booking.access.free } : {}),
    ...(booking.access ? { access: { companions: booking.access.companions } } : {}),
    holdEndsAt: booking.holdEndsAt.toISOString(),
  };
}

/** A pending booking as the answer to its buyer. */
export function placedView(
  booking: Booking,
  resumed: boolean,
  { now, concert: { startsAt } }: Pick<SeatDraft, 'now' | 'concert'>,
  holdSeconds: number,
): Placed {
  const moreTimes = moreTimesLeft(booking, now, { holdSeconds, startsAt });
  return { id: booking.id, status: booking.status, ...heldView(booking), moreTimes, resumed };
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
