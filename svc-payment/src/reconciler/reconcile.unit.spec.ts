import { describe, expect, it } from '@jest/globals';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { CreatePayment } from '../checkout/create-payment.ts';
import { partialFake } from '../in-memory.harness.ts';
import { ProviderUnavailableError, type PaymentProvider, type ProviderSession } from '../provider/payment-provider.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';
import type { FollowNotices } from '../webhooks/follow-notices.ts';
import type { MongoNotices } from '../notices/mongo-notices.ts';
import type { MongoCheckpoints } from './mongo-checkpoints.ts';
import { Reconcile } from './reconcile.ts';

const PAGES = 250;

const checkpointsIn = (marks: Map<string, Date>) =>
  partialFake<MongoCheckpoints>({
    read: (name) => Promise.resolve(marks.get(name)),
    write: (name, mark) => Promise.resolve(void marks.set(name, mark)),
  });

/** A provider with many open pages, of which one was paid, and our own knowledge that all are open. */
function world(paid: string) {
  const asked = { now: 0, most: 0, all: 0, between: [] as (number | undefined)[] };
  const taken: string[] = [];
  const clock = { at: 0 };
  const away = { provider: false, settling: false };
  const marks = new Map<string, Date>();
  const page = (index: number) => {
    const checkoutSessionId = `cs_${index}`;
    const reference = partialFake<NonNullable<ProviderSession['reference']>>({});
    return partialFake<ProviderSession>({ checkoutSessionId, reference, state: checkoutSessionId === paid ? 'paid' : 'open' });
  };
  const reconcile = new Reconcile(
    partialFake<PaymentProvider>({
      sessionsSince: async function* (since, until) {
        asked.between = [since.getTime(), until?.getTime()];
        if (away.provider) throw new ProviderUnavailableError('away');
        for (let index = 0; index < PAGES; index += 1) yield await Promise.resolve(page(index));
      },
    }),
    partialFake<MongoSessions>({
      byCheckoutSession: async () => {
        asked.now += 1;
        asked.all += 1;
        asked.most = Math.max(asked.most, asked.now);
        await new Promise(setImmediate);
        asked.now -= 1;
        return partialFake<PaymentSession>({ status: 'pending' });
      },
    }),
    partialFake<SettlePayment>({
      storeSnapshot: (seen) => {
        if (away.settling) return Promise.reject(new ProviderUnavailableError('away'));
        taken.push(seen.checkoutSessionId);
        return Promise.resolve(undefined);
      },
    }),
    partialFake<CreatePayment>({}),
    partialFake<MongoNotices>({}),
    partialFake<FollowNotices>({}),
    checkpointsIn(marks),
    partialFake<Clock>({ now: () => new Date(clock.at) }),
    partialFake<Log>({ warn: () => {} }),
  );
  return { reconcile, asked, taken, clock, away, marks };
}

describe('a sweep over the pages of the provider', () => {
  it('reads ours a hundred at the same moment, which makes it one query, and stores those that differ', async () => {
    const { reconcile, asked, taken } = world('cs_137');
    await reconcile.sweep();
    expect(asked).toMatchObject({ now: 0, most: 100, all: PAGES });
    expect(taken).toEqual(['cs_137']);
  });

  it.each([
    ['looks at the pages of the last two days', undefined, 8],
    ['B4-560 looks no further back than to a rehearsal that was forgotten', 9, 9],
  ])('%s', async (_, forgotten, since) => {
    const { reconcile, asked, clock, marks } = world('none');
    clock.at = 10 * DAY_MS;
    if (forgotten) marks.set('rehearsal-forgotten', new Date(forgotten * DAY_MS));
    await reconcile.sweep();
    expect(asked.between).toEqual([since * DAY_MS, undefined]);
  });
});

describe('a sweep over recent pages', () => {
  it('goes on where the last one ended, and leaves the youngest to the next', async () => {
    const { reconcile, asked, clock } = world('none');
    await reconcile.sweepRecent();
    expect(asked.between).toEqual([-20_000 - 2 * DAY_MS, -20_000]);
    clock.at = 40_000;
    await reconcile.sweepRecent();
    expect(asked.between).toEqual([-20_000, 20_000]);
  });

  it.each(['provider', 'settling'] as const)('reads the same pages again when the %s was away', async (what) => {
    const { reconcile, asked, clock, away } = world('cs_137');
    await reconcile.sweepRecent();
    clock.at = 40_000;
    away[what] = true;
    await reconcile.sweepRecent();
    clock.at = 80_000;
    away[what] = false;
    await reconcile.sweepRecent();
    expect(asked.between).toEqual([-20_000, 60_000]);
  });
});

describe('the notices of the provider', () => {
  const BEAT_S = 15;
  const SECONDS_IN_5_MINUTES = 300;
  const DAYS_30_IN_S = 30 * 24 * 3_600;

  /** What was read of the provider, in seconds. */
  interface Read {
    readonly at: number;
    readonly since: number;
    readonly until: number;
    readonly undeliveredOnly: boolean;
  }

  function reader(awayAt: readonly number[] = []) {
    const reads: Read[] = [];
    const clock = { at: 0 };
    const reconcile = new Reconcile(
      partialFake<PaymentProvider>({
        noticesSince: (since, which) => {
          if (awayAt.includes(clock.at)) throw new ProviderUnavailableError('away');
          reads.push({
            at: clock.at,
            since: since.getTime() / 1_000,
            until: (which?.until?.getTime() ?? Infinity) / 1_000,
            undeliveredOnly: which?.undeliveredOnly ?? false,
          });
          return (async function* () {})();
        },
      }),
      partialFake<MongoSessions>({}),
      partialFake<SettlePayment>({}),
      partialFake<CreatePayment>({}),
      partialFake<MongoNotices>({ keep: () => Promise.resolve([]) }),
      partialFake<FollowNotices>({ begin: () => {}, run: () => Promise.resolve() }),
      checkpointsIn(new Map()),
      partialFake<Clock>({ now: () => new Date(clock.at * 1_000) }),
      partialFake<Log>({ warn: () => {} }),
    );
    return { reads, clock, reconcile };
  }

  /** Runs a beat every 15 seconds for a quarter of an hour. */
  async function beats(awayAt: readonly number[] = []): Promise<Read[]> {
    const { reads, clock, reconcile } = reader(awayAt);
    for (; clock.at < 3 * SECONDS_IN_5_MINUTES; clock.at += BEAT_S) await reconcile.catchUp();
    return reads;
  }
  const wholeOf = (reads: readonly Read[]) => reads.filter(({ undeliveredOnly }) => !undeliveredOnly);
  const includes = ({ since, until }: Read, made: number) => since <= made && made <= until;

  it('B3-543 are all read when they are five minutes old, at first as far back as the provider keeps them', async () => {
    const [first, ...later] = wholeOf(await beats());
    expect(first).toMatchObject({ at: 0, since: -DAYS_30_IN_S, until: -SECONDS_IN_5_MINUTES });
    expect(later).toEqual(
      later.map(({ at }) => ({
        at,
        since: at - BEAT_S - SECONDS_IN_5_MINUTES,
        until: at - SECONDS_IN_5_MINUTES,
        undeliveredOnly: false,
      })),
    );
  });

  it('B3-543 are read before that where they were not delivered, by every beat', async () => {
    const undelivered = (await beats()).filter(({ undeliveredOnly }) => undeliveredOnly);
    expect(undelivered.map(({ at, until }) => ({ at, until }))).toEqual(
      Array.from({ length: 60 }, (_, beat) => ({ at: beat * BEAT_S, until: Infinity })),
    );
  });

  it('are found even if they become visible five minutes late, delivered or not, from a provider that is away for a while', async () => {
    const whole = wholeOf(await beats([285, 300, 315, 330, 600]));
    // Those made later may still be read after the quarter of an hour.
    for (let made = 0; made < SECONDS_IN_5_MINUTES; made += 1) {
      const visible = made + SECONDS_IN_5_MINUTES;
      expect({ made, read: whole.some((read) => read.at >= visible && includes(read, made)) }).toEqual({ made, read: true });
    }
  });

  it('are found by the next beat if they were not delivered, even if they become visible five minutes late', async () => {
    const reads = await beats();
    for (let made = 0; made < SECONDS_IN_5_MINUTES; made += 1) {
      const visible = made + SECONDS_IN_5_MINUTES;
      const next = reads.find((read) => read.at >= visible && includes(read, made));
      expect({ made, within: next && next.at - visible < BEAT_S }).toEqual({ made, within: true });
    }
  });
});
