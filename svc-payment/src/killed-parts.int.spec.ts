import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingId } from '@concert/contracts/core/ids';
import { refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { BuiltService } from '@concert/test-kit/built-service';
import { patchedCode, KILL } from '@concert/test-kit/patched-code';
import { until } from '@concert/test-kit/until';
import { compileServers } from '@concert/machine-kit/build';
import { RunningPayment } from './running-payment.harness.ts';

const BOOKINGS = 12;
const KILLS = 4;
const SENDER = '/refunds/send-refunds.js';
/** One at a time: a transaction that dies with the process would keep its documents for a minute. */
const ONE_BY_ONE = patchedCode(SENDER, 'const SIDE_BY_SIDE = 6;', 'const SIDE_BY_SIDE = 1;');
/** Before the provider is asked, and when it has answered and nobody knows. */
const PLACES = [
  patchedCode(SENDER, 'const seen = await this.sentOnce(mine);', `${KILL} const seen = await this.sentOnce(mine);`),
  patchedCode(SENDER, 'const seen = await this.sentOnce(mine);', `const seen = await this.sentOnce(mine); ${KILL}`),
];

const payment = new RunningPayment();
const organiser = payment.person('organiser');
const processes = new BuiltService('svc-payment');

/** Starts the built service as a process of its own, whose beats run by themselves. */
const launch = (args: readonly string[]) =>
  processes.launch({ settings: { ...process.env, ...payment.settings({ LOG_LEVEL: 'warn' }) }, args });

/** Ends what a killed process leaves behind, as time would: its lease, and the wait for what it sent. */
async function forgetTheDead(): Promise<void> {
  await payment.rows('leases').deleteMany({});
  await payment.rows('refunds').updateMany({ status: 'requested' }, { $set: { nextTryAt: new Date() } });
}

beforeAll(async () => {
  await compileServers(['contracts', 'service-kit', 'svc-payment']);
  await payment.open();
}, 120_000);

afterAll(async () => {
  await payment.close();
  await processes.close();
});

it('B2-42 partial returns are each sent once although the process is killed again and again before and after the provider was asked', async () => {
  const sold = await Promise.all(Array.from({ length: BOOKINGS }, () => payment.sold({ tickets: 6 })));
  // While the provider is away, so that all of them wait to be sent.
  await payment.faults({ failNext: 1_000, only: 'POST /v1/refunds' });
  const ask = async (id: BookingId, tickets: number[], amountMinor: number) => {
    const body = { id, email: organiser.email, tickets, amountMinor, reason: 'A trial' };
    const { status } = await payment.call('POST', '/api/partial-returns', {
      body,
      who: organiser,
      headers: { 'idempotency-key': `${id}-${tickets.join('-')}` },
    });
    expect(status).toBe(200);
  };
  for (const { id } of sold) {
    await ask(id, [5, 6], 5_000);
    await ask(id, [4], 2_500);
    await ask(id, [], 1);
  }
  await payment.service.stop();
  await payment.faults({ failNext: 0 });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await forgetTheDead();
    const child = await launch([...ONE_BY_ONE, ...PLACES[kill % PLACES.length]!]);
    expect((await child.exited).signal).toBe('SIGKILL');
  }
  await forgetTheDead();
  const child = await launch([]);
  await until('all parts arrived', () => payment.rows('refunds').countDocuments({ status: 'succeeded' }), 3 * BOOKINGS, {
    withinMs: 60_000,
    everyMs: 100,
  });
  await child.stop();
  for (const { id, intent } of sold) {
    expect((await payment.refundsAt(intent)).map(([amount]) => amount).sort((one, other) => one - other)).toEqual([1, 2_500, 5_000]);
    expect((await payment.ledger(id)).reduce((sum, [kind, amount]) => (kind === 'refunded' ? sum - amount : sum + amount), 0)).toBe(7_499);
    const types = (await payment.facts(id)).map(({ type }) => type);
    expect([refundStartedV1, refundIssuedV1].map((kind) => types.filter((type) => type === kind.type).length)).toEqual([3, 3]);
  }
}, 120_000);
