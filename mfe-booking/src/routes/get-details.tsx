import { useSession } from '@concert/web-kit/session.tsx';
import { useSearchParams } from 'react-router-dom';
import { TicketDetails } from '../features/tickets/ticket-details.tsx';
import { seatDetails, useBookingDetails } from '../features/tickets/use-booking-details.ts';

/** The tickets of one booking: `ref` is the booking, `ref2` the capability that opens it without signing in. */
export function GetDetails() {
  const [query] = useSearchParams();
  const { session } = useSession();
  const details = useBookingDetails(seatDetails, query.get('ref') ?? '', query.get('ref2'), session === undefined ? undefined : (session?.userId ?? null));
  return <TicketDetails {...details} />;
}
