import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const TICKET_RENEWALS = token<TicketRenewals>('TicketRenewals');

/** Has tickets replaced whose mail went to a wrong address. */
export interface TicketRenewals {
  /**
   * @param of a booking or a complimentary entry
   * @param by the organiser who corrected the address
   * @param key the request's idempotency key: with one key, tickets are replaced once
   * @returns whether its tickets admit anybody now
   * @throws NeighbourUnavailableError when svc-booking does not answer
   */
  renew(of: string, by: UserId, key: string | undefined): Promise<boolean>;
}
