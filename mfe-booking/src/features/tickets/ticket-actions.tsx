import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import { fillPath } from '@concert/contracts/core/route';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { texts } from '../../texts.ts';
import { detailsPath, isReturning } from '../booking-display/booking-display.ts';
import styles from './booking-tickets.module.css';
import { CalendarButton } from './calendar-button.tsx';

const words = texts.details;

/** The address of the booking's tickets as a PDF. */
function pdfAddress(booking: BookingView): string {
  const query = booking.ref2 ? `?${new URLSearchParams({ ref2: booking.ref2 })}` : '';
  return `${fillPath(bookingRoutes.downloadTickets.path, { bookingId: booking.id })}${query}`;
}

export interface TicketActionsProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  /** Whether the booking's tickets are valid. */
  admits: boolean;
}

/** What can be done with a booking's tickets: see the refund, print them, save them, add the concert to a calendar. */
export function TicketActions({ booking, concert, admits }: TicketActionsProps) {
  // The capability comes with the first tickets and stays when they are no longer valid.
  const hadTickets = booking.ref2 !== undefined;
  return (
    <>
      {isReturning(booking.status) && (
        <a className={styles.refund} href="#refund">
          {texts.refund.link}
        </a>
      )}
      {admits && (
        <>
          <Button onClick={() => window.print()}>{words.print}</Button>
          <LinkButton href={pdfAddress(booking)} download variant="secondary">
            {words.pdf}
          </LinkButton>
        </>
      )}
      {concert && hadTickets && (
        <CalendarButton
          concert={concert}
          reference={booking.id}
          link={`${window.location.origin}${detailsPath(booking)}`}
          over={!booking.tickets?.length}
        />
      )}
    </>
  );
}
