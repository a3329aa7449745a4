import type { Account } from './account.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './webhooks.ts';

/** What is told of. */
export interface StateOptions {
  store: Store;
  account: Account;
  webhooks: WebhookSender;
  faults: Faults;
  now: () => number;
}

/** The sums to check against. */
export function totalsOf({ store, account }: Pick<StateOptions, 'store' | 'account'>) {
  for (const { id } of store.list('sessions')) account.session(id);
  const charges = store.list('charges');
  const refunds = store.list('refunds');
  const sum = (rows: readonly { amount: number }[]): number => rows.reduce((total, row) => total + row.amount, 0);
  const captured = sum(charges.filter(({ status }) => status === 'succeeded'));
  const refunded = sum(refunds.filter(({ status }) => status !== 'failed'));
  const disputed = -sum(store.list('disputes').flatMap(({ balance_transactions }) => balance_transactions));
  return {
    sessions: store.list('sessions').length,
    openSessions: store.list('sessions').filter(({ status }) => status === 'open').length,
    capturedMinor: captured,
    refundedMinor: refunded,
    failedRefundsMinor: sum(refunds.filter(({ status }) => status === 'failed')),
    disputedMinor: disputed,
    netMinor: captured - refunded - disputed,
    charges: charges.filter(({ status }) => status === 'succeeded').length,
  };
}

/** Everything the stand-in knows at this moment. */
export function stateOf({ store, account, webhooks, faults, now }: StateOptions) {
  return {
    now: new Date(now()).toISOString(),
    faults,
    totals: totalsOf({ store, account }),
    webhooks: {
      url: webhooks.endpoint?.url ?? null,
      waiting: store.list('deliveries').filter((delivery) => delivery.state === 'waiting' || delivery.state === 'held').length,
      dropped: store.list('deliveries').filter((delivery) => delivery.state === 'dropped').length,
    },
    sessions: store.list('sessions'),
    intents: store.list('intents'),
    charges: store.list('charges'),
    refunds: store.list('refunds'),
    disputes: store.list('disputes'),
    deliveries: store
      .list('deliveries')
      .slice(0, 200)
      .map((delivery) => ({ ...delivery, type: store.get('events', delivery.eventId)?.type })),
  };
}
