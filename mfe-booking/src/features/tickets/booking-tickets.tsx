import { needsInWords } from '@concert/contracts/booking/access';
import { fullName } from '@concert/contracts/booking/full-name';
import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import { bookedTickets } from '@concert/contracts/booking/partial-returns';
import { formatTotal } from '@concert/contracts/core/money';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import type { Description } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { isReturning, ownDetailsPath, receiptPath } from '../booking-display/booking-display.ts';
import { BookingStatusBadge } from '../booking-display/booking-status.tsx';
import { ChoiceOffer } from '../choice-link/choice-offer.tsx';
import { GiveBackNotice } from '../give-back/give-back.tsx';
import { receiptWords } from '../receipt/words.ts';
import { SecondPurchase } from '../second-purchase/send-back.tsx';
import styles from './booking-tickets.module.css';
import { PartialReturns, RefundState } from './returned-money.tsx';
import { notesOf, TicketCard } from './ticket-card.tsx';
import { TicketCodes } from './ticket-codes.tsx';
import { HoldTime } from '../hold/hold-time.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { SaveTickets } from './save-tickets.tsx';

const words = texts.details;
const fields = texts.returned.fields;

export interface BookingTicketsProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  /** Stands below the codes, or first where there are none. */
  news: ReactNode;
  /** Whether it is the reader's own, so that it can be paid or given up. */
  own: boolean;
  onChanged: () => void;
}

/** One booking with a code for each person it admits, or the reason why there are none. */
export function BookingTickets({ booking, concert, news, own, onChanged }: BookingTicketsProps) {
  const tickets = booking.tickets ?? [];
  const admits = tickets.length > 0 && concert?.state !== 'cancelled';
  const returning = isReturning(booking.status);
  const data: Description[] = [
    { term: fields.bookingId, value: booking.id, code: true },
    { term: fields.name, value: fullName(booking) },
    { term: fields.email, value: booking.email },
    { term: words.phone, value: booking.phoneno },
    { term: fields.seating, value: booking.seating },
    { term: fields.tickets, value: booking.notickets },
    ...(booking.access ? [{ term: words.accessible, value: words.companions(booking.access.companions) }] : []),
    ...(booking.needs ? [{ term: words.needs, value: needsInWords(booking.needs) }] : []),
    { term: fields.amount, value: formatTotal(booking.amount), strong: true },
    { term: words.reserved, value: recentInWords(new Date(booking.created_at._seconds * 1000), concert?.timeZone ?? 'UTC') },
    { term: words.status, value: <BookingStatusBadge status={booking.status} /> },
  ];
  return (
    <section className={`stack-32 ${styles.booking}`}>
      {admits && (
        <TicketCodes tickets={tickets} of={bookedTickets(booking)} seating={booking.seating} returning={booking.giveBack?.returning} />
      )}
      {news}
      {admits && <ChoiceOffer booking={booking} concert={concert} />}
      <TicketCard
        concert={concert}
        seating={booking.seating}
        tickets={booking.notickets}
        facts={admits ? notesOf(concert) : data}
        folded={admits ? data : undefined}
        actions={(returning || booking.ref2 !== undefined) && <TicketActions booking={booking} concert={concert} admits={admits} />}
      />
      {admits && <GiveBackNotice booking={booking} concert={concert} onChanged={onChanged} />}
      {own && <SecondPurchase booking={booking} concert={concert} onChanged={onChanged} />}
      <PartialReturns booking={booking} concert={concert} own={own} />
      <RefundState booking={booking} concert={concert} own={own} />
      {tickets.length === 0 && !returning && <NoTickets booking={booking} concert={concert} own={own} onChanged={onChanged} />}
    </section>
  );
}

/** Why a booking has no tickets, in words. */
function reasonOf(status: BookingView['status'], concert: ConcertView | null | undefined): string {
  if (status === 'pending') return concert?.state === 'cancelled' ? words.noTickets.off : words.noTickets.pending;
  return status === 'paid' ? words.noTickets.making : words.noTickets.none;
}

/** Shown in place of the tickets: why there are none, and for the owner of a pending booking how to get them. */
function NoTickets({ booking, concert, own, onChanged }: Omit<BookingTicketsProps, 'news'>) {
  const { status, holdEndsAt } = booking;
  const pending = status === 'pending';
  const payable = !concert || concert.state === 'open';
  return (
    <Notice
      tone={pending || status === 'paid' ? 'info' : 'warn'}
      action={pending && own && <PayOrGiveUp booking={booking} payable={payable} onChanged={onChanged} />}
    >
      <p>{reasonOf(status, concert)}</p>
      {pending && holdEndsAt && (
        <p>
          <HoldTime booking={{ ...booking, holdEndsAt }} payable={payable && own} onEnd={onChanged} onProlonged={onChanged} />
        </p>
      )}
    </Notice>
  );
}

/** What can be done with a booking's tickets: see the refund, add the concert to a calendar, save them, print them. @param admits whether they are valid */
function TicketActions({ booking, concert, admits }: Pick<BookingTicketsProps, 'booking' | 'concert'> & { admits: boolean }) {
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
          file={`tickets-${booking.id}`}
        />
      )}
      <LinkButton variant="plain" to={receiptPath(booking)} text={receiptWords.link} />
    </>
  );
}
