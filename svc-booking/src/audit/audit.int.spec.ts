import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import { collectionOf, Transactions } from '@concert/service-kit/store/mongo';
import { moreThan, until } from '@concert/test-kit/until';
import { ADDRESS, RunningBooking } from '../running-booking.harness.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { auditCollection, auditLengthCollection, type AuditDocument } from '../audit-log/audit.schema.ts';

const booking = new RunningBooking();
const admin = booking.person('admin');
const stored = () => collectionOf<AuditDocument>(booking.database, auditCollection.name);
const audit = () => new MongoAudit(booking.database);
const refund = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  ...newAuditEntry(admin.userId, booking.clock.now(), {
    act: 'refund.requested',
    subject: { kind: 'booking', id: 'bk_00000000000000000000000000' },
  }),
  ...over,
});

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('an act of this service', () => {
  it('B4-505 is written down with who, when, from where and what, in the transaction of the act', async () => {
    const change = (state: 'open' | 'disabled') => booking.changeState(admin, state, 'Storm');
    expect((await change('disabled')).status).toBe(200);
    expect((await change('disabled')).status).toBe(200);
    expect((await change('open')).status).toBe(200);
    const entries = (await audit().list({ act: 'concert.state-changed', limit: 10 })).map(({ number: _number, ...entry }) => entry);
    const common = {
      owner: 'svc-booking',
      actor: admin.userId,
      act: 'concert.state-changed',
      subject: { kind: 'concert', id: 'current' },
      at: booking.clock.now(),
      from: ADDRESS,
    };
    expect(entries).toEqual([
      { ...common, detail: { from: 'disabled', to: 'open', reason: 'Storm' } },
      { ...common, detail: { from: 'open', to: 'disabled', reason: 'Storm' } },
    ]);
  });
  it('B6-587 is known by its network address for 90 days, and found by it after that; the chain never holds the address', async () => {
    const entries = auditCollection.driver(booking.database);
    const sources = booking.database.collection<{ _id: number; from: string; forgetAt: Date }>('audit-sources');
    const [entry] = await audit().list({ act: 'concert.state-changed', limit: 1 });
    expect(JSON.stringify(await entries.find().toArray())).not.toContain(ADDRESS);
    expect(await sources.findOne({ _id: entry!.number })).toMatchObject({
      from: ADDRESS,
      forgetAt: new Date(entry!.at.getTime() + 90 * 86_400_000),
    });
    const ages = (await sources.indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(ages).toMatchObject([{ key: { forgetAt: 1 }, expireAfterSeconds: 0 }]);
    const kept = await sources.find().toArray();
    // What the database does once they are old enough; its watch over ages stands still in tests.
    await sources.deleteMany({});
    expect((await audit().list({ act: 'concert.state-changed', limit: 1 }))[0]).not.toHaveProperty('from');
    const found = await booking.ask('GET', `/api/audit-log?search=${ADDRESS}`, { who: booking.person('organiser') });
    expect(found.body.items.map(({ number }: { number: number }) => number)).toContain(entry!.number);
    expect(await audit().verify()).toMatchObject({ entries: expect.any(Number) });
    expect((await audit().verify()).brokenAt).toBeUndefined();
    await sources.insertMany(kept);
  });
  it('is not written down when the act is not done', async () => {
    const before = await audit().verify();
    const log = new AuditLog(audit());
    await expect(
      new Transactions(booking.database).run(async (transaction) => {
        await log.append(transaction, refund(), 'svc-booking');
        throw new Error('the act failed');
      }),
    ).rejects.toThrow('the act failed');
    expect(await audit().verify()).toEqual(before);
  });
  it('waits for another that is written at the same moment: no number is used twice or left out', async () => {
    const before = (await audit().verify()).entries;
    const log = new AuditLog(audit());
    const transactions = new Transactions(booking.database, 20_000);
    await Promise.all(
      Array.from({ length: 12 }, () => transactions.run((transaction) => log.append(transaction, refund(), 'svc-booking'))),
    );
    expect(await audit().verify()).toEqual({ entries: before + 12 });
  });
});

describe('an act of another service', () => {
  it.each([
    ['svc-auth', authActRecordedV1],
    ['svc-payment', paymentActRecordedV1],
    ['svc-notify', notifyActRecordedV1],
  ] as const)('of %s is written down once, however often it is told', async (owner, kind) => {
    const subject = { kind: 'test', id: randomUUID() };
    const bookingId = 'bk_0000000000000000000a000000' as never;
    await booking.publish(kind, refund({ subject, bookingId, actor: 'operator', from: '198.51.100.4' }), randomUUID(), 5);
    await booking.publish(kind, refund({ subject: { kind: 'test', id: 'last' } }));
    await until(
      'both are written down',
      () => audit().list({ terms: ['last'], limit: 10 }),
      (entries) => entries.some((entry) => entry.owner === owner),
    );
    const entries = await until('it is written down', () => audit().list({ terms: [subject.id], limit: 10 }), moreThan(0), {
      withinMs: 20_000,
    });
    expect(entries.map(({ number: _number, ...entry }) => entry)).toEqual([
      { owner, actor: 'operator', act: 'refund.requested', subject, bookingId, at: booking.clock.now(), from: '198.51.100.4', detail: {} },
    ]);
    expect((await audit().ofBooking(bookingId)).at(-1)).toEqual(entries[0]);
  });
});

describe('the chain', () => {
  const damage = async (spoil: () => Promise<unknown>, repair: () => Promise<unknown>): Promise<unknown> => {
    await spoil();
    const { brokenAt } = await audit().verify();
    await repair();
    return brokenAt;
  };
  it('B4-505 shows an entry that was changed, removed, put in or cut off at the end, and who changed nothing sees nothing', async () => {
    const whole = await audit().verify();
    expect(whole).toEqual({ entries: await stored().countDocuments() });
    const third = (await stored().findOne({ _id: 3 }))!;
    const last = (await stored().findOne({ _id: whole.entries }))!;
    const back = async () => void (await stored().replaceOne({ _id: 3 }, third, { upsert: true }));
    expect([
      await damage(() => stored().updateOne({ _id: 3 }, { $set: { actor: 'operator' } }), back),
      await damage(() => stored().updateOne({ _id: 3 }, { $set: { 'detail.reason': 'Sunshine' } }), back),
      await damage(() => stored().deleteOne({ _id: 3 }), back),
      await damage(
        () => stored().deleteOne({ _id: last._id }),
        () => stored().insertOne(last),
      ),
      await damage(
        () => stored().insertOne({ ...third, _id: whole.entries + 1 }),
        () => stored().deleteOne({ _id: whole.entries + 1 }),
      ),
      await damage(
        () => collectionOf<{ _id: string }>(booking.database, auditLengthCollection.name).deleteOne({ _id: 'audit' }),
        () =>
          collectionOf<{ _id: string; entries: number }>(booking.database, auditLengthCollection.name).insertOne({
            _id: 'audit',
            entries: whole.entries,
          }),
      ),
    ]).toEqual([3, 3, 3, whole.entries, whole.entries + 1, 1]);
    expect(await audit().verify()).toEqual(whole);
  });
  it('B4-514 takes no entry that follows from none: one whose number skips another is refused with all that its transaction did', async () => {
    const before = await audit().verify();
    const log = new AuditLog(audit());
    await expect(
      new Transactions(booking.database).run(async (transaction) => {
        await log.append(transaction, refund(), 'svc-booking');
        // As where two entries of one transaction are added side by side: both are counted before the first is there.
        await auditLengthCollection.on(booking.database).updateOne({ _id: 'audit' }, { $inc: { entries: 1 } }, { session: transaction });
        await log.append(transaction, refund(), 'svc-booking');
      }),
    ).rejects.toThrow(/is missing, so none can follow it/);
    expect(await audit().verify()).toEqual(before);
  });
  it('B4-515 that broke goes on as a new one, which says for ever which entries nothing proves; a later break is found again', async () => {
    const begin = (brokenAt: number) =>
      new Transactions(booking.database).run((transaction) => audit().beginAnew(brokenAt, booking.clock.now(), transaction));
    const add = () =>
      new Transactions(booking.database).run((transaction) => new AuditLog(audit()).append(transaction, refund(), 'svc-booking'));
    const spoil = (number: number) => stored().updateOne({ _id: number }, { $set: { actor: 'operator', act: 'refund.denied' } });
    const { entries } = await audit().verify();
    await spoil(entries);
    expect(await audit().verify()).toEqual({ entries, brokenAt: entries });
    await begin(entries);
    await add();
    const breaks = [{ from: entries, to: entries }];
    expect(await audit().verify()).toEqual({ entries: entries + 2, breaks });
    expect((await booking.ask('GET', '/api/audit-log/chain', { who: booking.person('organiser') })).body).toMatchObject({ breaks });
    // Where the newest entry is gone, no act can be done until a new chain was begun.
    await stored().deleteOne({ _id: entries + 2 });
    expect(await audit().verify()).toEqual({ entries: entries + 2, brokenAt: entries + 2, breaks });
    await expect(add()).rejects.toThrow('is missing');
    await begin(entries + 2);
    await add();
    const both = [...breaks, { from: entries + 2, to: entries + 2 }];
    expect(await audit().verify()).toEqual({ entries: entries + 4, breaks: both });
    // A new chain covers up nothing that is changed before the break it names.
    await spoil(entries - 1);
    expect(await audit().verify()).toMatchObject({ brokenAt: entries - 1 });
  });
});
