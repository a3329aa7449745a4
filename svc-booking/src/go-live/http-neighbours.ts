import { authRoutes } from '@concert/contracts/auth/http';
import type { Caller } from '@concert/contracts/core/route';
import { houseLookSchema, type PaymentMode, type ReadinessRow } from '@concert/contracts/core/readiness';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { InternalClient, NeighbourUnavailableError } from '@concert/service-kit/http/internal-client';
import type { IdentitySigner } from '@concert/service-kit/identity/identity';
import type { BookingSettings } from '../settings.ts';

/** They ask providers, and the site itself. */
const TIMEOUT_MS = 8_000;
/** A look each hour, and time for one that failed. */
const OLD_S = 2.5 * 3_600;

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
    private readonly urls: Pick<BookingSettings, 'AUTH_URL' | 'PAYMENT_URL' | 'NOTIFY_URL' | 'CHECKS_URL'>,
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

  /** What is seen of the house around the services; nothing where no process looks at it. */
  async house(): Promise<readonly ReadinessRow[]> {
    if (!this.urls.CHECKS_URL) return [];
    try {
      const answer = await fetch(`${this.urls.CHECKS_URL}/rows`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { secondsAgo, rows } = houseLookSchema.parse(await answer.json());
      if (secondsAgo <= OLD_S) return rows;
    } catch {
      // As when the last look is too old.
    }
    const words = 'Machine, name and accounts have not been looked at for hours: docker compose logs checks says why.';
    return [{ id: 'checks', state: 'unknown', words }];
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
