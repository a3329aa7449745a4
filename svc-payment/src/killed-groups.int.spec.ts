import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { freePort } from '@concert/machine-kit/ports';
import { BuiltService, type Launched } from '@concert/test-kit/built-service';
import { KILL, patchedCode } from '@concert/test-kit/patched-code';
import { atLeast, until } from '@concert/test-kit/until';
import { compileServers } from '@concert/machine-kit/build';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { type OpenPage, RunningPayment, SECRETS } from './running-payment.harness.ts';

const GROUP = 20;
/** The transaction of a killed process keeps its documents until the database ends it, after a minute. */
const WITHIN = { withinMs: 150_000, everyMs: 100 };

/** Payments that a run sends back, and the people who made them: most paid several times. */
const REFUNDED = 16;
const READERS = 6;

/* Each kills the process with a group of at least two: before it is stored, or when it is stored and nobody knows. */
const SETTLEMENT = '/settlement/settle-payment.js';
const PAGES_WRITTEN = patchedCode(SETTLEMENT, 'return snapshots.map(', `if (applied.length > 1) { ${KILL} } return snapshots.map(`);
const PAGES_STORED = patchedCode(SETTLEMENT, 'return outcomes.map(', `if (outcomes.length > 1) { ${KILL} } return outcomes.map(`);

const payment = new RunningPayment();
const organiser = payment.person('organiser');
const sessions = () =>
  payment.rows<{ userbookingid: string; status: string; standing: string | null; version: number }>('payment-sessions');
const count = (pages: readonly OpenPage[], filter: object) =>
  sessions().countDocuments({ userbookingid: { $in: pages.map(({ id }) => id) }, ...filter });
const all = (counted: number) => counted === GROUP;
const processes = new BuiltService('svc-payment');
let child: Launched;

/** Starts the built service as a process of its own, which gets the provider's webhooks. */
async function launch(args: readonly string[] = [], over: Readonly<Record<string, string>> = {}): Promise<void> {
  const port = await freePort();
  payment.standin.setWebhook(`http://127.0.0.1:${port}/api/stripe-webhook`, SECRETS[0]);
  const settings = { ...process.env, ...payment.settings({ LOG_LEVEL: 'warn', ...over }) };
  child = await processes.launch({ settings, args, port });
}

/** Waits for the kill; ends what the process leaves behind, as time would. */
async function untilKilled(): Promise<void> {
  expect((await child.exited).signal).toBe('SIGKILL');
  await payment.rows('leases').deleteMany({});
}

/** Beside the group of at least two with which the process died, others may have been stored one by one before. */
function expectGroup(stored: number, isStored: boolean): void {
  if (isStored) expect(stored).toBeGreaterThanOrEqual(2);
  else expect(stored).toBeLessThanOrEqual(GROUP - 2);
}

/** Opens pages while the service runs in this process, and ends it. */
async function openPages(): Promise<OpenPage[]> {
  await payment.start();
  const pages = await Promise.all(Array.from({ length: GROUP }, () => payment.page()));
  await payment.service.stop();
  return pages;
}

beforeAll(async () => {
  await compileServers(['contracts', 'service-kit', 'svc-payment']);
  await payment.open();
  await payment.service.stop();
}, 120_000);

afterEach(async () => {
  await processes.stopAll();
  // Still runs when a test failed, and would take the messages of the next one.
  await payment.service.stop();
});

afterAll(async () => {
  await payment.close();
  await processes.close();
});

it('B3-512 F63 a run that sends all money back is killed in the middle and goes on: each buyer is refunded once and told once', async () => {
  await payment.start();
  const readers = Array.from({ length: READERS }, () => payment.person());
  const sold = await Promise.all(Array.from({ length: REFUNDED }, (_, index) => payment.sold({ who: readers[index % READERS]! })));
  await payment.cancelConcert();
  const counted = await payment.dryRun(organiser);
  expect(counted).toMatchObject({ count: REFUNDED, equal: true, total: { amountMinor: REFUNDED * 5_000 } });
  expect((await payment.startRun({ confirmation: 'yes' }, organiser)).status).toBe(422);
  const run = await payment.startRun(counted, organiser);
  expect([run.status, (await payment.startRun(counted, organiser)).status]).toEqual([201, 409]);
  await payment.service.stop();
  const refunds = payment.rows<{ runId: string; status: string }>('refunds');
  const { id: runId } = run.body;
  /** The mail provider accepts the mails; the money is sent after that. */
  const sentBack = async () => {
    const owed = { status: 'planned', toldAt: null, noticeAskedAt: { $type: 'date' } };
    await payment.rows('refunds').updateMany(owed, { $set: { toldAt: new Date(), rowState: 'notified' } });
    return refunds.countDocuments({ runId, status: 'succeeded' });
  };
  await launch([], { PAYMENT_REFUNDS_PER_SECOND: '12' });
  await until('a third of the money is back', sentBack, atLeast(REFUNDED / 3), { withinMs: 60_000, everyMs: 20 });
  child.kill('SIGKILL');
  await untilKilled();
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
  await payment.reinstateConcert();
}, 240_000);
it.each([
  ['B3-518 F07 while their pages are written', PAGES_WRITTEN, false],
  ['B3-518 F07 when their pages are stored and nobody knows', PAGES_STORED, true],
])(
  'payments that arrive together are settled and told of once although the process is killed %s',
  async (_, kill, isStored) => {
    const pages = await openPages();
    await launch(kill);
    await Promise.all(pages.map((page) => payment.press(page)));
    await untilKilled();
    expectGroup(await count(pages, { status: 'settled' }), isStored);
    await launch();
    await until('all are settled', () => count(pages, { status: 'settled', standing: 'kept' }), all, WITHIN);
    for (const { id } of pages) {
      expect(await payment.ledger(id)).toEqual([['captured', 5_000]]);
      expect((await payment.facts(id)).map(({ type }) => type)).toEqual([sessionSettledV1.type]);
    }
  },
  240_000,
);
