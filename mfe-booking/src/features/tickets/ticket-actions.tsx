import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import { texts } from '../../texts.ts';
import { isReturning, ownDetailsPath } from '../booking-display/booking-display.ts';
import { CalendarButton } from './calendar-button.tsx';
import { SaveTickets } from './save-tickets.tsx';

export interface TicketActionsProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  /** Whether the booking's tickets are valid. */
  admits: boolean;
}

/** What can be done with a booking's tickets: see the refund, add the concert to a calendar, save them, print them. */
export function TicketActions({ booking, concert, admits }: TicketActionsProps) {
  // The capability comes with the first tickets and stays when they are no longer valid.
  const hadTickets = booking.ref2 !== undefined;
  return (
    <>
      {isReturning(booking.status) && (
        <a className="row-target strong" href="#refund">
          {texts.refund.link}
        </a>
      )}
      {concert && hadTickets && (
        <CalendarButton
          variant={admits ? 'primary' : 'secondary'}
          concert={concert}
          reference={booking.id}
          link={`${window.location.origin}${ownDetailsPath(booking.id)}`}
          over={!booking.tickets?.length}
        />
      )}
      {admits && (
        <SaveTickets
          route={bookingRoutes.downloadTickets}
          input={{ params: { bookingId: booking.id }, body: booking.ref2 ? { ref2: booking.ref2 } : {} }}
          id={booking.id}
        />
      )}
    </>
  );
}
