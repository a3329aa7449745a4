import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { stamp } from '../../dates.ts';
import { texts } from '../../texts.ts';
import { amountOf, detailsPath, fullName } from './booking-facts.ts';
import { BookingStatusBadge } from './booking-status.tsx';
import styles from './booking-tickets.module.css';
import { saveCalendarFile } from './calendar-entry.ts';
import { QrCode } from './qr-code.tsx';
import { TicketCard } from './ticket-card.tsx';

const words = texts.details;
const fields = texts.returned.fields;

/** One booking with a code for each person it admits. */
export function BookingTickets({ booking, concert }: { booking: BookingView; concert: ConcertView | null | undefined }) {
  const tickets = booking.tickets ?? [];
  const admits = tickets.length > 0 && concert?.state !== 'cancelled';
  return (
    <section className={styles.booking}>
      <TicketCard
        concert={concert}
        seating={booking.seating}
        tickets={booking.notickets}
        facts={[
          { term: fields.bookingId, value: booking.id, code: true },
          { term: fields.name, value: fullName(booking) },
          { term: fields.email, value: booking.email },
          { term: words.phone, value: booking.phoneno },
          { term: fields.seating, value: booking.seating },
          { term: fields.tickets, value: booking.notickets },
          { term: fields.amount, value: amountOf(booking), strong: true },
          { term: words.reserved, value: stamp(new Date(booking.created_at._seconds * 1000), concert?.timeZone ?? 'UTC') },
          { term: words.status, value: <BookingStatusBadge status={booking.status} /> },
        ]}
        actions={
          admits && (
            <>
              <Button onClick={() => window.print()}>{words.print}</Button>
              {concert && (
                <Button variant="secondary" onClick={() => saveCalendarFile(concert, `${window.location.origin}${detailsPath(booking)}`)}>
                  {texts.returned.addToCalendar}
                </Button>
              )}
            </>
          )
        }
      />
      {admits && (
        <ol className={styles.tickets}>
          {tickets.map((ticket) => (
            <li key={ticket.number} className={styles.ticket}>
              <QrCode text={ticket.code} label={words.qrLabel(ticket.number, tickets.length)} />
              <p className={styles.number}>{words.ticket(ticket.number, tickets.length)}</p>
              <p className={styles.seating}>{booking.seating}</p>
            </li>
          ))}
        </ol>
      )}
      {tickets.length === 0 && (
        <Notice tone={booking.status === 'pending' || booking.status === 'paid' ? 'info' : 'warn'}>
          <p>{booking.status === 'pending' ? words.noTickets.pending : booking.status === 'paid' ? words.noTickets.making : words.noTickets.none}</p>
        </Notice>
      )}
    </section>
  );
}
