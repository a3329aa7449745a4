import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { formatTotal } from '@concert/contracts/core/money';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { detailsPath, isReturning, ownDetailsPath } from '../booking-display/booking-display.ts';
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
  concert,
  taken,
}: {
  booking: BookingView | null | undefined;
  stored?: StoredBooking | null;
  concert: ConcertView | null | undefined;
  /** Whether the payment is known to be made; undefined while it is not known. */
  taken?: boolean | undefined;
}) {
  if (!booking) return stored && storedCard(stored, concert, taken);
  const over = isReturning(booking.status);
  const facts: Description[] = [
    ...factsOf({
      bookingId: booking.id,
      name: fullName(booking),
      email: booking.email,
      seating: booking.seating,
      tickets: booking.notickets,
      amount: formatTotal(booking.amount),
    }),
    // A payment that is known is ahead of its booking for a moment.
    ...(booking.status !== 'pending' || taken === undefined
      ? [{ term: texts.details.status, value: <BookingStatusBadge status={booking.status} /> }]
      : []),
  ];
  const ways = over || (booking.status === 'pending' && !taken) ? 'booking' : (taken ?? booking.status === 'paid') ? 'tickets' : 'again';
  const actions = (
    <Actions ways={ways} bookingId={booking.id} path={over ? `${detailsPath(booking)}#refund` : detailsPath(booking)} concert={concert} />
  );
  return ways === 'tickets' ? (
    <TicketCard concert={concert} seating={booking.seating} tickets={booking.notickets} facts={facts} actions={actions} />
  ) : (
    <PlainList facts={facts}>{actions}</PlainList>
  );
}

/** A booking without tickets: it must not look like one. */
function PlainList({ facts, children }: { facts: readonly Description[]; children?: ReactNode }) {
  return (
    <Card>
      <DescriptionList items={facts} />
      {children && <div className="row-12">{children}</div>}
    </Card>
  );
}

function storedCard(stored: StoredBooking, concert: ConcertView | null | undefined, taken: boolean | undefined) {
  const tickets = Number(stored.tickets);
  const facts = factsOf({ ...stored, tickets, amount: formatTotal(Math.round(Number(stored.amount) * 100)) });
  const actions = taken !== undefined && (
    <Actions ways={taken ? 'tickets' : 'again'} bookingId={stored.bookingId} path={ownDetailsPath(stored.bookingId)} concert={concert} />
  );
  return taken ? (
    <TicketCard concert={concert} seating={stored.seating} tickets={tickets} facts={facts} actions={actions} />
  ) : (
    <PlainList facts={facts}>{actions}</PlainList>
  );
}

function factsOf(facts: {
  bookingId: string;
  name: string;
  email: string;
  seating: string;
  tickets: number;
  amount: string;
}): Description[] {
  return [
    { term: words.fields.bookingId, value: facts.bookingId, code: true },
    { term: words.fields.name, value: facts.name },
    { term: words.fields.email, value: facts.email },
    { term: words.fields.seating, value: facts.seating },
    { term: words.fields.tickets, value: facts.tickets },
    { term: words.fields.amount, value: facts.amount, strong: true },
  ];
}

/** What to do next: go to the tickets, to a booking that waits or whose money returns, or reserve again. */
function Actions({
  ways,
  bookingId,
  path,
  concert,
}: {
  ways: 'tickets' | 'booking' | 'again';
  bookingId: string;
  path: string;
  concert: ConcertView | null | undefined;
}) {
  if (ways !== 'tickets') {
    return (
      <>
        <LinkButton
          as={Link}
          to={ways === 'booking' ? path : '/reserve-your-seat'}
          text={ways === 'booking' ? words.seeBooking : words.reserveAgain}
        />
        <LinkButton as={Link} to="/bookings" variant="secondary" text={words.bookings} />
      </>
    );
  }
  return (
    <>
      <LinkButton as={Link} to={path} text={words.seeTickets} />
      {concert && <CalendarButton concert={concert} reference={bookingId} link={`${window.location.origin}${ownDetailsPath(bookingId)}`} />}
    </>
  );
}
