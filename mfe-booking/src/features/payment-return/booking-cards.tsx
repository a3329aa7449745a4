import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingView } from '@concert/contracts/booking/http';
import { formatTotal } from '@concert/contracts/core/money';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { texts } from '../../texts.ts';
import { detailsPath, isReturning, ownDetailsPath, totalMinorOf } from '../booking-display/booking-display.ts';
import { BookingStatusBadge } from '../booking-display/booking-status.tsx';
import { CalendarButton } from '../tickets/calendar-button.tsx';
import { TicketCard } from '../tickets/ticket-card.tsx';
import type { StoredBooking } from '../payment-page/stored-booking.ts';

const words = texts.returned;

/**
 * The booking as the server tells it to its owner; until then, and for somebody who is not signed in here, as this browser remembers it.
 * One component shows both, so that a link keeps the focus when the server's answer comes.
 */
export function BookingCard({
  booking,
  stored,
  taken,
}: {
  booking: BookingView | null | undefined;
  stored?: StoredBooking | null;
  /** Whether the payment is known to be made; undefined while it is not known. */
  taken?: boolean | undefined;
}) {
  const { concert } = useSession();
  const seen = booking ? ofBooking(booking) : stored && ofStored(stored);
  if (!seen) return null;
  const status = booking?.status;
  const over = status !== undefined && isReturning(status);
  const facts: Description[] = [
    { term: words.fields.bookingId, value: seen.id, code: true },
    { term: words.fields.name, value: seen.name },
    { term: words.fields.email, value: seen.email },
    { term: words.fields.seating, value: seen.seating },
    { term: words.fields.tickets, value: seen.tickets },
    { term: words.fields.amount, value: formatTotal(seen.amount), strong: true },
    // A payment that is known is ahead of its booking for a moment.
    ...(status && (status !== 'pending' || taken === undefined)
      ? [{ term: texts.details.status, value: <BookingStatusBadge status={status} /> }]
      : []),
  ];
  const ways = over || (status === 'pending' && !taken) ? 'booking' : (taken ?? status === 'paid') ? 'tickets' : 'again';
  const path = over ? `${seen.path}#refund` : seen.path;
  const actions = (booking || taken !== undefined) && <Actions ways={ways} bookingId={seen.id} path={path} />;
  if (ways === 'tickets')
    return <TicketCard concert={concert} seating={seen.seating} tickets={seen.tickets} facts={facts} actions={actions} />;
  // It must not look like a ticket.
  return (
    <Card>
      <DescriptionList items={facts} />
      {actions && <div className="row-12">{actions}</div>}
    </Card>
  );
}

function ofBooking(booking: BookingView) {
  const { id, email, seating, notickets } = booking;
  return { id, email, seating, tickets: notickets, amount: totalMinorOf(booking), name: fullName(booking), path: detailsPath(booking) };
}

function ofStored({ bookingId, amount, tickets, ...rest }: StoredBooking) {
  return { ...rest, id: bookingId, tickets: Number(tickets), amount: Math.round(Number(amount) * 100), path: ownDetailsPath(bookingId) };
}

/** What to do next: go to the tickets, to a booking that waits or whose money returns, or reserve again. */
function Actions({ ways, bookingId, path }: { ways: 'tickets' | 'booking' | 'again'; bookingId: string; path: string }) {
  const { concert } = useSession();
  if (ways !== 'tickets') {
    return (
      <>
        <LinkButton
          to={ways === 'booking' ? path : '/reserve-your-seat'}
          text={ways === 'booking' ? words.seeBooking : words.reserveAgain}
        />
        <LinkButton to="/bookings" variant="secondary" text={words.bookings} />
      </>
    );
  }
  return (
    <>
      <LinkButton to={path} text={words.seeTickets} />
      {concert && <CalendarButton concert={concert} reference={bookingId} link={`${window.location.origin}${ownDetailsPath(bookingId)}`} />}
    </>
  );
}
