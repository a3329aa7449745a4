import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { topology } from '@concert/service-kit/messages/topology';
import { BrokerProbe } from '@concert/test-kit/broker';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { parseCommand } from '../dev/commands/ops/commands.ts';
import { Operation } from '../dev/commands/ops/operation.ts';
import { makeBuyers } from '@concert/test-kit/buyers';
import { askStandIn, pay, reserve, SiteClient, type Buyer, type Order } from '@concert/test-kit/site-client';
import { SystemInspector } from './system-under-test.ts';

/* An operator's commands, on the running system. */

const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const { MONGO_URL: _mongo, RABBITMQ_URL: _rabbit, ...env } = process.env;
const behind = new SystemInspector();
const { system } = behind;
let auth: Connection;
let buyers: readonly Buyer[];

/**
 * Runs one command line.
 * @returns its output and its exit code
 */
async function ops(...args: string[]): Promise<{ said: string; code: number }> {
  const asked = parseCommand(args);
  if ('show' in asked) throw new Error('that shows a text');
  const said: string[] = [];
  const operation = new Operation(asked.flags, env, system.dataFolder);
  jest.spyOn(operation, 'say').mockImplementation((line) => void said.push(line));
  try {
    await asked.command.run(operation, asked.words);
  } finally {
    await operation.close();
  }
  return { said: said.join('\n'), code: operation.exitCode };
}

/** The audit log has this act, by the operator. */
const noted = (act: string, subject: string) =>
  until(`the audit log tells of ${act}`, () => behind.document('svc-booking', 'audit', { actor: 'operator', act, 'subject.id': subject }));

beforeAll(async () => {
  auth = await mongoose.createConnection(system.mongo['svc-auth'], { serverSelectionTimeoutMS: 5_000 }).asPromise();
  buyers = await makeBuyers(auth, 2);
}, 60_000);

afterAll(async () => {
  await auth?.close();
  await behind.close();
});

describe('an operator', () => {
  it('sees that all is well, what waits, who works, and that the money agrees', async () => {
    expect(await ops('status')).toEqual({
      said: expect.stringMatching(
        /^gateway +ready .*\nsvc-auth +ready .*\nsvc-booking +ready .*\nsvc-payment +ready .*\nsvc-notify +ready .*$/,
      ),
      code: 0,
    });
    expect((await ops('outbox')).said).toMatch(/^svc-auth +\d+ waiting/);
    expect((await ops('outbox', 'booking')).said).toMatch(/^svc-booking +\d+ waiting/);
    // A job of each day keeps its lease until the next one; those of each few seconds are free in between.
    expect((await ops('jobs')).said).toMatch(/svc-booking +task:forget-needs +held by/);
    expect(await ops('verify-audit')).toEqual({ said: expect.stringMatching(/^\d+ entries are as they were written\.$/), code: 0 });
    const { said } = await ops('verify-money');
    expect(said).toMatch(/bookings +\$[\d.,]+[^]*ledger +\$[\d.,]+[^]*provider +\$[\d.,]+/);
  }, 180_000);

  it('reconciles: a booking whose webhook was lost is paid', async () => {
    const [buyer] = buyers as [Buyer, Buyer];
    const faults = (body: object) => askStandIn(system.payments, 'faults', body);
    await faults({ dropWebhooks: 1_000 });
    const bookingId = await reserve(system, buyer, GENERAL);
    await pay(system, buyer, bookingId, GENERAL);
    await faults({ reset: true });
    expect(await ops('reconcile', '--dry-run')).toEqual({
      said: 'Would: ask the payment provider for everything and take in what is new. Nothing was changed.',
      code: 0,
    });
    await expect(ops('reconcile')).rejects.toThrow('there is nobody to ask');
    await ops('reconcile', '--yes');
    await until('the booking is paid', () => behind.document('svc-booking', 'reserve-your-seat', { _id: bookingId, status: 'paid' }));
    await noted('reconciler.run', 'svc-payment');
  }, 240_000);

  it('B8-503 lists, shows, sends back and drops what could not be handled', async () => {
    const queue = topology('concert.events', '').queue('svc-notify', 'send-tickets');
    const broker = await BrokerProbe.open(system.rabbit);
    try {
      const [letters, id] = [['svc-notify', 'send-tickets'], `broken-${Date.now()}`];
      await broker.put(queue.main, '{"broken":true}', {
        messageId: id,
        headers: { 'x-fact-type': 'booking.booking.paid.v1', 'x-publisher': 'svc-booking' },
      });
      const listed = () => ops('dead-letters', 'list', ...letters);
      await until('it lies in the dead letters', listed, ({ said }) => said.includes(`${id}  booking.booking.paid.v1  not an envelope`), {
        withinMs: 30_000,
      });
      expect((await ops('dead-letters')).said).toMatch(/svc-notify send-tickets +[1-9]\d* dead/);
      expect((await ops('dead-letters', 'show', ...letters, id)).said).toContain('"broken": true');
      // RabbitMQ 4 drops what was delivered twenty times.
      for (let look = 0; look < 12; look += 1) await listed();
      expect(await broker.deliveriesOfFirst(queue.deadLetters)).toBeLessThan(10);
      await ops('dead-letters', 'redrive', ...letters, id, '--yes');
      await until('it is dead again', listed, ({ said }) => said.includes(id), { withinMs: 30_000 });
      expect((await ops('dead-letters', 'drop', ...letters, id, '--dry-run')).said).toContain('Nothing was changed.');
      expect(await ops('dead-letters', 'drop', ...letters, id, '--yes')).toEqual({
        said: expect.stringMatching(/1 message dropped$/),
        code: 0,
      });
      expect((await listed()).said).not.toContain(id);
      for (const [words, fault] of [
        [['show', ...letters, id], 'has no dead letter'],
        [['redrive', ...letters, id, '--yes'], 'has no dead letter'],
        [['list', 'svc-notify', 'nothing'], 'There is no queue'],
      ] as const)
        await expect(ops('dead-letters', ...words)).rejects.toThrow(fault);
      for (const act of ['dead-letters.redriven', 'dead-letter.dropped']) await noted(act, queue.main);
    } finally {
      await broker.close();
    }
  }, 180_000);

  it('B7-514 makes an admin, signs an account out, and removes the passkeys of a team of one', async () => {
    const [, { email, cookie }] = buyers as [Buyer, Buyer];
    expect(await new SiteClient(system.site, { cookie }).auth.showProfile()).toMatchObject({ ok: true });
    expect((await ops('first-admin', email, '--dry-run')).said).toContain('Nothing was changed.');
    expect(await ops('first-admin', email, '--yes')).toEqual({
      said: 'svc-auth: this address is an admin now; whoever is signed in there signs in again',
      code: 0,
    });
    expect((await ops('first-admin', email, '--yes')).said).toContain('already');
    const user = (await behind.document('svc-auth', 'users', { email }))!;
    expect(user['role']).toBe('admin');
    await noted('role.changed', String(user['_id']));
    expect(await ops('first-admin', 'nobody@example.org', '--yes')).toEqual({ said: expect.stringContaining('has no account'), code: 1 });
    await auth.collection('passkeys').insertOne({
      ...{ userId: user['_id'], name: 'Lost phone', credentialId: email, publicKey: 'x', counter: 0 },
      ...{ backupEligible: false, backedUp: false, transports: [], createdAt: new Date(), lastUsedAt: null },
    });
    expect((await ops('passkeys', 'remove', email, '--dry-run')).said).toContain('Nothing was changed.');
    expect(await ops('passkeys', 'remove', email, '--yes')).toEqual({
      said: 'svc-auth: the passkeys of this address are removed; its owner is told by email and registers a new one at the next sign-in',
      code: 0,
    });
    expect(await auth.collection('passkeys').countDocuments({ userId: user['_id'] })).toBe(0);
    await noted('passkeys.removed', String(user['_id']));
    await behind.untilMail(email, /^Your passkeys were removed$/);
    expect(await ops('passkeys', 'remove', email, '--yes')).toEqual({ said: 'svc-auth: this account has no passkeys', code: 1 });
    expect((await ops('sessions', 'list', email)).said).toMatch(/^0 open sessions/);
    await expect(ops('sessions', 'end', 'nobody@example.org', '--yes')).rejects.toThrow('no such account');
  }, 180_000);
});
