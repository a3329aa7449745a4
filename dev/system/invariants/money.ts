import { rows } from './rows.ts';
import { SETTLED_MS, type Invariant, type Sources } from './invariant.ts';

/** A booking's money was taken in these, even where it was given back later. */
const CHARGED = ['paid', 'refund_requested', 'refund_failed', 'refunded', 'late_paid', 'charged_back'];
/** With which sign each kind of entry counts in what we hold. */
const SIGN: Readonly<Record<string, number>> = {
  captured: 1,
  refunded: -1,
  refund_reversed: 1,
  disputed: -1,
  dispute_reversed: 1,
  given: 0,
  given_reversed: 0,
};

const ledger = (sources: Sources) => rows(sources, 'payment', 'money-ledger');

/** The sums of the ledger for each payment page, by kind. */
async function sumsOfPages(sources: Sources): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  for await (const { _id, minor } of ledger(sources).aggregate<{ _id: { page: string; kind: string }; minor: number }>([
    { $group: { _id: { page: '$checkoutSessionId', kind: '$kind' }, minor: { $sum: '$amountMinor' } } },
  ]))
    found.set(_id.page, { ...found.get(_id.page), [_id.kind]: minor });
  return found;
}

const heldOf = (kinds: Record<string, number>): number =>
  Object.entries(kinds).reduce((sum, [kind, minor]) => sum + (SIGN[kind] ?? 0) * minor, 0);

/** Money that somebody paid has a booking, or is on its way back. */
async function receivedBreaches(sources: Sources): Promise<string[]> {
  const booked = new Set<string>();
  for await (const { _id } of rows(sources, 'booking', 'reserve-your-seat').find({ status: { $in: CHARGED } }, { projection: { _id: 1 } }))
    booked.add(_id);
  const returning = new Set<string>();
  for await (const { checkoutSessionId } of rows(sources, 'payment', 'refunds').find({}, { projection: { checkoutSessionId: 1 } }))
    returning.add(checkoutSessionId);
  const found: string[] = [];
  for await (const { userbookingid, checkoutSessionId } of rows(sources, 'payment', 'payment-sessions').find(
    { received: { $ne: null } },
    { projection: { userbookingid: 1, checkoutSessionId: 1 } },
  ))
    if (!booked.has(userbookingid) && !returning.has(checkoutSessionId))
      found.push(`payment page ${checkoutSessionId} was paid, and nothing came of it`);
  return found;
}

/** A booking is charged what the ledger has captured for it. */
async function chargedBreaches(sources: Sources): Promise<string[]> {
  const captured = new Map<string, Set<string>>();
  for await (const { bookingId, amountMinor, currency } of ledger(sources).find({ kind: 'captured' }))
    captured.set(bookingId, (captured.get(bookingId) ?? new Set()).add(`${amountMinor} ${currency}`));
  const found: string[] = [];
  for await (const { _id, charged, currency } of rows(sources, 'booking', 'reserve-your-seat').find(
    { charged: { $gt: 0 } },
    { projection: { charged: 1, currency: 1 } },
  ))
    if (!captured.get(_id)?.has(`${charged} ${currency}`))
      found.push(`booking ${_id} was charged ${charged}, and the ledger knows of no such payment`);
  return found;
}

async function onceBreaches(sources: Sources): Promise<string[]> {
  const bookingOf = new Map<string, string>();
  for await (const { bookingId, checkoutSessionId } of ledger(sources).find({ kind: 'captured' }))
    bookingOf.set(checkoutSessionId, bookingId);
  const sums = await sumsOfPages(sources);
  const perBooking = new Map<string, number>();
  for (const [page, booking] of bookingOf)
    if (heldOf(sums.get(page) ?? {}) > 0) perBooking.set(booking, (perBooking.get(booking) ?? 0) + 1);
  return [...perBooking].flatMap(([booking, charges]) => (charges > 1 ? [`${charges} payments of booking ${booking} are kept`] : []));
}

async function refundBreaches(sources: Sources): Promise<string[]> {
  const found: string[] = [];
  for (const [page, kinds] of await sumsOfPages(sources)) {
    const { captured = 0, refunded = 0, refund_reversed: reversed = 0 } = kinds;
    const given = (kinds['given'] ?? 0) - (kinds['given_reversed'] ?? 0);
    if (refunded - reversed + given > captured)
      found.push(`of payment page ${page} ${refunded - reversed} went back and ${given} were given, and it brought ${captured}`);
  }
  const movements = new Set<string>();
  for await (const { movement } of ledger(sources).find({ kind: 'refunded' }, { projection: { movement: 1 } })) movements.add(movement);
  for await (const { _id, providerRefundId } of rows(sources, 'payment', 'refunds').find(
    { status: 'succeeded', providerRefundId: { $type: 'string' } },
    { projection: { providerRefundId: 1 } },
  ))
    if (!movements.has(providerRefundId!)) found.push(`refund ${_id} arrived, and the ledger knows nothing of it`);
  return found;
}

async function providerBreaches({ provider, ...sources }: Sources): Promise<string[]> {
  if (!provider) return [];
  const kinds = await ledger(sources)
    .aggregate<{ _id: string; minor: number }>([{ $group: { _id: '$kind', minor: { $sum: '$amountMinor' } } }])
    .toArray();
  const ours: Record<string, number> = Object.fromEntries(kinds.map(({ _id, minor }) => [_id, minor]));
  const { captured = 0, refunded = 0, refund_reversed: reversed = 0, disputed = 0, dispute_reversed: back = 0 } = ours;
  // The provider has taken these, and no bank has answered yet: the ledger waits for that.
  const [leaving] = await rows(sources, 'payment', 'refunds')
    .aggregate<{ minor: number }>([{ $match: { status: 'pending' } }, { $group: { _id: null, minor: { $sum: '$amount.amountMinor' } } }])
    .toArray();
  const said = await provider();
  return [
    ['taken', captured, said.capturedMinor],
    ['given back', refunded - reversed + (leaving?.minor ?? 0), said.refundedMinor],
    ['held by banks', disputed - back, said.disputedMinor],
  ].flatMap(([what, mine, theirs]) => (mine === theirs ? [] : [`the ledger says ${mine} were ${what}, and the provider ${theirs}`]));
}

/** The receipts of a year are numbered from 1, each once. */
async function numberBreaches(sources: Sources): Promise<string[]> {
  const years = rows(sources, 'booking', 'reserve-your-seat').aggregate<{
    _id: number;
    receipts: number;
    highest: number;
    numbers: number[];
  }>([
    { $match: { 'receipt.number': { $gt: 0 } } },
    {
      $group: {
        _id: '$receipt.year',
        receipts: { $sum: 1 },
        highest: { $max: '$receipt.number' },
        numbers: { $addToSet: '$receipt.number' },
      },
    },
  ]);
  const found: string[] = [];
  for await (const { _id: year, receipts, highest, numbers } of years)
    if (receipts !== highest || receipts !== numbers.length)
      found.push(`${year} has ${receipts} receipts with ${numbers.length} numbers up to ${highest}`);
  return found;
}

async function receiptBreaches(sources: Sources, now: Date): Promise<string[]> {
  const paid = { to: { $in: ['paid', 'late_paid'] }, at: { $lt: new Date(now.getTime() - SETTLED_MS) } };
  const without = { charged: { $gt: 0 }, 'receipt.number': null, history: { $elemMatch: paid } };
  const count = await rows(sources, 'booking', 'reserve-your-seat').countDocuments(without);
  return count === 0 ? [] : [`${count} bookings were paid, and have no receipt`];
}

/** What ledger, payment pages, refunds, bookings and the provider must say of the money. */
export const MONEY_INVARIANTS: readonly Invariant[] = [
  { id: 'I3', says: 'who paid has a booking, or their money is on its way back', holds: 'at rest', breaches: receivedBreaches },
  { id: 'I4', says: 'what a booking was charged is what the ledger captured for it', holds: 'in a copy', breaches: chargedBreaches },
  { id: 'I5', says: 'one payment of a booking is kept at most', holds: 'at rest', breaches: onceBreaches },
  {
    id: 'I6',
    says: 'no more goes back than came in, and every refund that arrived is in the ledger',
    holds: 'in a copy',
    breaches: refundBreaches,
  },
  { id: 'I6', says: 'the ledger and the payment provider say the same', holds: 'at rest', breaches: providerBreaches },
  { id: 'I15', says: 'the receipts of a year are numbered without a gap, each once', holds: 'in a copy', breaches: numberBreaches },
  { id: 'I15', says: 'who paid a minute ago has a receipt', holds: 'running', breaches: receiptBreaches },
];
