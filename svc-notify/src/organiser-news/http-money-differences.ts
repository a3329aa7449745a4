import { paymentRoutes } from '@concert/contracts/payment/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** What the comparison with the provider found and nobody settled. Asks svc-payment. */
export class HttpMoneyDifferences {
  constructor(private readonly payment: InternalClient) {}

  /** How many there are, and when the latest was found. */
  count() {
    return this.payment.call(paymentRoutes.countMoneyDifferences, {});
  }
}
