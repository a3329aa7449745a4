import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@concert/machine-kit/ports';
import { BuiltService, type Launched } from '@concert/test-kit/built-service';
import { atLeast, until } from '@concert/test-kit/until';
import { compileServers } from '@concert/machine-kit/build';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { RunningPayment, SECRETS } from './running-payment.harness.ts';

/** The transaction of a killed process keeps its documents until the database ends it, after a minute. */
const WITHIN = { withinMs: 150_000, everyMs: 100 };

/** Payments that a run sends back, and the people who made them: most paid several times. */
const REFUNDED = 16;
const READERS = 6;

const payment = new RunningPayment();
const organiser = payment.person('organiser');
const processes = new BuiltService('svc-payment');
let child: Launched;

/** Starts the built service as a process of its own, which gets the provider's webhooks. */
async function launch(over: Readonly<Record<string, string>> = {}): Promise<void> {
  const port = await freePort();
  payment.standin.setWebhook(`http://127.0.0.1:${port}/api/stripe-webhook`, SECRETS[0]);
  const settings = { ...process.env, ...payment.settings({ LOG_LEVEL: 'warn', ...over }) };
  child = await processes.launch({ settings, port });
}

beforeAll(async () => {
  await compileServers(['contracts', 'service-kit', 'svc-payment']);
  await payment.open();
}, 120_000);

afterAll(async () => {
  await processes.stopAll();
  await payment.close();
  await processes.close();
});

it('B3-512 F63 a run that sends all money back is killed in the middle and goes on: each buyer is refunded once and told once', async () => {
  const readers = Array.from({ length: READERS }, () => payment.person());
  const sold = await Promise.all(Array.from({ length: REFUNDED }, (_, index) => payment.sold({ who: readers[index % READERS]! })));
  await payment.cancelConcert();
  const counted = await payment.dryRun(organiser);
  expect(counted).toMatchObject({ count: REFUNDED, equal: true, total: { amountMinor: REFUNDED * 5_000 } });
  const run = await payment.startRun(counted, organiser);
  await payment.service.stop();
  const refunds = payment.rows<{ runId: string; status: string }>('refunds');
  const { id: runId } = run.body;
  /** The mail provider accepts the mails; the money is sent after that. */
  const sentBack = async () => {
    const owed = { status: 'planned', toldAt: null, noticeAskedAt: { $type: 'date' } };
    await payment.rows('refunds').updateMany(owed, { $set: { toldAt: new Date(), rowState: 'notified' } });
    return refunds.countDocuments({ runId, status: 'succeeded' });
  };
  await launch({ PAYMENT_REFUNDS_PER_SECOND: '12' });
  await until('a third of the money is back', sentBack, atLeast(REFUNDED / 3), { withinMs: 60_000, everyMs: 20 });
  child.kill('SIGKILL');
  expect((await child.exited).signal).toBe('SIGKILL');
  // As time would, this ends what the process leaves behind.
  await payment.rows('leases').deleteMany({});
  expect(await sentBack()).toBeLessThan(REFUNDED);
  await launch();
  await until('all money is back', sentBack, REFUNDED, WITHIN);
  await child.stop();
  for (const { id, intent } of sold) {
    expect(await payment.refundsAt(intent)).toEqual([[5_000, 'succeeded']]);
    expect((await payment.ledger(id)).map(([kind]) => kind)).toEqual(['captured', 'refunded']);
  }
  const told = (await Promise.all(sold.map(({ id }) => payment.facts(id)))).flat();
  const mails = told.filter(({ type, data }) => type === refundMailRequestedV1.type && data['kind'] === 'cancellation');
  const named = mails.map(({ data }) => [data['bookingId'], ...(data['others'] as string[])].sort());
  const own = readers.map(({ userId }) =>
    sold
      .filter(({ who }) => who.userId === userId)
      .map(({ id }) => id as unknown)
      .sort(),
  );
  expect(named.sort()).toEqual(own.sort());
}, 240_000);
