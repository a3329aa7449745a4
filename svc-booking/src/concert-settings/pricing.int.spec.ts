import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingMoney } from '@concert/contracts/booking/money';
import { FIRST_PRICING, SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { until, untilAnswered } from '@concert/test-kit/until';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const PEOPLE = 200;
const booking = new RunningBooking();
const admin = booking.person('admin');
const settings = booking.settings.bind(booking);
const category = async (seating: Seating) => (await booking.concert()).categories.find((one) => one.seating === seating)!;

/** Saves other prices or numbers of tickets of a category. */
const price = (seating: Seating, change: object) =>
  booking.saveSettings(admin, (now) => ({ ...now, pricing: { ...now.pricing, [seating]: { ...now.pricing[seating], ...change } } }));

beforeAll(() => booking.start({ BOOKING_PATIENCE_MS: '20000' }), 60_000);
afterAll(() => booking.stop());

describe('what a category costs', () => {
  it('B4-529 B4-584 B5-555 is the specification’s at first, and an admin’s to change: everybody is shown the new price and what the category is, and the audit log tells both', async () => {
    expect((await settings()).pricing).toEqual(FIRST_PRICING);
    const { status } = await price('Premium Seating', { about: 'Rows 2 to 5', priceMinor: 95_050, defaultTickets: 2, maxTickets: 5 });
    expect(status).toBe(200);
    expect(await category('Premium Seating')).toMatchObject({
      about: 'Rows 2 to 5',
      priceMinor: 95_050,
      defaultTickets: 2,
      maxTickets: 5,
      pricedPer: 'booking',
    });
    expect(booking.askedFor.map(({ kind }) => kind)).toEqual(['settings']);
    const [entry] = await new MongoAudit(booking.database).list({ act: 'concert.settings-changed', limit: 1 });
    expect(entry).toMatchObject({
      actor: admin.userId,
      detail: {
        'Premium Seating text': 'Rows 2 to 5 (was Nearer to the stage than Preferred)',
        'Premium Seating price': '$950.50 (was $1,000.00)',
        'Premium Seating tickets': '2 at first, at most 5 (was 6 at first, at most 6)',
      },
    });
  });

  it('B4-530 and how many tickets it sells in one booking is decided by what is stored', async () => {
    await price('Preferred Seating', { maxTickets: 2, defaultTickets: 2 });
    const order = { seating: 'Preferred Seating', notickets: 3 };
    const { status, body } = await booking.reserve(booking.person(), order);
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/notickets', detail: 'No. of tickets must be at most 2' })],
    ]);
    await price('Preferred Seating', { maxTickets: 6 });
    const amount = FIRST_PRICING['Preferred Seating'].priceMinor;
    expect((await booking.reserve(booking.person(), { ...order, notickets: 6, amount })).status).toBe(201);
  });
});

describe('a price that changes', () => {
  it('B4-531 changes no booking: who has one waiting is offered it at its own price, whatever they saw since', async () => {
    const who = booking.person();
    const id = await booking.reserved(who, { seating: 'VIP Seating', notickets: 2 });
    const was = FIRST_PRICING['VIP Seating'].priceMinor;
    await price('VIP Seating', { priceMinor: 300_000 });
    for (const amount of [was, 300_000]) {
      const { body } = await booking.reserve(who, { seating: 'VIP Seating', notickets: 2, amount });
      expect(body).toMatchObject({ id, amount: was, resumed: true });
    }
    expect((await booking.beginPayment(id, who)).amount).toEqual({ amountMinor: was, currency: 'USD' });
    await booking.settled(id, was);
    await booking.becomes(who, id, 'paid');
  });

  it('B4-532 while 200 people stand on the form and on the payment page: nobody pays another sum than they saw, and all sums are equal', async () => {
    const saw = new Map<string, number>();
    const told: string[] = [];
    let changes = 0;
    const shown = async () => (await category('General Seating')).priceMinor;
    // With 200 people at one moment, anybody may be told to come again (503), and comes as the screens do.
    const patience = { withinMs: 60_000 };
    const dearer = async () => {
      const change = { priceMinor: 2_500 + 130 * (changes += 1) };
      expect((await untilAnswered(() => price('General Seating', change), patience)).status).toBe(200);
    };
    const before = await sums();

    /** Reads the form, is told where the price is another one by then, and reserves at the one that the form shows then. */
    const reserves = async (who: Identity, first: number): Promise<string> => {
      for (let unit = first; ; unit = await shown()) {
        const key = randomUUID();
        const { status, body } = await untilAnswered(() => booking.reserve(who, { notickets: 2, amount: 2 * unit }, key), patience);
        if (status === 201) {
          saw.set(body.id, 2 * unit);
          return body.id as string;
        }
        expect([status, body.code]).toEqual([422, 'booking.amount_mismatch']);
        told.push(body.detail as string);
      }
    };
    const people = Array.from({ length: PEOPLE }, () => booking.person());
    const first = await shown();
    // Half of them are on their way when the price changes for the first time, the others send what they saw before it did.
    const early = people.slice(0, PEOPLE / 2).map((who) => reserves(who, first));
    await dearer();
    const late = people.slice(PEOPLE / 2).map((who) => reserves(who, first));
    await dearer();
    const ids = await Promise.all([...early, ...late]);
    expect(told.length).toBeGreaterThanOrEqual(PEOPLE / 2);
    expect(told[0]).toMatch(/^These seats cost \$\d+\.\d\d, not \$50\.00$/);

    await dearer();
    const pays = async (id: string, who: Identity) => {
      // As svc-payment does: 200 at one moment may be told to come again.
      const begin = async () => (await booking.beginPayment(id, who)) as { amount?: { amountMinor: number } };
      const amount = (await until('the payment begins', begin, (begun) => begun.amount !== undefined, { withinMs: 60_000 })).amount!;
      expect(amount.amountMinor).toBe(saw.get(id));
      await booking.settled(id, amount.amountMinor);
    };
    const half = ids.slice(0, PEOPLE / 2).map((id, index) => pays(id, people[index]!));
    await dearer();
    await Promise.all([...half, ...ids.slice(PEOPLE / 2).map((id, index) => pays(id, people[PEOPLE / 2 + index]!))]);

    const seen = [...saw.values()].reduce((sum, minor) => sum + minor, 0);
    const expected = { count: before.count + PEOPLE, report: before.report + seen, money: before.money + seen };
    const equal = (now: typeof expected) => Object.entries(expected).every(([name, sum]) => now[name as keyof typeof expected] === sum);
    await until('everyone has paid, and all sums are equal', sums, equal, { withinMs: 60_000 });
    const own = await money();
    expect(ids.filter((id) => own.get(id) !== saw.get(id))).toEqual([]);
    expect(new Set(saw.values()).size).toBeGreaterThan(1);
  }, 120_000);
});

/** What each booking that took money cost, as the money check reads it. */
async function money(): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const query = cursor === undefined ? '' : `?cursor=${cursor}`;
    const { body } = await booking.ask('GET', `/internal/booking-money${query}`, { caller: booking.payment });
    for (const { bookingId, price: own } of body.items as BookingMoney[]) found.set(bookingId, own.amountMinor);
    cursor = body.next as string | undefined;
  }
  return found;
}

/** Paid bookings, and their money by the report and by the money check. */
async function sums() {
  const lines = await Promise.all(SEATINGS.map((seating) => booking.reportLine(seating)));
  const own = await money();
  return {
    count: own.size,
    report: lines.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0),
    money: [...own.values()].reduce((sum, minor) => sum + minor, 0),
  };
}
