import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { until } from '@concert/test-kit/until';
import { RunningBooking, type Answer } from '../running-booking.harness.ts';
import { unpaidHoldsCollection, type UnpaidHoldsDocument } from './unpaid-hold.schema.ts';

const LIMITS = { UNPAID_HOLDS_PER_ACCOUNT: '4', UNPAID_HOLDS_PER_PHONE: '4', UNPAID_HOLDS_PER_SOURCE: '12' };
const running = new RunningBooking();
let day = 0;
let phones = 0;

const phone = () => `(555) 200-${String((phones += 1)).padStart(4, '0')}`;

async function reserve(who: Identity, over: { phoneno?: string; address?: string; seating?: Seating } = {}): Promise<Answer> {
  const { phoneno = phone(), address = `198.51.${day}.${phones % 250}`, seating = 'General Seating' } = over;
  return running.ask('POST', '/api/reserve-your-seat', {
    who,
    key: randomUUID(),
    address,
    body: {
      firstname: who.name,
      lastname: '',
      email: who.email,
      phoneno,
      notickets: 1,
      seating,
      amount: priceMinor(seating, 1),
      currency: 'USD',
    },
  });
}

/** Reserves and gives up, so many times. */
async function waste(times: number, who: () => Identity, over: { phoneno?: string; address?: string } = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const person = who();
    const { status, body } = await reserve(person, over);
    expect(status).toBe(201);
    expect((await running.ask('POST', `/api/ticket-bookings/${body.id}/cancel`, { who: person })).body.status).toBe('cancelled');
  }
}

const refusal = (who: Identity, over: Parameters<typeof reserve>[1] = {}) =>
  until(
    'further reservations are refused',
    () =>
      reserve(who, over).then(async (answer) => {
        if (answer.status === 201) await running.ask('POST', `/api/ticket-bookings/${answer.body.id}/cancel`, { who });
        return answer;
      }),
    ({ status }) => status === 429,
    { withinMs: 10_000 },
  );

beforeAll(() => running.start(LIMITS));
afterAll(() => running.stop());
beforeEach(() => {
  day += 1;
  running.clock.advance({ hours: 25 });
});

describe('reservations that nobody pays', () => {
  it('B9-13 make their account wait until a day is over, and say how long', async () => {
    const who = running.person();
    await waste(4, () => who);
    const refused = await refusal(who);
    expect(refused.body).toMatchObject({ code: 'booking.too_many_unpaid', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await reserve(running.person())).status).toBe(201);
    running.clock.advance({ hours: 25 });
    expect((await reserve(who)).status).toBe(201);
  });

  it('B9-13 make their phone number wait, whichever account it is typed into', async () => {
    const phoneno = phone();
    await waste(4, () => running.person(), { phoneno });
    await refusal(running.person(), { phoneno });
    expect((await reserve(running.person())).status).toBe(201);
  });

  it('B9-13 make their network wait later than one person, and an IPv6 household as a whole', async () => {
    const address = `2001:db8:${day}:7::1`;
    await waste(12, () => running.person(), { address });
    await refusal(running.person(), { address: `2001:db8:${day}:7:aaaa::2` });
    expect((await reserve(running.person(), { address: `2001:db8:${day}:8::1` })).status).toBe(201);
  });

  it('B9-301 count for no network where nobody knows it, as behind a proxy that is not trusted', async () => {
    await waste(14, () => running.person(), { address: 'unknown' });
    const counted = () => unpaidHoldsCollection.driver(running.database).findOne({ _id: /^source/, count: 14 });
    expect([(await reserve(running.person(), { address: 'unknown' })).status, await counted()]).toEqual([201, null]);
  });

  it('B9-13 count when their time ends by itself, and not when they were paid', async () => {
    const [late, good] = [running.person(), running.person()];
    await reserve(late);
    await running.paid(good);
    running.clock.advance({ minutes: 31 });
    const counts = () => unpaidHoldsCollection.driver(running.database).find().toArray();
    const of = (rows: readonly UnpaidHoldsDocument[], who: Identity) => rows.find(({ _id }) => _id === `account ${who.userId}`)?.count;
    const rows = await until('the hold that ended is counted', counts, (seen) => of(seen, late) === 1, { withinMs: 20_000 });
    expect(of(rows, good)).toBeUndefined();
    // What is kept names no phone number and no address: only keyed hashes, which may hold any three digits by chance.
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['_id', 'count', 'forgetAt']);
      expect(row._id).toMatch(/^(account us_[0-9a-z]+|(phone|source) [\w-]{22})$/);
    }
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);
  });
});
