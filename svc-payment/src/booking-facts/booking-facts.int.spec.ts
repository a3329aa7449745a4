import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  bookingCancelRequestedV1,
  bookingLatePaidV1,
  bookingPseudonymisedV1,
  bookingReturnRequestedV1,
  concertStateChangedV1,
} from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import { sessionEndedV1 } from '@concert/contracts/payment/events';
import { refundIssuedV1 } from '@concert/contracts/payment/refunds';
import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { ofLength, until } from '@concert/test-kit/until';
import { BuyerData } from '../personal-data/buyer-data.ts';
import { RunningPayment, type OpenPage } from '../running-payment.harness.ts';

const PRICE = priceMinor('General Seating', 2);
const WENT_BACK = [
  ['captured', PRICE],
  ['refunded', PRICE],
];
const payment = new RunningPayment();
const rows = payment.rows.bind(payment);
const tell = payment.publish.bind(payment);
const factTypes = payment.factTypes.bind(payment);
const pageStatus = async ({ checkoutSessionId }: OpenPage) => (await payment.stripe.checkout.sessions.retrieve(checkoutSessionId)).status;
const latePaid = ({ id, checkoutSessionId }: OpenPage) => ({ ...payment.bookingData(id), checkoutSessionId });

beforeAll(() => payment.open(), 60_000);
afterEach(() => payment.faults({ reset: true }));
afterAll(() => payment.close());

describe('a booking', () => {
  it('B1-540 given up has its page closed at the provider, and the end is told', async () => {
    const page = await payment.page();
    const id = randomUUID();
    for (let n = 0; n < 3; n += 1) await tell(bookingCancelRequestedV1, { bookingId: page.id }, { id });
    await payment.untilTold(page.id, sessionEndedV1);
    expect(await pageStatus(page)).toBe('expired');
    expect(await payment.facts(page.id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'cancelled' } }]);
  });

  it('bought twice and sent back has all of its money returned once', async () => {
    const page = await payment.sold();
    for (let n = 0; n < 3; n += 1) await tell(bookingReturnRequestedV1, payment.bookingData(page.id));
    await payment.untilSentBack(page.id);
    expect(await payment.ledger(page.id)).toEqual(WENT_BACK);
  });
});

describe('money that came too late', () => {
  it('B3-580 F41 goes back once when the seats are gone, and svc-booking is told', async () => {
    const page = await payment.paid();
    const id = randomUUID();
    for (let n = 0; n < 3; n += 1) await tell(bookingLatePaidV1, latePaid(page), { id });
    await tell(bookingLatePaidV1, latePaid(page));
    await payment.untilSentBack(page.id);
    await payment.run('return-money');
    expect(await payment.refundsAt(page.intent)).toHaveLength(1);
    expect((await factTypes(page.id)).filter((type) => type === refundIssuedV1.type)).toHaveLength(1);
    expect(await payment.ledger(page.id)).toEqual(WENT_BACK);
    expect((await payment.returned(page, 'success')).body).toEqual({ outcome: 'not_taken' });
  });

  it("F11 goes back once although the provider's answer is lost", async () => {
    const page = await payment.paid();
    Object.assign(payment.standin.faults, { cutNext: 2, only: 'POST /v1/refunds', holdWebhooks: true });
    await tell(bookingLatePaidV1, latePaid(page));
    const made = () => payment.run('return-money').then(() => payment.refundsAt(page.intent));
    await until('a first try was made', made, (refunds) => refunds.length === 1, { withinMs: 15_000 });
    // By then the provider has forgotten the key: only reading it first prevents a second refund.
    payment.aheadMs += 25 * 3_600_000;
    await payment.untilSentBack(page.id);
    expect(await payment.refundsAt(page.intent)).toHaveLength(1);
    await payment.release();
  });
});

describe('a cancelled concert', () => {
  it('leaves no page payable, those opened a moment later included', async () => {
    const change = (to: 'open' | 'cancelled', options = {}) =>
      tell(concertStateChangedV1, { from: to === 'open' ? 'cancelled' : 'open', to, changedBy: payment.person().userId }, options);
    const first = await payment.page();
    await change('cancelled');
    await until('the mark is set', () => rows<{ _id: string }>('checkpoints').findOne({ _id: 'concert-cancelled' }));
    const second = await payment.page();
    await payment.run('end-sessions');
    for (const page of [first, second]) {
      expect(await pageStatus(page)).toBe('expired');
      expect(await factTypes(page.id)).toContain(sessionEndedV1.type);
    }
    await change('open');
    const mark = () => rows<{ _id: string; at: Date | null; version: number }>('checkpoints').findOne({ _id: 'concert-cancelled' });
    const { version } = (await until('the mark is gone', mark, (row) => row?.at === null))!;
    // The fact is published again, as a lost one is. It is older than what is known.
    const late = randomUUID();
    await change('cancelled', { id: late, version: version - 1 });
    const handled = { _id: `follow-bookings:${late}`, handledAt: { $exists: true } };
    await until('the old news was heard', () => rows<{ _id: string }>('inbox').countDocuments(handled), Boolean, { withinMs: 20_000 });
    expect((await mark())?.at).toBeNull();
    const third = await payment.page();
    await payment.run('end-sessions');
    expect(await pageStatus(third)).toBe('open');
  });
});

describe('a booking without its buyer', () => {
  const addressGone = ({ email }: { readonly email: string }) =>
    until('the address is gone', () => collectionsWithText(payment.database, [email]), ofLength(0), { withinMs: 20_000 });

  it('B6-583 takes the address out of its payments; the ledger and the money stay to the cent, a gift too', async () => {
    const [gone, stays] = [await payment.sold({ giftMinor: 2_000 }), await payment.paid()];
    expect(await collectionsWithText(payment.database, [gone.who.email])).toEqual(['payment-sessions']);
    const session = () => rows<{ _id: string; email: string }>('payment-sessions').findOne({ userbookingid: gone.id });
    const { email: _email, version: _version, ...was } = (await session())! as { email: string; version?: number };
    const ledger = await rows('money-ledger').find().sort({ _id: 1 }).toArray();
    await tell(bookingPseudonymisedV1, { bookingId: gone.id });
    await addressGone(gone.who);
    expect(await session()).toMatchObject({ ...was, email: 'erased' });
    expect(await rows('money-ledger').find().sort({ _id: 1 }).toArray()).toEqual(ledger);
    expect(await payment.service.app.get(BuyerData).of([gone.id])).toMatchObject({
      payments: [{ email: 'erased', amount: { amountMinor: PRICE + 2_000 } }],
      refunds: [{ cause: 'gift', amount: { amountMinor: 2_000 } }],
    });
    expect(await collectionsWithText(payment.database, [stays.who.email])).toEqual(['payment-sessions']);
    expect(payment.lines.filter((line) => line.includes(gone.who.email))).toEqual([]);
  });

  it('B6-583 takes the address out of the refunds of a run; their amounts and attempts stay', async () => {
    const { id, who, intent } = await payment.paid();
    await payment.stripe.refunds.create({ payment_intent: intent });
    await payment.followed();
    const refunds = rows<{ bookingId: string; reader: string | null; version: number }>('refunds');
    // A run notes whom its mail goes to.
    await refunds.updateMany({ bookingId: id }, { $set: { reader: who.email } });
    const was = await refunds.find({ bookingId: id }).toArray();
    expect(was).toHaveLength(1);
    await tell(bookingPseudonymisedV1, { bookingId: id });
    await addressGone(who);
    const after = was.map((refund) => ({ ...refund, reader: 'erased', version: refund.version + 1 }));
    expect(await refunds.find({ bookingId: id }).toArray()).toEqual(after);
  });
});
