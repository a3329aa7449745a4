import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Transactions } from '@concert/service-kit/store/mongo';
import { KILL, patchedCode } from '@concert/test-kit/patched-code';
import { until } from '@concert/test-kit/until';
import { BuiltBooking } from '../../built-booking.harness.ts';
import { transitioned } from '../booking.ts';
import { toDocument } from '../mongo-booking-documents.ts';
import { MongoBookings } from '../mongo-bookings.ts';
import { bookingOf } from '../order.harness.ts';
import { MongoConcert } from '../../concert/mongo-concert.ts';
import { NumberReceipts } from './number-receipts.ts';

const BOOKINGS = 200;
const booking = new BuiltBooking();

beforeAll(() => booking.prepare(), 120_000);
afterAll(async () => {
  await booking.stopAll();
  await booking.close();
});

const rows = () => booking.database.collection('reserve-your-seat');
const numbers = async (): Promise<number[]> =>
  (await rows().find().toArray()).flatMap(({ receipt }) => receipt?.number ?? []).sort((a, b) => a - b);
const all = Array.from({ length: BOOKINGS }, (_, index) => index + 1);

/** Numbers receipts from within the test, beside others that do. */
function numbering(): NumberReceipts {
  const { database } = booking;
  return new NumberReceipts(new MongoBookings(database), new MongoConcert(database, false, '', undefined), new Transactions(database));
}

it('B3-614 two hundred bookings that are paid at once have receipts 1 to 200, although a copy is killed in between, two copies number and two others beside each other', async () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const paid = { at: now, actor: 'svc-payment', cause: 'webhook' } as const;
  const bookings = all.map((number) => bookingOf({ id: `bk_${String(number).padStart(26, '0')}` as never }, now));
  await rows().insertMany(bookings.map((one) => toDocument(transitioned(one, 'paid', paid))) as never[]);
  const stored = 'await this.bookings.write(steps, [], transaction);';
  const killed = await booking.begin('killed', patchedCode('/receipts/number-receipts.js', stored, `${stored} ${KILL}`));
  expect((await killed.exited).signal).toBe('SIGKILL');
  expect(await numbers()).toEqual([]);
  await Promise.all([booking.launch('first'), booking.launch('second')]);
  await until('all have receipts', async () => (await numbers()).length, BOOKINGS, { withinMs: 40_000 });
  expect(await numbers()).toEqual(all);
  await booking.stopAll();
  // A lease lets one copy number at a time; where that is lost, the transactions hold.
  await rows().updateMany({}, { $unset: { receipt: '' } });
  await Promise.all([numbering().run(), numbering().run(), numbering().run()]);
  expect(await numbers()).toEqual(all);
}, 120_000);
