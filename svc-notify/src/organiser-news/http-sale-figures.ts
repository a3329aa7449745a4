import { bookingRoutes } from '@concert/contracts/booking/http';
import type { SaleFigures } from '@concert/contracts/booking/sale-figures';
import { paymentRoutes } from '@concert/contracts/payment/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { MoneyDifferences, SaleFiguresSource } from './sale-figures.ts';

export class HttpSaleFigures implements SaleFiguresSource {
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
