import { authRoutes } from '@concert/contracts/auth/http';
import type { Caller } from '@concert/contracts/core/route';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { InternalClient, NeighbourUnavailableError } from '@concert/service-kit/http/internal-client';
import type { IdentitySigner } from '@concert/service-kit/identity/identity';
import type { Neighbours } from './neighbours.ts';

/** They ask providers, and the site itself. */
const TIMEOUT_MS = 8_000;

export class HttpNeighbours implements Neighbours {
  private readonly auth: InternalClient;
  private readonly payment: InternalClient;
  private readonly notify: InternalClient;

  constructor(
    urls: { readonly AUTH_URL: readonly string[]; readonly PAYMENT_URL: readonly string[]; readonly NOTIFY_URL: readonly string[] },
    signer: IdentitySigner,
  ) {
    this.auth = new InternalClient('svc-auth', urls.AUTH_URL, signer, TIMEOUT_MS);
    this.payment = new InternalClient('svc-payment', urls.PAYMENT_URL, signer, TIMEOUT_MS);
    this.notify = new InternalClient('svc-notify', urls.NOTIFY_URL, signer, TIMEOUT_MS);
  }

  payments(): ReturnType<Neighbours['payments']> {
    return unlessAway<Awaited<ReturnType<Neighbours['payments']>>>(
      () => this.payment.call(paymentRoutes.showPaymentReadiness, {}),
      () => ({ mode: undefined, rows: [away('svc-payment')] }),
    );
  }

  mails(): ReturnType<Neighbours['mails']> {
    return unlessAway(
      async () => (await this.notify.call(notifyRoutes.showNotifyReadiness, {})).rows,
      () => [away('svc-notify')],
    );
  }

  people(): ReturnType<Neighbours['people']> {
    return unlessAway(
      async () => (await this.auth.call(authRoutes.showAuthReadiness, {})).rows,
      () => [away('svc-auth')],
    );
  }
}

async function unlessAway<T>(ask: () => Promise<T>, instead: () => T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NeighbourUnavailableError) return instead();
    throw error;
  }
}

function away(service: Caller): ReadinessRow {
  return { id: service, state: 'red', words: `${service} does not answer: look whether it is ready.` };
}
