import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingPseudonymisedV1 } from '@concert/contracts/booking/events';
import { finds } from '@concert/test-kit/finds';
import { until } from '@concert/test-kit/until';
import { RunningPayment } from '../running-payment.harness.ts';

const payment = new RunningPayment();

beforeAll(() => payment.open());
afterAll(() => payment.close());

describe('a booking without its buyer', () => {
  it('B6-13 takes the address out of its payments; the ledger and the money stay to the cent', async () => {
    const [gone, stays] = [await payment.paid(), await payment.paid()];
    expect(await finds(payment.database, [gone.who.email])).toEqual(['payment-sessions']);
    const session = () => payment.rows<{ _id: string; email: string }>('payment-sessions').findOne({ userbookingid: gone.id });
    const { email: _email, version: _version, ...was } = (await session())! as { email: string; version?: number };
    const ledger = await payment.rows('money-ledger').find().sort({ _id: 1 }).toArray();
    await payment.publish(bookingPseudonymisedV1, { bookingId: gone.id });
    await until(
      'the address is gone',
      () => finds(payment.database, [gone.who.email]),
      (found) => found.length === 0,
      { withinMs: 20_000 },
    );
    expect(await session()).toMatchObject({ ...was, email: 'erased' });
    expect(await payment.rows('money-ledger').find().sort({ _id: 1 }).toArray()).toEqual(ledger);
    expect(await finds(payment.database, [stays.who.email])).toEqual(['payment-sessions']);
    expect(payment.lines.filter((line) => line.includes(gone.who.email))).toEqual([]);
  });

  it('B6-13 takes the address out of the refunds of a run; their amounts and attempts stay', async () => {
    const { id, who, intent } = await payment.paid();
    await payment.stripe.refunds.create({ payment_intent: intent });
    await payment.followed();
    const refunds = payment.rows<{ bookingId: string; reader: string | null; version: number }>('refunds');
    // A run notes whom its mail goes to.
    await refunds.updateMany({ bookingId: id }, { $set: { reader: who.email } });
    const was = await refunds.find({ bookingId: id }).toArray();
    expect(was).toHaveLength(1);
    await payment.publish(bookingPseudonymisedV1, { bookingId: id });
    await until(
      'the address is gone',
      () => finds(payment.database, [who.email]),
      (found) => found.length === 0,
      { withinMs: 20_000 },
    );
    expect(await refunds.find({ bookingId: id }).toArray()).toEqual(
      was.map((refund) => ({ ...refund, reader: 'erased', version: refund.version + 1 })),
    );
  });
});
