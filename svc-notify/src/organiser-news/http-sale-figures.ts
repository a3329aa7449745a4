import { bookingRoutes } from '@concert/contracts/booking/http';
import type { SaleFigures } from '@concert/contracts/booking/sale-figures';
import { paymentRoutes } from '@concert/contracts/payment/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** Differences in the money that nobody has explained yet. */
export interface MoneyDifferences {
  readonly open: number;
  /** When the newest of them was first seen. */
  readonly latestAt?: string | undefined;
}

/** What the neighbours know of the sale. @throws NeighbourUnavailableError */
export class HttpSaleFigures {
  constructor(
    private readonly booking: InternalClient,
    private readonly payment: InternalClient,
  ) {}

  sale(): Promise<SaleFigures> {
    return this.booking.call(bookingRoutes.showSaleFigures, {});
  }

  money(): Promise<MoneyDifferences> {
    return this.payment.call(paymentRoutes.countMoneyDifferences, {});
  }
}
