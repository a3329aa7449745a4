import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import { emailKey } from '@concert/contracts/core/fields';
import { useSession, type Session } from '@concert/web-kit/session.tsx';
import { useSearchParams } from 'react-router-dom';
import { moneyOwed } from '../features/booking-display/booking-display.ts';
import { BookingTickets } from '../features/tickets/booking-tickets.tsx';
import { TicketDetails } from '../features/tickets/ticket-details.tsx';
import { seatChanges, useBookingDetails } from '../features/tickets/use-booking-details.ts';
import { useKeptCopy } from '../features/tickets/use-kept-copy.ts';

/** The tickets of one booking: `ref` is the booking, `ref2` the capability that opens it without signing in. */
export function GetDetails() {
  const [query] = useSearchParams();
  const { session, concert: told } = useSession();
  const reference = query.get('ref') ?? '';
  const details = useBookingDetails<typeof bookingRoutes.showBookingDetails, BookingView>(
    bookingRoutes.showBookingDetails,
    { body: { reference, reference2: query.get('ref2') } },
    { reference, changes: seatChanges },
  );
  const copy = useKeptCopy<BookingView>(reference, query.get('ref2'), details.state);
  const concert = told ?? copy?.concert;
  return (
    <TicketDetails
      {...details}
      copy={copy}
      money={moneyOwed}
      show={(booking, news) => (
        <BookingTickets
          key={booking.id}
          booking={booking}
          concert={concert}
          news={news}
          own={isOwn(booking, session)}
          onChanged={details.changed}
        />
      )}
    />
  );
}

/* The server decides what anybody may do; this only spares others buttons that would be refused. */
function isOwn(booking: BookingView, session: Session): boolean {
  return session ? emailKey(session.email) === emailKey(booking.email) : false;
}
