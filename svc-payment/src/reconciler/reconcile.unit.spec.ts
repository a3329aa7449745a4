import { describe, expect, it } from '@jest/globals';
import type { Clock } from '@concert/service-kit/clock';
import type { Log } from '@concert/service-kit/log';
import type { CreatePayment } from '../checkout/create-payment.ts';
import { only } from '../in-memory.harness.ts';
import type { PaymentProvider, ProviderSession } from '../provider/payment-provider.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';
import type { FollowNotices } from '../webhooks/follow-notices.ts';
import type { NoticesRepository } from '../webhooks/notices.repository.ts';
import type { CheckpointsRepository } from './checkpoints.repository.ts';
import { Reconcile } from './reconcile.ts';

const PAGES = 250;

/** A provider with many open pages, of which one was paid, and our own knowledge that all are open. */
function world(paid: string) {
  const asked = { now: 0, most: 0, all: 0 };
  const taken: string[] = [];
  const page = (index: number) => {
    const checkoutSessionId = `cs_${index}`;
    const reference = only<NonNullable<ProviderSession['reference']>>({});
    return only<ProviderSession>({ checkoutSessionId, reference, state: checkoutSessionId === paid ? 'paid' : 'open' });
  };
  const reconcile = new Reconcile(
    only<PaymentProvider>({
      sessionsSince: async function* () {
        for (let index = 0; index < PAGES; index += 1) yield await Promise.resolve(page(index));
      },
    }),
    only<SessionsRepository>({
      byCheckoutSession: async () => {
        asked.now += 1;
        asked.all += 1;
        asked.most = Math.max(asked.most, asked.now);
        await new Promise(setImmediate);
        asked.now -= 1;
        return only<PaymentSession>({ status: 'pending' });
      },
    }),
    only<SettlePayment>({
      take: (seen) => {
        taken.push(seen.checkoutSessionId);
        return Promise.resolve(undefined);
      },
    }),
    only<CreatePayment>({}),
    only<NoticesRepository>({}),
    only<FollowNotices>({}),
    only<CheckpointsRepository>({}),
    only<Clock>({ now: () => new Date(0) }),
    only<Log>({}),
  );
  return { reconcile, asked, taken };
}

describe('a sweep over the pages of the provider', () => {
  it('reads ours a hundred at the same moment, which makes it one query, and stores those that differ', async () => {
    const { reconcile, asked, taken } = world('cs_137');
    await reconcile.sweep();
    expect(asked).toEqual({ now: 0, most: 100, all: PAGES });
    expect(taken).toEqual(['cs_137']);
  });
});
