import { authRoutes } from '@concert/contracts/auth/http';
import type { Caller } from '@concert/contracts/core/route';
import type { PaymentMode, ReadinessRow } from '@concert/contracts/core/readiness';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { InternalClient, NeighbourUnavailableError } from '@concert/service-kit/http/internal-client';
import type { IdentitySigner } from '@concert/service-kit/identity/identity';

/** They ask providers, and the site itself. */
const TIMEOUT_MS = 8_000;

interface PaymentsReadiness {
  /** Undefined while svc-payment does not answer. */
  readonly mode: PaymentMode | undefined;
  readonly rows: readonly ReadinessRow[];
}

/** What the other services know about being ready for a sale. A service that does not answer is a red row. */
export class HttpNeighbours {
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

  payments(): Promise<PaymentsReadiness> {
    return unlessAway<PaymentsReadiness>(
      () => this.payment.call(paymentRoutes.showPaymentReadiness, {}),
      () => ({ mode: undefined, rows: [away('svc-payment')] }),
    );
  }

  mails(): Promise<readonly ReadinessRow[]> {
    return unlessAway(
      async () => (await this.notify.call(notifyRoutes.showNotifyReadiness, {})).rows,
      () => [away('svc-notify')],
    );
  }

  people(): Promise<readonly ReadinessRow[]> {
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
