import { TicketDetails } from '../features/tickets/ticket-details.tsx';

/**
 * Tickets of complimentary entries. None has been issued, so every reference is one that does not exist, and the page
 * says what it says of those.
 */
export function GetHfDetails() {
  return <TicketDetails state={{ at: 'unknown' }} again={() => undefined} />;
}
