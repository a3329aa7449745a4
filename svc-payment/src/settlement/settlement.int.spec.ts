import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { until } from '@concert/test-kit/until';
import { Transactions } from '@concert/service-kit/store/mongo';
import { type OpenPage, ORIGIN, RunningPayment } from '../running-payment.harness.ts';

const GROUP = 30;
const PRICE = priceMinor('General Seating', 2);
const payment = new RunningPayment();
const rows = payment.rows.bind(payment);
const factTypes = payment.factTypes.bind(payment);
const stored = (checkoutSessionId: string) => rows<Record<string, unknown>>('payment-sessions').findOne({ checkoutSessionId });
const pageStatus = async (checkoutSessionId: string) => (await payment.stripe.checkout.sessions.retrieve(checkoutSessionId)).status;
const fail = (faults: Partial<RunningPayment['standin']['faults']>) => Object.assign(payment.standin.faults, faults);
const endSessions = () => payment.run('end-sessions');
const sessions = () =>
  payment.rows<{ userbookingid: string; status: string; standing: string | null; version: number }>('payment-sessions');
const open = () => Promise.all(Array.from({ length: GROUP }, () => payment.page()));
const idsOf = (pages: readonly OpenPage[]) => pages.map(({ id }) => id);
const count = (pages: readonly OpenPage[], filter: object) =>
  sessions().countDocuments({ userbookingid: { $in: idsOf(pages) }, ...filter });

/** Picks one from the middle, so that it shares a group with those before and after it; `good` are the others. */
function oneOf(pages: readonly OpenPage[]): { bad: OpenPage; good: OpenPage[] } {
  const bad = pages[GROUP / 2]!;
  return { bad, good: pages.filter((page) => page !== bad) };
}

/** Makes the database refuse a change of one booking's session, whatever else is in the same write. */
async function refuse(bookingId: string, change: object): Promise<void> {
  await payment.database.db!.command({ collMod: 'payment-sessions', validator: { $nor: [{ userbookingid: bookingId, ...change }] } });
}
const allowAll = () => payment.database.db!.command({ collMod: 'payment-sessions', validator: {} });

/** Counts the transactions of a piece of work. */
async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
  const run = jest.spyOn(payment.service.app.get(Transactions), 'run');
  try {
    await work();
    return run.mock.calls.length;
  } finally {
    run.mockRestore();
  }
}

const sold = ({ id }: OpenPage) => payment.tellSold(id);
const untilAll = (pages: readonly OpenPage[], state: object) =>
  until('all are', () => count(pages, state), pages.length, { withinMs: 30_000 });

beforeAll(() => payment.open(), 60_000);
afterEach(() => payment.faults({ reset: true }));
afterAll(() => payment.close());

describe('B3-519 F52 payments that arrive together', () => {
  let pages: OpenPage[];
  beforeAll(async () => {
    pages = await open();
  });

  it('are settled in a few transactions and reads of the provider, each told in its own context, and one that cannot be stored waits alone', async () => {
    const reads = async () =>
      (await payment.metric('payment_provider_call_duration_seconds_count'))
        .filter((line) => /call="(read page|list pages)"/.test(line))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    const before = await reads();
    const { bad, good } = oneOf(pages);
    await refuse(bad.id, { status: 'settled' });
    const taken = await transactionsOf(async () => {
      await Promise.all(pages.map((page) => payment.press(page)));
      await untilAll(good, { status: 'settled', standing: 'kept' });
    });
    expect([taken < GROUP, (await reads()) - before < GROUP]).toEqual([true, true]);
    expect(await count([bad], { status: 'pending' })).toBe(1);
    expect(await payment.ledger(bad.id)).toEqual([]);
    expect(await payment.facts(bad.id)).toEqual([]);
    const told = (await Promise.all(good.map(({ id }) => payment.facts(id)))).flat();
    expect(told.map(({ type }) => type)).toEqual(good.map(() => sessionSettledV1.type));
    expect(new Set(told.map(({ correlationid }) => correlationid)).size).toBe(good.length);
    for (const { id } of good) expect(await payment.ledger(id)).toEqual([['captured', PRICE]]);
    await allowAll();
    payment.aheadMs += 120_000;
    await payment.followed();
    expect(await count(pages, { status: 'settled', standing: 'kept' })).toBe(GROUP);
    expect(await payment.ledger(bad.id)).toEqual([['captured', PRICE]]);
  });

  it('are noted as booked in a few transactions, once however often they are told, and one that cannot be stored is tried again alone', async () => {
    const { bad, good } = oneOf(pages);
    await refuse(bad.id, { standing: 'booked' });
    const taken = await transactionsOf(async () => {
      await Promise.all(pages.map(sold));
      await untilAll(good, { standing: 'booked' });
    });
    expect(taken).toBeLessThan(GROUP);
    expect(await count([bad], { standing: 'kept' })).toBe(1);
    const again = payment.lines.filter((line) => line.includes('a fact is tried again later'));
    expect(new Set(again.map((line) => (JSON.parse(line) as { factId: string }).factId)).size).toBe(1);
    await allowAll();
    await untilAll(pages, { standing: 'booked' });
    const versions = await sessions().distinct('version', { userbookingid: { $in: idsOf(pages) } });
    expect(versions).toHaveLength(1);
  });
});

describe('a payment', () => {
  /** The provider's record of delivering the message that a page was completed. */
  async function deliveryOf(checkoutSessionId: string) {
    const { data } = await payment.stripe.events.list({ type: 'checkout.session.completed', limit: 20 });
    const event = data.find((candidate) => (candidate.data.object as { id: string }).id === checkoutSessionId);
    const { deliveries } = (await (await fetch(`${payment.standin.url}/_admin/state`)).json()) as {
      deliveries: { eventId: string; attempts: number; state: string; lastStatus: number }[];
    };
    return deliveries.find(({ eventId }) => eventId === event?.id);
  }

  it('B3-501 is settled: fact, ledger and session say the same, and the buyer is sent back', async () => {
    const page = await payment.page();
    const { id, checkoutSessionId } = page;
    expect((await payment.press(page)).headers.get('location')).toBe(`${ORIGIN}/payment-successful?ref=${id}&ref2=${checkoutSessionId}`);
    await payment.followed();
    const data = { bookingId: id, checkoutSessionId, amount: { amountMinor: PRICE, currency: 'USD' }, cause: 'webhook' };
    const facts = await payment.facts(id);
    expect(facts).toHaveLength(1);
    expect(facts).toMatchObject([{ type: sessionSettledV1.type, data: { ...data, cardEnding: '4242' } }]);
    expect(await payment.ledger(id)).toEqual([['captured', PRICE]]);
    expect(await stored(checkoutSessionId)).toMatchObject({ status: 'settled', standing: 'kept' });
  });

  it("B3-502 whose message is lost for ever is found by reading the provider's notices", async () => {
    fail({ dropWebhooks: 10_000 });
    const page = await payment.page();
    await payment.pay(page);
    expect(await factTypes(page.id)).toEqual([]);
    await payment.run('catch-up');
    expect(await payment.facts(page.id)).toMatchObject([{ type: sessionSettledV1.type, data: { cause: 'reconciler' } }]);
  });

  it('B3-501 is stored before its message is answered, and carried out once the provider can be read again', async () => {
    const page = await payment.page();
    // Pages are read in a list when the notice of another one comes along.
    fail({ failNext: 1_000, only: 'GET /v1/checkout/' });
    const owed = () =>
      rows<{ objectId: string; tries: number; doneAt: Date | null }>('provider-notices').findOne({ objectId: page.checkoutSessionId });
    // The provider sends the buyer back when its notice was answered.
    await payment.press(page);
    expect(await owed()).toMatchObject({ doneAt: null });
    expect(await until('it was tried', owed, (row) => (row?.tries ?? 0) >= 1, { withinMs: 15_000 })).toMatchObject({ doneAt: null });
    expect(await deliveryOf(page.checkoutSessionId)).toMatchObject({ state: 'delivered', lastStatus: 200 });
    expect(await factTypes(page.id)).toEqual([]);
    fail({ failNext: 0 });
    // After enough failures the circuit stays open for five seconds.
    await payment.followed();
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    expect(await owed()).toMatchObject({ tries: expect.any(Number), doneAt: expect.any(Date) });
  });

  it('whose message cannot be stored is told again by the provider, which was answered with a 5xx', async () => {
    const page = await payment.page();
    // A validator that no document fulfils, so nothing can be inserted.
    const admit = (validator: object) => payment.database.db!.command({ collMod: 'provider-notices', validator });
    await admit({ nothing: { $exists: true } });
    await payment.press(page);
    const delivery = () => deliveryOf(page.checkoutSessionId);
    const refused = await until('it was refused', delivery, (seen) => seen !== undefined && seen.attempts >= 1);
    expect(refused).toMatchObject({ state: 'waiting', lastStatus: 500 });
    await admit({});
    await until('it is delivered', delivery, (seen) => seen?.state === 'delivered', { withinMs: 15_000 });
    await payment.followed();
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it('leaves no body, no signature and no personal data in the log', async () => {
    const page = await payment.page();
    await payment.pay(page);
    const log = payment.lines.join('\n');
    for (const secret of [page.who.email, 'whsec_', 'sk_test_room', '4242424242424242', 'v1=', '"checkout.session"'])
      expect(log).not.toContain(secret);
  });
});

describe('a card that is declined, or pays late', () => {
  it('F43 stays checking until the money comes, or ends when it never does', async () => {
    const [late, never] = [await payment.page(), await payment.page()];
    await payment.pay(late, '4000000000001117');
    await payment.pay(never, '4000000000002222');
    expect((await payment.returned(late, 'success')).body.outcome).toBe('checking');
    expect(await factTypes(late.id)).toEqual([]);
    payment.aheadMs += 60_000;
    await payment.untilTold(late.id, sessionSettledV1);
    await payment.untilTold(never.id, sessionEndedV1);
    expect(await factTypes(late.id)).toEqual([sessionSettledV1.type]);
    expect(await payment.facts(never.id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'failed' } }]);
    expect((await payment.returned(never, 'success')).body.outcome).toBe('not_taken');
  });
});

describe('the reconciler', () => {
  it.each([
    ['a page whose hold is over', {}, 31 * 60_000],
    ['a page that outlives a short hold', { holdSeconds: 120 }, 121_000],
  ])('ends %s, at the provider first, and nobody can pay it any more', async (_, held, afterMs) => {
    const page = await payment.page(held);
    payment.aheadMs += afterMs;
    await endSessions();
    expect(await pageStatus(page.checkoutSessionId)).toBe('expired');
    await payment.pay(page);
    expect(await payment.facts(page.id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'expired' } }]);
    expect(await payment.ledger(page.id)).toEqual([]);
  });

  it('F40 keeps what was paid in the second the hold ended', async () => {
    fail({ dropWebhooks: 10_000 });
    const page = await payment.page();
    await payment.pay(page);
    payment.aheadMs += 31 * 60_000;
    await Promise.all([endSessions(), endSessions(), payment.run('catch-up')]);
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });
});

describe('money that nobody asked for', () => {
  const rogue = (id: BookingId, price: { unit_amount?: number; currency?: string } = {}) =>
    payment.foreignPage({ id, who: payment.held.get(id)!.who }, 7, price);
  async function refundsOf(checkoutSessionId: string) {
    const session = await payment.stripe.checkout.sessions.retrieve(checkoutSessionId);
    return payment.refundsAt(session.payment_intent as string);
  }

  it('I5 goes back when the booking was paid already, and the booking keeps its seats', async () => {
    const page = await payment.page();
    const second = await rogue(page.id);
    await Promise.all([payment.pay(page), payment.pay(second)]);
    expect(await rows('payment-sessions').countDocuments({ userbookingid: page.id, status: 'settled' })).toBe(2);
    const entries = () => payment.run('return-money').then(() => payment.ledger(page.id));
    await until('one went back', entries, (found) => found.length === 3, { withinMs: 15_000 });
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    expect([...(await refundsOf(page.checkoutSessionId)), ...(await refundsOf(second.checkoutSessionId))]).toHaveLength(1);
    expect(await rows('payment-sessions').countDocuments({ userbookingid: page.id, standing: 'kept' })).toBe(1);
  });

  it('is reported with the amount that was really received', async () => {
    const wrong = await rogue(payment.booked().id, { unit_amount: 100 });
    await payment.pay(wrong);
    expect(await payment.facts(wrong.id)).toMatchObject([{ type: sessionSettledV1.type, data: { amount: { amountMinor: 100 } } }]);
  });

  it('goes back at once in another currency, and the booking ends', async () => {
    const wrong = await rogue(payment.booked().id, { currency: 'eur' });
    await payment.pay(wrong);
    expect(await factTypes(wrong.id)).toEqual([sessionEndedV1.type]);
    expect((await payment.facts(wrong.id)).at(-1)).toMatchObject({ type: sessionEndedV1.type, data: { outcome: 'failed' } });
    const refunds = () => payment.run('return-money').then(() => refundsOf(wrong.checkoutSessionId));
    await until('it went back', refunds, (found) => found.length === 1, { withinMs: 15_000 });
  });
});

describe('the books', () => {
  it('B3-505 I6 are what the provider holds, to the cent', async () => {
    await payment.run('return-money');
    await payment.run('catch-up');
    const ours = await rows<{ kind: string; amountMinor: number }>('money-ledger').find({}).toArray();
    const sum = ours.reduce((total, { kind, amountMinor }) => total + (kind === 'refunded' ? -amountMinor : amountMinor), 0);
    const { totals } = (await (await fetch(`${payment.standin.url}/_admin/state`)).json()) as { totals: { netMinor: number } };
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBe(totals.netMinor);
  });
});
