import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { rows, type BookingRow } from './rows.ts';
import type { Invariant, Sources } from './invariant.ts';

/** A booking holds seats for good in these, unless it gave them back once (`ENDED`). */
const SOLD = ['paid', 'refund_requested', 'refund_failed'];
const ENDED = ['late_paid', 'refunded', 'charged_back'];
const NEXT: Readonly<Record<string, readonly string[]>> = {
  null: ['pending'],
  pending: ['paid', 'failed', 'cancelled', 'expired', 'late_paid'],
  failed: ['paid', 'late_paid'],
  cancelled: ['paid', 'late_paid'],
  expired: ['paid', 'late_paid'],
  paid: ['refund_requested', 'refunded', 'charged_back'],
  refund_requested: ['refunded', 'refund_failed'],
  refund_failed: ['refund_requested', 'refunded', 'charged_back'],
  late_paid: ['refunded', 'charged_back'],
  refunded: ['refund_failed'],
  charged_back: ['refunded'],
};

const SEATS_OF_BOOKING = { ticketIds: 1, returns: 1, returning: 1, taken: 1 };
const bookings = (sources: Sources) => rows(sources, 'booking', 'reserve-your-seat');
const keepsSeats = ({ status, history }: Pick<BookingRow, 'status' | 'history'>): boolean =>
  SOLD.includes(status) && !history.some(({ to }) => ENDED.includes(to));

/** Numbers of the tickets of a booking or an entry that were not given back. */
function numbersLeft({ ticketIds, returns = [], taken = [] }: Pick<BookingRow, 'ticketIds' | 'returns' | 'taken'>): number[] {
  const returned = new Set([...returns.flatMap(({ tickets }) => tickets), ...taken]);
  return ticketIds.map((_id, index) => index + 1).filter((number) => !returned.has(number));
}

type InPool = [sold: number, held: number, returning: number];

/** What the bookings of a category hold. */
interface Counted {
  sold: number;
  held: number;
  /** Of those held, the ones whose hold is over. */
  ended: number;
  /** Of those sold, the ones that admit. */
  admitting: number;
  /** Of those sold, the ones that are given back once someone takes them. */
  returning: number;
  /** Accessible seats, and companions by them. */
  readonly pools: readonly [accessible: InPool, companions: InPool];
}

async function countedSeats(sources: Sources, now: Date): Promise<(seating: string) => Counted> {
  const counted = new Map<string, Counted>();
  const of = (seating: string): Counted => {
    const sums = counted.get(seating) ?? {
      sold: 0,
      held: 0,
      ended: 0,
      admitting: 0,
      returning: 0,
      pools: [
        [0, 0, 0],
        [0, 0, 0],
      ],
    };
    counted.set(seating, sums);
    return sums;
  };
  for await (const booking of bookings(sources).find(
    { $or: [{ status: { $in: SOLD } }, { keptUntil: { $exists: true } }] },
    { projection: { ...SEATS_OF_BOOKING, seating: 1, status: 1, notickets: 1, keptUntil: 1, access: 1, 'history.to': 1 } },
  )) {
    const sums = of(booking.seating);
    const [sold, held] = [keepsSeats(booking) ? booking.notickets : 0, booking.keptUntil ? booking.notickets : 0];
    sums.sold += sold;
    sums.held += held;
    if (booking.keptUntil && booking.keptUntil <= now) sums.ended += held;
    if (sold + held > 0)
      poolSeatsOf(booking, numbersLeft(booking)).forEach((seats, pool) => (sums.pools[pool]![sold > 0 ? 0 : 1] += seats));
    if (sold === 0) continue;
    if (booking.status === 'paid') sums.admitting += sold;
    sums.returning += booking.returning?.length ?? 0;
    poolSeatsOf(booking, booking.returning ?? []).forEach((seats, pool) => (sums.pools[pool]![2] += seats));
  }
  return of;
}

async function stockBreaches(sources: Sources, now: Date): Promise<string[]> {
  const counted = await countedSeats(sources, now);
  const found: string[] = [];
  for await (const { _id, capacity, sold, held, returning = 0, pools } of rows(sources, 'booking', 'stock').find()) {
    const sums = counted(_id);
    if (sold + held - sums.ended > capacity + returning)
      found.push(`${_id}: ${sold} seats are sold and ${held - sums.ended} held of ${capacity}, and ${returning} are returning`);
    if (sums.admitting > capacity) found.push(`${_id}: ${sums.admitting} tickets admit to ${capacity} seats`);
    if (returning !== sums.returning) found.push(`${_id}: ${returning} are counted as returning, and its bookings have ${sums.returning}`);
    if (sold !== sums.sold || held !== sums.held)
      found.push(`${_id}: ${sold} sold and ${held} held are counted, and its bookings have ${sums.sold} and ${sums.held}`);
    const inPools = [pools?.accessible, pools?.companions].map((pool) => [pool?.sold ?? 0, pool?.held ?? 0, pool?.returning ?? 0]);
    if (!isDeepStrictEqual(inPools, sums.pools))
      found.push(
        `${_id}: sold, held and returning of the accessible seats and of companions are counted as ${inPools.join(' and ')}, and its bookings have ${sums.pools.join(' and ')}`,
      );
  }
  return found;
}

/** The accessible seat of a booking, and its companions, of these tickets. */
function poolSeatsOf({ access, ticketIds }: BookingRow, left: readonly number[]): [accessible: number, companions: number] {
  if (!access) return [0, 0];
  if (ticketIds.length === 0) return [1, access.companions];
  return left.includes(1) ? [1, left.filter((number) => number > 1 && number <= 1 + access.companions).length] : [0, 0];
}

async function historyBreaches(sources: Sources): Promise<string[]> {
  const found: string[] = [];
  for await (const { _id, status, history } of bookings(sources).find({}, { projection: { status: 1, history: 1 } })) {
    let [at, hash] = ['null', ''];
    for (const entry of history) {
      if (String(entry.from) !== at || !NEXT[at]!.includes(entry.to)) found.push(`booking ${_id} went from ${at} to ${entry.to}`);
      at = entry.to;
      hash = createHash('sha256')
        .update(JSON.stringify([hash, _id, entry.from, entry.to, entry.at.toISOString(), entry.actor, entry.cause]))
        .digest('base64url');
      if (entry.hash !== hash) found.push(`the history of booking ${_id} was changed after it was written`);
    }
    if (at !== status) found.push(`booking ${_id} is ${status}, and its history says ${at}`);
  }
  return found;
}

async function ticketBreaches(sources: Sources): Promise<string[]> {
  const owners = new Map<string, string>();
  const found: string[] = [];
  for (const name of ['reserve-your-seat', 'complimentary-entries'] as const)
    for await (const holder of rows(sources, 'booking', name).find(
      { ticketIds: { $ne: [] } },
      { projection: { ...SEATS_OF_BOOKING, status: 1, notickets: 1, replacedTickets: 1, 'history.to': 1 } },
    )) {
      const { _id, ticketIds, replacedTickets = [] } = holder;
      for (const id of [...ticketIds, ...replacedTickets.map(({ ticketId }) => ticketId)]) {
        if (owners.has(id)) found.push(`a ticket belongs to ${owners.get(id)} and to ${_id}`);
        owners.set(id, _id);
      }
      const isBooking = name === 'reserve-your-seat';
      if (isBooking && keepsSeats(holder) && numbersLeft(holder).length !== holder.notickets)
        found.push(`booking ${_id} has ${holder.notickets} seats and ${numbersLeft(holder).length} valid tickets`);
      if (holder.returning?.some((number) => !numbersLeft(holder).includes(number)))
        found.push(`booking ${_id} gives tickets back that have ended`);
    }
  const without = await bookings(sources).countDocuments({ status: { $in: SOLD }, ticketIds: [], 'history.to': { $nin: ENDED } });
  if (without > 0) found.push(`${without} paid bookings have no tickets`);
  for await (const { _id, scanId, over, takenBack } of rows(sources, 'booking', 'admissions').find()) {
    if (!owners.has(_id)) found.push('someone went in with a ticket that nobody has');
    if (Boolean(over) !== Boolean(takenBack?.includes(scanId))) found.push('someone is inside by a scan that was taken back');
  }
  return found;
}

/** What svc-booking's own database must say at every moment. */
export const SEAT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    says: 'no category gives away more seats than it has, and counts what its bookings hold, pools too',
    holds: 'in a copy',
    breaches: stockBreaches,
  },
  {
    id: 'I9',
    says: 'bookings go only from state to state as allowed, and their history is as it was written',
    holds: 'in a copy',
    breaches: historyBreaches,
  },
  {
    id: 'I11',
    says: 'a booking with seats has as many valid tickets, and no ticket has two owners or none',
    holds: 'in a copy',
    breaches: ticketBreaches,
  },
  {
    id: 'I13',
    says: 'nothing names whoever was erased',
    holds: 'in a copy',
    breaches: async (sources) => {
      const named = await bookings(sources)
        .find({ erasedAt: { $exists: true }, email: /@/ } as object, { projection: { _id: 1 } })
        .toArray();
      return named.map(({ _id }) => `booking ${_id} was erased and still names its buyer`);
    },
  },
];
