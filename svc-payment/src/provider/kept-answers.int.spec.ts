import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingLatePaidV1 } from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { refundIssuedV1 } from '@concert/contracts/payment/refunds';
import { including, until } from '@concert/test-kit/until';
import { faultsSchema } from '@concert/stand-ins/stripe/faults';
import { RunningPayment } from '../running-payment.harness.ts';

const PRICE = priceMinor('General Seating', 2);
const payment = new RunningPayment();
const faults = (switched: Partial<RunningPayment['standin']['faults']>) => Object.assign(payment.standin.faults, switched);
const pagesOf = payment.pagesOf.bind(payment);
const openPagesOf = async (id: string) => (await pagesOf(id)).filter(({ status }) => status === 'open').map((page) => page.id);
const factTypes = payment.factTypes.bind(payment);

/** The sweep for such pages, at a time when the youngest are old enough for it. */
async function sweepRecent(): Promise<void> {
  payment.aheadMs += 21_000;
  await payment.run('sweep-recent');
}

beforeAll(() => payment.open(), 60_000);
afterEach(async () => {
  faults(faultsSchema.parse({}));
  await payment.release();
});
afterAll(() => payment.close());

describe('a provider that keeps an answer that says nothing', () => {
  it.each([
    ['opens the page under a key of its own when nothing was made, and the buyer notices nothing', { failKeptNext: 1 }],
    ['offers the page that was made all the same, and no second one', { failMadeNext: 1 }],
    ['offers the page of an order whose answer never came', { silentNext: 2 }],
  ])('%s', async (_, fault) => {
    const booking = payment.booked();
    faults({ ...fault, only: 'POST /v1/checkout/sessions' });
    const { status, body } = await payment.create(booking.id);
    expect(status).toBe(200);
    expect((await pagesOf(booking.id)).map((page) => page.id)).toEqual([body.checkoutSessionId]);
    await payment.pay({ ...booking, checkoutSessionId: body.checkoutSessionId });
    expect(await factTypes(booking.id)).toEqual([sessionSettledV1.type]);
  });
});

describe('a page made after its order was given up', () => {
  it('is closed within a minute, and the page in its place stays', async () => {
    const page = await payment.page();
    const expiresAt = Math.floor(payment.now() / 1_000) + 1_860;
    const { checkoutSessionId: late } = await payment.foreignPage(page, 1, {}, { expires_at: expiresAt });
    await sweepRecent();
    await payment.followed();
    await sweepRecent();
    expect((await payment.stripe.checkout.sessions.retrieve(late)).status).toBe('expired');
    expect(await openPagesOf(page.id)).toEqual([page.checkoutSessionId]);
    expect(await factTypes(page.id)).toEqual([]);
    expect(await payment.rows('payment-sessions').countDocuments({ userbookingid: page.id })).toBe(1);
    await payment.pay(page);
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });
});

describe('a refund whose answer says nothing and is kept', () => {
  it.each(['failKeptNext', 'failMadeNext'] as const)('goes back once under %s', async (fault) => {
    const page = await payment.paid();
    faults({ [fault]: 1, only: 'POST /v1/refunds', holdWebhooks: true });
    await payment.publish(bookingLatePaidV1, { ...payment.bookingData(page.id), checkoutSessionId: page.checkoutSessionId });
    await until(
      'the refund is told',
      async () => {
        await payment.run('return-money');
        payment.aheadMs += 1_000;
        return factTypes(page.id);
      },
      including(refundIssuedV1.type),
      { withinMs: 15_000 },
    );
    expect(await payment.refundsAt(page.intent)).toHaveLength(1);
    expect(await payment.ledger(page.id)).toEqual([
      ['captured', PRICE],
      ['refunded', PRICE],
    ]);
  });
});
