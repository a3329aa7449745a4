import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { SERVICES } from '@concert/machine-kit/rooms';
import { makeBuyers } from '@concert/test-kit/buyers';
import { pay, reserve, SiteClient, valueOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { SystemInspector } from './system-under-test.ts';

/*
 * A crowd leaves traces in every service, most of it planted in the databases, some of it by what people really do. Then all of them have
 * themselves erased, and every document, message and log line is searched.
 */

const CROWD = 100;
const BUYERS = 30;
const AT_ONCE = 8;
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const WITHIN = { withinMs: 240_000, everyMs: 500 };
/** Nobody else's name, address or message holds it. */
const MARK = `zq${randomBytes(5).toString('hex')}`;
const behind = new SystemInspector();
const { system } = behind;
const databases = new Map<string, Connection>();
let crowd: readonly Buyer[];

beforeAll(async () => {
  for (const name of SERVICES)
    databases.set(name, await mongoose.createConnection(system.mongo[name], { serverSelectionTimeoutMS: 5_000 }).asPromise());
}, 60_000);

afterAll(async () => {
  await Promise.all([...databases.values()].map((connection) => connection.close()));
  await behind.close();
});

const rows = (service: string, name: string) => databases.get(service)!.collection<{ _id: string; [field: string]: unknown }>(name);

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}

/** Accounts whose every text holds the mark; messages of each. */
async function plant(): Promise<readonly Buyer[]> {
  const buyers = await makeBuyers(databases.get('svc-auth')!, CROWD);
  const now = new Date();
  const named = buyers.map(({ cookie }, index) => ({ cookie, name: `${MARK}n${index}`, email: `${MARK}.${index}@example.org` }));
  await rows('svc-auth', 'users').bulkWrite(
    named.map(({ name, email }, index) => ({
      updateOne: {
        filter: { email: buyers[index]!.email },
        update: { $set: { name, email, emailKey: email, note: `${MARK} note`, address: `${MARK} street`, searchWords: [email, name] } },
      },
    })),
  );
  await rows('svc-notify', 'concert-2024-contacts').insertMany(
    named.map(({ name, email }) => ({
      _id: idFromBytes('contact', randomBytes(17)),
      ...{ name, email, subject: MARK, message: `${MARK} asks`, receivedAt: now },
    })),
  );
  return named;
}

/** Bookings that are paid, refunded, given up; guests; a corrected address. @returns the phone numbers that were typed */
async function live(desk: SiteClient, organiser: string): Promise<void> {
  const buyers = crowd.slice(0, BUYERS);
  const paid: string[] = [];
  await eachOf([...buyers.entries()], async ([index, buyer]) => {
    const id = await reserve(system, { ...buyer, lastname: `${MARK}last` }, GENERAL);
    if (index % 5 === 0) {
      valueOf('Giving up', await new SiteClient(system.site, buyer).booking.cancelOwnBooking({ params: { bookingId: id } }));
      return;
    }
    await pay(system, buyer, id, GENERAL);
    paid.push(id);
  });
  const all = (status: string, ids: readonly string[]) =>
    until(
      `bookings are ${status}`,
      () => rows('svc-booking', 'reserve-your-seat').countDocuments({ _id: { $in: [...ids] }, status }),
      ids.length,
      WITHIN,
    );
  await all('paid', paid);
  const refunded = paid.slice(0, 3);
  for (const id of refunded) valueOf('A refund', await desk.payment.triggerRefund({ body: { id, email: organiser } }));
  await all('refunded', refunded);
  for (const { name, email } of buyers.slice(0, 2))
    valueOf(
      'A guest',
      await desk.booking.addVip(
        { body: { email: organiser, name, email2: email, phoneno: '(555) 123-4567', notickets: 1 } },
        { idempotencyKey: randomUUID() },
      ),
    );
  await rows('svc-notify', 'corrected-addresses').insertOne({
    _id: paid[4]!,
    email: `${MARK}.better@example.org`,
    correctedAt: new Date(),
  });
}

/** Sums and records that no erasure may touch. */
async function untouched(desk: SiteClient): Promise<unknown> {
  const of = (service: string, name: string) => rows(service, name).find().sort({ _id: 1 }).toArray();
  return {
    ledger: await of('svc-payment', 'money-ledger'),
    moves: await of('svc-booking', 'money-moves'),
    report: valueOf('The report', await desk.booking.showReport()),
    stock: await of('svc-booking', 'stock'),
    provider: await behind.providerTotals(),
    chain: valueOf('The chain', await desk.booking.verifyActs()),
  };
}

async function found(): Promise<Record<string, string[]>> {
  const holding: Record<string, string[]> = {};
  for (const [service, database] of databases) holding[service] = await collectionsWithText(database, [MARK]);
  return holding;
}

describe('a crowd that has itself erased', () => {
  it(
    'B6-526 is found in no database, message or log any more, and no sum has moved by a cent',
    async () => {
      const { email, password } = system.accounts.find(({ role }) => role === 'admin')!;
      const desk = new SiteClient(system.site);
      await desk.signIn({ email, password });
      crowd = await plant();
      await live(desk, email);
      const before = await found();
      expect(before).toEqual({
        'svc-auth': ['users'],
        'svc-booking': expect.arrayContaining(['complimentary-entries', 'idempotency-keys', 'reserve-your-seat']),
        'svc-payment': ['payment-sessions'],
        'svc-notify': ['concert-2024-contacts', 'corrected-addresses'],
      });
      const own = valueOf('The own data', await new SiteClient(system.site, crowd[4]).notify.showOwnData({}, { timeoutMs: 10_000 }));
      expect([own.bookings.bookings.length, own.payments.payments.length, own.mails.messages.length]).toEqual([1, 1, 1]);
      const sums = await untouched(desk);

      await eachOf(crowd, async (person) => {
        const { auth } = new SiteClient(system.site, person);
        const erased = await until(
          'someone is erased or refused',
          () => auth.eraseAccount({ body: { confirmation: 'ERASE' } }, { timeoutMs: 30_000 }),
          (answer) => answer.ok || answer.problem.status < 500,
          WITHIN,
        );
        valueOf('An erasure', erased);
      });
      await until(
        'every service has reported',
        () => rows('svc-auth', 'erasures').countDocuments({ republishAt: { $type: 'date' } }),
        0,
        WITHIN,
      );
      await until('nothing is found', found, (holding) => Object.values(holding).every((collections) => collections.length === 0), WITHIN);
      expect(await untouched(desk)).toEqual(sums);
      // Organisers read bookings in a list, and export the same rows.
      const listed = async (search: object) => valueOf('The list', await desk.booking.getBookings({ body: { email, ...search } }));
      expect(await listed({ search: MARK })).toEqual([]);
      expect(JSON.stringify(await listed({}))).not.toContain(MARK);
      // The database's own log may quote a command that was slow (docs/operate.md).
      const logs = (await readdir(system.logs)).filter((name) => /^(gateway|svc-)/.test(name));
      expect(logs.length).toBeGreaterThan(SERVICES.length);
      const texts = await Promise.all(
        logs.map(async (name) => [name, (await readFile(path.join(system.logs, name), 'utf8')).includes(MARK)] as const),
      );
      expect(texts.filter(([, holds]) => holds)).toEqual([]);
    },
    15 * 60_000,
  );
});
