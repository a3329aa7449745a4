import { bookingRoutes } from '@concert/contracts/booking/http';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** Refusals of svc-booking that this service passes on to organisers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

/** Has svc-booking replace tickets whose mail went to a wrong address. */
export class HttpTicketRenewals {
  constructor(private readonly owner: InternalClient) {}

  /**
   * @param of a booking or a complimentary entry
   * @param by the organiser who corrected the address
   * @param key the request's idempotency key: with one key, tickets are replaced once
   * @returns whether its tickets admit anybody now
   * @throws NeighbourUnavailableError when svc-booking does not answer
   */
  async renew(of: string, by: UserId, key: string | undefined): Promise<boolean> {
    return (await this.owner.call(bookingRoutes.renewForCorrectedAddress, { body: { of, by, ...(key === undefined ? {} : { key }) } }))
      .admits;
  }
}
