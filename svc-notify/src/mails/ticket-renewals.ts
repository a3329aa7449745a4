import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const TICKET_RENEWALS = token<TicketRenewals>('TicketRenewals');

/** Has tickets replaced whose mail went to a wrong address. */
export interface TicketRenewals {
  /**
   * @param of a booking or a complimentary entry
   * @param by the organiser who corrected the address
   * @param press one press of the button, however often it is sent
   * @returns whether its tickets admit anybody now
   * @throws NeighbourUnavailableError when svc-booking does not answer
   */
  renew(of: string, by: UserId, press: string | undefined): Promise<boolean>;
}
