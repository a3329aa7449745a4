import { createHash } from 'node:crypto';
import type { Databases } from './rows.ts';

const HOUR_MS = 3_600_000;
/** A moment at which all of {@link fillSoundly} is true. */
export const NOW = new Date();
export const LONG_AGO = new Date(NOW.getTime() - HOUR_MS);

type Change = Record<string, unknown>;

/** The history of a booking that went through these states. */
export function historyOf(id: string, ...states: string[]) {
  let hash = '';
  return states.map((to, index) => {
    const entry = { from: states[index - 1] ?? null, to, at: LONG_AGO, actor: 'svc-payment', cause: 'webhook' };
    hash = createHash('sha256')
      .update(JSON.stringify([hash, id, entry.from, to, LONG_AGO.toISOString(), entry.actor, entry.cause]))
      .digest('base64url');
    return { ...entry, hash };
  });
}

const booking = (id: string, states: string[], change: Change = {}) => ({
  _id: id,
  seating: 'VIP Seating',
  status: states.at(-1),
  notickets: 2,
  charged: 5_000,
  currency: 'USD',
  email: `${id}@example.org`,
  ticketIds: [`${id}-1`, `${id}-2`],
  history: historyOf(id, ...states),
  ...change,
});
export const captured = (id: string, page = `cs_${id}`) => ({
  _id: `captured:ch_${page}`,
  kind: 'captured',
  movement: `ch_${page}`,
  bookingId: id,
  checkoutSessionId: page,
  amountMinor: 5_000,
  currency: 'USD',
});
export const refunded = (id: string, movement = `re_${id}`) => ({
  ...captured(id),
  _id: `refunded:${movement}`,
  kind: 'refunded',
  movement,
});
/** Money of a dispute that went to the bank, or came back. */
const disputed = (kind: 'disputed' | 'dispute_reversed', movement: string) => ({
  ...captured('bk_lost'),
  _id: `${kind}:${movement}`,
  kind,
  movement,
});
export const page = (id: string, change: Change = {}) => ({
  _id: `${id}.1`,
  status: 'settled',
  userbookingid: id,
  checkoutSessionId: `cs_${id}`,
  received: { amount: 5_000 },
  keptUntil: LONG_AGO,
  ...change,
});
export const pool = (sold: number, held: number) => ({ seats: 2, sold, held });

/** Fills empty databases: one booking is paid, with a companion by an accessible seat, one was refunded, a bank took the money of one twice and gave it back once, a part of one is on its way back, one holds seats, and a guest has an entry. */
export async function fillSoundly(databases: Databases): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of many forms
  const rows = (database: string, name: string) => databases[database]!.collection<any>(name);
  await rows('booking', 'reserve-your-seat').insertMany([
    booking('bk_paid', ['pending', 'paid'], { access: { companions: 1 }, receipt: { year: 2026, number: 1 } }),
    booking('bk_back', ['pending', 'paid', 'refund_requested', 'refunded'], { receipt: { year: 2026, number: 2 } }),
    booking('bk_lost', ['pending', 'paid', 'charged_back'], { receipt: { year: 2025, number: 1 } }),
    booking('bk_held', ['pending'], { charged: 0, ticketIds: [], keptUntil: new Date(NOW.getTime() + HOUR_MS) }),
  ]);
  await rows('booking', 'complimentary-entries').insertOne({ _id: 'cp_guest', ticketIds: ['cp_guest-1'], status: 'Issued' });
  await rows('booking', 'admissions').insertOne({ _id: 'cp_guest-1' });
  await rows('booking', 'stock').insertOne({
    _id: 'VIP Seating',
    capacity: 4,
    sold: 2,
    held: 2,
    pools: { accessible: pool(1, 0), companions: pool(1, 0) },
  });
  await rows('payment', 'money-ledger').insertMany([
    ...[captured('bk_paid'), captured('bk_back'), captured('bk_lost'), refunded('bk_back')],
    ...[disputed('disputed', 'txn_1'), disputed('dispute_reversed', 'txn_2'), disputed('disputed', 'txn_3')],
  ]);
  await rows('payment', 'payment-sessions').insertMany([page('bk_paid'), page('bk_back')]);
  const refund = { checkoutSessionId: 'cs_bk_back', nextTryAt: LONG_AGO };
  await rows('payment', 'refunds').insertMany([
    { _id: 'rf_1', ...refund, status: 'succeeded', providerRefundId: 're_bk_back', amount: { amountMinor: 5_000 } },
    { _id: 'rf_2', ...refund, status: 'pending', providerRefundId: 're_leaving', amount: { amountMinor: 2_000 } },
  ]);
  await rows('notify', 'mails').insertOne({
    _id: 'ml_1',
    kind: 'ticket',
    subjectId: 'bk_paid',
    state: 'accepted',
    nextAttemptAt: LONG_AGO,
  });
  const fact = { publishedAt: LONG_AGO, envelope: { type: 'booking.paid.v1', occurredAt: LONG_AGO.toISOString() } };
  for (const name of Object.keys(databases)) await rows(name, 'outbox').insertOne({ _id: 'one', ...fact });
}
