import { until } from '@concert/test-kit/until';
import type mongoose from 'mongoose';
import { printFigure } from '../figures.ts';
import { assertSound, type SystemUnderTest } from '../system-under-test.ts';
import type { LoadGenerator, Purchase } from './load-generator.ts';

/** How long what was paid may take until everybody knows of it. */
const SETTLED_MS = 120_000;

/** When the bookings of purchases became paid, in milliseconds since 1970, by their ids. */
export async function bookedAt(booking: mongoose.Connection, purchases: readonly Purchase[]): Promise<Map<string, number>> {
  const rows = await booking
    .collection<{ _id: string; history: { to: string; at: Date }[] }>('reserve-your-seat')
    .find({ _id: { $in: purchases.map(({ bookingId }) => bookingId) } }, { projection: { history: 1 } })
    .toArray();
  return new Map(rows.map(({ _id, history }) => [_id, history.find(({ to }) => to === 'paid')?.at.getTime() ?? Number.NaN]));
}

/**
 * Checks that every invariant holds, and that each who paid has one mail.
 * @throws Error saying what is broken
 */
export async function checkSums(underTest: SystemUnderTest, generator: LoadGenerator): Promise<void> {
  await assertSound(underTest, SETTLED_MS);
  const bookings = underTest.connections.get('svc-booking')!.collection('reserve-your-seat');
  const paid = await bookings.find({ status: 'paid' }, { projection: { email: 1 } }).toArray();
  const mails = (): [string, number][] => paid.map(({ email }) => [email as string, generator.mails.get(email as string) ?? 0]);
  await until('everyone who paid has an email', () => mails().filter(([, count]) => count === 0).length, 0, {
    withinMs: SETTLED_MS,
    everyMs: 200,
  });
  const twice = mails().filter(([, count]) => count > 1).length;
  const what = `every invariant holds, ${paid.length} paid bookings, ${twice === 0 ? 'one email each' : `${twice} people have two emails`}`;
  printFigure('sums', twice === 0 ? 'as they should be' : 'WRONG', what);
  if (twice > 0) throw new Error('the sums are wrong');
}
