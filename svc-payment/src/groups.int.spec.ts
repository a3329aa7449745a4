import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { Transactions } from '@concert/service-kit/store/mongo';
import { until } from '@concert/test-kit/until';
import { RunningPayment, type OpenPage } from './running-payment.harness.ts';

const GROUP = 30;
const payment = new RunningPayment();
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

const PRICE = priceMinor('General Seating', 2);
const sold = ({ id }: OpenPage) => payment.tellSold(id);
const untilAll = (pages: readonly OpenPage[], state: object) =>
  until('all are', () => count(pages, state), pages.length, { withinMs: 30_000 });

beforeAll(() => payment.open(), 60_000);
afterAll(() => payment.close());

describe('B3-19 payments that arrive together', () => {
  let pages: OpenPage[];
  beforeAll(async () => {
    pages = await open();
  });

  it('are settled in a few transactions, each told in its own context, and one that cannot be stored waits alone', async () => {
    const { bad, good } = oneOf(pages);
    await refuse(bad.id, { status: 'settled' });
    const taken = await transactionsOf(async () => {
      await Promise.all(pages.map((page) => payment.press(page)));
      await untilAll(good, { status: 'settled', standing: 'kept' });
    });
    expect(taken).toBeLessThan(GROUP);
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

  it('are left alone by one whose money is not known yet', async () => {
    const [unpaid, ...others] = await open();
    for (const page of others) await payment.press(page);
    await payment.followed();
    await Promise.all([unpaid!, ...others].map(sold));
    await untilAll(others, { standing: 'booked' });
    expect(await count([unpaid!], { standing: null })).toBe(1);
    await payment.pay(unpaid!);
    await sold(unpaid!);
    await untilAll([unpaid!], { standing: 'booked' });
  });
});
