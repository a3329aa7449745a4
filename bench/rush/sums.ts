import { until } from '@concert/test-kit/until';
import type mongoose from 'mongoose';
import type { SystemAddress } from '../../dev/system/address.ts';
import { printFigure } from '../figures.ts';
import { categoriesOf } from '../system-under-test.ts';
import type { LoadGenerator, Purchase } from './load-generator.ts';

/** How long what was paid may take until everybody knows of it. */
const SETTLED_MS = 120_000;

/** What each side says of the money, in minor units. */
interface Money {
  readonly booked: number;
  readonly ledger: number;
  readonly provider: number;
}

async function sum(collection: mongoose.mongo.Collection, filter: object, field: string): Promise<number> {
  const [row] = await collection
    .aggregate<{ total: number }>([{ $match: filter }, { $group: { _id: null, total: { $sum: field } } }])
    .toArray();
  return row?.total ?? 0;
}

/** When the bookings of purchases became paid, in milliseconds since 1970, by their ids. */
export async function bookedAt(booking: mongoose.Connection, purchases: readonly Purchase[]): Promise<Map<string, number>> {
  const rows = await booking
    .collection<{ _id: string; history: { to: string; at: Date }[] }>('reserve-your-seat')
    .find({ _id: { $in: purchases.map(({ bookingId }) => bookingId) } }, { projection: { history: 1 } })
    .toArray();
  return new Map(rows.map(({ _id, history }) => [_id, history.find(({ to }) => to === 'paid')?.at.getTime() ?? Number.NaN]));
}

/**
 * Checks that nothing was oversold, everybody says the same of the money, and each who paid has one mail.
 * @throws Error saying what does not agree
 */
export async function checkSums(
  system: SystemAddress,
  { booking, payment }: { readonly booking: mongoose.Connection; readonly payment: mongoose.Connection },
  generator: LoadGenerator,
): Promise<void> {
  const bookings = booking.collection('reserve-your-seat');
  const money = async (): Promise<Money> => ({
    booked: await sum(bookings, { status: 'paid' }, '$amount'),
    ledger: await sum(payment.collection('money-ledger'), { kind: 'captured' }, '$amountMinor'),
    provider: ((await (await fetch(`${system.payments}/_admin/totals`)).json()) as { capturedMinor: number }).capturedMinor,
  });
  const { booked } = await until(
    'bookings, ledger and provider say the same of the money',
    money,
    (said) => said.booked === said.ledger && said.ledger === said.provider,
    { withinMs: SETTLED_MS, everyMs: 500 },
  );
  const paid = await bookings.find({ status: 'paid' }, { projection: { email: 1 } }).toArray();
  const mails = (): [string, number][] => paid.map(({ email }) => [email as string, generator.mails.get(email as string) ?? 0]);
  await until('everybody who paid has a mail', () => mails().filter(([, count]) => count === 0).length, 0, {
    withinMs: SETTLED_MS,
    everyMs: 200,
  });
  const twice = mails().filter(([, count]) => count > 1).length;
  const oversold = await oversoldCategories(system, bookings);
  printFigure(
    'sums',
    twice === 0 && oversold.length === 0 ? 'as they should be' : 'WRONG',
    `0 oversold${oversold.length > 0 ? ` (NOT: ${oversold.join(', ')})` : ''}, ${paid.length} paid bookings = ledger = provider = ${(booked / 100).toFixed(2)}, ${twice === 0 ? 'one mail each' : `${twice} people have two mails`}`,
  );
  if (twice > 0 || oversold.length > 0) throw new Error('the sums are wrong');
}

/** Categories that gave away more than they have, or that count otherwise than their bookings do. */
async function oversoldCategories(system: SystemAddress, bookings: mongoose.mongo.Collection): Promise<string[]> {
  const wrong: string[] = [];
  for (const { seating, capacity, sold, held } of await categoriesOf(system)) {
    const [paid, pending] = await Promise.all([
      sum(bookings, { seating, status: 'paid' }, '$notickets'),
      sum(bookings, { seating, status: 'pending' }, '$notickets'),
    ]);
    // A hold that ended a moment ago counts no more, and its booking is still pending.
    if (sold + held > capacity || sold !== paid || held > pending)
      wrong.push(`${seating} ${sold}/${paid} sold, ${held}/${pending} held of ${capacity}`);
  }
  return wrong;
}
