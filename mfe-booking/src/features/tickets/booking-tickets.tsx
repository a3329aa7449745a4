import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import { fillPath } from '@concert/contracts/core/route';
import { stamp } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';
import { SecondPurchase } from '../second-purchase/second-purchase.tsx';
import { HoldCountdown } from '../hold/hold-countdown.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { amountOf, detailsPath, fullName, isReturning, seatsOf } from '../booking-display/booking-display.ts';
import { BookingStatusBadge } from '../booking-display/booking-status.tsx';
import styles from './booking-tickets.module.css';
import { CalendarButton } from './calendar-button.tsx';
import { QrCode } from './qr-code.tsx';
import { RefundState } from './refund-state.tsx';
import { TicketCard } from './ticket-card.tsx';

const words = texts.details;
const fields = texts.returned.fields;

export interface BookingTicketsProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  /** Whether it is the reader's own, so that it can be paid or given up. */
  own: boolean;
  onChanged: () => void;
}

/** Where the tickets of a booking are to be had as a PDF. */
function pdfAddress(booking: BookingView): string {
  const query = booking.ref2 ? `?${new URLSearchParams({ ref2: booking.ref2 })}` : '';
  return `${fillPath(bookingRoutes.downloadTickets.path, { bookingId: booking.id })}${query}`;
}

/** One booking with a code for each person it admits, or what stands in their way. */
export function BookingTickets({ booking, concert, own, onChanged }: BookingTicketsProps) {
  const tickets = booking.tickets ?? [];
  const admits = tickets.length > 0 && concert?.state !== 'cancelled';
  // The capability comes with the first tickets and stays when they are over.
  const hadTickets = booking.ref2 !== undefined;
  const returning = isReturning(booking.status);
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
          (returning || hadTickets) && (
            <>
              {returning && (
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
                  over={tickets.length === 0}
                />
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
              <p className={styles.spoken}>{spokenCode(ticket.code)}</p>
            </li>
          ))}
        </ol>
      )}
      {own && <SecondPurchase booking={booking} concert={concert} onChanged={onChanged} />}
      <RefundState booking={booking} concert={concert} own={own} />
      {tickets.length === 0 && !returning && (
        <Notice
          tone={booking.status === 'pending' || booking.status === 'paid' ? 'info' : 'warn'}
          action={
            booking.status === 'pending' &&
            own && <PayOrGiveUp booking={booking} payable={!concert || concert.state === 'open'} onChanged={onChanged} />
          }
        >
          <p>
            {booking.status === 'pending'
              ? concert?.state === 'cancelled'
                ? words.noTickets.off
                : words.noTickets.pending
              : booking.status === 'paid'
                ? words.noTickets.making
                : words.noTickets.none}
          </p>
          {booking.status === 'pending' && booking.holdEndsAt && (
            <p>
              <HoldCountdown what={seatsOf(booking)} endsAt={booking.holdEndsAt} onEnd={onChanged} />
            </p>
          )}
        </Notice>
      )}
    </section>
  );
}
