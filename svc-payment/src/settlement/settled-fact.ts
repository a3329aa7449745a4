import { money } from '@concert/contracts/core/money';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { PaymentSession } from '../sessions/payment-session.ts';

type SettledCause = 'webhook' | 'return-page' | 'reconciler';

/** That a session has money. @throws Error where it has none */
export function settledFact(outbox: Outbox, { bookingId, page, received, giftMinor, version }: PaymentSession, cause: SettledCause) {
  if (!page || !received) throw new Error('a settled session has a page and money');
  const { checkoutSessionId } = page;
  return outbox.fact(sessionSettledV1, checkoutSessionId, version, {
    bookingId,
    checkoutSessionId,
    paymentIntentId: received.paymentIntentId,
    amount: money(received.amount.amountMinor),
    ...(giftMinor ? { giftMinor } : {}),
    settledAt: received.at.toISOString(),
    cause,
    ...(received.cardEnding ? { cardEnding: received.cardEnding } : {}),
  });
}
