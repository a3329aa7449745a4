import { bookingRoutes } from '@concert/contracts/booking/http';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { TicketRenewals } from './ticket-renewals.ts';

/** Refusals of svc-booking that this service passes on to organisers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

/** svc-booking over its internal route. */
export class HttpTicketRenewals implements TicketRenewals {
  constructor(private readonly owner: InternalClient) {}

  async renew(of: string, by: UserId, key: string | undefined): Promise<boolean> {
    return (await this.owner.call(bookingRoutes.renewForCorrectedAddress, { body: { of, by, ...(key === undefined ? {} : { key }) } }))
      .admits;
  }
}
